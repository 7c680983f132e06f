#include "forward.h"

#include <cmath>

#include "forward.grad.h"

namespace forward {

Vector row_products(const Matrix& x) {
  const Matrix p = gradc::sin(x) * gradc::tan(x);
  return gradc::prod(p + gradc::sum(p), {1});
}
Vector second_rows(const Matrix& x, const Matrix& v) { return row_products_jvp(x, v).tangent; }
Vector third_rows(const Matrix& x, const Matrix& v) { return second_rows_jvp(x, v, v, 0.0 * v).tangent; }
gradc::Vector<float> row_products_single(const gradc::Matrix<float>& x) {
  const auto p = gradc::sin(x) * gradc::tan(x);
  return gradc::prod(p + gradc::sum(p), {1});
}

Vector sine_rule(const Vector& x, const Vector&, const Vector& adjoint) { return adjoint * gradc::cos(x); }
GRADC_CUSTOM_VJP(sine_rule) Vector sine_ruled(const Vector& x) { return gradc::sin(x); }
Vector ruled_sine(const Vector& x) { return sine_ruled(x); }
Vector ruled_sine_2(const Vector& x, const Vector& v) { return ruled_sine_jvp(x, v).tangent; }
Vector ruled_sine_3(const Vector& x, const Vector& v) { return ruled_sine_2_jvp(x, v, v).tangent; }

Vector units(const Vector& x) { return gradc::elu(x) + 2.0 * gradc::silu(x); }
Vector units_2(const Vector& x, const Vector& v) { return units_jvp(x, v).tangent; }
Vector units_3(const Vector& x, const Vector& v) { return units_2_jvp(x, v, v).tangent; }

double squares_of_tanh(const Vector& x) { return gradc::prod(gradc::square(gradc::tanh(x))); }
double product(const Vector& x) { return squares_of_tanh(x); }
double product_2(const Vector& x, const Vector& v) { return gradc::sum(v * product_gradient(x).grad.x); }
double product_3(const Vector& x, const Vector& v) { return gradc::sum(v * product_2_gradient(x, v).grad.x); }

// --- layers ---

double dense(const Dense& p, const Matrix& x) { return gradc::sum(gradc::tanh(gradc::matmul(x, p.w) + p.b)); }
double convolution(const Convolution& p, const Images& x) {
  return gradc::sum(gradc::tanh(gradc::conv2d(x, p.filters) + gradc::expand_dims(p.b, {1, 2})));
}
double norm_training(const Norm& p, const Matrix& x) {
  return gradc::sum(gradc::sin(gradc::batch_norm_training(x, p.scale, p.offset, 1e-3).y));
}
double norm_inference(const Norm& p, const Matrix& x, const Vector& mean, const Vector& variance) {
  return gradc::sum(gradc::sin(gradc::batch_norm_inference(x, p.scale, p.offset, mean, variance, 1e-3)));
}
double fused_training(const Norm& p, const Images& x) {
  const auto all = gradc::batch_norm_training(x, p.scale, p.offset, 1e-3);
  return gradc::sum(gradc::sin(all.y)) + gradc::sum(all.mean * all.variance);
}
double fused_inference(const Norm& p, const Images& x, const Vector& mean, const Vector& variance) {
  return gradc::sum(gradc::sin(gradc::batch_norm_inference(x, p.scale, p.offset, mean, variance, 1e-3)));
}
double tangent_of_fused(const Norm& p, const Images& x, const Norm& p_dot, const Images& x_dot) {
  return fused_training_jvp(p, x, p_dot, x_dot).tangent;
}

double network(const Network& net, const Matrix& x, const Matrix& t) {
  const Matrix first = gradc::relu(gradc::matmul(x, net.first.w) + net.first.b);
  const Matrix normed =
      gradc::relu(gradc::batch_norm_training(first, net.norm.scale, net.norm.offset, 1e-3).y);
  const Images images = gradc::reshape(normed, {x.extent(0), 1, 2, -1});
  const Images convolved =
      gradc::conv2d(images, net.convolution.filters) + gradc::expand_dims(net.convolution.b, {1, 2});
  const Matrix last = gradc::matmul(gradc::reshape(convolved, {x.extent(0), -1}), net.last.w) + net.last.b;
  return gradc::sum(gradc::square(last - t));
}
double product_of(const Dense& a, const Dense& b) { return gradc::sum(a.w * b.w) + gradc::sum(a.b * b.b); }
double network_slope(const Network& net, const Matrix& x, const Matrix& t, const Network& v) {
  const Network grad = network_gradient(net, x, t).grad.net;
  return product_of(grad.first, v.first) + gradc::sum(grad.norm.scale * v.norm.scale) +
         gradc::sum(grad.norm.offset * v.norm.offset) +
         gradc::sum(grad.convolution.filters * v.convolution.filters) +
         gradc::sum(grad.convolution.b * v.convolution.b) + product_of(grad.last, v.last);
}

// --- rules ---

double twice_tangent(double, double, double x_dot) { return 2 * x_dot; }
double thrice_adjoint(double, double, double adjoint) { return 3 * adjoint; }
GRADC_CUSTOM_JVP(twice_tangent) GRADC_CUSTOM_VJP(thrice_adjoint) double both_rules(double x) { return x; }
double of_both(double x) { return both_rules(x); }
GRADC_CUSTOM_JVP(twice_tangent) double doubled_forward(double x) { return x; }
double forward_only(double x) { return doubled_forward(x); }
GRADC_CUSTOM_VJP(thrice_adjoint) double tripled_backward(double x) { return x; }
double backward_only(double x) { return tripled_backward(x); }
double minus_tangent(double, double, double x_dot) { return -2 * x_dot; }
GRADC_CUSTOM_JVP(minus_tangent) double minus(double x) { return x; }
double minus_twice(double x) { return minus(x); }
double same_tangent(double, double, double x_dot) { return x_dot; }
GRADC_CUSTOM_JVP(same_tangent) double identity(double x) { return x; }
double same(double x) { return identity(x); }
double three(double, double, double) { return 3; }
GRADC_CUSTOM_JVP(three) double two_with_three(double) { return 2; }
double inline_tangent(double x) { return two_with_three(x); }

double sine(double x) { return std::sin(x); }
double tangent_rule(double x, double, double adjoint) { return adjoint * sine_jvp(x, 2.0).tangent; }
GRADC_CUSTOM_VJP(tangent_rule) double with_tangent_rule(double x) { return std::sin(x); }
double tangent_in_a_rule(double x) { return with_tangent_rule(x); }

Matrix square_tangent(const Matrix& m, const Matrix&, const Matrix& m_dot) {
  return gradc::matmul(m_dot, gradc::transpose(m)) + gradc::matmul(m, gradc::transpose(m_dot));
}
GRADC_CUSTOM_JVP(square_tangent) Matrix squared(const Matrix& m) {
  return gradc::matmul(m, gradc::transpose(m));
}
std::pair<Matrix, Matrix> two_squares(const Matrix& m, const Matrix& n) { return {squared(m), squared(n)}; }

// --- programs ---

double assigned(double v) {
  v -= 0.5;
  return v;
}
std::pair<double, double> variable(double v) {
  const double& read = v;
  return {read, 2 * read};
}
std::pair<Vector, Vector> watched(const Vector& v) { return {v * 2.0, v + 0.1}; }

double cosine(double x) { return std::cos(x); }
double slope_of_cosine(double x) { return cosine_gradient(x).grad.x; }
double tangent_alone(double, double tangent) { return tangent; }

double first_of(const Vector& x) { return gradc::take(x, 0); }
double taken(const Vector& x, const gradc::Vector<std::int64_t>& ids) {
  return gradc::sum(gradc::take(x, ids));
}
double first_of_in_a_call(const Vector& x, const gradc::Vector<std::int64_t>& ids) { return taken(x, ids); }

double loop(double y, int trips) {
  double sum = 0;
  for (int i = 0; i < trips; ++i) sum += i * y;
  return sum;
}
double branch(int k, double y) { return k > 1 ? 3 * y : 0; }
double long_loop(double x, int trips) {
  for (int i = 0; i < trips; ++i) x = std::sin(x) + x * 0.5;
  return x;
}

// --- several directions ---

double multiply(double x, double y) { return x * y; }
Matrix sines(const Matrix& x) { return gradc::sin(x); }
gradc::Tensor<double, 3> cube_sines(const gradc::Tensor<double, 3>& x) { return gradc::sin(x); }
Vector tangents_of_cosine(double c, const Vector& directions) {
  return cosine_jvp_batch(c, directions).tangent;
}
double gradient_of_cosine(double x) { return cosine_gradient(x).grad.x; }

float single(float x, const gradc::Vector<float>& y) { return gradc::sum(y * x); }

}  // namespace forward
