// Sums, products summed, maxima and minima, and the parts of softmax, of float and double for one instruction set each, from which
// reductions are made. They give the same bits for each. Private to the kernels.
//
// A line is combined in this order: its elements from first to last fall into lanes in turn, 128 bytes of them, of which each
// combines its own, and which are then combined as a balanced tree; where a line has more than 2048 bytes, that is done for each
// part of 2048 bytes, and the parts are combined in pairs, these in pairs, and so on: the first half is the greatest power of two
// that is less than the number of parts. Less than 128 bytes have 16 bytes of lanes, or one.
#pragma once

#include <cstdint>

namespace gradc {
namespace kernels {

enum class Fold { Sum, Products, Max, Min };

/// y[i] is made of the n >= 1 adjacent elements at x + i * step, of products with those at z + i * step.
template <class T>
struct FoldedLines {
  std::int64_t count, n, step;
  const T* x;
  const T* z;
  T* y;
};

inline constexpr std::int64_t kFoldedRows = 16;

/// y[j], of `width`, is made of the j-th elements of so many rows, one to kFoldedRows, in their order.
template <class T>
struct FoldedRows {
  std::int64_t count, width;
  const T* x[kFoldedRows];
  const T* z[kFoldedRows];
  T* y;
};

/// `count` lines of n >= 1 elements: adjacent elements, `step` from one line to the next; or adjacent lines, `step` from one
/// element to the next. `is_finite`: where the maximum is infinite 0 takes its place.
template <class T>
struct Powers {
  std::int64_t count, n, step;
  bool is_finite = false;
};

// Of float and double:
//   softmax_lines       softmax of `count` lines of n >= 1 elements
//   line_powers         the maximum m and the sum of e^(x - m) of lines
//   column_powers       the same of adjacent lines, each summed from first to last
//   row_powers          e^(x - m) of one element of each of adjacent lines
//   softmax_row         that over s
//   log_softmax_row     x - m - l of one element of each of adjacent lines
//   log_softmax_line    the same of a line
//   cross_entropy_line  the sum of labels (l - (x - m)) of a line; what a label of 0 is a factor of counts as 0
#define GRADC_DECLARE_FOLDS_OF(T)                                                                  \
  void fold_lines(Fold, const FoldedLines<T>& g);                                                  \
  void fold_rows(Fold, const FoldedRows<T>& g);                                                    \
  void softmax_lines(std::int64_t count, std::int64_t n, const T* x, T* y);                        \
  void line_powers(const Powers<T>& g, const T* x, T* m, T* s);                                    \
  void column_powers(const Powers<T>& g, const T* x, T* m, T* s);                                  \
  void row_powers(std::int64_t width, const T* x, const T* m, T* y);                               \
  void softmax_row(std::int64_t width, const T* x, const T* m, const T* s, T* y);                  \
  void log_softmax_row(std::int64_t width, const T* x, const T* m, const T* l, T* y);              \
  void log_softmax_line(std::int64_t n, const T* x, T m, T l, T* y);                               \
  void cross_entropy_line(std::int64_t n, const T* x, const T* labels, T m, T l, T* y);
#define GRADC_DECLARE_FOLDS(set)   \
  namespace set {                  \
  GRADC_DECLARE_FOLDS_OF(float)    \
  GRADC_DECLARE_FOLDS_OF(double)   \
  }
GRADC_DECLARE_FOLDS(baseline)
GRADC_DECLARE_FOLDS(avx2)
GRADC_DECLARE_FOLDS(avx512)
#undef GRADC_DECLARE_FOLDS
#undef GRADC_DECLARE_FOLDS_OF

}  // namespace kernels
}  // namespace gradc
