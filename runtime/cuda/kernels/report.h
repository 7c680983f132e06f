// How kernels say what only they can see: an index outside its axis. The first to claim the stream's status fills it in.
#pragma once

#include <gradc/cuda/device.h>
#include <gradc/cuda/stream.h>

#include <cstdint>

namespace gradc {
namespace cuda {
namespace detail {

/// What a kernel has to complain about, all but the numbers: `text` has them in braces, as Status says.
struct Complaint {
  Status* status;
  Status::Kind kind;
  std::uint64_t op;
  std::uint64_t where;
  std::uint64_t text;

  Complaint(const Stream& stream, Status::Kind of_kind, const char* name, const char* line, const char* what)
      : status(cuda::status(stream)), kind(of_kind), op(reinterpret_cast<std::uintptr_t>(name)),
        where(reinterpret_cast<std::uintptr_t>(line)), text(reinterpret_cast<std::uintptr_t>(what)) {}

  __device__ __forceinline__ void report(int axis, std::int64_t index, std::int64_t extent, std::int64_t place) const {
    if (atomicCAS(&status->kind, static_cast<int>(Status::kFine), static_cast<int>(kind)) != Status::kFine) return;
    status->axis = axis;
    status->index = index;
    status->extent = extent;
    status->place = place;
    status->name = op;
    status->where = where;
    status->text = text;
  }
};

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
