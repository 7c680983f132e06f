#define CONTROL_NAMESPACE held
#include "control_check.h"
#include "held.grad.h"

namespace {

TEST(Held, FunctionsInObjects) {
  for (double x : {0.4, 1.3}) {
    CONTROL_CHECK(local, x);
    CONTROL_CHECK(passed, x);
    CONTROL_CHECK(integrals, x);
    CONTROL_CHECK(by_pointer_to_function, x);
    CONTROL_CHECK(solved, x);
    CONTROL_CHECK(composed, x);
    CONTROL_CHECK(by_name, x);
    CONTROL_CHECK(of_objects, x);
    CONTROL_CHECK(writes, x);
    CONTROL_CHECK(of_any_type, x);
    CONTROL_CHECK(copies_apart, x);
    CONTROL_CHECK(this_by_reference, x);
  }
  for (std::size_t n : {0u, 1u, 5u}) CONTROL_CHECK(of_vectors, std::vector<double>(n, 0.7));
}

}  // namespace
