// Matrices of Eigen: what is refused, at its line, and where one object stands for another.
#include <gtest/gtest.h>

#include "lowered.h"

namespace lower_test {
namespace {

LoweredSource lower_eigen(const std::string& body) { return lower_text("#include <Eigen/Dense>\nusing namespace Eigen;\n#define G GRADC_DIFFERENTIATE(gradient)\n" + body, {}, {"-isystem", GRADC_TEST_EIGEN}); }

TEST(EigenRefusals, AtTheirLines) {
  const LoweredSource lowered = lower_eigen(R"(G double kept(const VectorXd& a, const VectorXd& b) {
  auto sum = a + b;
  const auto& twice = 2.0 * a;
  return sum.sum() + twice.sum();
}
G double turned(MatrixXd a) {
  a = a.transpose();
  return a.sum();
}
G double moved(VectorXd x, int n) {
  x.segment(n, 2) = x.segment(0, 2);
  x.head(2) = x.reverse().head(2) * 2.0;
  return x.sum();
}
G double by_vectors(const Matrix3d& a) { return SelfAdjointEigenSolver<Matrix3d>(a).eigenvectors()(0, 0); }
G double mapped(const Map<const VectorXd>& x) { return x.sum(); }
G double strided(const double x[6]) { return Map<const VectorXd, 0, InnerStride<2>>(x, 3).sum(); }
G double random(const VectorXd& x) { return VectorXd::Random(3).dot(x); }
G double triangle(MatrixXd a) {
  a.triangularView<Upper>() *= 2.0;
  return a.sum();
}
struct Views { Map<const Vector3d> v; };
G double viewed(const Views& views) { return views.v.sum(); }
template <class D> void turned(const MatrixBase<D>& from, MatrixXd& to) { to = from; }
G double written(MatrixXd a) {
  turned(2.0 * a.transpose(), a);
  return a.sum();
}
G double counted(const VectorXd& x) {
  int n = 0;
  const VectorXd y = x.unaryExpr([&n](double v) { return v * ++n; });
  return y.sum();
}
)");
  const std::string no = " is not understood in a function that is differentiated; ",
                    late = ", which is computed anew wherever it is read; declare it as Eigen::Matrix<double, Eigen::Dynamic, 1> [lazy_variable]\n",
                    alias = "an assignment that reads what it writes (Eigen assigns one coefficient after the other)" + no + "add .eval() to what is assigned [unsupported_expression]\n",
                    guide = " is a function of a library and no op of gradc; write it with the operations of Eigen that the guide names (docs/guide/eigen.md) [library_function]\n";
  EXPECT_EQ(lowered.errors(),
            "6: 'sum' is an Eigen::CwiseBinaryOp" + late + "7: 'twice' is an Eigen::CwiseBinaryOp" + late + "11: " + alias + "15: " + alias +
                "19: 'Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 3, 3>>::eigenvectors'" + guide +
                "20: parameter 'x' of 'mapped' can't have type 'Map<const VectorXd>': an Eigen::Map may lie in any memory; take "
                "Eigen::Matrix<double, Eigen::Dynamic, 1> [not_in_signature]\n" +
                "21: this constructor of Eigen::Map" + no + "map memory without strides, or name the object itself [unsupported_expression]\n" +
                "22: 'Eigen::DenseBase<Eigen::Matrix<double, -1, 1>>::Random'" + guide +
                "24: writing to an Eigen::TriangularView" + no + "write to a block of the object itself [unsupported_expression]\n" +
                "28: parameter 'views' of 'viewed' can't have type 'Views': member 'v' is a reference; hold a value [not_in_signature]\n" +
                "31: an expression of Eigen of what another argument writes" + no + "add .eval() to the expression [unsupported_expression]\n" +
                "36: 'Eigen::DenseBase<Eigen::Matrix<double, -1, 1>>::unaryExpr'" + guide);
}

}  // namespace
}  // namespace lower_test
