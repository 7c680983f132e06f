#include "control_check.h"
#include "counted.grad.h"

namespace {

using control::Vector;

Vector numbers(int n) {
  Vector x(gradc::Shape{n});
  for (int i = 0; i < n; ++i) x(i) = 0.3 + 0.1 * i * i - 0.2 * i;
  return x;
}

TEST(Counted, Up) {
  for (int n : {0, 1, 2, 3, 8}) {
    CONTROL_CHECK(pairs, numbers(n));
    CONTROL_CHECK(up_to_the_last, numbers(n));
    CONTROL_CHECK(until_equal, numbers(n));
    CONTROL_CHECK(every_other, numbers(n));
    CONTROL_CHECK(sizes, numbers(n));
    CONTROL_CHECK(mirrored, numbers(n));
    CONTROL_CHECK(triangle, numbers(n));
    CONTROL_CHECK(half, numbers(n));
    if (n > 0) CONTROL_CHECK(unsigned_pairs, numbers(n));
  }
}

TEST(Counted, Down) {
  for (int n : {0, 1, 2, 3, 8}) {
    CONTROL_CHECK(down_by_itself, numbers(n));
    CONTROL_CHECK(sizes_down, numbers(n));
    CONTROL_CHECK(counted_down, numbers(n));
    CONTROL_CHECK(while_not_zero, numbers(n));
  }
}

TEST(Counted, OtherEnds) {
  for (int n : {0, 1, 2, 3, 8}) {
    CONTROL_CHECK(at_most, numbers(n));
    CONTROL_CHECK(from_both_ends, numbers(n));
  }
}

TEST(Counted, AtLeastOnce) {
  for (int n : {1, 2, 5}) CONTROL_CHECK(at_least_once, numbers(n));
  for (int n : {2, 3, 9}) CONTROL_CHECK(squares, numbers(n));
}

}  // namespace
