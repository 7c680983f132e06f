// Cross entropy of logits: a row is gone over once for its greatest element and its sum of powers, by a warp or a block.
#include <gradc/cuda/kernels/shape.h>
#include <gradc/cuda/kernels/softmax.h>

#include <algorithm>
#include <cmath>

#include "cuda/kernels/axes.h"
#include "cuda/kernels/element.h"
#include "cuda/kernels/instances.h"
#include "cuda/kernels/lanes.h"
#include "cuda/kernels/powers.h"
#include "cuda/kernels/report.h"
#include "cuda/kernels/unroll.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Complaint;
using detail::Compute;
using detail::Pack;
using detail::Powers;

constexpr int kThreads = 256;
constexpr std::int64_t kRowOfWarp = 1024;

template <class C>
struct Maximum {
  __device__ __forceinline__ C operator()(C a, C b) const { return scalar::maximum(a, b); }
};
template <class C>
struct Plus {
  __device__ __forceinline__ C operator()(C a, C b) const { return a + b; }
};

template <int kTeam, class C, class F>
__device__ __forceinline__ C over_team(C value, C* room, F combine) {
  if constexpr (kTeam == detail::kLanes)
    return detail::over_lanes(value, kTeam, combine);
  else
    return detail::over_block<kTeam>(value, room, combine);
}

// The greatest element m of a row, and the log of the sum of e^(x - m), for all threads of a team.
template <int kTeam, class T>
__device__ __forceinline__ void log_sum(std::int64_t size, bool in_packs, int member, const T* from, Compute<T>* room,
                                        Compute<T>& greatest, Compute<T>& log) {
  using C = Compute<T>;
  constexpr int kPack = detail::kPackOf<T>;
  Powers<C> mine = Powers<C>::none();
  if (in_packs) {
    GRADC_UNROLL_BY(2)
    for (std::int64_t i = std::int64_t{kPack} * member; i < size; i += std::int64_t{kPack} * kTeam) {
      const auto pack = *reinterpret_cast<const Pack<T, kPack>*>(from + i);
      GRADC_UNROLL
      for (int j = 0; j < kPack; ++j) mine.add(detail::wide(pack.value[j]));
    }
  } else {
    for (std::int64_t i = member; i < size; i += kTeam) mine.add(detail::wide(from[i]));
  }
  greatest = over_team<kTeam>(mine.greatest, room, Maximum<C>());
  log = std::log(over_team<kTeam>(mine.sum * std::exp(mine.greatest - greatest), room + kTeam / detail::kLanes, Plus<C>()));
}

template <class T, int kTeam>
__global__ void __launch_bounds__(kThreads) cross_entropy(std::int64_t blocks, std::int64_t rows, std::int64_t n, bool in_packs,
                                                          const T* __restrict__ logits, const T* __restrict__ labels,
                                                          T* __restrict__ y) {
  using C = Compute<T>;
  constexpr int kWarps = kTeam / detail::kLanes;
  __shared__ C room[3 * kWarps];
  const int member = static_cast<int>(threadIdx.x) % kTeam, team = static_cast<int>(threadIdx.x) / kTeam;
  for (std::int64_t block = static_cast<std::int64_t>(blockIdx.x); block < blocks;
       block += static_cast<std::int64_t>(gridDim.x)) {
    const std::int64_t row = block * (kThreads / kTeam) + team, size = row < rows ? n : 0;
    const T* const from = logits + row * n;
    const T* const weights = labels + row * n;
    C greatest, log;
    log_sum<kTeam>(size, in_packs, member, from, room, greatest, log);
    C loss = C(0);
    for (std::int64_t i = member; i < size; i += kTeam)
      if (const C label = detail::wide(weights[i]); label != C(0)) loss += label * (log - (detail::wide(from[i]) - greatest));
    loss = over_team<kTeam>(loss, room + 2 * kWarps, Plus<C>());
    if (member == 0 && row < rows) y[row] = detail::narrow<T>(loss);
    if constexpr (kTeam > detail::kLanes) __syncthreads();
  }
}

template <class T, class I, int kTeam>
__global__ void __launch_bounds__(kThreads) cross_entropy_of_labels(std::int64_t blocks, std::int64_t rows, std::int64_t n,
                                                                    bool in_packs, Complaint complaint,
                                                                    const T* __restrict__ logits, const I* __restrict__ labels,
                                                                    T* __restrict__ y) {
  using C = Compute<T>;
  __shared__ C room[2 * kTeam / detail::kLanes];
  const int member = static_cast<int>(threadIdx.x) % kTeam, team = static_cast<int>(threadIdx.x) / kTeam;
  for (std::int64_t block = static_cast<std::int64_t>(blockIdx.x); block < blocks;
       block += static_cast<std::int64_t>(gridDim.x)) {
    const std::int64_t row = block * (kThreads / kTeam) + team, size = row < rows ? n : 0;
    const T* const from = logits + row * n;
    C greatest, log;
    log_sum<kTeam>(size, in_packs, member, from, room, greatest, log);
    if (member == 0 && row < rows) {
      const auto label = static_cast<std::int64_t>(labels[row]);
      if (gradc::detail::outside(label, n))
        complaint.report(0, label, n, row);
      // What the next kernels read is a number, although the error is thrown.
      y[row] = detail::narrow<T>(gradc::detail::outside(label, n) ? log : log - (detail::wide(from[label]) - greatest));
    }
    if constexpr (kTeam > detail::kLanes) __syncthreads();
  }
}

template <class T>
bool in_packs(std::int64_t n, const T* x) {
  return n % detail::kPackOf<T> == 0 && detail::is_aligned(x);
}

}  // namespace

template <class T>
void softmax_cross_entropy(const Stream& stream, const RowsClasses& geometry, const T* logits, const T* labels, T* y) {
  const std::int64_t n = geometry.classes, rows = geometry.rows;
  if (n == 0) return fill(stream, rows, T(0), y);
  const auto run = [&](auto* kernel, std::int64_t team) {
    const std::int64_t blocks = detail::divided_up(rows, kThreads / team);
    launch_blocks(stream, kernel, std::min(blocks, kMostBlocks), kThreads, blocks, rows, n, in_packs(n, logits), logits, labels,
                  y);
  };
  n <= kRowOfWarp ? run(cross_entropy<T, detail::kLanes>, detail::kLanes) : run(cross_entropy<T, kThreads>, kThreads);
}

template <class T, class I>
void sparse_softmax_cross_entropy(const Stream& stream, const RowsClasses& geometry, const T* logits, const I* labels, T* y) {
  const std::int64_t n = geometry.classes, rows = geometry.rows;
  const Complaint complaint(stream, Status::kIndex, "softmax_cross_entropy", geometry.where,
                            "label {index}, of row {place}, is out of range for {extent} classes");
  const auto run = [&](auto* kernel, std::int64_t team) {
    const std::int64_t blocks = detail::divided_up(rows, kThreads / team);
    launch_blocks(stream, kernel, std::min(blocks, kMostBlocks), kThreads, blocks, rows, n, in_packs(n, logits), complaint,
                  logits, labels, y);
  };
  n <= kRowOfWarp ? run(cross_entropy_of_labels<T, I, detail::kLanes>, detail::kLanes)
                  : run(cross_entropy_of_labels<T, I, kThreads>, kThreads);
}

#define GRADC_INSTANCES(T)                                                                                          \
  template void softmax_cross_entropy(const Stream&, const RowsClasses&, const T*, const T*, T*);                   \
  template void sparse_softmax_cross_entropy(const Stream&, const RowsClasses&, const T*, const std::int32_t*, T*); \
  template void sparse_softmax_cross_entropy(const Stream&, const RowsClasses&, const T*, const std::int64_t*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
