// Softmax and cross entropy, all by the shifted form: m the maximum of the line, s the sum of e^(x - m).
#include <gradc/detail/parallel.h>
#include <gradc/detail/scalar_math.h>
#include <gradc/kernels/softmax.h>
#include <gradc/vector_math.h>

#include <algorithm>
#include <type_traits>

#include "kernels/dispatch/dispatch.h"
#include "kernels/dispatch/instances.h"
#include "kernels/reduce/fold.h"

namespace gradc {
namespace kernels {
namespace {

constexpr std::int64_t kLanes = 32;   // independent partial results of a line of 16-bit elements
constexpr std::int64_t kCost = 25;    // of an element, for threads
constexpr std::int64_t kBlock = 256;  // elements of a line, or lines of a row, that are worked on together

// --- lines of 16-bit elements

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

// The sum of e^(x - m) over a line.
template <class T>
float line_sum(const T* x, std::int64_t n, float m) {
  float powers[kBlock], sum = 0;
  for (std::int64_t begin = 0; begin < n; begin += kBlock) {
    const std::int64_t count = std::min(kBlock, n - begin);
    for (std::int64_t i = 0; i < count; ++i) powers[i] = vector_math::exp(static_cast<float>(x[begin + i]) - m);
    sum += over_line(powers, count, 0.0f, [](float a, float b) { return a + b; });
  }
  return sum;
}

template <class T>
void line_powers(const Powers<float>& g, const T* x, float* m, float* s) {
  for (std::int64_t i = 0; i < g.count; ++i, x += g.step) {
    m[i] = over_line(x, g.n, static_cast<float>(x[0]), [](float a, float b) { return scalar::maximum(a, b); });
    s[i] = line_sum(x, g.n, m[i]);
  }
}

template <class T>
void column_powers(const Powers<float>& g, const T* x, float* m, float* s) {
  for (std::int64_t j = 0; j < g.count; ++j) m[j] = static_cast<float>(x[j]), s[j] = 0;
  for (std::int64_t i = 1; i < g.n; ++i)
    for (std::int64_t j = 0; j < g.count; ++j) m[j] = scalar::maximum(m[j], static_cast<float>(x[i * g.step + j]));
  for (std::int64_t i = 0; i < g.n; ++i)
    for (std::int64_t j = 0; j < g.count; ++j) s[j] += vector_math::exp(static_cast<float>(x[i * g.step + j]) - m[j]);
}

template <class T>
void softmax_row(std::int64_t width, const T* x, const float* m, const float* s, T* y) {
  for (std::int64_t j = 0; j < width; ++j) y[j] = static_cast<T>(vector_math::exp(static_cast<float>(x[j]) - m[j]) / s[j]);
}

template <class T>
void log_softmax_row(std::int64_t width, const T* x, const float* m, const float* l, T* y) {
  for (std::int64_t j = 0; j < width; ++j) y[j] = static_cast<T>((static_cast<float>(x[j]) - m[j]) - l[j]);
}

template <class T>
void log_softmax_line(std::int64_t n, const T* x, float m, float l, T* y) {
  for (std::int64_t i = 0; i < n; ++i) y[i] = static_cast<T>((static_cast<float>(x[i]) - m) - l);
}

template <class T>
void softmax_lines(std::int64_t count, std::int64_t n, const T* x, T* y) {
  for (; count > 0; --count, x += n, y += n) {
    float m, s;
    line_powers(Powers<float>{1, n, n}, x, &m, &s);
    for (std::int64_t i = 0; i < n; ++i) y[i] = static_cast<T>(vector_math::exp(static_cast<float>(x[i]) - m) / s);
  }
}

template <class T>
void cross_entropy_line(std::int64_t n, const T* x, const T* labels, float m, float l, float* y) {
  *y = 0;
  for (std::int64_t i = 0; i < n; ++i)
    if (const float label = static_cast<float>(labels[i]); label != 0) *y += label * (l - (static_cast<float>(x[i]) - m));
}

// --- lines of any

// Of float and double the function for the instruction set of this processor, of 16-bit elements the one above.
#define GRADC_OF_ELEMENT(T, call)                \
  if constexpr (std::is_floating_point_v<T>) {   \
    GRADC_DISPATCH(call);                        \
  } else {                                       \
    call;                                        \
  }

// Calls row(x, y, how many, maxima, sums) for one element of each of adjacent lines.
template <class T, class Row, class Finish>
void for_each_row(const OuterAxisInner& g, const T* x, T* y, Finish finish, Row row) {
  using C = detail::Compute<T>;
  const auto columns = [&](const T* from, T* to) {
    C m[kBlock], s[kBlock];
    for (std::int64_t column = 0; column < g.inner; column += kBlock) {
      const std::int64_t width = std::min(kBlock, g.inner - column);
      GRADC_OF_ELEMENT(T, column_powers(Powers<C>{width, g.extent, g.inner}, from + column, m, s))
      finish(width, s);
      for (std::int64_t i = 0; i < g.extent; ++i) row(from + i * g.inner + column, to + i * g.inner + column, width, m, s);
    }
  };
  const std::int64_t size = g.extent * g.inner;
  detail::in_parallel({g.outer, kCost * size}, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t o = first; o < last; ++o) columns(x + o * size, y + o * size);
  });
}

template <class C>
void take_logs(std::int64_t count, C* s) {
  for (std::int64_t i = 0; i < count; ++i) s[i] = vector_math::log(s[i]);
}

// Calls f(row, its elements, m, log of the sum of e^(x - m)) for rows of adjacent elements. It may write over them.
template <class T, class F>
void for_each_sum(const RowsClasses& g, const T* x, F f) {
  using C = detail::Compute<T>;
  detail::in_parallel({g.rows, kCost * g.classes}, [&](std::int64_t first, std::int64_t last) {
    C m[kBlock], s[kBlock];
    for (std::int64_t begin = first; begin < last; begin += kBlock) {
      const std::int64_t count = std::min(kBlock, last - begin);
      const T* const from = x + begin * g.classes;
      GRADC_OF_ELEMENT(T, line_powers(Powers<C>{count, g.classes, g.classes}, from, m, s))
      take_logs(count, s);
      for (std::int64_t i = 0; i < count; ++i) f(begin + i, from + i * g.classes, m[i], s[i]);
    }
  });
}

}  // namespace

template <class T>
void softmax(const OuterAxisInner& geometry, const T* x, T* y) {
  using C = detail::Compute<T>;
  if (geometry.extent == 0) return;
  if (geometry.inner == 1) {
    const std::int64_t n = geometry.extent;
    detail::in_parallel({geometry.outer, kCost * n}, [&](std::int64_t first, std::int64_t last) {
      GRADC_OF_ELEMENT(T, softmax_lines(last - first, n, x + first * n, y + first * n))
    });
    return;
  }
  for_each_row(
      geometry, x, y, [](std::int64_t, C*) {},
      [](const T* from, T* to, std::int64_t width, const C* m, const C* s) {
        GRADC_OF_ELEMENT(T, softmax_row(width, from, m, s, to))
      });
}

template <class T>
void log_softmax(const OuterAxisInner& geometry, const T* x, T* y) {
  using C = detail::Compute<T>;
  const std::int64_t n = geometry.extent;
  if (n == 0) return;
  if (geometry.inner == 1)
    return for_each_sum({geometry.outer, n}, x, [&](std::int64_t line, const T* from, C m, C l) {
      GRADC_OF_ELEMENT(T, log_softmax_line(n, from, m, l, y + line * n))
    });
  for_each_row(geometry, x, y, take_logs<C>, [](const T* from, T* to, std::int64_t width, const C* m, const C* l) {
    GRADC_OF_ELEMENT(T, log_softmax_row(width, from, m, l, to))
  });
}

template <class T>
void softmax_cross_entropy(const RowsClasses& geometry, const T* logits, const T* labels, T* y) {
  using C = detail::Compute<T>;
  const std::int64_t n = geometry.classes;
  if (n == 0) return std::fill(y, y + geometry.rows, T(0));
  for_each_sum(geometry, logits, [&](std::int64_t row, const T* from, C m, C l) {
    C loss;
    GRADC_OF_ELEMENT(T, cross_entropy_line(n, from, labels + row * n, m, l, &loss))
    y[row] = static_cast<T>(loss);
  });
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
  for_each_sum(geometry, logits, [&](std::int64_t row, const T* from, C m, C l) {
    y[row] = static_cast<T>(l - (static_cast<C>(from[labels[row]]) - m));
  });
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
