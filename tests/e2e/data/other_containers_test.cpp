#define CONTROL_NAMESPACE other_containers
#include <vector>

#include "control_check.h"
#include "other_containers.grad.h"

namespace {

const std::vector<double> kEmpty;
const std::vector<double> kOne{0.7};
const std::vector<double> kSome{0.7, -0.4, 1.3, 0.2, 2.1, -1.6, 0.9};

TEST(OtherContainers, ByKey) {
  for (double x : {0.3, -1.2}) {
    CONTROL_CHECK(by_key, x);
    CONTROL_CHECK(in_key_order, x);
    CONTROL_CHECK(emplaced, x);
    CONTROL_CHECK(references_stay, x);
    CONTROL_CHECK(of_a_set, x);
    CONTROL_CHECK(several_of_a_key, x);
    CONTROL_CHECK(hashed, x);
    for (int k : {1, 2, 3}) {
      CONTROL_CHECK(found_or_not, x, k);
      CONTROL_CHECK(memoised, x, k);
    }
    for (double t : {-0.5, 0.3, 1.6, 2.5}) CONTROL_CHECK(curve, x, t);
  }
  for (const std::vector<double>& x : {kEmpty, kOne, kSome}) {
    CONTROL_CHECK(summed_by_key, x);
    CONTROL_CHECK(vectors_by_key, x);
    CONTROL_CHECK(by_pair, x);
    CONTROL_CHECK(passed_on, x);
    CONTROL_CHECK(seen_before, x);
  }
}

TEST(OtherContainers, LinkedAndAtBothEnds) {
  for (double x : {0.3, -1.2}) {
    CONTROL_CHECK(of_a_list, x);
    CONTROL_CHECK(list_edited, x);
    CONTROL_CHECK(front_reference, x);
  }
  for (const std::vector<double>& x : {kOne, kSome}) {
    CONTROL_CHECK(list_removed, x);
    CONTROL_CHECK(window, x);
    CONTROL_CHECK(both_ends, x);
    CONTROL_CHECK(deque_extreme, x);
    CONTROL_CHECK(backwards, x);
    CONTROL_CHECK(queued, x);
    CONTROL_CHECK(stacked, x);
    CONTROL_CHECK(by_priority, x);
    CONTROL_CHECK(shortest_path, x);
  }
}

TEST(OtherContainers, Alternatives) {
  for (double x : {0.3, -1.2}) {
    CONTROL_CHECK(visited, x);
    CONTROL_CHECK(held, x);
    for (int k : {0, 1, 2, 3}) {
      CONTROL_CHECK(visited_by_branch, x, k);
      CONTROL_CHECK(visited_two, x, k);
      CONTROL_CHECK(visited_by_overloads, x, k);
    }
  }
}

}  // namespace
