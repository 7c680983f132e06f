#include "differences.h"
#include "marked.grad.h"

namespace {

using marked::Vector;

Vector vector(std::int64_t n, unsigned seed = 1) { return e2e::filled<Vector>(gradc::Shape{n}, -1.2, 1.3, seed); }

TEST(Marked, OnlyTheLoopAfterTheMarkIsRelaxed) {
  bool differ = false;
  for (const std::int64_t n : {0, 1, 17, 700, 1100}) {
    Vector x = vector(n);
    const auto result = marked::sums_forward(x);
    const marked::Sums plain = marked::sums(x);
    EXPECT_EQ(result.value.in_order, plain.in_order);
    e2e::expect_close(result.value.in_any_order, plain.in_any_order, "value", 1e-13);
    differ = differ || result.value.in_any_order != plain.in_any_order;
    if (n > 100) continue;
    auto residuals = marked::sums_forward(x).residuals;
    e2e::expect_gradient(
        x, marked::sums_backward(residuals, {2, 3}).x,
        [&] {
          const marked::Sums s = marked::sums(x);
          return 2 * s.in_order + 3 * s.in_any_order;
        },
        "x");
  }
  EXPECT_TRUE(differ) << "the marked loop has the bits of the source";
}

TEST(Marked, LoopsInsideAreRelaxedToo) {
  bool differ = false;
  for (const std::int64_t n : {1, 20, 700}) {
    Vector x = vector(n);
    const auto f = [&] { return marked::inside(x, 3); };
    const auto result = marked::inside_gradient(x, 3);
    const auto in_order = marked::inside_in_order_gradient(x, 3);
    EXPECT_EQ(in_order.value, f());
    e2e::expect_close(result.value, f(), "value", 1e-13);
    differ = differ || result.value != f();
    if (n > 100) continue;
    e2e::expect_gradient(x, result.grad.x, f, "x");
    e2e::expect_gradient(x, in_order.grad.x, f, "x");
  }
  EXPECT_TRUE(differ) << "the marked loop has the bits of the source";
}

TEST(Marked, IndependentTrips) {
  Vector x = vector(6);
  const gradc::Vector<int> at{3, 0, 5, 1};
  const auto result = marked::scattered_gradient(x, at);
  EXPECT_EQ(result.value, marked::scattered(x, at));
  e2e::expect_gradient(
      x, result.grad.x, [&] { return marked::scattered(x, at); }, "x");
  for (const std::int64_t n : {1, 5, 40}) {
    Vector y = vector(n, 3);
    const auto extremes = marked::extremes_gradient(y);
    EXPECT_EQ(extremes.value, marked::extremes(y));
    e2e::expect_gradient(
        y, extremes.grad.x, [&] { return marked::extremes(y); }, "x");
  }
}

}  // namespace
