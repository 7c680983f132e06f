// The leaves of C++ values as blocks of Jacobians and Hessians have them.
#pragma once

#include <gradc/verify/values.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace gradc::verify {

/// A vector of which blocks have each leaf as one tensor, for all elements.
template <class V>
struct Stacked {
  const V& vector;
};
template <class V>
Stacked<V> stacked(const V& vector) {
  return {vector};
}

/// A leaf of a value as blocks have it: where its numbers are among those of the values, at each place of the
/// vectors that it lies in. Numbers that lie in a vector themselves are at one place, and so are those of an array.
struct Leaf {
  std::vector<std::vector<std::size_t>> places;
  std::size_t parts = 1;   // of a number: 2 of a complex one
  bool is_number = false;  // it is one and in no vector
};

namespace detail {

// Numbers, a tensor or an array of numbers.
template <class V>
void append_leaf(const V& value, std::size_t& next, std::vector<Leaf>& leaves) {
  Leaf leaf{{{}}, 1, is_number_v<V>};
  bool has_derivative = false;
  each_leaf(value, [&](const auto* data, std::int64_t count) {
    using T = std::decay_t<decltype(*data)>;
    if constexpr (has_derivative_v<T>) {
      has_derivative = true;
      leaf.parts = is_std_complex_v<T> ? 2 : 1;
      for (std::int64_t i = 0; i < count; ++i, next += leaf.parts) leaf.places[0].push_back(next);
    }
  });
  if (has_derivative) leaves.push_back(std::move(leaf));
}

template <bool in_vector, class V>
void append_leaves(const V& value, std::size_t& next, std::vector<Leaf>& leaves);

// Numbers, or arrays of them, of one or more axes.
template <class V>
constexpr bool holds_numbers_alone() {
  if constexpr (is_array_v<V>)
    return holds_numbers_alone<std::decay_t<decltype(*std::begin(std::declval<const V&>()))>>();
  else
    return is_number_v<V>;
}

// Those of one element after the other, each leaf once.
template <class V>
void append_leaves_of_elements(const V& vector, std::size_t& next, std::vector<Leaf>& leaves, bool are_stacked) {
  std::vector<Leaf> all;
  std::size_t none = 0;
  append_leaves<true>(typename V::value_type{}, none, all);
  for (Leaf& leaf : all) {
    leaf.is_number = leaf.is_number || are_stacked;
    leaf.places.assign(leaf.is_number ? 1 : 0, {});
  }
  for (const auto& element : vector) {
    std::vector<Leaf> inside;
    append_leaves<true>(element, next, inside);
    for (std::size_t k = 0; k < all.size(); ++k)
      for (const std::vector<std::size_t>& place : inside[k].places) {
        if (!all[k].is_number) all[k].places.emplace_back();
        all[k].places.back().insert(all[k].places.back().end(), place.begin(), place.end());
      }
  }
  for (Leaf& leaf : all) leaf.is_number = false;
  leaves.insert(leaves.end(), all.begin(), all.end());
}

template <class V>
inline constexpr bool is_stacked_v = false;
template <class V>
inline constexpr bool is_stacked_v<Stacked<V>> = true;

// In vectors arrays of arrays of numbers are one leaf.
template <bool in_vector, class V>
void append_leaves(const V& value, std::size_t& next, std::vector<Leaf>& leaves) {
  if constexpr (std::is_same_v<V, std::vector<bool>>) {
    // No numbers with derivatives.
  } else if constexpr (is_stacked_v<V>) {
    append_leaves_of_elements(value.vector, next, leaves, true);
  } else if constexpr (is_number_v<V> || is_tensor_v<V> || is_eigen_v<V>) {
    append_leaf(value, next, leaves);
  } else if constexpr (is_vector_v<V>) {
    append_leaves_of_elements(value, next, leaves, false);
  } else if constexpr (is_array_v<V>) {
    if constexpr (is_number_v<std::decay_t<decltype(*std::begin(value))>> || (in_vector && holds_numbers_alone<V>()))
      append_leaf(value, next, leaves);
    else
      for (const auto& item : value) append_leaves<in_vector>(item, next, leaves);
  } else if constexpr (is_tuple_v<V>) {
    std::apply([&](const auto&... items) { (append_leaves<in_vector>(items, next, leaves), ...); }, value);
  } else {
    std::apply([&](const auto&... items) { (append_leaves<in_vector>(items, next, leaves), ...); }, Members<V>::of(value));
  }
}

}  // namespace detail

template <class... V>
std::vector<Leaf> leaves(const V&... values) {
  std::vector<Leaf> all;
  std::size_t next = 0;
  (detail::append_leaves<false>(values, next, all), ...);
  return all;
}
/// The numbers of each member of a structure.
template <class S>
std::vector<Numbers> blocks(const S& structure) {
  return std::apply([](const auto&... members) { return std::vector<Numbers>{numbers(members)...}; },
                    Members<S>::of(structure));
}

}  // namespace gradc::verify
