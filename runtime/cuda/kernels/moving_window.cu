// Boxes at a place that lies on the device. Where the box isn't in its array, nothing is moved.
#include <gradc/cuda/kernels/shape.h>

#include <string>
#include <type_traits>

#include "cuda/kernels/element.h"
#include "cuda/kernels/instances.h"
#include "cuda/kernels/move.h"
#include "cuda/kernels/report.h"
#include "kernels/dispatch/at_line.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Axes;
using detail::Complaint;
using detail::Places;

// Where a box may be put in its array.
struct Room {
  int rank = 0;
  std::int64_t stride[kMaxRank] = {}, box[kMaxRank] = {}, whole[kMaxRank] = {};
  Places places;  // of the box in the array and in itself
  std::int64_t size = 1;

  // The box must fit, which the host can see.
  Room(const char* op, const MovingWindow& geometry) {
    std::int64_t dense[kMaxRank] = {};
    detail::strides_of(geometry.whole, stride);
    detail::strides_of(geometry.box, dense);
    Axes axes;
    for (int axis = 0; axis < geometry.whole.rank(); ++axis) {
      box[rank] = geometry.box[axis], whole[rank] = geometry.whole[axis];
      if (whole[rank] < box[rank])
        fail_shape(gradc::kernels::at_line(geometry.where, op, "a block of shape " + to_string(geometry.box) +
                                                                   " is larger than " + to_string(geometry.whole)));
      axes.push(box[axis], stride[axis], dense[axis]);
      ++rank;
    }
    size = geometry.box.size();
    if (size > 0) places = Places(axes);
  }

  // The first element of the box; -1 where it isn't in the array.
  template <class I>
  __device__ __forceinline__ std::int64_t offset(const Complaint& complaint, const I* starts) const {
    std::int64_t at = 0;
    GRADC_UNROLL
    for (int axis = 0; axis < kMaxRank; ++axis) {
      if (axis >= rank) continue;
      const auto begin = static_cast<std::int64_t>(starts[axis]);
      if (begin < 0 || begin > whole[axis] - box[axis]) {
        if (threadIdx.x == 0) complaint.report(axis, begin, whole[axis], box[axis]);
        return -1;
      }
      at += begin * stride[axis];
    }
    return at;
  }
};

template <class T, class I>
__global__ void read_box(std::int64_t count, Room room, Complaint complaint, const T* __restrict__ x,
                         const I* __restrict__ starts, T* __restrict__ y) {
  const std::int64_t offset = room.offset(complaint, starts);
  if (offset < 0) return;
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t from, to;
    room.places.of(element, from, to);
    y[to] = x[offset + from];
  }
}

template <class T, class I>
__global__ void write_box(std::int64_t count, Room room, Complaint complaint, const T* __restrict__ u,
                          const I* __restrict__ starts, T* __restrict__ y) {
  const std::int64_t offset = room.offset(complaint, starts);
  if (offset < 0) return;
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t to, from;
    room.places.of(element, to, from);
    y[offset + to] = u[from];
  }
}

template <class T, class I>
__global__ void add_box(std::int64_t count, Room room, Complaint complaint, const T* __restrict__ u,
                        const I* __restrict__ starts, T* __restrict__ y) {
  const std::int64_t offset = room.offset(complaint, starts);
  if (offset < 0) return;
  for (std::int64_t element = first(); element < count; element += step()) {
    std::int64_t to, from;
    room.places.of(element, to, from);
    T& sum = y[offset + to];
    sum = detail::narrow<T>(detail::plus(detail::wide(sum), detail::wide(u[from])));
  }
}

Complaint misplaced(const Stream& stream, const char* op, const MovingWindow& geometry) {
  return {stream, Status::kIndex, op, geometry.where,
          "a block of extent {place} at {index} is no part of axis {axis}, whose extent is {extent}"};
}

// Blocks for so many elements; one for a box without any, whose place is looked at all the same.
std::int64_t blocks_for(std::int64_t size) {
  const std::int64_t blocks = size <= 0 ? 1 : detail::divided_up(size, kBlockThreads);
  return blocks < kMostBlocks ? blocks : kMostBlocks;
}

template <class T>
using UnitOf = detail::Unit<static_cast<int>(sizeof(T))>;

}  // namespace

template <class T, class I>
void dynamic_slice(const Stream& stream, const MovingWindow& geometry, const T* x, const I* starts, T* y) {
  const Room room("dynamic_slice", geometry);
  launch_blocks(stream, read_box<UnitOf<T>, I>, blocks_for(room.size), kBlockThreads, room.size, room,
                misplaced(stream, "dynamic_slice", geometry), reinterpret_cast<const UnitOf<T>*>(x), starts,
                reinterpret_cast<UnitOf<T>*>(y));
}

template <class T, class I>
void dynamic_update_slice(const Stream& stream, const MovingWindow& geometry, const T* x, const T* u, const I* starts, T* y) {
  const Room room("dynamic_update_slice", geometry);
  copy(stream, geometry.whole.size(), x, y);
  launch_blocks(stream, write_box<UnitOf<T>, I>, blocks_for(room.size), kBlockThreads, room.size, room,
                misplaced(stream, "dynamic_update_slice", geometry), reinterpret_cast<const UnitOf<T>*>(u),
                starts, reinterpret_cast<UnitOf<T>*>(y));
}

template <class T, class I>
void dynamic_add_slice(const Stream& stream, const MovingWindow& geometry, const T* x, const T* u, const I* starts, T* y) {
  const Room room("dynamic_add_slice", geometry);
  copy(stream, geometry.whole.size(), x, y);
  launch_blocks(stream, add_box<T, I>, blocks_for(room.size), kBlockThreads, room.size, room,
                misplaced(stream, "dynamic_add_slice", geometry), u, starts, y);
}

#define GRADC_OF_INDICES(T, I)                                                              \
  template void dynamic_slice(const Stream&, const MovingWindow&, const T*, const I*, T*);  \
  template void dynamic_update_slice(const Stream&, const MovingWindow&, const T*, const T*, const I*, T*);
#define GRADC_INSTANCES(T) GRADC_OF_INDICES(T, std::int32_t) GRADC_OF_INDICES(T, std::int64_t)
GRADC_FOR_ALL(GRADC_INSTANCES)
#undef GRADC_OF_INDICES
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T)                                                                                                \
  template void dynamic_add_slice(const Stream&, const MovingWindow&, const T*, const T*, const std::int32_t*, T*);       \
  template void dynamic_add_slice(const Stream&, const MovingWindow&, const T*, const T*, const std::int64_t*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
