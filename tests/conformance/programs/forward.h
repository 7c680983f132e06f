// Section P: tangents, of one direction and of several, and derivatives of both modes inside one another.
#pragma once

#include <gradc/gradc.h>

#include <cstdint>
#include <utility>

namespace forward {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;
using Images = gradc::Tensor<double, 4>;

// --- orders one to three, both ways ---

// Products along the rows of p + Σp, p being sin tan of each element.
GRADC_DIFFERENTIATE(jacobian, jvp, vjp) Vector row_products(const Matrix& x);
GRADC_DIFFERENTIATE(jvp, vjp) Vector second_rows(const Matrix& x, const Matrix& v);
GRADC_DIFFERENTIATE(jvp, vjp, wrt(x)) Vector third_rows(const Matrix& x, const Matrix& v);
GRADC_DIFFERENTIATE(jacobian, jvp, vjp)
gradc::Vector<float> row_products_single(const gradc::Matrix<float>& x);

GRADC_DIFFERENTIATE(jvp, vjp) Vector ruled_sine(const Vector& x);
GRADC_DIFFERENTIATE(jvp, vjp, wrt(x)) Vector ruled_sine_2(const Vector& x, const Vector& v);
GRADC_DIFFERENTIATE(jvp, vjp, wrt(x)) Vector ruled_sine_3(const Vector& x, const Vector& v);

GRADC_DIFFERENTIATE(jvp, vjp) Vector units(const Vector& x);
GRADC_DIFFERENTIATE(jvp, vjp, wrt(x)) Vector units_2(const Vector& x, const Vector& v);
GRADC_DIFFERENTIATE(jvp, vjp, wrt(x)) Vector units_3(const Vector& x, const Vector& v);

GRADC_DIFFERENTIATE(gradient) double product(const Vector& x);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double product_2(const Vector& x, const Vector& v);
GRADC_DIFFERENTIATE(gradient, jvp, wrt(x)) double product_3(const Vector& x, const Vector& v);

// --- layers ---

struct Dense {
  Matrix w;
  Vector b;
};
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double dense(const Dense& p, const Matrix& x);
struct Convolution {
  Images filters;
  Vector b;
};
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double convolution(const Convolution& p, const Images& x);
struct Norm {
  Vector scale, offset;
};
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double norm_training(const Norm& p, const Matrix& x);
GRADC_DIFFERENTIATE(gradient, jvp, hvp, wrt(p, x))
double norm_inference(const Norm& p, const Matrix& x, const Vector& mean, const Vector& variance);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double fused_training(const Norm& p, const Images& x);
GRADC_DIFFERENTIATE(gradient, jvp, hvp, wrt(p, x))
double fused_inference(const Norm& p, const Images& x, const Vector& mean, const Vector& variance);
// The gradient that forward mode gives of fused_training along v, and its reverse.
GRADC_DIFFERENTIATE(gradient, wrt(p, x))
double tangent_of_fused(const Norm& p, const Images& x, const Norm& p_dot, const Images& x_dot);

// Dense, relu, batch norm, relu, convolution, dense, and the square of what is left.
struct Network {
  Dense first;
  Norm norm;
  Convolution convolution;
  Dense last;
};
GRADC_DIFFERENTIATE(gradient, hvp, wrt(net))
double network(const Network& net, const Matrix& x, const Matrix& t);
GRADC_DIFFERENTIATE(gradient, wrt(net))
double network_slope(const Network& net, const Matrix& x, const Matrix& t, const Network& v);

// --- rules ---

GRADC_DIFFERENTIATE(jvp, gradient, wrt(x)) double of_both(double x);
GRADC_DIFFERENTIATE(jvp) double forward_only(double x);
GRADC_DIFFERENTIATE(gradient) double backward_only(double x);
GRADC_DIFFERENTIATE(jvp) double minus_twice(double x);
GRADC_DIFFERENTIATE(jvp) double same(double x);
GRADC_DIFFERENTIATE(jvp, jacobian) double inline_tangent(double x);
GRADC_DIFFERENTIATE(jvp) double sine(double x);
GRADC_DIFFERENTIATE(gradient) double tangent_in_a_rule(double x);
// Of a product of a matrix with itself transposed, by one function that is called for two.
GRADC_DIFFERENTIATE(jvp) std::pair<Matrix, Matrix> two_squares(const Matrix& m, const Matrix& n);

// --- programs ---

GRADC_DIFFERENTIATE(jvp) double assigned(double v);
GRADC_DIFFERENTIATE(jvp) std::pair<double, double> variable(double v);
GRADC_DIFFERENTIATE(jvp) std::pair<Vector, Vector> watched(const Vector& v);
GRADC_DIFFERENTIATE(gradient, jvp) double cosine(double x);
GRADC_DIFFERENTIATE(jvp, gradient) double slope_of_cosine(double x);
GRADC_DIFFERENTIATE(gradient, wrt(c), unconnected(none)) double tangent_alone(double c, double tangent);
GRADC_DIFFERENTIATE(jvp, wrt(x)) double first_of(const Vector& x);
GRADC_DIFFERENTIATE(jvp, wrt(x))
double first_of_in_a_call(const Vector& x, const gradc::Vector<std::int64_t>& ids);
GRADC_DIFFERENTIATE(jvp, wrt(y)) double loop(double y, int trips);
GRADC_DIFFERENTIATE(jvp, wrt(y)) double branch(int k, double y);
GRADC_DIFFERENTIATE(jvp, wrt(x)) double long_loop(double x, int trips);

// --- several directions ---

GRADC_DIFFERENTIATE(jvp) double multiply(double x, double y);
GRADC_DIFFERENTIATE(jvp, jacobian) Matrix sines(const Matrix& x);
GRADC_DIFFERENTIATE(jvp, jacobian) gradc::Tensor<double, 3> cube_sines(const gradc::Tensor<double, 3>& x);
GRADC_DIFFERENTIATE(jacobian, vjp, wrt(c)) Vector tangents_of_cosine(double c, const Vector& directions);
GRADC_DIFFERENTIATE(jvp) double gradient_of_cosine(double x);

// --- types ---

GRADC_DIFFERENTIATE(jvp) float single(float x, const gradc::Vector<float>& y);

}  // namespace forward
