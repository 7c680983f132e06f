#include "scalars.h"

#include <cmath>

namespace scalars {

double cmath(double x, double y) {
  const double a = std::exp(x) * std::sin(y) + std::cos(x * y);
  double b = std::log(x * x + 1) - std::sqrt(y * y + 2), c = std::tanh(a) / (1 + std::abs(b));
  b += std::pow(x * x + 0.5, y);
  return a * b + c - std::log1p(y * y) * std::expm1(x / 3);
}

double more_cmath(double x, double y) {
  const double a = std::tan(x) + std::atan(y) * std::sinh(x) - std::cosh(y);
  const double b = std::asin(x / 3) + std::acos(y / 4) + std::asinh(x) + std::acosh(y * y + 2) + std::atanh(x / 5);
  const double c = std::cbrt(y * y + 1) + std::exp2(x) + std::log2(y * y + 3) + std::log10(x * x + 2);
  return a * b + c * std::erf(x) + std::erfc(y) + std::hypot(x, y) + std::atan2(x, y + 3) + std::floor(x) * y;
}

double parts(double x, double y, int n) {
  int exponent = n;
  double whole = 0;
  const double fraction = std::frexp(x, &exponent), behind_point = std::modf(y, &whole);
  return fraction * exponent + behind_point * whole * std::ldexp(y, n) + std::scalbn(x, -n);
}

double fraction(double x) {
  int exponent;
  return std::frexp(x, &exponent);
}
double exponent(double x) {
  int exponent;
  std::frexp(x, &exponent);
  return x + exponent;
}
double behind_point(double x) {
  double whole;
  return std::modf(x, &whole);
}
float scaled(float x, int n) {
  int exponent;
  const float fraction = std::frexp(x, &exponent);
  return std::ldexp(fraction, exponent + n);
}

void divided(double x, double y, double& rest, int& quotient) { rest = std::remquo(x, y, &quotient); }
float divided_in_float(float x, float y) {
  if (y == 0) return std::nanf("0");
  int quotient = 0;
  const float rest = remquof(x, y, &quotient);
  return rest * static_cast<float>(quotient);
}

double reassigned(double x, double y) {
  double s = x;
  s = s * s + y;
  s *= y;
  s -= x / y;
  double t = s;
  s = t * x;
  t = s - t;
  t /= 1 + s * s;
  { double s = t * y; t += s; }
  return -t + +s;
}

double integers(double x, int n, std::int64_t m) {
  const int k = (n * 3 - 1) % 5;
  const auto half = m / 2;
  int count = n;
  ++count;
  count *= 2;
  return x * k + std::pow(x, 2) * static_cast<double>(half) - count / 3 * x * x * x;
}

float narrowing(float x, double y) {
  const float z = static_cast<float>(y * x) + x;
  return z * float(y);
}

double stopped(double x, double y) { return x * y + gradc::stop_gradient(x) * x; }
double zero_for_y(double x, double y) { (void)y; return x * x; }
double none_for_y(double x, double y) { (void)y; return x * x; }
double through_label(double x) {
  auto a = gradc::label("a", x * x);
  return a * a * a;
}
double two_requests(double x, double y) { return x * x * y; }

double tree(double x) { return x * x + std::sin(x) + std::exp(x) + x; }
double add_n(double x) { return x * x + std::sin(x) + std::exp(x) + x; }
double accumulate_n(double x) { return x * x + std::sin(x) + std::exp(x) + x; }

double of_captured(double x) {
  const double y = 2 * x;
  const auto inner = [&] { return y; };
  return inner();
}
double by_captured(double x) {
  const auto inner = [x](double factor) { return factor * x; };
  return inner(2);
}

}  // namespace scalars
