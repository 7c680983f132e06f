// Sums, products summed, maxima and minima of every instruction set that this processor has: exact on small integers, the
// same bits in each set where nothing is multiplied, NaN from any place.
#include "kernels/reduce/fold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace {

using gradc::kernels::Fold;
using gradc::kernels::FoldedLines;
using gradc::kernels::FoldedRows;

template <class T>
struct Set {
  const char* name;
  void (*lines)(Fold, const FoldedLines<T>&);
  void (*rows)(Fold, const FoldedRows<T>&);
};

template <class T>
std::vector<Set<T>> sets() {
  namespace kernels = gradc::kernels;
  std::vector<Set<T>> found{{"baseline", kernels::baseline::fold_lines, kernels::baseline::fold_rows}};
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    found.push_back({"avx2", kernels::avx2::fold_lines, kernels::avx2::fold_rows});
  if (__builtin_cpu_supports("avx512f")) found.push_back({"avx512", kernels::avx512::fold_lines, kernels::avx512::fold_rows});
#endif
  return found;
}

constexpr Fold kFolds[] = {Fold::Sum, Fold::Products, Fold::Max, Fold::Min};
constexpr std::int64_t kCounts[] = {1, 2, 3, 7, 8, 9, 15, 16, 31, 33, 63, 64, 65, 100, 255, 257, 511, 512, 513, 1500, 5000};

template <class T>
std::vector<T> integers(std::int64_t count, std::int64_t seed) {
  std::vector<T> values;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(static_cast<T>((i * 7 + seed) % 17 - 8));
  return values;
}

template <class T>
T step(Fold fold, T so_far, T x, T z) {
  if (fold == Fold::Sum) return so_far + x;
  if (fold == Fold::Products) return so_far + x * z;
  return (fold == Fold::Max ? x > so_far : x < so_far) ? x : so_far;
}

template <class T>
void check_lines(const Set<T>& set) {
  for (const Fold fold : kFolds)
    for (const std::int64_t n : kCounts) {
      const std::int64_t lines = 3, apart = n + 2;
      const std::vector<T> x = integers<T>(lines * apart, 3), z = integers<T>(lines * apart, 11);
      std::vector<T> y(static_cast<std::size_t>(lines), T(99));
      set.lines(fold, {lines, n, apart, x.data(), z.data(), y.data()});
      for (std::int64_t line = 0; line < lines; ++line) {
        const T *xs = x.data() + line * apart, *zs = z.data() + line * apart;
        T expected = fold == Fold::Products ? xs[0] * zs[0] : xs[0];
        for (std::int64_t i = 1; i < n; ++i) expected = step(fold, expected, xs[i], zs[i]);
        ASSERT_EQ(y[static_cast<std::size_t>(line)], expected) << set.name << ", fold " << static_cast<int>(fold) << " of " << n;
      }
    }
}

template <class T>
void check_rows(const Set<T>& set) {
  for (const Fold fold : kFolds)
    for (const std::int64_t width : kCounts)
      for (const std::int64_t count : {1, 2, 5, 16}) {
        const std::vector<T> x = integers<T>(count * width, 3), z = integers<T>(count * width, 11);
        std::vector<T> y(static_cast<std::size_t>(width), T(99));
        FoldedRows<T> g{count, width, {}, {}, y.data()};
        for (std::int64_t r = 0; r < count; ++r) g.x[r] = x.data() + r * width, g.z[r] = z.data() + r * width;
        set.rows(fold, g);
        for (std::int64_t j = 0; j < width; ++j) {
          T expected = fold == Fold::Products ? g.x[0][j] * g.z[0][j] : g.x[0][j];
          for (std::int64_t r = 1; r < count; ++r) expected = step(fold, expected, g.x[r][j], g.z[r][j]);
          ASSERT_EQ(y[static_cast<std::size_t>(j)], expected) << set.name << ", fold " << static_cast<int>(fold) << " of " << count;
        }
      }
}

template <class T>
void check_nans(const Set<T>& set) {
  const T nan = std::numeric_limits<T>::quiet_NaN();
  for (const Fold fold : {Fold::Max, Fold::Min})
    for (const std::int64_t n : {1, 3, 8, 33, 100, 1100})
      for (std::int64_t at = 0; at < n; at += n > 100 ? 37 : 1) {
        std::vector<T> x = integers<T>(n, 3);
        x[static_cast<std::size_t>(at)] = nan;
        T y = 0;
        set.lines(fold, {1, n, 0, x.data(), x.data(), &y});
        ASSERT_TRUE(std::isnan(y)) << set.name << ": " << at << " of " << n;
        FoldedRows<T> g{std::min<std::int64_t>(n, gradc::kernels::kFoldedRows), 1, {}, {}, &y};
        for (std::int64_t r = 0; r < g.count; ++r) g.x[r] = g.z[r] = x.data() + (at + r) % n;
        set.rows(fold, g);
        ASSERT_TRUE(std::isnan(y)) << set.name << ": " << at << " of " << n;
      }
}

template <class T>
void check_same_bits() {
  const auto all = sets<T>();
  for (const std::int64_t n : kCounts) {
    std::vector<T> x;
    std::uint32_t state = 1;
    for (std::int64_t i = 0; i < n; ++i) x.push_back(static_cast<T>((state = state * 1664525u + 1013904223u) >> 8) / T(1000003));
    for (const Fold fold : {Fold::Sum, Fold::Max, Fold::Min}) {
      T first = 0, y = 0;
      all.front().lines(fold, {1, n, 0, x.data(), x.data(), &first});
      for (const Set<T>& set : all) {
        set.lines(fold, {1, n, 0, x.data(), x.data(), &y});
        ASSERT_EQ(std::memcmp(&first, &y, sizeof y), 0) << set.name << ", fold " << static_cast<int>(fold) << " of " << n;
      }
    }
  }
}

template <class T>
void check_all() {
  for (const Set<T>& set : sets<T>()) {
    check_lines(set);
    check_rows(set);
    check_nans(set);
  }
  check_same_bits<T>();
}

TEST(Fold, OfFloat) { check_all<float>(); }
TEST(Fold, OfDouble) { check_all<double>(); }

}  // namespace
