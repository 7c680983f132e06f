// Sums, products summed, maxima and minima, and softmax, of float and double for one instruction set each, from which reductions are
// made. They give the same for each, but for what rounding once instead of twice changes in sums of products. Private to
// the kernels.
#pragma once

#include <cstdint>

namespace gradc {
namespace kernels {

enum class Fold { Sum, Products, Max, Min };

/// y[i] is made of the n >= 1 adjacent elements at x + i * step, of products with those at z + i * step, in the order of
/// a balanced tree with short leaves.
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

#define GRADC_DECLARE_FOLDS(set)                        \
  namespace set {                                       \
  /* softmax of `count` lines of n >= 1 elements */     \
  void softmax_lines(std::int64_t count, std::int64_t n, const float* x, float* y);   \
  void softmax_lines(std::int64_t count, std::int64_t n, const double* x, double* y); \
  void fold_lines(Fold, const FoldedLines<float>& g);   \
  void fold_lines(Fold, const FoldedLines<double>& g);  \
  void fold_rows(Fold, const FoldedRows<float>& g);     \
  void fold_rows(Fold, const FoldedRows<double>& g);    \
  }
GRADC_DECLARE_FOLDS(baseline)
GRADC_DECLARE_FOLDS(avx2)
GRADC_DECLARE_FOLDS(avx512)
#undef GRADC_DECLARE_FOLDS

}  // namespace kernels
}  // namespace gradc
