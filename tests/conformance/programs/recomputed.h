// Section C: functions whose rule computes them once more, so that nothing is kept for the backward pass but
// their arguments. Each stands beside the function without the rule.
#pragma once

#include <gradc/gradc.h>

#include <utility>

namespace recomputed {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

// --- numbers of several types ---

struct Doubled {
  int whole;
  double real;
};
GRADC_DIFFERENTIATE(vjp, jvp, wrt(real)) Doubled doubled(int whole, double real);
GRADC_DIFFERENTIATE(vjp, jvp, wrt(real)) Doubled doubled_again(int whole, double real);

// --- orders: the product of tanh² over x ---

GRADC_DIFFERENTIATE(gradient, vjp, jvp) double product(const Vector& x);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double product_again(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double slope(const Vector& x, const Vector& v);
GRADC_DIFFERENTIATE(gradient) double curvature(const Vector& x, const Vector& v);

// --- several results and arguments ---

GRADC_DIFFERENTIATE(vjp) std::pair<Matrix, Matrix> products(const Matrix& x, const Matrix& w);
GRADC_DIFFERENTIATE(vjp) std::pair<Matrix, Matrix> products_again(const Matrix& x, const Matrix& w);
struct Parameters {
  Matrix w;
  Vector b;
};
GRADC_DIFFERENTIATE(gradient, vjp) double layer(const Matrix& x, const Parameters& p);
GRADC_DIFFERENTIATE(gradient) double layer_again(const Matrix& x, const Parameters& p);
struct Pack {
  Vector list;
  double number;
};
GRADC_DIFFERENTIATE(vjp) Pack plus_one(const Pack& x);
GRADC_DIFFERENTIATE(vjp) Pack plus_one_again(const Pack& x);
GRADC_DIFFERENTIATE(gradient, vjp) double ten_more(double x);
GRADC_DIFFERENTIATE(gradient) double ten_more_again(double x);

// --- memory: five blocks of five products of matrices ---

template <class T>
gradc::Matrix<T> times(const gradc::Matrix<T>& a, const gradc::Matrix<T>& b) {
  return gradc::matmul(gradc::matmul(gradc::matmul(gradc::matmul(gradc::matmul(a, b), b), b), b), b);
}
using Single = gradc::Matrix<float>;
using Half = gradc::Matrix<gradc::half>;
GRADC_DIFFERENTIATE(vjp, aggregation(accumulate_n)) Single block(const Single& a, const Single& b);
GRADC_DIFFERENTIATE(vjp, aggregation(accumulate_n)) Half half_block(const Half& a, const Half& b);
GRADC_DIFFERENTIATE(gradient, aggregation(accumulate_n)) float blocks(const Single& a, const Single& b);
GRADC_DIFFERENTIATE(gradient, aggregation(accumulate_n)) float blocks_again(const Single& a, const Single& b);
GRADC_DIFFERENTIATE(gradient, aggregation(accumulate_n))
gradc::half half_blocks(const Half& a, const Half& b);
GRADC_DIFFERENTIATE(gradient, aggregation(accumulate_n))
gradc::half half_blocks_again(const Half& a, const Half& b);

}  // namespace recomputed
