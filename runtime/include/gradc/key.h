// Keys of random numbers. There is no hidden state: the same key gives the same numbers, on every machine, so that what
// is computed again sees the bits that it saw.
#pragma once

#include <cstdint>

namespace gradc {

/// What random numbers are drawn under: one of 2^64 streams of a seed. A key is a value; two draws under one key are
/// the same numbers, so each draw takes a key of its own (gradc::fold_in, gradc::split).
struct Key {
  std::uint64_t seed = 0;
  std::uint64_t stream = 0;
};

constexpr bool operator==(const Key& a, const Key& b) { return a.seed == b.seed && a.stream == b.stream; }
constexpr bool operator!=(const Key& a, const Key& b) { return !(a == b); }

}  // namespace gradc
