// Sums of powers of e of any size, kept as the greatest exponent and the sum of the powers divided by its power.
#pragma once

#include <cmath>
#include <limits>

#include "cuda/kernels/element.h"

namespace gradc {
namespace cuda {
namespace detail {

/// e^greatest times sum. `greatest` is no NaN, which the sum then is.
template <class C>
struct Powers {
  C greatest, sum;

  __device__ __forceinline__ static Powers none() { return {-std::numeric_limits<C>::infinity(), C(0)}; }

  __device__ __forceinline__ void add(C exponent) {
    if (exponent > greatest) {
      sum = sum * std::exp(greatest - exponent) + C(1);
      greatest = exponent;
    } else {
      sum += exponent == greatest ? C(1) : std::exp(exponent - greatest);
    }
  }
};

/// The sum of two. Where both greatest are infinite, nothing is subtracted.
template <class C>
__device__ __forceinline__ Powers<C> together(Powers<C> a, Powers<C> b) {
  const bool is_a = a.greatest > b.greatest, is_even = a.greatest == b.greatest;
  const C most = is_a ? a.greatest : b.greatest, least = is_a ? b.greatest : a.greatest;
  const C share = is_even ? C(1) : std::exp(least - most);
  return {most, (is_a ? a.sum : b.sum) + (is_a ? b.sum : a.sum) * share};
}

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
