#include "parts.grad.h"
#include "eigen_check.h"

namespace {

using namespace control;
using e2e::drawn;

std::vector<double> numbers_of(std::size_t n) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = 0.3 + 0.2 * static_cast<double>(i);
  return x;
}

TEST(EigenParts, Blocks) {
  for (Eigen::Index n : {3, 4, 6}) {
    CONTROL_CHECK(segments, drawn<VectorXd>(n, 1, 0.25));
    CONTROL_CHECK(reversed, drawn<VectorXd>(n, 1, 0.25));
    CONTROL_CHECK(resized, drawn<VectorXd>(3, 1, 0.25), static_cast<int>(n));
    CONTROL_CHECK(swapped, drawn<VectorXd>(n, 1, 0.25), drawn<VectorXd>(n, 1, 0.5));
    CONTROL_CHECK(range_for, drawn<VectorXd>(n, 1, 0.25));
    CONTROL_CHECK(rows_in_loops, drawn<RowMatrix>(n, n, 0.15), drawn<VectorXd>(n, 1, 0.25));
    CONTROL_CHECK(eliminated, drawn<MatrixXd>(n, n, 0.15), drawn<VectorXd>(n, 1, 0.25));
    CONTROL_CHECK(through_pointers, drawn<VectorXd>(n, 1, 0.25), drawn<MatrixXd>(n, 2, 0.15));
    CONTROL_CHECK(blocks_written, drawn<MatrixXd>(n, n, 0.15), drawn<VectorXd>(n, 1, 0.25));
  }
  CONTROL_CHECK(blocks, drawn<MatrixXd>(3, 3, 0.15), drawn<Matrix3d>(3, 3, 0.4));
  CONTROL_CHECK(views_in_variables, drawn<MatrixXd>(3, 3, 0.15), drawn<VectorXd>(3, 1, 0.25));
  CONTROL_CHECK(coefficients, drawn<MatrixXd>(3, 3, 0.15), drawn<Vector3d>(3, 1, 0.25));
  CONTROL_CHECK(transposed, drawn<MatrixXd>(3, 2, 0.15), drawn<RowMatrix>(3, 2, 0.25));
  for (int i : {1, 2})
    for (bool first : {false, true}) CONTROL_CHECK(lines_chosen, drawn<MatrixXd>(3, 3, 0.15), i, first);
}

TEST(EigenParts, Maps) {
  std::array<double, 9> m{};
  std::array<double, 6> camera{0.1, 0.2, -0.3, 0.4, 0.5, 4.0};
  for (std::size_t i = 0; i < 9; ++i) m[i] = 0.3 + 0.17 * static_cast<double>(i * i);
  CONTROL_CHECK(maps, m, numbers_of(4));
  CONTROL_CHECK(maps_written, numbers_of(4), 0.7);
  CONTROL_CHECK(residual, camera, std::array<double, 3>{0.3, -0.2, 0.5});
  CONTROL_CHECK(refs_of_vectors, drawn<VectorXd>(4, 1, 0.25));
  CONTROL_CHECK(refs_that_copy, drawn<MatrixXd>(3, 3, 0.15));
  CONTROL_CHECK(refs, drawn<VectorXd>(4, 1, 0.25), drawn<MatrixXd>(4, 3, 0.15));
}

TEST(EigenParts, Made) {
  const Vector3d v = drawn<Vector3d>(3, 1, 0.25);
  CONTROL_CHECK(made_of_commas, v, drawn<Matrix3d>(3, 3, 0.15), 0.6);
  CONTROL_CHECK(made, 0.6, v);
  for (std::size_t n : {0u, 1u, 3u}) CONTROL_CHECK(in_vectors, numbers_of(n), v);
  CONTROL_CHECK(in_members, v, drawn<Vector3d>(3, 1, -0.4));
}

}  // namespace
