#include "programs.h"

#include <utility>

namespace control {

double number_of_a_tensor_in_a_vector(double u) {
  std::vector<double> v{0.5, u, u * u};
  v.front() = static_cast<double>(gradc::sum(Vector{v.back(), 0.5, v[1], -0.75}));
  v[1] = v[0] * v[0];
  return v[1] * v.back();
}

double tensor_of_a_number_in_a_vector(double u, const Vector& x) {
  std::vector<Vector> d;
  d.push_back(gradc::expand_dims(gradc::sum(x), {0}));
  d.push_back(gradc::reshape(gradc::sum(x) * u, {1}));
  return d[0](0) * d[1](0) * u;
}

double extent_out_of_a_branch(std::vector<Vector> v, int n) {
  for (int i = 0; i < n; ++i) return 0.5 * v[0](0);
  v[1](1) *= 0.5;
  return static_cast<double>(gradc::max(Vector{0.25, v[1](1), 0.5 * v[0](1)}));
}

double extent_of_an_element_overwritten(double u) {
  std::vector<Vector> d{Vector{0.5, u, u * u}};
  d[0](1) = 0.5;
  return d[0](2) * d[0](1);
}

double symbols_of_two_branches(double u, std::vector<Vector> v) {
  if (u > 0.1) {
    v[0](0) *= 2.0 * u;
    return v[0](0) * v[0](2);
  }
  for (double i = 0.1; i < 1.0; i += 0.3) v[0](2) = i * u;
  return v[0](0) * v[0](2);
}

double binding_written_in_a_loop(double u, int n) {
  auto [x, y] = std::pair<double, double>(u, 0.5);
  for (int i = 0; i < n; ++i) {
    x = 2.0 * u * x;
    y += x;
  }
  return x * y;
}

double binding_written_by_a_lambda_in_a_loop(double u, int n) {
  std::pair<double, double> both(u, 0.5);
  auto& [x, y] = both;
  for (int i = 0; i < n; ++i) {
    const double z = [&] {
      x *= u;
      return 0.25 * x;
    }();
    y += z;
  }
  return both.first * both.second;
}

double tensor_of_an_arm_not_taken(double u, const Vector& x, int n) {
  std::vector<double> kept;
  for (std::size_t i = 0; kept.size() < static_cast<std::size_t>(n); ++i) {
    if (i % 3 == 0) {
      const Vector v{x(0), 0.5, u, -0.75};
      u = 0.5 * u + std::tanh(static_cast<double>(gradc::max(v)) + static_cast<double>(gradc::sum(gradc::exp(v) * v)));
    } else if (i % 3 == 1) {
      const Vector w = gradc::sin(x * u);
      u -= static_cast<double>(gradc::mean(gradc::square(w)));
    }
    kept.push_back(u);
  }
  return u;
}

}  // namespace control
