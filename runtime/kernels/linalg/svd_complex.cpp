// Singular values of complex matrices by those of real ones: reflections from both sides leave a matrix of two real
// diagonals, whose singular vectors are reflected back. Golub and Van Loan, Matrix Computations, 5.4.8.
#include "kernels/linalg/svd.h"

namespace gradc {
namespace kernels {
namespace {

using Complex = std::complex<double>;
using Columns = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic>;

// A = U diag(s) Vᴴ for a matrix with no more columns than rows.
struct Factors {
  Vector<double> s;
  Columns u, v;

  Factors(Columns a, const char* where) {
    const Eigen::Index m = a.rows(), n = a.cols();
    const double greatest = a.cwiseAbs().maxCoeff(), scale = greatest > 0 ? greatest : 1;
    a = a / scale;  // whose squares neither overflow nor vanish
    Matrix<double> two = Matrix<double>::Zero(n, n), packed(2 * n + 1, n);
    std::vector<Complex> room(static_cast<std::size_t>(m));
    for (Eigen::Index k = 0; k < n; ++k) {
      const Eigen::Index rows = m - k, columns = n - k - 1;
      a.col(k).tail(rows).makeHouseholderInPlace(a(k, k), two(k, k));
      a.bottomRightCorner(rows, columns).applyHouseholderOnTheLeft(a.col(k).tail(rows - 1), a(k, k), room.data());
      if (columns == 0) break;
      a.row(k).tail(columns).makeHouseholderInPlace(a(k, k + 1), two(k, k + 1));
      a.bottomRightCorner(rows - 1, columns).applyHouseholderOnTheRight(a.row(k).tail(columns - 1).adjoint(), a(k, k + 1), room.data());
    }
    svd({1, n, n, where}, two.data(), packed.data());
    s = packed.row(0).transpose() * scale;
    u = Columns::Zero(m, n);
    u.topRows(n) = packed.middleRows(1, n).cast<Complex>();
    v = packed.bottomRows(n).cast<Complex>();
    // Back, the last reflection first. Those from the left are the inverses of what made the diagonals.
    for (Eigen::Index k = n; k-- > 0;) {
      const Eigen::Index rows = m - k, columns = n - k - 1;
      u.bottomRows(rows).applyHouseholderOnTheLeft(a.col(k).tail(rows - 1), std::conj(a(k, k)), room.data());
      if (columns > 0)
        v.bottomRows(columns).applyHouseholderOnTheLeft(a.row(k).tail(columns - 1).adjoint(), a(k, k + 1), room.data());
    }
  }
};

}  // namespace

template <>
void svd(const Matrices& g, const Complex* x, Complex* y) {
  each_decomposed(g, x, y, [&](std::int64_t, const MatrixIn<Complex>& a, MatrixOut<Complex>& packed) {
    const bool turned = g.m < g.n;
    const Factors factors(turned ? Columns(a.adjoint()) : Columns(a), g.where);
    packed.row(0) = factors.s.transpose().cast<Complex>();
    packed.middleRows(1, g.m) = turned ? factors.v : factors.u;
    packed.bottomRows(g.n) = turned ? factors.u : factors.v;
  });
}
template <>
void svd(const Matrices& g, const std::complex<float>* x, std::complex<float>* y) {
  narrowed(g.batch * (g.m + g.n + 1) * std::min(g.m, g.n), y,
           [&](Complex* wide) { svd(g, widened(g.batch * g.m * g.n, x).data(), wide); });
}

}  // namespace kernels
}  // namespace gradc
