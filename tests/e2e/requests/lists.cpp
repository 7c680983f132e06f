#include "lists.h"

#include <cmath>

namespace requests_lists {

double valley(const std::array<double, 3>& x) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const double rise = x[i + 1] - x[i] * x[i];
    sum += 100 * rise * rise + (1 - x[i]) * (1 - x[i]);
  }
  return sum;
}

double chain(const std::vector<double>& x, double k) {
  double sum = 0;
  for (std::size_t i = 1; i < x.size(); ++i) {
    const double stretch = x[i] - x[i - 1];
    sum += stretch > 0 ? k * stretch * stretch : 0.5 * std::exp(stretch) * k;
  }
  return sum;
}

double energy(const Body& body, const Vector& c) {
  double sum = body.mass * (body.position[0] * body.position[0] + std::sin(body.position[1]));
  for (double charge : body.charges) sum += charge * charge * body.mass / body.position[1];
  for (const Vector& field : body.fields) sum += gradc::sum(field * c * c);
  return sum * body.count;
}

double scaled(const std::vector<double>& x, double s) {
  double sum = 0;
  for (double number : x) sum += std::sin(s * number);
  return sum;
}

double half_used(const std::array<double, 2>& x, const std::vector<double>& y) {
  return x[0] * x[0] * x[1] + static_cast<double>(y.size());
}

std::vector<double> filtered(const std::vector<double>& x, double a) {
  std::vector<double> y;
  double last = 0;
  for (double number : x) {
    last = a * last + number * number;
    y.push_back(last);
  }
  return y;
}

std::array<double, 2> turned(const std::array<double, 2>& x, double angle) {
  return {std::cos(angle) * x[0] - std::sin(angle) * x[1], std::sin(angle) * x[0] + std::cos(angle) * x[1]};
}

std::vector<double> positives(const std::vector<double>& x) {
  std::vector<double> y;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] > 0) y.push_back(x[i] * x[i] * x[0]);
  return y;
}

Results summary(const std::vector<double>& x) {
  const std::size_t n = x.size();
  Vector all(gradc::Shape{2});
  all(0) = x[0] * x[1];
  all(1) = std::exp(x[1]);
  return {{x[0] * x[0], x[n - 1] * x[0]}, x[n / 2], all};
}

std::vector<std::complex<double>> waves(const std::array<std::complex<double>, 2>& z) {
  return {z[0] * z[1], std::exp(z[0]), z[1] * std::conj(z[0])};
}

std::array<float, 2> singles(const std::array<float, 2>& x, const std::vector<float>& y) {
  float sum = 0;
  for (float number : y) sum += number * x[0];
  return {sum, x[0] * x[1]};
}

Vector squares_of_positives(const Vector& x, double a) {
  std::int64_t n = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) n += x(i) > 0;
  Vector y(gradc::Shape{n});
  std::int64_t k = 0;
  for (std::int64_t i = 0; i < x.size(); ++i)
    if (x(i) > 0) y(k++) = a * x(i) * x(i);
  return gradc::exp(y);
}

double sum_of_positives(const Vector& x, double a) {
  const Vector y = squares_of_positives(x, a);
  return gradc::sum(y * y) + gradc::sum(y) * gradc::sum(y);
}

}  // namespace requests_lists
