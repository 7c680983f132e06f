#include "by_hand/ops_linalg.h"

#include <Eigen/Dense>

namespace by_hand {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using In = Eigen::Map<const Matrix>;
using Out = Eigen::Map<Matrix>;

}  // namespace

void cholesky(std::int64_t n, const double* a, const double*, double* y) {
  Out(y, n, n) = In(a, n, n).llt().matrixL();
}
void solve(std::int64_t n, const double* a, const double* b, double* y) {
  Out(y, n, n) = In(a, n, n).partialPivLu().solve(In(b, n, n));
}
void triangular_solve(std::int64_t n, const double* a, const double* b, double* y) {
  Out(y, n, n) = In(a, n, n).triangularView<Eigen::Lower>().solve(In(b, n, n));
}
void inv(std::int64_t n, const double* a, const double*, double* y) { Out(y, n, n) = In(a, n, n).inverse(); }
void qr(std::int64_t n, const double*, const double* b, double* y) {
  const Eigen::HouseholderQR<Matrix> factors(In(b, n, n));
  Out(y, n, n) = factors.householderQ();
  Out(y + n * n, n, n) = factors.matrixQR().triangularView<Eigen::Upper>();
}
void eigh(std::int64_t n, const double* a, const double*, double* y) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(In(a, n, n));
  Out(y, 1, n) = solver.eigenvalues().transpose();
  Out(y + n, n, n) = solver.eigenvectors();
}
void svd(std::int64_t n, const double*, const double* b, double* y) {
  const Eigen::BDCSVD<Eigen::MatrixXd> factors(In(b, n, n), Eigen::ComputeThinU | Eigen::ComputeThinV);
  Out(y, 1, n) = factors.singularValues().transpose();
  Out(y + n, n, n) = factors.matrixU();
  Out(y + n + n * n, n, n) = factors.matrixV();
}
void einsum(std::int64_t n, const double* a, const double* b, double* y) {
  Out(y, n, n).noalias() = In(a, n, n).transpose() * (In(b, n, n) * In(a, n, n));
}

}  // namespace by_hand
