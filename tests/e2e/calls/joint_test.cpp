#include <string>

#include "differences.h"
#include "joint.grad.h"

namespace {

using joint::Vector;

Vector vector(std::int64_t n, unsigned seed) { return e2e::filled<Vector>(gradc::Shape{n}, -0.7, 0.8, seed); }

template <class F, class G>
void expect_gradients(const F& f, const G& gradient) {
  for (const std::int64_t n : {1, 2, 3, 5, 6}) {
    SCOPED_TRACE(n);
    Vector x = vector(n, 3);
    const auto result = gradient(x);
    EXPECT_EQ(result.value, f(x));
    e2e::expect_gradient(x, result.grad.x, [&] { return f(x); }, "x");
  }
}

template <class G, class H>
void expect_hvps(const G& gradient, const H& hvp) {
  for (const std::int64_t n : {1, 4, 6}) {
    SCOPED_TRACE(n);
    const Vector x = vector(n, 3), v = vector(n, 4);
    const Vector product = hvp(x, v).hvp.x;
    Vector ahead = x, behind = x;
    for (std::int64_t i = 0; i < n; ++i) ahead(i) += 1e-5 * v(i), behind(i) -= 1e-5 * v(i);
    const Vector a = gradient(ahead).grad.x, b = gradient(behind).grad.x;
    for (std::int64_t i = 0; i < n; ++i) e2e::expect_close(product(i), (a(i) - b(i)) / 2e-5, "hvp", 1e-6);
  }
}

#define EXPECT_GRADIENTS(f) \
  expect_gradients([](const Vector& x) { return joint::f(x); }, [](const Vector& x) { return joint::f##_gradient(x); })
#define EXPECT_HVPS(f)                                                 \
  expect_hvps([](const Vector& x) { return joint::f##_gradient(x); }, \
              [](const Vector& x, const Vector& v) { return joint::f##_hvp(x, v); })

TEST(Joint, InBranches) {
  EXPECT_GRADIENTS(tree);
  EXPECT_GRADIENTS(horner);
  EXPECT_GRADIENTS(shared);
}

TEST(Joint, InLoops) {
  EXPECT_GRADIENTS(paths);
  EXPECT_GRADIENTS(skipping);
  EXPECT_GRADIENTS(differences);
  EXPECT_GRADIENTS(stopped);
}

TEST(Joint, BetweenFunctions) {
  EXPECT_GRADIENTS(alternating);
  EXPECT_GRADIENTS(of_another);
}

TEST(Joint, WithState) {
  EXPECT_GRADIENTS(orders);
  EXPECT_GRADIENTS(choices);
  EXPECT_GRADIENTS(walks);
  EXPECT_GRADIENTS(not_restored);
  EXPECT_GRADIENTS(two_states);
  EXPECT_GRADIENTS(in_chunks);
}

TEST(Joint, WithValuesFirst) {
  EXPECT_GRADIENTS(logarithm);
  EXPECT_GRADIENTS(squares);
}

TEST(Joint, NotOfProducts) {
  EXPECT_GRADIENTS(halves);
  EXPECT_GRADIENTS(product);
}

TEST(Joint, SecondOrder) {
  EXPECT_HVPS(tree);
  EXPECT_HVPS(alternating);
  EXPECT_HVPS(choices);
  EXPECT_HVPS(logarithm);
  EXPECT_HVPS(two_states);
}

}  // namespace
