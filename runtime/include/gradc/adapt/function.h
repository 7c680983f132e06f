/// \file
/// A function, its derivative, and what both take after the solver's point: what every adapter calls.
///
/// Derivatives are called in the form that allocates nothing, where they have it, with results and scratch memory that a
/// thread keeps from one call to the next.
#pragma once

#include <gradc/adapt/numbers.h>
#include <gradc/adapt/point.h>
#include <gradc/workspace.h>

#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gradc {
namespace adapt {
namespace detail {

template <class R, class = void>
inline constexpr bool has_value_v = false;
template <class R>
inline constexpr bool has_value_v<R, std::void_t<decltype(std::declval<R&>().value)>> = true;
template <class R, class = void>
inline constexpr bool has_grad_v = false;
template <class R>
inline constexpr bool has_grad_v<R, std::void_t<decltype(std::declval<R&>().grad)>> = true;
template <class R, class = void>
inline constexpr bool has_jacobian_v = false;
template <class R>
inline constexpr bool has_jacobian_v<R, std::void_t<decltype(std::declval<R&>().jacobian)>> = true;
template <class R, class = void>
inline constexpr bool has_hessian_v = false;
template <class R>
inline constexpr bool has_hessian_v<R, std::void_t<decltype(std::declval<R&>().hessian)>> = true;

/// The parts of a generated result, or of a pair of value and derivative that somebody wrote.
template <class R>
const auto& value_of(const R& result) {
  if constexpr (has_value_v<R>)
    return result.value;
  else
    return std::get<0>(result);
}
template <class R>
const auto& first_derivative_of(const R& result) {
  if constexpr (has_jacobian_v<R>)
    return result.jacobian;
  else if constexpr (has_grad_v<R>)
    return result.grad;
  else
    return std::get<1>(result);
}
template <class R>
const auto& second_derivative_of(const R& result) {
  if constexpr (has_hessian_v<R>)
    return result.hessian;
  else
    return std::get<1>(result);
}

/// Calls a derivative. The result is the thread's own where the derivative has a form that takes one, until the next call.
template <class F, class... A>
decltype(auto) derive(const F& derivative, const A&... arguments) {
  static_assert(std::is_invocable_v<const F&, const A&...>,
                "gradc: the derivative does not take the solver's point, followed by the constants");
  using Result = std::decay_t<std::invoke_result_t<const F&, const A&...>>;
  if constexpr (std::is_invocable_v<const F&, const A&..., Result&, Workspace&>) {
    thread_local Result result{};
    thread_local Workspace workspace;
    derivative(arguments..., result, workspace);
    return static_cast<const Result&>(result);
  } else {
    return Result(derivative(arguments...));
  }
}

/// Writes what `function` returns, or what it writes through a pointer that is its last parameter, to out[0, size).
template <class F, class... A>
void evaluate(const F& function, double* out, std::int64_t size, const A&... arguments) {
  constexpr bool kReturns = std::is_invocable_v<const F&, const A&...>;
  constexpr bool kWrites = std::is_invocable_v<const F&, const A&..., double*>;
  static_assert(kReturns || kWrites, "gradc: the function does not take the solver's point, followed by the constants");
  if constexpr (kReturns)
    flatten(function(arguments...), out, size, "the function's value");
  else
    function(arguments..., out);
}

}  // namespace detail

/// A function, its derivative, and constants, which are copied; `std::ref` and pointers are not followed.
template <class Value, class Derivative, class... C>
class Function {
 public:
  Function(Value of_value, Derivative of_derivative, C... constants)
      : value_(std::move(of_value)), derivative_(std::move(of_derivative)), constants_(std::move(constants)...) {}

  /// Writes `size` numbers to `out`.
  template <class... P>
  void value(double* out, std::int64_t size, const P&... points) const {
    std::apply([&](const auto&... c) { detail::evaluate(value_, out, size, points..., c...); }, constants_);
  }

  /// The result of the derivative, whose parts detail::value_of and others give.
  template <class... P>
  decltype(auto) derivative(const P&... points) const {
    return std::apply([&](const auto&... c) -> decltype(auto) { return detail::derive(derivative_, points..., c...); },
                      constants_);
  }

 private:
  Value value_;
  Derivative derivative_;
  std::tuple<C...> constants_;
};

/// `Function` of arguments as they are passed on: functions become pointers to them.
template <class Value, class Derivative, class... C>
Function<std::decay_t<Value>, std::decay_t<Derivative>, std::decay_t<C>...> function(Value&& value, Derivative&& derivative,
                                                                                     C&&... constants) {
  return {std::forward<Value>(value), std::forward<Derivative>(derivative), std::forward<C>(constants)...};
}

}  // namespace adapt
}  // namespace gradc
