// Activations. docs/ops.md has their forms.
#pragma once

#include <gradc/vector_math/exponential.h>

namespace gradc::vector_math {

// Of x and e = e^-|x|. What the sum of 1 and e loses is taken from the quotient.
template <class T>
GRADC_LANES T sigmoid(T x, T e) {
  const T d = T(1) + e, lost = (T(1) - d) + e;
  const T y = (x < T(0) ? e : T(1)) / d, of_d = x < T(0) ? T(1) - y : y;
  return y - y * (lost * of_d);
}
template <class T>
GRADC_LANES T sigmoid(T x) {
  return sigmoid(x, exp(x < T(0) ? x : -x));
}

template <class T>
GRADC_LANES T softplus(T x) {
  return (x > T(0) ? x : T(0)) + detail::log1p_within(exp(-std::abs(x)));
}

// Below 0 it is (x e^x)/(1 + e^x): of e^x itself too few bits may be left.
template <class T>
GRADC_LANES T silu(T x) {
  const T least = detail::Least<T>::kExp * T(1.25), below = x < T(0) ? x : -x, a = below < least ? least : below;
  const detail::Power<T> e = detail::power(a);
  const T power = detail::scaled(T(1) + e.more, e.n_rounder);
  return (x < T(0) ? detail::scaled(a + a * e.more, e.n_rounder) : x) / (T(1) + power);
}

// x e (e + 2)/(e (e + 2) + 2), e = e^x.
template <class T>
GRADC_LANES T mish(T x) {
  const T least = detail::Least<T>::kExp * T(1.25), a = x < least ? least : x;
  const detail::Power<T> power = detail::power(a > T(30) ? T(30) : a);
  const T e = detail::scaled(T(1) + power.more, power.n_rounder), rest = e + T(2);
  const T y = detail::scaled(a + a * power.more, power.n_rounder) * (rest / (e * rest + T(2)));
  return x > T(30) ? x : y;
}

template <class T>
GRADC_LANES T logit(T x) {
  return std::abs(x - T(0.5)) < T(0.25) ? log1p((T(2) * x - T(1)) / (T(1) - x)) : log(x) - log1p(-x);
}

template <class T>
GRADC_LANES T log1mexp(T x) {
  return x < T(0.693147180559945309417L) ? log(-expm1(-x)) : log1p(-exp(-x));
}

template <class T>
GRADC_LANES T logsubexp(T x, T y) {
  const T z = (x > y ? x : y) + log1mexp(x > y ? x - y : y - x);
  return x == y && x < std::numeric_limits<T>::infinity() ? -std::numeric_limits<T>::infinity() : z;
}

}  // namespace gradc::vector_math
