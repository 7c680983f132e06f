#include <gradc/adapt/dlib.h>

#include <dlib/optimization.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "model.grad.h"

namespace {

using gradc::adapt::DlibVector;

TEST(Dlib, FindsAMinimum) {
  const auto f = gradc::adapt::dlib_function(adapt_test::rosenbrock, GRADC_CALLABLE(adapt_test::rosenbrock_gradient));
  DlibVector x = {-1.2, 1, -0.5};
  const DlibVector slope = f.derivative()(x), differences = dlib::derivative(f)(x);
  EXPECT_LT(dlib::length(slope - differences), 1e-4);
  const double least =
      dlib::find_min(dlib::bfgs_search_strategy(), dlib::objective_delta_stop_strategy(1e-14), f, f.derivative(), x, -1);
  EXPECT_LT(least, 1e-12);
  EXPECT_LT(dlib::length(x - DlibVector{1, 1, 1}), 1e-5);
}

TEST(Dlib, SolvesLeastSquares) {
  std::vector<adapt_test::Sample> samples;
  for (int i = 0; i < 30; ++i) samples.push_back({0.1 * i, 2 * std::exp(-0.4 * 0.1 * i)});
  const auto residual = gradc::adapt::dlib_residual(adapt_test::miss, GRADC_CALLABLE(adapt_test::miss_gradient));
  DlibVector x = {1, 0};
  const DlibVector slope = residual.derivative()(samples[7], x);
  EXPECT_NEAR(slope(0), -1, 1e-15);
  EXPECT_NEAR(slope(1), -0.7, 1e-15);
  dlib::solve_least_squares_lm(dlib::objective_delta_stop_strategy(1e-16), residual, residual.derivative(), samples, x);
  EXPECT_NEAR(x(0), 2, 1e-6);
  EXPECT_NEAR(x(1), -0.4, 1e-6);
}

TEST(Dlib, PassesExceptionsOn) {
  const auto value = [](double) -> double { throw std::domain_error("of the user"); };
  const auto f = gradc::adapt::dlib_function(value, [](double) { return std::pair(0.0, 0.0); });
  DlibVector x = {1};
  EXPECT_THROW(
      dlib::find_min(dlib::lbfgs_search_strategy(5), dlib::objective_delta_stop_strategy(1e-9), f, f.derivative(), x, -1),
      std::domain_error);
}

TEST(Dlib, SaysWhatDoesNotFit) {
  const auto f = gradc::adapt::dlib_function(adapt_test::hs071, GRADC_CALLABLE(adapt_test::hs071_gradient));
  const DlibVector x = {1, 2, 3, 4, 5};
  EXPECT_THROW(f.derivative()(x), gradc::ShapeError);
}

}  // namespace
