// Softmax and cross entropy, all by the shifted form: m the maximum of the line, s the sum of e^(x - m).
#include <gradc/detail/scalar_math.h>
#include <gradc/kernels/softmax.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "kernels/dispatch/dispatch.h"
#include "kernels/dispatch/instances.h"
#include "kernels/reduce/exponential.h"
#include "kernels/reduce/fold.h"

namespace gradc {
namespace kernels {
namespace {

constexpr std::int64_t kLanes = 32;   // independent partial results of a line
constexpr std::int64_t kBlock = 256;  // elements of a line, or lines of a row, that are worked on together

// f(result so far, element) over a line, in lanes; at least one element.
template <class C, class T, class F>
C over_line(const T* x, std::int64_t n, C start, F f) {
  C lane[kLanes];
  std::fill(lane, lane + kLanes, start);
  std::int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
#pragma GCC unroll 1
    for (std::int64_t j = 0; j < kLanes; ++j) lane[j] = f(lane[j], static_cast<C>(x[i + j]));
  for (std::int64_t j = 0; i + j < n; ++j) lane[j] = f(lane[j], static_cast<C>(x[i + j]));
  for (std::int64_t width = kLanes / 2; width > 0; width /= 2)
    for (std::int64_t j = 0; j < width; ++j) lane[j] = f(lane[j], lane[j + width]);
  return lane[0];
}

template <class T>
detail::Compute<T> line_max(const T* x, std::int64_t n) {
  using C = detail::Compute<T>;
  return over_line(x, n, static_cast<C>(x[0]), [](C a, C b) { return scalar::maximum(a, b); });
}

// The sum of e^(x - m) over a line.
template <class T>
detail::Compute<T> line_sum(const T* x, std::int64_t n, detail::Compute<T> m) {
  using C = detail::Compute<T>;
  C powers[kBlock], sum = 0;
  for (std::int64_t begin = 0; begin < n; begin += kBlock) {
    const std::int64_t count = std::min(kBlock, n - begin);
    for (std::int64_t i = 0; i < count; ++i) powers[i] = exponential(static_cast<C>(x[begin + i]) - m);
    sum += over_line(powers, count, C(0), [](C a, C b) { return a + b; });
  }
  return sum;
}

// log of the sum of e^x over a line, less m.
template <class T>
detail::Compute<T> log_sum(const T* x, std::int64_t n, detail::Compute<T> m) {
  return std::log(line_sum(x, n, m));
}

// Calls f(x, y, n, m, s), m being the maximum and s the sum of e^(x - m), for each line of adjacent elements; or for each
// row of adjacent lines, where m and s are arrays, and there is their number.
template <class T, class F, class G>
void for_each_line(const OuterAxisInner& g, const T* x, T* y, F line, G row) {
  using C = detail::Compute<T>;
  if (g.extent == 0) return;
  for (std::int64_t o = 0; o < g.outer; ++o, x += g.extent * g.inner, y += g.extent * g.inner) {
    if (g.inner == 1) {
      const C m = line_max(x, g.extent);
      line(x, y, m, line_sum(x, g.extent, m));
      continue;
    }
    for (std::int64_t column = 0; column < g.inner; column += kBlock) {
      const std::int64_t width = std::min(kBlock, g.inner - column);
      C m[kBlock], s[kBlock];
      for (std::int64_t j = 0; j < width; ++j) m[j] = static_cast<C>(x[column + j]), s[j] = 0;
      for (std::int64_t i = 1; i < g.extent; ++i)
        for (std::int64_t j = 0; j < width; ++j)
          m[j] = scalar::maximum(m[j], static_cast<C>(x[i * g.inner + column + j]));
      for (std::int64_t i = 0; i < g.extent; ++i)
        for (std::int64_t j = 0; j < width; ++j) s[j] += exponential(static_cast<C>(x[i * g.inner + column + j]) - m[j]);
      for (std::int64_t i = 0; i < g.extent; ++i) row(x + i * g.inner + column, y + i * g.inner + column, width, m, s);
    }
  }
}

}  // namespace

template <class T>
void softmax(const OuterAxisInner& geometry, const T* x, T* y) {
  using C = detail::Compute<T>;
  const std::int64_t n = geometry.extent;
  if constexpr (std::is_floating_point_v<T>) {
    if (geometry.inner == 1 && n > 0) {
      GRADC_DISPATCH(softmax_lines(geometry.outer, n, x, y));
      return;
    }
  }
  // The sum is that of the exponentials before they are rounded to 16 bits.
  for_each_line(
      geometry, x, y,
      [n](const T* from, T* to, C m, C s) {
        for (std::int64_t i = 0; i < n; ++i) to[i] = static_cast<T>(exponential(static_cast<C>(from[i]) - m) / s);
      },
      [](const T* from, T* to, std::int64_t width, const C* m, const C* s) {
        for (std::int64_t j = 0; j < width; ++j) to[j] = static_cast<T>(exponential(static_cast<C>(from[j]) - m[j]) / s[j]);
      });
}

template <class T>
void log_softmax(const OuterAxisInner& geometry, const T* x, T* y) {
  using C = detail::Compute<T>;
  const std::int64_t n = geometry.extent;
  for_each_line(
      geometry, x, y,
      [n](const T* from, T* to, C m, C s) {
        const C log_s = std::log(s);
        for (std::int64_t i = 0; i < n; ++i) to[i] = static_cast<T>((static_cast<C>(from[i]) - m) - log_s);
      },
      [](const T* from, T* to, std::int64_t width, const C* m, const C* s) {
        for (std::int64_t j = 0; j < width; ++j) to[j] = static_cast<T>((static_cast<C>(from[j]) - m[j]) - std::log(s[j]));
      });
}

template <class T>
void softmax_cross_entropy(const RowsClasses& geometry, const T* logits, const T* labels, T* y) {
  using C = detail::Compute<T>;
  const std::int64_t n = geometry.classes;
  for (std::int64_t row = 0; row < geometry.rows; ++row, logits += n, labels += n) {
    C loss = 0;
    if (n > 0) {
      const C m = line_max(logits, n);
      const C log_s = log_sum(logits, n, m);
      for (std::int64_t i = 0; i < n; ++i) {
        const C label = static_cast<C>(labels[i]);
        if (label != C(0)) loss += label * (log_s - (static_cast<C>(logits[i]) - m));
      }
    }
    y[row] = static_cast<T>(loss);
  }
}

template <class T, class I>
void sparse_softmax_cross_entropy(const RowsClasses& geometry, const T* logits, const I* labels, T* y) {
  using C = detail::Compute<T>;
  const std::int64_t n = geometry.classes;
  for (std::int64_t row = 0; row < geometry.rows; ++row)
    if (detail::outside(labels[row], n))
      fail_index(at_line(geometry.where, "softmax_cross_entropy", "label " + std::to_string(labels[row]) + ", of row " +
                                             std::to_string(row) + ", is out of range for " + std::to_string(n) +
                                             " classes"));
  for (std::int64_t row = 0; row < geometry.rows; ++row, logits += n) {
    const C m = line_max(logits, n);
    const C log_s = log_sum(logits, n, m);
    y[row] = static_cast<T>(log_s - (static_cast<C>(logits[labels[row]]) - m));
  }
}

#define GRADC_INSTANCES(T)                                                                           \
  template void softmax(const OuterAxisInner&, const T*, T*);                                        \
  template void log_softmax(const OuterAxisInner&, const T*, T*);                                    \
  template void softmax_cross_entropy(const RowsClasses&, const T*, const T*, T*);                   \
  template void sparse_softmax_cross_entropy(const RowsClasses&, const T*, const std::int32_t*, T*); \
  template void sparse_softmax_cross_entropy(const RowsClasses&, const T*, const std::int64_t*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
