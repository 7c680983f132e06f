#include "differences.h"
#include "rows.grad.h"

namespace {

using gradc::Matrix;
using gradc::Vector;
using Numbers = std::vector<double>;

Vector<double> vector(std::int64_t n, unsigned seed) { return e2e::filled<Vector<double>>({n}, -1, 1, seed); }
Numbers numbers(std::int64_t n, unsigned seed) {
  const Vector<double> tensor = vector(n, seed);
  return {tensor.data(), tensor.data() + n};
}

// Takes no more memory for rows that are so much longer than they must: an adjoint of the whole row for each element would
// be 250 times as large.
template <class Result, class Argument, class Make>
void expect_linear(void (*gradient)(const Argument&, Result&, gradc::Workspace&), Make make) {
  constexpr std::int64_t kShort = 40, kLong = 10'000;
  const auto memory = [&](std::int64_t n) {
    gradc::Workspace workspace;
    Result out;
    gradient(make(n), out, workspace);
    return workspace.capacity();
  };
  EXPECT_LT(memory(kLong), 2 * kLong / kShort * memory(kShort));
}

TEST(Rows, OfNumbers) {
  std::vector<Numbers> v{numbers(3, 1), {}, numbers(5, 2)};
  const auto turn = rows::in_turn_gradient(v).grad.v, index = rows::by_index_gradient(v).grad.v;
  const auto by_int = rows::by_int_gradient(v).grad.v;
  ASSERT_EQ(turn.size(), 3u);
  for (std::size_t i = 0; i < v.size(); ++i) {
    ASSERT_EQ(turn[i].size(), v[i].size());
    for (std::size_t j = 0; j < v[i].size(); ++j) {
      e2e::expect_gradient(v[i][j], turn[i][j], [&] { return rows::in_turn(v); }, "in turn");
      e2e::expect_gradient(v[i][j], index[i][j], [&] { return rows::by_index(v); }, "by index");
      EXPECT_EQ(by_int[i][j], v[i][j] > 0.1 ? 2 * v[i][j] : 0);
    }
  }
}

TEST(Rows, OfTensors) {
  std::vector<Vector<double>> v{vector(3, 1), vector(4, 2), vector(0, 3)};
  const auto all = rows::of_tensors_gradient(v).grad.v, one = rows::of_one_gradient(v).grad.v;
  for (std::size_t i = 0; i < v.size(); ++i) {
    e2e::expect_gradient(v[i], all[i], [&] { return rows::of_tensors(v); }, "all");
    e2e::expect_gradient(v[i], one[i], [&] { return rows::of_one(v); }, "one");
  }
  EXPECT_THROW(rows::of_one_gradient({v[0]}), gradc::IndexError);
}

TEST(Rows, OfStructuresAndMatrices) {
  std::vector<rows::Row> v(2);
  v[0].numbers = numbers(3, 1);
  v[1].numbers = numbers(1, 2);
  v[0].tensor = vector(2, 3);
  const auto grad = rows::of_structures_gradient(v).grad.v;
  for (std::size_t i = 0; i < v.size(); ++i) {
    for (std::size_t j = 0; j < v[i].numbers.size(); ++j) EXPECT_EQ(grad[i].numbers[j], 2 * v[i].numbers[j]);
    e2e::expect_gradient(v[i].tensor, grad[i].tensor, [&] { return rows::of_structures(v); }, "tensor");
    for (double& scale : v[i].scales)
      e2e::expect_gradient(scale, grad[i].scales[&scale - v[i].scales], [&] { return rows::of_structures(v); }, "scale");
  }
  std::vector<Matrix<double>> m{e2e::filled<Matrix<double>>({2, 3}), e2e::filled<Matrix<double>>({1, 1}),
                                e2e::filled<Matrix<double>>({3, 1})};
  for (int stride : {1, 2}) {
    const auto of_m = rows::of_matrices_gradient(m, stride).grad.v;
    for (std::size_t i = 0; i < m.size(); ++i)
      e2e::expect_gradient(m[i], of_m[i], [&] { return rows::of_matrices(m, stride); }, "matrix");
  }
}

TEST(Rows, TakeMemoryForOneAdjoint) {
  const auto lists = [](std::int64_t n) { return std::vector<Numbers>{numbers(n, 1), numbers(n, 2)}; };
  const auto tensors = [](std::int64_t n) { return std::vector<Vector<double>>{vector(n, 1), vector(n, 2)}; };
  expect_linear<rows::in_turn_gradient_result, std::vector<Numbers>>(&rows::in_turn_gradient, lists);
  expect_linear<rows::by_index_gradient_result, std::vector<Numbers>>(&rows::by_index_gradient, lists);
  expect_linear<rows::by_int_gradient_result, std::vector<Numbers>>(&rows::by_int_gradient, lists);
  expect_linear<rows::of_tensors_gradient_result, std::vector<Vector<double>>>(&rows::of_tensors_gradient, tensors);
  expect_linear<rows::of_one_gradient_result, std::vector<Vector<double>>>(&rows::of_one_gradient, tensors);
}

}  // namespace
