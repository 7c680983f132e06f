// Windows that go over the axes of images, and resampling along an axis.
#pragma once

#include <gradc/kernels/geometry.h>

namespace gradc {
namespace kernels {

/// `planes` images with extents X, and a window of extents W at Y places: place p and place k of the window see the
/// element p * stride + k * dilation - low.
struct Pooling {
  std::int64_t planes;
  Extents x;
  Extents window;
  Extents y;
  std::int64_t stride[3];
  std::int64_t dilation[3];
  std::int64_t low[3];
  const char* where = nullptr;
};

/// An array [outer, extent, inner] that is given `n` elements along its middle axis, by one of the modes of
/// gradc::resize_nearest, resize_bilinear and adaptive_avg_pool, numbered as the op `resample` says.
struct Resampling {
  std::int64_t outer;
  std::int64_t extent;
  std::int64_t inner;
  std::int64_t n;
  std::int64_t mode;
  const char* where = nullptr;
};

/// y[plane, place] = where the largest element that the window sees stands in row-major order: the first of equal ones,
/// the first NaN, -1 where it sees none. These throw ShapeError where the window is larger than the padded input. T:
/// float, double, half, bfloat16, int32 and int64.
template <class T>
void max_pool_index(const Pooling& geometry, const T* x, std::int64_t* y);

/// y[plane, place of the window, place] = what is seen, 0 outside. T: float, double, half and bfloat16.
template <class T>
void unfold(const Pooling& geometry, const T* x, T* y);

/// The transpose of unfold: y[plane, element] = the sum of what x has of it. 16-bit types are summed in float. T: as for
/// unfold.
template <class T>
void fold(const Pooling& geometry, const T* x, T* y);

/// y = W x along the axis. Throws ShapeError where the result has elements but the input has none. T: as for unfold.
template <class T>
void resample(const Resampling& geometry, const T* x, T* y);

/// y = Wᵀ x: n elements, of which those of x were made.
template <class T>
void resample_grad(const Resampling& geometry, const T* x, T* y);

}  // namespace kernels
}  // namespace gradc
