// Whether the result of a generated function has a member: what is not connected has none.
#pragma once

#include <type_traits>
#include <utility>

#define CONFORMANCE_MEMBER(name)          \
  template <class T, class = void>        \
  struct Has_##name : std::false_type {}; \
  template <class T>                      \
  struct Has_##name<T, std::void_t<decltype(std::declval<T>().name)>> : std::true_type {}
