// What the singular value decompositions of real and of complex matrices share. Private to the kernels.
#pragma once

#include "kernels/linalg/dense.h"

#include <algorithm>

namespace gradc {
namespace kernels {

/// For each matrix: NaN where it has elements that aren't finite, else what f(number of the matrix, a, packed) writes, the
/// singular values and after them the rows of U and of V, with the phase of their columns chosen.
template <class T, class F>
void each_decomposed(const Matrices& g, const T* x, T* y, F f) {
  const std::int64_t n = std::min(g.m, g.n), rows = g.m + g.n + 1;
  if (n == 0) return;
  for (std::int64_t k = 0; k < g.batch; ++k) {
    const MatrixIn<T> a(x + k * g.m * g.n, g.m, g.n);
    MatrixOut<T> packed(y + k * rows * n, rows, n);
    if (!a.allFinite()) {
      packed.setConstant(T(std::numeric_limits<detail::RealOf<T>>::quiet_NaN()));
      continue;
    }
    f(k, a, packed);
    for (Eigen::Index j = 0; j < n; ++j) {
      auto u = packed.col(j).segment(1, g.m);
      const Eigen::Index at = largest(u);
      const T phase = phase_of(u, at);
      if (phase != T(1)) packed.col(j).tail(rows - 1) *= phase;
      u(at) = std::abs(u(at));
    }
  }
}

}  // namespace kernels
}  // namespace gradc
