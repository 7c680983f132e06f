#include <gradc/adapt/ceres.h>

#include <ceres/autodiff_cost_function.h>
#include <ceres/problem.h>
#include <ceres/solver.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "model.grad.h"

namespace {

using gradc::adapt::cost;

// pair_of, as Ceres differentiates it.
struct PairOf {
  template <class T>
  bool operator()(const T* a, const T* b, T* residual) const {
    using std::sin;
    residual[0] = 1.5 * a[0] * b[0] + sin(a[1]);
    residual[1] = a[2] * b[1] * b[1] - T(1.5);
    return true;
  }
};

const double kA[] = {0.3, -0.7, 1.1}, kB[] = {0.9, -1.3};
const double* const kAt[] = {kA, kB};

struct Evaluation {
  std::vector<double> residual = std::vector<double>(2, 77), a = std::vector<double>(6, 77), b = std::vector<double>(4, 77);
};

// Jacobians of the blocks that `with_a` and `with_b` say; the others keep what they hold.
Evaluation evaluate(const ceres::CostFunction& function, bool with_a, bool with_b) {
  Evaluation e;
  double* jacobians[] = {with_a ? e.a.data() : nullptr, with_b ? e.b.data() : nullptr};
  EXPECT_TRUE(function.Evaluate(kAt, e.residual.data(), jacobians));
  return e;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-15) << i;
}

TEST(Ceres, HasTheBlocksOfAutomaticDerivatives) {
  const ceres::AutoDiffCostFunction<PairOf, 2, 3, 2> theirs(new PairOf);
  const Evaluation expected = evaluate(theirs, true, true);
  const std::unique_ptr<ceres::CostFunction> ours[] = {
      std::unique_ptr<ceres::CostFunction>(
          cost<2, 3, 2>(adapt_test::pair_of, GRADC_CALLABLE(adapt_test::pair_of_jacobian), 1.5)),
      std::unique_ptr<ceres::CostFunction>(cost<2, 3, 2>(adapt_test::posed, GRADC_CALLABLE(adapt_test::posed_jacobian), 1.5)),
      std::unique_ptr<ceres::CostFunction>(
          gradc::adapt::dynamic_cost<2>(2, {3, 2}, adapt_test::pair_of, GRADC_CALLABLE(adapt_test::pair_of_jacobian), 1.5))};
  for (const auto& function : ours) {
    EXPECT_EQ(function->num_residuals(), 2);
    EXPECT_EQ(function->parameter_block_sizes(), (std::vector<std::int32_t>{3, 2}));
    const Evaluation all = evaluate(*function, true, true);
    expect_near(all.residual, expected.residual);
    expect_near(all.a, expected.a);
    expect_near(all.b, expected.b);
  }
}

// What is written first and what is returned last are the rows, in that order.
TEST(Ceres, TakesSeveralOutputsAsRows) {
  const auto values = [](const double* a, const double* b, double* out) {
    out[1] = adapt_test::two_outputs(a, b, 1.5, out[0]);
  };
  const auto jacobian = [](const double* a, const double* b,
                           auto&... out) -> decltype(adapt_test::two_outputs_jacobian(a, b, 1.5, out...)) {
    return adapt_test::two_outputs_jacobian(a, b, 1.5, out...);
  };
  const std::unique_ptr<ceres::CostFunction> function(cost<2, 3, 2>(values, jacobian));
  const ceres::AutoDiffCostFunction<PairOf, 2, 3, 2> theirs(new PairOf);
  const Evaluation found = evaluate(*function, true, true), expected = evaluate(theirs, true, true);
  expect_near(found.residual, expected.residual);
  expect_near(found.a, expected.a);
  expect_near(found.b, expected.b);
}

TEST(Ceres, FillsTheBlocksThatAreAskedFor) {
  const std::unique_ptr<ceres::CostFunction> function(
      cost<2, 3, 2>(adapt_test::pair_of, GRADC_CALLABLE(adapt_test::pair_of_jacobian), 1.5));
  const Evaluation all = evaluate(*function, true, true), a = evaluate(*function, true, false),
                   b = evaluate(*function, false, true);
  EXPECT_EQ(a.a, all.a);
  EXPECT_EQ(a.b, std::vector<double>(4, 77));
  EXPECT_EQ(b.a, std::vector<double>(6, 77));
  EXPECT_EQ(b.b, all.b);
  double residual[2] = {};
  ASSERT_TRUE(function->Evaluate(kAt, residual, nullptr));
  EXPECT_EQ((std::vector<double>{residual[0], residual[1]}), all.residual);
}

// Without Jacobians only the function is called.
TEST(Ceres, CallsTheFunctionAloneForItsValue) {
  const auto never = [](const double*) -> std::pair<double, double> { throw std::logic_error("called"); };
  const std::unique_ptr<ceres::CostFunction> function(cost<1, 1>([](double x) { return 2 * x; }, never));
  const double x = 3, *at[] = {&x};
  double residual = 0, slope = 0, *jacobians[] = {&slope};
  EXPECT_TRUE(function->Evaluate(at, &residual, nullptr));
  EXPECT_EQ(residual, 6);
  EXPECT_THROW(function->Evaluate(at, &residual, jacobians), std::logic_error);
}

TEST(Ceres, RefusesValuesThatAreNotFinite) {
  const auto root = [](double x) { return std::sqrt(x); };
  const auto slope = [](double x) { return std::pair(std::sqrt(x), 0.5 / std::sqrt(x)); };
  const std::unique_ptr<ceres::CostFunction> function(cost<1, 1>(root, slope));
  double x = -1, residual = 0, jacobian = 0, *jacobians[] = {&jacobian};
  const double* at[] = {&x};
  EXPECT_FALSE(function->Evaluate(at, &residual, nullptr));
  EXPECT_FALSE(function->Evaluate(at, &residual, jacobians));
  x = 4;
  EXPECT_TRUE(function->Evaluate(at, &residual, jacobians));
  EXPECT_EQ(jacobian, 0.25);
}

TEST(Ceres, SaysWhichBlocksDoNotFit) {
  const std::unique_ptr<ceres::CostFunction> function(
      cost<2, 2, 3>(adapt_test::pair_of, GRADC_CALLABLE(adapt_test::pair_of_jacobian), 1.5));
  double residual[2], first[4], second[6], *jacobians[] = {first, second};
  EXPECT_THROW(function->Evaluate(kAt, residual, jacobians), gradc::ShapeError);
}

void solve(ceres::Problem& problem, int threads) {
  ceres::Solver::Options options;
  options.num_threads = threads;
  options.function_tolerance = 1e-16;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  EXPECT_TRUE(summary.IsSolutionUsable()) << summary.FullReport();
}

// Blocks of one number go to parameters that are numbers.
TEST(Ceres, FitsACurve) {
  for (const int threads : {1, 2}) {
    double m = 0, c = 0;
    ceres::Problem problem;
    for (int i = 0; i < 60; ++i)
      problem.AddResidualBlock(cost<1, 1, 1>(adapt_test::growth, GRADC_CALLABLE(adapt_test::growth_gradient), 0.1 * i,
                                             std::exp(0.3 * 0.1 * i + 0.1)),
                               nullptr, &m, &c);
    solve(problem, threads);
    EXPECT_NEAR(m, 0.3, 1e-9);
    EXPECT_NEAR(c, 0.1, 1e-9);
  }
}

TEST(Ceres, FitsAllResidualsOfOneFunction) {
  gradc::Vector<double> times(gradc::Shape{60}), values(gradc::Shape{60});
  for (std::int64_t i = 0; i < 60; ++i) times(i) = 0.1 * static_cast<double>(i), values(i) = std::exp(0.3 * times(i) + 0.1);
  double x[] = {0, 0};
  ceres::Problem problem;
  problem.AddResidualBlock(
      gradc::adapt::dynamic_cost<1>(60, {2}, adapt_test::growths, GRADC_CALLABLE(adapt_test::growths_jacobian), times, values),
      nullptr, x);
  solve(problem, 1);
  EXPECT_NEAR(x[0], 0.3, 1e-9);
  EXPECT_NEAR(x[1], 0.1, 1e-9);
}

TEST(Ceres, PassesExceptionsOn) {
  const auto value = [](double) -> double { throw std::domain_error("of the user"); };
  const auto slope = [](double) -> std::pair<double, double> { throw std::domain_error("of the user"); };
  double x = 1;
  ceres::Problem problem;
  problem.AddResidualBlock(cost<1, 1>(value, slope), nullptr, &x);
  ceres::Solver::Options options;
  ceres::Solver::Summary summary;
  EXPECT_THROW(ceres::Solve(options, &problem, &summary), std::domain_error);
}

}  // namespace
