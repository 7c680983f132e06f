// Products with several directions in one call.
#pragma once
#include <gradc/gradc.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace requests_batches {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

GRADC_DIFFERENTIATE(jvp, vjp) Vector map(const Matrix& a, const Vector& x, double s);

struct Layer {
  Matrix w;
  Vector b;
  int width = 0;
};
struct Outputs {
  Vector y;
  double norm;
  int count;
};
GRADC_DIFFERENTIATE(jvp, vjp) Outputs layer(const Layer& layer, const Matrix& x);
GRADC_DIFFERENTIATE(jvp, vjp) std::pair<double, Vector> loops(const Vector& x, double rate);
GRADC_DIFFERENTIATE(jvp, vjp, wrt(x)) double recursive(double x, int n);
GRADC_DIFFERENTIATE(jvp, vjp, unconnected(zero)) float constant(float x, const gradc::Vector<float>& y);
GRADC_DIFFERENTIATE(jvp, vjp) Vector ops(const Vector& x, const gradc::Vector<std::int64_t>& places);
GRADC_DIFFERENTIATE(jvp, vjp) double with_vectors(const std::vector<double>& x);  // has no form for several

}  // namespace requests_batches
