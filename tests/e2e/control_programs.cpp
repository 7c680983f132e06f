#include "control_programs.h"

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

}  // namespace control
