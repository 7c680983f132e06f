#define CONTROL_NAMESPACE markets
#include "markets.grad.h"
#include "control_check.h"

namespace {

using Numbers = std::vector<double>;

TEST(Corpus, Markets) {
  CONTROL_CHECK(nelson_siegel, std::array<double, 4>{0.05, -0.02, 0.01, 1.7}, Numbers{0.5, 1, 3, 7},
                Numbers{0.3, -0.34, 0.4, 0.2});
  CONTROL_CHECK(crank_nicolson, 1.0, 1.05, 0.03, 0.25, 1.0, 9, 4);
  CONTROL_CHECK(cds, 0.02, 0.4, 0.03, 2);
  for (std::size_t n : {0u, 3u}) CONTROL_CHECK(bootstrapped, Numbers(n, 0.04), 100.0);
  CONTROL_CHECK(asian, 1.0, 0.3, 0.95, 5);
  CONTROL_CHECK(heston_path, markets::HestonParams{0.04, 1.5, 0.05, 0.4, -0.6}, 1.1,
                Numbers{0.3, -0.4, 0.8, 0.2});
  for (double t : {0.1, 1.3, 4.0})
    CONTROL_CHECK(curve_value, markets::Curve{{0.5, 0.98}, {1, 0.95}, {2, 0.91}}, t);
  CONTROL_CHECK(copula, 0.3, Numbers{-1.2, -0.8, -1.9}, 7);
}

}  // namespace
