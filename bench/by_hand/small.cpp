#include "by_hand/small.h"

#include <cmath>
#include <cstddef>

namespace by_hand {

Scalar scalar(double z) {
  const double s = std::sin(z), e = std::exp(z);
  return {s * z + e, std::cos(z) * z + s + e};
}

namespace {

using small::Point;

double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Point sum(double a, const Point& x, double b, const Point& y, double c, const Point& z) {
  return {a * x[0] + b * y[0] + c * z[0], a * x[1] + b * y[1] + c * z[1], a * x[2] + b * y[2] + c * z[2]};
}

}  // namespace

// With the axis k and y = c x + s k × x + (1 - c)(k·x) k + shift.
Reprojected reprojected(const Point& rotation, const Point& shift, const Point& x, const std::array<double, 2>& seen) {
  const double angle = std::sqrt(dot(rotation, rotation)), part = 1 / angle, c = std::cos(angle), s = std::sin(angle);
  const Point k{rotation[0] * part, rotation[1] * part, rotation[2] * part}, turned = cross(k, x);
  const double along = dot(k, x), bent = (1 - c) * along;
  const Point around = sum(c, x, s, turned, bent, k);
  const double near = 1 / (around[2] + shift[2]), u_at = (around[0] + shift[0]) * near, v_at = (around[1] + shift[1]) * near;
  const double u = u_at - seen[0], v = v_at - seen[1];
  const double d_x = 2 * u * near, d_y = 2 * v * near;
  const Point d{d_x, d_y, -(d_x * u_at + d_y * v_at)};
  const double by_k = dot(k, d), d_angle = s * (along * by_k - dot(d, x)) + c * dot(d, turned);
  const Point d_k = sum(s, cross(x, d), bent, d, (1 - c) * by_k, x);
  const double radial = d_angle - part * dot(d_k, k);
  return {u * u + v * v, sum(part, d_k, radial, k, 0, k), d, sum(c, d, s, cross(d, k), (1 - c) * by_k, k)};
}

}  // namespace by_hand
