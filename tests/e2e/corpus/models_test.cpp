#define CONTROL_NAMESPACE models
#include "models.grad.h"
#include "control_check.h"

namespace {

using models::DenseMatrix;
using models::Vector;

DenseMatrix matrix(std::size_t rows, std::size_t cols, double phase) {
  DenseMatrix m(rows, cols);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < cols; ++j) m(i, j) = std::sin(phase + 1.3 * double(i) + 2.1 * double(j * j));
  return m;
}
Vector vector(std::size_t n, double phase) {
  Vector v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = std::sin(phase + 1.7 * double(i * i));
  return v;
}

TEST(Corpus, Models) {
  for (bool causal : {false, true})
    CONTROL_CHECK(attention, matrix(3, 2, 0.1), matrix(3, 2, 0.5), matrix(3, 4, 0.9), causal);
  CONTROL_CHECK(gp_log_likelihood, Vector{0.1, 0.5, 1.2, 1.9}, vector(4, 0.3), 1.2, 0.8, 0.3);
  CONTROL_CHECK(factorisation, matrix(3, 2, 0.1), matrix(2, 2, 0.5),
                std::vector<models::Rating>{{0, 1, 0.5}, {2, 0, 1.5}, {1, 1, -0.4}}, 0.1);
  CONTROL_CHECK(ctc, matrix(5, 3, 0.1), std::vector<int>{1, 2, 2});
  CONTROL_CHECK(ctc, matrix(3, 3, 0.1), std::vector<int>{});
  CONTROL_CHECK(skip_gram, matrix(3, 2, 0.1), matrix(3, 2, 0.5),
                std::vector<std::pair<int, int>>{{0, 1}, {2, 2}});
}

}  // namespace
