/// \file
/// Products of matrices and vectors.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/detail/scalar_math.h>
#include <gradc/kernels/matmul.h>
#include <gradc/ops/elementwise.h>
#include <gradc/ops/geometry.h>

namespace gradc {

// What stands before the body of a product of two operands of numbers, whose element type is called T.
#define GRADC_TAKES_PRODUCT(op, A, B)                                                                     \
  using T [[maybe_unused]] = typename detail::Common<A, B>::Type;                                         \
  GRADC_GO_TOGETHER(op, A, B)                                                                             \
  static_assert(!detail::go_together_v<A, B> || detail::is_numeric_v<T>, "gradc::" op " takes numbers; convert with gradc::astype"); \
  if constexpr (!detail::go_together_v<A, B> || !detail::is_numeric_v<T>) {                               \
    return {};                                                                                            \
  } else

/// Options of `matmul`, chained: gradc::MatMul().transpose_a(). A transposed operand has its last two axes swapped; on an operand
/// of rank 1 it has no effect.
class MatMul {
 public:
  constexpr MatMul() = default;
  constexpr MatMul transpose_a(bool value = true) const { return {value, transpose_b_, adjoint_a_, adjoint_b_}; }
  constexpr MatMul transpose_b(bool value = true) const { return {transpose_a_, value, adjoint_a_, adjoint_b_}; }
  /// The conjugate transpose, whether or not it is also transposed; of real elements that is the transpose.
  constexpr MatMul adjoint_a(bool value = true) const { return {transpose_a_, transpose_b_, value, adjoint_b_}; }
  constexpr MatMul adjoint_b(bool value = true) const { return {transpose_a_, transpose_b_, adjoint_a_, value}; }
  constexpr bool transposes_a() const { return transpose_a_ || adjoint_a_; }
  constexpr bool transposes_b() const { return transpose_b_ || adjoint_b_; }
  constexpr bool conjugates_a() const { return adjoint_a_; }
  constexpr bool conjugates_b() const { return adjoint_b_; }

 private:
  constexpr MatMul(bool transpose_a, bool transpose_b, bool adjoint_a, bool adjoint_b)
      : transpose_a_(transpose_a), transpose_b_(transpose_b), adjoint_a_(adjoint_a), adjoint_b_(adjoint_b) {}
  bool transpose_a_ = false;
  bool transpose_b_ = false;
  bool adjoint_a_ = false;
  bool adjoint_b_ = false;
};

namespace detail {
/// NumPy's ranks: a rank-1 operand's axis is not in the result.
template <class A, class B>
inline constexpr int matmul_rank_v = rank_v<A> == 1   ? (rank_v<B> == 1 ? 0 : rank_v<B> - 1)
                                     : rank_v<B> == 1 ? rank_v<A> - 1
                                                      : common_rank_v<A, B>;
// The conjugates of complex elements.
template <class A>
TensorLike<A> conjugates(const A& a) {
  TensorLike<A> y = a;
  for (auto& element : y) element = scalar::Math<Element<A>>::conj(element);
  return y;
}
}  // namespace detail

/// The matrix product of the last two axes, leading axes broadcasting; operands of rank 1 are a row on the left and a column on
/// the right, as in NumPy.
/// \throws ShapeError where the inner extents differ or the leading ones do not broadcast.
template <class A, class B, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B>> = 0>
Tensor<typename detail::Common<A, B>::Type, detail::matmul_rank_v<A, B>> matmul(const A& a, const B& b,
                                                                                MatMul options = MatMul()) {
  static_assert(detail::rank_v<A> >= 1 && detail::rank_v<B> >= 1,
                "gradc::matmul: a scalar is not a matrix; use *");
  GRADC_TAKES_PRODUCT("matmul", A, B)
  if constexpr (!std::is_same_v<detail::Element<A>, T> || !std::is_same_v<detail::Element<B>, T>) {
    return matmul(astype<T>(a), astype<T>(b), options);
  } else {
    if constexpr (detail::is_complex_v<T>) {
      const MatMul transposed = MatMul().transpose_a(options.transposes_a()).transpose_b(options.transposes_b());
      if (options.conjugates_a())
        return matmul(detail::conjugates(a), b, transposed.adjoint_b(options.conjugates_b()));
      if (options.conjugates_b()) return matmul(a, detail::conjugates(b), transposed);
    }
    const auto x = detail::as_view(a);
    const auto y = detail::as_view(b);
    const bool transpose_a = options.transposes_a() && detail::rank_v<A> > 1;
    const bool transpose_b = options.transposes_b() && detail::rank_v<B> > 1;
    const detail::MatMulPlan plan = detail::matmul_plan(x.shape(), y.shape(), transpose_a, transpose_b);
    Tensor<T, detail::matmul_rank_v<A, B>> result;
    result.resize(plan.result);
    T* to = result.data();
    const std::int64_t a_size = plan.m * plan.k, b_size = plan.k * plan.n, c_size = plan.m * plan.n;
    // Matrices of a batch are adjacent: a run along which both operands advance is one call.
    for (detail::Alignment rows("matmul", {plan.batch_a, plan.batch_b}); !rows.done(); rows.next()) {
      const std::int64_t batch = rows.step(0) == 1 && rows.step(1) == 1 ? rows.run() : 1;
      for (std::int64_t i = 0; i < rows.run(); i += batch) {
        kernels::matmul({plan.m, plan.n, plan.k, transpose_a, transpose_b, batch},
                        x.data() + (rows.offset(0) + i * rows.step(0)) * a_size,
                        y.data() + (rows.offset(1) + i * rows.step(1)) * b_size, to);
        to += batch * c_size;
      }
    }
    return result;
  }
}

/// The sum of a(i) * b(i).
/// \throws ShapeError where the lengths differ.
template <class A, class B, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B>> = 0>
Tensor<typename detail::Common<A, B>::Type, 0> dot(const A& a, const B& b) {
  GRADC_TAKES(detail::rank_v<A> == 1 && detail::rank_v<B> == 1, "gradc::dot takes two vectors") {
    GRADC_TAKES_PRODUCT("dot", A, B) {
      detail::require_same("dot", "the left vector", detail::as_view(a).shape(), "the right", detail::as_view(b).shape());
      return matmul(a, b);
    }
  }
}

/// The matrix of a(i) * b(j).
template <class A, class B, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B>> = 0>
Tensor<typename detail::Common<A, B>::Type, 2> outer(const A& a, const B& b) {
  GRADC_TAKES(detail::rank_v<A> == 1 && detail::rank_v<B> == 1, "gradc::outer takes two vectors") {
    GRADC_TAKES_PRODUCT("outer", A, B) {
      const auto x = detail::as_view(a);
      return View<const detail::Element<A>, 2>(x.data(), Shape{x.extent(0), 1}) * b;
    }
  }
}

#undef GRADC_TAKES_PRODUCT

}  // namespace gradc
