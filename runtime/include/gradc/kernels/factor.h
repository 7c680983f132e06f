// Factorisations, solutions of linear systems and determinants, of each matrix of a batch. T: float, double and the complex
// types, of which xᵀ is the conjugate transpose (not in solve and triangular_solve); det_sign: float and double alone.
// They allocate scratch memory. What has no solution throws DomainError; the output is not to be used then.
#pragma once

#include <gradc/detail/element.h>
#include <gradc/kernels/geometry.h>

namespace gradc {
namespace kernels {

/// Matrices of shape [batch, n, n].
struct Squares {
  std::int64_t batch;
  std::int64_t n;
  const char* where = nullptr;
  bool infinite = false;  // of inv alone, which then doesn't throw
};

/// Matrices of shape [batch, m, n].
struct Matrices {
  std::int64_t batch;
  std::int64_t m;
  std::int64_t n;
  const char* where = nullptr;
};

/// Matrices of shape [batch, n, n] and right sides of shape [sides, batch, n, columns].
struct Systems {
  std::int64_t batch;
  std::int64_t n;
  std::int64_t columns;
  std::int64_t sides = 1;
  bool transpose = false;
  const char* where = nullptr;
};
/// The same; `right`: of right sides of shape [sides, batch, columns, n].
struct TriangularSystems {
  std::int64_t batch;
  std::int64_t n;
  std::int64_t columns;
  std::int64_t sides = 1;
  bool upper = false;
  bool transpose = false;
  bool unit_diagonal = false;
  bool right = false;
  const char* where = nullptr;
};

/// y = L, lower triangular with LLᵀ = (x + xᵀ)/2. Throws where a matrix is not positive definite.
template <class T>
void cholesky(const Squares& geometry, const T* x, T* y);

/// y = a⁻¹ b by substitution, or with the transpose of a, of which one triangle is read; `unit_diagonal`: with ones
/// on the diagonal; `right`: y = b a⁻¹. Throws for a zero on the diagonal.
template <class T>
void triangular_solve(const TriangularSystems& geometry, const T* a, const T* b, T* y);

/// y = a⁻¹ b, or with the transpose of a, by LU with row exchanges. Throws where a matrix is singular.
template <class T>
void solve(const Systems& geometry, const T* a, const T* b, T* y);

/// y = x⁻¹. Throws where a matrix is singular or, where the geometry says `infinite`, gives its cofactors over 0.
template <class T>
void inv(const Squares& geometry, const T* x, T* y);

/// y = det x, a number for each matrix.
template <class T>
void det(const Squares& geometry, const T* x, T* y);

/// y = the derivative of det x by x: det(x) x⁻ᵀ; where x is singular, or nearly so, from its singular values.
template <class T>
void cofactor(const Squares& geometry, const T* x, T* y);

/// y = ln |det x|, a number for each matrix; -infinity of a singular one.
template <class T>
void logabsdet(const Squares& geometry, const T* x, detail::RealOf<T>* y);

/// y = the sign of det x, a number for each matrix; 0 of a singular one.
template <class T>
void det_sign(const Squares& geometry, const T* x, T* y);

/// y = det x/|det x|, a number for each matrix; 0 of a singular one. T: the complex types.
template <class T>
void det_phase(const Squares& geometry, const T* x, T* y);

/// Row 0 of y: the eigenvalues w of (x + xᵀ)/2, ascending; the rows after it: V with V diag(w) Vᵀ that matrix. The number of
/// largest magnitude in each column of V is real and positive. Where x is not finite, y is NaN. y has shape [batch, n + 1, n].
template <class T>
void eigh(const Squares& geometry, const T* x, T* y);

/// x = Q R with QᵀQ = 1 and a real and positive diagonal of the triangle R: the rows of Q, then those of R, in y of shape
/// [batch, m + n, n]. Throws where m < n, and where columns depend on each other but for rounding. Of what is not finite: NaN.
template <class T>
void qr(const Matrices& geometry, const T* x, T* y);

/// x = U diag(s) Vᵀ, k = min(m, n): s, descending, then the rows of U and those of V, in y of shape [batch, 1 + m + n, k]. The
/// number of largest magnitude in each column of U is real and positive. Of what is not finite: NaN.
template <class T>
void svd(const Matrices& geometry, const T* x, T* y);

/// The orthonormal columns of x, and after them others that make a basis with them, in y of shape [batch, m, m]: those of the
/// product of the reflections that turn the columns of x, one after the other, to the axes. n is not above m.
template <class T>
void complete_basis(const Matrices& geometry, const T* x, T* y);

/// y = eˣ. Of what is not finite: NaN.
template <class T>
void expm(const Squares& geometry, const T* x, T* y);

/// y = the positive definite root of (x + xᵀ)/2. Throws where that is not positive definite. Of what is not finite: NaN.
template <class T>
void sqrtm(const Squares& geometry, const T* x, T* y);

/// y with ay + ya = b, of (a + aᵀ)/2. Throws where that is not positive definite. Where a is not finite: NaN.
template <class T>
void lyapunov(const Squares& geometry, const T* a, const T* b, T* y);

}  // namespace kernels
}  // namespace gradc
