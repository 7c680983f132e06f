#include "blas.h"

extern "C" {
#include <cblas.h>
}
#include <lapacke.h>

#include <algorithm>
#include <cmath>

namespace blas {
namespace {

int ld(int n) { return std::max(n, 1); }
std::size_t square(int n) { return static_cast<std::size_t>(n) * static_cast<std::size_t>(n); }

// Each number counts another way.
double weighted(const Numbers& x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += std::cos(0.7 * static_cast<double>(i + 1)) * x[i] * (1 + 0.1 * x[i]);
  return sum;
}

// Far from singular, and positive definite.
Numbers regular(const Numbers& a, int n) {
  Numbers m(a);
  for (int i = 0; i < n; ++i) m[static_cast<std::size_t>(i * n + i)] += 3.0 + n;
  return m;
}
Numbers definite(const Numbers& a, int n) {
  Numbers m(square(n));
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, n, 1.0, a.data(), ld(n), a.data(), ld(n), 0.0, m.data(), ld(n));
  return regular(m, n);
}

}  // namespace

double level1(const Numbers& a, const Numbers& b, int n) {
  Numbers x(a.begin(), a.begin() + n), y(b.begin(), b.begin() + n);
  cblas_daxpy(n, 1.5, x.data(), 1, y.data(), 1);
  cblas_dscal(n, cblas_dnrm2(n, y.data(), 1), x.data(), 1);
  cblas_dswap(n, x.data(), 1, y.data(), 1);
  Numbers z(static_cast<std::size_t>(n), 1.0);
  cblas_dcopy(n, y.data(), 1, z.data(), 1);
  double sum = cblas_ddot(n, x.data(), 1, z.data(), 1) + cblas_dasum(n, z.data(), 1) + weighted(y);
  if (n > 0) sum += 2 * x[static_cast<std::size_t>(cblas_idamax(n, x.data(), 1))];
  return sum;
}

double strides(const Numbers& a, const Numbers& b, int n) {
  Numbers y(b);
  cblas_daxpy(n, -0.5, a.data(), n + 1, y.data(), 1);  // the diagonal
  cblas_dscal(n, 2.0, y.data(), ld(n));  // a column
  if (n > 1) cblas_drot(n, y.data(), -1, y.data() + n * (n - 1), 1, 0.6, 0.8);  // the first row from its end, and the last
  return weighted(y) + cblas_ddot(n, a.data(), ld(n), b.data(), -1);
}

double products(const Numbers& a, const Numbers& b, int n) {
  Numbers c(square(n), 0.5), y(static_cast<std::size_t>(n));
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 0.7, a.data(), ld(n), b.data(), ld(n), 2.0, c.data(), ld(n));
  cblas_dgemv(CblasRowMajor, CblasNoTrans, n, n, 1.0, c.data(), ld(n), b.data(), 1, 0.0, y.data(), 1);
  return weighted(y) + weighted(c);
}

double transposed(const Numbers& a, const Numbers& b, int n) {
  Numbers c(square(n)), y(static_cast<std::size_t>(n), 1.0);
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, n, n, n, 1.0, a.data(), ld(n), b.data(), ld(n), 0.0, c.data(), ld(n));
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, n, 0.3, b.data(), ld(n), a.data(), ld(n), 1.0, c.data(), ld(n));
  cblas_dgemv(CblasColMajor, CblasNoTrans, n, n, 1.0, c.data(), ld(n), a.data(), 1, 0.5, y.data(), 1);
  cblas_dgemv(CblasRowMajor, CblasTrans, n, n, -1.0, a.data(), ld(n), b.data(), 1, 1.0, y.data(), -1);
  return weighted(y);
}

double updates(const Numbers& a, const Numbers& b, int n) {
  Numbers c(a), d(b);
  cblas_dger(CblasRowMajor, n, n, 1.2, a.data(), 1, b.data(), ld(n), c.data(), ld(n));
  cblas_dger(CblasColMajor, n, n, -0.4, a.data(), 1, b.data(), 1, c.data(), ld(n));
  cblas_dsyr(CblasRowMajor, CblasUpper, n, 0.8, b.data(), 1, d.data(), ld(n));
  cblas_dsyr2(CblasColMajor, CblasUpper, n, 0.6, a.data(), 1, b.data(), 1, d.data(), ld(n));
  return weighted(c) + weighted(d);
}

double triangles(const Numbers& a, const Numbers& b, int n) {
  const Numbers m = regular(a, n);
  Numbers x(b.begin(), b.begin() + n), y(x), z(x);
  cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, m.data(), ld(n), x.data(), 1);
  cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasUnit, n, m.data(), ld(n), y.data(), 1);
  cblas_dtrmv(CblasRowMajor, CblasUpper, CblasTrans, CblasNonUnit, n, m.data(), ld(n), z.data(), 1);
  return weighted(x) + weighted(y) + weighted(z);
}

double symmetric(const Numbers& a, const Numbers& b, int n) {
  Numbers c(b), d(b), y(static_cast<std::size_t>(n), 2.0);
  cblas_dsymv(CblasRowMajor, CblasLower, n, 1.0, a.data(), ld(n), b.data(), 1, 0.5, y.data(), 1);
  cblas_dsymm(CblasColMajor, CblasLeft, CblasUpper, n, n, 1.0, a.data(), ld(n), b.data(), ld(n), 1.0, c.data(), ld(n));
  cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, n, n, 1.0, a.data(), ld(n), 0.5, c.data(), ld(n));
  cblas_dsyr2k(CblasColMajor, CblasLower, CblasNoTrans, n, n, 1.0, a.data(), ld(n), b.data(), ld(n), 0.0, d.data(), ld(n));
  return weighted(y) + weighted(c) + weighted(d);
}

double sides(const Numbers& a, const Numbers& b, int n) {
  const Numbers m = regular(a, n);
  Numbers c(b), d(b), e(b);
  cblas_dtrsm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, n, n, 1.5, m.data(), ld(n), c.data(), ld(n));
  cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasUnit, n, n, 1.0, m.data(), ld(n), d.data(), ld(n));
  cblas_dtrmm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, n, n, 0.5, m.data(), ld(n), e.data(), ld(n));
  return weighted(c) + weighted(d) + weighted(e);
}

double cholesky(const Numbers& a, const Numbers& b, int n) {
  Numbers m = definite(a, n), k(m), x(b.begin(), b.begin() + n), y(x);
  LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, m.data(), ld(n));
  LAPACKE_dpotrs(LAPACK_ROW_MAJOR, 'L', n, 1, m.data(), ld(n), x.data(), 1);
  if (LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', n, 1, k.data(), ld(n), y.data(), ld(n)) != 0) return -1;
  double sum = weighted(x) + 2 * weighted(y);
  for (int i = 0; i < n; ++i) sum += 2 * std::log(m[static_cast<std::size_t>(i * n + i)]) + k[static_cast<std::size_t>(i * n)];
  return sum;
}

double solved(const Numbers& a, const Numbers& b, int n) {
  Numbers m = regular(a, n), x(b), k(m), y(b.begin(), b.begin() + n);
  std::vector<lapack_int> pivots(static_cast<std::size_t>(n));
  if (LAPACKE_dgesv(LAPACK_ROW_MAJOR, n, n, m.data(), ld(n), pivots.data(), x.data(), ld(n)) != 0) return -1;
  LAPACKE_dtrtrs(LAPACK_COL_MAJOR, 'U', 'T', 'N', n, 1, k.data(), ld(n), y.data(), ld(n));
  return weighted(x) + weighted(y);
}

double factored(const Numbers& a, const Numbers& b, int n) {
  Numbers m(regular(a, n));
  std::reverse(m.begin(), m.end());
  if (n > 1) std::swap_ranges(m.begin(), m.begin() + n, m.begin() + n);  // so that rows are exchanged
  Numbers x(b), k(m), y(b.begin(), b.begin() + n);
  std::vector<lapack_int> pivots(static_cast<std::size_t>(n));
  LAPACKE_dgetrf(LAPACK_ROW_MAJOR, n, n, m.data(), ld(n), pivots.data());
  LAPACKE_dgetrs(LAPACK_ROW_MAJOR, 'N', n, n, m.data(), ld(n), pivots.data(), x.data(), ld(n));
  LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, k.data(), ld(n), pivots.data());
  LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'T', n, 1, k.data(), ld(n), pivots.data(), y.data(), ld(n));
  return weighted(x) + weighted(y) + weighted(m);
}

double eigenvalues(const Numbers& a, const Numbers& b, int n) {
  Numbers m(a), w(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) m[static_cast<std::size_t>(i * n + i)] += 4.0 * i;
  LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'L', n, m.data(), ld(n), w.data());
  return weighted(w) * (1 + cblas_ddot(n, b.data(), 1, b.data(), 1));
}

double rotated(double x, double y, double angle) {
  double a = x, b = y, c = 0, s = 0, pair[2] = {x, y};
  cblas_drotg(&a, &b, &c, &s);
  cblas_drot(1, pair, 1, pair + 1, 1, std::cos(angle), std::sin(angle));
  return pair[0] + 2 * pair[1] * pair[1] + c + 3 * s + a * a + b;
}

float single(const float* x, const float* y, int n) { return cblas_sdot(n, x, 1, y, 1) / cblas_snrm2(n, y, 1); }

void normalise_rows(double* a, int m, int n) {
  for (int i = 0; i < m; ++i) cblas_dscal(n, 1 / cblas_dnrm2(n, a + i * n, 1), a + i * n, 1);
}

double log_likelihood(const Numbers& a, const Numbers& b, int n) {
  Numbers m = definite(a, n), x(b.begin(), b.begin() + n);
  LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, m.data(), ld(n));
  cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, m.data(), ld(n), x.data(), 1);
  double sum = -0.5 * cblas_ddot(n, x.data(), 1, x.data(), 1);
  for (int i = 0; i < n; ++i) sum -= std::log(m[static_cast<std::size_t>(i * n + i)]);
  return sum;
}

}  // namespace blas
