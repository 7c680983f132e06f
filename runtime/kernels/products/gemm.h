// The matrix product of float and double for one instruction set each. Private to the kernels.
#pragma once

#include <cstdint>

namespace gradc {
namespace kernels {

/// The matrix of the patches that a filter sees, which is packed from the images and never written out. Row (c, k) and
/// column (n, p) are image n of channel c at place p * stride + k * dilation - low, 0 outside; `transposed`, the other way
/// round. k and p have three axes.
struct Patches {
  std::int64_t channels;
  std::int64_t x[3], w[3], y[3];  // extents of an image, of a filter, and of the places
  std::int64_t stride[3], dilation[3], low[3];
  std::int64_t image;  // from one image to the next
  bool transposed;
};

/// c[m, n] = a b, where a(i, p) = a[i * a_row + p * a_column] and b(p, j) = b[p * b_row + j * b_column]; one
/// stride of each operand is 1. k >= 1. `buffer` is aligned to 64 bytes and holds gemm_buffer_bytes.
template <class T>
struct Gemm {
  std::int64_t m, n, k;
  const T* a;
  std::int64_t a_row, a_column;
  const T* b;
  std::int64_t b_row, b_column;
  T* c;
  /// Where these are given: b is patches of the images at `b`; after each `a_run` columns of a the next is `a_jump` from
  /// the first of the run, and likewise the columns of c, whose rows are `c_row` apart.
  const Patches* patches = nullptr;
  std::int64_t a_run = 0, a_jump = 0;
  std::int64_t c_row = 0, c_run = 0, c_jump = 0;
  /// What stands above the diagonal of c need not be written.
  bool lower = false;
  /// The product is added to c; of a product without patches.
  bool add = false;
};

/// A convolution in which each filter sees one channel, `filters` of them the same: the product would have one row. Of x,
/// w and y one is written, which the function is named for.
template <class T>
struct Depthwise {
  std::int64_t batch, channels, filters;
  Patches patches;
  T* x;
  T* w;
  T* y;
};

// Sizes of the blocks of b and of a that are packed at a time: the first stays in L3, the second in L2.
inline constexpr std::int64_t kGemmDepth = 256;
inline constexpr std::int64_t kGemmRows = 96;
inline constexpr std::int64_t kGemmColumns = 512;

template <class T>
constexpr std::int64_t gemm_buffer_bytes() {
  return kGemmDepth * (kGemmRows + kGemmColumns) * static_cast<std::int64_t>(sizeof(T));
}

// One pair of functions for each instruction set that gemm.inc is compiled for.
#define GRADC_DECLARE_GEMM(isa)                           \
  namespace isa {                                         \
  void gemm(const Gemm<float>& product, float* buffer);   \
  void gemm(const Gemm<double>& product, double* buffer); \
  void depthwise_y(const Depthwise<float>& g);            \
  void depthwise_y(const Depthwise<double>& g);           \
  void depthwise_x(const Depthwise<float>& g);            \
  void depthwise_x(const Depthwise<double>& g);           \
  void depthwise_w(const Depthwise<float>& g);            \
  void depthwise_w(const Depthwise<double>& g);           \
  }
GRADC_DECLARE_GEMM(baseline)
GRADC_DECLARE_GEMM(avx2)
GRADC_DECLARE_GEMM(avx512)
#undef GRADC_DECLARE_GEMM

/// The same on this processor, with the packing buffer of this thread. T: float and double.
template <class T>
void gemm(const Gemm<T>& product);
template <class T>
void depthwise_y(const Depthwise<T>& g);
template <class T>
void depthwise_x(const Depthwise<T>& g);
template <class T>
void depthwise_w(const Depthwise<T>& g);

}  // namespace kernels
}  // namespace gradc
