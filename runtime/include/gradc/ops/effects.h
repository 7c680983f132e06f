/// \file
/// Side effects: each op returns its operand. Generated code has each effect once, in the order of the source, and not in
/// derivatives or recomputation.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/kernels/effects.h>

namespace gradc {
namespace detail {

/// The element type of the kernel that prints X: of integers the one of that width.
template <class X, bool kInteger = std::is_integral_v<X> && !std::is_same_v<X, bool>>
struct PrintedAs {
  static_assert(!std::is_same_v<X, long double>, "gradc::print doesn't take long double");
  using Type = X;
};
template <class X>
struct PrintedAs<X, true> {
  template <class A, class B, class C, class D>
  using OfWidth =
      std::conditional_t<sizeof(X) == 1, A,
                         std::conditional_t<sizeof(X) == 2, B, std::conditional_t<sizeof(X) == 4, C, D>>>;
  using Type =
      std::conditional_t<std::is_signed_v<X>, OfWidth<std::int8_t, std::int16_t, std::int32_t, std::int64_t>,
                         OfWidth<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>>;
};

template <class X>
void print_line(const char* text, const X& x) {
  using T = typename PrintedAs<Element<X>>::Type;
  const auto value = as_operand<T>(x);
  kernels::print<T>({value.shape(), text}, value.data(), nullptr, nullptr);
}

}  // namespace detail

// A function of the user's that is called `print`, too, takes one argument and not a list of one, and so comes first where
// argument-dependent lookup finds both.

/// Prints x to the standard output with operator<<, followed by a newline, and returns x. The derivative is the identity.
template <class... X, detail::Constraint<sizeof...(X) == 1 && detail::are_values_v<X...>> = 0>
auto print(const X&... x) {
  (detail::print_line(nullptr, x), ...);
  return (..., detail::Value<X>(x));
}

/// As above, with a string literal before: print("x", x) prints "x: [1, 2]".
template <class... X, detail::Constraint<sizeof...(X) == 1 && detail::are_values_v<X...>> = 0>
auto print(const char* text, const X&... x) {
  (detail::print_line(text, x), ...);
  return (..., detail::Value<X>(x));
}

/// The condition, a bool or a tensor of them.
/// \throws DomainError with `text`, which is a literal, unless all are true.
template <class C, detail::Constraint<detail::are_values_v<C>> = 0>
detail::Value<C> assert_(const C& condition, const char* text) {
  GRADC_TAKES((std::is_same_v<detail::Element<C>, bool>), "gradc::assert_ takes a condition of bools; compare, as in x > 0") {
    const auto value = detail::as_operand<bool>(condition);
    kernels::assert_true({value.shape(), text}, value.data(), nullptr, nullptr);
    return detail::Value<C>(condition);
  }
}

}  // namespace gradc
