// Equal and zero singular values and eigenvalues, zeros, and matrices that have no full rank.
//
// Vectors that belong to equal values may be turned into each other. What is the same for all of them has no part in the derivative,
// else that is infinite. Here it is the sum of all numbers, which stays where the vectors have the same sum.
#include <limits>

#include "tests/ops/points/special_points.h"

namespace ops_test {
namespace {

using Numbers = std::vector<double>;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kRoot = 0.7071067811865475;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// A square matrix of four numbers.
SpecialOperand matrix(Numbers x) { return {{2, 2}, std::move(x)}; }
SpecialPoint of_matrix(std::string_view what, std::string_view op, Numbers x, Numbers y, Numbers x_bar, ir::Attributes attributes = {}) {
  std::vector<Numbers> gradients;
  if (!x_bar.empty()) gradients.push_back(std::move(x_bar));
  return {what, op, {matrix(std::move(x))}, std::move(attributes), std::move(y), std::move(gradients)};
}
SpecialPoint of_vectors(std::string_view what, std::string_view op, SpecialOperand x, Numbers y, Numbers x_bar) {
  return {what, op, {std::move(x)}, {}, std::move(y), {std::move(x_bar)}, false};
}
ir::Attributes norm(std::int64_t which) { return {{"norm", which}}; }

}  // namespace

void add_factor_points(std::vector<SpecialPoint>& points) {
  points.insert(points.end(), {
      of_matrix("equal values", "eigvalsh", {2, 0, 0, 2}, {2, 2}, {1, 0, 0, 1}),
      of_matrix("equal values", "svdvals", {2, 0, 0, 2}, {2, 2}, {1, 0, 0, 1}),
      of_matrix("the half that is not symmetric counts", "eigvalsh", {1, 2, 0, 1}, {0, 2}, {1, 0, 0, 1}),
      of_vectors("equal values", "eigh_vectors", matrix({2, 0, 0, 2}), {0, 1, 1, 0}, {0, 0, 0, 0}),
      of_vectors("equal values", "svd_u", matrix({2, 0, 0, 2}), {1, 0, 0, 1}, {0, 0, 0, 0}),
      of_vectors("equal values", "svd_vt", matrix({2, 0, 0, 2}), {1, 0, 0, 1}, {0, 0, 0, 0}),
      of_vectors("no values", "svd_u", matrix({0, 0, 0, 0}), {1, 0, 0, 1}, {0, 0, 0, 0}),
      of_vectors("equal values that turn", "svd_u", matrix({1.2, -1.6, 1.6, 1.2}), {0.6, 0.8, 0.8, -0.6}, Numbers(4, kNan)),
      of_vectors("equal values that turn", "svd_vt", matrix({1.2, -1.6, 1.6, 1.2}), {1, 0, 0, -1}, Numbers(4, kNan)),
      of_vectors("equal values that turn", "eigh_vectors", {{4, 4}, {2, 1, 0, 0, 1, 2, 0, 0, 0, 0, 2, -1, 0, 0, -1, 2}},
                 {0, kRoot, 0, kRoot, 0, -kRoot, 0, kRoot, kRoot, 0, kRoot, 0, kRoot, 0, -kRoot, 0}, Numbers(16, kNan)),
      of_matrix("equal values that turn, broadened", "svd_u", {1.2, -1.6, 1.6, 1.2}, {0.6, 0.8, 0.8, -0.6}, {-0.12, -0.09, 0.09, -0.12},
                {{"broadening", 1e-20}}),
      of_matrix("of rank one", "det", {1, 2, 2, 4}, {0}, {4, -2, -2, 1}),
      of_matrix("of rank zero", "det", {0, 0, 0, 0}, {0}, {0, 0, 0, 0}),
      {"of rank one of three", "det", {{{3, 3}, {1, 2, 3, 2, 4, 6, 3, 6, 9}}}, {}, {0}, {{0, 0, 0, 0, 0, 0, 0, 0, 0}}},
      {"of rank two of three", "det", {{{3, 3}, {1, 0, 0, 0, 2, 0, 0, 0, 0}}}, {}, {0}, {{0, 0, 0, 0, 0, 0, 0, 0, 2}}},
      {"of rank three of four, the zero pivot first", "det", {{{4, 4}, {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}}, {}, {0},
       {{0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}},
      of_matrix("of rank one", "logabsdet", {1, 2, 2, 4}, {-kInf}, {kInf, -kInf, -kInf, kInf}),
      of_matrix("of rank zero", "logabsdet", {0, 0, 0, 0}, {-kInf}, {kNan, kNan, kNan, kNan}),
      of_matrix("of rank one", "det_sign", {1, 2, 2, 4}, {0}, {0, 0, 0, 0}),
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
