#include "own_rules.h"

#include <cstdint>

#include "own_rules.grad.h"

namespace own_rules {

double thrice_rule(double, double, double adjoint) { return 3 * adjoint; }
GRADC_CUSTOM_VJP(thrice_rule) double thrice(double x) { return x; }
double threefold(double x) { return thrice(thrice(x)); }

std::tuple<double, double> multiply_rule(double a, double b, double, double adjoint) {
  return {adjoint * a, adjoint * b};
}
GRADC_CUSTOM_VJP(multiply_rule) double multiply(double a, double b) { return a * b; }
double swapped(double a, double b) { return multiply(a, b); }

struct Multiply {
  GRADC_CUSTOM_VJP(member_rule) double of(double a, double b) const { return a * b; }
  static std::tuple<double, double> member_rule(const Multiply&, double a, double b, double, double adjoint) {
    return {adjoint * a, adjoint * b};
  }
};
double swapped_member(double a, double b) { return Multiply{}.of(a, b); }

// --- what an object holds ---

Matrix plain(const Matrix& x, const Matrix& w) { return gradc::matmul(x, w); }

struct Dense {
  Matrix w;
  GRADC_CUSTOM_VJP(dense_rule) Matrix operator()(const Matrix& x) const { return gradc::matmul(x, w); }
};
std::tuple<Dense, Matrix> dense_rule(const Dense& self, const Matrix& x, const Matrix&,
                                     const Matrix& adjoint) {
  return {Dense{gradc::ones<double, 2>(self.w.shape())}, plain_vjp(x, self.w, adjoint).grad.x};
}
double of_ones(const Matrix& x, const Matrix& w) { return gradc::sum(Dense{w}(x)); }

double of_layers(const Matrix& x, const Layers& layers, const Matrix& w) {
  const Matrix h = gradc::matmul(gradc::matmul(gradc::matmul(x, layers.first), layers.second), layers.third);
  const Dense dense{w};
  return gradc::sum(dense(h));
}

struct AllOnes {
  Matrix w;
  GRADC_CUSTOM_VJP(all_ones_rule) Matrix operator()(const Matrix& x) const { return gradc::matmul(x, w); }
};
std::tuple<AllOnes, Matrix> all_ones_rule(const AllOnes& self, const Matrix& x, const Matrix&,
                                          const Matrix&) {
  return {AllOnes{gradc::ones<double, 2>(self.w.shape())}, gradc::ones<double, 2>(x.shape())};
}
double of_constant_rule(const Matrix& x, const Matrix& w) {
  const AllOnes f{w};
  return gradc::sum(f(x));
}

// The rule of what is called inside would give twos.
struct Inner {
  Matrix w;
  GRADC_CUSTOM_VJP(inner_rule) Matrix operator()(const Matrix& x) const { return gradc::matmul(x, w); }
};
std::tuple<Inner, Matrix> inner_rule(const Inner& self, const Matrix& x, const Matrix&,
                                     const Matrix& adjoint) {
  return {Inner{gradc::full<double, 2>(self.w.shape(), 2)}, plain_vjp(x, self.w, adjoint).grad.x};
}
struct Outer {
  Inner inner;
  GRADC_CUSTOM_VJP(outer_rule) Matrix operator()(const Matrix& x) const { return inner(x); }
};
std::tuple<Outer, Matrix> outer_rule(const Outer& self, const Matrix& x, const Matrix&,
                                     const Matrix& adjoint) {
  return {Outer{Inner{gradc::ones<double, 2>(self.inner.w.shape())}},
          plain_vjp(x, self.inner.w, adjoint).grad.x};
}
double doubly_ruled(const Matrix& x, const Matrix& w) {
  const Outer f{Inner{w}};
  return gradc::sum(f(x));
}

// --- arguments ---

std::tuple<double, double> scale_rule(double x, double captured, double, double adjoint) {
  return {4 * captured * adjoint, x * adjoint};
}
GRADC_CUSTOM_VJP(scale_rule) double scale(double x, double captured) { return x * captured; }
double by_name(double x, double captured) { return scale(x, captured); }

double captured(double x, double y) {
  const auto of_y = [x](double inside) { return multiply(x, inside); };
  return of_y(y);
}

Structure structure_rule(const Structure&, const Structure&, const Structure& adjoint) {
  Structure bar = adjoint;
  bar.first.first *= 3;
  std::get<0>(bar.second) = 3.0 * std::get<0>(adjoint.second);
  std::get<2>(bar.second).first *= 3;
  return bar;
}
GRADC_CUSTOM_VJP(structure_rule) Structure same_structure(const Structure& s) { return s; }
Structure restructured(const Structure& s) { return same_structure(s); }

std::tuple<double, double> product_rule(double x, double y, double, double adjoint) {
  return {adjoint * y, adjoint * x};
}
GRADC_CUSTOM_VJP(product_rule) double product(double x, double y) { return x * y; }
double loss(double factor, double x) { return product(factor, x); }

double identity_rule(double, double, double adjoint) { return 2 * adjoint; }
GRADC_CUSTOM_VJP(identity_rule) double same(double x) { return x; }
double identity(double x) { return same(x); }
double fourfold_rule(double, double, double adjoint) { return 4 * adjoint; }
GRADC_CUSTOM_VJP(fourfold_rule) double squared(double x) { return x * x; }
double fourfold(double x) { return squared(x); }
double affine_rule(double x, double, double adjoint) { return 2 * adjoint * x + 1; }
GRADC_CUSTOM_VJP(affine_rule) double affine_square(double x) { return x * x; }
double affine(double x) { return affine_square(x); }

// --- orders ---

double slope_rule(double, double, double adjoint) { return -2.1 * adjoint; }
GRADC_CUSTOM_VJP(slope_rule) double slope(double) { return -1.1; }
double plus_ten_rule(double x, double, double adjoint) { return adjoint * slope(x); }
GRADC_CUSTOM_VJP(plus_ten_rule) double plus_ten(double x) { return x + 10; }
double to_the_fourth(double x) {
  const double f = plus_ten(x);
  return f * f * f * f;
}
double slope_of_the_fourth(double x) { return to_the_fourth_gradient(x).grad.x; }

std::tuple<double, double> second_rule(double, double, double, double adjoint) {
  return {2.2 * adjoint, 3.1 * adjoint};
}
GRADC_CUSTOM_VJP(second_rule) double of_first_order(double, double) { return 2.1; }
double first_rule(double x, double, double adjoint) { return of_first_order(x, adjoint); }
GRADC_CUSTOM_VJP(first_rule) double ruled(double x) { return 2 * x; }
double ruled_twice(double x) { return ruled(x); }
double first_order(double x) { return ruled_twice_gradient(x).grad.x; }
double by_the_seed(double x, double seed) { return ruled_twice_vjp(x, seed).grad.x; }

// --- derivatives inside ---

double square(double x) { return x * x; }
double slope_of_square_rule(double, double, double adjoint) { return 2 * adjoint; }
GRADC_CUSTOM_VJP(slope_of_square_rule) double slope_of_square(double x) { return square_gradient(x).grad.x; }
double gradient_inside(double x) { return slope_of_square(x); }

Vector polynomial(const Polynomial& p, const Vector& x) { return p.a * x * x + p.b * x + p.c; }
std::tuple<Polynomial, Vector> called_rule(const Polynomial& p, const Vector& x, const Vector&,
                                           const Vector& adjoint) {
  const auto j = polynomial_jacobian(p, x).jacobian;
  const Polynomial bar{2 * gradc::sum(adjoint * j.p_a), 2 * gradc::sum(adjoint * j.p_b),
                       2 * gradc::sum(adjoint * j.p_c)};
  return {bar, gradc::zeros<double, 1>(x.shape())};
}
GRADC_CUSTOM_VJP(called_rule) Vector called(const Polynomial& p, const Vector& x) { return polynomial(p, x); }
double of_polynomial(const Polynomial& p, const Vector& x) {
  return gradc::sum(called(p, gradc::stop_gradient(x)));
}

// --- what depends ---

GRADC_CUSTOM_VJP(counted_vjp) double counted(double x);
double hidden(double x) { return counted(gradc::stop_gradient(x)); }

double no_variable(double x, double) { return x + 5; }
double one_prefix(double x, double v, double v1) { return x * v + 2 * v1; }
double before_the_input(double v, double v1) {
  const double input = gradc::label("input", v * v1);
  return 3 * input + v1;
}
double only_its_shape(const Vector& x, const Vector& v) {
  return gradc::sum(x * gradc::ones<double, 1>(v.shape()));
}
double trainable(double x, double v, double fixed) { return x * v * fixed; }

Vector ones_rule(const Vector&, const Vector&, const Vector& adjoint) { return adjoint; }
GRADC_CUSTOM_VJP(ones_rule) Vector ones_like(const Vector& v) { return gradc::ones<double, 1>(v.shape()); }
double ruled_ones(const Vector& x, const Vector& v) { return gradc::sum(x * ones_like(v)); }

std::pair<double, Variables> through(double x, const Variables& in) { return {x * in.v, {in.v + 1, x}}; }
double nested(double x, const Variables& in) {
  const auto out = through(x, in);
  return out.first * out.second.v + out.second.unused;
}

double in_steps(double y, double step) {
  return step * static_cast<double>(static_cast<std::int64_t>(y / step));
}
double bare(double z, double step) { return in_steps(z * z, gradc::stop_gradient(step)) + step; }

std::tuple<double, double> pass_through_rule(double, double, double, double adjoint) {
  return {adjoint, 0.0};
}
GRADC_CUSTOM_VJP(pass_through_rule) double passed_through(double y, double step) { return in_steps(y, step); }
double wrapped(double z, double step) { return passed_through(z * z, gradc::stop_gradient(step)); }

}  // namespace own_rules
