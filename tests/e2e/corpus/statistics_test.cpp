#define CONTROL_NAMESPACE statistics
#include "statistics.grad.h"
#include "control_check.h"

namespace {

using Numbers = std::vector<double>;

TEST(Corpus, Statistics) {
  const Numbers x{0.4, -0.9, 1.3, 0.7, -0.2}, y{1.1, 0.2, -0.6, 0.8, 0.5};
  const std::vector<int> counts{1, 0, 3, 2, 1};
  CONTROL_CHECK(mixture, x, Numbers{0.2, -0.4}, Numbers{0.5, -0.7}, 0.8);
  CONTROL_CHECK(mixture, x, Numbers{}, Numbers{}, 0.8);
  CONTROL_CHECK(gamma_lpdf, 1.3, 2.2, 0.7);
  CONTROL_CHECK(student_lpdf, 0.9, 3.5, 0.1, 1.4);
  CONTROL_CHECK(hmm, counts, 0.8, 0.7);
  CONTROL_CHECK(kalman, x, 0.4, 0.6);
  CONTROL_CHECK(logistic, std::vector<Numbers>{{1, 0.3}, {1, -0.8}, {1, 1.4}}, std::vector<int>{1, 0, 1}, Numbers{0.2, -0.5});
  CONTROL_CHECK(t_statistic, x, y);
  CONTROL_CHECK(trimmed, x);
  CONTROL_CHECK(trimmed, Numbers{0.4});
  CONTROL_CHECK(huber, x, 0.6);
  CONTROL_CHECK(spearman, x, y);
  for (double at : {-0.4, 0.7}) CONTROL_CHECK(with_optional, at);
  CONTROL_CHECK(poisson_by_group, std::vector<int>{0, 1, 5, 2, 0}, counts, Numbers{0.3, -0.2, 0.1}, 0.4);
  CONTROL_CHECK(ar1, x, 0.6, 0.9);
}

}  // namespace
