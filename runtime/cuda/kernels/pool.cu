// Windows over images and resampling: a thread for each result.
#include <gradc/cuda/kernels/pool.h>
#include <gradc/cuda/kernels/shape.h>

#include <cmath>
#include <string>

#include "cuda/kernels/element.h"
#include "cuda/kernels/instances.h"
#include "cuda/kernels/move.h"
#include "cuda/kernels/windows.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Compute;
using detail::Divisor;
using detail::Windows;

template <class T>
__global__ void find_largest(std::int64_t count, Windows g, const T* __restrict__ x, std::int64_t* __restrict__ y) {
  using C = Compute<T>;
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t plane = element, place[3];
    Windows::split(g.y_axis, plane, place);
    const T* const from = x + plane * g.elements;
    std::int64_t best = -1;
    C greatest = C(0);
    g.each_tap(place, [&](std::int64_t, std::int64_t at) {
      const C next = detail::wide(from[at]);
      if (best >= 0 && !(next > greatest) && !(next != next && greatest == greatest)) return;
      greatest = next;
      best = at;
    });
    y[element] = best;
  }
}

template <class U>
__global__ void unfold_units(std::int64_t count, Windows g, const U* __restrict__ x, U* __restrict__ y) {
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t plane = element, place[3];
    Windows::split(g.y_axis, plane, place);
    std::int64_t tap[3];
    Windows::split(g.w_axis, plane, tap);
    const std::int64_t at_d = place[0] * g.stride[0] - g.low[0] + tap[0] * g.dilation[0];
    const std::int64_t at_h = place[1] * g.stride[1] - g.low[1] + tap[1] * g.dilation[1];
    const std::int64_t at_t = place[2] * g.stride[2] - g.low[2] + tap[2] * g.dilation[2];
    const bool is_inside = at_d >= 0 && at_d < g.x[0] && at_h >= 0 && at_h < g.x[1] && at_t >= 0 && at_t < g.x[2];
    y[element] = is_inside ? x[plane * g.elements + (at_d * g.x[1] + at_h) * g.x[2] + at_t] : U{};
  }
}

template <class T>
__global__ void fold_elements(std::int64_t count, Windows g, const T* __restrict__ x, T* __restrict__ y) {
  using C = Compute<T>;
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t plane = element, at[3];
    Windows::split(g.x_axis, plane, at);
    const T* const from = x + plane * g.taps * g.places;
    C sum = C(0);
    g.each_place(at, [&](std::int64_t tap, std::int64_t place) { sum += detail::wide(from[tap * g.places + place]); });
    y[element] = detail::narrow<T>(sum);
  }
}

// What element i of n is made of, of `of` elements: `count` adjacent ones from `first` on, the last with the weight `last`,
// others with `weight`.
struct Share {
  std::int64_t first, count;
  double weight, last;
};

__device__ __forceinline__ Share share(std::int64_t mode, std::int64_t i, std::int64_t n, std::int64_t of) {
  if (mode == 0) {
    const std::int64_t begin = i * of / n, end = ((i + 1) * of + n - 1) / n;
    const double weight = 1.0 / static_cast<double>(end - begin);
    return {begin, end - begin, weight, weight};
  }
  if (mode == 1) return {i * of / n, 1, 1, 1};
  if (mode == 2) return {(2 * i + 1) * of / (2 * n), 1, 1, 1};
  const double x = static_cast<double>(i), scale = static_cast<double>(of) / static_cast<double>(n);
  const double place = mode == 3   ? std::fmax((x + 0.5) * scale - 0.5, 0.0)
                       : mode == 4 ? (n > 1 ? x * static_cast<double>(of - 1) / static_cast<double>(n - 1) : 0)
                                   : x * scale;
  const auto whole = static_cast<std::int64_t>(place);
  const std::int64_t left = whole < of - 1 ? whole : of - 1;
  if (left + 1 >= of) return {left, 1, 1, 1};
  const double t = place - static_cast<double>(left);
  return {left, 2, 1 - t, t};
}

struct Resampled {
  Divisor inner, n;
  std::int64_t of, mode;
};

template <class T>
__global__ void resample_elements(std::int64_t count, Resampled g, const T* __restrict__ x, T* __restrict__ y) {
  using C = Compute<T>;
  const std::int64_t inner = g.inner.value();
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t outer = element;
    const std::int64_t column = g.inner.split(outer), i = g.n.split(outer);
    const Share s = share(g.mode, i, g.n.value(), g.of);
    const T* const from = x + (outer * g.of + s.first) * inner + column;
    C sum = C(0);
    for (std::int64_t k = 0; k + 1 < s.count; ++k) sum += detail::wide(from[k * inner]);
    const C last = detail::wide(from[(s.count - 1) * inner]);
    y[element] = detail::narrow<T>(s.weight == s.last ? (sum + last) / static_cast<C>(s.count)
                                                      : sum * static_cast<C>(s.weight) + last * static_cast<C>(s.last));
  }
}

// Of the elements of x, whose shares begin and end in their order, those that have a share in an element of y.
template <class T>
__global__ void gather_shares(std::int64_t count, Resampled g, const T* __restrict__ x, T* __restrict__ y) {
  using C = Compute<T>;
  const std::int64_t inner = g.inner.value(), n = g.n.value();
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t outer = element;
    const std::int64_t column = g.inner.split(outer), i = g.n.split(outer);
    std::int64_t low = 0, high = g.of;  // the first whose share doesn't end before i
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      const Share s = share(g.mode, middle, g.of, n);
      if (s.first + s.count <= i)
        low = middle + 1;
      else
        high = middle;
    }
    C sum = C(0);
    for (std::int64_t k = low; k < g.of; ++k) {
      const Share s = share(g.mode, k, g.of, n);
      if (s.first > i) break;
      sum +=
          static_cast<C>(i + 1 < s.first + s.count ? s.weight : s.last) * detail::wide(x[(outer * g.of + k) * inner + column]);
    }
    y[element] = detail::narrow<T>(sum);
  }
}

void require_elements(const Resampling& g, std::int64_t n, std::int64_t of) {
  if (n != 0 && of <= 0)
    fail_shape(
        gradc::kernels::at_line(g.where, "resample", "an axis without elements can't be made one of " + std::to_string(n)));
}

}  // namespace

template <class T>
void max_pool_index(const Stream& stream, const Pooling& geometry, const T* x, std::int64_t* y) {
  Windows windows("window", geometry, geometry.window);
  const std::int64_t count = windows.places * geometry.planes;
  if (count == 0) return;
  windows.divide(count);
  launch(stream, find_largest<T>, count, windows, x, y);
}

template <class T>
void unfold(const Stream& stream, const Pooling& geometry, const T* x, T* y) {
  using U = detail::Unit<static_cast<int>(sizeof(T))>;
  Windows windows("window", geometry, geometry.window);
  const std::int64_t count = geometry.planes * windows.taps * windows.places;
  if (count == 0) return;
  windows.divide(count);
  launch(stream, unfold_units<U>, count, windows, reinterpret_cast<const U*>(x), reinterpret_cast<U*>(y));
}

template <class T>
void fold(const Stream& stream, const Pooling& geometry, const T* x, T* y) {
  Windows windows("window", geometry, geometry.window);
  const std::int64_t count = geometry.planes * windows.elements;
  if (count == 0) return;
  if (windows.places == 0) return fill(stream, count, T(0.0f), y);
  windows.divide(count);
  launch(stream, fold_elements<T>, count, windows, x, y);
}

template <class T>
void resample(const Stream& stream, const Resampling& g, const T* x, T* y) {
  require_elements(g, g.n, g.extent);
  const std::int64_t count = g.outer * g.n * g.inner;
  if (count == 0) return;
  launch(stream, resample_elements<T>, count, Resampled{Divisor(g.inner, count), Divisor(g.n, count), g.extent, g.mode}, x, y);
}

template <class T>
void resample_grad(const Stream& stream, const Resampling& g, const T* x, T* y) {
  require_elements(g, g.extent, g.n);
  const std::int64_t count = g.outer * g.n * g.inner;
  if (count == 0) return;
  launch(stream, gather_shares<T>, count, Resampled{Divisor(g.inner, count), Divisor(g.n, count), g.extent, g.mode}, x, y);
}

#define GRADC_INSTANCES(T) template void max_pool_index(const Stream&, const Pooling&, const T*, std::int64_t*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T)                                                \
  template void unfold(const Stream&, const Pooling&, const T*, T*);      \
  template void fold(const Stream&, const Pooling&, const T*, T*);        \
  template void resample(const Stream&, const Resampling&, const T*, T*); \
  template void resample_grad(const Stream&, const Resampling&, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
