/// \file
/// Elementwise functions that are composed of others: integer powers, scaling by powers of two, selection, and the bits of
/// integers. Two operands broadcast.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/detail/scalar.h>
#include <gradc/detail/scalar_math.h>
#include <gradc/ops/geometry.h>

#include <cmath>

namespace gradc {

/// x^n for an integer n by repeated squaring; 1 for n = 0, also at x = 0.
/// \throws DomainError for integers x and n < 0.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto integer_pow(const X& x, std::int64_t n) {
  GRADC_TAKES_ELEMENTS(void, "integer_pow", detail::is_numeric_v<T>, "numbers, which bools are not", X) {
    if constexpr (detail::is_integer_v<T>) {
      if (n < 0) fail_domain("integer_pow: integers have no power less than 0");
    }
    return detail::elementwise<void>("integer_pow", [n](auto v) { return scalar::integer_pow(v, n); }, x);
  }
}

/// x 2^n for integers n, a number or a tensor of the shape of x.
/// \throws ShapeError for other shapes.
template <class A, class I, detail::Constraint<detail::is_tensor_v<A> || detail::is_scalar_v<A>> = 0>
auto ldexp(const A& x, const I& n) {
  using T = detail::Element<A>;
  static_assert(detail::is_real_v<T> && detail::is_integer_v<detail::Element<I>>,
                "gradc::ldexp takes real floating point elements and integers; convert with gradc::astype");
  if constexpr (!detail::is_real_v<T> || !detail::is_integer_v<detail::Element<I>>) {
    return detail::Value<A>(x);
  } else {
    const auto scaled = [](T v, auto e) {
      const std::int64_t whole = detail::index_at(&e, 0);
      const auto within = static_cast<int>(whole < -9999 ? -9999 : whole > 9999 ? 9999 : whole);
      return static_cast<T>(std::ldexp(static_cast<detail::Compute<T>>(v), within));
    };
    if constexpr (detail::is_scalar_v<A>) {
      return scaled(x, n);
    } else {
      detail::TensorLike<A> y(detail::as_view(x));
      const auto exponents = detail::as_operand<detail::Element<I>>(n);
      if constexpr (detail::is_tensor_v<I>) detail::require_same("ldexp", "exponents", exponents.shape(), "x", y.shape());
      for (std::int64_t i = 0; i < y.size(); ++i)
        y.data()[i] = scaled(y.data()[i], exponents.data()[detail::is_tensor_v<I> ? i : 0]);
      return y;
    }
  }
}

GRADC_UNLIKE(add_n)
GRADC_UNLIKE(select_n)
/// The sum of tensors of one shape: add_n({a, b, c}).
/// \throws ShapeError where the shapes differ.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> add_n(const A (&xs)[N]) {
  detail::TensorLike<A> sum(detail::as_view(xs[0]));
  for (std::size_t k = 1; k < N; ++k) {
    detail::require_same("add_n", "a tensor", detail::as_view(xs[k]).shape(), "the first", sum.shape());
    sum = sum + xs[k];
  }
  return sum;
}
inline detail::Nothing add_n(const detail::add_n_of_unlike&) { return {}; }

/// The element of xs[k], k being the index: a number, or a tensor with one index for each element. The index is clamped to the
/// list: select_n(i, {a, b, c}).
/// \throws ShapeError where shapes differ.
template <class I, class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> select_n(const I& index, const A (&xs)[N]) {
  static_assert(detail::is_integer_v<detail::Element<I>>, "gradc::select_n takes integer indices; convert with gradc::astype");
  detail::TensorLike<A> y(detail::as_view(xs[0]));
  const auto which = detail::as_operand<detail::Element<I>>(index);
  if constexpr (detail::rank_v<I> != 0) detail::require_same("select_n", "indices", which.shape(), "the first", y.shape());
  for (const A& x : xs) detail::require_same("select_n", "a tensor", detail::as_view(x).shape(), "the first", y.shape());
  for (std::int64_t i = 0; i < y.size(); ++i) {
    const auto k = detail::index_at(which.data(), detail::rank_v<I> != 0 ? i : 0);
    y.data()[i] = detail::as_view(xs[k <= 0 ? 0 : k >= static_cast<std::int64_t>(N) ? N - 1 : static_cast<std::size_t>(k)]).data()[i];
  }
  return y;
}
template <class I>
detail::Nothing select_n(const I&, const detail::select_n_of_unlike&) {
  return {};
}

/// Whether |a - b| <= atol + rtol |b|; infinities are close to themselves alone, NaN to nothing.
template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>
auto isclose(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8) {
  GRADC_TAKES_ELEMENTS(bool, "isclose", detail::is_real_v<T>, "real floating point elements", A, B) {
    const auto near = [=](auto u, auto v) {
      return u == v || (std::fabs(v) < std::numeric_limits<decltype(v)>::infinity() &&
                        std::fabs(u - v) <= static_cast<decltype(v)>(atol) + static_cast<decltype(v)>(rtol) * std::fabs(v));
    };
    return detail::elementwise<bool>("isclose", near, a, b);
  }
}

#define GRADC_ON_BITS(name, expression)                                                             \
  template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>                   \
  auto name(const A& a, const B& b) {                                                               \
    GRADC_TAKES_ELEMENTS(void, #name, detail::is_integer_v<T>, "integers", A, B) {                  \
      return detail::elementwise<void>(#name, [](T u, T v) { return static_cast<T>(expression); }, a, b); \
    }                                                                                               \
  }
/// The bits of integers, as in C++; a shift by a negative number, or by at least the width, leaves no bit: the
/// result is 0, or -1 for a negative number shifted right.
GRADC_ON_BITS(bitwise_and, u & v)
GRADC_ON_BITS(bitwise_or, u | v)
GRADC_ON_BITS(bitwise_xor, u ^ v)
GRADC_ON_BITS(left_shift, scalar::shift_left(u, v))
GRADC_ON_BITS(right_shift, scalar::shift_right(u, v))
#undef GRADC_ON_BITS
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto bitwise_not(const X& x) {
  static_assert(detail::is_integer_v<detail::Element<X>>, "gradc::bitwise_not takes integers; convert with gradc::astype");
  if constexpr (detail::is_integer_v<detail::Element<X>>)
    return bitwise_xor(x, static_cast<detail::Element<X>>(-1));
  else
    return detail::Value<X>(x);
}

}  // namespace gradc
