#define CONTROL_NAMESPACE beside
#include "control_check.h"
#include "beside.grad.h"

namespace {

TEST(Beside, MembersByAnIndex) {
  for (double a : {0.3, -1.2})
    for (double b : {0.7, 1.9}) {
      CONTROL_CHECK(read_in_a_loop, a, b);
      CONTROL_CHECK(written_in_a_loop, a, b);
      CONTROL_CHECK(passed_as_arrays, a, b);
      CONTROL_CHECK(elements_of_a_vector, a, b);
      CONTROL_CHECK(by_a_number, a, b);
      CONTROL_CHECK(names_of_a_union, a, b);
      CONTROL_CHECK(by_pointers_in_loops, a, b);
      CONTROL_CHECK(by_references, a, b);
      CONTROL_CHECK(by_a_lambda, a, b);
      for (int k = 0; k < 3; ++k) {
        CONTROL_CHECK(at, a, k);
        CONTROL_CHECK(written_at, a, k);
        CONTROL_CHECK(written_at_in_a_vector, a, k);
        CONTROL_CHECK(of_a_parameter, (beside::Vec{a, b, 1.5}), k);
      }
      CONTROL_CHECK(of_an_array, (std::array<beside::Vec, 2>{beside::Vec{a, b, 2}, beside::Vec{b, 1, a}}));
    }
}

// What stands behind the last of them is no member.
TEST(Beside, AnIndexBeyondThemIsAnError) {
  for (int k : {-1, 3, 4}) {
    EXPECT_THROW(beside::at_gradient(0.3, k), gradc::IndexError);
    EXPECT_THROW(beside::written_at_gradient(0.3, k), gradc::IndexError);
    EXPECT_THROW(beside::written_at_in_a_vector_gradient(0.3, k), gradc::IndexError);
    EXPECT_THROW(beside::of_a_parameter_gradient(beside::Vec{0.3, 1, 2}, k), gradc::IndexError);
  }
}

}  // namespace
