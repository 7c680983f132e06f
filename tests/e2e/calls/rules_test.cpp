#include <algorithm>

#include "differences.h"
#include "rules.grad.h"

namespace {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

Matrix dominant(std::int64_t n, unsigned seed = 1) {
  Matrix a = e2e::filled<Matrix>({n, n}, -1, 1, seed);
  for (std::int64_t i = 0; i < n; ++i) a(i, i) += static_cast<double>(n) + 1;
  return a;
}

TEST(Rules, OfAFunctionElsewhere) {
  for (std::int64_t n : {1, 4}) {
    Matrix a = dominant(n);
    Vector b = e2e::filled<Vector>({n});
    double c = 1.3;
    const auto f = [&] { return rules::solved(a, b, c); };
    const auto result = rules::solved_gradient(a, b, c);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(a, result.grad.a, f, "a");
    e2e::expect_gradient(b, result.grad.b, f, "b");
    e2e::expect_gradient(c, result.grad.c, f, "c");
  }
}

TEST(Rules, InALoopWithABranch) {
  Matrix a = dominant(3, 5);
  Vector b = e2e::filled<Vector>({3});
  for (int n : {0, 1, 5}) {
    const auto f = [&] { return rules::solved_in_a_loop(a, b, n); };
    const auto result = rules::solved_in_a_loop_gradient(a, b, n);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(a, result.grad.a, f, "a");
    e2e::expect_gradient(b, result.grad.b, f, "b");
  }
}

// One direction after the other: a function outside does one at a time.
TEST(Rules, ForSeveralDirections) {
  Matrix a = dominant(3, 2);
  Vector b = e2e::filled<Vector>({3});
  const auto jacobian = rules::squares_jacobian(a, b).jacobian;
  ASSERT_EQ(jacobian.a.shape(), (gradc::Shape{3, 3, 3}));
  for (std::int64_t i = 0; i < 3; ++i)
    for (std::int64_t j = 0; j < 3; ++j) {
      const auto y = [&] { return rules::squares(a, b)(i); };
      e2e::expect_close(jacobian.b(i, j), e2e::difference(b(j), y), "b", 1e-6);
      for (std::int64_t k = 0; k < 3; ++k) e2e::expect_close(jacobian.a(i, j, k), e2e::difference(a(j, k), y), "a", 1e-6);
    }
  gradc::Tensor<double, 3> da({2, 3, 3});
  Matrix db({2, 3}), dy({2, 3});
  for (std::int64_t i = 0; i < da.size(); ++i) da.data()[i] = std::cos(static_cast<double>(i));
  for (std::int64_t i = 0; i < db.size(); ++i) dy.data()[i] = db.data()[i] = std::sin(static_cast<double>(i));
  const auto tangents = rules::squares_jvp_batch(a, b, da, db).tangent;
  const auto adjoints = rules::squares_vjp_batch(a, b, dy).grad;
  for (std::int64_t k = 0; k < 2; ++k) {
    Matrix da_k({3, 3});
    Vector db_k(gradc::Shape{3});
    std::copy_n(da.data() + 9 * k, 9, da_k.data());
    std::copy_n(db.data() + 3 * k, 3, db_k.data());
    const Vector tangent = rules::squares_jvp(a, b, da_k, db_k).tangent;
    const auto grad = rules::squares_vjp(a, b, db_k).grad;
    for (std::int64_t i = 0; i < 3; ++i) {
      e2e::expect_close(tangents(k, i), tangent(i), "tangent", 1e-13);
      e2e::expect_close(adjoints.b(k, i), grad.b(i), "b", 1e-13);
      for (std::int64_t j = 0; j < 3; ++j) e2e::expect_close(adjoints.a(k, i, j), grad.a(i, j), "a", 1e-13);
    }
  }
}

// The memory that calls take is used again.
TEST(Rules, InALoopOfManyTrips) {
  const Matrix a = dominant(8);
  const Vector b = e2e::filled<Vector>({8});
  const auto bytes = [&](int n) {
    gradc::Workspace workspace;
    rules::solved_in_a_loop_gradient_result result;
    rules::solved_in_a_loop_gradient(a, b, n, result, workspace);
    return workspace.high_water();
  };
  const std::int64_t few = bytes(1000), many = bytes(11000);
  EXPECT_LT(many - few, 10000 * 8 * 8 * 12) << few;  // a few vectors a trip, not the matrix
}

TEST(Rules, BothModes) {
  const Matrix a = dominant(5), a_dot = e2e::filled<Matrix>({5, 5}, -1, 1, 8);
  const Vector b = e2e::filled<Vector>({5}), b_dot = e2e::filled<Vector>({5}, -1, 1, 9);
  const auto [value, grad] = rules::both_modes_gradient(a, b);
  double expected = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) expected += grad.a.data()[i] * a_dot.data()[i];
  for (std::int64_t i = 0; i < b.size(); ++i) expected += grad.b(i) * b_dot(i);
  const auto forward = rules::both_modes_jvp(a, b, a_dot, b_dot);
  e2e::expect_close(forward.value, value, "value", 1e-14);
  e2e::expect_close(forward.tangent, expected, "tangent", 1e-12);
}

TEST(Rules, OfStructuresAndVectors) {
  rules::Body body{1.5, 2, Vector{0.3, -0.7, 1.1}, {0.4, 0.9}};
  std::vector<double> times{0.1, 0.5};
  for (rules::Shape shape : {rules::Shape::round, rules::Shape::square}) {
    const auto f = [&] { return rules::moved(body, times, shape); };
    const auto result = rules::moved_gradient(body, times, shape);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(body.mass, result.grad.body.mass, f, "mass");
    e2e::expect_gradient(body.position, result.grad.body.position, f, "position");
    for (std::size_t i = 0; i < 2; ++i) {
      e2e::expect_gradient(body.spin[i], result.grad.body.spin[i], f, "spin");
      e2e::expect_gradient(times[i], result.grad.times[i], f, "times");
    }
  }
}

TEST(Rules, TakeThePlaceOfTheBody) {
  const Vector y{0.1, -0.4, 0.8};
  const auto [value, grad] = rules::with_a_body_gradient(1.7, y);
  e2e::expect_close(value, rules::with_a_body(1.7, y), "value", 1e-14);
  double sum = 0;
  for (std::int64_t i = 0; i < 3; ++i) {
    sum += std::exp(y(i));
    e2e::expect_close(grad.y(i), 1.7 * std::exp(y(i)), "y", 1e-14);
  }
  e2e::expect_close(grad.x, 2 * sum, "x", 1e-14);

  EXPECT_DOUBLE_EQ(rules::clipped_gradient(2).value, 12);
  EXPECT_DOUBLE_EQ(rules::clipped_gradient(2).grad.x, 4);
  EXPECT_DOUBLE_EQ(rules::passed_through_gradient(2.2).grad.x, 2 + 2.2);
  EXPECT_DOUBLE_EQ(rules::passed_through_jvp(2.2, 1).tangent, 2 + 2.2);
  EXPECT_DOUBLE_EQ(rules::own_rule_gradient(3).value, 9);
  EXPECT_DOUBLE_EQ(rules::own_rule_gradient(3).grad.x, 21);
}

TEST(Rules, OfTangentsAlone) {
  Vector x{0.5, -1.2, 2};
  const auto f = [&] { return rules::forward_only(x); };
  const auto result = rules::forward_only_gradient(x);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  double sum = 0;
  for (double d : result.grad.x) sum += d;
  e2e::expect_close(rules::forward_only_jvp(x, Vector{1, 1, 1}).tangent, sum, "tangent", 1e-13);
}

TEST(Rules, ThatCallFunctions) {
  const double x = 0.3, e = std::exp(x);
  EXPECT_NEAR(rules::twice_gradient(x).value, std::exp(e), 1e-14);
  EXPECT_NEAR(rules::twice_gradient(x).grad.x, std::exp(e) * e, 1e-13);
}

TEST(Rules, OfFunctionTemplates) {
  const Vector x{0.5, -2};
  const auto result = rules::of_templates_gradient(x, 3, 2);
  e2e::expect_close(result.value, rules::of_templates(x, 3, 2), "value", 1e-13);
  for (std::int64_t i = 0; i < 2; ++i) EXPECT_EQ(result.grad.x(i), 3 * 2 * x(i));
  EXPECT_EQ(result.grad.y, 3 * 2 * 3 + 5 * 3 + 7 * 3);
  EXPECT_EQ(result.grad.z, 2.0F);
}

TEST(Rules, OfTheWrongSizeThrow) {
  try {
    rules::misfitted_gradient(Vector{1, 2, 3});
    FAIL();
  } catch (const gradc::ShapeError& error) {
    EXPECT_NE(std::string(error.what()).find("misfit_vjp"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("is 4 but"), std::string::npos) << error.what();
  }
}

TEST(Recursion, OfATensor) {
  Vector x{0.3, -0.2, 0.9};
  for (int n : {0, 1, 4}) {
    const auto f = [&] { return rules::recursive(x, n); };
    const auto result = rules::recursive_gradient(x, n);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(x, result.grad.x, f, "x");
    double sum = 0;
    for (double d : result.grad.x) sum += d;
    e2e::expect_close(rules::recursive_jvp(x, n, Vector{1, 1, 1}).tangent, sum, "tangent", 1e-12);
  }
}

}  // namespace
