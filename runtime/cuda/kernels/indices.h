// Indices into an axis, as kernels read them.
#pragma once

#include <gradc/kernels/index.h>

#include <string>

#include "cuda/kernels/axes.h"
#include "cuda/kernels/report.h"
#include "kernels/dispatch/at_line.h"

namespace gradc {
namespace cuda {
namespace detail {

/// An axis, and what becomes of indices outside of it.
struct IndexedAxis {
  std::int64_t extent;
  std::int64_t mode;
  Complaint complaint;

  IndexedAxis(const Stream& stream, const char* op, const gradc::kernels::Gather& geometry)
      : extent(geometry.extent), mode(geometry.mode),
        complaint(stream, Status::kIndex, op, geometry.where,
                  "index {index}, at place {place}, is out of range for an axis of extent {extent}") {}

  /// The place that an index means; -1 for none, after a complaint where that is an error.
  template <class I>
  __device__ __forceinline__ std::int64_t place(I index, std::int64_t at) const {
    const auto place = static_cast<std::int64_t>(index);
    if (!gradc::detail::outside(place, extent)) return place;
    if (mode == static_cast<std::int64_t>(Mode::clip)) return place < 0 ? 0 : extent - 1;
    if (mode == static_cast<std::int64_t>(Mode::error)) complaint.report(0, place, extent, at);
    return -1;
  }
};

/// What the host can see is wrong: nothing is nearest on an empty axis.
inline void check_mode(const char* op, const gradc::kernels::Gather& geometry, std::int64_t count) {
  if (geometry.mode == static_cast<std::int64_t>(Mode::clip) && geometry.extent == 0 && count > 0)
    fail_index(gradc::kernels::at_line(geometry.where, op, "can't take elements of an empty axis"));
}

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
