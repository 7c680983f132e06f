#include "models/gradbench.h"

#include <cmath>
#include <cstddef>

namespace gradbench {

double log_sum_exp(const Vector& x) {
  double most = x(0);
  for (std::int64_t i = 1; i < x.size(); ++i)
    if (x(i) > most) most = x(i);
  double sum = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) sum += std::exp(x(i) - most);
  return std::log(sum) + most;
}

double least_squares(const Matrix& x, const Vector& y, const Vector& beta) {
  double sum = 0;
  for (std::int64_t i = 0; i < x.extent(0); ++i) {
    double miss = -y(i);
    for (std::int64_t j = 0; j < x.extent(1); ++j) miss += x(i, j) * beta(j);
    sum += miss * miss;
  }
  return sum;
}

double k_means(const Matrix& points, const Matrix& centres) {
  double sum = 0;
  for (std::int64_t i = 0; i < points.extent(0); ++i) {
    double least = 0;
    for (std::int64_t k = 0; k < centres.extent(0); ++k) {
      double distance = 0;
      for (std::int64_t j = 0; j < points.extent(1); ++j) {
        const double d = points(i, j) - centres(k, j);
        distance += d * d;
      }
      if (k == 0 || distance < least) least = distance;
    }
    sum += least;
  }
  return sum;
}

namespace {

void slope(const Vector& x, const std::vector<double>& y, std::vector<double>& out) {
  out[0] = x(0);
  for (std::size_t i = 1; i < y.size(); ++i) out[i] = x(static_cast<std::int64_t>(i)) * y[i - 1];
}

}  // namespace

double ode(const Vector& x, std::int64_t steps) {
  const std::size_t n = static_cast<std::size_t>(x.size());
  const double h = 2.0 / static_cast<double>(steps);
  std::vector<double> y(n, 0.0), k1(n), k2(n), k3(n), k4(n), middle(n);
  for (std::int64_t step = 0; step < steps; ++step) {
    slope(x, y, k1);
    for (std::size_t i = 0; i < n; ++i) middle[i] = y[i] + h * k1[i] / 2;
    slope(x, middle, k2);
    for (std::size_t i = 0; i < n; ++i) middle[i] = y[i] + h * k2[i] / 2;
    slope(x, middle, k3);
    for (std::size_t i = 0; i < n; ++i) middle[i] = y[i] + h * k3[i];
    slope(x, middle, k4);
    for (std::size_t i = 0; i < n; ++i) y[i] += h * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) / 6;
  }
  return y[n - 1];
}

namespace {

double log_sum_exp(const std::vector<double>& x) {
  double most = x[0];
  for (const double value : x)
    if (value > most) most = value;
  double sum = 0;
  for (const double value : x) sum += std::exp(value - most);
  return std::log(sum) + most;
}

double log_gamma_distribution(double a, double p) {
  double sum = 0.25 * p * (p - 1) * std::log(3.14159265358979323846);
  for (int j = 1; j <= p; ++j) sum += std::lgamma(a + 0.5 * (1 - j));
  return sum;
}

}  // namespace

double mixture(const Vector& alpha, const Matrix& means, const Matrix& q, const Matrix& l, const Matrix& points, double gamma,
               int m) {
  const std::int64_t n = points.extent(0), d = points.extent(1), parts = alpha.size();
  const std::size_t width = static_cast<std::size_t>(d);
  Matrix diagonal = q;
  std::vector<double> sums(static_cast<std::size_t>(parts)), alphas(static_cast<std::size_t>(parts));
  for (std::int64_t k = 0; k < parts; ++k) {
    double sum = 0;
    for (std::int64_t j = 0; j < d; ++j) {
      sum += q(k, j);
      diagonal(k, j) = std::exp(q(k, j));
    }
    sums[static_cast<std::size_t>(k)] = sum;
    alphas[static_cast<std::size_t>(k)] = alpha(k);
  }

  double likelihood = 0;
  std::vector<double> centred(width), turned(width), terms(static_cast<std::size_t>(parts));
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t k = 0; k < parts; ++k) {
      for (std::size_t j = 0; j < width; ++j)
        centred[j] = points(i, static_cast<std::int64_t>(j)) - means(k, static_cast<std::int64_t>(j));
      for (std::size_t j = 0; j < width; ++j) turned[j] = diagonal(k, static_cast<std::int64_t>(j)) * centred[j];
      std::int64_t at = 0;
      for (std::size_t column = 0; column < width; ++column)
        for (std::size_t row = column + 1; row < width; ++row) turned[row] += l(k, at++) * centred[column];
      double square = 0;
      for (std::size_t j = 0; j < width; ++j) square += turned[j] * turned[j];
      terms[static_cast<std::size_t>(k)] = alphas[static_cast<std::size_t>(k)] + sums[static_cast<std::size_t>(k)] - 0.5 * square;
    }
    likelihood += log_sum_exp(terms);
  }

  double prior = 0;
  for (std::int64_t k = 0; k < parts; ++k) {
    double squares = 0;
    for (std::int64_t j = 0; j < d; ++j) squares += diagonal(k, j) * diagonal(k, j);
    for (std::int64_t j = 0; j < l.extent(1); ++j) squares += l(k, j) * l(k, j);
    prior += 0.5 * gamma * gamma * squares - m * sums[static_cast<std::size_t>(k)];
  }
  const double p = static_cast<double>(d), freedom = p + m + 1;
  const double constant = freedom * p * (std::log(gamma) - 0.5 * std::log(2.0)) - log_gamma_distribution(0.5 * freedom, p);
  return likelihood - static_cast<double>(n) * (log_sum_exp(alphas) + 0.5 * p * std::log(2 * 3.14159265358979323846)) + prior -
         static_cast<double>(parts) * constant;
}

namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

double lstm(const Matrix& main, const Matrix& extra, const Matrix& start, const Matrix& text) {
  const std::int64_t layers = main.extent(0) / 2, units = extra.extent(1), letters = text.extent(0);
  Matrix state = start;
  std::vector<double> x(static_cast<std::size_t>(units)), guess(static_cast<std::size_t>(units));
  double total = 0;
  for (std::int64_t t = 0; t + 1 < letters; ++t) {
    for (std::int64_t j = 0; j < units; ++j) x[static_cast<std::size_t>(j)] = text(t, j) * extra(0, j);
    for (std::int64_t layer = 0; layer < layers; ++layer)
      for (std::int64_t j = 0; j < units; ++j) {
        const double input = x[static_cast<std::size_t>(j)], output = state(2 * layer, j);
        const double forget = sigmoid(input * main(2 * layer, j) + main(2 * layer + 1, j));
        const double ingate = sigmoid(output * main(2 * layer, units + j) + main(2 * layer + 1, units + j));
        const double outgate = sigmoid(input * main(2 * layer, 2 * units + j) + main(2 * layer + 1, 2 * units + j));
        const double change = std::tanh(output * main(2 * layer, 3 * units + j) + main(2 * layer + 1, 3 * units + j));
        const double cell = state(2 * layer + 1, j) * forget + ingate * change;
        state(2 * layer + 1, j) = cell;
        state(2 * layer, j) = outgate * std::tanh(cell);
        x[static_cast<std::size_t>(j)] = state(2 * layer, j);
      }
    double sum = 2;  // as the benchmark has it
    for (std::int64_t j = 0; j < units; ++j) {
      guess[static_cast<std::size_t>(j)] = x[static_cast<std::size_t>(j)] * extra(1, j) + extra(2, j);
      sum += std::exp(guess[static_cast<std::size_t>(j)]);
    }
    const double norm = std::log(sum);
    for (std::int64_t j = 0; j < units; ++j) total += text(t + 1, j) * (guess[static_cast<std::size_t>(j)] - norm);
  }
  return -total / static_cast<double>((letters - 1) * units);
}

namespace {

// Of the rows from `row` on and the columns that aren't taken.
double minor(const Matrix& a, std::int64_t row, std::vector<bool>& taken) {
  const std::int64_t n = a.extent(0);
  if (row == n) return 1;
  double sum = 0, sign = 1;
  for (std::int64_t j = 0; j < n; ++j) {
    if (taken[static_cast<std::size_t>(j)]) continue;
    taken[static_cast<std::size_t>(j)] = true;
    sum += sign * a(row, j) * minor(a, row + 1, taken);
    taken[static_cast<std::size_t>(j)] = false;
    sign = -sign;
  }
  return sum;
}

}  // namespace

double determinant(const Matrix& a) {
  std::vector<bool> taken(static_cast<std::size_t>(a.extent(0)), false);
  return minor(a, 0, taken);
}

namespace {

using Point = std::array<double, 3>;

Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Point rotated(const Point& rotation, const Point& x) {
  const double square = rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2];
  if (square == 0) {
    const Point turned = cross(rotation, x);
    return {x[0] + turned[0], x[1] + turned[1], x[2] + turned[2]};
  }
  const double angle = std::sqrt(square), c = std::cos(angle), s = std::sin(angle);
  const Point axis = {rotation[0] / angle, rotation[1] / angle, rotation[2] / angle};
  const Point turned = cross(axis, x);
  const double along = (axis[0] * x[0] + axis[1] * x[1] + axis[2] * x[2]) * (1 - c);
  Point out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = x[i] * c + turned[i] * s + axis[i] * along;
  return out;
}

}  // namespace

std::array<double, 2> residual(const Camera& camera, const Point& point, double weight, const std::array<double, 2>& seen) {
  const Point centred = {point[0] - camera[3], point[1] - camera[4], point[2] - camera[5]};
  const Point at = rotated({camera[0], camera[1], camera[2]}, centred);
  const double u = at[0] / at[2], v = at[1] / at[2], r = u * u + v * v;
  const double distortion = 1 + camera[9] * r + camera[10] * r * r;
  return {weight * (u * distortion * camera[6] + camera[7] - seen[0]),
          weight * (v * distortion * camera[6] + camera[8] - seen[1])};
}

}  // namespace gradbench
