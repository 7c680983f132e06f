#define CONTROL_NAMESPACE finance
#include "finance.grad.h"
#include "control_check.h"

namespace {

TEST(Corpus, Finance) {
  CONTROL_CHECK(black_scholes, 100.0, 95.0, 0.03, 0.25, 0.75);
  for (int steps : {1, 2, 5}) CONTROL_CHECK(binomial_tree, 100.0, 103.0, 0.03, 0.3, 1.0, steps);
  CONTROL_CHECK(sabr, 0.2, 0.6, -0.3, 0.4, 0.05, 0.06, 2.0);
  CONTROL_CHECK(bond, std::vector<double>{0.02, 0.025, 0.03, 0.035}, 0.05);
  CONTROL_CHECK(implied_volatility, 9.0, 100.0, 98.0, 0.5);
  CONTROL_CHECK(heston, 1.5, 0.04, 0.3, -0.6, 0.05);
  const std::vector<double> w{0.5, 0.3, 0.2};
  CONTROL_CHECK(portfolio_variance, w, std::vector<std::vector<double>>{{0.4, 0.1, 0.2}, {0.1, 0.3, 0.05}, {0.2, 0.05, 0.5}});
  CONTROL_CHECK(value_at_risk, std::vector<double>{0.7, -0.4, 1.9, 0.1, -1.2, 0.5, 1.1}, 1.5);
  for (std::size_t n : {0u, 5u}) CONTROL_CHECK(monte_carlo, 100.0, 0.2, 99.0, std::vector<double>(n, 0.3));
}

}  // namespace
