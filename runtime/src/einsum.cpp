#include <gradc/detail/complex_math.h>
#include <gradc/detail/contraction.h>
#include <gradc/detail/storage.h>
#include <gradc/kernels/matmul.h>
#include <gradc/kernels/reduce.h>
#include <gradc/kernels/shape.h>
#include <gradc/ops/products.h>

#include <algorithm>
#include <memory>

#include "kernels/dispatch/instances.h"

namespace gradc {
namespace detail {
namespace {

[[noreturn]] void refuse(const char* op, const char* spec, const std::string& fault) {
  fail_shape(std::string(op) + ": \"" + spec + "\" " + fault);
}

struct Deallocate {
  void operator()(void* memory) const { deallocate(memory); }
};

// The kernels that the steps are done by, for elements of one type: what decides on the steps is compiled once for all.
struct Kernels {
  std::int64_t bytes;  // of an element
  void (*sum)(const kernels::Reduction&, const void* x, void* y);
  void (*transpose)(const kernels::Permutation&, const void* x, void* y);
  void (*diagonal)(std::int64_t matrices, std::int64_t n, const void* x, void* y);
  void (*multiply)(Alignment& rows, const void* a, const void* b, void* y);
  void (*matmul)(const kernels::MatMulShape&, const void* a, const void* b, void* y);
};

template <class T>
const T* elements(const void* x) { return static_cast<const T*>(x); }
template <class T>
T* elements(void* x) { return static_cast<T*>(x); }

template <class T>
constexpr Kernels kKernels{
    static_cast<std::int64_t>(sizeof(T)),
    [](const kernels::Reduction& geometry, const void* x, void* y) { kernels::sum(geometry, elements<T>(x), elements<T>(y)); },
    [](const kernels::Permutation& geometry, const void* x, void* y) { kernels::transpose(geometry, elements<T>(x), elements<T>(y)); },
    [](std::int64_t matrices, std::int64_t n, const void* x, void* y) {
      T* to = elements<T>(y);
      for (std::int64_t k = 0; k < matrices; ++k)
        for (std::int64_t i = 0; i < n; ++i) *to++ = elements<T>(x)[(k * n + i) * n + i];
    },
    [](Alignment& rows, const void* a, const void* b, void* y) {
      T* to = elements<T>(y);
      for (; !rows.done(); rows.next()) {
        const T *p = elements<T>(a) + rows.offset(0), *q = elements<T>(b) + rows.offset(1);
        for (std::int64_t i = 0; i < rows.run(); ++i, p += rows.step(0), q += rows.step(1))
          *to++ = static_cast<T>(scalar::multiply(static_cast<Compute<T>>(*p), static_cast<Compute<T>>(*q)));
      }
    },
    [](const kernels::MatMulShape& shape, const void* a, const void* b, void* y) {
      kernels::matmul(shape, elements<T>(a), elements<T>(b), elements<T>(y));
    }};

// Elements of somebody else, or of its own.
struct Array {
  Shape shape;
  const void* data = nullptr;
  std::unique_ptr<void, Deallocate> own{};

  void* make(const Shape& extents, std::int64_t bytes) {
    shape = extents;
    own.reset(allocate(checked_bytes(extents.begin(), extents.rank(), bytes)));
    data = own.get();
    return own.get();
  }
  Array reshaped(const Shape& extents) && {
    Array y = std::move(*this);
    y.shape = extents;
    return y;
  }
};

Shape without(const Shape& shape, int axis) {
  Shape rest;
  for (int i = 0; i < shape.rank(); ++i)
    if (i != axis) rest.push_back(shape[i]);
  return rest;
}

// The steps of an einsum, done.
struct InNumbers {
  using Value = Array;
  const Kernels& by;

  static double extent(const Value& x, int axis) { return static_cast<double>(x.shape[axis]); }
  static bool is_one(const Value& x, int axis) { return x.shape[axis] == 1; }
  static Value squeeze(Value x, int axis) {
    const Shape rest = without(x.shape, axis);
    return std::move(x).reshaped(rest);
  }
  Value sum(Value x, const std::vector<int>& axes) const {
    kernels::Reduction geometry{x.shape, {}};
    for (const int axis : axes) geometry.axes.push_back(axis);
    Value y;
    by.sum(geometry, x.data, y.make(reduced_shape(geometry, false), by.bytes));
    return y;
  }
  Value transpose(Value x, const std::vector<int>& perm) const {
    kernels::Permutation geometry{x.shape, {}};
    for (const int axis : perm) geometry.axes.push_back(axis);
    Value y;
    by.transpose(geometry, x.data, y.make(permuted(geometry), by.bytes));
    return y;
  }
  // The two axes, moved to the end, are the rows of copies with a stride of one more than their extent.
  Value diagonal(Value x, int axis1, int axis2) const {
    std::vector<int> perm;
    for (int axis = 0; axis < x.shape.rank(); ++axis)
      if (axis != axis1 && axis != axis2) perm.push_back(axis);
    perm.push_back(axis1);
    perm.push_back(axis2);
    const Value last = transpose(std::move(x), perm);
    const std::int64_t n = last.shape[last.shape.rank() - 1];
    Value y;
    void* const to = y.make(without(last.shape, last.shape.rank() - 1), by.bytes);
    by.diagonal(y.shape.size() / std::max<std::int64_t>(n, 1), n, last.data, to);
    return y;
  }
  Value multiply(Value a, const std::vector<int>& of_a, Value b, const std::vector<int>& of_b, int rank) const {
    const auto spread = [&](const Value& x, const std::vector<int>& places) {
      Shape shape;
      for (int axis = 0, next = 0; axis < rank; ++axis) {
        const bool has = next < static_cast<int>(places.size()) && places[static_cast<std::size_t>(next)] == axis;
        shape.push_back(has ? x.shape[next++] : 1);
      }
      return shape;
    };
    Alignment rows("einsum", {spread(a, of_a), spread(b, of_b)});
    Value y;
    by.multiply(rows, a.data, b.data, y.make(rows.shape(), by.bytes));
    return y;
  }
  Value matmul(Value a, Value b, int batch, int rows, int inner, int columns, bool transpose_a, bool transpose_b) const {
    const auto part = [](const Value& x, int from, int count) { return Shape(x.shape.begin() + from, count); };
    const Shape m = part(a, transpose_a ? batch + inner : batch, rows), k = part(a, transpose_a ? batch : batch + rows, inner),
                n = part(b, transpose_b ? batch : batch + inner, columns);
    Shape shape = part(a, 0, batch);
    const std::int64_t count = shape.size();
    for (const std::int64_t extent : m) shape.push_back(extent);
    for (const std::int64_t extent : n) shape.push_back(extent);
    Value y;
    by.matmul({m.size(), n.size(), k.size(), transpose_a, transpose_b, count}, a.data, b.data, y.make(shape, by.bytes));
    return y;
  }
};

contraction::Letters letters_of(const char* op, const char* spec, const Shape* shapes, int count) {
  std::vector<int> ranks;
  for (int k = 0; k < count; ++k) ranks.push_back(shapes[k].rank());
  contraction::Letters letters = contraction::parse(spec, ranks);
  if (!letters.fault.empty()) refuse(op, spec, letters.fault);
  return letters;
}

Array contract(const char* op, const char* spec, const contraction::Letters& letters, std::vector<Array> operands, const Kernels& by) {
  InNumbers target{by};
  contraction::Evaluation<InNumbers> evaluation(target, letters, std::move(operands));
  if (!evaluation.plan()) refuse(op, spec, "needs an intermediate tensor of more than 8 axes");
  return evaluation.value();
}

}  // namespace

Shape einsum_shape(const char* op, const char* spec, const Shape* shapes, int count, int rank) {
  const contraction::Letters letters = letters_of(op, spec, shapes, count);
  std::int64_t extents[128];
  std::fill(std::begin(extents), std::end(extents), -1);
  for (int k = 0; k < count; ++k)
    for (int axis = 0; axis < shapes[k].rank(); ++axis) {
      const char letter = letters.operands[static_cast<std::size_t>(k)][static_cast<std::size_t>(axis)];
      std::int64_t& known = extents[static_cast<int>(letter)];
      const bool repeats = !contraction::is_letter(letter);
      if (known == -1 || (repeats && known == 1)) known = shapes[k][axis];
      if (known != shapes[k][axis] && !(repeats && shapes[k][axis] == 1))
        refuse(op, spec, "meets extents " + std::to_string(known) + " and " + std::to_string(shapes[k][axis]) + " for " +
                             (repeats ? "an axis of a batch" : std::string("the letter '") + letter + "'"));
    }
  if (static_cast<int>(letters.result.size()) != rank)
    refuse(op, spec, "has a result of rank " + std::to_string(letters.result.size()) + ", not " + std::to_string(rank));
  Shape result;
  for (const char letter : letters.result) result.push_back(extents[static_cast<int>(letter)]);
  return result;
}

template <class T>
void einsum(const char* op, const char* spec, const Shape* shapes, const T* const* x, int count, T* y) {
  std::vector<Array> operands;
  for (int k = 0; k < count; ++k) operands.push_back({shapes[k], x[k]});
  const Array result = contract(op, spec, letters_of(op, spec, shapes, count), std::move(operands), kKernels<T>);
  kernels::copy(result.shape.size(), elements<T>(result.data), y);
}

#define GRADC_INSTANCES(T) template void einsum(const char*, const char*, const Shape*, const T* const*, int, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace detail
}  // namespace gradc
