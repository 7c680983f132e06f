// Equal and zero singular values and eigenvalues, zeros, and matrices that have no full rank.
#include "tests/ops/special_points.h"

namespace ops_test {
namespace {

using Numbers = std::vector<double>;

// A square matrix of four numbers.
SpecialOperand matrix(Numbers x) { return {{2, 2}, std::move(x)}; }
SpecialPoint of_matrix(std::string_view what, std::string_view op, Numbers x, Numbers y, Numbers x_bar, ir::Attributes attributes = {}) {
  std::vector<Numbers> gradients;
  if (!x_bar.empty()) gradients.push_back(std::move(x_bar));
  return {what, op, {matrix(std::move(x))}, std::move(attributes), std::move(y), std::move(gradients)};
}
ir::Attributes norm(std::int64_t which) { return {{"norm", which}}; }

}  // namespace

void add_factor_points(std::vector<SpecialPoint>& points) {
  points.insert(points.end(), {
      of_matrix("equal values", "eigvalsh", {2, 0, 0, 2}, {2, 2}, {1, 0, 0, 1}),
      of_matrix("equal values", "svdvals", {2, 0, 0, 2}, {2, 2}, {1, 0, 0, 1}),
      of_matrix("the half that is not symmetric counts", "eigvalsh", {1, 2, 0, 1}, {0, 2}, {1, 0, 0, 1}),
      of_matrix("of nothing", "matrix_norm", {0, 0, 0, 0}, {0}, {0, 0, 0, 0}, norm(0)),
      of_matrix("equal values", "matrix_norm", {2, 0, 0, 2}, {4}, {1, 0, 0, 1}, norm(1)),
      of_matrix("even split", "matrix_norm", {2, 0, 0, 2}, {2}, {0.5, 0, 0, 0.5}, norm(2)),
      of_matrix("even split", "matrix_norm", {1, 0, 0, -1}, {1}, {0.5, 0, 0, -0.5}, norm(3)),
      of_matrix("0 has no sign", "matrix_norm", {3, 0, 0, 1}, {3}, {1, 0, 0, 0}, norm(4)),
      of_matrix("of rank one", "pinv", {2, 0, 0, 0}, {0.5, 0, 0, 0}, {-0.25, 0.25, 0.25, 0}),
      of_matrix("of nothing", "pinv", {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}),
      of_matrix("of rank one", "matrix_rank", {1, 2, 2, 4}, {1}, {}),
      of_matrix("of nothing", "matrix_rank", {0, 0, 0, 0}, {0}, {}),
      of_matrix("of nothing", "expm", {0, 0, 0, 0}, {1, 0, 0, 1}, {1, 1, 1, 1}),
      of_matrix("equal values", "sqrtm", {4, 0, 0, 4}, {2, 0, 0, 2}, {0.25, 0.25, 0.25, 0.25}),
  });
}

}  // namespace ops_test
