/// \file
/// Shapes of the results of eager ops, and the errors where there is none. Compiled in the library; every function throws
/// ShapeError that begins with the name of the op.
#pragma once

#include <gradc/kernels/geometry.h>
#include <gradc/shape.h>

#include <cstdint>

namespace gradc {
namespace detail {

/// An axis in [-rank, rank) as one in [0, rank).
int normalised_axis(const char* op, int axis, int rank);

/// As above, for a list in which no axis comes twice.
kernels::AxisList normalised_axes(const char* op, const int* axes, int count, int rank);

/// What a reduction leaves: the kept axes, and with `keep` also the reduced ones with extent 1.
Shape reduced_shape(const kernels::Reduction& reduction, bool keep);

/// The geometry of an op that works along one axis of `shape`.
kernels::OuterAxisInner around_axis(const Shape& shape, int axis);

/// Extents for as many elements as `shape` has; one of those asked for may be -1.
Shape reshaped(const Shape& shape, const std::int64_t* extents, int rank);

/// `shape` with axes of extent 1 at the given places of the result.
Shape with_axes(const char* op, const Shape& shape, const int* axes, int count);

/// `shape` without the given axes, which must have extent 1.
Shape without_axes(const char* op, const Shape& shape, const int* axes, int count);

/// The geometry of a transpose, and the shape of its result.
kernels::Permutation permutation(const Shape& shape, const int* axes, int count);
Shape permuted(const kernels::Permutation& geometry);

/// Part [begin, end) of each axis, in steps of its stride; negative bounds count from the back. No strides: each is 1.
/// \throws IndexError for a part that isn't one of its axis.
/// \throws ShapeError for a stride of 0.
kernels::Window window(const Shape& shape, const std::int64_t* begin, const std::int64_t* end,
                       const std::int64_t* strides = nullptr);

/// Throws unless `from` broadcasts to `to` without changing it.
void require_broadcast(const Shape& from, const Shape& to);

/// Adds the extent of `piece` along `axis` to `total`; throws where another extent differs.
void extend(Shape& total, const Shape& piece, int axis);

/// A matrix product of two operands with leading batch axes that broadcast. A rank-1 operand is a row on the left and a column on
/// the right, and its axis is not in the result.
struct MatMulPlan {
  std::int64_t m = 1, n = 1, k = 1;
  Shape batch_a, batch_b;  // the leading axes of each operand
  Shape result;
};
MatMulPlan matmul_plan(const Shape& a, const Shape& b, bool transpose_a, bool transpose_b);

/// Throws where a number that can't be negative is.
void require_count(const char* op, const char* what, std::int64_t count);

/// Throws where a condition on x doesn't hold: "glu: the axis has an odd extent; x has the shape (2, 3)".
void require_of(const char* op, bool condition, const char* what, const Shape& x);

/// Throws IndexError: "bincount: index 9, at place 0, is out of range for an axis of extent 3".
[[noreturn]] void fail_index_in(const char* op, std::int64_t index, std::int64_t place, std::int64_t extent);

/// Throws unless `a` and `b` are equal.
void require_same(const char* op, const char* a_name, const Shape& a, const char* b_name, const Shape& b);

/// The shape of x with those of indices in place of an axis.
Shape gathered(const Shape& x, const Shape& indices, int axis);

/// Throws unless `a` and `b` are equal but for one axis.
void require_same_but(const char* op, const Shape& a, const Shape& b, int axis);

}  // namespace detail
}  // namespace gradc
