#define CONTROL_NAMESPACE order
#include "control_check.h"
#include "order.grad.h"

namespace {

TEST(Order, Sorted) {
  const std::vector<std::vector<double>> all = {{}, {0.4}, {0.9, -1.3}, {0.7, -0.4, 1.9, 0.1, -1.2, 0.55, 1.1}};
  for (const std::vector<double>& a : all) {
    std::vector<double> w;
    for (double x : a) w.push_back(std::cos(5 * x));
    CONTROL_CHECK(by_size, a);
    CONTROL_CHECK(falling, a);
    CONTROL_CHECK(of_structures, a, w);
    CONTROL_CHECK(of_places, a);
    CONTROL_CHECK(by_one_comparison, a, 2);
    CONTROL_CHECK(of_pairs, a, w);
    CONTROL_CHECK(by_functions, a, 0.3);
    if (a.size() > 1) CONTROL_CHECK(in_part, a);
  }
}

TEST(Order, Moved) {
  const std::vector<std::vector<double>> all = {{}, {0.4}, {0.9, -1.3}, {0.7, -0.4, 1.9, 0.1, -1.2, 0.55, 1.1}};
  for (const std::vector<double>& a : all) {
    CONTROL_CHECK(turned, a);
    CONTROL_CHECK(inserted, a, 0.6);
    CONTROL_CHECK(at_the_back, a);
    CONTROL_CHECK(taken_out, a);
  }
  CONTROL_CHECK(of_rows, std::vector<std::vector<double>>{{0.4, -0.7}, {}, {1.2, 0.3}}, std::vector<double>{0.8, -1.1});
  CONTROL_CHECK(made_in_place, 1.3);
  CONTROL_CHECK(shared, 1.3);
}

}  // namespace
