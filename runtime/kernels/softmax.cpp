// Softmax and cross entropy, all by the shifted form: m the maximum of the line, s the sum of e^(x - m).
#include <gradc/kernels/softmax.h>
#include <gradc/scalar_math.h>

#include <cmath>

#include "instances.h"

namespace gradc {
namespace kernels {
namespace {

// Lines of an [outer, extent, inner] array, as a start and the distance between neighbours.
template <class F>
void for_each_line(const OuterAxisInner& geometry, F f) {
  for (std::int64_t o = 0; o < geometry.outer; ++o)
    for (std::int64_t i = 0; i < geometry.inner; ++i)
      f(o * geometry.extent * geometry.inner + i, geometry.inner);
}

template <class T>
detail::Compute<T> line_max(const T* x, std::int64_t n, std::int64_t stride) {
  using C = detail::Compute<T>;
  C m = static_cast<C>(x[0]);
  for (std::int64_t i = 1; i < n; ++i) m = scalar::maximum(m, static_cast<C>(x[i * stride]));
  return m;
}

// log of the sum of e^x over a line, less m.
template <class T>
detail::Compute<T> log_sum(const T* x, std::int64_t n, std::int64_t stride, detail::Compute<T> m) {
  using C = detail::Compute<T>;
  C s = 0;
  for (std::int64_t i = 0; i < n; ++i) s += std::exp(static_cast<C>(x[i * stride]) - m);
  return std::log(s);
}

}  // namespace

template <class T>
void softmax(const OuterAxisInner& geometry, const T* x, T* y) {
  using C = detail::Compute<T>;
  const std::int64_t n = geometry.extent;
  if (n == 0) return;
  for_each_line(geometry, [&](std::int64_t start, std::int64_t stride) {
    const T* from = x + start;
    T* to = y + start;
    const C m = line_max(from, n, stride);
    C s = 0;
    if constexpr (detail::is_half_v<T>) {
      // The sum is that of the exact exponentials, not of those rounded to 16 bits.
      for (std::int64_t i = 0; i < n; ++i) s += std::exp(static_cast<C>(from[i * stride]) - m);
      for (std::int64_t i = 0; i < n; ++i)
        to[i * stride] = static_cast<T>(std::exp(static_cast<C>(from[i * stride]) - m) / s);
    } else {
      for (std::int64_t i = 0; i < n; ++i) {
        const C e = std::exp(from[i * stride] - m);
        to[i * stride] = e;
        s += e;
      }
      for (std::int64_t i = 0; i < n; ++i) to[i * stride] /= s;
    }
  });
}

template <class T>
void log_softmax(const OuterAxisInner& geometry, const T* x, T* y) {
  using C = detail::Compute<T>;
  const std::int64_t n = geometry.extent;
  if (n == 0) return;
  for_each_line(geometry, [&](std::int64_t start, std::int64_t stride) {
    const T* from = x + start;
    T* to = y + start;
    const C m = line_max(from, n, stride);
    const C log_s = log_sum(from, n, stride, m);
    for (std::int64_t i = 0; i < n; ++i)
      to[i * stride] = static_cast<T>((static_cast<C>(from[i * stride]) - m) - log_s);
  });
}

template <class T>
void softmax_cross_entropy(const RowsClasses& geometry, const T* logits, const T* labels, T* y) {
  using C = detail::Compute<T>;
  const std::int64_t n = geometry.classes;
  for (std::int64_t row = 0; row < geometry.rows; ++row, logits += n, labels += n) {
    C loss = 0;
    if (n > 0) {
      const C m = line_max(logits, n, 1);
      const C log_s = log_sum(logits, n, 1, m);
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
      fail_index("softmax_cross_entropy: label " + std::to_string(labels[row]) + ", of row " +
                 std::to_string(row) + ", is out of range for " + std::to_string(n) + " classes");
  for (std::int64_t row = 0; row < geometry.rows; ++row, logits += n) {
    const C m = line_max(logits, n, 1);
    const C log_s = log_sum(logits, n, 1, m);
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
