// Each direction of a batch against the call for it alone.
#include "batches.grad.h"

#include "differences.h"

namespace {

using namespace requests_batches;

constexpr std::int64_t kDirections = 3;

template <class All, class One>
void expect_place(const All& all, std::int64_t k, const One& one, const std::string& what) {
  ASSERT_EQ(all.size(), kDirections * one.size()) << what;
  for (std::int64_t i = 0; i < one.size(); ++i)
    e2e::expect_close(all.data()[k * one.size() + i], one.data()[i], what + "[" + std::to_string(i) + "]", 1e-13);
}
template <class All>
void expect_place(const All& all, std::int64_t k, double one, const std::string& what) {
  ASSERT_EQ(all.shape(), (gradc::Shape{kDirections})) << what;
  e2e::expect_close(all(k), one, what, 1e-13);
}
// The k-th of a batch.
template <class One, class All>
One place(const All& all, std::int64_t k, const gradc::Shape& shape) {
  One one(shape);
  for (std::int64_t i = 0; i < one.size(); ++i) one.data()[i] = all.data()[k * one.size() + i];
  return one;
}

TEST(Batches, P02_P04_OfAMap) {
  const auto a = e2e::filled<Matrix>({4, 3});
  const auto x = e2e::filled<Vector>({3}, -1, 1, 2);
  const auto d_a = e2e::filled<gradc::Tensor<double, 3>>({3, 4, 3}, -1, 1, 3);
  const auto d_x = e2e::filled<Matrix>({3, 3}, -1, 1, 4), y_bar = e2e::filled<Matrix>({3, 4}, -1, 1, 6);
  const auto d_s = e2e::filled<Vector>({3}, -1, 1, 5);
  const auto forward = map_jvp_batch(a, x, 0.7, d_a, d_x, d_s);
  const auto backward = map_vjp_batch(a, x, 0.7, y_bar);
  for (std::int64_t k = 0; k < kDirections; ++k) {
    const auto one = map_jvp(a, x, 0.7, place<Matrix>(d_a, k, {4, 3}), place<Vector>(d_x, k, {3}), d_s(k));
    expect_place(forward.tangent, k, one.tangent, "tangent");
    const auto back = map_vjp(a, x, 0.7, place<Vector>(y_bar, k, {4}));
    expect_place(backward.grad.a, k, back.grad.a, "a");
    expect_place(backward.grad.x, k, back.grad.x, "x");
    expect_place(backward.grad.s, k, back.grad.s, "s");
    for (int i = 0; i < 4; ++i) EXPECT_EQ(forward.value(i), one.value(i));
  }
  EXPECT_THROW(map_jvp_batch(a, x, 0.7, d_a, d_x, Vector{1, 2}), gradc::ShapeError);
}

TEST(Batches, OfStructures) {
  const Layer at{e2e::filled<Matrix>({3, 2}), e2e::filled<Vector>({2}), 2};
  const auto x = e2e::filled<Matrix>({5, 3}, -1, 1, 3);
  const layer_jvp_batch_layer d{e2e::filled<gradc::Tensor<double, 3>>({3, 3, 2}, -1, 1, 4), e2e::filled<Matrix>({3, 2}, -1, 1, 5)};
  const auto d_x = e2e::filled<gradc::Tensor<double, 3>>({3, 5, 3}, -1, 1, 6);
  const layer_vjp_batch_adjoint y_bar{e2e::filled<Matrix>({3, 5}, -1, 1, 7), e2e::filled<Vector>({3}, -1, 1, 8)};
  const auto forward = layer_jvp_batch(at, x, d, d_x);
  const auto backward = layer_vjp_batch(at, x, y_bar);
  EXPECT_EQ(forward.value.count, 10);
  for (std::int64_t k = 0; k < kDirections; ++k) {
    const auto one = layer_jvp(at, x, {place<Matrix>(d.w, k, {3, 2}), place<Vector>(d.b, k, {2}), 0}, place<Matrix>(d_x, k, {5, 3}));
    expect_place(forward.tangent.y, k, one.tangent.y, "y");
    expect_place(forward.tangent.norm, k, one.tangent.norm, "norm");
    const auto back = layer_vjp(at, x, {place<Vector>(y_bar.y, k, {5}), y_bar.norm(k), 0});
    expect_place(backward.grad.layer.w, k, back.grad.layer.w, "w");
    expect_place(backward.grad.layer.b, k, back.grad.layer.b, "b");
    expect_place(backward.grad.x, k, back.grad.x, "x");
  }
}

TEST(Batches, OfLoops) {
  const Vector x{0.5, 0.8, -0.3, 1.1, -0.9};
  const auto d_x = e2e::filled<Matrix>({3, 5}, -1, 1, 2), y_bar = e2e::filled<Matrix>({3, 5}, -1, 1, 3);
  const Vector d_rate{0.3, -1, 0.2}, s_bar{1, -0.4, 0.9};
  const auto forward = loops_jvp_batch(x, 0.4, d_x, d_rate);
  const auto backward = loops_vjp_batch(x, 0.4, {s_bar, y_bar});
  for (std::int64_t k = 0; k < kDirections; ++k) {
    const auto one = loops_jvp(x, 0.4, place<Vector>(d_x, k, {5}), d_rate(k));
    expect_place(forward.tangent.first, k, one.tangent.first, "first");
    expect_place(forward.tangent.second, k, one.tangent.second, "second");
    const auto back = loops_vjp(x, 0.4, {s_bar(k), place<Vector>(y_bar, k, {5})});
    expect_place(backward.grad.x, k, back.grad.x, "x");
    expect_place(backward.grad.rate, k, back.grad.rate, "rate");
  }
}

TEST(Batches, OfRecursion) {
  const Vector d{1, -2, 0.5};
  const auto forward = recursive_jvp_batch(0.8, 3, d);
  const auto backward = recursive_vjp_batch(0.8, 3, d);
  for (std::int64_t k = 0; k < kDirections; ++k) {
    expect_place(forward.tangent, k, recursive_jvp(0.8, 3, d(k)).tangent, "tangent");
    expect_place(backward.grad.x, k, recursive_vjp(0.8, 3, d(k)).grad.x, "x");
  }
}

TEST(Batches, OfWhatDoesNotDepend) {
  const gradc::Vector<float> y{1, 2}, d{1, 2, 3};
  const auto backward = constant_vjp_batch(2, y, d);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(backward.grad.x(k), 3 * d(k));
  ASSERT_EQ(backward.grad.y.shape(), (gradc::Shape{3, 2}));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(backward.grad.y.data()[i], 0);
}

TEST(Batches, OfOpsOnPlaces) {
  const Vector x{0.5, 0.8, -0.3, 1.1};
  const gradc::Vector<std::int64_t> places{3, 0, 0};
  const auto d = e2e::filled<Matrix>({3, 4}, -1, 1, 2), y_bar = e2e::filled<Matrix>({3, 7}, -1, 1, 3);
  const auto forward = ops_jvp_batch(x, places, d);
  const auto backward = ops_vjp_batch(x, places, y_bar);
  for (std::int64_t k = 0; k < kDirections; ++k) {
    expect_place(forward.tangent, k, ops_jvp(x, places, place<Vector>(d, k, {4})).tangent, "tangent");
    expect_place(backward.grad.x, k, ops_vjp(x, places, place<Vector>(y_bar, k, {7})).grad.x, "x");
  }
}

TEST(Batches, OfNoDirection) {
  const auto forward = map_jvp_batch(e2e::filled<Matrix>({4, 3}), e2e::filled<Vector>({3}), 1, gradc::Tensor<double, 3>({0, 4, 3}),
                                     Matrix({0, 3}), Vector(gradc::Shape{0}));
  EXPECT_EQ(forward.tangent.shape(), (gradc::Shape{0, 4}));
}

}  // namespace
