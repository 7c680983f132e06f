#include "differences.h"
#include "moved.h"
#include "neighbours.grad.h"
#include "thrown.h"

namespace {

using neighbours::Matrix;
using neighbours::Vector;
using e2e::dot;
using e2e::moved;

constexpr std::int64_t kSizes[] = {0, 1, 2, 3, 4, 5, 70, 131};

Vector vector(std::int64_t n, unsigned seed = 1) { return e2e::filled<Vector>(gradc::Shape{n}, -1.2, 1.3, seed); }
// The value has the bits of the function's.
template <class Plain, class Gradient>
void expect_derivative(Plain plain, Gradient gradient) {
  for (const std::int64_t n : kSizes) {
    Vector x = vector(n);
    const auto result = gradient(x);
    EXPECT_EQ(result.value, plain(x)) << n;
    e2e::expect_gradient(x, result.grad.x, [&] { return plain(x); }, "x of " + std::to_string(n));
  }
}

TEST(Neighbours, SumsOfDifferences) {
  const double w = 0.3;
  expect_derivative([&](const Vector& x) { return neighbours::total_variation(x, w); },
                    [&](const Vector& x) { return neighbours::total_variation_gradient(x, w); });
  expect_derivative([](const Vector& x) { return neighbours::second_differences(x); },
                    [](const Vector& x) { return neighbours::second_differences_gradient(x); });
  expect_derivative([](const Vector& x) { return neighbours::downwards(x); },
                    [](const Vector& x) { return neighbours::downwards_gradient(x); });
  expect_derivative([](const Vector& x) { return neighbours::strided(x); },
                    [](const Vector& x) { return neighbours::strided_gradient(x); });
  expect_derivative([](const Vector& x) { return neighbours::of_the_sum(x); },
                    [](const Vector& x) { return neighbours::of_the_sum_gradient(x); });
  expect_derivative([](const Vector& x) { return neighbours::under_conditions(x); },
                    [](const Vector& x) { return neighbours::under_conditions_gradient(x); });
  // Nothing is kept of a trip.
  EXPECT_EQ(neighbours::total_variation_gradient_workspace_bytes(vector(70), w), 0);
  EXPECT_EQ(neighbours::second_differences_gradient_workspace_bytes(vector(70)), 0);
}

TEST(Neighbours, OtherArguments) {
  for (const std::int64_t n : kSizes) {
    Vector x = vector(n), y = vector(n, 2);
    double w = 0.4;
    const auto variation = neighbours::total_variation_gradient(x, w);
    e2e::expect_gradient(w, variation.grad.w, [&] { return neighbours::total_variation(x, w); }, "w");
    const auto kept = neighbours::kept_functions_gradient(x, w);
    const auto plain = [&] { return neighbours::kept_functions(x, w); };
    EXPECT_EQ(kept.value, plain());
    e2e::expect_gradient(x, kept.grad.x, plain, "x");
    e2e::expect_gradient(w, kept.grad.w, plain, "w");
    const auto sums = neighbours::two_sums_gradient(x, y);
    const auto both = [&] { return neighbours::two_sums(x, y); };
    EXPECT_EQ(sums.value, both());
    e2e::expect_gradient(x, sums.grad.x, both, "x");
    e2e::expect_gradient(y, sums.grad.y, both, "y");
    if (n > 3) {
      const Vector d = vector(n, 3);
      e2e::expect_close(neighbours::total_variation_jvp(x, w, d, 0.5).tangent, dot(variation.grad.x, d) + 0.5 * variation.grad.w, "tangent", 1e-12);
      const auto product = neighbours::total_variation_hvp(x, w, d, 0.5).hvp;
      const auto ahead = neighbours::total_variation_gradient(moved(x, d, 1e-4), w + 0.5e-4).grad,
                 behind = neighbours::total_variation_gradient(moved(x, d, -1e-4), w - 0.5e-4).grad;
      for (std::int64_t i = 0; i < n; ++i) e2e::expect_close(product.x(i), (ahead.x(i) - behind.x(i)) / 2e-4, "hvp", 1e-5);
      e2e::expect_close(product.w, (ahead.w - behind.w) / 2e-4, "hvp", 1e-5);
    }
  }
}

TEST(Neighbours, Floats) {
  for (const std::int64_t n : kSizes) {
    gradc::Vector<float> x(gradc::Shape{n});
    for (std::int64_t i = 0; i < n; ++i) x(i) = static_cast<float>(i * 7 % 11) / 11 - 0.4f;
    const auto result = neighbours::in_float_gradient(x);
    EXPECT_EQ(result.value, neighbours::in_float(x));
    for (std::int64_t i = 0; i < n; ++i) {
      double slope = 0;
      if (i + 1 < n) slope -= double{x(i + 1)} - double{x(i)};
      if (i > 0) slope += double{x(i)} - double{x(i - 1)};
      e2e::expect_close(result.grad.x(i), slope, "x", 1e-6);
    }
  }
}

// Trips that an argument counts: fewer than there are elements, none, and too many.
TEST(Neighbours, SomeOfTheElements) {
  Vector x = vector(6);
  for (const std::int64_t n : {-2, 0, 1, 3, 5}) {
    const auto result = neighbours::up_to_gradient(x, n);
    const auto plain = [&] { return neighbours::up_to(x, n); };
    EXPECT_EQ(result.value, plain()) << n;
    e2e::expect_gradient(x, result.grad.x, plain, "x of " + std::to_string(n));
  }
  EXPECT_EQ(e2e::thrown<gradc::IndexError>([&] { neighbours::up_to_gradient(x, 6); }),
            e2e::thrown<gradc::IndexError>([&] { neighbours::up_to_gradient(x, 7); }));
  EXPECT_NE(e2e::thrown<gradc::IndexError>([&] { neighbours::up_to_gradient(x, 6); }), "nothing");
  const Vector none = vector(0);
  EXPECT_EQ(neighbours::up_to_gradient(none, 0).grad.x.size(), 0);
  EXPECT_NE(e2e::thrown<gradc::IndexError>([&] { neighbours::up_to_gradient(none, 1); }), "nothing");
}

TEST(Neighbours, ElementsThatAreReadAndWritten) {
  for (const std::int64_t n : kSizes) {
    Vector x = vector(n);
    const Vector seed = vector(n, 2), d = vector(n, 3);
    const double k = 0.2;
    const auto result = neighbours::step_vjp(x, k, seed);
    const Vector plain = neighbours::step(x, k);
    ASSERT_EQ(result.value.shape(), plain.shape());
    for (std::int64_t i = 0; i < n; ++i) EXPECT_EQ(result.value(i), plain(i));
    e2e::expect_gradient(x, result.grad.x, [&] { return dot(neighbours::step(x, k), seed); }, "x of " + std::to_string(n));
    const auto forward = neighbours::step_jvp(x, k, d, 0.5);
    e2e::expect_close(dot(forward.tangent, seed), dot(result.grad.x, d) + 0.5 * result.grad.k, "tangent", 1e-12);
    auto halves = neighbours::step_forward(x, k);
    const auto backward = neighbours::step_backward(halves.residuals, seed);
    for (std::int64_t i = 0; i < n; ++i) EXPECT_EQ(backward.x(i), result.grad.x(i));

    Matrix a = e2e::filled<Matrix>(gradc::Shape{n, 3});
    const auto column = neighbours::in_a_column_gradient(a);
    e2e::expect_gradient(a, column.grad.a, [&] { return neighbours::in_a_column(a); }, "a");

    std::vector<double> v(x.data(), x.data() + n);
    const auto vectors = neighbours::of_vectors_gradient(v);
    EXPECT_EQ(vectors.value, neighbours::of_vectors(v));
    ASSERT_EQ(vectors.grad.x.size(), v.size());
    for (std::size_t i = 0; i < v.size(); ++i)
      e2e::expect_close(vectors.grad.x[i], e2e::difference(v[i], [&] { return neighbours::of_vectors(v); }), "v");

    const auto swept = neighbours::sweeps_gradient(x, 2);
    e2e::expect_gradient(x, swept.grad.x, [&] { return neighbours::sweeps(x, 2); }, "sweeps");
    const auto placed = neighbours::in_place_gradient(x);
    e2e::expect_gradient(x, placed.grad.x, [&] { return neighbours::in_place(x); }, "in place");
  }
}

}  // namespace
