// Sums, products summed, maxima and minima, and the parts of softmax, of every instruction set that this processor has: exact on
// small integers, the same bits in each set, NaN from any place.
#include "kernels/reduce/fold.h"

#include <gradc/kernels/reduce.h>
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
using gradc::kernels::Powers;

template <class T>
struct Set {
  const char* name;
  void (*lines)(Fold, const FoldedLines<T>&);
  void (*rows)(Fold, const FoldedRows<T>&);
  void (*softmax_lines)(std::int64_t, std::int64_t, const T*, T*);
  void (*line_powers)(const Powers<T>&, const T*, T*, T*);
  void (*column_powers)(const Powers<T>&, const T*, T*, T*);
  void (*softmax_row)(std::int64_t, const T*, const T*, const T*, T*);
  void (*cross_entropy_line)(std::int64_t, const T*, const T*, T, T, T*);
};

#define GRADC_SET_OF(set)                                                                                          \
  Set<T> {                                                                                                         \
    #set, gradc::kernels::set::fold_lines, gradc::kernels::set::fold_rows, gradc::kernels::set::softmax_lines,     \
        gradc::kernels::set::line_powers, gradc::kernels::set::column_powers, gradc::kernels::set::softmax_row,    \
        gradc::kernels::set::cross_entropy_line                                                                    \
  }

template <class T>
std::vector<Set<T>> sets() {
  std::vector<Set<T>> found{GRADC_SET_OF(baseline)};
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) found.push_back(GRADC_SET_OF(avx2));
  if (__builtin_cpu_supports("avx512f")) found.push_back(GRADC_SET_OF(avx512));
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

// Numbers of which some are special: at every place that a line may have one.
template <class T>
std::vector<T> numbers(std::int64_t n, std::uint32_t state) {
  std::vector<T> x;
  for (std::int64_t i = 0; i < n; ++i)
    x.push_back(static_cast<T>((state = state * 1664525u + 1013904223u) >> 8) / T(1000003) - T(8));
  if (n > 2) x[static_cast<std::size_t>(n / 2)] = T(-0.0);
  if (n > 7) x[static_cast<std::size_t>(n / 3)] = -std::numeric_limits<T>::infinity();
  return x;
}

template <class T>
::testing::AssertionResult same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(a[i] != a[i] ? b[i] != b[i] : std::memcmp(&a[i], &b[i], sizeof a[i]) == 0))
      return ::testing::AssertionFailure() << "element " << i << ": " << a[i] << " and " << b[i];
  return ::testing::AssertionSuccess();
}

template <class T>
void check_same_bits() {
  const auto all = sets<T>();
  for (const std::int64_t n : kCounts) {
    const std::vector<T> x = numbers<T>(2 * n, 1), labels = numbers<T>(n, 2);
    const auto size = static_cast<std::size_t>(n);
    const auto results = [&](const Set<T>& set) {
      std::vector<T> out(2 * size + 4), m(size), s(size), y(size);
      for (const Fold fold : kFolds) set.lines(fold, {1, n, 0, x.data(), x.data() + n, &out[static_cast<std::size_t>(fold)]});
      set.softmax_lines(2, n, x.data(), out.data() + 4);
      for (const bool is_finite : {false, true}) {
        set.line_powers({2, n, n, is_finite}, x.data(), m.data(), s.data());
        out.insert(out.end(), {m[0], s[0]});
        set.cross_entropy_line(n, x.data(), labels.data(), m[0], s[0], y.data());
        out.push_back(y[0]);
      }
      set.column_powers({n, 2, n}, x.data(), m.data(), s.data());
      set.softmax_row(n, x.data(), m.data(), s.data(), y.data());
      for (const auto& part : {m, s, y}) out.insert(out.end(), part.begin(), part.end());
      return out;
    };
    const std::vector<T> first = results(all.front());
    for (const Set<T>& set : all) ASSERT_TRUE(same_bits(results(set), first)) << set.name << ", " << n;
  }
}

template <class T>
void check_blocks() {
  using gradc::kernels::BlockSum;
  for (const std::int64_t n : {0, 1, 3, 511, 512, 513, 1025, 1537, 4096, 5000, 70001}) {
    std::vector<T> x = integers<T>(n, 3);
    for (std::int64_t i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] /= T(3 + i % 7);
    T whole;
    gradc::kernels::sum<T>({{n}, {0}}, x.data(), &whole);
    BlockSum<T> blocks;
    for (std::int64_t begin = 0; begin < n; begin += BlockSum<T>::kBlock)
      blocks.add(x.data() + begin, std::min<std::int64_t>(BlockSum<T>::kBlock, n - begin));
    const T total = blocks.total();
    ASSERT_EQ(std::memcmp(&whole, &total, sizeof total), 0) << n;
  }
}

// Lines of -infinity alone, or with NaN or infinity in them.
template <class T>
void check_infinities() {
  const T infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  for (const Set<T>& set : sets<T>())
    for (const std::int64_t n : {1, 511, 512, 513, 1025}) {
      std::vector<T> x(static_cast<std::size_t>(n), -infinity), y(x.size());
      T m = 0, s = 1;
      set.softmax_lines(1, n, x.data(), y.data());
      for (const T each : y) ASSERT_TRUE(std::isnan(each)) << set.name;
      set.line_powers({1, n, n, true}, x.data(), &m, &s);
      EXPECT_EQ(m, T(0)) << set.name;
      EXPECT_EQ(s, T(0)) << set.name;
      x.back() = infinity;
      set.line_powers({1, n, n, true}, x.data(), &m, &s);
      EXPECT_EQ(m, T(0)) << set.name;
      EXPECT_EQ(s, infinity) << set.name;
      x.back() = T(-0.0);
      set.softmax_lines(1, n, x.data(), y.data());
      EXPECT_EQ(y.back(), T(1)) << set.name;
      EXPECT_EQ(y[0], T(n == 1 ? 1 : 0)) << set.name;
      x.back() = nan;
      set.line_powers({1, n, n, true}, x.data(), &m, &s);
      EXPECT_TRUE(std::isnan(m) && std::isnan(s)) << set.name;
    }
}

// Short lines are worked on several at a time: each as if it were alone, in place too.
template <class T>
void check_many_lines() {
  constexpr std::int64_t kLines = 700;
  for (const Set<T>& set : sets<T>())
    for (const std::int64_t n : {1, 2, 3, 10, 31, 32, 63, 64, 65, 127, 128, 129}) {
      const std::vector<T> x = numbers<T>(kLines * n, 5);
      std::vector<T> together = x, alone(x.size()), m(kLines), s(kLines), m_alone(kLines), s_alone(kLines);
      set.softmax_lines(kLines, n, together.data(), together.data());
      for (const bool is_finite : {false, true}) {
        set.line_powers({kLines, n, n, is_finite}, x.data(), m.data(), s.data());
        for (std::int64_t line = 0; line < kLines; ++line) {
          const auto at = static_cast<std::size_t>(line);
          set.softmax_lines(1, n, x.data() + line * n, alone.data() + line * n);
          set.line_powers({1, n, n, is_finite}, x.data() + line * n, &m_alone[at], &s_alone[at]);
        }
        ASSERT_TRUE(same_bits(together, alone)) << set.name << ", lines of " << n;
        ASSERT_TRUE(same_bits(m, m_alone) && same_bits(s, s_alone)) << set.name << ", lines of " << n;
      }
    }
}

template <class T>
void check_all() {
  check_many_lines<T>();
  for (const Set<T>& set : sets<T>()) {
    check_lines(set);
    check_rows(set);
    check_nans(set);
  }
  check_same_bits<T>();
  check_blocks<T>();
  check_infinities<T>();
}

TEST(Fold, OfFloat) { check_all<float>(); }
TEST(Fold, OfDouble) { check_all<double>(); }

}  // namespace
