#include "models/small.h"

#include <cmath>
#include <cstddef>

namespace small {

double scalar(double z) { return std::sin(z) * z + std::exp(z); }

namespace {

double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace

// Rodrigues' formula, then a camera at the origin that looks along the third axis.
double reprojected(const Point& rotation, const Point& shift, const Point& point, const std::array<double, 2>& seen) {
  const double angle = std::sqrt(dot(rotation, rotation)), c = std::cos(angle), s = std::sin(angle);
  Point axis{}, at{};
  for (std::size_t i = 0; i < 3; ++i) axis[i] = rotation[i] / angle;
  const Point turned = cross(axis, point);
  const double along = (1 - c) * dot(axis, point);
  for (std::size_t i = 0; i < 3; ++i) at[i] = c * point[i] + s * turned[i] + along * axis[i] + shift[i];
  const double u = at[0] / at[2] - seen[0], v = at[1] / at[2] - seen[1];
  return u * u + v * v;
}

}  // namespace small
