#define CONTROL_NAMESPACE moved_containers
#include <vector>

#include "control_check.h"
#include "moved_containers.grad.h"

namespace {

// What refers to an item that went elsewhere is refused (refusals_test.cpp).
TEST(MovedContainers, WhatRefersToTheObjectStaysWithIt) {
  for (double x : {0.3, -1.2}) {
    CONTROL_CHECK(item_of_moved_row, x);
    CONTROL_CHECK(member_of_swapped, x);
    CONTROL_CHECK(item_of_each_trip, x);
    CONTROL_CHECK(place_in_reversed, x);
    CONTROL_CHECK(row_of_sorted, x);
    CONTROL_CHECK(read_before, x);
    for (int i : {0, 1}) CONTROL_CHECK(one_of_swapped, x, i);
  }
  const std::vector<double> x{0.7, -0.4, 1.1};
  for (int n : {0, 1, 2, 5}) CONTROL_CHECK(two_buffers, x, 0.8, n);
}

}  // namespace
