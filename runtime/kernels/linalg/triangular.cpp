#include "kernels/linalg/dense.h"

namespace gradc {
namespace kernels {

// From the right it is the system of the transpose, for columns: they are copied, rather than have the solvers compiled twice.
template <class T>
void triangular_solve(const TriangularSystems& g, const T* a, const T* b, T* y) {
  if (g.n == 0 || g.columns == 0) return;
  Matrix<T> columns;
  for (std::int64_t k = 0; k < g.batch * g.sides; ++k) {
    const std::int64_t which = k % g.batch;
    const MatrixIn<T> whole(a + which * g.n * g.n, g.n, g.n);
    if (!g.unit_diagonal && (whole.diagonal().array() == T(0)).any())
      fail("triangular_solve", g, which, "has a zero on its diagonal");
    const T* const from = b + k * g.n * g.columns;
    T* const to = y + k * g.n * g.columns;
    if (g.right) columns = MatrixIn<T>(from, g.columns, g.n).transpose();
    MatrixOut<T> x(g.right ? columns.data() : to, g.n, g.columns);
    if (!g.right) x = MatrixIn<T>(from, g.n, g.columns);
    const auto solve = [&](const auto& triangle) {
      if (g.transpose != g.right)
        triangle.transpose().solveInPlace(x);
      else
        triangle.solveInPlace(x);
    };
    if (g.upper)
      g.unit_diagonal ? solve(whole.template triangularView<Eigen::UnitUpper>())
                      : solve(whole.template triangularView<Eigen::Upper>());
    else
      g.unit_diagonal ? solve(whole.template triangularView<Eigen::UnitLower>())
                      : solve(whole.template triangularView<Eigen::Lower>());
    if (g.right) MatrixOut<T>(to, g.columns, g.n) = columns.transpose();
  }
}

#define GRADC_INSTANCES(T) template void triangular_solve(const TriangularSystems&, const T*, const T*, T*);
GRADC_INSTANCES(float)
GRADC_INSTANCES(double)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
