// Softmax and what is built on it. T: float, double, half and bfloat16 (computed in float).
#pragma once

#include <gradc/kernels/geometry.h>

namespace gradc {
namespace kernels {

/// Logits of shape [rows, classes].
struct RowsClasses {
  std::int64_t rows;
  std::int64_t classes;
  const char* where = nullptr;
};

/// y = e^(x - m) / sum of e^(x - m) along the middle axis, m its maximum. y may be x. All -infinity gives
/// NaN.
template <class T>
void softmax(const OuterAxisInner& geometry, const T* x, T* y);

/// y = (x - m) - log(sum of e^(x - m)) along the middle axis. y may be x.
template <class T>
void log_softmax(const OuterAxisInner& geometry, const T* x, T* y);

/// y[row] = -sum over classes of label * log_softmax(logit); a label of 0 contributes 0 whatever its logit
/// is.
template <class T>
void softmax_cross_entropy(const RowsClasses& geometry, const T* logits, const T* labels, T* y);

/// y[row] = -log_softmax(logits of the row)[label of the row]. I: int32, int64. Throws IndexError for a label
/// outside [0, classes), before anything is written.
template <class T, class I>
void sparse_softmax_cross_entropy(const RowsClasses& geometry, const T* logits, const I* labels, T* y);

}  // namespace kernels
}  // namespace gradc
