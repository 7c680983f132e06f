/// \file
/// Special functions on tensors and on scalars, computed in double and rounded once. Operands broadcast as NumPy's do.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/special.h>

namespace gradc {

#define GRADC_SPECIAL(name)                                                                                    \
  template <class X, detail::Constraint<detail::are_values_v<X>> = 0>                                          \
  auto name(const X& x) {                                                                                      \
    GRADC_TAKES_REAL(#name, X) \
  return detail::elementwise<void>(#name, [](auto v) { return special::name(v); }, x);                        \
  }
#define GRADC_SPECIAL_2(name)                                                                                  \
  template <class A, class B, detail::Constraint<detail::are_values_v<A, B>> = 0>                              \
  auto name(const A& a, const B& b) {                                                                          \
    GRADC_TAKES_REAL(#name, A, B) \
  return detail::elementwise<void>(#name, [](auto u, auto v) { return special::name(u, v); }, a, b);          \
  }

/// e^(x^2) erfc(x) (DLMF 7.2.3 with 7.2.2): what is left of erfc for great x.
GRADC_SPECIAL(erfcx)
/// The x with erf(x) = y (DLMF 7.17); infinite at 1 and -1, NaN beyond.
GRADC_SPECIAL(erfinv)
/// The logarithm of the normal distribution function.
GRADC_SPECIAL(log_ndtr)
/// The x whose normal distribution function is p (DLMF 7.17); infinite at 0 and 1, NaN beyond.
GRADC_SPECIAL(ndtri)
/// log |Gamma(x)| (DLMF 5.2.1); infinite at 0, -1, -2, ...
GRADC_SPECIAL(lgamma)
/// Gamma(x) (DLMF 5.2.1); infinite at 0 with the sign of x, NaN at -1, -2, ...
GRADC_SPECIAL(tgamma)
/// Ei(x), the exponential integral (DLMF 6.2.5); -infinite at 0.
GRADC_SPECIAL(expint)
/// d/dx log |Gamma(x)| (DLMF 5.2.2); NaN at -1, -2, ..., and at 0 infinite with the sign of -x.
GRADC_SPECIAL(digamma)
/// e^-|x| I0(x) and e^-|x| I1(x), modified Bessel functions (DLMF 10.25).
GRADC_SPECIAL(i0e)
GRADC_SPECIAL(i1e)
/// The sum of (q + k)^-s over k = 0, 1, ... (DLMF 25.11), s > 1; NaN for s < 1, and for q < 0 where s isn't whole.
GRADC_SPECIAL_2(zeta)
/// log B(a, b) = lgamma(a) + lgamma(b) - lgamma(a + b) (DLMF 5.12).
GRADC_SPECIAL_2(betaln)
/// B(a, b) = Gamma(a) Gamma(b) / Gamma(a + b) (DLMF 5.12.1).
GRADC_SPECIAL_2(beta)
/// The regularised lower incomplete gamma function P(a, x) (DLMF 8.2.4), a >= 0, x >= 0; NaN elsewhere.
GRADC_SPECIAL_2(gammainc)
/// The x with P(a, x) = p (DLMF 8.2.4), a > 0; infinite at p = 1, NaN for a p outside [0, 1].
GRADC_SPECIAL_2(gammaincinv)

#undef GRADC_SPECIAL
#undef GRADC_SPECIAL_2

/// The derivative of digamma of an order (DLMF 5.15), 0, 1, 2, ...
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto polygamma(int order, const X& x) {
  GRADC_TAKES_REAL("polygamma", X)
  return detail::elementwise<void>(
      "polygamma", [order](auto v) { return special::polygamma(static_cast<decltype(v)>(order), v); }, x);
}

/// sin(pi x) / (pi x), 1 at 0; or its derivative of an order.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto sinc(const X& x, int order = 0) {
  GRADC_TAKES_REAL("sinc", X)
  return detail::elementwise<void>("sinc", [order](auto v) { return special::sinc(static_cast<decltype(v)>(order), v); },
                                  x);
}

}  // namespace gradc
