/// \file
/// Softmax, its cross entropy, and the functions that control how a value is differentiated.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/kernels/softmax.h>
#include <gradc/ops/geometry.h>
#include <gradc/ops/index.h>

namespace gradc {

namespace detail {
template <class A>
using AxisKernel = void (*)(const kernels::OuterAxisInner&, const Element<A>*, Element<A>*);

template <class A>
TensorLike<A> along_axis(const char* op, AxisKernel<A> kernel, const A& x, int axis) {
  const auto view = as_view(x);
  const int along = normalised_axis(op, axis, rank_v<A>);
  TensorLike<A> result;
  result.resize(view.shape());
  kernel(around_axis(view.shape(), along), view.data(), result.data());
  return result;
}
}  // namespace detail

/// e^x divided by its sum along `axis`, without overflow. Elements: real floating types.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> softmax(const A& x, int axis = -1) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::softmax takes real floating point elements; convert with gradc::astype");
  static_assert(detail::rank_v<A> >= 1, "gradc::softmax: a scalar has no axis");
  return detail::along_axis("softmax", &kernels::softmax<detail::Element<A>>, x, axis);
}

/// The logarithm of softmax along `axis`, without cancellation. Elements: real floating types.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> log_softmax(const A& x, int axis = -1) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::log_softmax takes real floating point elements; convert with gradc::astype");
  static_assert(detail::rank_v<A> >= 1, "gradc::log_softmax: a scalar has no axis");
  return detail::along_axis("log_softmax", &kernels::log_softmax<detail::Element<A>>, x, axis);
}

/// Cross entropy of softmax(logits) along the last axis, which is reduced. `labels` are integers of the result's shape, the class
/// of each row, or weights of the logits' shape and type: then -sum(labels * log_softmax(logits)).
/// \throws ShapeError where shapes differ.
/// \throws IndexError for a class that does not exist.
template <class A, class L, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, detail::rank_v<A> - 1> softmax_cross_entropy(const A& logits, const L& labels) {
  using T = detail::Element<A>;
  constexpr int kRank = detail::rank_v<A>;
  static_assert(detail::is_real_v<T>, "gradc::softmax_cross_entropy takes real floating point logits; convert with gradc::astype");
  static_assert(kRank >= 1, "gradc::softmax_cross_entropy: logits have an axis of classes");
  const auto z = detail::as_view(logits);
  const auto l = detail::as_operand<detail::Element<L>>(labels);
  const Shape whole = z.shape();
  const Shape rows(whole.begin(), kRank - 1);
  Tensor<T, kRank - 1> result;
  result.resize(rows);
  if constexpr (detail::is_index_v<L>) {
    static_assert(detail::rank_v<L> == kRank - 1,
                  "gradc::softmax_cross_entropy: one label for each row of logits");
    detail::require_same("softmax_cross_entropy", "labels", l.shape(), "the rows of logits", rows);
    kernels::sparse_softmax_cross_entropy({rows.size(), whole[kRank - 1]}, z.data(), l.data(), result.data());
  } else {
    static_assert(
        std::is_same_v<detail::Element<L>, T> && detail::rank_v<L> == kRank,
        "gradc::softmax_cross_entropy: labels are std::int32_t or std::int64_t, one for each row, or have "
        "the logits' type and rank; convert with gradc::astype");
    if constexpr (std::is_same_v<detail::Element<L>, T> && detail::rank_v<L> == kRank) {
      detail::require_same("softmax_cross_entropy", "labels", l.shape(), "logits", whole);
      kernels::softmax_cross_entropy({rows.size(), whole[kRank - 1]}, z.data(), l.data(), result.data());
    }
  }
  return result;
}

/// x, as a constant for differentiation.
template <class X>
detail::Value<X> stop_gradient(const X& x) {
  return x;
}

/// x, with a name for `wrt`, `stop` and `checkpoint`.
template <class X>
detail::Value<X> label(const char* name, const X& x) {
  static_cast<void>(name);
  return x;
}

/// x, marked to be kept for the backward pass under checkpoint(marked).
template <class X>
detail::Value<X> checkpoint(const X& x) {
  return x;
}

/// x, as a value that optimizations don't merge with x. Its adjoint passes through a barrier too.
template <class X>
detail::Value<X> optimization_barrier(const X& x) {
  return x;
}

/// x; its differentiation is an error with the text `why`.
template <class X>
detail::Value<X> prevent_gradient(const X& x, const char* why) {
  static_cast<void>(why);
  return x;
}

}  // namespace gradc
