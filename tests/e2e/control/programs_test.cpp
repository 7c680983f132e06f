#include "control_check.h"
#include "programs.grad.h"

namespace {

using control::Vector;

TEST(Programs, NumbersAndTensorsOfOneElement) {
  for (double u : {0.75, -1.25}) {
    CONTROL_CHECK(number_of_a_tensor_in_a_vector, u);
    CONTROL_CHECK(tensor_of_a_number_in_a_vector, u, e2e::filled<Vector>({3}));
  }
}

TEST(Programs, Extents) {
  const std::vector<Vector> v{{0.5, 1.5}, {-0.5, 3.0, 2.0}};
  for (int n : {0, 2}) CONTROL_CHECK(extent_out_of_a_branch, v, n);
  for (double u : {0.75, -0.75}) CONTROL_CHECK(symbols_of_two_branches, u, std::vector<Vector>{{0.5, 1.5, -2.0}, {0.25}});
  CONTROL_CHECK(extent_of_an_element_overwritten, 0.75);
  const auto forward = control::extent_of_an_element_overwritten_forward(0.75);
  EXPECT_DOUBLE_EQ(control::extent_of_an_element_overwritten_backward(forward.residuals, 2).u, 1.5);
}

TEST(Programs, StructuredBindings) {
  for (int n : {0, 1, 3}) {
    CONTROL_CHECK(binding_written_in_a_loop, 0.75, n);
    CONTROL_CHECK(binding_written_by_a_lambda_in_a_loop, 0.75, n);
  }
}

TEST(Programs, ArmsNotTaken) {
  for (int n : {0, 1, 3, 5}) CONTROL_CHECK(tensor_of_an_arm_not_taken, 0.3, Vector({0.4, -0.6, 0.9}), n);
}

}  // namespace
