#include "kernels/linalg/triangle.h"
#include "kernels/products/gemm.h"

namespace gradc {
namespace kernels {
namespace {

constexpr Eigen::Index kBlock = 32;         // rows that are solved at a time
constexpr Eigen::Index kLeastColumns = 8;  // that are worth a product

// Rows [k, k + x.rows()) of the system alone.
template <class T>
void solve_block(const Triangle<T>& triangle, Eigen::Index k, MatrixOut<T> x) {
  using Block = Eigen::Map<const Matrix<T>, 0, Eigen::OuterStride<>>;
  const Block block(triangle.a + k * triangle.n + k, x.rows(), x.rows(), Eigen::OuterStride<>(triangle.n));
  const auto solve = [&](const auto& of) {
    if (triangle.transpose)
      of.transpose().solveInPlace(x);
    else
      of.solveInPlace(x);
  };
  if (triangle.upper)
    triangle.unit ? solve(block.template triangularView<Eigen::UnitUpper>()) : solve(block.template triangularView<Eigen::Upper>());
  else
    triangle.unit ? solve(block.template triangularView<Eigen::UnitLower>()) : solve(block.template triangularView<Eigen::Lower>());
}

// Less what the rows that are solved give it, a block of rows is a system of its own.
template <class T>
void solve_in_blocks(const Triangle<T>& triangle, MatrixOut<T> x) {
  const Eigen::Index n = x.rows(), columns = x.cols();
  const bool is_backward = triangle.upper != triangle.transpose;
  Matrix<T> known(kBlock, columns);
  for (Eigen::Index solved = 0; solved < n; solved += kBlock) {
    const Eigen::Index rows = std::min(kBlock, n - solved);
    const Eigen::Index first = is_backward ? n - solved - rows : solved, from = is_backward ? n - solved : 0;
    MatrixOut<T> block(x.data() + first * columns, rows, columns);
    if (solved > 0) {
      const std::int64_t row = triangle.transpose ? 1 : n, column = triangle.transpose ? n : 1;
      gemm(Gemm<T>{rows, columns, solved, triangle.a + first * row + from * column, row, column, x.data() + from * columns, columns, 1,
                   known.data()});
      block -= known.topRows(rows);
    }
    solve_block(triangle, first, block);
  }
}

}  // namespace

template <class T>
void solve_triangle(const Triangle<T>& triangle, MatrixOut<T> x) {
  if constexpr (!Eigen::NumTraits<T>::IsComplex)
    if (x.rows() > kBlock && x.cols() >= kLeastColumns) return solve_in_blocks(triangle, x);
  solve_block(triangle, 0, x);
}

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
    solve_triangle(Triangle<T>{whole.data(), g.n, g.upper, g.transpose != g.right, g.unit_diagonal}, x);
    if (g.right) MatrixOut<T>(to, g.columns, g.n) = columns.transpose();
  }
}

#define GRADC_INSTANCES(T)                                                             \
  template void triangular_solve(const TriangularSystems&, const T*, const T*, T*); \
  template void solve_triangle(const Triangle<T>&, MatrixOut<T>);
GRADC_INSTANCES(float)
GRADC_INSTANCES(double)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
