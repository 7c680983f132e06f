// What the functions in rules.cpp call and gradc doesn't see.
#include <cmath>

#include "rules.h"

namespace rules {
namespace {

// Gauss elimination without exchanges.
std::vector<double> solved(std::vector<double> a, std::vector<double> x, bool transposed) {
  const std::size_t n = x.size();
  if (transposed)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j) std::swap(a[i * n + j], a[j * n + i]);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = a[i * n + k] / a[k * n + k];
      for (std::size_t j = k; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
      x[i] -= factor * x[k];
    }
  for (std::size_t k = 0; k < n; ++k) x[k] /= a[k * n + k];
  return x;
}

std::vector<double> numbers(const gradc::Matrix<double>& a) { return {a.data(), a.data() + a.size()}; }
std::vector<double> numbers(const gradc::Vector<double>& a) { return {a.data(), a.data() + a.size()}; }
gradc::Vector<double> vector(const std::vector<double>& x) {
  gradc::Vector<double> y(gradc::Shape{static_cast<std::int64_t>(x.size())});
  std::copy(x.begin(), x.end(), y.data());
  return y;
}

}  // namespace

gradc::Vector<double> solve(const gradc::Matrix<double>& a, const gradc::Vector<double>& b) {
  ++calls_of_solve;
  return vector(solved(numbers(a), numbers(b), false));
}

std::tuple<gradc::Matrix<double>, gradc::Vector<double>> solve_vjp(const gradc::Matrix<double>& a, const gradc::Vector<double>&,
                                                                   const gradc::Vector<double>& x,
                                                                   const gradc::Vector<double>& x_bar) {
  const gradc::Vector<double> b_bar = vector(solved(numbers(a), numbers(x_bar), true));
  gradc::Matrix<double> a_bar(a.shape());
  for (std::int64_t i = 0; i < a.extent(0); ++i)
    for (std::int64_t j = 0; j < a.extent(1); ++j) a_bar(i, j) = -b_bar(i) * x(j);
  return {a_bar, b_bar};
}

gradc::Vector<double> solve_jvp(const gradc::Matrix<double>& a, const gradc::Vector<double>&, const gradc::Vector<double>& x,
                                const gradc::Matrix<double>& a_dot, const gradc::Vector<double>& b_dot) {
  gradc::Vector<double> right = b_dot;
  for (std::int64_t i = 0; i < a.extent(0); ++i)
    for (std::int64_t j = 0; j < a.extent(1); ++j) right(i) -= a_dot(i, j) * x(j);
  return vector(solved(numbers(a), numbers(right), false));
}

Motion motion(const Body& body, const std::vector<double>& times, Shape shape) {
  Motion result;
  const double factor = shape == Shape::round ? 1 : 2;
  double sum = 0, time = 0;
  for (std::int64_t i = 0; i < body.position.size(); ++i) {
    result.energies.push_back(i < body.count ? factor * body.mass * body.position(i) * body.position(i) : 0);
    sum += body.position(i);
  }
  for (double t : times) time += t;
  result.inertia = {{body.spin[0] * body.spin[0], body.mass}, {body.mass, body.spin[1]}};
  result.total = body.mass * time * sum;
  return result;
}

std::tuple<Body, std::vector<double>> motion_vjp(const Body& body, const std::vector<double>& times, Shape shape, const Motion&,
                                                 const Motion& adjoint) {
  Body bar{0, 0, gradc::Vector<double>(body.position.shape()), {0, 0}};
  const double factor = shape == Shape::round ? 1 : 2;
  double sum = 0, time = 0;
  for (std::int64_t i = 0; i < body.position.size(); ++i) sum += body.position(i);
  for (double t : times) time += t;
  for (std::int64_t i = 0; i < body.position.size(); ++i) {
    const double e = i < body.count ? factor * adjoint.energies[static_cast<std::size_t>(i)] : 0;
    bar.mass += e * body.position(i) * body.position(i);
    bar.position(i) = 2 * e * body.mass * body.position(i) + adjoint.total * body.mass * time;
  }
  bar.mass += adjoint.total * time * sum + adjoint.inertia(0, 1) + adjoint.inertia(1, 0);
  bar.spin = {2 * body.spin[0] * adjoint.inertia(0, 0), adjoint.inertia(1, 1)};
  return {bar, std::vector<double>(times.size(), adjoint.total * body.mass * sum)};
}

double misfit(const gradc::Vector<double>& x) { return x(0); }
std::tuple<gradc::Vector<double>> misfit_vjp(const gradc::Vector<double>& x, double, double adjoint) {
  gradc::Vector<double> bar(gradc::Shape{x.size() + 1});
  bar(0) = adjoint;
  return {bar};
}

}  // namespace rules
