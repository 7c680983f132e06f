#include "differences.h"
#include "random.grad.h"

namespace {

using random_numbers::Matrix;
using random_numbers::Vector;

constexpr gradc::Key kKey{42, 7};

Matrix wave(std::int64_t rows, std::int64_t columns) {
  Matrix x({rows, columns});
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = std::sin(1.7 * static_cast<double>(i + 1));
  return x;
}

TEST(Random, DropoutIsTheSameInTheGradient) {
  random_numbers::Layer layer{wave(5, 4), {0.1, -0.2, 0.3, 0.4}};
  const Matrix x = wave(6, 5);
  for (int step : {0, 1, 1000}) {
    const auto f = [&] { return random_numbers::of_dropout(layer, x, kKey, step); };
    const auto result = random_numbers::of_dropout_gradient(layer, x, kKey, step);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(layer.w, result.grad.layer.w, f, "w");
    e2e::expect_gradient(layer.b, result.grad.layer.b, f, "b");
  }
  EXPECT_NE(random_numbers::of_dropout(layer, x, kKey, 0), random_numbers::of_dropout(layer, x, kKey, 1));
}

TEST(Random, DistributionsHaveDerivatives) {
  double mean = 0.3, spread = 1.7, low = -0.4, high = 1.1;
  for (double from : {-0.4, 0.7}) {  // of which the second is drawn on the other side of 0
    low = from;
    const auto f = [&] { return random_numbers::of_distributions(mean, spread, low, high, kKey); };
    const auto result = random_numbers::of_distributions_gradient(mean, spread, low, high, kKey);
    e2e::expect_close(result.value, f(), "value", 1e-12);
    e2e::expect_gradient(mean, result.grad.mean, f, "mean");
    e2e::expect_gradient(spread, result.grad.spread, f, "spread");
    e2e::expect_gradient(low, result.grad.low, f, "low");
    e2e::expect_gradient(high, result.grad.high, f, "high");
    const double tangent = random_numbers::of_distributions_jvp(mean, spread, low, high, kKey, 1, 2, 3, 4).tangent;
    e2e::expect_close(tangent, result.grad.mean + 2 * result.grad.spread + 3 * result.grad.low + 4 * result.grad.high,
                      "tangent", 1e-12);
  }
}

TEST(Random, Classes) {
  Matrix z = wave(5, 4);
  double t = 0.7;
  const auto f = [&] { return random_numbers::of_classes(z, t, kKey); };
  const auto result = random_numbers::of_classes_gradient(z, t, kKey);
  e2e::expect_close(result.value, f(), "value", 1e-12);
  e2e::expect_gradient(z, result.grad.z, f, "z");
  e2e::expect_gradient(t, result.grad.t, f, "t");
}

TEST(Random, Draws) {
  Vector x{0.3, -1.2, 2.5, 0.7, -0.1}, p{0.1, 0.5, 0.9, 0, 1};
  const auto f = [&] { return random_numbers::of_draws(x, p, kKey); };
  const auto result = random_numbers::of_draws_gradient(x, p, kKey);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
}

TEST(Random, SixteenBits) {
  const gradc::Vector<float> x{0.3f, 1.2f, 4.5f};
  const auto result = random_numbers::of_halves_gradient(x, kKey);
  EXPECT_FLOAT_EQ(result.value, random_numbers::of_halves(x, kKey));
  const auto noise = gradc::random_uniform<gradc::half>(kKey, {3});
  for (std::int64_t i = 0; i < 3; ++i) EXPECT_FLOAT_EQ(result.grad.x(i), 2 * x(i) * static_cast<float>(noise(i)));
}

TEST(Random, TripsOfLoops) {
  double x = 0.8;
  const auto f = [&] { return random_numbers::of_trips(x, 99, 12); };
  const auto result = random_numbers::of_trips_gradient(x, 99, 12);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
}

TEST(Parts, OfTensors) {
  Matrix x = wave(4, 3);
  Vector u{0.3, -0.7, 1.1}, v{0.9, 0.2};
  const auto f = [&] { return random_numbers::of_parts(x, u, v); };
  const auto result = random_numbers::of_parts_gradient(x, u, v);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(u, result.grad.u, f, "u");
  e2e::expect_gradient(v, result.grad.v, f, "v");
  EXPECT_THROW(random_numbers::of_parts_gradient(wave(4, 2), u, v), gradc::ShapeError);
  EXPECT_THROW(random_numbers::of_parts_gradient(wave(3, 3), u, v), gradc::ShapeError);
}

// Where the parts begin, known when it runs; a part may be empty.
TEST(Parts, CutAtIndices) {
  Matrix x = wave(4, 3);
  for (const std::int64_t at : {1, 3, 4}) {
    const auto f = [&] { return random_numbers::of_cuts(x, at); };
    const auto result = random_numbers::of_cuts_gradient(x, at);
    e2e::expect_close(result.value, f(), "value", 1e-13);
    e2e::expect_gradient(x, result.grad.x, f, "x");
  }
  for (const std::int64_t at : {0, -1, 5}) {
    EXPECT_THROW(random_numbers::of_cuts(x, at), gradc::IndexError);
    EXPECT_THROW(random_numbers::of_cuts_gradient(x, at), gradc::IndexError) << at;
  }
  EXPECT_THROW(random_numbers::of_cuts_gradient(wave(4, 1), 2), gradc::IndexError);
}

TEST(Parts, FunctionsOfElements) {
  Vector x{0.3, 1.2, -0.9, 2.1}, y{0.5, 0.4, 1.4, 2.0};
  const gradc::Vector<std::int64_t> i{-1, 0, 1, 5};
  const auto f = [&] { return random_numbers::of_elements(x, y, i); };
  const auto result = random_numbers::of_elements_gradient(x, y, i);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  e2e::expect_gradient(y, result.grad.y, f, "y");
}

}  // namespace
