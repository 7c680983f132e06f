#include "model.h"

#include <cmath>

namespace {

/// Rodrigues' formula: `point` turned around `axis` by the angle that is the axis' length. Near the angle 0, where the axis
/// has no direction, its first two terms.
void rotate(const double* axis, const double* point, double* turned) {
  const double square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
  const double across[3] = {axis[1] * point[2] - axis[2] * point[1], axis[2] * point[0] - axis[0] * point[2],
                            axis[0] * point[1] - axis[1] * point[0]};
  if (square > 1e-20) {
    const double angle = std::sqrt(square), cosine = std::cos(angle), sine = std::sin(angle) / angle;
    const double along = (axis[0] * point[0] + axis[1] * point[1] + axis[2] * point[2]) * (1 - cosine) / square;
    for (int i = 0; i < 3; ++i) turned[i] = cosine * point[i] + sine * across[i] + along * axis[i];
  } else {
    for (int i = 0; i < 3; ++i) turned[i] = point[i] + across[i];
  }
}

}  // namespace

void reprojection(const double camera[9], const double point[3], double seen_x, double seen_y, double residual[2]) {
  double p[3];
  rotate(camera, point, p);
  for (int i = 0; i < 3; ++i) p[i] += camera[3 + i];
  const double x = -p[0] / p[2], y = -p[1] / p[2];
  const double square = x * x + y * y;
  const double scale = camera[6] * (1 + square * (camera[7] + square * camera[8]));
  residual[0] = scale * x - seen_x;
  residual[1] = scale * y - seen_y;
}
