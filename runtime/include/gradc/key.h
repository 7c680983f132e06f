// Keys of random numbers. There is no hidden state: the same key gives the same numbers, on every machine, so that what
// is computed again sees the bits that it saw.
#pragma once

#include <cstdint>
#include <type_traits>

namespace gradc {

/// What random numbers are drawn under: one of 2^64 streams of a seed. A key is a value; two draws under one key are
/// the same numbers, so each draw takes a key of its own (gradc::fold_in, gradc::split).
struct Key {
  std::uint64_t seed = 0;
  std::uint64_t stream = 0;

  constexpr Key() = default;
  /// The first stream of a seed. Of integers alone, so that no probability is taken for a key.
  template <class I, std::enable_if_t<std::is_integral_v<I> && !std::is_same_v<I, bool>, int> = 0>
  constexpr explicit Key(I from) : seed(static_cast<std::uint64_t>(from)) {}
  constexpr Key(std::uint64_t from, std::uint64_t number) : seed(from), stream(number) {}
};

constexpr bool operator==(const Key& a, const Key& b) { return a.seed == b.seed && a.stream == b.stream; }
constexpr bool operator!=(const Key& a, const Key& b) { return !(a == b); }

}  // namespace gradc
