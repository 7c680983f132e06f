#include "differences.h"
#include "sums.grad.h"

namespace {

using sums::Matrix;
using sums::Net;
using sums::Vector;

Vector vector(std::int64_t n, unsigned seed = 1) { return e2e::filled<Vector>(gradc::Shape{n}, -0.7, 0.8, seed); }
Matrix matrix(std::int64_t rows, std::int64_t columns) { return e2e::filled<Matrix>(gradc::Shape{rows, columns}, -0.6, 0.7, 5); }

TEST(Sums, OfWeightsInARecursion) {
  for (const int depth : {0, 1, 3}) {
    Net net{matrix(3, 3), vector(3, 2)};
    Vector x = vector(3, 3);
    const auto f = [&] { return sums::tree(net, x, depth); };
    const auto result = sums::tree_gradient(net, x, depth);
    EXPECT_EQ(result.value, f());
    e2e::expect_gradient(net.w, result.grad.net.w, f, "w");
    e2e::expect_gradient(net.b, result.grad.net.b, f, "b");
    e2e::expect_gradient(x, result.grad.x, f, "x");
    // The same memory again: what was summed before is not in it.
    sums::tree_gradient_result again = result;
    gradc::Workspace workspace;
    for (int call = 0; call < 2; ++call) {
      sums::tree_gradient(net, x, depth, again, workspace);
      for (std::int64_t i = 0; i < net.w.size(); ++i) EXPECT_EQ(again.grad.net.w.data()[i], result.grad.net.w.data()[i]);
    }
    auto forward = sums::tree_forward(net, x, depth);
    const auto backward = sums::tree_backward(forward.residuals, 2.0);
    for (std::int64_t i = 0; i < net.w.size(); ++i)
      e2e::expect_close(backward.net.w.data()[i], 2 * result.grad.net.w.data()[i], "vjp", 1e-12);
    const Net d{matrix(3, 3), vector(3, 6)};
    const Vector d_x = vector(3, 7);
    const auto product = sums::tree_hvp(net, x, depth, d, d_x).hvp;
    const auto moved = [&](double by) {
      Net at = net;
      Vector to = x;
      for (std::int64_t i = 0; i < 9; ++i) at.w.data()[i] += by * d.w.data()[i];
      for (std::int64_t i = 0; i < 3; ++i) at.b(i) += by * d.b(i), to(i) += by * d_x(i);
      return sums::tree_gradient(at, to, depth).grad;
    };
    const auto ahead = moved(1e-4), behind = moved(-1e-4);
    for (std::int64_t i = 0; i < 9; ++i)
      e2e::expect_close(product.net.w.data()[i], (ahead.net.w.data()[i] - behind.net.w.data()[i]) / 2e-4, "hvp", 1e-5);
    for (std::int64_t i = 0; i < 3; ++i) e2e::expect_close(product.x(i), (ahead.x(i) - behind.x(i)) / 2e-4, "hvp", 1e-5);
  }
}

TEST(Sums, WithStateThatIsRestored) {
  for (const std::int64_t n : {0, 1, 3, 4}) {
    Matrix a = matrix(n, n);
    const auto f = [&] { return sums::permanent(a); };
    const auto result = sums::permanent_gradient(a);
    EXPECT_EQ(result.value, f());
    e2e::expect_gradient(a, result.grad.a, f, "a");
  }
  for (const std::int64_t n : {1, 2, 4}) {
    Vector x = vector(n), y = vector(n, 2);
    const auto f = [&] { return sums::paths(x, y); };
    const auto result = sums::paths_gradient(x, y);
    EXPECT_EQ(result.value, f());
    e2e::expect_gradient(x, result.grad.x, f, "x");
    e2e::expect_gradient(y, result.grad.y, f, "y");
  }
}

TEST(Sums, WithStateThatIsNot) {
  Vector x = vector(4);
  const auto f = [&] { return sums::left_changed(x); };
  const auto result = sums::left_changed_gradient(x);
  EXPECT_EQ(result.value, f());
  e2e::expect_gradient(x, result.grad.x, f, "x");
}

TEST(Sums, InBranchesAndAlone) {
  Vector x = vector(3);
  for (const int n : {0, 1, 2, 5}) {
    const auto f = [&] { return sums::in_both_arms(x, n); };
    const auto result = sums::in_both_arms_gradient(x, n);
    EXPECT_EQ(result.value, f());
    e2e::expect_gradient(x, result.grad.x, f, "x");
    const auto g = [&] { return sums::of_one_result(x, n); };
    const auto other = sums::of_one_result_gradient(x, n);
    EXPECT_EQ(other.value, g());
    e2e::expect_gradient(x, other.grad.x, g, "x");
  }
}

}  // namespace
