// How kernels say what only they can see: an index outside its axis. The first to claim the stream's status fills it in.
#pragma once

#include <gradc/cuda/device.h>
#include <gradc/cuda/stream.h>

#include <cstdint>

namespace gradc {
namespace cuda {
namespace detail {

/// What a kernel has to complain about, all but the numbers.
struct Complaint {
  Status* status;
  Status::Kind kind;
  std::uint64_t op;
  std::uint64_t where;

  Complaint(const Stream& stream, Status::Kind what, const char* name, const char* place)
      : status(cuda::status(stream)), kind(what), op(reinterpret_cast<std::uintptr_t>(name)),
        where(reinterpret_cast<std::uintptr_t>(place)) {}

  __device__ __forceinline__ void report(int axis, std::int64_t index, std::int64_t extent, std::int64_t place) const {
    if (atomicCAS(&status->kind, static_cast<int>(Status::kFine), static_cast<int>(kind)) != Status::kFine) return;
    status->axis = axis;
    status->index = index;
    status->extent = extent;
    status->place = place;
    status->name = op;
    status->where = where;
  }
};

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
