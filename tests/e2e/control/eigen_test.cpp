// FC1: classes of Eigen are refused where they are used.
#include "control_refused.h"

namespace {

TEST_F(Refused, FC1Eigen) {
  expect_refused(R"(#include <gradc/gradc.h>
#include <Eigen/Core>
GRADC_DIFFERENTIATE(gradient) double f(double a, double b) {
  Eigen::Vector3d v(a, b, a * b);  // refused
  return v.dot(v);
}
)");
}

TEST_F(Refused, FC1EigenParameter) {
  expect_refused(R"(#include <gradc/gradc.h>
#include <Eigen/Core>
GRADC_DIFFERENTIATE(gradient) double f(const Eigen::VectorXd& x) {  // refused
  return x.squaredNorm() + x.norm();
}
)");
}

}  // namespace
