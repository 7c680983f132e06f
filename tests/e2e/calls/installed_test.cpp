#include "control_check.h"
#include "installed.grad.h"

namespace {

#define OF_XY(f)                                             \
  TEST(Installed, f) {                                       \
    for (double x : {0.37, 1.21, -0.83, 1.6})                \
      for (double y : {0.91, -1.37}) CONTROL_CHECK(f, x, y); \
  }
#define OF_XY_AND(f, ...)                                      \
  TEST(Installed, f) {                                         \
    for (double x : {0.37, 1.21, -0.83})                       \
      for (double y : {0.91, -1.37})                           \
        for (int n : {__VA_ARGS__}) CONTROL_CHECK(f, x, y, n); \
  }

OF_XY(vectors_of_solid)
OF_XY(rotation)
OF_XY(shading)
OF_XY_AND(elements_of_solid, 0, 1, 5)
OF_XY(series_of_solid)
OF_XY_AND(polynomials, 0, 1, 4)
OF_XY(integral)
OF_XY(swapped)

TEST(Installed, given_list) {
  CONTROL_CHECK(given_list, std::vector<double>{}, 0.8);
  CONTROL_CHECK(given_list, (std::vector<double>{1, -2, 0.5}), 0.8);
}

}  // namespace
