// Integer arithmetic without undefined behaviour, for the runtime and for generated code: results wrap as
// two's complement, division by zero throws, conversions from floating point saturate. And the products and quotients of
// complex numbers by their formulas, without what C99 (annex G) does after them about infinities.
#pragma once

#include <gradc/detail/element.h>
#include <gradc/errors.h>

#include <cstdint>
#include <limits>
#include <type_traits>

// What has no value. A kernel can't throw: it goes on with `value`, after a check of its own that the host hears of.
#if defined(__CUDA_ARCH__)
#define GRADC_REFUSE(value, message, where) return static_cast<void>(where), value
#else
#define GRADC_REFUSE(value, message, where) require_domain(false, message, where)
#endif

namespace gradc {
namespace scalar {

namespace detail {
/// An unsigned type at least as wide as I and as unsigned int, in which + - * cannot overflow. (A narrower
/// one would be promoted to int, whose product can.) Of bool too, so that what refuses it is heard alone.
template <class I>
using Wide = decltype(std::make_unsigned_t<std::conditional_t<std::is_same_v<I, bool>, unsigned char, I>>{} + 0u);
}  // namespace detail

/// a + b, wrapping. A floating point argument is added as it is.
template <class T>
constexpr T add(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<detail::Wide<T>>(a) + static_cast<detail::Wide<T>>(b));
  else
    return a + b;
}

/// a - b, wrapping.
template <class T>
constexpr T subtract(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<detail::Wide<T>>(a) - static_cast<detail::Wide<T>>(b));
  else
    return a - b;
}

/// a * b, wrapping.
template <class T>
constexpr T multiply(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<detail::Wide<T>>(a) * static_cast<detail::Wide<T>>(b));
  else if constexpr (gradc::detail::is_complex_v<T>)
    return T(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
  else
    return a * b;
}

/// a / b of real or complex numbers, without intermediate overflow (R. Smith, Algorithm 116, 1962). Of complex numbers
/// the quotient by 0 has the parts of a divided by 0.
template <class T>
constexpr T divide(T a, T b) {
  if constexpr (gradc::detail::is_complex_v<T>) {
    const auto c = b.real(), d = b.imag();
    const auto size_c = c < 0 ? -c : c, size_d = d < 0 ? -d : d;
    if (size_c == 0 && size_d == 0) return T(a.real() / size_c, a.imag() / size_d);
    if (size_c >= size_d) {
      const auto ratio = d / c, scale = c + d * ratio;
      return T((a.real() + a.imag() * ratio) / scale, (a.imag() - a.real() * ratio) / scale);
    }
    const auto ratio = c / d, scale = c * ratio + d;
    return T((a.real() * ratio + a.imag()) / scale, (a.imag() * ratio - a.real()) / scale);
  } else {
    return a / b;
  }
}

/// -a, wrapping: the least integer is its own negative.
template <class T>
constexpr T negate(T a) {
  if constexpr (std::is_integral_v<T>)
    return subtract(T{0}, a);
  else
    return -a;
}

/// |a|, wrapping: the least integer is its own magnitude.
template <class I>
constexpr I absolute(I a) {
  static_assert(std::is_integral_v<I>);
  return a < I{0} ? negate(a) : a;
}

/// a / b truncated toward zero. Throws DomainError for b = 0; the least integer divided by -1 wraps to
/// itself.
template <class I>
constexpr I quotient(I a, I b, const char* where = nullptr) {
  static_assert(std::is_integral_v<I>);
  if (b == I{0}) GRADC_REFUSE(I{0}, "integer division by zero", where);
  if constexpr (std::is_signed_v<I>)
    if (b == I{-1}) return negate(a);
  return static_cast<I>(a / b);
}

/// a % b, with the sign of a. Throws DomainError for b = 0; 0 for b = -1.
template <class I>
constexpr I modulo(I a, I b, const char* where = nullptr) {
  static_assert(std::is_integral_v<I>);
  if (b == I{0}) GRADC_REFUSE(I{0}, "integer remainder by zero", where);
  if constexpr (std::is_signed_v<I>)
    if (b == I{-1}) return I{0};
  return static_cast<I>(a % b);
}

/// a - b floor(a / b), with the sign of b. Throws DomainError for b = 0.
template <class I>
constexpr I floor_modulo(I a, I b, const char* where = nullptr) {
  const I rest = modulo(a, b, where);
  return rest != I{0} && (rest < I{0}) != (b < I{0}) ? static_cast<I>(rest + b) : rest;
}

/// floor(a / b). Throws DomainError for b = 0; the least integer divided by -1 wraps to itself.
template <class I>
constexpr I floor_divide(I a, I b, const char* where = nullptr) {
  const I whole = quotient(a, b, where);
  return modulo(a, b, where) != I{0} && (a < I{0}) != (b < I{0}) ? static_cast<I>(whole - I{1}) : whole;
}

/// Whether a shift by b moves the bits of an I by their distance; C++ leaves others undefined.
template <class I>
constexpr bool shifts_within(I b) {
  return b >= I{0} && b < I{std::numeric_limits<std::make_unsigned_t<I>>::digits};
}

/// a << b, wrapping; 0 where b is negative or the width at least.
template <class I>
constexpr I shift_left(I a, I b) {
  static_assert(std::is_integral_v<I>);
  return shifts_within(b) ? static_cast<I>(static_cast<detail::Wide<I>>(a) << b) : I{0};
}

/// a >> b with copies of a's sign; no bit of a stays where b is negative or the width at least.
template <class I>
constexpr I shift_right(I a, I b) {
  static_assert(std::is_integral_v<I>);
  return shifts_within(b) ? static_cast<I>(a >> b) : a < I{0} ? static_cast<I>(-1) : I{0};
}

/// a to the power b, wrapping, by repeated squaring. Throws DomainError for b < 0.
template <class I>
constexpr I power(I a, I b, const char* where = nullptr) {
  static_assert(std::is_integral_v<I>);
  if (b < I{0}) GRADC_REFUSE(I{0}, "integer raised to a negative power", where);
  I result{1};
  while (b != I{0}) {
    if ((b & I{1}) != I{0}) result = multiply(result, a);
    a = multiply(a, a);
    b = static_cast<I>(b / I{2});
  }
  return result;
}

/// The integer nearest to x toward zero; beyond I's range the end of the range, 0 for NaN.
template <class I, class F>
constexpr I to_integer(F x) {
  static_assert(std::is_integral_v<I> && std::is_floating_point_v<F>);
  using Limits = std::numeric_limits<I>;
  // 2^digits, the first value too large, is a power of two and so exact in F where max() is not.
  constexpr F kAbove = static_cast<F>(I{1} << (Limits::digits - 1)) * F{2};
  if (x != x) return I{0};
  if (x >= kAbove) return Limits::max();
  if constexpr (std::is_signed_v<I>) {
    if (x < -kAbove) return Limits::min();
  } else {
    if (x <= F{0}) return I{0};
  }
  return static_cast<I>(x);
}

/// Arithmetic of extents in the size formulas of generated code. Division rounds toward minus infinity;
/// divisors are positive there.
constexpr std::int64_t min_extent(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
constexpr std::int64_t max_extent(std::int64_t a, std::int64_t b) { return a > b ? a : b; }
constexpr std::int64_t divide_extent(std::int64_t a, std::int64_t b) {
  return b == 0 ? 0 : a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

}  // namespace scalar
}  // namespace gradc

#undef GRADC_REFUSE
