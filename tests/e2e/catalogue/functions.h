// The functions of the catalogue, sections 3 to 5, called on tensors and on scalars.
#pragma once

#include <gradc/gradc.h>

namespace functions {

template <class T>
using Vector = gradc::Vector<T>;

// A sum with a weight for each function, so that none hides another.
template <class X, class P>
X activations(const X& x, const P& p) {
  X y = 0.9f * gradc::relu6(x);
  y += 1.1f * gradc::leaky_relu(x) + 1.2f * gradc::prelu(x, p);
  y += 1.3f * gradc::elu(x) + 1.4f * gradc::elu(x, p) + 1.5f * gradc::celu(x) + 1.6f * gradc::celu(x, p);
  y += 1.7f * gradc::selu(x) + 1.8f * gradc::gelu(x) + 1.9f * gradc::gelu_tanh(x) + 0.1f * gradc::quick_gelu(x);
  y += 0.2f * gradc::silu(x) + 0.3f * gradc::swiglu(x, x) + 0.4f * gradc::mish(x);
  y += 0.5f * gradc::hard_tanh(x) + 0.6f * gradc::hard_tanh(x, -p, p) + 0.7f * gradc::hard_sigmoid(x);
  y += 0.8f * gradc::hard_swish(x) + 2.1f * gradc::hard_shrink(x) + 2.2f * gradc::soft_shrink(x);
  y += 2.3f * gradc::soft_shrink(x, p) + 2.4f * gradc::threshold(x, 0.4f, p) + 2.5f * gradc::log_sigmoid(x);
  y += 2.6f * gradc::softsign(x) + 2.7f * gradc::squareplus(x);
  return y;
}

template <class X, class P>
X mathematics(const X& x, const P& p) {
  const X inside = 0.4f * gradc::sin(x), positive = gradc::exp(0.3f * x);
  X y = 0.9f * gradc::tan(inside) + 1.1f * gradc::asin(inside) + 1.2f * gradc::acos(inside) + 1.3f * gradc::atan(x);
  y += 1.4f * gradc::sinh(x) + 1.5f * gradc::cosh(x) + 1.6f * gradc::asinh(x) + 1.7f * gradc::acosh(1.1f + positive);
  y += 1.8f * gradc::atanh(inside) + 1.9f * gradc::sinpi(x) + 0.1f * gradc::cospi(x) + 0.2f * gradc::deg2rad(x);
  y += 0.3f * gradc::rad2deg(x) + 0.4f * gradc::cbrt(positive) + 0.5f * gradc::exp2(x) + 0.6f * gradc::log2(positive);
  y += 0.7f * gradc::log10(positive) + 0.8f * gradc::log1mexp(positive) + 2.1f * gradc::erf(x) + 2.2f * gradc::erfc(x);
  y += 2.3f * gradc::ndtr(x) + 2.4f * gradc::entr(positive) + 2.5f * gradc::floor(x) + 2.6f * gradc::ceil(x);
  y += 2.7f * gradc::trunc(x) + 2.8f * gradc::round(x) + 2.9f * gradc::frac(x) + 3.1f * gradc::hypot(x, p);
  y += 3.2f * gradc::atan2(x, p) + 3.3f * gradc::fmod(x, p) + 3.4f * gradc::remainder(x, p) + gradc::floor_divide(0.4f + x, p + p);
  y += 3.5f * gradc::div_no_nan(x, p) + 3.6f * gradc::copysign(x, p) + 3.7f * gradc::nextafter(x, p);
  y += 3.8f * gradc::logaddexp(x, p) + 3.9f * gradc::logaddexp2(x, p) + 4.1f * gradc::xlogy(x, p);
  y += 4.2f * gradc::xlog1py(x, p) + 4.3f * gradc::squared_difference(x, p) + 4.4f * gradc::clip(x, -p, p);
  y += 4.5f * gradc::lerp(x, inside, p) + 4.6f * gradc::fma(x, inside, p) + 4.7f * gradc::logit(0.5f + inside);
  return y;
}

GRADC_DIFFERENTIATE(gradient, jvp) double of_tensors(const Vector<double>& x, const Vector<double>& p);
GRADC_DIFFERENTIATE(gradient) double of_scalars(double x, double p);
GRADC_DIFFERENTIATE(gradient) float of_floats(const Vector<float>& x, const Vector<float>& p);
GRADC_DIFFERENTIATE(gradient) double of_predicates(const Vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double of_integers(const Vector<double>& x, const gradc::Vector<std::int64_t>& i);

}  // namespace functions
