#include "globals.h"

#include <algorithm>
#include <cmath>

namespace globals {
namespace {

double weight(double y, double g = gravity) { return y * g * g; }

}  // namespace

double fall(double x) { return gravity * x * x + Settings::scale * std::sin(kRatio * x); }

double in_a_loop(double x) {
  double s = 0;
  for (int i = 0; i < kOrder; ++i) s += gravity * x * i * s + tuned;
  return s + x;
}

double in_a_branch(double x) { return is_damped ? x * x * gravity : x; }

double as_a_default_argument(double x) { return weight(x) + weight(x * x, 2); }

double by_reference(double x) {
  const double& g = gravity;
  return g * std::max(x, Settings::scale);
}

double recursive(double x, int n) { return n <= 0 ? x * gravity : x * recursive(x, n - 1); }

}  // namespace globals
