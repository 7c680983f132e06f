#define CONTROL_NAMESPACE globals
#include "control_check.h"
#include "globals.grad.h"

namespace globals {

double gravity = 9.81;
const double kRatio = 0.75;
const int kOrder = 4;
bool is_damped = false;
double Settings::scale = 0.5;

}  // namespace globals

namespace {

TEST(Globals, HaveTheirValuesOfNow) {
  for (double g : {9.81, 1.6}) {
    globals::gravity = g;
    globals::is_damped = g < 5;
    globals::Settings::scale = g / 10;
    globals::tuned = static_cast<float>(g);
    for (double x : {0.3, -1.2, 2.5}) {
      CONTROL_CHECK(fall, x);
      CONTROL_CHECK(in_a_loop, x);
      CONTROL_CHECK(in_a_branch, x);
      CONTROL_CHECK(as_a_default_argument, x);
      CONTROL_CHECK(by_reference, x);
      CONTROL_CHECK(recursive, x, 3);
    }
  }
}

}  // namespace
