#define CONTROL_NAMESPACE copied
#include "control_check.h"
#include "copied.grad.h"

namespace {

// What copies otherwise is refused (refused_objects_test.cpp).
TEST(Copied, InWhatHoldsThem) {
  for (double x : {0.3, -1.2, 2.5}) {
    CONTROL_CHECK(held_in_a_class, x);
    CONTROL_CHECK(held_in_a_vector, x);
    CONTROL_CHECK(held_in_an_array, x);
    CONTROL_CHECK(held_in_a_pair, x);
    CONTROL_CHECK(moved_in_and_out, x);
    CONTROL_CHECK(with_a_base_class, x);
    CONTROL_CHECK(by_loops, x);
  }
}

}  // namespace
