// The BLAS as gradc follows it: what its subprograms compute, for real numbers, by the ops of gradc where those are faster than loops.
// Matrices are taken by rows: one by columns is the transpose of such a one. A stride below 0 goes from the end.
// Source: Dongarra et al., "A Set of Level 3 Basic Linear Algebra Subprograms", 1990, and the two papers before it.
#pragma once

#include <gradc/gradc.h>

#include <cmath>

namespace gradc_blas {

using Index = std::int64_t;

inline Index first_of(Index n, Index stride) { return stride < 0 ? (1 - n) * stride : 0; }

// --- matrices in memory ---

template <class T>
gradc::Vector<T> vector(const T* x, Index n, Index stride) {
  gradc::Vector<T> made(gradc::Shape{n});
  const Index first = first_of(n, stride);
  for (Index i = 0; i < n; ++i) made(i) = x[first + i * stride];
  return made;
}

template <class T>
gradc::Matrix<T> matrix_by_rows(const T* a, Index rows, Index columns, Index stride) {
  gradc::Matrix<T> made(gradc::Shape{rows, columns});
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) made(i, j) = a[i * stride + j];
  return made;
}
// op(A) of as many rows and columns, where A lies by rows or not.
template <class T>
gradc::Matrix<T> matrix(const T* a, bool by_rows, Index rows, Index columns, Index stride) {
  return by_rows ? matrix_by_rows(a, rows, columns, stride) : gradc::transpose(matrix_by_rows(a, columns, rows, stride));
}

// The lower triangle by rows, or the transpose of the upper one, and zeros; ones on the diagonal where `unit`.
template <class T>
gradc::Matrix<T> triangle(const T* a, bool lower, bool unit, Index n, Index stride) {
  gradc::Matrix<T> made(gradc::Shape{n, n});
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < i; ++j) made(i, j) = lower ? a[i * stride + j] : a[j * stride + i];
    made(i, i) = unit ? T(1) : a[i * stride + i];
  }
  return made;
}

// Of which one triangle by rows is given.
template <class T>
gradc::Matrix<T> symmetric(const T* a, bool lower, Index n, Index stride) {
  const gradc::Matrix<T> half = triangle(a, lower, false, n, stride);
  return half + gradc::transpose(gradc::tril(half, -1));
}

// c = from + beta c; of nothing where beta is 0.
template <class T>
void put(const gradc::Matrix<T>& from, T beta, T* c, Index rows, Index columns, Index stride) {
  if (beta == T(0)) {
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < columns; ++j) c[i * stride + j] = from(i, j);
  } else {
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < columns; ++j) c[i * stride + j] = from(i, j) + beta * c[i * stride + j];
  }
}

// The same for one triangle by rows of a symmetric matrix.
template <class T>
void put_triangle(const gradc::Matrix<T>& from, T beta, T* c, bool lower, Index n, Index stride) {
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) {
      const Index at = lower ? i * stride + j : j * stride + i;
      c[at] = beta == T(0) ? from(i, j) : from(i, j) + beta * c[at];
    }
}

template <class T>
void put(const gradc::Vector<T>& from, T* x, Index n, Index stride) {
  const Index first = first_of(n, stride);
  for (Index i = 0; i < n; ++i) x[first + i * stride] = from(i);
}

// --- level 1 ---

template <class T>
T dot(Index n, const T* x, Index sx, const T* y, Index sy) {
  const Index fx = first_of(n, sx), fy = first_of(n, sy);
  T sum = 0;
  for (Index i = 0; i < n; ++i) sum += x[fx + i * sx] * y[fy + i * sy];
  return sum;
}
template <class T>
T nrm2(Index n, const T* x, Index sx) {
  return n > 0 && sx > 0 ? gradc::vector_norm(vector(x, n, sx)) : T(0);
}
template <class T>
T asum(Index n, const T* x, Index sx) {
  T sum = 0;
  if (sx > 0)
    for (Index i = 0; i < n; ++i) sum += std::fabs(x[i * sx]);
  return sum;
}
template <class T>
Index iamax(Index n, const T* x, Index sx) {
  if (n < 1 || sx < 1) return 0;
  Index best = 0;
  for (Index i = 1; i < n; ++i)
    if (std::fabs(x[i * sx]) > std::fabs(x[best * sx])) best = i;
  return best;
}
template <class T>
void axpy(Index n, T alpha, const T* x, Index sx, T* y, Index sy) {
  const Index fx = first_of(n, sx), fy = first_of(n, sy);
  for (Index i = 0; i < n; ++i) y[fy + i * sy] += alpha * x[fx + i * sx];
}
template <class T>
void copy(Index n, const T* x, Index sx, T* y, Index sy) {
  const Index fx = first_of(n, sx), fy = first_of(n, sy);
  for (Index i = 0; i < n; ++i) y[fy + i * sy] = x[fx + i * sx];
}
template <class T>
void swap(Index n, T* x, Index sx, T* y, Index sy) {
  const Index fx = first_of(n, sx), fy = first_of(n, sy);
  for (Index i = 0; i < n; ++i) {
    const T kept = x[fx + i * sx];
    x[fx + i * sx] = y[fy + i * sy];
    y[fy + i * sy] = kept;
  }
}
template <class T>
void scal(Index n, T alpha, T* x, Index sx) {
  if (sx > 0)
    for (Index i = 0; i < n; ++i) x[i * sx] *= alpha;
}
template <class T>
void rot(Index n, T* x, Index sx, T* y, Index sy, T c, T s) {
  const Index fx = first_of(n, sx), fy = first_of(n, sy);
  for (Index i = 0; i < n; ++i) {
    const T kept = x[fx + i * sx];
    x[fx + i * sx] = c * kept + s * y[fy + i * sy];
    y[fy + i * sy] = c * y[fy + i * sy] - s * kept;
  }
}
// r = ±√(a² + b²) of the sign of the greater, in a; z, which says c and s, in b.
template <class T>
void rotg(T* a, T* b, T* c, T* s) {
  if (*b == T(0)) {
    *c = 1, *s = 0, *b = 0;
    return;
  }
  if (*a == T(0)) {
    *c = 0, *s = 1, *a = *b, *b = 1;
    return;
  }
  const bool first = std::fabs(*a) > std::fabs(*b);
  const T r = std::copysign(std::sqrt(*a * *a + *b * *b), first ? *a : *b);
  *c = *a / r;
  *s = *b / r;
  *a = r;
  *b = first ? *s : T(1) / *c;
}

// --- level 2; all but ger know matrices by rows ---

// y = alpha op(A) x + beta y, op(A) of m rows and n columns.
template <class T>
void gemv(bool by_rows, Index m, Index n, T alpha, const T* a, Index sa, const T* x, Index sx, T beta, T* y, Index sy) {
  const gradc::Vector<T> product = alpha * gradc::matmul(matrix(a, by_rows, m, n, sa), vector(x, n, sx));
  const Index first = first_of(m, sy);
  for (Index i = 0; i < m; ++i) y[first + i * sy] = beta == T(0) ? product(i) : product(i) + beta * y[first + i * sy];
}
template <class T>
void symv(bool lower, Index n, T alpha, const T* a, Index sa, const T* x, Index sx, T beta, T* y, Index sy) {
  const gradc::Vector<T> product = alpha * gradc::matmul(symmetric(a, lower, n, sa), vector(x, n, sx));
  const Index first = first_of(n, sy);
  for (Index i = 0; i < n; ++i) y[first + i * sy] = beta == T(0) ? product(i) : product(i) + beta * y[first + i * sy];
}
// A = A + alpha x yᵀ, of m rows.
template <class T>
void ger(Index m, Index n, T alpha, const T* x, Index sx, const T* y, Index sy, T* a, Index sa) {
  const Index fx = first_of(m, sx), fy = first_of(n, sy);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < n; ++j) a[i * sa + j] += alpha * x[fx + i * sx] * y[fy + j * sy];
}
template <class T>
void syr(bool lower, Index n, T alpha, const T* x, Index sx, T* a, Index sa) {
  const Index first = first_of(n, sx);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) a[lower ? i * sa + j : j * sa + i] += alpha * x[first + i * sx] * x[first + j * sx];
}
template <class T>
void syr2(bool lower, Index n, T alpha, const T* x, Index sx, const T* y, Index sy, T* a, Index sa) {
  const Index fx = first_of(n, sx), fy = first_of(n, sy);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j)
      a[lower ? i * sa + j : j * sa + i] += alpha * (x[fx + i * sx] * y[fy + j * sy] + y[fy + i * sy] * x[fx + j * sx]);
}
// x = op(A) x, and op(A)⁻¹ x; `transposed` of the lower triangle that stands for A, which is the transpose of an upper one.
template <class T>
void trmv(bool lower, bool transposed, bool unit, Index n, const T* a, Index sa, T* x, Index sx) {
  const gradc::Matrix<T> l = triangle(a, lower, unit, n, sa);
  put(transposed == lower ? gradc::matmul(gradc::transpose(l), vector(x, n, sx)) : gradc::matmul(l, vector(x, n, sx)), x, n, sx);
}
template <class T>
void trsv(bool lower, bool transposed, bool unit, Index n, const T* a, Index sa, T* x, Index sx) {
  const gradc::Matrix<T> l = triangle(a, lower, unit, n, sa);
  if (transposed == lower)
    put(gradc::triangular_solve(l, vector(x, n, sx), gradc::Triangular().transpose()), x, n, sx);
  else
    put(gradc::triangular_solve(l, vector(x, n, sx)), x, n, sx);
}

// --- level 3, by rows ---

// C = alpha op(A) op(B) + beta C, of m rows and n columns.
template <class T>
void gemm(bool a_by_rows, bool b_by_rows, Index m, Index n, Index k, T alpha, const T* a, Index sa, const T* b, Index sb, T beta, T* c, Index sc) {
  put(alpha * gradc::matmul(matrix(a, a_by_rows, m, k, sa), matrix(b, b_by_rows, k, n, sb)), beta, c, m, n, sc);
}
template <class T>
void symm(bool left, bool lower, Index m, Index n, T alpha, const T* a, Index sa, const T* b, Index sb, T beta, T* c, Index sc) {
  const gradc::Matrix<T> y = matrix(b, true, m, n, sb);
  if (left)
    put(alpha * gradc::matmul(symmetric(a, lower, m, sa), y), beta, c, m, n, sc);
  else
    put(alpha * gradc::matmul(y, symmetric(a, lower, n, sa)), beta, c, m, n, sc);
}
template <class T>
void syrk(bool lower, bool by_rows, Index n, Index k, T alpha, const T* a, Index sa, T beta, T* c, Index sc) {
  const gradc::Matrix<T> x = matrix(a, by_rows, n, k, sa);
  put_triangle(alpha * gradc::matmul(x, gradc::transpose(x)), beta, c, lower, n, sc);
}
template <class T>
void syr2k(bool lower, bool by_rows, Index n, Index k, T alpha, const T* a, Index sa, const T* b, Index sb, T beta, T* c, Index sc) {
  const gradc::Matrix<T> half = alpha * gradc::matmul(matrix(a, by_rows, n, k, sa), gradc::transpose(matrix(b, by_rows, n, k, sb)));
  put_triangle(half + gradc::transpose(half), beta, c, lower, n, sc);
}
// B = alpha op(A) B or alpha B op(A).
template <class T>
void trmm(bool left, bool lower, bool transposed, bool unit, Index m, Index n, T alpha, const T* a, Index sa, T* b, Index sb) {
  const gradc::Matrix<T> y = matrix(b, true, m, n, sb), l = triangle(a, lower, unit, left ? m : n, sa);
  const gradc::Matrix<T> op = transposed == lower ? gradc::transpose(l) : l;
  put(alpha * (left ? gradc::matmul(op, y) : gradc::matmul(y, op)), T(0), b, m, n, sb);
}
// B = alpha op(A)⁻¹ B or alpha B op(A)⁻¹.
template <class T>
void trsm(bool left, bool lower, bool transposed, bool unit, Index m, Index n, T alpha, const T* a, Index sa, T* b, Index sb) {
  const gradc::Matrix<T> y = alpha * matrix(b, true, m, n, sb), l = triangle(a, lower, unit, left ? m : n, sa);
  if (left && transposed == lower)
    put(gradc::triangular_solve(l, y, gradc::Triangular().transpose()), T(0), b, m, n, sb);
  else if (left)
    put(gradc::triangular_solve(l, y), T(0), b, m, n, sb);
  else if (transposed == lower)
    put(gradc::triangular_solve(l, y, gradc::Triangular().transpose().right()), T(0), b, m, n, sb);
  else
    put(gradc::triangular_solve(l, y, gradc::Triangular().right()), T(0), b, m, n, sb);
}

}  // namespace gradc_blas
