#include "allocated.grad.h"
#include "control_check.h"

namespace {

TEST(Allocated, MemoryIsAnObjectThatItsPointerLeadsTo) {
  for (double x : {0.4, 1.3}) {
    CONTROL_CHECK(by_new_of_one, x);
    for (int n : {0, 1, 4}) {
      CONTROL_CHECK(by_new_with_values, x, n);
      CONTROL_CHECK(of_structures, x, n);
      CONTROL_CHECK(in_a_loop, x, n);
    }
  }
  for (int n : {1, 2, 5}) {
    std::vector<double> x(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.3 + 0.2 * static_cast<double>(i);
    CONTROL_CHECK(by_new, x, n);
    CONTROL_CHECK(by_malloc, x, n);
    if (n > 1) CONTROL_CHECK(by_calloc, x, n);
    CONTROL_CHECK(returned_memory, x, n);
  }
}

TEST(Allocated, ClassesThatOwnMemory) {
  for (double x : {0.4, 1.3}) {
    CONTROL_CHECK(owned_by_base, x, 1.5);
    CONTROL_CHECK(owned_and_moved, x, 2);
  }
  for (int n : {1, 2, 5}) {
    std::vector<double> x(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.3 + 0.2 * static_cast<double>(i);
    CONTROL_CHECK(owned, x, n);
    CONTROL_CHECK(by_buffer, x, n);
    CONTROL_CHECK(by_matrix, x, n);
  }
}

}  // namespace
