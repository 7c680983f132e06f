#include <gradc/detail/operand.h>
#include <gradc/detail/scalar.h>
#include <gradc/ops/geometry.h>

#include <algorithm>
#include <limits>
#include <string>

namespace gradc {
namespace detail {
namespace {

[[noreturn]] void refuse(const char* op, const std::string& what) {
  fail_shape(std::string(op) + ": " + what);
}

Shape leading(const Shape& shape, int count) { return Shape(shape.begin(), count); }

}  // namespace

int normalised_axis(const char* op, int axis, int rank) {
  if (axis < -rank || axis >= rank)
    refuse(op, "axis " + std::to_string(axis) + " is out of range for rank " + std::to_string(rank));
  return axis < 0 ? axis + rank : axis;
}

kernels::AxisList normalised_axes(const char* op, const int* axes, int count, int rank) {
  kernels::AxisList list;
  for (int i = 0; i < count; ++i) {
    const int axis = normalised_axis(op, axes[i], rank);
    if (list.contains(axis)) refuse(op, "axis " + std::to_string(axis) + " is given twice");
    list.push_back(axis);
  }
  return list;
}

Shape reduced_shape(const kernels::Reduction& reduction, bool keep) {
  Shape shape;
  for (int axis = 0; axis < reduction.extents.rank(); ++axis) {
    if (!reduction.axes.contains(axis))
      shape.push_back(reduction.extents[axis]);
    else if (keep)
      shape.push_back(1);
  }
  return shape;
}

kernels::OuterAxisInner around_axis(const Shape& shape, int axis) {
  return {product(shape.begin(), axis), shape[axis],
          product(shape.begin() + axis + 1, shape.rank() - axis - 1)};
}

Shape reshaped(const Shape& shape, const std::int64_t* extents, int rank) {
  int open = -1;
  std::int64_t known = 1;
  std::string list;
  for (int axis = 0; axis < rank; ++axis) list += (axis > 0 ? ", " : "") + std::to_string(extents[axis]);
  std::int64_t resolved[kMaxRank] = {};
  for (int axis = 0; axis < rank; ++axis) {
    resolved[axis] = extents[axis];
    if (extents[axis] == -1) {
      if (open >= 0) refuse("reshape", "more than one extent of (" + list + ") is -1");
      open = axis;
    } else if (extents[axis] < 0) {
      refuse("reshape", "extent " + std::to_string(axis) + " of (" + list + ") is negative");
    }
  }
  for (int axis = 0; axis < rank; ++axis)
    if (axis != open && __builtin_mul_overflow(known, resolved[axis], &known))
      refuse("reshape", "(" + list + ") does not fit into memory");
  const std::int64_t size = shape.size();
  if (open >= 0) {
    if (known == 0 ? size != 0 : size % known != 0)
      refuse("reshape", "a tensor of shape " + to_string(shape) + " cannot become (" + list + ")");
    resolved[open] = known == 0 ? 0 : size / known;  // of nothing nothing is left
  } else if (known != size) {
    refuse("reshape", "a tensor of shape " + to_string(shape) + " has " + std::to_string(size) +
                          " elements, but (" + list + ") has " + std::to_string(known));
  }
  return Shape(resolved, rank);
}

Shape with_axes(const char* op, const Shape& shape, const int* axes, int count) {
  const int rank = shape.rank() + count;
  const kernels::AxisList places = normalised_axes(op, axes, count, rank);
  Shape result;
  int next = 0;
  for (int axis = 0; axis < rank; ++axis) result.push_back(places.contains(axis) ? 1 : shape[next++]);
  return result;
}

Shape without_axes(const char* op, const Shape& shape, const int* axes, int count) {
  const kernels::AxisList dropped = normalised_axes(op, axes, count, shape.rank());
  Shape result;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (!dropped.contains(axis))
      result.push_back(shape[axis]);
    else if (shape[axis] != 1)
      refuse(op, "extent " + std::to_string(axis) + " of shape " + to_string(shape) + " is not 1");
  }
  return result;
}

kernels::Permutation permutation(const Shape& shape, const int* axes, int count) {
  return {shape, normalised_axes("transpose", axes, count, shape.rank())};
}

Shape permuted(const kernels::Permutation& geometry) {
  Shape result;
  for (const int axis : geometry.axes) result.push_back(geometry.extents[axis]);
  return result;
}

kernels::Window window(const Shape& shape, const std::int64_t* begin, const std::int64_t* end,
                       const std::int64_t* strides) {
  kernels::Window result{shape, {}, {}};
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const std::int64_t stride = strides == nullptr ? 1 : strides[axis];
    if (stride == 0) refuse("slice", "the stride of axis " + std::to_string(axis) + " is 0");
    const bool backwards = stride < 0;
    const auto from_front = [&](std::int64_t bound) { return bound < 0 ? bound + shape[axis] : bound; };
    const std::int64_t first = from_front(begin[axis]), last = from_front(end[axis]);
    const auto after = [](std::int64_t bound) { return bound < std::numeric_limits<std::int64_t>::max() ? bound + 1 : bound; };
    if (backwards)
      require_part("slice", axis, after(last), after(first), shape[axis]);
    else
      require_part("slice", axis, first, last, shape[axis]);
    const std::int64_t way = backwards ? first - last : last - first;
    // ceil(way / |stride|), the least integer included
    const auto step = backwards ? 0 - static_cast<std::uint64_t>(stride) : static_cast<std::uint64_t>(stride);
    const auto count = way == 0 ? 0 : (static_cast<std::uint64_t>(way) - 1) / step + 1;
    result.begin.push_back(std::max(first, std::int64_t{0}));
    result.box.push_back(static_cast<std::int64_t>(count));
    result.strides[axis] = stride;
  }
  return result;
}

void require_broadcast(const Shape& from, const Shape& to) {
  const int missing = to.rank() - from.rank();
  for (int axis = 0; axis < from.rank(); ++axis)
    if (from[axis] != 1 && from[axis] != to[axis + missing])
      refuse("broadcast_to", "a tensor of shape " + to_string(from) + " cannot become " + to_string(to));
}

void extend(Shape& total, const Shape& piece, int axis) {
  for (int i = 0; i < total.rank(); ++i)
    if (i != axis && total[i] != piece[i])
      refuse("concat", "extent " + std::to_string(i) + " is " + std::to_string(total[i]) +
                           " in one tensor but " + std::to_string(piece[i]) + " in another");
  total[axis] += piece[axis];
}

MatMulPlan matmul_plan(const Shape& a, const Shape& b, bool transpose_a, bool transpose_b) {
  MatMulPlan plan;
  const bool row = a.rank() == 1, column = b.rank() == 1;
  const int a_last = a.rank() - 1, b_last = b.rank() - 1;
  plan.k = a[row || !transpose_a ? a_last : a_last - 1];
  if (!row) plan.m = a[transpose_a ? a_last : a_last - 1];
  if (!column) plan.n = b[transpose_b ? b_last - 1 : b_last];
  const std::int64_t inner = b[column || transpose_b ? b_last : b_last - 1];
  if (plan.k != inner)
    refuse("matmul", "the inner extents of shapes " + to_string(a) + (transpose_a ? " (transposed)" : "") +
                         " and " + to_string(b) + (transpose_b ? " (transposed)" : "") + " are " +
                         std::to_string(plan.k) + " and " + std::to_string(inner));
  plan.batch_a = leading(a, std::max(a.rank() - 2, 0));
  plan.batch_b = leading(b, std::max(b.rank() - 2, 0));
  plan.result = Alignment("matmul", {plan.batch_a, plan.batch_b}).shape();
  if (!row) plan.result.push_back(plan.m);
  if (!column) plan.result.push_back(plan.n);
  return plan;
}

void require_count(const char* op, const char* what, std::int64_t count) {
  if (count < 0) refuse(op, std::string(what) + " is " + std::to_string(count) + ", which is less than 0");
}

void require_of(const char* op, bool condition, const char* what, const Shape& x) {
  if (!condition) refuse(op, std::string(what) + "; x has the shape " + to_string(x));
}

void fail_index_in(const char* op, std::int64_t index, std::int64_t place, std::int64_t extent) {
  fail_index(std::string(op) + ": index " + std::to_string(index) + ", at place " + std::to_string(place) +
             ", is out of range for an axis of extent " + std::to_string(extent));
}

void require_same(const char* op, const char* a_name, const Shape& a, const char* b_name, const Shape& b) {
  if (a != b)
    refuse(op, std::string(a_name) + " of shape " + to_string(a) + " do not fit " + b_name + " of shape " +
                   to_string(b));
}

void require_same_but(const char* op, const Shape& a, const Shape& b, int axis) {
  for (int i = 0; i < a.rank(); ++i)
    if (i != axis && a[i] != b[i])
      refuse(op, "shapes " + to_string(a) + " and " + to_string(b) + " differ in axis " + std::to_string(i));
}

Shape gathered(const Shape& x, const Shape& indices, int axis) {
  Shape shape;
  for (int i = 0; i < axis; ++i) shape.push_back(x[i]);
  for (const std::int64_t extent : indices) shape.push_back(extent);
  for (int i = axis + 1; i < x.rank(); ++i) shape.push_back(x[i]);
  return shape;
}

Alignment::Alignment(const char* op, std::initializer_list<Shape> operands) {
  int rank = 0;
  for (const Shape& shape : operands) rank = std::max(rank, shape.rank());
  operands_ = static_cast<int>(operands.size());

  std::int64_t result[kMaxRank] = {};
  for (int axis = 0; axis < rank; ++axis) {
    result[axis] = 1;
    for (const Shape& shape : operands) {
      const int own = axis - (rank - shape.rank());
      if (own < 0 || shape[own] == 1 || shape[own] == result[axis]) continue;
      if (result[axis] != 1) {
        std::string shapes;
        for (const Shape& each : operands) shapes += (shapes.empty() ? "" : " and ") + to_string(each);
        refuse(op, "shapes " + shapes + " do not fit together: " + std::to_string(result[axis]) + " meets " +
                       std::to_string(shape[own]));
      }
      result[axis] = shape[own];
    }
  }
  shape_ = Shape(result, rank);

  // Strides of each operand over the result's axes, 0 where it repeats; axes of extent 1 are dropped, and an
  // axis joins the one inside it where every operand goes on evenly from one to the other.
  std::int64_t size[kMaxOperands] = {1, 1, 1};  // of each operand's axes seen so far, from the innermost
  std::int64_t extents[kMaxRank] = {}, strides[kMaxOperands][kMaxRank] = {};
  int count = 0;  // axes found, innermost first
  for (int axis = rank - 1; axis >= 0; --axis) {
    std::int64_t stride[kMaxOperands] = {};
    int k = 0;
    for (const Shape& shape : operands) {
      const int own = axis - (rank - shape.rank());
      stride[k] = own < 0 || shape[own] == 1 ? 0 : size[k];
      if (own >= 0) size[k] = scalar::multiply(size[k], shape[own]);  // wraps beside an extent of 0
      ++k;
    }
    if (result[axis] == 1) continue;
    bool joins = count > 0;
    for (k = 0; joins && k < operands_; ++k)
      joins = stride[k] == scalar::multiply(strides[k][count - 1], extents[count - 1]);
    if (joins) {
      extents[count - 1] = scalar::multiply(extents[count - 1], result[axis]);
      continue;
    }
    extents[count] = result[axis];
    for (k = 0; k < operands_; ++k) strides[k][count] = stride[k];
    ++count;
  }

  run_ = count > 0 ? extents[0] : 1;
  runs_left_ = run_ == 0 ? 0 : 1;
  outer_rank_ = std::max(count - 1, 0);
  for (int k = 0; k < operands_; ++k) step_[k] = count > 0 ? strides[k][0] : 0;
  for (int axis = 0; axis < outer_rank_; ++axis) {  // outermost first from here
    extents_[axis] = extents[count - 1 - axis];
    for (int k = 0; k < operands_; ++k) strides_[k][axis] = strides[k][count - 1 - axis];
    runs_left_ = scalar::multiply(runs_left_, extents_[axis]);
  }
}

void Alignment::next() {
  --runs_left_;
  for (int axis = outer_rank_ - 1; axis >= 0; --axis) {
    for (int k = 0; k < operands_; ++k) offset_[k] += strides_[k][axis];
    if (++index_[axis] < extents_[axis]) return;
    for (int k = 0; k < operands_; ++k) offset_[k] -= extents_[axis] * strides_[k][axis];
    index_[axis] = 0;
  }
}

}  // namespace detail
}  // namespace gradc
