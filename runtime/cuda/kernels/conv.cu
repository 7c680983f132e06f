// Convolutions without a library: each result is a sum of its own, of a thread, or for filters of a block.
#include <gradc/cuda/kernels/conv.h>
#include <gradc/cuda/kernels/shape.h>

#include <algorithm>
#include <string>

#include "cuda/kernels/element.h"
#include "cuda/kernels/instances.h"
#include "cuda/kernels/lanes.h"
#include "cuda/kernels/windows.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Compute;
using detail::Divisor;
using detail::Windows;

constexpr int kThreads = 256;

struct Volume {
  std::int64_t batch, channels, filters, groups;  // channels and filters of a group
  Windows windows;
  Divisor of_channels, of_filters, of_groups, of_taps;

  explicit Volume(const Convolution& g)
      : batch(g.batch), channels(g.channels), filters(filters_of(g)), groups(g.groups), windows("convolution", g, g.w) {}

  static std::int64_t filters_of(const Convolution& g) {
    if (g.groups < 1 || g.filters % g.groups != 0)
      fail_shape(gradc::kernels::at_line(g.where, "convolution", std::to_string(g.filters) + " filters aren't a multiple of " +
                                                                     std::to_string(g.groups) + " groups"));
    return g.filters / g.groups;
  }
  bool is_empty() const { return batch == 0 || channels == 0 || filters == 0 || windows.elements == 0 || windows.places == 0; }
  void divide(std::int64_t most) {
    windows.divide(most);
    of_channels = Divisor(channels, most), of_filters = Divisor(filters, most), of_groups = Divisor(groups, most);
    of_taps = Divisor(windows.taps, most);
  }
};

template <class T>
__global__ void convolve(std::int64_t count, Volume g, const T* __restrict__ x, const T* __restrict__ w, T* __restrict__ y) {
  using C = Compute<T>;
  const Windows& windows = g.windows;
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t n = element, place[3];
    Windows::split(windows.y_axis, n, place);
    const std::int64_t filter = g.of_filters.split(n), group = g.of_groups.split(n);
    C sum = detail::whole<C>(0);
    for (std::int64_t c = 0; c < g.channels; ++c) {
      const T* const image = x + ((n * g.groups + group) * g.channels + c) * windows.elements;
      const T* const weights = w + ((group * g.filters + filter) * g.channels + c) * windows.taps;
      windows.each_tap(place, [&](std::int64_t tap, std::int64_t at) {
        sum = detail::plus(sum, detail::times(detail::wide(image[at]), detail::wide(weights[tap])));
      });
    }
    y[element] = detail::narrow<T>(sum);
  }
}

template <class T>
__global__ void convolve_back(std::int64_t count, Volume g, const T* __restrict__ y, const T* __restrict__ w,
                              T* __restrict__ x) {
  using C = Compute<T>;
  const Windows& windows = g.windows;
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t n = element, at[3];
    Windows::split(windows.x_axis, n, at);
    const std::int64_t channel = g.of_channels.split(n), group = g.of_groups.split(n);
    C sum = detail::whole<C>(0);
    for (std::int64_t f = 0; f < g.filters; ++f) {
      const T* const results = y + ((n * g.groups + group) * g.filters + f) * windows.places;
      const T* const weights = w + ((group * g.filters + f) * g.channels + channel) * windows.taps;
      windows.each_place(at, [&](std::int64_t tap, std::int64_t place) {
        sum = detail::plus(sum, detail::times(detail::wide(results[place]), detail::wide(weights[tap])));
      });
    }
    x[element] = detail::narrow<T>(sum);
  }
}

template <class C>
struct Plus {
  __device__ __forceinline__ C operator()(const C& a, const C& b) const { return detail::plus(a, b); }
};

// A block for each element of the filters.
template <class T>
__global__ void __launch_bounds__(kThreads, 1)
    correlate(std::int64_t count, Volume g, const T* __restrict__ x, const T* __restrict__ y, T* __restrict__ w) {
  using C = Compute<T>;
  GRADC_SHARED(C, room, kThreads / detail::kLanes);
  const Windows& windows = g.windows;
  const std::int64_t meetings = g.batch * windows.places;
  for (std::int64_t element = static_cast<std::int64_t>(blockIdx.x); element < count;
       element += static_cast<std::int64_t>(gridDim.x)) {
    std::int64_t filter = element;
    const std::int64_t tap = g.of_taps.split(filter), channel = g.of_channels.split(filter),
                       group = g.of_filters.quotient(filter);
    std::int64_t rest = tap, at_tap[3];
    Windows::split(windows.w_axis, rest, at_tap);
    const std::int64_t d0 = at_tap[0] * windows.dilation[0] - windows.low[0],
                       h0 = at_tap[1] * windows.dilation[1] - windows.low[1];
    const std::int64_t t0 = at_tap[2] * windows.dilation[2] - windows.low[2];
    C sum = detail::whole<C>(0);
    for (std::int64_t meeting = static_cast<std::int64_t>(threadIdx.x); meeting < meetings; meeting += kThreads) {
      std::int64_t n = meeting, place[3];
      Windows::split(windows.y_axis, n, place);
      const std::int64_t d = d0 + place[0] * windows.stride[0], h = h0 + place[1] * windows.stride[1],
                         t = t0 + place[2] * windows.stride[2];
      if (d < 0 || d >= windows.x[0] || h < 0 || h >= windows.x[1] || t < 0 || t >= windows.x[2]) continue;
      const std::int64_t at =
          ((n * g.groups + group) * g.channels + channel) * windows.elements + (d * windows.x[1] + h) * windows.x[2] + t;
      const std::int64_t of = (n * g.groups * g.filters + filter) * windows.places + (meeting - n * windows.places);
      sum = detail::plus(sum, detail::times(detail::wide(x[at]), detail::wide(y[of])));
    }
    sum = detail::over_block<kThreads>(sum, room, Plus<C>());
    if (threadIdx.x == 0) w[element] = detail::narrow<T>(sum);
    __syncthreads();
  }
}

}  // namespace

template <class T>
void conv(const Stream& stream, const Convolution& geometry, const T* x, const T* w, T* y) {
  Volume g(geometry);
  const std::int64_t count = g.batch * g.groups * g.filters * g.windows.places;
  if (g.is_empty()) return fill(stream, count, T(), y);
  g.divide(count);
  launch(stream, convolve<T>, count, g, x, w, y);
}

template <class T>
void conv_input_grad(const Stream& stream, const Convolution& geometry, const T* y, const T* w, T* x) {
  Volume g(geometry);
  const std::int64_t count = g.batch * g.groups * g.channels * g.windows.elements;
  if (g.is_empty()) return fill(stream, count, T(), x);
  g.divide(count);
  launch(stream, convolve_back<T>, count, g, y, w, x);
}

template <class T>
void conv_filter_grad(const Stream& stream, const Convolution& geometry, const T* x, const T* y, T* w) {
  Volume g(geometry);
  const std::int64_t count = g.groups * g.filters * g.channels * g.windows.taps;
  if (g.is_empty()) return fill(stream, count, T(), w);
  g.divide(std::max(count, g.batch * g.windows.places));
  launch_blocks(stream, correlate<T>, std::min(count, kMostBlocks), kThreads, count, g, x, y, w);
}

#define GRADC_INSTANCES(T)                                                                        \
  template void conv(const Stream&, const Convolution&, const T*, const T*, T*);                  \
  template void conv_input_grad(const Stream&, const Convolution&, const T*, const T*, T*);       \
  template void conv_filter_grad(const Stream&, const Convolution&, const T*, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
