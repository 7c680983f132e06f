#define CONTROL_NAMESPACE long_double
#include <stdexcept>

#include "control_check.h"
#include "long_double.grad.h"

#include "thrown.h"

namespace {

TEST(LongDouble, IsComputedAsDouble) {
  for (double x : {0.3, 1.7, -1.2}) {
    for (double y : {0.7, 1.9}) {
      CONTROL_CHECK(powers, x, y);
      CONTROL_CHECK(members, x, y);
    }
    for (int n : {0, 1, 4}) CONTROL_CHECK(recursive, x, n);
    CONTROL_CHECK(names_of_c, x);
    CONTROL_CHECK(parts_of_numbers, x);
    CONTROL_CHECK(sorted, x);
    CONTROL_CHECK(until_it_converges, x);
    CONTROL_CHECK(through_pointers, x);
    CONTROL_CHECK(within_limits, x);
    CONTROL_CHECK(refused_below, x);
  }
}

TEST(LongDouble, HasTheTextOfTheFunctionInWhatIsThrown) {
  EXPECT_EQ(e2e::thrown<std::domain_error>([] { long_double::refused_below_gradient(-200); }),
            e2e::thrown<std::domain_error>([] { long_double::refused_below(-200); }));
}

}  // namespace
