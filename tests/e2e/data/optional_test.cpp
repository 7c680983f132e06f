#define CONTROL_NAMESPACE optionals
#include <optional>

#include "control_check.h"
#include "optional.grad.h"

namespace {

TEST(Optional, ValuesThatMayBeThere) {
  for (double x : {0.2, 0.4, 0.9}) {
    CONTROL_CHECK(set_or_not, x);
    CONTROL_CHECK(or_another, x);
    CONTROL_CHECK(returned, x);
    CONTROL_CHECK(in_structures, x);
    CONTROL_CHECK(the_best, x);
    CONTROL_CHECK(of_vectors, x);
  }
  CONTROL_CHECK(checked, 0.9);
  EXPECT_THROW(optionals::checked(0.2), std::bad_optional_access);
  EXPECT_THROW(optionals::checked_gradient(0.2), std::bad_optional_access);
}

}  // namespace
