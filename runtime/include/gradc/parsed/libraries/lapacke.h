// The C interface of LAPACK with the bodies of lapack.h, for float and double: what is declared without one here is refused.
#pragma once
#pragma GCC system_header

#include_next <lapacke.h>

extern "C++" {
#include "lapack.h"
}

// P: the letter of the type T. A triangle by columns is the other one by rows.
#define GRADC_LAPACK(P, T)                                                                                                            \
  lapack_int LAPACKE_##P##potrf(int layout, char half, lapack_int n, T* a, lapack_int sa) {                                           \
    gradc_lapack::potrf<T>((half == 'L' || half == 'l') == (layout == LAPACK_ROW_MAJOR), n, a, sa);                                   \
    return 0;                                                                                                                         \
  }                                                                                                                                   \
  lapack_int LAPACKE_##P##potrs(int layout, char half, lapack_int n, lapack_int columns, const T* a, lapack_int sa, T* b, lapack_int sb) { \
    const bool by_rows = layout == LAPACK_ROW_MAJOR;                                                                                  \
    gradc_lapack::potrs<T>(by_rows, (half == 'L' || half == 'l') == by_rows, n, columns, a, sa, b, sb);                               \
    return 0;                                                                                                                         \
  }                                                                                                                                   \
  lapack_int LAPACKE_##P##posv(int layout, char half, lapack_int n, lapack_int columns, T* a, lapack_int sa, T* b, lapack_int sb) {   \
    const bool by_rows = layout == LAPACK_ROW_MAJOR, lower = (half == 'L' || half == 'l') == by_rows;                                 \
    gradc_lapack::potrf<T>(lower, n, a, sa);                                                                                          \
    gradc_lapack::potrs<T>(by_rows, lower, n, columns, a, sa, b, sb);                                                                 \
    return 0;                                                                                                                         \
  }                                                                                                                                   \
  lapack_int LAPACKE_##P##trtrs(int layout, char half, char op, char diagonal, lapack_int n, lapack_int columns, const T* a, lapack_int sa, \
                                T* b, lapack_int sb) {                                                                                \
    const bool by_rows = layout == LAPACK_ROW_MAJOR, is_plain = op == 'N' || op == 'n';                                               \
    gradc_lapack::trtrs<T>(by_rows, (half == 'L' || half == 'l') == by_rows, is_plain != by_rows, diagonal == 'U' || diagonal == 'u', n, columns, \
                           a, sa, b, sb);                                                                                             \
    return 0;                                                                                                                         \
  }                                                                                                                                   \
  lapack_int LAPACKE_##P##getrf(int layout, lapack_int m, lapack_int n, T* a, lapack_int sa, lapack_int* pivots) {                    \
    return static_cast<lapack_int>(gradc_lapack::getrf<T>(layout == LAPACK_ROW_MAJOR, m, n, a, sa, pivots));                          \
  }                                                                                                                                   \
  lapack_int LAPACKE_##P##getrs(int layout, char op, lapack_int n, lapack_int columns, const T* a, lapack_int sa, const lapack_int* pivots, \
                                T* b, lapack_int sb) {                                                                                \
    gradc_lapack::getrs<T>(layout == LAPACK_ROW_MAJOR, op != 'N' && op != 'n', n, columns, a, sa, pivots, b, sb);                     \
    return 0;                                                                                                                         \
  }                                                                                                                                   \
  lapack_int LAPACKE_##P##gesv(int layout, lapack_int n, lapack_int columns, T* a, lapack_int sa, lapack_int* pivots, T* b, lapack_int sb) { \
    return static_cast<lapack_int>(gradc_lapack::gesv<T>(layout == LAPACK_ROW_MAJOR, n, columns, a, sa, pivots, b, sb));              \
  }                                                                                                                                   \
  lapack_int LAPACKE_##P##syev(int layout, char job, char half, lapack_int n, T* a, lapack_int sa, T* w) {                            \
    gradc_lapack::syev<T>(job == 'V' || job == 'v', (half == 'L' || half == 'l') == (layout == LAPACK_ROW_MAJOR), n, a, sa, w);       \
    return 0;                                                                                                                         \
  }

// Of the linkage that the header has given them.
GRADC_LAPACK(s, float)
GRADC_LAPACK(d, double)

#undef GRADC_LAPACK
