// Systems of one triangle of a square matrix. Private to the kernels.
#pragma once

#include "kernels/linalg/dense.h"

namespace gradc {
namespace kernels {

/// What a matrix of n x n adjacent elements has on one side of its diagonal and on it, or the transpose of that.
template <class T>
struct Triangle {
  const T* a;
  std::int64_t n;
  bool upper, transpose = false;
  bool unit = false;  // 1 on the diagonal, whatever is there
};

/// x, of n rows, becomes what the triangle times it gives x. Of float and double large ones are solved in blocks of rows, by the
/// matrix product of this processor.
template <class T>
void solve_triangle(const Triangle<T>& triangle, MatrixOut<T> x);

}  // namespace kernels
}  // namespace gradc
