// Windows over images, row by row: which places of a row see an element of the image is known before it is gone over.
#include <gradc/detail/kernel.h>
#include <gradc/detail/scalar_math.h>
#include <gradc/errors.h>
#include <gradc/kernels/pool.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>

#include "kernels/dispatch/instances.h"

namespace gradc {
namespace kernels {
namespace {

// The geometry with three axes.
struct Windows {
  std::int64_t planes;
  std::int64_t x[3] = {1, 1, 1}, k[3] = {1, 1, 1}, y[3] = {1, 1, 1}, stride[3] = {1, 1, 1}, dilation[3] = {1, 1, 1},
               low[3] = {0, 0, 0};
  std::int64_t elements = 1, taps = 1, places = 1;

  explicit Windows(const Pooling& g) : planes(g.planes) {
    const int rank = g.x.rank();
    for (int i = 0; i < rank; ++i) {
      if (g.window[i] < 1 || (g.y[i] < 1 && g.x[i] != 0))
        fail_shape(at_line(g.where, "window", "a window of shape " + to_string(g.window) + " has no place on axes of shape " +
                                        to_string(g.x) + " and what is around them"));
      const int axis = 3 - rank + i;
      x[axis] = g.x[i], k[axis] = g.window[i], y[axis] = g.y[i];
      stride[axis] = g.stride[i], dilation[axis] = g.dilation[i], low[axis] = g.low[i];
      elements *= g.x[i], taps *= g.window[i], places *= g.y[i];
    }
  }
  // The places of an axis from which place t of the window sees an element, and the first of them.
  struct Range {
    std::int64_t begin, end, first;
  };
  Range range(int axis, std::int64_t t) const {
    const std::int64_t at = t * dilation[axis] - low[axis], step = stride[axis];
    const std::int64_t begin = at >= 0 ? 0 : (step - 1 - at) / step;
    const std::int64_t end = at >= x[axis] ? 0 : std::min(y[axis], (x[axis] - at + step - 1) / step);
    return {begin, std::max(begin, end), at + begin * step};
  }
};

// Calls f(tap, place, element, count) with runs of places of one row, from which a tap sees every stride-th element.
template <class F>
void each_run(const Windows& w, F f) {
  for (std::int64_t d = 0; d < w.k[0]; ++d)
    for (std::int64_t h = 0; h < w.k[1]; ++h)
      for (std::int64_t t = 0; t < w.k[2]; ++t) {
        const Windows::Range a = w.range(0, d), b = w.range(1, h), c = w.range(2, t);
        if (c.begin == c.end) continue;
        for (std::int64_t i = a.begin; i < a.end; ++i)
          for (std::int64_t j = b.begin; j < b.end; ++j)
            f((d * w.k[1] + h) * w.k[2] + t, (i * w.y[1] + j) * w.y[2] + c.begin,
              ((a.first + (i - a.begin) * w.stride[0]) * w.x[1] + b.first + (j - b.begin) * w.stride[1]) * w.x[2] + c.first,
              c.end - c.begin);
      }
}

// Compares the element that one tap sees with the greatest yet, for adjacent places. `best` is that of a tap, -1 of none.
template <std::int64_t kStride, class T, class Tap>
void compare(const T* GRADC_RESTRICT x, std::int64_t stride, Tap tap, std::int64_t count, detail::Compute<T>* GRADC_RESTRICT greatest,
             Tap* GRADC_RESTRICT best) {
  if constexpr (kStride != 0) stride = kStride;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto next = static_cast<detail::Compute<T>>(x[i * stride]), now = greatest[i];
    // The first NaN is not replaced, for nothing is greater; a number is by any NaN.
    const bool larger = (best[i] < 0) | (next > now) | ((next != next) & (now == now));
    greatest[i] = larger ? next : now;
    best[i] = larger ? tap : best[i];
  }
}

// Tap: an integer as wide as what is compared, so that both are chosen in lanes, which holds any offset in an image.
template <class Tap, class T>
void find_largest(const Windows& w, const T* x, std::int64_t* y) {
  constexpr std::int64_t kBlock = 256, kFewTaps = 8;
  detail::Compute<T> greatest[kBlock];
  Tap best[kBlock];
  Windows::Range ranges[kFewTaps];  // of the first taps of a row
  for (std::int64_t t = 0; t < std::min(w.k[2], kFewTaps); ++t) ranges[t] = w.range(2, t);
  const auto run = w.stride[2] == 1 ? &compare<1, T, Tap> : w.stride[2] == 2 ? &compare<2, T, Tap> : &compare<0, T, Tap>;
  std::int64_t d0 = -w.low[0], h0 = -w.low[1];
  const std::int64_t end_h = w.y[1] * w.stride[1] - w.low[1];
  for (std::int64_t row = 0; row < w.y[0] * w.y[1]; ++row) {
    for (std::int64_t begin = 0; begin < w.y[2]; begin += kBlock) {
      const std::int64_t count = std::min(kBlock, w.y[2] - begin);
      std::fill(greatest, greatest + count, detail::Compute<T>());
      std::fill(best, best + count, Tap(-1));
      for (std::int64_t d = 0; d < w.k[0]; ++d)
        for (std::int64_t h = 0; h < w.k[1]; ++h) {
          const std::int64_t at_d = d0 + d * w.dilation[0], at_h = h0 + h * w.dilation[1];
          if (at_d < 0 || at_d >= w.x[0] || at_h < 0 || at_h >= w.x[1]) continue;
          for (std::int64_t t = 0; t < w.k[2]; ++t) {
            const Windows::Range seen = t < kFewTaps ? ranges[t] : w.range(2, t);
            const std::int64_t first = std::max(seen.begin, begin), last = std::min(seen.end, begin + count);
            if (first >= last) continue;
            const std::int64_t offset = (d * w.dilation[0] * w.x[1] + h * w.dilation[1]) * w.x[2] + t * w.dilation[2];
            const T* const from = x + (at_d * w.x[1] + at_h) * w.x[2] + seen.first + (first - seen.begin) * w.stride[2];
            run(from, w.stride[2], static_cast<Tap>(offset), last - first, greatest + (first - begin), best + (first - begin));
          }
        }
      const std::int64_t origin = (d0 * w.x[1] + h0) * w.x[2] - w.low[2];
      for (std::int64_t i = 0; i < count; ++i) *y++ = best[i] < 0 ? -1 : origin + (begin + i) * w.stride[2] + best[i];
    }
    h0 += w.stride[1];
    if (h0 == end_h) h0 = -w.low[1], d0 += w.stride[0];
  }
}

// Windows of two by two elements beside each other, all of which lie inside of the images.
bool are_squares(const Windows& w) {
  bool are = w.k[0] == 1 && w.stride[0] == 1 && w.low[0] == 0 && w.x[0] == w.y[0];
  for (int axis = 1; axis < 3; ++axis)
    are = are && w.k[axis] == 2 && w.stride[axis] == 2 && w.dilation[axis] == 1 && w.low[axis] == 0 && 2 * w.y[axis] <= w.x[axis];
  return are;
}

// A row of them, whose first element is the one with the number `first`. Tap: as below, also for what is true: g++ has no lanes of
// bool beside those of numbers.
#define GRADC_SQUARES(T, Tap)                                                                                             \
  GRADC_KERNEL void find_in_squares(const T* GRADC_RESTRICT upper, const T* GRADC_RESTRICT lower, std::int64_t count,     \
                                    std::int64_t first, Tap columns, std::int64_t* GRADC_RESTRICT y) {                    \
    const auto is_larger = [](T next, T now) -> Tap {                                                                     \
      return (next > now ? 1 : 0) | ((next != next ? 1 : 0) & (now == now ? 1 : 0));                                      \
    };                                                                                                                    \
    for (std::int64_t i = 0; i < count; ++i) {                                                                            \
      const T a = upper[2 * i], b = upper[2 * i + 1], c = lower[2 * i], d = lower[2 * i + 1];                             \
      const Tap is_b = is_larger(b, a), is_d = is_larger(d, c);                                                           \
      const T ab = is_b != 0 ? b : a, cd = is_d != 0 ? d : c;                                                             \
      const Tap at_ab = is_b != 0 ? 1 : 0, at_cd = is_d != 0 ? columns + 1 : columns;                                     \
      const Tap at = is_larger(cd, ab) != 0 ? at_cd : at_ab;                                                              \
      y[i] = first + 2 * i + at;                                                                                          \
    }                                                                                                                     \
  }
GRADC_SQUARES(float, std::int32_t)
GRADC_SQUARES(double, std::int64_t)
#undef GRADC_SQUARES

// Sums in float of 16-bit types, rounded once; of others where they are.
template <class T, class F>
void summed(std::int64_t size, T* to, F each) {
  if constexpr (std::is_floating_point_v<T>) {
    std::fill(to, to + size, T());
    each(to);
  } else {
    std::unique_ptr<float[]> sums(new float[static_cast<std::size_t>(size)]());
    each(sums.get());
    for (std::int64_t i = 0; i < size; ++i) to[i] = static_cast<T>(sums[static_cast<std::size_t>(i)]);
  }
}

// What element i of n is made of, of `of` elements: `count` adjacent ones from `first` on, the last with the weight `last`,
// others with `weight`.
struct Share {
  std::int64_t first, count;
  double weight, last;
};
Share share(std::int64_t mode, std::int64_t i, std::int64_t n, std::int64_t of) {
  if (mode == 0) {
    const std::int64_t begin = i * of / n, end = ((i + 1) * of + n - 1) / n;
    const double weight = 1.0 / static_cast<double>(end - begin);
    return {begin, end - begin, weight, weight};
  }
  if (mode == 1) return {i * of / n, 1, 1, 1};
  if (mode == 2) return {(2 * i + 1) * of / (2 * n), 1, 1, 1};
  const double x = static_cast<double>(i), scale = static_cast<double>(of) / static_cast<double>(n);
  const double place = mode == 3   ? std::fmax((x + 0.5) * scale - 0.5, 0)
                       : mode == 4 ? (n > 1 ? x * static_cast<double>(of - 1) / static_cast<double>(n - 1) : 0)
                                   : x * scale;
  const std::int64_t left = std::min(static_cast<std::int64_t>(place), of - 1);
  if (left + 1 >= of) return {left, 1, 1, 1};
  const double t = place - static_cast<double>(left);
  return {left, 2, 1 - t, t};
}

// Calls f(row of the n, row of the others, weight) for blocks of the n that are gone over for each outer row.
template <class F>
void each_share(const Resampling& g, std::int64_t n, std::int64_t of, F f) {
  constexpr std::int64_t kBlock = 128;
  if (n != 0 && of <= 0)
    fail_shape(at_line(g.where, "resample", "an axis without elements can't be made one of " + std::to_string(n)));
  Share shares[kBlock];
  for (std::int64_t begin = 0; begin < n; begin += kBlock) {
    const std::int64_t count = std::min(kBlock, n - begin);
    for (std::int64_t i = 0; i < count; ++i) shares[i] = share(g.mode, begin + i, n, of);
    for (std::int64_t o = 0; o < g.outer; ++o)
      for (std::int64_t i = 0; i < count; ++i) f(o * n + begin + i, o * of + shares[i].first, shares[i]);
  }
}

}  // namespace

template <class T>
void max_pool_index(const Pooling& geometry, const T* x, std::int64_t* y) {
  const Windows w(geometry);
  using Narrow = std::conditional_t<sizeof(detail::Compute<T>) == sizeof(std::int32_t), std::int32_t, std::int64_t>;
  // Of a window beyond the image nothing is seen.
  const bool is_narrow = w.elements <= std::numeric_limits<Narrow>::max();
  if constexpr (std::is_floating_point_v<T>)
    if (is_narrow && are_squares(w)) {
      for (std::int64_t plane = 0; plane < w.planes; ++plane, x += w.elements)
        for (std::int64_t row = 0; row < w.y[0] * w.y[1]; ++row, y += w.y[2]) {
          const std::int64_t first = (row / w.y[1] * w.x[1] + row % w.y[1] * 2) * w.x[2];
          find_in_squares(x + first, x + first + w.x[2], w.y[2], first, static_cast<Narrow>(w.x[2]), y);
        }
      return;
    }
  for (std::int64_t plane = 0; plane < w.planes; ++plane, x += w.elements, y += w.places) {
    if (is_narrow)
      find_largest<Narrow>(w, x, y);
    else
      find_largest<std::int64_t>(w, x, y);
  }
}

template <class T>
void unfold(const Pooling& geometry, const T* x, T* y) {
  const Windows w(geometry);
  const std::int64_t stride = w.stride[2], size = w.taps * w.places;
  for (std::int64_t plane = 0; plane < w.planes; ++plane, x += w.elements, y += size) {
    std::fill(y, y + size, T());
    each_run(w, [=](std::int64_t tap, std::int64_t place, std::int64_t element, std::int64_t count) {
      T* const to = y + tap * w.places + place;
      for (std::int64_t i = 0; i < count; ++i) to[i] = x[element + i * stride];
    });
  }
}

template <class T>
void fold(const Pooling& geometry, const T* x, T* y) {
  using C = detail::Compute<T>;
  const Windows w(geometry);
  const std::int64_t stride = w.stride[2], size = w.taps * w.places;
  for (std::int64_t plane = 0; plane < w.planes; ++plane, x += size, y += w.elements)
    summed(w.elements, y, [&](auto* sums) {
      each_run(w, [=](std::int64_t tap, std::int64_t place, std::int64_t element, std::int64_t count) {
        const T* const from = x + tap * w.places + place;
        for (std::int64_t i = 0; i < count; ++i) sums[element + i * stride] += static_cast<C>(from[i]);
      });
    });
}

template <class T>
void resample(const Resampling& g, const T* x, T* y) {
  using C = detail::Compute<T>;
  each_share(g, g.n, g.extent, [=](std::int64_t to, std::int64_t from, const Share& s) {
    const T* const row = x + from * g.inner;
    T* const out = y + to * g.inner;
    for (std::int64_t j = 0; j < g.inner; ++j) {
      C sum = C(0);
      for (std::int64_t k = 0; k + 1 < s.count; ++k) sum += static_cast<C>(row[k * g.inner + j]);
      const C last = static_cast<C>(row[(s.count - 1) * g.inner + j]);
      out[j] = static_cast<T>(s.weight == s.last ? (sum + last) / static_cast<C>(s.count)
                                                 : sum * static_cast<C>(s.weight) + last * static_cast<C>(s.last));
    }
  });
}

template <class T>
void resample_grad(const Resampling& g, const T* x, T* y) {
  using C = detail::Compute<T>;
  summed(g.outer * g.n * g.inner, y, [&](auto* sums) {
    each_share(g, g.extent, g.n, [=](std::int64_t from, std::int64_t to, const Share& s) {
      const T* const row = x + from * g.inner;
      for (std::int64_t k = 0; k < s.count; ++k) {
        const C weight = static_cast<C>(k + 1 < s.count ? s.weight : s.last);
        for (std::int64_t j = 0; j < g.inner; ++j) sums[(to + k) * g.inner + j] += weight * static_cast<C>(row[j]);
      }
    });
  });
}

#define GRADC_INSTANCES(T) template void max_pool_index(const Pooling&, const T*, std::int64_t*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T)                                  \
  template void unfold(const Pooling&, const T*, T*);       \
  template void fold(const Pooling&, const T*, T*);         \
  template void resample(const Resampling&, const T*, T*);  \
  template void resample_grad(const Resampling&, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
