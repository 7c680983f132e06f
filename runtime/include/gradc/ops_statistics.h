// Statistics over axes, which are given as to any reduction (ops_reduce.h).
#pragma once

#include <gradc/ops_elementwise.h>
#include <gradc/ops_math.h>
#include <gradc/ops_reduce.h>
#include <gradc/ops_shape.h>

#include <cmath>
#include <limits>

namespace gradc {

/// Options of `var` and `std`: the sum of squares is divided by n - correction.
class Variance {
 public:
  constexpr Variance() = default;
  constexpr Variance correction(int value) const { return Variance(value); }
  constexpr int correction() const { return correction_; }

 private:
  explicit constexpr Variance(int value) : correction_(value) {}
  int correction_ = 0;
};

namespace detail {
/// x in the type that it is computed in.
template <class A>
auto wide(const A& x) {
  if constexpr (is_half_v<Element<A>>)
    return astype<float>(x);
  else
    return as_view(x);
}

/// x less its mean over the axes; of half and bfloat16 in float.
template <class A>
auto centred(const char* op, const A& x, const int* axes, int count) {
  const auto w = wide(x);
  return w - reduce<rank_v<A>>(op, &kernels::mean<Compute<Element<A>>>, w, axes, count, true);
}

template <int R, class A>
auto variance(const char* op, const A& x, const int* axes, int count, bool keep, Variance options) {
  using T = Compute<Element<A>>;
  static_assert(is_real_v<T>, "gradc::var and gradc::std take real floating point elements; convert with gradc::astype");
  const auto squares = square(centred(op, x, axes, count));
  auto y = reduce<R>(op, &kernels::sum<T>, squares, axes, count, keep);
  const auto n = y.size() == 0 ? 0 : x.size() / y.size();
  const T d = static_cast<T>(n) - static_cast<T>(options.correction());
  return y / (d > 0 ? d : std::numeric_limits<T>::quiet_NaN());
}

template <int R, class A>
Tensor<Element<A>, R> var_over(const A& x, const int* axes, int count, bool keep, Variance options) {
  return astype<Element<A>>(variance<R>("var", x, axes, count, keep, options));
}

template <int R, class A>
Tensor<Element<A>, R> std_over(const A& x, const int* axes, int count, bool keep, Variance options) {
  return astype<Element<A>>(sqrt(variance<R>("std", x, axes, count, keep, options)));
}

template <int R, class A>
Tensor<Element<A>, R> logmeanexp_over(const A& x, const int* axes, int count, bool keep, NoOptions) {
  using T = Compute<Element<A>>;
  static_assert(is_real_v<T>, "gradc::logmeanexp takes real floating point elements; convert with gradc::astype");
  auto y = reduce<R>("logmeanexp", &kernels::logsumexp<T>, wide(x), axes, count, keep);
  const auto n = y.size() == 0 ? 0 : x.size() / y.size();
  return astype<Element<A>>(y - std::log(static_cast<T>(n)));
}
}  // namespace detail

/// The mean squared distance from the mean, in two passes: the sum of (x - mean)^2 over n - correction, with
/// gradc::Variance().correction(1) for the unbiased estimate. NaN where n - correction is not positive.
GRADC_OVER_AXES(var, Variance)
/// The square root of `var`.
GRADC_OVER_AXES(std, Variance)
/// log of the mean of e^x, without overflow; NaN over no elements.
GRADC_OVER_AXES(logmeanexp, detail::NoOptions)

}  // namespace gradc
