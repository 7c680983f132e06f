// Movement of elements by their size. Runs of adjacent elements are moved 16 bytes at a time where addresses and extents allow;
// where x runs along another axis than y, squares of 32 go through shared memory, so that both sides are read and written in
// whole lines.
#include "cuda/kernels/move.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "cuda/kernels/element.h"

namespace gradc {
namespace cuda {
namespace detail {
namespace {

constexpr int kTile = 32;
constexpr int kTileRows = 8;  // of a block's threads

template <class U>
__global__ void copy_units(std::int64_t count, std::int64_t tail, std::int64_t tail_at, const U* __restrict__ x,
                           U* __restrict__ y, const std::uint8_t* __restrict__ from, std::uint8_t* __restrict__ to) {
  for (std::int64_t element = first(); element < count; element += step()) y[element] = x[element];
  if (const std::int64_t element = first(); element < tail) to[tail_at + element] = from[tail_at + element];
}

template <class U, int kTimes>
__global__ void fill_units(std::int64_t count, std::int64_t tail, U value, Pack<U, kTimes>* __restrict__ y,
                           U* __restrict__ end) {
  Pack<U, kTimes> pack;
  for (int i = 0; i < kTimes; ++i) pack.value[i] = value;
  for (std::int64_t element = first(); element < count; element += step()) y[element] = pack;
  if (const std::int64_t element = first(); element < tail) end[element] = value;
}

template <class U>
__global__ void move_units(std::int64_t count, Places places, const U* __restrict__ x, U* __restrict__ y) {
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t from, to;
    places.of(element, from, to);
    y[to] = x[from];
  }
}

// Each element of x is repeated kTimes in y.
template <class U, int kTimes>
__global__ void repeat_units(std::int64_t count, Places places, const U* __restrict__ x, Pack<U, kTimes>* __restrict__ y) {
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t from, to;
    places.of(element, from, to);
    Pack<U, kTimes> pack;
    const U value = x[from];
    for (int i = 0; i < kTimes; ++i) pack.value[i] = value;
    y[to] = pack;
  }
}

// Two axes: `rows`, along which x is contiguous, and `columns`, along which y is; and the others.
struct Tiles {
  std::int64_t rows, columns;
  std::int64_t row_in_y, column_in_x;  // distances
  Divisor row_tiles, column_tiles;
  Places others;
};

template <class U>
__global__ void __launch_bounds__(kTile* kTileRows) move_tiles(std::int64_t tiles, Tiles g, const U* __restrict__ x,
                                                               U* __restrict__ y) {
  __shared__ U tile[kTile][kTile + 1];
  const int lane = static_cast<int>(threadIdx.x) % kTile, line = static_cast<int>(threadIdx.x) / kTile;
  for (std::int64_t number = static_cast<std::int64_t>(blockIdx.x); number < tiles;
       number += static_cast<std::int64_t>(gridDim.x)) {
    std::int64_t other = number, from, to;
    const std::int64_t row = g.row_tiles.split(other) * kTile, column = g.column_tiles.split(other) * kTile;
    g.others.of(other, from, to);
    GRADC_UNROLL
    for (int i = line; i < kTile; i += kTileRows)
      if (column + i < g.columns && row + lane < g.rows) tile[i][lane] = x[from + (column + i) * g.column_in_x + row + lane];
    __syncthreads();
    GRADC_UNROLL
    for (int i = line; i < kTile; i += kTileRows)
      if (row + i < g.rows && column + lane < g.columns) y[to + (row + i) * g.row_in_y + column + lane] = tile[lane][i];
    __syncthreads();
  }
}

// Moves by squares, where that is what the axes ask for.
bool move_by_tiles(const Stream& stream, const Axes& axes, int bytes, const void* x, void* y) {
  constexpr std::int64_t kFew = 16;
  int row = -1, column = -1;
  for (int axis = 0; axis < axes.rank; ++axis) {
    if (axes.x_stride[axis] == 1) row = axis;
    if (axes.y_stride[axis] == 1) column = axis;
  }
  if (row < 0 || column < 0 || row == column || axes.extent[row] < kFew || axes.extent[column] < kFew) return false;
  Tiles tiles;
  tiles.rows = axes.extent[row], tiles.columns = axes.extent[column];
  tiles.row_in_y = axes.y_stride[row], tiles.column_in_x = axes.x_stride[column];
  Axes others;
  for (int axis = 0; axis < axes.rank; ++axis)
    if (axis != row && axis != column) others.push(axes.extent[axis], axes.x_stride[axis], axes.y_stride[axis]);
  const std::int64_t row_tiles = divided_up(tiles.rows, kTile), column_tiles = divided_up(tiles.columns, kTile);
  const std::int64_t count = row_tiles * column_tiles * others.size();
  tiles.row_tiles = Divisor(row_tiles, count), tiles.column_tiles = Divisor(column_tiles, count);
  tiles.others = Places(others);
  with_unit(bytes, [&](auto size) {
    using U = Unit<size()>;
    launch_blocks(stream, move_tiles<U>, std::min(count, kMostBlocks), kTile * kTileRows, count, tiles,
                  static_cast<const U*>(x), static_cast<U*>(y));
  });
  return true;
}

// The axes in units of `factor` elements of their innermost one.
Axes widened(const Axes& axes, int factor) {
  Axes result = axes;
  const int last = axes.rank - 1;
  result.extent[last] /= factor;
  for (int axis = 0; axis < last; ++axis) result.x_stride[axis] /= factor, result.y_stride[axis] /= factor;
  return result;
}

template <int kBytes>
void repeat(const Stream& stream, const Axes& axes, const void* x, void* y) {
  using U = Unit<kBytes>;
  constexpr int kTimes = 16 / kBytes;
  Axes packs = axes;
  packs.extent[axes.rank - 1] /= kTimes;
  for (int axis = 0; axis + 1 < axes.rank; ++axis) packs.y_stride[axis] /= kTimes;
  launch(stream, repeat_units<U, kTimes>, packs.size(), Places(packs), static_cast<const U*>(x),
         static_cast<Pack<U, kTimes>*>(y));
}

}  // namespace

void move(const Stream& stream, const Axes& axes, int bytes, const void* x, void* y) {
  if (axes.size() == 0) return;
  const int last = axes.rank - 1;
  int factor = 1;
  if (axes.rank > 0 && axes.y_stride[last] == 1) {
    Widening widening(bytes);
    widening.distance(axes.extent[last]).address(y);
    for (int axis = 0; axis < last; ++axis) widening.distance(axes.y_stride[axis]);
    if (axes.x_stride[last] == 0 && widening.factor() * bytes == 16 && bytes < 16)
      return with_unit(bytes, [&](auto size) { repeat<size()>(stream, axes, x, y); });
    widening.address(x);
    for (int axis = 0; axis < last; ++axis) widening.distance(axes.x_stride[axis]);
    if (axes.x_stride[last] == 1) factor = widening.factor();
  }
  if (axes.rank == 1 && axes.x_stride[0] == 1 && axes.y_stride[0] == 1) return copy_bytes(stream, axes.extent[0] * bytes, x, y);
  if (move_by_tiles(stream, axes, bytes, x, y)) return;
  const Axes units = factor > 1 ? widened(axes, factor) : axes;
  with_unit(bytes * factor, [&](auto size) {
    using U = Unit<size()>;
    launch(stream, move_units<U>, units.size(), Places(units), static_cast<const U*>(x), static_cast<U*>(y));
  });
}

void copy_bytes(const Stream& stream, std::int64_t bytes, const void* x, void* y) {
  if (x == y || bytes <= 0) return;
  with_unit(Widening(1).address(x).address(y).factor(), [&](auto size) {
    using U = Unit<size()>;
    const std::int64_t count = bytes / size(), tail = bytes % size();
    launch_blocks(stream, copy_units<U>, std::min(divided_up(std::max(count, tail), kBlockThreads), kMostBlocks), kBlockThreads,
                  count, tail, bytes - tail, static_cast<const U*>(x), static_cast<U*>(y), static_cast<const std::uint8_t*>(x),
                  static_cast<std::uint8_t*>(y));
  });
}

void fill_elements(const Stream& stream, std::int64_t n, int bytes, const void* value, void* y) {
  if (n <= 0) return;
  with_unit(bytes, [&](auto size) {
    using U = Unit<size()>;
    U unit;
    std::memcpy(&unit, value, sizeof unit);
    constexpr int kTimes = 16 / size();
    U* const to = static_cast<U*>(y);
    if (kTimes > 1 && is_aligned(y)) {
      const std::int64_t count = n / kTimes, tail = n % kTimes;
      return launch_blocks(stream, fill_units<U, kTimes>,
                           std::min(divided_up(std::max(count, tail), kBlockThreads), kMostBlocks), kBlockThreads, count, tail,
                           unit, static_cast<Pack<U, kTimes>*>(y), to + count * kTimes);
    }
    launch_blocks(stream, fill_units<U, 1>, std::min(divided_up(n, kBlockThreads), kMostBlocks), kBlockThreads, n,
                  std::int64_t{0}, unit, static_cast<Pack<U, 1>*>(y), to);
  });
}

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
