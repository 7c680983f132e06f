/// \file
/// Special functions at one point. Float, half and bfloat16 are computed in double. How they are computed, and from what
/// mathematics, stands in special.cpp; bench/accuracy measures them.
#pragma once

#include <type_traits>

namespace gradc {
namespace special {

/// e^(x^2) erfc(x).
double erfcx(double x);
/// The x with erf(x) = y; infinite at 1 and -1, NaN beyond.
double erfinv(double y);
/// The logarithm of the normal distribution function.
double log_ndtr(double x);
/// The x whose normal distribution function is p; infinite at 0 and 1, NaN beyond.
double ndtri(double p);
/// log |Gamma(x)|; infinite at 0, -1, -2, ...
double lgamma(double x);
/// Gamma(x); infinite at 0 with the sign of x, NaN at -1, -2, ...
double tgamma(double x);
/// Ei(x), the exponential integral; -infinite at 0.
double expint(double x);
/// d/dx log |Gamma(x)|; NaN at -1, -2, ..., infinite at 0.
double digamma(double x);
/// The n-th derivative of digamma, n = 0, 1, ...; NaN for another n.
double polygamma(double n, double x);
/// The sum of (q + k)^-s over k = 0, 1, ..., s > 1; NaN for s < 1, and for q < 0 where s isn't whole.
double zeta(double s, double q);
/// e^-|x| I0(x) and e^-|x| I1(x), modified Bessel functions.
double i0e(double x);
double i1e(double x);
/// The k-th derivative of sin(pi x) / (pi x), k = 0, 1, ..., 100; NaN for another k.
double sinc(double k, double x);
/// log B(a, b) = lgamma(a) + lgamma(b) - lgamma(a + b).
double betaln(double a, double b);
/// B(a, b) = Gamma(a) Gamma(b) / Gamma(a + b).
double beta(double a, double b);
/// The regularised lower incomplete gamma function P(a, x), a >= 0, x >= 0.
double gammainc(double a, double x);
/// The derivative of P(a, x) in a of an order, 1 to 8, over that in x; 0 at x = 0. NaN unless a > 0 and x >= 0 is finite.
double gammainc_slope(double a, double x, double order);
/// The x with P(a, x) = p, a > 0; NaN for a p outside [0, 1].
double gammaincinv(double a, double p);

#define GRADC_IN_DOUBLE(name)                                              \
  template <class T, std::enable_if_t<std::is_same_v<T, float>, int> = 0>  \
  float name(T x) {                                                        \
    return static_cast<float>(name(static_cast<double>(x)));               \
  }
#define GRADC_IN_DOUBLE_2(name)                                                        \
  template <class T, std::enable_if_t<std::is_same_v<T, float>, int> = 0>              \
  float name(T x, T y) {                                                               \
    return static_cast<float>(name(static_cast<double>(x), static_cast<double>(y)));   \
  }
GRADC_IN_DOUBLE(erfcx)
GRADC_IN_DOUBLE(erfinv)
GRADC_IN_DOUBLE(log_ndtr)
GRADC_IN_DOUBLE(ndtri)
GRADC_IN_DOUBLE(lgamma)
GRADC_IN_DOUBLE(tgamma)
GRADC_IN_DOUBLE(expint)
GRADC_IN_DOUBLE(digamma)
GRADC_IN_DOUBLE(i0e)
GRADC_IN_DOUBLE(i1e)
GRADC_IN_DOUBLE_2(polygamma)
GRADC_IN_DOUBLE_2(zeta)
GRADC_IN_DOUBLE_2(sinc)
GRADC_IN_DOUBLE_2(betaln)
GRADC_IN_DOUBLE_2(beta)
GRADC_IN_DOUBLE_2(gammainc)
GRADC_IN_DOUBLE_2(gammaincinv)
template <class T, std::enable_if_t<std::is_same_v<T, float>, int> = 0>
float gammainc_slope(T a, T x, T order) {
  return static_cast<float>(gammainc_slope(static_cast<double>(a), static_cast<double>(x), static_cast<double>(order)));
}
#undef GRADC_IN_DOUBLE
#undef GRADC_IN_DOUBLE_2

}  // namespace special
}  // namespace gradc
