#include <gradc/adapt/eigen_lm.h>

#include <gtest/gtest.h>

#include <unsupported/Eigen/NonLinearOptimization>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "model.grad.h"

namespace {

using gradc::adapt::least_squares;

struct Data {
  gradc::Vector<double> times{gradc::Shape{40}}, values{gradc::Shape{40}};
  Data() {
    for (std::int64_t i = 0; i < 40; ++i) times(i) = 0.1 * static_cast<double>(i), values(i) = std::exp(0.3 * times(i) + 0.1);
  }
};

TEST(EigenLm, HasTheJacobianInItsOwnOrder) {
  const Data data;
  const auto functor =
      least_squares(2, 40, adapt_test::growths, GRADC_CALLABLE(adapt_test::growths_jacobian), data.times, data.values);
  EXPECT_EQ(functor.inputs(), 2);
  EXPECT_EQ(functor.values(), 40);
  const Eigen::VectorXd x = Eigen::Vector2d(0.2, -0.3);
  Eigen::VectorXd residuals;
  Eigen::MatrixXd jacobian;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> by_rows;
  ASSERT_EQ(functor(x, residuals), 0);
  ASSERT_EQ(functor.df(x, jacobian), 0);
  ASSERT_EQ(functor.df(x, by_rows), 0);
  EXPECT_EQ(jacobian, by_rows);
  for (int i = 0; i < 40; ++i) {
    const double grown = std::exp(0.2 * data.times(i) - 0.3);
    EXPECT_NEAR(residuals(i), data.values(i) - grown, 1e-15);
    EXPECT_NEAR(jacobian(i, 0), -data.times(i) * grown, 1e-14);
    EXPECT_NEAR(jacobian(i, 1), -grown, 1e-14);
  }
}

TEST(EigenLm, FitsACurve) {
  const Data data;
  auto functor =
      least_squares(2, 40, adapt_test::growths, GRADC_CALLABLE(adapt_test::growths_jacobian), data.times, data.values);
  Eigen::LevenbergMarquardt<decltype(functor)> solver(functor);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(2);
  const int status = solver.minimize(x);
  EXPECT_TRUE(status == Eigen::LevenbergMarquardtSpace::RelativeErrorAndReductionTooSmall ||
              status == Eigen::LevenbergMarquardtSpace::RelativeErrorTooSmall ||
              status == Eigen::LevenbergMarquardtSpace::RelativeReductionTooSmall)
      << status;
  EXPECT_NEAR(x(0), 0.3, 1e-8);
  EXPECT_NEAR(x(1), 0.1, 1e-8);
}

// Numbers that are known when it is compiled, and a function that writes its residuals.
TEST(EigenLm, TakesKnownNumbers) {
  const Eigen::Vector2d b(0.9, -1.3);
  const auto value = [b](const Eigen::Vector3d& a, double* out) { adapt_test::pair_of(a.data(), b.data(), 1.5, out); };
  const auto jacobian = [b](const Eigen::Vector3d& a) {
    auto all = adapt_test::pair_of_jacobian(a.data(), b.data(), 1.5);
    return std::pair(all.value, all.jacobian.residual_a);
  };
  auto functor = least_squares<3, 2>(value, jacobian);
  static_assert(decltype(functor)::InputsAtCompileTime == 3 && decltype(functor)::ValuesAtCompileTime == 2);
  const Eigen::Vector3d x(0.3, -0.7, 1.1);
  Eigen::Vector2d residuals;
  Eigen::Matrix<double, 2, 3> found, expected;
  ASSERT_EQ(functor(x, residuals), 0);
  functor.df(x, found);
  expected << 1.5 * 0.9, std::cos(-0.7), 0, 0, 0, 1.69;
  EXPECT_LT((found - expected).norm(), 1e-15);
}

TEST(EigenLm, StopsWhereValuesAreNotFinite) {
  const auto value = [](double x) { return std::sqrt(x); };
  const auto slope = [](double x) { return std::pair(std::sqrt(x), 0.5 / std::sqrt(x)); };
  auto functor = least_squares(1, 1, value, slope);
  Eigen::LevenbergMarquardt<decltype(functor)> solver(functor);
  Eigen::VectorXd x(1);
  x << -1;
  EXPECT_EQ(solver.minimize(x), Eigen::LevenbergMarquardtSpace::UserAsked);
  Eigen::VectorXd residuals;
  EXPECT_EQ(functor(x, residuals), -1);
}

TEST(EigenLm, PassesExceptionsOn) {
  const auto value = [](double) -> double { throw std::domain_error("of the user"); };
  auto functor = least_squares(1, 1, value, [](double) { return std::pair(0.0, 0.0); });
  Eigen::LevenbergMarquardt<decltype(functor)> solver(functor);
  Eigen::VectorXd x(1);
  x << 1;
  EXPECT_THROW(solver.minimize(x), std::domain_error);
}

}  // namespace
