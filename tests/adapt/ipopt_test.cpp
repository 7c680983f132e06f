#include <gradc/adapt/ipopt.h>

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model.grad.h"

namespace {

using gradc::adapt::constraints;
using gradc::adapt::lagrangian;
using gradc::adapt::nlp;
using gradc::adapt::objective;

Ipopt::SmartPtr<Ipopt::IpoptApplication> application() {
  Ipopt::SmartPtr<Ipopt::IpoptApplication> made = IpoptApplicationFactory();
  made->Options()->SetIntegerValue("print_level", 0);
  made->Options()->SetStringValue("sb", "yes");
  made->Options()->SetNumericValue("tol", 1e-9);
  EXPECT_EQ(made->Initialize(""), Ipopt::Solve_Succeeded);
  return made;
}

auto hs071_objective() { return objective(adapt_test::hs071, GRADC_CALLABLE(adapt_test::hs071_gradient)); }
auto hs071_constraints() {
  return constraints(adapt_test::hs071_constraints, GRADC_CALLABLE(adapt_test::hs071_constraints_jacobian));
}

template <class Problem>
void expect_hs071(Problem& problem) {
  problem->lower.assign(4, 1);
  problem->upper.assign(4, 5);
  problem->constraint_lower = {25, 40};
  problem->constraint_upper = {gradc::adapt::kUnbounded, 40};
  EXPECT_EQ(gradc::adapt::solve(*application(), problem), Ipopt::Solve_Succeeded);
  EXPECT_EQ(problem->status, Ipopt::SUCCESS);
  EXPECT_GT(problem->iterations, 3);
  EXPECT_NEAR(problem->value, 17.0140173, 1e-6);
  const double expected[] = {1, 4.7429994, 3.8211503, 1.3794082};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(problem->x[i], expected[i], 1e-5);
  EXPECT_NEAR(problem->multipliers[0], -0.5522937, 1e-5);
  EXPECT_NEAR(problem->multipliers[1], 0.1614686, 1e-5);
}

TEST(Ipopt, SolvesWithAHessian) {
  auto problem = nlp({1, 5, 5, 1}, hs071_objective(), hs071_constraints(),
                     lagrangian(GRADC_CALLABLE(adapt_test::hs071_lagrangian_hessian)));
  expect_hs071(problem);
}

TEST(Ipopt, SolvesWithoutAHessian) {
  auto problem = nlp({1, 5, 5, 1}, hs071_objective(), hs071_constraints());
  expect_hs071(problem);
}

TEST(Ipopt, SolvesWithoutConstraints) {
  const auto hessian = [](const gradc::Vector<double>& x, double sigma) {
    auto result = adapt_test::rosenbrock_hessian(x);
    for (double& number : result.hessian.x_x) number *= sigma;
    return result;
  };
  auto problem = nlp({-1.2, 1, 2}, objective(adapt_test::rosenbrock, GRADC_CALLABLE(adapt_test::rosenbrock_gradient)),
                     gradc::adapt::no_constraints, lagrangian(hessian));
  EXPECT_EQ(gradc::adapt::solve(*application(), problem), Ipopt::Solve_Succeeded);
  for (const double number : problem->x) EXPECT_NEAR(number, 1, 1e-6);
}

constexpr int kChain = 8;

auto chain_of(double force) {
  std::vector<double> start(kChain);
  for (int i = 0; i < kChain; ++i) start[static_cast<std::size_t>(i)] = 0.2 + 0.1 * i;
  return nlp(start, objective(adapt_test::chain, GRADC_CALLABLE(adapt_test::chain_gradient), force),
             constraints(adapt_test::links, GRADC_CALLABLE(adapt_test::links_jacobian)),
             lagrangian(GRADC_CALLABLE(adapt_test::chain_lagrangian_hessian), force));
}

using Places = std::set<std::pair<int, int>>;

Places places(const std::vector<int>& rows, const std::vector<int>& columns) {
  Places found;
  for (std::size_t k = 0; k < rows.size(); ++k) found.insert({rows[k], columns[k]});
  EXPECT_EQ(found.size(), rows.size()) << "an entry stands twice";
  return found;
}

TEST(Ipopt, FindsTheStructure) {
  auto problem = chain_of(1);
  int n = 0, m = 0, jacobian = 0, hessian = 0;
  Ipopt::TNLP::IndexStyleEnum style = Ipopt::TNLP::FORTRAN_STYLE;
  ASSERT_TRUE(problem->get_nlp_info(n, m, jacobian, hessian, style));
  EXPECT_EQ(n, kChain);
  EXPECT_EQ(m, kChain - 1);
  EXPECT_EQ(style, Ipopt::TNLP::C_STYLE);
  Places bands, diagonal;
  for (int i = 0; i + 1 < kChain; ++i) bands.insert({i, i}), bands.insert({i, i + 1});
  for (int i = 0; i < kChain; ++i) diagonal.insert({i, i});
  std::vector<int> rows(static_cast<std::size_t>(jacobian)), columns(rows);
  problem->eval_jac_g(n, nullptr, false, m, jacobian, rows.data(), columns.data(), nullptr);
  EXPECT_EQ(places(rows, columns), bands);
  rows.resize(static_cast<std::size_t>(hessian)), columns.resize(rows.size());
  problem->eval_h(n, nullptr, false, 1, m, nullptr, false, hessian, rows.data(), columns.data(), nullptr);
  EXPECT_EQ(places(rows, columns), diagonal);

  problem->dense = true;
  ASSERT_TRUE(problem->get_nlp_info(n, m, jacobian, hessian, style));
  EXPECT_EQ(jacobian, n * m);
  EXPECT_EQ(hessian, n * (n + 1) / 2);
}

// A full matrix of the differences of a function's gradient.
template <class F>
void expect_differences(const std::vector<double>& at, std::size_t rows, const F& f, const std::vector<double>& found) {
  for (std::size_t j = 0; j < at.size(); ++j) {
    std::vector<double> up = at, down = at, above(rows), below(rows);
    up[j] += 1e-6, down[j] -= 1e-6;
    f(up, above.data()), f(down, below.data());
    for (std::size_t i = 0; i < rows; ++i)
      EXPECT_NEAR(found[i * at.size() + j], (above[i] - below[i]) / 2e-6, 1e-6) << i << ", " << j;
  }
}

TEST(Ipopt, HasTheDerivativesOfDifferences) {
  auto problem = nlp({1, 5, 5, 1}, hs071_objective(), hs071_constraints(),
                     lagrangian(GRADC_CALLABLE(adapt_test::hs071_lagrangian_hessian)));
  int n = 0, m = 0, jacobian = 0, hessian = 0;
  Ipopt::TNLP::IndexStyleEnum style;
  ASSERT_TRUE(problem->get_nlp_info(n, m, jacobian, hessian, style));
  const std::vector<double> at{1.3, 2.1, 3.7, 1.9};
  const double factor = 0.7, lambda[] = {0.4, -1.2};

  std::vector<int> rows(static_cast<std::size_t>(jacobian)), columns(rows);
  std::vector<double> values(rows.size()), full(8);
  problem->eval_jac_g(n, nullptr, false, m, jacobian, rows.data(), columns.data(), nullptr);
  ASSERT_TRUE(problem->eval_jac_g(n, at.data(), true, m, jacobian, nullptr, nullptr, values.data()));
  for (std::size_t k = 0; k < values.size(); ++k) full[static_cast<std::size_t>(rows[k] * n + columns[k])] = values[k];
  expect_differences(
      at, 2, [&](const std::vector<double>& x, double* out) { problem->eval_g(n, x.data(), true, m, out); }, full);

  rows.resize(static_cast<std::size_t>(hessian)), columns.resize(rows.size()), values.resize(rows.size());
  problem->eval_h(n, nullptr, false, factor, m, lambda, true, hessian, rows.data(), columns.data(), nullptr);
  ASSERT_TRUE(problem->eval_h(n, at.data(), true, factor, m, lambda, true, hessian, nullptr, nullptr, values.data()));
  full.assign(16, 0);
  for (std::size_t k = 0; k < values.size(); ++k) {
    EXPECT_GE(rows[k], columns[k]);
    full[static_cast<std::size_t>(rows[k] * n + columns[k])] = full[static_cast<std::size_t>(columns[k] * n + rows[k])] =
        values[k];
  }
  const auto gradient = [&](const std::vector<double>& x, double* out) {
    problem->eval_grad_f(n, x.data(), true, out);
    std::vector<double> j(static_cast<std::size_t>(n * m));
    int k = 0;
    std::vector<int> r(static_cast<std::size_t>(jacobian)), c(r);
    problem->eval_jac_g(n, nullptr, false, m, jacobian, r.data(), c.data(), nullptr);
    problem->eval_jac_g(n, x.data(), false, m, jacobian, nullptr, nullptr, j.data());
    for (int i = 0; i < n; ++i) out[i] *= factor;
    for (; k < jacobian; ++k)
      out[c[static_cast<std::size_t>(k)]] += lambda[r[static_cast<std::size_t>(k)]] * j[static_cast<std::size_t>(k)];
  };
  expect_differences(at, 4, gradient, full);
}

TEST(Ipopt, SolvesWithAStructure) {
  for (const bool dense : {false, true}) {
    auto problem = chain_of(3);
    problem->dense = dense;
    EXPECT_EQ(gradc::adapt::solve(*application(), problem), Ipopt::Solve_Succeeded);
    // The chain has one freedom: at a minimum the sum of what moves with it is zero.
    double slope = 0, moves = 1;
    for (const double x : problem->x) {
      slope += (4 * x * x * x - 3) * moves;
      moves *= 1 + 0.1 * std::cos(x);
    }
    EXPECT_NEAR(slope, 0, 1e-6);
  }
}

// Values and derivatives are computed once for a point.
TEST(Ipopt, ComputesOnceForAPoint) {
  int values = 0, gradients = 0, jacobians = 0, constraint_values = 0;
  const auto f = [&](const double* x) { return ++values, x[0] * x[0]; };
  const auto df = [&](const double* x) { return ++gradients, std::pair(x[0] * x[0], 2 * x[0]); };
  const auto g = [&](const double* x, double* out) { ++constraint_values, out[0] = x[0] - 1; };
  const auto dg = [&](const double* x) { return ++jacobians, std::pair(x[0] - 1, 1.0); };
  auto problem = nlp({3}, objective(f, df), constraints(g, dg));
  int n = 0, m = 0, entries = 0, none = 0;
  Ipopt::TNLP::IndexStyleEnum style;
  ASSERT_TRUE(problem->get_nlp_info(n, m, entries, none, style));
  values = gradients = jacobians = 0;
  double x = 2, value = 0, slope = 0, constraint = 0, entry = 0;
  problem->eval_grad_f(1, &x, true, &slope);
  problem->eval_f(1, &x, false, value);
  problem->eval_grad_f(1, &x, false, &slope);
  EXPECT_EQ(values, 0);
  EXPECT_EQ(gradients, 1);
  EXPECT_EQ(value, 4);
  EXPECT_EQ(slope, 4);
  problem->eval_jac_g(1, &x, false, 1, 1, nullptr, nullptr, &entry);
  problem->eval_g(1, &x, false, 1, &constraint);
  EXPECT_EQ(jacobians, 1);
  EXPECT_EQ(constraint_values, 0);
  EXPECT_EQ(constraint, 1);
  x = 5;
  problem->eval_f(1, &x, true, value);
  EXPECT_EQ(values, 1);
  EXPECT_EQ(value, 25);
  problem->eval_g(1, &x, false, 1, &constraint);
  problem->eval_g(1, &x, false, 1, &constraint);
  EXPECT_EQ(constraint_values, 1);
  EXPECT_EQ(constraint, 4);
}

// The derivative of x x x is zero at the start, and not at the points beside it. What begins to matter far from all three is
// an error.
TEST(Ipopt, SaysWhereTheStructureChanges) {
  const auto f = [](const double* x) { return x[0] * x[0]; };
  const auto df = [](const double* x) { return std::pair(x[0] * x[0], std::array<double, 2>{2 * x[0], 0}); };
  const auto g = [](const double* x) { return x[0] > 1 ? x[0] * x[0] * x[1] : x[0] * x[0] * x[0]; };
  const auto dg = [g](const double* x) {
    return std::pair(
        g(x), x[0] > 1 ? std::array<double, 2>{2 * x[0] * x[1], x[0] * x[0]} : std::array<double, 2>{3 * x[0] * x[0], 0});
  };
  auto problem = nlp({0, 0}, objective(f, df), constraints(g, dg));
  int n = 0, m = 0, entries = 0, none = 0;
  Ipopt::TNLP::IndexStyleEnum style;
  ASSERT_TRUE(problem->get_nlp_info(n, m, entries, none, style));
  EXPECT_EQ(entries, 1);
  const double later[] = {2, 3};
  double values[2];
  EXPECT_THROW(problem->eval_jac_g(2, later, true, 1, entries, nullptr, nullptr, values), gradc::Error);
  problem->dense = true;
  ASSERT_TRUE(problem->get_nlp_info(n, m, entries, none, style));
  ASSERT_TRUE(problem->eval_jac_g(2, later, true, 1, entries, nullptr, nullptr, values));
  EXPECT_EQ(values[0], 12);
  EXPECT_EQ(values[1], 4);
}

TEST(Ipopt, PassesExceptionsOn) {
  const auto f = [](const double*) -> double { throw std::domain_error("of the user"); };
  const auto df = [](const double*) -> std::pair<double, double> { throw std::domain_error("of the user"); };
  auto problem = nlp({1}, objective(f, df));
  try {
    gradc::adapt::solve(*application(), problem);
    FAIL() << "nothing was thrown";
  } catch (const std::domain_error& error) {
    EXPECT_EQ(std::string(error.what()), "of the user");
  }
}

// Where the objective is not a number Ipopt goes back.
TEST(Ipopt, TakesShorterStepsWhereValuesAreNotFinite) {
  const auto f = [](const double* x) { return x[0] - std::log(x[0]); };
  const auto df = [f](const double* x) { return std::pair(f(x), 1 - 1 / x[0]); };
  auto problem = nlp({30}, objective(f, df));
  EXPECT_EQ(gradc::adapt::solve(*application(), problem), Ipopt::Solve_Succeeded);
  EXPECT_NEAR(problem->x[0], 1, 1e-6);
}

TEST(Ipopt, SaysWhichBoundsDoNotFit) {
  auto problem = nlp({1, 5, 5, 1}, hs071_objective(), hs071_constraints());
  problem->lower.resize(3);
  EXPECT_THROW(gradc::adapt::solve(*application(), problem), gradc::ShapeError);
  problem->lower.resize(4);
  problem->constraint_lower.resize(1);
  EXPECT_THROW(gradc::adapt::solve(*application(), problem), gradc::ShapeError);
}

}  // namespace
