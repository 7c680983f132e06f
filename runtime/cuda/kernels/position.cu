// Integers that are places in a tensor, but for sorting.
#include <gradc/cuda/kernels/position.h>

#include <mutex>
#include <set>
#include <string>

#include "cuda/kernels/axes.h"
#include "cuda/kernels/element.h"
#include "cuda/kernels/instances.h"
#include "cuda/kernels/lanes.h"
#include "cuda/kernels/report.h"
#include "kernels/dispatch/at_line.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Complaint;
using detail::Compute;

constexpr int kThreads = 256;

template <class T>
__global__ void count_up(std::int64_t count, T* __restrict__ y) {
  for (std::int64_t element = first(); element < count; element += step())
    y[element] = detail::narrow<T>(static_cast<Compute<T>>(element));
}

__global__ void padded_places(std::int64_t count, std::int64_t n, std::int64_t low, std::int64_t mode,
                              std::int64_t* __restrict__ y) {
  for (std::int64_t element = first(); element < count; element += step()) {
    const std::int64_t i = element - low;
    std::int64_t place = i;
    if (mode == 3) {
      place = i % n;
      if (place < 0) place += n;
    } else if (i < 0) {
      place = mode == 0 ? -i : mode == 1 ? -1 - i : 0;
    } else if (i >= n) {
      place = mode == 0 ? 2 * (n - 1) - i : mode == 1 ? 2 * n - 1 - i : n - 1;
    }
    y[element] = place;
  }
}

struct Axes {
  int rank = 0;
  std::int64_t extent[kMaxRank] = {};
};

template <class I>
__global__ void ravel(std::int64_t count, Axes axes, Complaint complaint, const I* __restrict__ x,
                      std::int64_t* __restrict__ y) {
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t place = 0;
    bool is_inside = true;
    for (int axis = 0; axis < axes.rank; ++axis) {
      const auto index = static_cast<std::int64_t>(x[element * axes.rank + axis]);
      if (is_inside && gradc::detail::outside(index, axes.extent[axis])) {
        complaint.report(axis, index, axes.extent[axis], element);
        is_inside = false;
      }
      place = place * axes.extent[axis] + index;
    }
    y[element] = is_inside ? place : 0;
  }
}

// One block: the flags by lines of its threads, each of which knows how many are set before its own.
__global__ void __launch_bounds__(kThreads) find_set(std::int64_t extent, std::int64_t n, const bool* __restrict__ x,
                                                     std::int64_t* __restrict__ y) {
  constexpr int kWarps = kThreads / detail::kLanes;
  __shared__ int of_warp[kWarps];
  const int me = static_cast<int>(threadIdx.x), lane = me % detail::kLanes, warp = me / detail::kLanes;
  std::int64_t found = 0;
  for (std::int64_t begin = 0; begin < extent && found < n; begin += kThreads) {
    const bool is_set = begin + me < extent && x[begin + me];
    const unsigned set = __ballot_sync(detail::kAllLanes, is_set);
    if (lane == 0) of_warp[warp] = __popc(set);
    __syncthreads();
    std::int64_t before = found + __popc(set & ((1u << lane) - 1u));
    for (int i = 0; i < kWarps; ++i) {
      if (i < warp) before += of_warp[i];
      found += of_warp[i];
    }
    if (is_set && before < n) y[before] = begin + me;
    __syncthreads();
  }
  for (std::int64_t i = found + me; i < n; i += kThreads) y[i] = -1;
}

template <class T>
__device__ __forceinline__ bool comes_before(T a, T b) {
  return a < b || (b != b && a == a);
}

template <class T>
__global__ void search(std::int64_t count, std::int64_t extent, bool right, const T* __restrict__ x, const T* __restrict__ v,
                       std::int64_t* __restrict__ y) {
  for (std::int64_t element = first(); element < count; element += step()) {
    const auto value = detail::wide(v[element]);
    std::int64_t low = 0, high = extent;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      const auto at = detail::wide(x[middle]);
      if (right ? !comes_before(value, at) : comes_before(at, value))
        low = middle + 1;
      else
        high = middle;
    }
    y[element] = low;
  }
}

// Texts of errors live as long as the program: who throws them comes later.
const char* kept(const std::string& text) {
  static std::mutex mutex;
  static std::set<std::string>* const all = new std::set<std::string>;
  const std::lock_guard<std::mutex> lock(mutex);
  return all->insert(text).first->c_str();
}

}  // namespace

template <class T>
void iota(const Stream& stream, const Count& geometry, T* y) {
  launch(stream, count_up<T>, geometry.n, y);
}

void pad_index(const Stream& stream, const PaddedAxis& geometry, std::int64_t* y) {
  const std::int64_t n = geometry.n, low = geometry.low, high = geometry.high, mode = geometry.mode;
  const std::int64_t most = low > high ? low : high, room = mode == 0 ? n - 1 : n;
  if (low < 0 || high < 0 || (most > 0 && (n == 0 || (mode < 2 && most > room))))
    fail_shape(gradc::kernels::at_line(geometry.where, "pad",
                                       "an axis of extent " + std::to_string(n) + " can't be padded by " + std::to_string(low) +
                                           " and " + std::to_string(high) + " elements of its own"));
  launch(stream, padded_places, low + n + high, n, low, mode, y);
}

template <class I>
void ravel_index(const Stream& stream, const MultiIndices& geometry, const I* x, std::int64_t* y) {
  Axes axes;
  for (const std::int64_t extent : geometry.extents) axes.extent[axes.rank++] = extent;
  const char* const text =
      kept("index {index} of multi-index {place} is out of range for axis {axis} of shape " + to_string(geometry.extents));
  launch(stream, ravel<I>, geometry.count, axes, Complaint(stream, Status::kIndex, "ravel_index", geometry.where, text), x, y);
}

void nonzero(const Stream& stream, const Flags& geometry, const bool* x, std::int64_t* y) {
  if (geometry.n > 0) launch_blocks(stream, find_set, 1, kThreads, geometry.extent, geometry.n, x, y);
}

template <class T>
void searchsorted(const Stream& stream, const Search& geometry, const T* x, const T* v, std::int64_t* y) {
  launch(stream, search<T>, geometry.count, geometry.extent, geometry.right, x, v, y);
}

#define GRADC_INSTANCES(T)                                                                        \
  template void searchsorted(const Stream&, const Search&, const T*, const T*, std::int64_t*);    \
  template void iota(const Stream&, const Count&, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

template void ravel_index(const Stream&, const MultiIndices&, const std::int32_t*, std::int64_t*);
template void ravel_index(const Stream&, const MultiIndices&, const std::int64_t*, std::int64_t*);

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
