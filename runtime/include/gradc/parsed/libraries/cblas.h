// The C interface of the BLAS with the bodies of blas.h, for float and double: what is declared without one here (band and packed
// matrices, complex numbers) is refused. A matrix by columns is the transpose of one by rows, with the other triangle.
#pragma once
#pragma GCC system_header

#include_next <cblas.h>

#if defined(CBLAS_INT)
#define GRADC_BLAS_INT CBLAS_INT
#elif defined(OPENBLAS_CONST)
#define GRADC_BLAS_INT blasint
#else
#define GRADC_BLAS_INT int
#endif

extern "C++" {
#include "blas.h"

// Of a real matrix; some libraries have a number for the conjugate alone.
inline bool gradc_is_plain(CBLAS_TRANSPOSE op) { return op != CblasTrans && op != CblasConjTrans; }
}

// P: the letter of the type T.
#define GRADC_BLAS(P, T)                                                                                                            \
  T cblas_##P##dot(const GRADC_BLAS_INT n, const T* x, const GRADC_BLAS_INT sx, const T* y, const GRADC_BLAS_INT sy) {              \
    return gradc_blas::dot<T>(n, x, sx, y, sy);                                                                                     \
  }                                                                                                                                 \
  T cblas_##P##nrm2(const GRADC_BLAS_INT n, const T* x, const GRADC_BLAS_INT sx) { return gradc_blas::nrm2<T>(n, x, sx); }          \
  T cblas_##P##asum(const GRADC_BLAS_INT n, const T* x, const GRADC_BLAS_INT sx) { return gradc_blas::asum<T>(n, x, sx); }          \
  CBLAS_INDEX cblas_i##P##amax(const GRADC_BLAS_INT n, const T* x, const GRADC_BLAS_INT sx) {                                       \
    return static_cast<CBLAS_INDEX>(gradc_blas::iamax<T>(n, x, sx));                                                                \
  }                                                                                                                                 \
  void cblas_##P##axpy(const GRADC_BLAS_INT n, const T alpha, const T* x, const GRADC_BLAS_INT sx, T* y, const GRADC_BLAS_INT sy) { \
    gradc_blas::axpy<T>(n, alpha, x, sx, y, sy);                                                                                    \
  }                                                                                                                                 \
  void cblas_##P##copy(const GRADC_BLAS_INT n, const T* x, const GRADC_BLAS_INT sx, T* y, const GRADC_BLAS_INT sy) {                \
    gradc_blas::copy<T>(n, x, sx, y, sy);                                                                                           \
  }                                                                                                                                 \
  void cblas_##P##swap(const GRADC_BLAS_INT n, T* x, const GRADC_BLAS_INT sx, T* y, const GRADC_BLAS_INT sy) {                      \
    gradc_blas::swap<T>(n, x, sx, y, sy);                                                                                           \
  }                                                                                                                                 \
  void cblas_##P##scal(const GRADC_BLAS_INT n, const T alpha, T* x, const GRADC_BLAS_INT sx) { gradc_blas::scal<T>(n, alpha, x, sx); } \
  void cblas_##P##rot(const GRADC_BLAS_INT n, T* x, const GRADC_BLAS_INT sx, T* y, const GRADC_BLAS_INT sy, const T c, const T s) { \
    gradc_blas::rot<T>(n, x, sx, y, sy, c, s);                                                                                      \
  }                                                                                                                                 \
  void cblas_##P##rotg(T* a, T* b, T* c, T* s) { gradc_blas::rotg<T>(a, b, c, s); }                                                 \
  void cblas_##P##gemv(const CBLAS_ORDER order, const CBLAS_TRANSPOSE op, const GRADC_BLAS_INT m, const GRADC_BLAS_INT n, const T alpha, \
                       const T* a, const GRADC_BLAS_INT sa, const T* x, const GRADC_BLAS_INT sx, const T beta, T* y,                \
                       const GRADC_BLAS_INT sy) {                                                                                   \
    const bool by_rows = order == CblasRowMajor;                                                                                    \
    if (gradc_is_plain(op))                                                                                                         \
      gradc_blas::gemv<T>(by_rows, m, n, alpha, a, sa, x, sx, beta, y, sy);                                                         \
    else                                                                                                                            \
      gradc_blas::gemv<T>(!by_rows, n, m, alpha, a, sa, x, sx, beta, y, sy);                                                        \
  }                                                                                                                                 \
  void cblas_##P##ger(const CBLAS_ORDER order, const GRADC_BLAS_INT m, const GRADC_BLAS_INT n, const T alpha, const T* x,           \
                      const GRADC_BLAS_INT sx, const T* y, const GRADC_BLAS_INT sy, T* a, const GRADC_BLAS_INT sa) {                \
    if (order == CblasRowMajor)                                                                                                     \
      gradc_blas::ger<T>(m, n, alpha, x, sx, y, sy, a, sa);                                                                         \
    else                                                                                                                            \
      gradc_blas::ger<T>(n, m, alpha, y, sy, x, sx, a, sa);                                                                         \
  }                                                                                                                                 \
  void cblas_##P##symv(const CBLAS_ORDER order, const CBLAS_UPLO half, const GRADC_BLAS_INT n, const T alpha, const T* a,           \
                       const GRADC_BLAS_INT sa, const T* x, const GRADC_BLAS_INT sx, const T beta, T* y, const GRADC_BLAS_INT sy) { \
    gradc_blas::symv<T>((half == CblasLower) == (order == CblasRowMajor), n, alpha, a, sa, x, sx, beta, y, sy);                     \
  }                                                                                                                                 \
  void cblas_##P##syr(const CBLAS_ORDER order, const CBLAS_UPLO half, const GRADC_BLAS_INT n, const T alpha, const T* x,            \
                      const GRADC_BLAS_INT sx, T* a, const GRADC_BLAS_INT sa) {                                                     \
    gradc_blas::syr<T>((half == CblasLower) == (order == CblasRowMajor), n, alpha, x, sx, a, sa);                                   \
  }                                                                                                                                 \
  void cblas_##P##syr2(const CBLAS_ORDER order, const CBLAS_UPLO half, const GRADC_BLAS_INT n, const T alpha, const T* x,           \
                       const GRADC_BLAS_INT sx, const T* y, const GRADC_BLAS_INT sy, T* a, const GRADC_BLAS_INT sa) {               \
    gradc_blas::syr2<T>((half == CblasLower) == (order == CblasRowMajor), n, alpha, x, sx, y, sy, a, sa);                           \
  }                                                                                                                                 \
  void cblas_##P##trmv(const CBLAS_ORDER order, const CBLAS_UPLO half, const CBLAS_TRANSPOSE op, const CBLAS_DIAG diagonal,         \
                       const GRADC_BLAS_INT n, const T* a, const GRADC_BLAS_INT sa, T* x, const GRADC_BLAS_INT sx) {                \
    const bool by_rows = order == CblasRowMajor;                                                                                    \
    gradc_blas::trmv<T>((half == CblasLower) == by_rows, gradc_is_plain(op) != by_rows, diagonal == CblasUnit, n, a, sa, x, sx);    \
  }                                                                                                                                 \
  void cblas_##P##trsv(const CBLAS_ORDER order, const CBLAS_UPLO half, const CBLAS_TRANSPOSE op, const CBLAS_DIAG diagonal,         \
                       const GRADC_BLAS_INT n, const T* a, const GRADC_BLAS_INT sa, T* x, const GRADC_BLAS_INT sx) {                \
    const bool by_rows = order == CblasRowMajor;                                                                                    \
    gradc_blas::trsv<T>((half == CblasLower) == by_rows, gradc_is_plain(op) != by_rows, diagonal == CblasUnit, n, a, sa, x, sx);    \
  }                                                                                                                                 \
  void cblas_##P##gemm(const CBLAS_ORDER order, const CBLAS_TRANSPOSE op_a, const CBLAS_TRANSPOSE op_b, const GRADC_BLAS_INT m,     \
                       const GRADC_BLAS_INT n, const GRADC_BLAS_INT k, const T alpha, const T* a, const GRADC_BLAS_INT sa, const T* b, \
                       const GRADC_BLAS_INT sb, const T beta, T* c, const GRADC_BLAS_INT sc) {                                      \
    const bool a_by_rows = gradc_is_plain(op_a), b_by_rows = gradc_is_plain(op_b);                                                  \
    if (order == CblasRowMajor)                                                                                                     \
      gradc_blas::gemm<T>(a_by_rows, b_by_rows, m, n, k, alpha, a, sa, b, sb, beta, c, sc);                                         \
    else                                                                                                                            \
      gradc_blas::gemm<T>(b_by_rows, a_by_rows, n, m, k, alpha, b, sb, a, sa, beta, c, sc);                                         \
  }                                                                                                                                 \
  void cblas_##P##symm(const CBLAS_ORDER order, const CBLAS_SIDE side, const CBLAS_UPLO half, const GRADC_BLAS_INT m,               \
                       const GRADC_BLAS_INT n, const T alpha, const T* a, const GRADC_BLAS_INT sa, const T* b, const GRADC_BLAS_INT sb, \
                       const T beta, T* c, const GRADC_BLAS_INT sc) {                                                               \
    if (order == CblasRowMajor)                                                                                                     \
      gradc_blas::symm<T>(side == CblasLeft, half == CblasLower, m, n, alpha, a, sa, b, sb, beta, c, sc);                           \
    else                                                                                                                            \
      gradc_blas::symm<T>(side != CblasLeft, half != CblasLower, n, m, alpha, a, sa, b, sb, beta, c, sc);                           \
  }                                                                                                                                 \
  void cblas_##P##syrk(const CBLAS_ORDER order, const CBLAS_UPLO half, const CBLAS_TRANSPOSE op, const GRADC_BLAS_INT n,            \
                       const GRADC_BLAS_INT k, const T alpha, const T* a, const GRADC_BLAS_INT sa, const T beta, T* c,              \
                       const GRADC_BLAS_INT sc) {                                                                                   \
    const bool by_rows = order == CblasRowMajor;                                                                                    \
    gradc_blas::syrk<T>((half == CblasLower) == by_rows, gradc_is_plain(op) == by_rows, n, k, alpha, a, sa, beta, c, sc);           \
  }                                                                                                                                 \
  void cblas_##P##syr2k(const CBLAS_ORDER order, const CBLAS_UPLO half, const CBLAS_TRANSPOSE op, const GRADC_BLAS_INT n,           \
                        const GRADC_BLAS_INT k, const T alpha, const T* a, const GRADC_BLAS_INT sa, const T* b, const GRADC_BLAS_INT sb, \
                        const T beta, T* c, const GRADC_BLAS_INT sc) {                                                              \
    const bool by_rows = order == CblasRowMajor;                                                                                    \
    gradc_blas::syr2k<T>((half == CblasLower) == by_rows, gradc_is_plain(op) == by_rows, n, k, alpha, a, sa, b, sb, beta, c, sc);   \
  }                                                                                                                                 \
  void cblas_##P##trmm(const CBLAS_ORDER order, const CBLAS_SIDE side, const CBLAS_UPLO half, const CBLAS_TRANSPOSE op,             \
                       const CBLAS_DIAG diagonal, const GRADC_BLAS_INT m, const GRADC_BLAS_INT n, const T alpha, const T* a,        \
                       const GRADC_BLAS_INT sa, T* b, const GRADC_BLAS_INT sb) {                                                    \
    if (order == CblasRowMajor)                                                                                                     \
      gradc_blas::trmm<T>(side == CblasLeft, half == CblasLower, !gradc_is_plain(op), diagonal == CblasUnit, m, n, alpha, a, sa, b, sb); \
    else                                                                                                                            \
      gradc_blas::trmm<T>(side != CblasLeft, half != CblasLower, !gradc_is_plain(op), diagonal == CblasUnit, n, m, alpha, a, sa, b, sb); \
  }                                                                                                                                 \
  void cblas_##P##trsm(const CBLAS_ORDER order, const CBLAS_SIDE side, const CBLAS_UPLO half, const CBLAS_TRANSPOSE op,             \
                       const CBLAS_DIAG diagonal, const GRADC_BLAS_INT m, const GRADC_BLAS_INT n, const T alpha, const T* a,        \
                       const GRADC_BLAS_INT sa, T* b, const GRADC_BLAS_INT sb) {                                                    \
    if (order == CblasRowMajor)                                                                                                     \
      gradc_blas::trsm<T>(side == CblasLeft, half == CblasLower, !gradc_is_plain(op), diagonal == CblasUnit, m, n, alpha, a, sa, b, sb); \
    else                                                                                                                            \
      gradc_blas::trsm<T>(side != CblasLeft, half != CblasLower, !gradc_is_plain(op), diagonal == CblasUnit, n, m, alpha, a, sa, b, sb); \
  }

// Of the linkage that the header, or what is around its inclusion, has given them.
GRADC_BLAS(s, float)
GRADC_BLAS(d, double)

#undef GRADC_BLAS
#undef GRADC_BLAS_INT
