// Reductions over any set of axes, for what an operation says of one element, of two results, and at the end.
//
// Axes of extent 1 are dropped and neighbours of one kind merged. Where the innermost axis is reduced, a team of 1 to 32 lanes
// or a block goes over the elements of an output (`fold_rows`); where it is kept, adjacent threads have adjacent outputs, and
// those of a block that have the same one share its elements (`fold_columns`). Where that gives too few blocks the elements are
// split between several, whose results `fold_columns` combines in a second pass. Who adds what in which order depends on the
// extents alone.
#pragma once

#include <gradc/cuda/stream.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "cuda/kernels/axes.h"
#include "cuda/kernels/element.h"
#include "cuda/kernels/lanes.h"

namespace gradc {
namespace cuda {
namespace detail {

inline constexpr int kFoldThreads = 256;
inline constexpr int kUnrolled = 4;                    // results that a thread has at once
inline constexpr std::int64_t kEnoughBlocks = 1024;    // which fill a device
inline constexpr std::int64_t kLeastOfThread = 16;     // elements for which a thread is worth being started
inline constexpr std::int64_t kRowOfWarp = 1024;       // a longer one is a block's

// An operation, for elements at an offset:
//
//   using C = ...;                                  what results are
//   C start() const;                                the result of no elements
//   C at(std::int64_t offset, std::int64_t r) const;    of element r of those that go into an output
//   C combine(C a, C b) const;
//   using Y = ...; Y finish(C c) const;
//   static constexpr int kPack;                     how many adjacent elements are read at once, 1 for an operation that can't
//   void at_pack(std::int64_t offset, C (&values)[kPack]) const;
//   const void* address() const;                    of what is read in packs

/// What is combined again: the results of parts of the elements.
template <class Op>
struct Again : Op {
  const typename Op::C* parts = nullptr;

  static constexpr int kPack = 1;
  __device__ __forceinline__ typename Op::C at(std::int64_t offset, std::int64_t) const { return parts[offset]; }
};

struct Fold {
  std::int64_t outputs;
  std::int64_t count;      // elements of an output
  std::int64_t part;       // of them for each block that shares an output; a multiple of the pack
  std::int64_t parts;
  Divisor tiles;           // blocks that have different outputs
  int team;                // threads that share an output: a power of two
  PlacesOf<4> kept,
      reduced;  // of outputs, and of elements of an output: kept and reduced axes take turns, so that there are few
};

/// Elements [begin, end) of an output, thread `member` of `team`.
template <class Op>
__device__ __forceinline__ typename Op::C fold_part(const Op& op, const Fold& g, std::int64_t from, std::int64_t begin,
                                                    std::int64_t end, int member, int team) {
  typename Op::C results[kUnrolled];
  GRADC_UNROLL
  for (int i = 0; i < kUnrolled; ++i) results[i] = op.start();
  std::int64_t r = begin + member;
  const std::int64_t next = team;
  if (g.reduced.rank <= 1) {
    const std::int64_t stride = g.reduced.x_stride[0];
    GRADC_UNROLL_BY(1)
    for (; r + (kUnrolled - 1) * next < end; r += kUnrolled * next) {
      GRADC_UNROLL
      for (int i = 0; i < kUnrolled; ++i)
        results[i] = op.combine(results[i], op.at(from + (r + i * next) * stride, r + i * next));
    }
  }
  GRADC_UNROLL_BY(1)
  for (; r < end; r += next) results[0] = op.combine(results[0], op.at(from + g.reduced.of(r), r));
  return op.combine(op.combine(results[0], results[1]), op.combine(results[2], results[3]));
}

/// The same by packs, which divide all that there is.
template <class Op>
__device__ __forceinline__ typename Op::C fold_packs(const Op& op, const Fold& g, std::int64_t from, std::int64_t begin,
                                                     std::int64_t end, int member, int team) {
  using C = typename Op::C;
  constexpr int kPack = Op::kPack, kResults = kPack < kUnrolled ? kPack : kUnrolled;
  C results[kResults];
  GRADC_UNROLL
  for (int i = 0; i < kResults; ++i) results[i] = op.start();
  const std::int64_t next = std::int64_t{kPack} * team;
  const auto add = [&](std::int64_t offset) {
    C values[kPack];
    op.at_pack(offset, values);
    GRADC_UNROLL
    for (int i = 0; i < kPack; ++i) results[i % kResults] = op.combine(results[i % kResults], values[i]);
  };
  std::int64_t r = begin + std::int64_t{kPack} * member;
  if (g.reduced.rank <= 1) {
    GRADC_UNROLL_BY(2)
    for (; r < end; r += next) add(from + r);
  }
  GRADC_UNROLL_BY(1)
  for (; r < end; r += next) add(from + g.reduced.of(r));
  GRADC_UNROLL
  for (int width = kResults / 2; width > 0; width /= 2)
    GRADC_UNROLL
    for (int i = 0; i < width; ++i) results[i] = op.combine(results[i], results[i + width]);
  return results[0];
}

template <class Op>
__global__ void __launch_bounds__(kFoldThreads) fold_rows(std::int64_t blocks, Fold g, Op op, bool in_packs, typename Op::Y* y,
                                                          typename Op::C* parts) {
  using C = typename Op::C;
  GRADC_SHARED(C, room, kFoldThreads / kLanes);
  const auto combine = [&](const C& a, const C& b) { return op.combine(a, b); };
  const int team = g.team, member = static_cast<int>(threadIdx.x) % team, teams = kFoldThreads / team;
  for (std::int64_t block = static_cast<std::int64_t>(blockIdx.x); block < blocks;
       block += static_cast<std::int64_t>(gridDim.x)) {
    std::int64_t part = block;
    const std::int64_t output = g.tiles.split(part) * teams + static_cast<int>(threadIdx.x) / team;
    const bool is_output = output < g.outputs;
    const std::int64_t begin = part * g.part, end = begin + g.part < g.count ? begin + g.part : g.count;
    C result = op.start();
    if (is_output) {
      const std::int64_t from = g.kept.of(output);
      if constexpr (Op::kPack > 1) {
        result =
            in_packs ? fold_packs(op, g, from, begin, end, member, team) : fold_part(op, g, from, begin, end, member, team);
      } else {
        result = fold_part(op, g, from, begin, end, member, team);
      }
    }
    if (team <= kLanes) {
      result = over_lanes(result, team, combine);
    } else {
      __syncthreads();
      result = over_block<kFoldThreads>(result, room, combine);
    }
    if (!is_output || member != 0) continue;
    if (parts == nullptr)
      y[output] = op.finish(result);
    else
      parts[part * g.outputs + output] = result;
  }
}

template <class Op>
__global__ void __launch_bounds__(kFoldThreads) fold_columns(std::int64_t blocks, Fold g, Op op, typename Op::Y* y,
                                                             typename Op::C* parts) {
  using C = typename Op::C;
  GRADC_SHARED(C, room, kFoldThreads);
  const int me = static_cast<int>(threadIdx.x), team = g.team, columns = kFoldThreads / team;
  const int column = me % columns, member = me / columns;
  for (std::int64_t block = static_cast<std::int64_t>(blockIdx.x); block < blocks;
       block += static_cast<std::int64_t>(gridDim.x)) {
    std::int64_t part = block;
    const std::int64_t output = g.tiles.split(part) * columns + column;
    const bool is_output = output < g.outputs;
    const std::int64_t begin = part * g.part, end = begin + g.part < g.count ? begin + g.part : g.count;
    C result = is_output ? fold_part(op, g, g.kept.of(output), begin, end, member, team) : op.start();
    for (int half = team / 2; half > 0; half /= 2) {
      __syncthreads();
      if (member >= half && member < 2 * half) room[me] = result;
      __syncthreads();
      if (member < half) result = op.combine(result, room[me + half * columns]);
    }
    if (!is_output || member != 0) continue;
    if (parts == nullptr)
      y[output] = op.finish(result);
    else
      parts[part * g.outputs + output] = result;
  }
}

/// Which elements go into which output.
struct Folding {
  Axes kept, reduced;
  std::int64_t outputs = 1, count = 1;
  bool is_of_rows = false;  // the innermost axis is reduced

  explicit Folding(const gradc::kernels::Reduction& geometry) {
    std::int64_t strides[kMaxRank] = {};
    strides_of(geometry.extents, strides);
    for (int axis = 0; axis < geometry.extents.rank(); ++axis) {
      const std::int64_t extent = geometry.extents[axis];
      const bool reduces = geometry.axes.contains(axis);
      (reduces ? reduced : kept).push(extent, strides[axis], strides[axis]);
      std::int64_t& product = reduces ? count : outputs;
      product = scalar::multiply(product, extent);
    }
    is_of_rows = reduced.rank > 0 && reduced.x_stride[reduced.rank - 1] == 1;
  }
};

inline std::int64_t power_up(std::int64_t n) {
  std::int64_t power = 1;
  while (power < n) power *= 2;
  return power;
}

/// How often an output's elements are split, where there are so many blocks and so many elements for each thread.
inline std::int64_t parts_for(std::int64_t blocks, std::int64_t count, std::int64_t team) {
  return std::clamp<std::int64_t>(std::min(kEnoughBlocks / std::max<std::int64_t>(blocks, 1), count / (team * kLeastOfThread)),
                                  1, 1024);
}

template <class Op>
void launch_columns(const Stream& stream, Fold g, const Op& op, typename Op::Y* y, typename Op::C* parts) {
  const std::int64_t tiles = divided_up(g.outputs, kFoldThreads / g.team), blocks = tiles * g.parts;
  g.tiles = Divisor(tiles, blocks);
  launch_blocks(stream, fold_columns<Op>, std::min(blocks, kMostBlocks), kFoldThreads, blocks, g, op, y, parts);
}

/// y = finish(all elements of each output), for a count that is not 0.
template <class Op>
void fold(const Stream& stream, const Folding& folding, const Op& op, typename Op::Y* y) {
  using C = typename Op::C;
  if (folding.outputs == 0) return;
  Fold g{folding.outputs, folding.count, folding.count, 1, {}, 1, PlacesOf<4>(folding.kept), PlacesOf<4>(folding.reduced)};
  bool in_packs = false;
  std::int64_t tiles = 1;
  if (folding.is_of_rows) {
    if constexpr (Op::kPack > 1) {
      const int last = folding.reduced.rank - 1;
      in_packs = is_aligned(op.address()) && folding.reduced.extent[last] % Op::kPack == 0;
      for (int axis = 0; axis < last; ++axis) in_packs = in_packs && folding.reduced.x_stride[axis] % Op::kPack == 0;
      for (int axis = 0; axis < folding.kept.rank; ++axis) in_packs = in_packs && folding.kept.x_stride[axis] % Op::kPack == 0;
    }
    const std::int64_t reads = in_packs ? g.count / Op::kPack : g.count;
    g.team = g.count > kRowOfWarp || g.outputs < 8 ? kFoldThreads
                                                   : static_cast<int>(power_up(std::min<std::int64_t>(reads, kLanes)));
    if (g.count <= kLanes) g.team = static_cast<int>(power_up(reads));
    tiles = divided_up(g.outputs, kFoldThreads / g.team);
  } else {
    const std::int64_t columns = power_up(std::min<std::int64_t>(g.outputs, kLanes));
    g.team = static_cast<int>(std::min(kFoldThreads / columns, power_up(g.count)));
    tiles = divided_up(g.outputs, kFoldThreads / g.team);
  }
  g.parts = parts_for(tiles, g.count, g.team);
  if (g.parts > 1) {
    g.part = divided_up(divided_up(g.count, g.parts), 64) * 64;
    g.parts = divided_up(g.count, g.part);
  }
  C* const parts =
      g.parts == 1 ? nullptr : static_cast<C*>(scratch(stream, g.parts * g.outputs * static_cast<std::int64_t>(sizeof(C))));
  if (folding.is_of_rows) {
    const std::int64_t blocks = tiles * g.parts;
    g.tiles = Divisor(tiles, blocks);
    launch_blocks(stream, fold_rows<Op>, std::min(blocks, kMostBlocks), kFoldThreads, blocks, g, op, in_packs, y, parts);
  } else {
    launch_columns(stream, g, op, y, parts);
  }
  if (parts == nullptr) return;
  Again<Op> again;
  static_cast<Op&>(again) = op;
  again.parts = parts;
  Axes kept, reduced;
  kept.push(g.outputs, 1, 1);
  reduced.push(g.parts, g.outputs, g.outputs);
  Fold second{g.outputs, g.parts, g.parts, 1, {}, 1, PlacesOf<4>(kept), PlacesOf<4>(reduced)};
  const std::int64_t columns = power_up(std::min<std::int64_t>(g.outputs, kLanes));
  second.team = static_cast<int>(std::min(kFoldThreads / columns, power_up(g.parts)));
  launch_columns(stream, second, again, y, static_cast<C*>(nullptr));
}

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
