// Reductions over any set of axes. The output holds the kept axes in row-major order, one element if none is
// kept.
//
// T: float, double, half and bfloat16 (accumulated in float), and, except for mean and logsumexp, int32 and
// int64 (wrapping). Sums are blocked and pairwise: the rounding error grows with the logarithm of the count.
// The order of summation depends on the geometry alone.
#pragma once

#include <gradc/kernels/geometry.h>

namespace gradc {
namespace kernels {

/// y = sum of x; 0 over no elements.
template <class T>
void sum(const Reduction& geometry, const T* x, T* y);

/// y = sum of x z, element by element; 0 over no elements. T: float, double, half and bfloat16.
template <class T>
void sum_of_products(const Reduction& geometry, const T* x, const T* z, T* y);

/// The sum of elements that are given in blocks, each but the last one of kBlock: the bits are those of `sum` over all of
/// them. 0 without elements. T: float and double.
template <class T>
class BlockSum {
 public:
  static constexpr std::int64_t kBlock = 512;
  void add(const T* x, std::int64_t n);
  /// Adds the blocks of `next`, which come after these: of these there is a multiple of a power of two that `next` has no more of.
  void append(const BlockSum& next);
  T total() const;

 private:
  std::int64_t blocks_ = 0;
  int count_ = 0;
  T partial_[64];  // of a power of two of blocks each, the greatest first
};

/// y = product of x; 1 over no elements.
template <class T>
void prod(const Reduction& geometry, const T* x, T* y);

/// y = whether any x is true; false over no elements.
void any(const Reduction& geometry, const bool* x, bool* y);

/// y = whether all x are true; true over no elements.
void all(const Reduction& geometry, const bool* x, bool* y);

/// y = the number of x that are not 0; NaN is not. T: every element type.
template <class T>
void count_nonzero(const Reduction& geometry, const T* x, std::int64_t* y);

/// y = the square root of the sum of squares, without overflow; 0 over no elements. T: float, double, half and
/// bfloat16; summed in double.
template <class T>
void euclidean_norm(const Reduction& geometry, const T* x, T* y);

/// y = sum of x / count; NaN over no elements.
template <class T>
void mean(const Reduction& geometry, const T* x, T* y);

/// Throws DomainError, in the name of the op, where an output would be chosen from no elements.
void require_elements(const Reduction& geometry, const char* op);

/// y = the largest x, NaN where one is NaN. Throws DomainError over no elements, if there is any output.
template <class T>
void max(const Reduction& geometry, const T* x, T* y);

/// y = the smallest x, NaN where one is NaN. Throws DomainError over no elements, if there is any output.
template <class T>
void min(const Reduction& geometry, const T* x, T* y);

/// y = m + log(sum of e^(x - m)), m the largest x if that is finite, else 0; -infinity over no elements.
template <class T>
void logsumexp(const Reduction& geometry, const T* x, T* y);

/// y[outer, inner] = the first index along the axis of the largest x; a NaN counts as the largest. Throws
/// DomainError for an empty axis, if there is any output.
template <class T>
void argmax(const OuterAxisInner& geometry, const T* x, std::int64_t* y);

/// y[outer, inner] = the first index along the axis of the smallest x; a NaN counts as the smallest. Throws
/// DomainError for an empty axis, if there is any output.
template <class T>
void argmin(const OuterAxisInner& geometry, const T* x, std::int64_t* y);

}  // namespace kernels
}  // namespace gradc
