#define CONTROL_NAMESPACE special
#include "special.grad.h"
#include "control_check.h"

namespace {

using Numbers = std::vector<double>;

TEST(Corpus, Special) {
  for (double x : {-0.7, 0.3, 1.4, 4.2}) CONTROL_CHECK(gamma_lanczos, x);
  for (double x : {0.3, 1.4, 4.2}) CONTROL_CHECK(igam, 1.7, x);
  CONTROL_CHECK(igam, 1.7, -1.0);
  CONTROL_CHECK(carlson_rf, 0.4, 1.7, 2.9);
  CONTROL_CHECK(chebyshev, Numbers{0.4, -0.3, 0.7, 0.1}, -1.2, 2.3, 0.4);
  for (double x : {0.2, 0.8, 5.4}) CONTROL_CHECK(lambert_w, x);
  CONTROL_CHECK(romberg_of, 0.2, 2.3, 0.6);
  for (int n : {0, 1, 4}) CONTROL_CHECK(spherical_bessel, n, 1.7);
  for (double x : {0.3, -1.7}) CONTROL_CHECK(rational, x);
}

}  // namespace
