#include <gradc/shape.h>
#include <gradc/static_tensor.h>

#include <limits>
#include <new>

namespace gradc {

void Shape::fail_rank(int rank) {
  fail_shape("a tensor has at most " + std::to_string(kMaxRank) + " axes, not " + std::to_string(rank));
}

void Shape::fail_extent(int axis, std::int64_t extent) {
  fail_shape("extent " + std::to_string(axis) + " is " + std::to_string(extent) +
             ", but extents are not negative");
}

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (axis > 0) text += ", ";
    text += std::to_string(shape[axis]);
  }
  return text + ")";
}

namespace detail {

std::int64_t checked_bytes(const std::int64_t* extents, int rank, std::int64_t element_bytes) {
  bool empty = false;
  for (int axis = 0; axis < rank; ++axis) {
    if (extents[axis] < 0)
      fail_shape("extent " + std::to_string(axis) + " is " + std::to_string(extents[axis]) +
                 ", but extents are not negative");
    empty = empty || extents[axis] == 0;
  }
  if (empty) return 0;
  // Leaves room for rounding the size of an allocation up to the alignment.
  const std::int64_t limit = std::numeric_limits<std::int64_t>::max() - kAlignment;
  std::int64_t bytes = element_bytes;
  for (int axis = 0; axis < rank; ++axis) {
    if (bytes > limit / extents[axis])
      fail_shape("a tensor of shape " + to_string(Shape(extents, rank)) + " does not fit into memory");
    bytes *= extents[axis];
  }
  return bytes;
}

void fail_shape_rank(int rank, const Shape& shape) {
  fail_shape("shape " + to_string(shape) + " has rank " + std::to_string(shape.rank()) +
             ", but the tensor has rank " + std::to_string(rank));
}

void fail_static_extent(int axis, std::int64_t extent, std::int64_t expected) {
  fail_shape("extent " + std::to_string(axis) + " is " + std::to_string(extent) + ", but the type says " +
             std::to_string(expected));
}

void fail_ragged(std::int64_t length, std::int64_t expected) {
  fail_shape("a list of " + std::to_string(length) + " elements stands beside one of " +
             std::to_string(expected));
}

void* allocate(std::int64_t bytes) {
  if (bytes == 0) return nullptr;
  return ::operator new (static_cast<std::size_t>(bytes),
                         std::align_val_t{static_cast<std::size_t>(kAlignment)});
}

void deallocate(void* memory) noexcept {
  if (memory != nullptr) ::operator delete (memory, std::align_val_t{static_cast<std::size_t>(kAlignment)});
}

}  // namespace detail
}  // namespace gradc
