// The same numbers with and without segments, for none to many trips, and memory that grows with the square root of
// their number.
#include "varying.grad.h"

#include "differences.h"

#include <string>

namespace {

using namespace varying;

constexpr int kTrips[] = {0, 1, 2, 3, 8, 9, 10, 17, 40};

void expect_same(const double* a, const double* b, std::int64_t size, int trips) {
  for (std::int64_t i = 0; i < size; ++i) e2e::expect_close(a[i], b[i], std::to_string(trips) + " trips", 1e-12);
}
template <class A>
void expect_same(const A& a, const A& b, int trips) {
  ASSERT_EQ(a.shape(), b.shape());
  expect_same(a.data(), b.data(), a.size(), trips);
}
template <class A>
void expect_same(const std::vector<A>& a, const std::vector<A>& b, int trips) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) expect_same(a[i], b[i], trips);
}

std::vector<Matrix> weights(int count, std::int64_t least, std::int64_t differ) {
  std::vector<Matrix> all;
  const auto width = [&](int i) { return least + (7 * i) % differ; };
  for (int i = 0; i < count; ++i) all.push_back(e2e::filled<Matrix>({width(i), width(i + 1)}, -0.6, 0.6, static_cast<unsigned>(i)));
  return all;
}

template <class A, class B>
void expect_same_result(const A& a, const B& b, int trips) {
  EXPECT_EQ(a.value, b.value) << trips << " trips";
  expect_same(a.grad.x, b.grad.x, trips);
}
template <class A, class B>
void expect_same_layers(const A& a, const B& b, int trips) {
  expect_same_result(a, b, trips);
  expect_same(a.grad.weights, b.grad.weights, trips);
}

TEST(Varying, LayersOfAnyWidths) {
  const Matrix x = e2e::filled<Matrix>({3, 2});
  for (int trips : kTrips) {
    const std::vector<Matrix> w = weights(trips, 2, 5);
    const auto all = layers_gradient(x, w);
    expect_same_layers(all, layers_memory_gradient(x, w), trips);
    const auto products = layers_hvp(x, w, x, w);
    const auto again = layers_memory_hvp(x, w, x, w);
    expect_same_layers(products, again, trips);
    expect_same(products.hvp.x, again.hvp.x, trips);
    expect_same(products.hvp.weights, again.hvp.weights, trips);
    const auto forward = layers_memory_forward(x, w);
    EXPECT_EQ(all.value, forward.value);
    const auto backward = layers_memory_backward(forward.residuals, 1.0);
    expect_same(all.grad.x, backward.x, trips);
    expect_same(all.grad.weights, backward.weights, trips);
  }
}

TEST(Varying, VectorsThatGrow) {
  const Vector x = e2e::filled<Vector>({3}, 0.2, 0.9);
  for (int trips : kTrips) {
    expect_same_result(grown_gradient(x, trips), grown_memory_gradient(x, trips), trips);
    expect_same_result(grown_hvp(x, trips, x), grown_memory_hvp(x, trips, x), trips);
    expect_same(grown_hvp(x, trips, x).hvp.x, grown_memory_hvp(x, trips, x).hvp.x, trips);
    expect_same_result(grown_until_gradient(x, trips), grown_until_memory_gradient(x, trips), trips);
    expect_same_result(nested_gradient(x, trips), nested_memory_gradient(x, trips), trips);
  }
}

TEST(Varying, LoopsThatEndEarly) {
  const Matrix x = e2e::filled<Matrix>({3, 2});
  for (int trips : kTrips)
    for (double most : {0.0, 1.0, 1.8, 100.0}) {
      const std::vector<Matrix> w = weights(trips, 2, 5);
      expect_same_layers(ended_gradient(x, w, most), ended_memory_gradient(x, w, most), trips);
    }
}

// Sixteen times as many trips: four times the memory, and not sixteen.
TEST(Varying, MemoryGrowsWithTheSquareRoot) {
  const Matrix x = e2e::filled<Matrix>({24, 20}), w = e2e::filled<Matrix>({20, 20}, -0.2, 0.2, 2);
  const auto all = [&](int trips) { return static_cast<double>(recurrence_gradient_workspace_bytes(x, w, trips)); };
  const auto memory = [&](int trips) { return static_cast<double>(recurrence_memory_gradient_workspace_bytes(x, w, trips)); };
  for (int trips : {64, 256}) {
    EXPECT_GT(all(16 * trips) / all(trips), 14) << trips;
    EXPECT_LT(memory(16 * trips) / memory(trips), 4.4) << trips;
  }
  expect_same_result(recurrence_gradient(x, w, 300), recurrence_memory_gradient(x, w, 300), 300);
}

// Of layers of three widths, whose activations are most of it.
TEST(Varying, LayersToo) {
  const Matrix x = e2e::filled<Matrix>({400, 4});
  const std::vector<Matrix> w = weights(256, 4, 3);
  EXPECT_LT(6 * layers_memory_gradient_workspace_bytes(x, w), layers_gradient_workspace_bytes(x, w));
}

}  // namespace
