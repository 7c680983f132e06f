#include <type_traits>

#include "jacobians.grad.h"
#include "members.h"
#include "tests/e2e/differences.h"

namespace {

using jacobians::Cube;
using jacobians::Images;
using jacobians::Matrix;
using jacobians::Vector;

CONFORMANCE_MEMBER(y);

TEST(Conformance, J02_NoPath) {
  const auto result = jacobians::no_path_jacobian(Vector{3}, Vector{1});
  EXPECT_FALSE(Has_y<decltype(result.jacobian)>::value);
  EXPECT_EQ(result.jacobian.x(0, 0), 6);
}

TEST(Conformance, J09_ZerosOfTheTypeOfTheResult) {
  const auto result = jacobians::no_path_single_jacobian(gradc::Vector<float>{2}, Vector{1});
  EXPECT_TRUE((std::is_same_v<decltype(result.jacobian.x), gradc::Matrix<float>>));
  ASSERT_EQ(result.jacobian.x.shape(), (gradc::Shape{1, 1}));
  EXPECT_EQ(result.jacobian.x(0, 0), 0);
  EXPECT_EQ(result.jacobian.y(0, 0), 1);
}

TEST(Conformance, J04_OfWhatALoopStacks) {
  const auto x = e2e::filled<Matrix>({3, 4});
  const auto block = jacobians::scanned_jacobian(x, e2e::filled<Vector>({6})).jacobian.x;
  ASSERT_EQ(block.shape(), (gradc::Shape{6, 3, 4, 3, 4}));
  for (std::int64_t k = 0; k < 6; ++k)
    for (std::int64_t i = 0; i < 12; ++i)
      for (std::int64_t j = 0; j < 12; ++j) EXPECT_EQ(block.data()[(k * 12 + i) * 12 + j], i == j);
}

TEST(Conformance, J05_OfALoopWithoutTrips) {
  const auto x = e2e::filled<Matrix>({3, 4});
  for (const auto& [from, slope] : {std::pair(0.0, 1.0), std::pair(7.0, 42.0)}) {
    const auto block = jacobians::looped_jacobian(x, from).jacobian.x;
    ASSERT_EQ(block.shape(), (gradc::Shape{2, 3, 3, 4}));
    for (std::int64_t i = 0; i < 2; ++i)
      for (std::int64_t j = 0; j < 3; ++j)
        for (std::int64_t k = 0; k < 3; ++k)
          for (std::int64_t l = 0; l < 4; ++l) EXPECT_EQ(block(i, j, k, l), i == k && j == l ? slope : 0);
  }
}

TEST(Conformance, J06_OfABatch) {
  const auto x = e2e::filled<Cube>({2, 3, 5});
  const auto of_each = jacobians::batch_of_squares(x);
  const auto of_all = jacobians::squares_of_all_jacobian(x).jacobian.x;
  ASSERT_EQ(of_each.shape(), (gradc::Shape{2, 3, 5, 3, 5}));
  for (std::int64_t n = 0; n < 2; ++n)
    for (std::int64_t i = 0; i < 15; ++i)
      for (std::int64_t j = 0; j < 15; ++j) {
        EXPECT_EQ(of_each.data()[(n * 15 + i) * 15 + j], i == j ? 2 * x.data()[n * 15 + i] : 0);
        EXPECT_EQ(of_all.data()[(n * 15 + i) * 30 + n * 15 + j], i == j ? 2 * x.data()[n * 15 + i] : 0);
        EXPECT_EQ(of_all.data()[(n * 15 + i) * 30 + (1 - n) * 15 + j], 0);
      }
}

// A batch of adjoints is that of the result with one axis more: the rank is checked by the compiler, extents
// at run time.
TEST(Conformance, J07_BatchesOfTheWrongShape) {
  const auto x = e2e::filled<Cube>({2, 3, 5});
  EXPECT_EQ(jacobians::squares_of_all_vjp_batch(x, Images({7, 2, 3, 5})).grad.x.shape(),
            (gradc::Shape{7, 2, 3, 5}));
  try {
    jacobians::squares_of_all_vjp_batch(x, Images({7, 4, 3, 5}));
    FAIL();
  } catch (const gradc::ShapeError& error) {
    EXPECT_STREQ(error.what(), "extent 1 of d_result is 4 but extent 0 of x is 2");
  }
  using Batch = jacobians::squares_of_all_vjp_batch_result (*)(const Cube&, const Images&);
  const Batch batch = &jacobians::squares_of_all_vjp_batch;
  EXPECT_NE(batch, nullptr);
  EXPECT_FALSE((std::is_convertible_v<Cube, Images>));
}

TEST(Conformance, J10_TheJacobianOfAJacobianOfEachRow) {
  for (int row = 0; row < 10; ++row) {
    const auto block = jacobians::slope_of_squares_jacobian(Vector{1, 1}).jacobian.x;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) EXPECT_EQ(block(i, j), i == j ? 2 : 0);
  }
}

TEST(Conformance, J11_TwoOrdersOfAFold) {
  Vector x{1, 2};
  const auto first = jacobians::folded_jacobian(x).jacobian.x;
  const auto [value, jacobian] = jacobians::slope_of_folded_jacobian(x);
  e2e::expect_gradient(
      x, first, [&] { return jacobians::folded(x); }, "first");
  for (std::int64_t i = 0; i < 2; ++i) {
    EXPECT_EQ(value(i), first(i));
    for (std::int64_t j = 0; j < 2; ++j)
      e2e::expect_close(jacobian.x(i, j),
                        e2e::difference(x(j), [&] { return jacobians::folded_jacobian(x).jacobian.x(i); }),
                        "second");
  }
}

TEST(Conformance, J12_TheGradientOfAJacobianOfAConvolution) {
  Images x = e2e::filled<Images>({1, 1, 4, 4}, -1, 1),
         filters = e2e::filled<Images>({9, 1, 3, 3}, -0.5, 0.5, 2);
  const auto result = jacobians::of_jacobian_gradient(x, filters);
  const auto f = [&] { return jacobians::of_jacobian(x, filters); };
  e2e::expect_close(result.value, f(), "value", 1e-12);
  e2e::expect_gradient(filters, result.grad.filters, f, "filters");
  // The Jacobian itself, by differences of what is convolved.
  const auto block = jacobians::convolved_jacobian(x, filters).jacobian.x;
  ASSERT_EQ(block.size(), 9 * 16 * 16);
  for (std::int64_t i = 0; i < 9 * 16; i += 7)
    for (std::int64_t j = 0; j < 16; ++j)
      e2e::expect_close(
          block.data()[i * 16 + j],
          e2e::difference(x.data()[j], [&] { return jacobians::convolved(x, filters).data()[i]; }), "block");
}

TEST(Conformance, J13_OfRows) {
  const auto table = e2e::filled<Matrix>({3, 2});
  const jacobians::Ids ids{0, 2, 2, 1};
  const auto block = jacobians::lookup_jacobian(table, ids).jacobian.table;
  ASSERT_EQ(block.shape(), (gradc::Shape{4, 2, 3, 2}));
  for (std::int64_t i = 0; i < 4; ++i)
    for (std::int64_t j = 0; j < 2; ++j)
      for (std::int64_t k = 0; k < 3; ++k)
        for (std::int64_t l = 0; l < 2; ++l) EXPECT_EQ(block(i, j, k, l), ids(i) == k && j == l);
}

TEST(Conformance, J15_OfABranch) {
  EXPECT_EQ(jacobians::either_jacobian(1).jacobian.x, 3);
  EXPECT_EQ(jacobians::slope_of_either_jacobian(1).value, 3);
  EXPECT_EQ(jacobians::slope_of_either_jacobian(1).jacobian.x, 6);
  EXPECT_EQ(jacobians::slope_of_either_jacobian(-1).jacobian.x, 2);
}

TEST(Conformance, J16_OfNoElements) {
  const Matrix none({0, 7});
  const auto [value, jacobian] = jacobians::of_nothing_jacobian(2, none, none);
  EXPECT_EQ(value.shape(), (gradc::Shape{0, 7}));
  EXPECT_EQ(jacobian.variable.shape(), (gradc::Shape{0, 7}));
  EXPECT_EQ(jacobian.left.shape(), (gradc::Shape{0, 7, 0, 7}));
  const auto one = jacobians::of_nothing_jacobian(2, none, e2e::filled<Matrix>({1, 7}, 3, 3)).jacobian;
  ASSERT_EQ(one.right.shape(), (gradc::Shape{1, 7, 1, 7}));
  for (std::int64_t i = 0; i < 7; ++i) {
    EXPECT_EQ(one.variable(0, i), 3);
    for (std::int64_t j = 0; j < 7; ++j) EXPECT_EQ(one.right(0, i, 0, j), i == j ? 2 : 0);
  }
}

TEST(Conformance, J17_OfASlice) {
  const auto x = e2e::filled<Cube>({2, 4, 2});
  for (std::int64_t n : {0, 1, 3}) {
    const auto block = jacobians::sliced_jacobian(x, n).jacobian.x;
    ASSERT_EQ(block.shape(), (gradc::Shape{2, n, 2, 2, 4, 2}));
    for (std::int64_t i = 0; i < 2; ++i)
      for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t k = 0; k < 2; ++k)
          for (std::int64_t l = 0; l < 16; ++l)
            EXPECT_EQ(block.data()[((i * n + j) * 2 + k) * 16 + l],
                      l == (i * 4 + j) * 2 + k ? 2 * x(i, j, k) : 0);
  }
}

// --- gradients of each example ---

// The k-th of a batch against the gradient for it alone.
template <class All, class One>
void expect_example(const All& all, std::int64_t k, const One& one, const char* what) {
  ASSERT_EQ(all.size() % one.size(), 0);
  for (std::int64_t i = 0; i < one.size(); ++i)
    e2e::expect_close(all.data()[k * one.size() + i], one.data()[i], what, 1e-12);
}

TEST(Conformance, J18_GradientsOfEachExample) {
  const jacobians::Dense p{e2e::filled<Matrix>({4, 5}), e2e::filled<Matrix>({5, 2}, -1, 1, 2),
                           e2e::filled<Vector>({5}), e2e::filled<Vector>({2})};
  const auto x = e2e::filled<Matrix>({8, 4}, -1, 1, 3);
  const gradc::Vector<int> labels{0, 1, 1, 0, 1, 0, 0, 1};
  Matrix units({8, 8});
  for (std::int64_t k = 0; k < 8; ++k) units(k, k) = 1;
  const auto batch = jacobians::dense_losses_vjp_batch(p, x, labels, units).grad.p;
  const auto blocks = jacobians::dense_losses_jacobian(p, x, labels).jacobian;
  for (std::int64_t k = 0; k < 8; ++k) {
    const auto one = jacobians::dense_loss_gradient(p, gradc::take(x, k), labels(k)).grad.p;
    expect_example(batch.w1, k, one.w1, "w1");
    expect_example(batch.b1, k, one.b1, "b1");
    expect_example(batch.w2, k, one.w2, "w2");
    expect_example(batch.b2, k, one.b2, "b2");
    expect_example(blocks.p_w1, k, one.w1, "block of w1");
    expect_example(blocks.p_b2, k, one.b2, "block of b2");
  }
}

TEST(Conformance, J18_LstmGradientsAndHessian) {
  jacobians::Cell p{e2e::filled<Matrix>({8, 2}), e2e::filled<Matrix>({8, 2}, -1, 1, 2),
                    e2e::filled<Vector>({8}, -1, 1, 3)};
  const auto steps = e2e::filled<Cube>({2, 2, 2}, -1, 1, 4);
  const auto batch = jacobians::lstm_losses_vjp_batch(p, steps, {{1, 0}, {0, 1}}).grad.p;
  for (std::int64_t k = 0; k < 2; ++k) {
    const auto one = jacobians::lstm_loss_gradient(p, gradc::slice(steps, {0, k, 0}, {2, k + 1, 2})).grad.p;
    expect_example(batch.w, k, one.w, "w");
    expect_example(batch.u, k, one.u, "u");
    expect_example(batch.b, k, one.b, "b");
  }
  const auto hessian = jacobians::lstm_loss_hessian(p, steps).hessian;
  for (std::int64_t j = 0; j < 8; ++j) {
    jacobians::Cell unit{Matrix({8, 2}), Matrix({8, 2}), Vector(gradc::Shape{8})};
    unit.b(j) = 1;
    const auto column = jacobians::lstm_loss_hvp(p, steps, unit).hvp.p;
    for (std::int64_t i = 0; i < 16; ++i)
      e2e::expect_close(hessian.p_w_p_b.data()[i * 8 + j], column.w.data()[i], "w b", 1e-11);
    for (std::int64_t i = 0; i < 8; ++i) {
      e2e::expect_close(hessian.p_b_p_b(i, j), column.b(i), "b b", 1e-11);
      e2e::expect_close(
          hessian.p_b_p_b(i, j),
          e2e::difference(p.b(j), [&] { return jacobians::lstm_loss_gradient(p, steps).grad.p.b(i); }),
          "differences");
    }
  }
}

TEST(Conformance, J18_GradientsOfEachImage) {
  const jacobians::Net p{e2e::filled<Images>({3, 1, 3, 3}), Vector{0.1, -0.2, 0.3},
                         e2e::filled<Matrix>({3 * 3 * 3, 4}, -1, 1, 2)};
  const auto x = e2e::filled<Images>({4, 1, 6, 6}, -1, 1, 3);
  const gradc::Vector<int> labels{3, 0, 2, 1};
  Matrix units({4, 4});
  for (std::int64_t k = 0; k < 4; ++k) units(k, k) = 1;
  const auto batch = jacobians::image_losses_vjp_batch(p, x, labels, units).grad.p;
  for (std::int64_t k = 0; k < 4; ++k) {
    const auto one = jacobians::image_loss_gradient(p, gradc::slice(x, {k, 0, 0, 0}, {k + 1, 1, 6, 6}),
                                                    gradc::Vector<int>{labels(k)})
                         .grad.p;
    expect_example(batch.filters, k, one.filters, "filters");
    expect_example(batch.bias, k, one.bias, "bias");
    expect_example(batch.w, k, one.w, "w");
  }
}

}  // namespace
