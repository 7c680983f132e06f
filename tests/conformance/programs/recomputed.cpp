#include "recomputed.h"

#include "recomputed.grad.h"

namespace recomputed {

Doubled doubled(int whole, double real) { return {2 * whole, 2 * real}; }
double doubled_rule(int whole, double real, const Doubled&, const Doubled& adjoint) {
  return doubled_vjp(whole, real, adjoint).grad.real;
}
GRADC_CUSTOM_VJP(doubled_rule) Doubled doubled_ruled(int whole, double real) { return doubled(whole, real); }
Doubled doubled_again(int whole, double real) { return doubled_ruled(whole, real); }

double product(const Vector& x) {
  double p = 1;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const double t = gradc::tanh(x(i));
    p *= t * t;
  }
  return p;
}
Vector product_rule(const Vector& x, double, double adjoint) { return product_vjp(x, adjoint).grad.x; }
GRADC_CUSTOM_VJP(product_rule) double product_ruled(const Vector& x) { return product(x); }
double product_again(const Vector& x) { return product_ruled(x); }
double slope(const Vector& x, const Vector& v) { return gradc::sum(v * product_again_gradient(x).grad.x); }
double curvature(const Vector& x, const Vector& v) { return gradc::sum(v * slope_gradient(x, v).grad.x); }

std::pair<Matrix, Matrix> products(const Matrix& x, const Matrix& w) {
  const Matrix y = gradc::matmul(x, w);
  return {y, 2.0 * y};
}
std::tuple<Matrix, Matrix> products_rule(const Matrix& x, const Matrix& w, const std::pair<Matrix, Matrix>&,
                                         const std::pair<Matrix, Matrix>& adjoint) {
  const auto grad = products_vjp(x, w, adjoint).grad;
  return {grad.x, grad.w};
}
GRADC_CUSTOM_VJP(products_rule) std::pair<Matrix, Matrix> products_ruled(const Matrix& x, const Matrix& w) {
  return products(x, w);
}
std::pair<Matrix, Matrix> products_again(const Matrix& x, const Matrix& w) { return products_ruled(x, w); }

double layer(const Matrix& x, const Parameters& p) {
  return gradc::sum(gradc::tanh(gradc::matmul(x, p.w) + p.b));
}
std::tuple<Matrix, Parameters> layer_rule(const Matrix& x, const Parameters& p, double, double adjoint) {
  const auto grad = layer_vjp(x, p, adjoint).grad;
  return {grad.x, grad.p};
}
GRADC_CUSTOM_VJP(layer_rule) double layer_ruled(const Matrix& x, const Parameters& p) { return layer(x, p); }
double layer_again(const Matrix& x, const Parameters& p) { return layer_ruled(x, p); }

Pack plus_one(const Pack& x) { return {x.list + 1, x.number + 1}; }
Pack plus_one_rule(const Pack& x, const Pack&, const Pack& adjoint) {
  return plus_one_vjp(x, adjoint).grad.x;
}
GRADC_CUSTOM_VJP(plus_one_rule) Pack plus_one_ruled(const Pack& x) { return plus_one(x); }
Pack plus_one_again(const Pack& x) { return plus_one_ruled(x); }

double one_more(double x) { return x + 1; }
double ten_more(double x) {
  int i = 0;
  while (i < 10) {
    x = one_more(x);
    ++i;
  }
  return x;
}
double ten_more_rule(double x, double, double adjoint) { return ten_more_vjp(x, adjoint).grad.x; }
GRADC_CUSTOM_VJP(ten_more_rule) double ten_more_ruled(double x) { return ten_more(x); }
double ten_more_again(double x) { return ten_more_ruled(x); }

Single block(const Single& a, const Single& b) { return times(a, b); }
std::tuple<Single, Single> block_rule(const Single& a, const Single& b, const Single&,
                                      const Single& adjoint) {
  const auto grad = block_vjp(a, b, adjoint).grad;
  return {grad.a, grad.b};
}
GRADC_CUSTOM_VJP(block_rule) Single block_ruled(const Single& a, const Single& b) { return times(a, b); }
float blocks(const Single& a, const Single& b) {
  return gradc::sum(block(block(block(block(block(a, b), b), b), b), b));
}
float blocks_again(const Single& a, const Single& b) {
  return gradc::sum(block_ruled(block_ruled(block_ruled(block_ruled(block_ruled(a, b), b), b), b), b));
}

Half half_block(const Half& a, const Half& b) { return times(a, b); }
std::tuple<Half, Half> half_block_rule(const Half& a, const Half& b, const Half&, const Half& adjoint) {
  const auto grad = half_block_vjp(a, b, adjoint).grad;
  return {grad.a, grad.b};
}
GRADC_CUSTOM_VJP(half_block_rule) Half half_block_ruled(const Half& a, const Half& b) { return times(a, b); }
gradc::half half_blocks(const Half& a, const Half& b) {
  return gradc::sum(half_block(half_block(half_block(half_block(half_block(a, b), b), b), b), b));
}
gradc::half half_blocks_again(const Half& a, const Half& b) {
  return gradc::sum(half_block_ruled(
      half_block_ruled(half_block_ruled(half_block_ruled(half_block_ruled(a, b), b), b), b), b));
}

}  // namespace recomputed
