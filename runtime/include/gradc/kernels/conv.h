// Convolutions over one to three axes, as neural networks call them: cross-correlations.
#pragma once

#include <gradc/kernels/geometry.h>

namespace gradc {
namespace kernels {

/// Of x[batch, groups * channels, X...], w[groups * filters, channels, W...] and y[batch, groups * filters, Y...]: filter
/// k of a group at place p sees the element p * stride + j * dilation - low of x, zeros outside of it.
struct Convolution {
  std::int64_t batch;
  std::int64_t channels;  // of a group
  std::int64_t filters;   // of all groups
  std::int64_t groups;
  Extents x;
  Extents w;
  Extents y;
  std::int64_t stride[3];
  std::int64_t dilation[3];
  std::int64_t low[3];
  const char* where = nullptr;
};

/// y = x * w: a matrix product over the patches of x, which are packed and not written out. Throws ShapeError where the
/// filters are larger than x with what is around it, or aren't a multiple of the groups. T, of all in this file: float,
/// double, half and bfloat16 (summed in float, in memory that the call allocates). Packs into a buffer that each thread keeps.
template <class T>
void conv(const Convolution& geometry, const T* x, const T* w, T* y);

/// x for which the sum of x x̄ is that of y and conv(x̄, w): what is linear in y and its transpose. The arguments are w and y.
template <class T>
void conv_input_grad(const Convolution& geometry, const T* y, const T* w, T* x);

/// w for which the sum of w w̄ is that of y and conv(x, w̄). The arguments are x and y.
template <class T>
void conv_filter_grad(const Convolution& geometry, const T* x, const T* y, T* w);

}  // namespace kernels
}  // namespace gradc
