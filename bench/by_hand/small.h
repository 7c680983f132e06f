// The gradients of models/small.h as one writes them by hand.
#pragma once

#include "models/small.h"

namespace by_hand {

struct Scalar {
  double value, d_z;
};
Scalar scalar(double z);

struct Reprojected {
  double value;
  small::Point rotation, shift, point;
};
Reprojected reprojected(const small::Point& rotation, const small::Point& shift, const small::Point& point,
                        const std::array<double, 2>& seen);

}  // namespace by_hand
