#define CONTROL_NAMESPACE learning
#include "learning.grad.h"
#include "control_check.h"

namespace {

using learning::Vector;

Vector vector(std::size_t n, double phase) {
  Vector v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = std::sin(phase + 1.7 * double(i * i));
  return v;
}

TEST(Corpus, Learning) {
  CONTROL_CHECK(gmm, vector(2, 0.1), vector(6, 0.2), vector(12, 0.3), vector(12, 0.4), 3, 2, 4);
  CONTROL_CHECK(lstm, vector(24, 0.1), vector(9, 0.7), vector(6, 0.3), vector(12, 0.5));
  CONTROL_CHECK(focal, vector(4, 0.3), 2, 1.5);
  for (int steps : {0, 6}) CONTROL_CHECK(adam_steps, 0.9, 0.05, steps);
}

}  // namespace
