/// \file
/// Ops on the binary representation of numbers.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/kernels/bits.h>

namespace gradc {

/// The numbers of type D whose bits are those of x: real numbers or integers of the same width. The derivative is zero.
template <class D, class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<D, detail::rank_v<A>> bitcast(const A& x) {
  using T = detail::Element<A>;
  static_assert(
      (detail::is_real_v<T> || detail::is_integer_v<T>)&&(detail::is_real_v<D> || detail::is_integer_v<D>),
      "gradc::bitcast takes real numbers and integers");
  static_assert(detail::is_complex_v<T> || std::is_same_v<D, bool> || sizeof(T) == sizeof(D), "gradc::bitcast: the two types have the same size");
  const auto view = detail::as_view(x);
  Tensor<D, detail::rank_v<A>> y;
  y.resize(view.shape());
  kernels::bitcast(kernels::Count{view.size()}, view.data(), y.data());
  return y;
}

/// x rounded, halves to even, to a format with the given bits of exponent (2 to 11) and mantissa (1 to 52), at most those of the
/// element type. A number above the largest of the format becomes infinite, one below the smallest normal one becomes 0. The
/// derivative is rounded likewise; with `straight` it is passed through unchanged.
/// \throws DomainError for other numbers of bits.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> reduce_precision(const A& x, int exponent_bits, int mantissa_bits, bool straight = false) {
  (void)straight;
  static_assert(detail::is_real_v<detail::Element<A>>,
                "gradc::reduce_precision takes real floating point elements");
  require_domain(exponent_bits >= 2 && exponent_bits <= 11,
                 "reduce_precision: the exponent has 2 to 11 bits");
  require_domain(mantissa_bits >= 1 && mantissa_bits <= 52,
                 "reduce_precision: the mantissa has 1 to 52 bits");
  const auto view = detail::as_view(x);
  detail::TensorLike<A> y;
  y.resize(view.shape());
  kernels::reduce_precision(kernels::Rounding{view.size(), exponent_bits, mantissa_bits}, view.data(),
                            y.data());
  return y;
}

}  // namespace gradc
