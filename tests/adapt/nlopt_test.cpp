#include <gradc/adapt/nlopt.h>

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model.grad.h"

namespace {

using gradc::adapt::optimize;

TEST(Nlopt, FindsAMinimum) {
  nlopt::opt optimizer(nlopt::LD_LBFGS, 4);
  gradc::adapt::set_min_objective(optimizer, adapt_test::rosenbrock, GRADC_CALLABLE(adapt_test::rosenbrock_gradient));
  optimizer.set_ftol_rel(1e-15);
  std::vector<double> x{-1.2, 1, -0.5, 2};
  double value = 1;
  optimize(optimizer, x, value);
  EXPECT_LT(value, 1e-10);
  for (const double number : x) EXPECT_NEAR(number, 1, 1e-4);
}

// Pointers, and a constant after the point.
TEST(Nlopt, FindsAMaximum) {
  nlopt::opt optimizer(nlopt::LD_SLSQP, 2);
  const auto value = [](const double* x, int n) { return -adapt_test::rosenbrock_at(x, n); };
  const auto gradient = [](const double* x, int n) {
    auto result = adapt_test::rosenbrock_at_gradient(x, n);
    for (double& number : result.grad.x) number = -number;
    return std::pair(-result.value, std::move(result.grad));
  };
  gradc::adapt::set_max_objective(optimizer, value, gradient, 2);
  optimizer.set_xtol_rel(1e-12);
  std::vector<double> x{-1.2, 1};
  double most = -1;
  optimize(optimizer, x, most);
  EXPECT_NEAR(most, 0, 1e-12);
  EXPECT_NEAR(x[0], 1, 1e-6);
}

// The problem of Hock and Schittkowski with its constraints one by one, and together.
struct Hs071 {
  static double product(const double* x) { return 25 - x[0] * x[1] * x[2] * x[3]; }
  static auto product_gradient(const double* x) {
    const auto j = adapt_test::hs071_constraints_jacobian(x);
    std::vector<double> row(j.jacobian.g_x.data(), j.jacobian.g_x.data() + 4);
    for (double& number : row) number = -number;
    return std::pair(product(x), row);
  }
  static double squares(const double* x) { return x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] - 40; }
  static auto squares_gradient(const double* x) {
    const auto j = adapt_test::hs071_constraints_jacobian(x);
    return std::pair(squares(x), std::vector<double>(j.jacobian.g_x.data() + 4, j.jacobian.g_x.data() + 8));
  }
};

nlopt::opt hs071(nlopt::algorithm algorithm) {
  nlopt::opt optimizer(algorithm, 4);
  optimizer.set_lower_bounds(1);
  optimizer.set_upper_bounds(5);
  optimizer.set_ftol_rel(1e-13);
  optimizer.set_maxeval(200);
  return optimizer;
}

void expect_solved(nlopt::opt& optimizer) {
  std::vector<double> x{1, 5, 5, 1};
  double value = 0;
  optimize(optimizer, x, value);
  EXPECT_NEAR(value, 17.0140173, 1e-6);
  const double expected[] = {1, 4.7429994, 3.8211503, 1.3794082};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(x[static_cast<std::size_t>(i)], expected[i], 1e-5);
}

TEST(Nlopt, KeepsConstraints) {
  nlopt::opt optimizer = hs071(nlopt::LD_SLSQP);
  gradc::adapt::set_min_objective(optimizer, adapt_test::hs071, GRADC_CALLABLE(adapt_test::hs071_gradient));
  gradc::adapt::add_inequality_constraint(optimizer, 1e-9, Hs071::product, Hs071::product_gradient);
  gradc::adapt::add_equality_constraint(optimizer, 1e-9, Hs071::squares, Hs071::squares_gradient);
  expect_solved(optimizer);
}

TEST(Nlopt, KeepsSeveralConstraintsOfOneFunction) {
  nlopt::opt optimizer = hs071(nlopt::LD_SLSQP);
  gradc::adapt::set_min_objective(optimizer, adapt_test::hs071, GRADC_CALLABLE(adapt_test::hs071_gradient));
  const auto values = [](const double* x, double* out) {
    adapt_test::hs071_constraints(x, out);
    out[0] -= 25, out[1] -= 40;
  };
  const auto jacobian = [](const double* x) {
    auto j = adapt_test::hs071_constraints_jacobian(x);
    j.value.g(0) -= 25, j.value.g(1) -= 40;
    return j;
  };
  gradc::adapt::add_equality_mconstraint(optimizer, {1e-9, 1e-9}, values, jacobian);
  expect_solved(optimizer);

  nlopt::opt other = hs071(nlopt::LD_SLSQP);
  gradc::adapt::set_min_objective(other, adapt_test::hs071, GRADC_CALLABLE(adapt_test::hs071_gradient));
  // As inequalities: the product again, and squares that are not more than 41, which holds.
  const auto negative = [values](const double* x, double* out) {
    values(x, out);
    out[0] = -out[0], out[1] -= 1;
  };
  const auto negative_jacobian = [jacobian](const double* x) {
    auto j = jacobian(x);
    j.value.g(0) = -j.value.g(0), j.value.g(1) -= 1;
    for (std::int64_t i = 0; i < 4; ++i) j.jacobian.g_x(0, i) = -j.jacobian.g_x(0, i);
    return j;
  };
  gradc::adapt::add_inequality_mconstraint(other, {1e-9, 1e-9}, negative, negative_jacobian);
  gradc::adapt::add_equality_constraint(other, 1e-9, Hs071::squares, Hs071::squares_gradient);
  expect_solved(other);
}

// Algorithms without derivatives pass no gradient, and then no derivative is called.
TEST(Nlopt, NeedsNoGradient) {
  nlopt::opt optimizer(nlopt::LN_NELDERMEAD, 2);
  const auto never = [](const double*) -> std::pair<double, std::vector<double>> { throw std::logic_error("called"); };
  gradc::adapt::set_min_objective(
      optimizer, [](const double* x) { return (x[0] - 1) * (x[0] - 1) + x[1] * x[1]; }, never);
  optimizer.set_xtol_rel(1e-10);
  std::vector<double> x{3, 2};
  double value = 1;
  optimize(optimizer, x, value);
  EXPECT_NEAR(x[0], 1, 1e-6);
}

TEST(Nlopt, PassesExceptionsOn) {
  nlopt::opt optimizer(nlopt::LD_LBFGS, 1);
  const auto value = [](const double*) -> double { throw std::domain_error("of the user"); };
  const auto gradient = [](const double*) -> std::pair<double, double> { throw std::domain_error("of the user"); };
  gradc::adapt::set_min_objective(optimizer, value, gradient);
  std::vector<double> x{1};
  double least = 0;
  try {
    optimize(optimizer, x, least);
    FAIL() << "nothing was thrown";
  } catch (const std::domain_error& error) {
    EXPECT_EQ(std::string(error.what()), "of the user");
  }
  // What NLopt itself throws stays what it is.
  std::vector<double> longer{1, 2};
  EXPECT_THROW(optimize(optimizer, longer, least), std::invalid_argument);
}

// The optimizer owns what it calls: copies too.
TEST(Nlopt, OwnsFunctions) {
  auto counted = std::make_shared<int>(0);
  {
    nlopt::opt optimizer(nlopt::LD_SLSQP, 1);
    const auto value = [counted](const double* x) { return x[0] * x[0]; };
    const auto gradient = [counted](const double* x) { return std::pair(x[0] * x[0], 2 * x[0]); };
    gradc::adapt::set_min_objective(optimizer, value, gradient);
    const long before = counted.use_count();
    {
      nlopt::opt copy(optimizer);
      EXPECT_EQ(counted.use_count(), before + 2);
    }
    EXPECT_EQ(counted.use_count(), before);
  }
  EXPECT_EQ(counted.use_count(), 1);
}

TEST(Nlopt, SaysWhatDoesNotFit) {
  nlopt::opt optimizer(nlopt::LD_SLSQP, 5);  // one more than the function reads
  gradc::adapt::set_min_objective(optimizer, adapt_test::hs071, GRADC_CALLABLE(adapt_test::hs071_gradient));
  std::vector<double> x{1, 2, 3, 4, 5};
  double value = 0;
  EXPECT_THROW(optimize(optimizer, x, value), gradc::ShapeError);
}

}  // namespace
