#include "nested.h"

#include "nested.grad.h"

namespace nested {

double energy(const Vector& x, const Vector& c) { return gradc::sum(c * gradc::exp(gradc::sin(x))) + gradc::sum(x) * gradc::sum(x * x); }

double penalty(const Vector& x, const Vector& c) {
  const auto [value, grad] = energy_gradient(x, c);
  return value * gradc::sum(grad.x * grad.x);
}

double after_steps(const Vector& x, const Vector& c, double rate, int steps) {
  Vector at = x;
  for (int i = 0; i < steps; ++i) at = at - rate * energy_gradient(at, c).grad.x;
  return energy(at, c);
}

double power(double x) { return x * x * x * x * x; }
double first(double x) { return power_gradient(x).grad.x; }
double second(double x) { return first_gradient(x).grad.x; }
double third(double x) { return second_gradient(x).grad.x + second_jvp(x, 1.0).tangent; }

double product(double x, double y) { return x * y; }
double of_product(double x) { return x * product_gradient(x, 1.0).grad.y; }
double of_product_forward(double x) { return x * product_jvp(x, x, 1.0).tangent; }

double directions(const Vector& x, const Vector& c, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) s = s + 0.1 * energy_jvp(x, c, s * x).tangent;
  return s;
}

double curvature(const Vector& x, const Vector& c, const Vector& v, bool with_value) {
  if (!with_value) return gradc::sum(x * v);
  const auto result = energy_hvp(x, c, v);
  return result.value + gradc::sum(result.hvp.x * v) + gradc::sum(result.grad.x);
}

double of_adjoint(const Vector& x, const Vector& c, double bar) { return gradc::sum(gradc::sin(energy_vjp(x, c, bar).grad.x)); }

double loss(const Model& m, const Vector& x) {
  return gradc::sum(gradc::square(gradc::tanh(gradc::matmul(m.w, x)) + m.b));
}

double trained(const Model& m, const Vector& x, double rate) {
  const auto grad = loss_gradient(m, x).grad.m;
  Model next = m;
  next.w = m.w - rate * grad.w;
  next.b = m.b - rate * grad.b;
  return loss(next, x);
}

namespace one {
double height(double x) { return x * x * x; }
}  // namespace one
namespace two {
double height(double x) { return 5 * x * x; }
}  // namespace two
double heights(double x) { return one::height_gradient(x).grad.x + 100 * two::height_gradient(x).grad.x; }

namespace {
double fold(const Vector& x, int n) { return n == 0 ? gradc::sum(gradc::sin(x)) : gradc::sum(x * x) + gradc::cos(fold(x * 0.5, n - 1)); }
double wave(const Vector& x, int n) { return n == 0 ? gradc::sum(x) : gradc::sum(gradc::exp(x)) * gradc::sin(wave(x * 0.7, n - 1)); }
}  // namespace
double climb(const Vector& x, int n) { return gradc::square(fold(x, n)); }
double climbed(const Vector& x, const Vector& c, int n) {
  const Vector step = climb_gradient(x, n).grad.x;
  return gradc::sum(c * step * step) + wave(step, n);
}
Vector slopes(const Vector& x, int n) { return climb_gradient(x, n).grad.x * wave(x, n); }

double of_cube(double x) { return cube(x) * x; }
double slope_of_cube(double x) { return of_cube_gradient(x).grad.x; }

double weighed(const Vector& x, const Vector& a, int n) {
  return n > 0 ? x(n - 1) * gradc::exp(a(n - 1)) + 2 * weighed(x, a, n - 1) : 0;
}
double weighed_tangent(const Vector& x, const Vector& a, const Vector& v) {
  return weighed_jvp(x, a, static_cast<int>(x.size()), v).tangent;
}

double mixed(const Vector& a, const Vector& b) {
  double y = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) y += gradc::exp(a(i)) * gradc::sin(b(i));
  return y;
}
std::tuple<Vector, Vector> mixed_vjp(const Vector& a, const Vector& b, double, double y_bar) {
  Vector a_bar = 0 * a, b_bar = 0 * b;
  for (std::int64_t i = 0; i < a.size(); ++i) {
    const double e = y_bar * gradc::exp(a(i));
    a_bar(i) = e * gradc::sin(b(i));
    b_bar(i) = e * gradc::cos(b(i));
  }
  return {a_bar, b_bar};
}
double mixed_with(const Vector& a, const Vector& b) { return mixed(a, 2 * b); }

}  // namespace nested
