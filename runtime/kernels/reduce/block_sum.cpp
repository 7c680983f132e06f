// Sums that are made of blocks one after another.
#include <gradc/kernels/reduce.h>

#include <algorithm>

#include "kernels/dispatch/dispatch.h"
#include "kernels/reduce/fold.h"

namespace gradc {
namespace kernels {

// Sums of blocks are combined as a counter of two digits carries, which is the order of a line of many parts (fold.h).
template <class T>
void BlockSum<T>::add(const T* x, std::int64_t n) {
  if (n == 0) return;
  T sum;
  GRADC_DISPATCH(fold_lines(Fold::Sum, FoldedLines<T>{1, n, 0, x, x, &sum}));
  for (std::int64_t carry = blocks_++; carry % 2 == 1; carry /= 2) sum = partial_[--count_] + sum;
  partial_[count_++] = sum;
}

template <class T>
void BlockSum<T>::append(const BlockSum& next) {
  if (next.count_ == 1) {
    T sum = next.partial_[0];
    for (std::int64_t carry = blocks_ / next.blocks_; carry % 2 == 1; carry /= 2) sum = partial_[--count_] + sum;
    partial_[count_++] = sum;
  } else {
    std::copy(next.partial_, next.partial_ + next.count_, partial_ + count_);
    count_ += next.count_;
  }
  blocks_ += next.blocks_;
}

template <class T>
T BlockSum<T>::total() const {
  if (count_ == 0) return 0;
  T sum = partial_[count_ - 1];
  for (int i = count_ - 1; i-- > 0;) sum = partial_[i] + sum;
  return sum;
}

template class BlockSum<float>;
template class BlockSum<double>;

}  // namespace kernels
}  // namespace gradc
