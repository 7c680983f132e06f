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
};

/// The sum of two. Where both greatest are infinite, nothing is subtracted.
template <class C>
__device__ __forceinline__ Powers<C> together(const Powers<C>& a, const Powers<C>& b) {
  if (a.greatest == b.greatest) return {a.greatest, a.sum + b.sum};
  const bool is_a = a.greatest > b.greatest;
  const Powers<C>& most = is_a ? a : b;
  const Powers<C>& rest = is_a ? b : a;
  return {most.greatest, most.sum + rest.sum * std::exp(rest.greatest - most.greatest)};
}

}  // namespace detail
}  // namespace cuda
}  // namespace gradc
