#include <gradc/kernels/random.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/dispatch/instances.h"

namespace gradc {
namespace kernels {
namespace {

constexpr int kLanes = 16;  // blocks that are made at once
constexpr std::uint64_t kKeysApart = 0x6b79732061706172;  // the seeds under which keys are made

struct Blocks {
  std::uint32_t word[4][kLanes];
};

std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }

// Blocks first, first + 1, ... of a stream.
void encrypt(std::uint64_t seed, std::uint64_t stream, std::uint64_t first, Blocks& b) {
  for (int i = 0; i < kLanes; ++i) {
    const std::uint64_t number = first + static_cast<std::uint64_t>(i);
    b.word[0][i] = low(number);
    b.word[1][i] = high(number);
    b.word[2][i] = low(stream);
    b.word[3][i] = high(stream);
  }
  std::uint32_t key0 = low(seed), key1 = high(seed);
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < kLanes; ++i) {
      const std::uint64_t even = std::uint64_t{0xD2511F53} * b.word[0][i];
      const std::uint64_t odd = std::uint64_t{0xCD9E8D57} * b.word[2][i];
      b.word[0][i] = high(odd) ^ b.word[1][i] ^ key0;
      b.word[1][i] = low(odd);
      b.word[2][i] = high(even) ^ b.word[3][i] ^ key1;
      b.word[3][i] = low(even);
    }
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
}

// f(words, how many) for the words of the draw in their order, four a block.
template <class F>
void each_words(std::int64_t words, std::uint64_t seed, std::uint64_t stream, F f) {
  constexpr std::int64_t kWords = 4 * kLanes;
  Blocks blocks;
  std::uint32_t line[kWords];
  for (std::int64_t done = 0; done < words; done += kWords) {
    encrypt(seed, stream, static_cast<std::uint64_t>(done / 4), blocks);
    for (int i = 0; i < kLanes; ++i)
      for (int w = 0; w < 4; ++w) line[4 * i + w] = blocks.word[w][i];
    f(line, std::min(kWords, words - done));
  }
}

float uniform(std::uint32_t word) { return static_cast<float>(word >> 8) * 0x1p-24f; }
double uniform(std::uint32_t first, std::uint32_t second) {
  return (static_cast<double>(first >> 5) * 0x1p26 + static_cast<double>(second >> 6)) * 0x1p-53;
}
// With the last bits that a 16-bit number hasn't set to 0, so that it is rounded towards 0.
template <class T>
float cut(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  bits &= std::is_same_v<T, half> ? 0xFFFFE000u : 0xFFFF0000u;
  std::memcpy(&x, &bits, sizeof bits);
  return x;
}

// Two normal numbers of u in (0, 1] and v in [0, 1).
template <class C, class T>
void normal(C u, C v, T* y, bool both) {
  const C radius = std::sqrt(C(-2) * std::log(u)), angle = C(6.283185307179586477) * v;
  y[0] = static_cast<T>(radius * std::cos(angle));
  if (both) y[1] = static_cast<T>(radius * std::sin(angle));
}

}  // namespace

void random_bits(const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* stream, std::uint32_t* y) {
  each_words(geometry.count, *seed, *stream, [&](const std::uint32_t* line, std::int64_t n) { y = std::copy(line, line + n, y); });
}

template <class T>
void random_uniform(const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* stream, T* y) {
  if constexpr (std::is_same_v<T, double>) {
    each_words(2 * geometry.count, *seed, *stream, [&](const std::uint32_t* line, std::int64_t n) {
      for (std::int64_t i = 0; i < n; i += 2) *y++ = uniform(line[i], line[i + 1]);
    });
  } else {
    each_words(geometry.count, *seed, *stream, [&](const std::uint32_t* line, std::int64_t n) {
      for (std::int64_t i = 0; i < n; ++i) {
        const float u = uniform(line[i]);
        if constexpr (std::is_same_v<T, float>) *y++ = u;
        else *y++ = static_cast<T>(cut<T>(u));
      }
    });
  }
}

template <class T>
void random_normal(const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* stream, T* y) {
  std::int64_t left = geometry.count;
  if constexpr (std::is_same_v<T, double>) {
    each_words(4 * ((left + 1) / 2), *seed, *stream, [&](const std::uint32_t* line, std::int64_t n) {
      for (std::int64_t i = 0; i < n; i += 4, y += 2, left -= 2)
        normal(1 - uniform(line[i], line[i + 1]), uniform(line[i + 2], line[i + 3]), y, left > 1);
    });
  } else {
    each_words(2 * ((left + 1) / 2), *seed, *stream, [&](const std::uint32_t* line, std::int64_t n) {
      for (std::int64_t i = 0; i < n; i += 2, y += 2, left -= 2)
        normal(1 - uniform(line[i]), uniform(line[i + 1]), y, left > 1);
    });
  }
}

void fold_in(const Draw& geometry, const std::uint64_t* seed, const std::uint64_t* stream, const std::uint64_t* x,
             std::uint64_t* y) {
  Blocks blocks;
  for (std::int64_t i = 0; i < geometry.count; ++i, y += 2) {
    encrypt(*seed ^ kKeysApart, *stream, x[i], blocks);
    for (int part = 0; part < 2; ++part)
      y[part] = blocks.word[2 * part][0] | std::uint64_t{blocks.word[2 * part + 1][0]} << 32;
  }
}

#define GRADC_INSTANCES(T)                                                                        \
  template void random_uniform(const Draw&, const std::uint64_t*, const std::uint64_t*, T*);      \
  template void random_normal(const Draw&, const std::uint64_t*, const std::uint64_t*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
