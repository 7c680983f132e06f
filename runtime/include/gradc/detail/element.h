// What an element of a tensor may be, and what it is computed in.
#pragma once

#include <gradc/half.h>

#include <cstdint>
#include <type_traits>

namespace gradc {
namespace detail {

/// 16-bit floating types, which are computed in float.
template <class T>
inline constexpr bool is_half_v = std::is_same_v<T, half> || std::is_same_v<T, bfloat16>;

/// Real floating types (class F of the op catalogue).
template <class T>
inline constexpr bool is_real_v = std::is_same_v<T, float> || std::is_same_v<T, double> || is_half_v<T>;

/// Complex types (class C of the op catalogue), which <gradc/complex.h> adds.
template <class T>
inline constexpr bool is_complex_v = false;
/// The class FC.
template <class T>
inline constexpr bool is_field_v = is_real_v<T> || is_complex_v<T>;

/// The type of the parts of a complex type; of another, itself.
template <class T, bool kComplex = is_complex_v<T>>
struct PartsOf {
  using Type = T;
};
template <class T>
struct PartsOf<T, true> {
  using Type = typename T::value_type;
};
template <class T>
using RealOf = typename PartsOf<T>::Type;

/// Integer types (class I): any width of C++, but not bool.
template <class T>
inline constexpr bool is_integer_v = std::is_integral_v<T> && !std::is_same_v<T, bool>;

/// What counts as a scalar operand of an op.
template <class T>
inline constexpr bool is_scalar_v = std::is_arithmetic_v<T> || is_half_v<T> || is_complex_v<T>;

/// What stands at place i of a list of indices; 0 where it is no integer, which the op refuses.
template <class I>
constexpr std::int64_t index_at(const I* list, std::int64_t i) {
  if constexpr (!is_integer_v<I>)
    return 0;
  else if constexpr (std::is_same_v<I, std::uint64_t>)
    return list[i] > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(list[i]);
  else
    return static_cast<std::int64_t>(list[i]);
}

/// The type that arithmetic on T is done in.
template <class T>
using Compute = std::conditional_t<is_half_v<T>, float, T>;

/// The class C of `Constraint<condition>` in a template's parameters, which removes it where the condition
/// fails.
template <bool kCondition>
using Constraint = std::enable_if_t<kCondition, int>;

}  // namespace detail
}  // namespace gradc
