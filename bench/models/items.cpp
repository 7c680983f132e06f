#include "models/items.h"

#include <cmath>

double call_option(double spot, double strike, double time, double rate, double volatility) {
  const double spread = volatility * std::sqrt(time);
  const double a = (std::log(spot / strike) + (rate + volatility * volatility / 2) * time) / spread;
  const auto normal = [](double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); };
  return spot * normal(a) - strike * std::exp(-rate * time) * normal(a - spread);
}

// The rotation is of a small angle: to first order, x + r × x.
std::array<double, 2> reprojection(const Camera& camera, const std::array<double, 3>& point, const std::array<double, 2>& seen) {
  const double x = point[0] + camera[1] * point[2] - camera[2] * point[1] + camera[3];
  const double y = point[1] + camera[2] * point[0] - camera[0] * point[2] + camera[4];
  const double z = point[2] + camera[0] * point[1] - camera[1] * point[0] + camera[5];
  const double u = -x / z, v = -y / z;
  const double r = u * u + v * v;
  const double scale = camera[6] * (1 + r * (camera[7] + r * camera[8]));
  return {scale * u - seen[0], scale * v - seen[1]};
}
