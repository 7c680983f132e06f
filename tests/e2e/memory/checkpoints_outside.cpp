// What with_outside calls and gradc doesn't see.
#include <cmath>

#include "checkpoints.h"

namespace checkpoints {

int calls_of_outside = 0;

double outside(double x) {
  ++calls_of_outside;
  return std::sin(x) + 2;
}
std::tuple<double> outside_vjp(double x, double, double y_bar) { return {y_bar * std::cos(x)}; }

}  // namespace checkpoints
