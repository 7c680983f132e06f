#include "targets.h"

#include <algorithm>

#include "targets.grad.h"

namespace targets {

double read(double variable) {
  const double& reference = variable;
  return reference;
}

double one_row(const Vector& x, const gradc::Vector<std::int64_t>& ids) {
  const Vector same = gradc::label("same", x);
  return gradc::sum(gradc::take(same, ids));
}

double counted(double v, double w, int n) {
  std::int64_t total = 0;
  for (int i = 0; i < n; ++i) total += static_cast<std::int64_t>(v);
  return static_cast<double>(total) + w;
}

Vector of_vector(const Vector& x) { return 2.0 * x; }
std::pair<double, double> of_number(double x) { return {2 * x, 3 * x}; }

double structured(const Model& m, double x) {
  return (m.c.first + m.c.rest[0] * x + m.c.rest[1] * x * x) * m.scale.first * m.scale.second;
}

WithHandle identity_n(double x, Handle handle) { return {x, handle}; }

double of_sparse(const Sparse& x) { return gradc::sum(x.values); }

double convolved(const Images& images, const Images& filters) {
  return gradc::sum(gradc::conv2d(images, filters, gradc::Conv().stride(1, 1).same()));
}

double pooled(const Volumes& x) {
  return gradc::sum(gradc::square(gradc::max_pool3d(x, {2, 2, 1}, gradc::Pool().same())));
}

double stacked(const Vector& a) { return gradc::mean(gradc::stack({a, a}, 0)); }

std::pair<Matrix, double> product_and_sum(const Matrix& a, const Matrix& b);
std::tuple<Matrix, Matrix> product_and_sum_rule(const Matrix& a, const Matrix& b,
                                                const std::pair<Matrix, double>&,
                                                const std::pair<Matrix, double>& adjoint) {
  const Matrix bar = adjoint.first + adjoint.second;
  return {gradc::matmul(bar, gradc::transpose(b)), gradc::matmul(gradc::transpose(a), bar)};
}
GRADC_CUSTOM_VJP(product_and_sum_rule)
std::pair<Matrix, double> product_and_sum(const Matrix& a, const Matrix& b) {
  const Matrix product = gradc::matmul(a, b);
  return {product, gradc::sum(product)};
}
double two_outputs(const Matrix& a, const Matrix& b) {
  const auto [product, sum] = product_and_sum(a, b);
  return sum + gradc::sum(product);
}

// Into other memory and back, by the element, by the row and as a whole.
double copied(const Vector& x) {
  std::vector<double> there;
  for (std::int64_t i = 0; i < x.size(); ++i) there.push_back(x(i));
  std::array<double, 2> fixed{};
  std::copy(there.begin(), there.begin() + 2, fixed.begin());
  Vector back(x.shape());
  for (std::int64_t i = 0; i < back.size(); ++i) back(i) = fixed[static_cast<std::size_t>(i)];
  Vector whole;
  whole = back;
  return gradc::sum(whole);
}

double twice(double y) { return 2 * y; }
double with_inner(double x, int times) {
  double y = x * x;
  for (int i = 0; i < times; ++i) y += twice_gradient(y).grad.y;
  return y;
}
double outer_of_twice(double x) { return twice(x * x); }

double square(double x) { return x * x; }
double in_a_loop(double x, int trips) {
  double y = x;
  for (int i = 0; i < trips; ++i) y += square_gradient(x).grad.x;
  return y;
}

double greatest(const std::array<double, 3>& v) { return std::max(std::max(v[0], v[1]), v[2]); }
double compared(double x) {
  double y;
  if (x < x)
    y = x;
  else
    y = x * x;
  return y;
}
double doubled_twice(double x) {
  int i = 0;
  while (i < 2) {
    x = 2 * x;
    ++i;
  }
  return x;
}

double used_often(const Matrix& x, const Matrix& w) {
  double s = 0;
  s += gradc::sum(gradc::square(gradc::matmul(x, gradc::take(w, 0))));
  s += gradc::sum(gradc::square(gradc::matmul(x, gradc::take(w, 1))));
  s += gradc::sum(gradc::square(gradc::matmul(x, gradc::take(w, 2))));
  s += gradc::sum(gradc::square(gradc::matmul(x, gradc::take(w, 3))));
  s += gradc::sum(gradc::square(gradc::matmul(x, gradc::take(w, 4))));
  s += gradc::sum(gradc::square(gradc::matmul(x, gradc::take(w, 5))));
  return s;
}

double rolled_often(const Matrix& x, const Matrix& w) {
  double s = 0;
  s += gradc::sum(gradc::square(gradc::matmul(gradc::roll(x, 1, 0), gradc::take(w, 0))));
  s += gradc::sum(gradc::square(gradc::matmul(gradc::roll(x, 2, 0), gradc::take(w, 1))));
  s += gradc::sum(gradc::square(gradc::matmul(gradc::roll(x, 3, 0), gradc::take(w, 2))));
  s += gradc::sum(gradc::square(gradc::matmul(gradc::roll(x, 4, 0), gradc::take(w, 3))));
  s += gradc::sum(gradc::square(gradc::matmul(gradc::roll(x, 5, 0), gradc::take(w, 4))));
  s += gradc::sum(gradc::square(gradc::matmul(gradc::roll(x, 6, 0), gradc::take(w, 5))));
  return s;
}

double one_of_eight(const Matrix& x) {
  return gradc::sum(gradc::square(gradc::split(x, {2, 2, 2, 2, 2, 2, 2, 2}, 1)[2]));
}

Matrix multiplied(const Matrix& x, const Matrix& w, int n) {
  Matrix y = x;
  for (int i = 0; i < n; ++i) y = gradc::matmul(y, w);
  return y;
}

}  // namespace targets
