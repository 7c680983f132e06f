#define CONTROL_NAMESPACE pointers
#include "control_check.h"
#include "pointers.grad.h"

namespace {

using e2e::filled;
using pointers::Matrix;
using pointers::Vector;

TEST(Pointers, OfLoopsThatLeaveThemAsTheyAre) {
  for (int n : {0, 1, 4}) {
    CONTROL_CHECK(to_a_variable, 0.4, n);
    CONTROL_CHECK(chosen_before, 0.4, 0.7, n);
    CONTROL_CHECK(chosen_before, 0.9, 0.7, n);
    CONTROL_CHECK(to_a_pointer, 0.8, n);
    CONTROL_CHECK(in_an_object, 0.8, n);
    CONTROL_CHECK(to_a_tensor, filled<Matrix>({2, 2}), n);
    CONTROL_CHECK(into_an_array_of_structures, 0.8, (Vector{0.5, 1.1}), n);
  }
  for (double least : {0.5, 3.0, 20.0}) CONTROL_CHECK(in_conditions, 0.6, least);
  CONTROL_CHECK(to_a_structure, 0.6, (std::vector<double>{0.5, -0.2, 1.1}), (Vector{0.7, 0.4}));
  CONTROL_CHECK(to_a_structure, 0.6, std::vector<double>{}, Vector{0.7});
  for (int k : {0, 1}) CONTROL_CHECK(to_a_member_of_an_element, 0.6, (Vector{0.7, 0.4}), k);
}

TEST(Pointers, InBraces) { CONTROL_CHECK(in_braces, 0.6, 0.7); }

TEST(Pointers, ToText) {
  for (double x : {0.6, -0.4}) CONTROL_CHECK(to_text, x);
}

TEST(Pointers, InSecondDerivatives) {
  double x = 0.4;
  const auto hvp = pointers::to_a_variable_hvp(x, 3, 1.0);
  const double expected = e2e::difference(x, [&] { return pointers::to_a_variable_gradient(x, 3).grad.x; });
  e2e::expect_close(hvp.hvp.x, expected, "hvp");
}

}  // namespace
