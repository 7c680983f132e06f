// Matrix products.
#pragma once

#include <gradc/kernels/geometry.h>

namespace gradc {
namespace kernels {

/// `batch` products of an m x k by a k x n matrix. A transposed operand is stored the other way round: a as
/// [k, m], b as [n, k]. Matrices of a batch follow one another.
struct MatMulShape {
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
  bool transpose_a = false;
  bool transpose_b = false;
  std::int64_t batch = 1;
  /// The products are known to be symmetric: half of each is computed.
  bool symmetric = false;
};

/// c[batch, m, n] = op(a) op(b); zeros where k is 0. T: float, double, half and bfloat16 (summed in float),
/// int32 and int64 (wrapping). Large products pack their operands into a buffer that each thread allocates at
/// its first such call and keeps.
template <class T>
void matmul(const MatMulShape& shape, const T* a, const T* b, T* c);

/// y[batch, m, n] = c + op(a) op(b), where y is c or lies apart from all operands. T as above. `shape` is not symmetric.
template <class T>
void add_matmul(const MatMulShape& shape, const T* a, const T* b, const T* c, T* y);

}  // namespace kernels
}  // namespace gradc
