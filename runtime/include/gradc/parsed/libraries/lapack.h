// The driver and computational routines of LAPACK that gradc follows, for real numbers: what they compute, by the ops of gradc. Matrices
// are taken by rows; `by_rows` says whether they lie so. A matrix without a factorisation is an error of the op, and no number of
// the routine, which is 0 then. Source: Anderson et al., "LAPACK Users' Guide", 1999.
#pragma once

#include "blas.h"

namespace gradc_lapack {

using gradc_blas::Index;
using gradc_blas::matrix;
using gradc_blas::triangle;

template <class T>
void put_columns(const gradc::Matrix<T>& x, bool by_rows, T* b, Index n, Index columns, Index sb) {
  if (by_rows)
    gradc_blas::put(x, T(0), b, n, columns, sb);
  else
    gradc_blas::put(gradc::transpose(x), T(0), b, columns, n, sb);
}

// The factor of Cholesky, in the triangle that is read.
template <class T>
void potrf(bool lower, Index n, T* a, Index sa) {
  gradc_blas::put_triangle(gradc::cholesky(gradc_blas::symmetric(a, lower, n, sa)), T(0), a, lower, n, sa);
}
template <class T>
void potrs(bool by_rows, bool lower, Index n, Index columns, const T* a, Index sa, T* b, Index sb) {
  put_columns(gradc::cholesky_solve(triangle(a, lower, false, n, sa), matrix(b, by_rows, n, columns, sb)), by_rows, b, n, columns, sb);
}
// X = op(A)⁻¹ B for a triangle by rows.
template <class T>
void trtrs(bool by_rows, bool lower, bool transposed, bool unit, Index n, Index columns, const T* a, Index sa, T* b, Index sb) {
  const gradc::Matrix<T> y = matrix(b, by_rows, n, columns, sb), l = triangle(a, lower, unit, n, sa);
  if (transposed == lower)
    put_columns(gradc::triangular_solve(l, y, gradc::Triangular().transpose()), by_rows, b, n, columns, sb);
  else
    put_columns(gradc::triangular_solve(l, y), by_rows, b, n, columns, sb);
}

// L and U of A, with exchanges of rows, in place of it; the number of the first pivot that is 0.
template <class T, class Integer>
Index getrf(bool by_rows, Index m, Index n, T* a, Index sa, Integer* pivots) {
  const Index row = by_rows ? sa : 1, column = by_rows ? 1 : sa;
  Index zero = 0;
  for (Index k = 0; k < m && k < n; ++k) {
    Index best = k;
    for (Index i = k + 1; i < m; ++i)
      if (std::fabs(a[i * row + k * column]) > std::fabs(a[best * row + k * column])) best = i;
    pivots[k] = static_cast<Integer>(best + 1);
    for (Index j = 0; j < n; ++j) {
      const T kept = a[k * row + j * column];
      a[k * row + j * column] = a[best * row + j * column];
      a[best * row + j * column] = kept;
    }
    if (a[k * row + k * column] == T(0)) {
      if (zero == 0) zero = k + 1;
    } else {
      for (Index i = k + 1; i < m; ++i) {
        a[i * row + k * column] /= a[k * row + k * column];
        for (Index j = k + 1; j < n; ++j) a[i * row + j * column] -= a[i * row + k * column] * a[k * row + j * column];
      }
    }
  }
  return zero;
}
template <class T>
void exchange(bool by_rows, Index i, Index k, Index columns, T* b, Index sb) {
  const Index row = by_rows ? sb : 1, column = by_rows ? 1 : sb;
  for (Index j = 0; j < columns; ++j) {
    const T kept = b[i * row + j * column];
    b[i * row + j * column] = b[k * row + j * column];
    b[k * row + j * column] = kept;
  }
}
template <class T, class Integer>
void getrs(bool by_rows, bool transposed, Index n, Index columns, const T* a, Index sa, const Integer* pivots, T* b, Index sb) {
  const gradc::Matrix<T> l = triangle(a, by_rows, true, n, sa), upper = triangle(a, !by_rows, false, n, sa);  // Uᵀ
  if (!transposed) {
    for (Index k = 0; k < n; ++k) exchange(by_rows, k, static_cast<Index>(pivots[k]) - 1, columns, b, sb);
    const gradc::Matrix<T> y = gradc::triangular_solve(l, matrix(b, by_rows, n, columns, sb));
    put_columns(gradc::triangular_solve(upper, y, gradc::Triangular().transpose()), by_rows, b, n, columns, sb);
  } else {
    const gradc::Matrix<T> y = gradc::triangular_solve(upper, matrix(b, by_rows, n, columns, sb));
    put_columns(gradc::triangular_solve(l, y, gradc::Triangular().transpose()), by_rows, b, n, columns, sb);
    for (Index k = n - 1; k >= 0; --k) exchange(by_rows, k, static_cast<Index>(pivots[k]) - 1, columns, b, sb);
  }
}
// The solution is that of the op; the factors, which few read, are those of the loops above.
template <class T, class Integer>
Index gesv(bool by_rows, Index n, Index columns, T* a, Index sa, Integer* pivots, T* b, Index sb) {
  const gradc::Matrix<T> x = gradc::solve(matrix(a, by_rows, n, n, sa), matrix(b, by_rows, n, columns, sb));
  getrf(by_rows, n, n, a, sa, pivots);
  put_columns(x, by_rows, b, n, columns, sb);
  return 0;
}
// Vectors are known but for their signs, which a library chooses: they have no body.
void eigenvectors_by_lapack();
template <class T>
void syev(bool vectors, bool lower, Index n, const T* a, Index sa, T* w) {
  if (vectors) eigenvectors_by_lapack();
  const gradc::Vector<T> values = gradc::eigvalsh(gradc_blas::symmetric(a, lower, n, sa));
  for (Index i = 0; i < n; ++i) w[i] = values(i);
}

}  // namespace gradc_lapack
