// Softmax and its log. Rows of adjacent elements are read once and kept in registers, by a warp or a block for each, as far as
// they fit; longer ones are read a second time. Along an axis that isn't the innermost, adjacent threads have adjacent rows.
#include <gradc/cuda/kernels/softmax.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "cuda/kernels/axes.h"
#include "cuda/kernels/element.h"
#include "cuda/kernels/instances.h"
#include "cuda/kernels/lanes.h"
#include "cuda/kernels/powers.h"
#include "cuda/kernels/unroll.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Compute;
using detail::Pack;
using detail::Powers;

constexpr int kThreads = 256;

template <class C>
struct Maximum {
  __device__ __forceinline__ C operator()(C a, C b) const { return scalar::maximum(a, b); }
};
template <class C>
struct Plus {
  __device__ __forceinline__ C operator()(C a, C b) const { return a + b; }
};

// The place in a row of value i of a thread: packs of adjacent ones, or one by one.
template <int kTeam, int kPack>
__device__ __forceinline__ int place_of(bool in_packs, int member, int i) {
  return in_packs ? (i / kPack * kTeam + member) * kPack + i % kPack : i * kTeam + member;
}

// Rows of at most kTeam kEach elements, of kTeam threads each.
template <class T, int kTeam, int kEach>
__global__ void __launch_bounds__(kTeam < kThreads ? kThreads : kTeam)
    softmax_rows(std::int64_t blocks, std::int64_t rows, int n, bool in_packs, bool is_log, const T* x, T* y) {
  using C = Compute<T>;
  constexpr int kPack = detail::kPackOf<T> < kEach ? detail::kPackOf<T> : kEach;
  constexpr int kTeams = kTeam < kThreads ? kThreads / kTeam : 1;
  __shared__ C greatest_room[kTeam / detail::kLanes];
  __shared__ C sum_room[kTeam / detail::kLanes];
  const int member = static_cast<int>(threadIdx.x) % kTeam, team = static_cast<int>(threadIdx.x) / kTeam;
  for (std::int64_t block = static_cast<std::int64_t>(blockIdx.x); block < blocks;
       block += static_cast<std::int64_t>(gridDim.x)) {
    const std::int64_t row = block * kTeams + team;
    const int size = row < rows ? n : 0;
    const T* const from = x + row * n;
    T* const to = y + row * n;
    C value[kEach];
    if (in_packs) {
      GRADC_UNROLL
      for (int i = 0; i < kEach; i += kPack) {
        const int at = place_of<kTeam, kPack>(true, member, i);
        Pack<T, kPack> pack;
        if (at < size) pack = *reinterpret_cast<const Pack<T, kPack>*>(from + at);
        GRADC_UNROLL
        for (int j = 0; j < kPack; ++j)
          value[i + j] = at < size ? detail::wide(pack.value[j]) : -std::numeric_limits<C>::infinity();
      }
    } else {
      GRADC_UNROLL
      for (int i = 0; i < kEach; ++i) {
        const int at = place_of<kTeam, kPack>(false, member, i);
        value[i] = at < size ? detail::wide(from[at]) : -std::numeric_limits<C>::infinity();
      }
    }
    C greatest = value[0];
    GRADC_UNROLL
    for (int i = 1; i < kEach; ++i) greatest = scalar::maximum(greatest, value[i]);
    if constexpr (kTeam == detail::kLanes)
      greatest = detail::over_lanes(greatest, kTeam, Maximum<C>());
    else
      greatest = detail::over_block<kTeam>(greatest, greatest_room, Maximum<C>());
    C sum = C(0);
    GRADC_UNROLL
    for (int i = 0; i < kEach; ++i) {
      const C power = std::exp(value[i] - greatest);
      // Of all -infinity NaN comes out, but not of what is behind the end of a row.
      const bool is_inside = place_of<kTeam, kPack>(in_packs, member, i) < size;
      sum += is_inside ? power : C(0);
      if (!is_log) value[i] = power;
    }
    if constexpr (kTeam == detail::kLanes)
      sum = detail::over_lanes(sum, kTeam, Plus<C>());
    else
      sum = detail::over_block<kTeam>(sum, sum_room, Plus<C>());
    const C by = is_log ? std::log(sum) : sum;
    const auto result = [&](C v) { return detail::narrow<T>(is_log ? (v - greatest) - by : v / by); };
    if (in_packs) {
      GRADC_UNROLL
      for (int i = 0; i < kEach; i += kPack) {
        const int at = place_of<kTeam, kPack>(true, member, i);
        if (at >= size) continue;
        Pack<T, kPack> pack;
        GRADC_UNROLL
        for (int j = 0; j < kPack; ++j) pack.value[j] = result(value[i + j]);
        *reinterpret_cast<Pack<T, kPack>*>(to + at) = pack;
      }
    } else {
      GRADC_UNROLL
      for (int i = 0; i < kEach; ++i)
        if (const int at = place_of<kTeam, kPack>(false, member, i); at < size) to[at] = result(value[i]);
    }
    if constexpr (kTeam > detail::kLanes) __syncthreads();
  }
}

// Rows of any length, of a block each.
template <class T, int kTeam>
__global__ void __launch_bounds__(kTeam) softmax_long_rows(std::int64_t rows, std::int64_t n, bool is_log, const T* x, T* y) {
  using C = Compute<T>;
  __shared__ C greatest_room[kTeam / detail::kLanes];
  __shared__ C sum_room[kTeam / detail::kLanes];
  const std::int64_t me = static_cast<std::int64_t>(threadIdx.x);
  for (std::int64_t row = static_cast<std::int64_t>(blockIdx.x); row < rows; row += static_cast<std::int64_t>(gridDim.x)) {
    const T* const from = x + row * n;
    T* const to = y + row * n;
    Powers<C> mine = Powers<C>::none();
    GRADC_UNROLL_BY(4)
    for (std::int64_t i = me; i < n; i += kTeam) mine.add(detail::wide(from[i]));
    const C greatest = detail::over_block<kTeam>(mine.greatest, greatest_room, Maximum<C>());
    const C sum = detail::over_block<kTeam>(mine.sum * std::exp(mine.greatest - greatest), sum_room, Plus<C>());
    const C by = is_log ? std::log(sum) : sum;
    GRADC_UNROLL_BY(4)
    for (std::int64_t i = me; i < n; i += kTeam) {
      const C value = detail::wide(from[i]);
      to[i] = detail::narrow<T>(is_log ? (value - greatest) - by : std::exp(value - greatest) / by);
    }
    __syncthreads();
  }
}

// Rows that lie `inner` apart: of the threads of a block, 32 have adjacent rows, and 8 share one.
template <class T>
__global__ void __launch_bounds__(kThreads) softmax_columns(std::int64_t blocks, std::int64_t rows, std::int64_t extent,
                                                            detail::Divisor inner, bool is_log, const T* x, T* y) {
  using C = Compute<T>;
  constexpr int kColumns = detail::kLanes, kMembers = kThreads / kColumns;
  GRADC_SHARED(Powers<C>, room, kThreads);
  const int me = static_cast<int>(threadIdx.x), column = me % kColumns, member = me / kColumns;
  for (std::int64_t block = static_cast<std::int64_t>(blockIdx.x); block < blocks;
       block += static_cast<std::int64_t>(gridDim.x)) {
    const std::int64_t row = block * kColumns + column, step_of_row = inner.value();
    std::int64_t outer = row;
    const std::int64_t at = inner.split(outer), begin = outer * extent * step_of_row + at;
    const std::int64_t size = row < rows ? extent : 0;
    Powers<C> mine = Powers<C>::none();
    for (std::int64_t i = member; i < size; i += kMembers) mine.add(detail::wide(x[begin + i * step_of_row]));
    __syncthreads();
    room[me] = mine;
    __syncthreads();
    Powers<C> all = room[column];
    GRADC_UNROLL
    for (int i = 1; i < kMembers; ++i) all = detail::together(all, room[i * kColumns + column]);
    all.sum += all.greatest - all.greatest;  // NaN where it is infinite
    const C by = is_log ? std::log(all.sum) : all.sum;
    for (std::int64_t i = member; i < size; i += kMembers) {
      const std::int64_t place = begin + i * step_of_row;
      const C value = detail::wide(x[place]) - all.greatest;
      y[place] = detail::narrow<T>(is_log ? value - by : std::exp(value) / by);
    }
  }
}

template <class T, int kTeam, int kEach>
void launch_rows(const Stream& stream, std::int64_t rows, std::int64_t n, bool is_log, const T* x, T* y) {
  constexpr int kPack = detail::kPackOf<T> < kEach ? detail::kPackOf<T> : kEach;
  constexpr int kBlock = kTeam < kThreads ? kThreads : kTeam;
  const bool in_packs = n % kPack == 0 && detail::is_aligned(x, sizeof(T) * kPack) && detail::is_aligned(y, sizeof(T) * kPack);
  const std::int64_t blocks = detail::divided_up(rows, kBlock / kTeam);
  launch_blocks(stream, softmax_rows<T, kTeam, kEach>, std::min(blocks, kMostBlocks), kBlock, blocks, rows, n, in_packs, is_log,
                x, y);
}

template <class T>
void softmax_of(const Stream& stream, const OuterAxisInner& g, bool is_log, const T* x, T* y) {
  const std::int64_t n = g.extent;
  if (g.outer * n * g.inner == 0) return;
  if (g.inner != 1) {
    const std::int64_t rows = g.outer * g.inner, blocks = detail::divided_up(rows, detail::kLanes);
    return launch_blocks(stream, softmax_columns<T>, std::min(blocks, kMostBlocks), kThreads, blocks, rows, n,
                         detail::Divisor(g.inner, blocks * detail::kLanes), is_log, x, y);
  }
  if (n <= 32 * 4) return launch_rows<T, 32, 4>(stream, g.outer, n, is_log, x, y);
  if (n <= 32 * 16) return launch_rows<T, 32, 16>(stream, g.outer, n, is_log, x, y);
  if (n <= 256 * 4) return launch_rows<T, 256, 4>(stream, g.outer, n, is_log, x, y);
  if (n <= 256 * 16) return launch_rows<T, 256, 16>(stream, g.outer, n, is_log, x, y);
  if constexpr (std::is_same_v<T, double>) {
    if (n <= 512 * 16) return launch_rows<T, 512, 16>(stream, g.outer, n, is_log, x, y);
  } else {
    if (n <= 512 * 32) return launch_rows<T, 512, 32>(stream, g.outer, n, is_log, x, y);
  }
  launch_blocks(stream, softmax_long_rows<T, 1024>, std::min(g.outer, kMostBlocks), 1024, g.outer, n, is_log, x, y);
}

}  // namespace

template <class T>
void softmax(const Stream& stream, const OuterAxisInner& geometry, const T* x, T* y) {
  softmax_of(stream, geometry, false, x, y);
}

template <class T>
void log_softmax(const Stream& stream, const OuterAxisInner& geometry, const T* x, T* y) {
  softmax_of(stream, geometry, true, x, y);
}

#define GRADC_INSTANCES(T)                                                     \
  template void softmax(const Stream&, const OuterAxisInner&, const T*, T*);   \
  template void log_softmax(const Stream&, const OuterAxisInner&, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
