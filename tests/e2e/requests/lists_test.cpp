// Blocks and batches of arrays and vectors of numbers against differences of gradients and of the functions
// themselves.
#include "differences.h"
#include "lists.grad.h"

namespace {

namespace lists = requests_lists;
using gradc::Matrix;
using lists::Vector;
using Numbers = std::vector<double>;

template <class Tensor>
void expect_same(const Tensor& actual, const Tensor& expected) {
  ASSERT_EQ(actual.shape(), expected.shape());
  for (std::int64_t i = 0; i < actual.size(); ++i) EXPECT_EQ(actual.data()[i], expected.data()[i]) << i;
}

// Row i of a block against the difference of g(i) in each x[j].
template <class X, class G>
void expect_block(const Matrix<double>& block, std::int64_t rows, X& x, G g, const std::string& what) {
  ASSERT_EQ(block.shape(), (gradc::Shape{rows, static_cast<std::int64_t>(x.size())})) << what;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < x.size(); ++j)
      e2e::expect_close(block(i, static_cast<std::int64_t>(j)),
                        e2e::difference(x[j], [&] { return g(static_cast<std::size_t>(i)); }),
                        what + " " + std::to_string(i) + ", " + std::to_string(j), 1e-6);
}

TEST(Lists, HessianOfAnArray) {
  std::array<double, 3> x{0.7, -0.4, 1.1};
  const auto result = lists::valley_hessian(x);
  const auto gradient = lists::valley_gradient(x);
  EXPECT_EQ(result.value, lists::valley(x));
  EXPECT_EQ(result.grad.x, gradient.grad.x);
  expect_block(
      result.hessian.x_x, 3, x, [&](std::size_t i) { return lists::valley_gradient(x).grad.x[i]; }, "x_x");
  const std::array<double, 3> v{0.3, -1, 0.5};
  const auto product = lists::valley_hvp(x, v).hvp.x;
  const Vector row = lists::valley_jacobian(x).jacobian.x;
  for (std::size_t i = 0; i < 3; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < 3; ++j)
      sum += result.hessian.x_x(static_cast<std::int64_t>(i), static_cast<std::int64_t>(j)) * v[j];
    e2e::expect_close(product[i], sum, "product", 1e-12);
    e2e::expect_close(row(static_cast<std::int64_t>(i)), gradient.grad.x[i], "row", 1e-12);
  }
}

TEST(Lists, HessianOfAVector) {
  for (Numbers x : {Numbers{0.4, 1.2, -0.3, 0.9}, Numbers{0.4}, Numbers{}}) {
    double k = 1.7;
    const auto result = lists::chain_hessian(x, k);
    EXPECT_EQ(result.value, lists::chain(x, k));
    const auto n = static_cast<std::int64_t>(x.size());
    expect_block(
        result.hessian.x_x, n, x, [&](std::size_t i) { return lists::chain_hessian(x, k).grad.x[i]; }, "x_x");
    ASSERT_EQ(result.hessian.x_k.shape(), gradc::Shape{n});
    ASSERT_EQ(result.hessian.k_x.shape(), gradc::Shape{n});
    const Vector row = lists::chain_jacobian(x, k).jacobian.x;
    for (std::int64_t i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      e2e::expect_close(result.hessian.x_k(i),
                        e2e::difference(k, [&] { return lists::chain_hessian(x, k).grad.x[at]; }), "x_k");
      EXPECT_EQ(result.hessian.k_x(i), result.hessian.x_k(i));
      e2e::expect_close(result.grad.x[at], e2e::difference(x[at], [&] { return lists::chain(x, k); }),
                        "grad");
      EXPECT_EQ(row(i), result.grad.x[at]);
    }
    EXPECT_EQ(result.hessian.k_k, 0);
  }
}

TEST(Lists, HessianOfAStructure) {
  lists::Body body{{0.4, 0.8}, 1.3, {0.5, -0.7, 0.2}, {Vector{1, 2}, Vector{3, -1}}, 2};
  Vector c{0.6, -0.9};
  const auto at = [&] { return lists::energy_hessian(body, c); };
  const auto result = at();
  EXPECT_EQ(result.value, lists::energy(body, c));
  expect_block(
      result.hessian.body_position_body_position, 2, body.position,
      [&](std::size_t i) { return at().grad.body.position[i]; }, "p_p");
  expect_block(
      result.hessian.body_position_body_charges, 2, body.charges,
      [&](std::size_t i) { return at().grad.body.position[i]; }, "p_q");
  expect_block(
      result.hessian.body_charges_body_position, 3, body.position,
      [&](std::size_t i) { return at().grad.body.charges[i]; }, "q_p");
  expect_block(
      result.hessian.body_charges_body_charges, 3, body.charges,
      [&](std::size_t i) { return at().grad.body.charges[i]; }, "q_q");
  for (std::int64_t i = 0; i < 3; ++i)
    e2e::expect_close(
        result.hessian.body_charges_body_mass(i),
        e2e::difference(body.mass, [&] { return at().grad.body.charges[static_cast<std::size_t>(i)]; }),
        "q_m");
  EXPECT_EQ(result.hessian.c_c(0, 0), 2 * 2 * 4.0);
  EXPECT_EQ(result.hessian.c_c(1, 1), 2 * 2 * 1.0);
  EXPECT_EQ(result.hessian.body_position_c.shape(), (gradc::Shape{2, 2}));
}

TEST(Lists, WhatIsNotDifferentiated) {
  const Numbers x{0.3, -1.2};
  double s = 0.8;
  const auto result = lists::scaled_hessian(x, s);
  e2e::expect_close(result.hessian.s_s,
                    e2e::difference(s, [&] { return lists::scaled_hessian(x, s).grad.s; }), "s_s");
  e2e::expect_close(lists::scaled_jacobian(x, s).jacobian.s, result.grad.s, "s", 1e-13);
  const auto half = lists::half_used_hessian({2, 3}, {1, 2, 3});
  expect_same(half.hessian.x_x, Matrix<double>{{6, 4}, {4, 0}});
  expect_same(half.hessian.y_y, Matrix<double>(gradc::Shape{3, 3}));
  EXPECT_EQ(half.grad.y, (Numbers{0, 0, 0}));
}

TEST(Lists, JacobianOfAVector) {
  for (Numbers x : {Numbers{0.4, 1.2, -0.3}, Numbers{}}) {
    double a = 0.6;
    const auto result = lists::filtered_jacobian(x, a);
    EXPECT_EQ(result.value, lists::filtered(x, a));
    const auto n = static_cast<std::int64_t>(x.size());
    expect_block(
        result.jacobian.x, n, x, [&](std::size_t i) { return lists::filtered(x, a)[i]; }, "x");
    ASSERT_EQ(result.jacobian.a.shape(), gradc::Shape{n});
    for (std::int64_t i = 0; i < n; ++i)
      e2e::expect_close(
          result.jacobian.a(i),
          e2e::difference(a, [&] { return lists::filtered(x, a)[static_cast<std::size_t>(i)]; }), "a");
  }
  Numbers x{0.5, -1, 2, 3};
  const auto result = lists::positives_jacobian(x);
  EXPECT_EQ(result.value.size(), 3U);
  expect_block(
      result.jacobian.x, 3, x, [&](std::size_t i) { return lists::positives(x)[i]; }, "positives");
}

TEST(Lists, JacobianOfAnArray) {
  std::array<double, 2> x{0.3, 1.4};
  double angle = 0.7;
  const auto result = lists::turned_jacobian(x, angle);
  EXPECT_EQ(result.value, lists::turned(x, angle));
  expect_block(
      result.jacobian.x, 2, x, [&](std::size_t i) { return lists::turned(x, angle)[i]; }, "x");
  EXPECT_NEAR(result.jacobian.angle(0), -result.value[1], 1e-14);
  EXPECT_NEAR(result.jacobian.angle(1), result.value[0], 1e-14);
  const auto singles = lists::singles_jacobian({2, 3}, {1, 4});
  expect_same(singles.jacobian.x, Matrix<float>{{5, 0}, {3, 2}});
  expect_same(singles.jacobian.y, Matrix<float>{{2, 2}, {0, 0}});
}

TEST(Lists, JacobianOfAStructure) {
  Numbers x{0.5, -1.5, 2};
  const auto result = lists::summary_jacobian(x);
  EXPECT_EQ(result.value.ends, (std::array<double, 2>{0.25, 1}));
  expect_block(
      result.jacobian.ends_x, 2, x, [&](std::size_t i) { return lists::summary(x).ends[i]; }, "ends");
  expect_block(
      result.jacobian.all_x, 2, x,
      [&](std::size_t i) { return lists::summary(x).all(static_cast<std::int64_t>(i)); }, "all");
  expect_same(result.jacobian.middle_x, Vector{0, 1, 0});
  EXPECT_THROW(lists::summary_jacobian({}), gradc::IndexError);
}

TEST(Lists, Batches) {
  const Numbers x{0.4, 1.2, -0.3};
  const double a = 0.6;
  const Matrix<double> directions{{1, 0.5, -2}, {0, 0, 1}};
  const Vector steps{0.3, -1};
  const auto forward = lists::filtered_jvp_batch(x, a, directions, steps);
  const auto backward = lists::filtered_vjp_batch(x, a, directions);
  EXPECT_EQ(forward.value, lists::filtered(x, a));
  for (std::int64_t k = 0; k < 2; ++k) {
    Numbers direction;
    for (std::int64_t i = 0; i < 3; ++i) direction.push_back(directions(k, i));
    const auto one = lists::filtered_jvp(x, a, direction, steps(k));
    const auto back = lists::filtered_vjp(x, a, direction);
    for (std::int64_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(forward.tangent(k, i), one.tangent[static_cast<std::size_t>(i)], 1e-14);
      EXPECT_NEAR(backward.grad.x(k, i), back.grad.x[static_cast<std::size_t>(i)], 1e-14);
    }
    EXPECT_NEAR(backward.grad.a(k), back.grad.a, 1e-14);
  }
  EXPECT_THROW(lists::filtered_jvp_batch(x, a, Matrix<double>(gradc::Shape{2, 4}), steps), gradc::ShapeError);
  const auto turned = lists::turned_vjp_batch({0.3, 1.4}, 0.7, Matrix<double>{{1, 0}, {0, 1}, {1, 1}});
  const auto jacobian = lists::turned_jacobian({0.3, 1.4}, 0.7);
  EXPECT_EQ(turned.grad.x.shape(), (gradc::Shape{3, 2}));
  for (std::int64_t j = 0; j < 2; ++j)
    EXPECT_NEAR(turned.grad.x(2, j), jacobian.jacobian.x(0, j) + jacobian.jacobian.x(1, j), 1e-14);
}

TEST(Lists, BatchesOfComplexNumbers) {
  using C = std::complex<double>;
  const std::array<C, 2> z{C(0.3, -0.4), C(1.1, 0.2)};
  const Matrix<C> directions{{C(1, 0), C(0, 1)}, {C(0.5, 2), C(-1, 0.3)}};
  const auto forward = lists::waves_jvp_batch(z, directions);
  for (std::int64_t k = 0; k < 2; ++k) {
    const auto one = lists::waves_jvp(z, {directions(k, 0), directions(k, 1)});
    for (std::int64_t i = 0; i < 3; ++i)
      EXPECT_NEAR(std::abs(forward.tangent(k, i) - one.tangent[static_cast<std::size_t>(i)]), 0, 1e-14);
  }
}

TEST(Lists, ExtentsKnownOnlyAtRunTime) {
  for (Numbers numbers : {Numbers{0.3, -0.4, 0.6, 0.2}, Numbers{-1, -2}, Numbers{}}) {
    Vector x(gradc::Shape{static_cast<std::int64_t>(numbers.size())});
    std::copy(numbers.begin(), numbers.end(), x.data());
    double a = 0.7;
    const auto result = lists::squares_of_positives_jacobian(x, a);
    const Vector y = lists::squares_of_positives(x, a);
    expect_same(result.value, y);
    const auto element = [&](std::int64_t i) {
      return [&, i] { return lists::squares_of_positives(x, a)(i); };
    };
    Vector bar = e2e::filled<Vector>(y.shape()), sum(x.shape());
    double of_a = 0;
    ASSERT_EQ(result.jacobian.x.shape(), (gradc::Shape{y.size(), x.size()}));
    for (std::int64_t i = 0; i < y.size(); ++i) {
      Vector row(x.shape());
      for (std::int64_t j = 0; j < x.size(); ++j) {
        row(j) = result.jacobian.x(i, j);
        sum(j) += bar(i) * row(j);
      }
      e2e::expect_gradient(x, row, element(i), "row");
      e2e::expect_gradient(a, result.jacobian.a(i), element(i), "a");
      of_a += bar(i) * result.jacobian.a(i);
    }
    const auto back = lists::squares_of_positives_vjp(x, a, bar);
    const auto kept = lists::squares_of_positives_forward(x, a);
    const auto again = lists::squares_of_positives_backward(kept.residuals, bar);
    for (std::int64_t j = 0; j < x.size(); ++j) {
      e2e::expect_close(back.grad.x(j), sum(j), "vjp", 1e-13);
      EXPECT_EQ(again.x(j), back.grad.x(j));
    }
    e2e::expect_close(back.grad.a, of_a, "vjp", 1e-13);
    EXPECT_THROW(lists::squares_of_positives_vjp(x, a, Vector(gradc::Shape{y.size() + 1})),
                 gradc::ShapeError);
    EXPECT_THROW(lists::squares_of_positives_backward(kept.residuals, Vector(gradc::Shape{y.size() + 1})),
                 gradc::ShapeError);

    const auto whole = lists::sum_of_positives_hessian(x, a);
    for (std::int64_t i = 0; i < x.size(); ++i) {
      Vector row(x.shape());
      for (std::int64_t j = 0; j < x.size(); ++j) row(j) = whole.hessian.x_x(i, j);
      e2e::expect_gradient(
          x, row, [&] { return lists::sum_of_positives_gradient(x, a).grad.x(i); }, "row of the Hessian");
    }
  }
}

}  // namespace
