#define CONTROL_NAMESPACE turns
#include "control_check.h"
#include "turns.grad.h"

namespace {

TEST(Turns, PointersChangePlaces) {
  for (int steps : {0, 1, 2, 3, 6}) {
    for (double x : {0.3, -0.4}) {
      CONTROL_CHECK(sometimes, x, steps);
      CONTROL_CHECK(by_third, x, steps);
      CONTROL_CHECK(named_after, x, steps);
    }
    for (const std::vector<double>& x : {std::vector<double>{}, {0.7}, {0.7, -0.4, 0.3, 0.2}}) {
      CONTROL_CHECK(two_buffers_of, x, steps);
      CONTROL_CHECK(until_it_stays, x, steps);
      CONTROL_CHECK(three_levels, x, steps);
      CONTROL_CHECK(in_a_callee, x, steps);
      CONTROL_CHECK(loop_in_loop, x, steps);
      CONTROL_CHECK(in_an_arm, x, steps);
      CONTROL_CHECK(of_a_class, x, steps);
      CONTROL_CHECK(with_an_offset, x, steps);
      CONTROL_CHECK(of_new, x, steps);
      CONTROL_CHECK(of_two_sizes, x, steps);
      CONTROL_CHECK(that_grow, x, steps);
      CONTROL_CHECK(with_exits, x, steps);
    }
  }
}

}  // namespace
