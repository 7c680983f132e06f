// The matrix product of float and double for one instruction set each. Private to the kernels.
#pragma once

#include <cstdint>

namespace gradc {
namespace kernels {

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
  }
GRADC_DECLARE_GEMM(baseline)
GRADC_DECLARE_GEMM(avx2)
GRADC_DECLARE_GEMM(avx512)
#undef GRADC_DECLARE_GEMM

}  // namespace kernels
}  // namespace gradc
