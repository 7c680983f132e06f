/// \file
/// Keys of random numbers. There is no hidden state: a key gives the same numbers on every machine, so that recomputation gives
/// the same bits.
#pragma once

#include <cstdint>
#include <type_traits>

namespace gradc {

/// The key of a draw: one of 2^64 streams of a seed. A key is a value; two draws with one key are equal, so each draw needs its
/// own key (gradc::fold_in, gradc::split).
struct Key {
  std::uint64_t seed = 0;
  std::uint64_t stream = 0;

  constexpr Key() = default;
  /// The first stream of a seed. Takes integers only, so that a probability is not taken for a key.
  template <class I, std::enable_if_t<std::is_integral_v<I> && !std::is_same_v<I, bool>, int> = 0>
  constexpr explicit Key(I from) : seed(static_cast<std::uint64_t>(from)) {}
  constexpr Key(std::uint64_t from, std::uint64_t number) : seed(from), stream(number) {}
};

constexpr bool operator==(const Key& a, const Key& b) { return a.seed == b.seed && a.stream == b.stream; }
constexpr bool operator!=(const Key& a, const Key& b) { return !(a == b); }

}  // namespace gradc
