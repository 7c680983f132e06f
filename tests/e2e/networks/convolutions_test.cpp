#include "convolutions.grad.h"
#include "differences.h"
#include "thrown.h"

namespace {

using convolutions::Images;
using convolutions::Lines;
using convolutions::Matrix;
using convolutions::Vector;
using convolutions::Volumes;

// The value, and the gradient with respect to two arguments.
template <class F, class Result, class X, class W>
void check(F f, const Result& result, X& x, const X& x_bar, W& w, const W& w_bar) {
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, x_bar, f, "x");
  e2e::expect_gradient(w, w_bar, f, "w");
}

TEST(Convolutions, Plain) {
  Images x = e2e::filled<Images>({2, 2, 4, 3}), w = e2e::filled<Images>({3, 2, 2, 2}, -1, 1, 2);
  const auto result = convolutions::plain_gradient(x, w);
  check([&] { return convolutions::plain(x, w); }, result, x, result.grad.x, w, result.grad.w);
  const Images x_dot = e2e::filled<Images>({2, 2, 4, 3}, -1, 1, 3), w_dot = e2e::filled<Images>({3, 2, 2, 2}, -1, 1, 4);
  double sum = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) sum += result.grad.x.data()[i] * x_dot.data()[i];
  for (std::int64_t i = 0; i < w.size(); ++i) sum += result.grad.w.data()[i] * w_dot.data()[i];
  e2e::expect_close(convolutions::plain_jvp(x, w, x_dot, w_dot).tangent, sum, "tangent", 1e-12);
}

TEST(Convolutions, Options) {
  Images x = e2e::filled<Images>({2, 4, 6, 4}), w = e2e::filled<Images>({2, 2, 2, 3}, -1, 1, 2);
  const auto result = convolutions::options_gradient(x, w);
  check([&] { return convolutions::options(x, w); }, result, x, result.grad.x, w, result.grad.w);
}

TEST(Convolutions, OfLines) {
  Lines x = e2e::filled<Lines>({2, 3, 5}), w = e2e::filled<Lines>({6, 1, 3}, -1, 1, 2), across = e2e::filled<Lines>({2, 6, 1}, -1, 1, 3);
  const auto f = [&] { return convolutions::of_lines(x, w, across); };
  const auto result = convolutions::of_lines_gradient(x, w, across);
  check(f, result, x, result.grad.x, w, result.grad.w);
  e2e::expect_gradient(across, result.grad.across, f, "across");
}

TEST(Convolutions, OfVolumes) {
  Volumes x = e2e::filled<Volumes>({1, 2, 3, 4, 2}), w = e2e::filled<Volumes>({2, 2, 2, 3, 1}, -1, 1, 2);
  const auto result = convolutions::of_volumes_gradient(x, w);
  check([&] { return convolutions::of_volumes(x, w); }, result, x, result.grad.x, w, result.grad.w);
}

TEST(Convolutions, Same) {
  for (const std::int64_t n : {5, 6}) {
    Lines x = e2e::filled<Lines>({1, 2, n}), w = e2e::filled<Lines>({2, 2, 4}, -1, 1, 2);
    const auto result = convolutions::same_gradient(x, w);
    check([&] { return convolutions::same(x, w); }, result, x, result.grad.x, w, result.grad.w);
  }
}

TEST(Convolutions, PaddedBy) {
  Lines x = e2e::filled<Lines>({1, 2, 6}), w = e2e::filled<Lines>({1, 2, 2}, -1, 1, 2);
  for (const int width : {-1, 0, 2}) {
    const auto result = convolutions::padded_by_gradient(x, w, width);
    check([&] { return convolutions::padded_by(x, w, width); }, result, x, result.grad.x, w, result.grad.w);
  }
  const std::string what = e2e::thrown<gradc::ShapeError>([&] { convolutions::padded_by_gradient(x, w, -3); });
  EXPECT_NE(what.find("convolutions.cpp:"), std::string::npos) << what;
  EXPECT_NE(what.find(": conv1d: extent 2 of its result would be -4 ("), std::string::npos) << what;
  EXPECT_THROW(convolutions::padded_by_gradient(x, w, -2), gradc::ShapeError);
  EXPECT_THROW(convolutions::padded_by(x, w, -2), gradc::ShapeError);
}

// Functions of images alone.
template <class F, class Gradient>
void check_images(F f, Gradient gradient, const gradc::Shape& shape) {
  Images x = e2e::filled<Images>(shape);
  const auto result = gradient(x);
  e2e::expect_close(result.value, f(x), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, [&] { return f(x); }, "x");
}

// By windows known at run time; those that have no place are refused before anything is written.
TEST(Convolutions, CutUp) {
  for (const int n : {1, 2, 4})
    check_images([&](const Images& x) { return convolutions::cut_up(x, n); },
                 [&](const Images& x) { return convolutions::cut_up_gradient(x, n); }, {2, 3, 4, 3});
  const Images x = e2e::filled<Images>({1, 1, 5, 5});
  for (const int n : {-1, 0, 6, 9}) {
    EXPECT_THROW(convolutions::cut_up(x, n), gradc::ShapeError) << n;
    const std::string what = e2e::thrown<gradc::ShapeError>([&] { convolutions::cut_up_gradient(x, n); });
    EXPECT_EQ(what.find("convolutions.cpp:"), 0u) << what;
  }
}

TEST(Convolutions, Mistakes) {
  const Images x = e2e::filled<Images>({1, 2, 2, 3}), large = e2e::filled<Images>({1, 2, 3, 3}), other = e2e::filled<Images>({1, 3, 1, 1});
  EXPECT_THROW(convolutions::plain_gradient(x, large), gradc::ShapeError);
  EXPECT_THROW(convolutions::plain_gradient(x, other), gradc::ShapeError);
  const Images odd = e2e::filled<Images>({3, 2, 1, 1}), four = e2e::filled<Images>({1, 4, 4, 4});
  EXPECT_THROW(convolutions::options_gradient(four, odd), gradc::ShapeError);
  EXPECT_THROW(convolutions::pooled_gradient(Images(gradc::Shape{1, 1, 0, 0})), gradc::Error);
}

TEST(Convolutions, Transposed) {
  Images x = e2e::filled<Images>({2, 3, 2, 3}), w = e2e::filled<Images>({3, 2, 3, 2}, -1, 1, 2);
  const auto result = convolutions::transposed_gradient(x, w);
  check([&] { return convolutions::transposed(x, w); }, result, x, result.grad.x, w, result.grad.w);
}

TEST(Convolutions, Pooled) {
  check_images(convolutions::pooled, [](const Images& x) { return convolutions::pooled_gradient(x); }, {2, 2, 3, 5});
  const Images x = e2e::filled<Images>({1, 1, 3, 4}), x_dot = e2e::filled<Images>({1, 1, 3, 4}, -1, 1, 2);
  const auto grad = convolutions::pooled_gradient(x).grad.x;
  double sum = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) sum += grad.data()[i] * x_dot.data()[i];
  e2e::expect_close(convolutions::pooled_jvp(x, x_dot).tangent, sum, "tangent", 1e-12);
}

TEST(Convolutions, Averaged) {
  check_images(convolutions::averaged, [](const Images& x) { return convolutions::averaged_gradient(x); }, {2, 2, 4, 5});
}

TEST(Convolutions, Resized) {
  check_images(convolutions::resized, [](const Images& x) { return convolutions::resized_gradient(x); }, {1, 2, 4, 5});
}

TEST(Convolutions, Patches) {
  check_images(convolutions::patches, [](const Images& x) { return convolutions::patches_gradient(x); }, {2, 1, 4, 4});
}

TEST(Convolutions, Normalized) {
  Images x = e2e::filled<Images>({2, 3, 2, 2});
  Vector scale = e2e::filled<Vector>({3}, 0.5, 1.5, 2), offset = e2e::filled<Vector>({3}, -1, 1, 3);
  const auto f = [&] { return convolutions::normalized(x, scale, offset); };
  const auto result = convolutions::normalized_gradient(x, scale, offset);
  check(f, result, x, result.grad.x, scale, result.grad.scale);
  e2e::expect_gradient(offset, result.grad.offset, f, "offset");
}

TEST(Convolutions, Statistics) {
  Images x = e2e::filled<Images>({1, 3, 2, 2});
  Matrix v = e2e::filled<Matrix>({3, 2}, -1, 1, 2);
  Vector g = e2e::filled<Vector>({3}, 0.5, 1.5, 3);
  const auto f = [&] { return convolutions::statistics(x, v, g); };
  const auto result = convolutions::statistics_gradient(x, v, g);
  check(f, result, x, result.grad.x, v, result.grad.v);
  e2e::expect_gradient(g, result.grad.g, f, "g");
}

TEST(Convolutions, Floats) {
  const auto x = e2e::filled<gradc::Tensor<float, 4>>({2, 3, 4, 4}), w = e2e::filled<gradc::Tensor<float, 4>>({4, 3, 3, 3}, -1, 1, 2);
  const auto result = convolutions::of_floats_gradient(x, w);
  EXPECT_NEAR(result.value, convolutions::of_floats(x, w), 1e-4);
  double along = 0;  // it is linear in w
  for (std::int64_t i = 0; i < w.size(); ++i) along += static_cast<double>(result.grad.w.data()[i]) * static_cast<double>(w.data()[i]);
  EXPECT_NEAR(along, result.value, 1e-4);
}

TEST(Convolutions, ANetwork) {
  convolutions::Network net{e2e::filled<Images>({3, 1, 3, 3}), e2e::filled<Vector>({3}, -1, 1, 2), e2e::filled<Vector>({3}, 0.5, 1.5, 3),
                            e2e::filled<Vector>({3}, -1, 1, 4), e2e::filled<Matrix>({12, 3}, -1, 1, 5)};
  const Images x = e2e::filled<Images>({4, 1, 4, 4}, -1, 1, 6);
  const gradc::Vector<int> labels{0, 2, 1, 1};
  const auto f = [&] { return convolutions::loss(net, x, labels); };
  const auto result = convolutions::loss_gradient(net, x, labels);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(net.filters, result.grad.net.filters, f, "filters");
  e2e::expect_gradient(net.bias, result.grad.net.bias, f, "bias");
  e2e::expect_gradient(net.scale, result.grad.net.scale, f, "scale");
  e2e::expect_gradient(net.offset, result.grad.net.offset, f, "offset");
  e2e::expect_gradient(net.weights, result.grad.net.weights, f, "weights");
}

TEST(Convolutions, Deep) {
  std::vector<convolutions::Layer> layers;
  const std::int64_t channels[] = {2, 3, 1, 2};
  for (unsigned i = 0; i < 3; ++i)
    layers.push_back({e2e::filled<Images>({channels[i + 1], channels[i], 2 + i % 2, 2}, -1, 1, i),
                      e2e::filled<Vector>({channels[i + 1]}, -1, 1, i + 3)});
  Images x = e2e::filled<Images>({2, 2, 6, 5});
  const auto f = [&] { return convolutions::deep(layers, x); };
  const auto result = convolutions::deep_gradient(layers, x);
  e2e::expect_close(result.value, f(), "value", 1e-13);
  e2e::expect_gradient(x, result.grad.x, f, "x");
  for (std::size_t i = 0; i < layers.size(); ++i) {
    e2e::expect_gradient(layers[i].filters, result.grad.layers[i].filters, f, "filters");
    e2e::expect_gradient(layers[i].bias, result.grad.layers[i].bias, f, "bias");
  }
}

TEST(Convolutions, WindowsOfAnySize) {
  Images x = e2e::filled<Images>({1, 2, 4, 4});
  for (int size : {1, 2, 4})
    e2e::expect_gradient(x, convolutions::windows_gradient(x, size).grad.x, [&] { return convolutions::windows(x, size); }, "x");
  for (int size : {5, 0, -1}) EXPECT_THROW(convolutions::windows_gradient(x, size), gradc::ShapeError) << size;
}

TEST(Convolutions, Halves) {
  using convolutions::HalfImages;
  const auto x = e2e::filled<HalfImages>({1, 2, 4, 4}), w = e2e::filled<HalfImages>({2, 2, 3, 3});
  const HalfImages y = convolutions::of_halves(x, w);
  const auto result = convolutions::of_halves_vjp(x, w, y);
  double sum = 0, along = 0;  // it is linear in w
  for (std::int64_t i = 0; i < y.size(); ++i) {
    const auto value = static_cast<double>(static_cast<float>(y.data()[i]));
    EXPECT_EQ(static_cast<double>(static_cast<float>(result.value.data()[i])), value);
    sum += value * value;
  }
  for (std::int64_t i = 0; i < w.size(); ++i)
    along += static_cast<double>(static_cast<float>(result.grad.w.data()[i])) * static_cast<double>(static_cast<float>(w.data()[i]));
  EXPECT_NEAR(along, sum, 0.01 * sum);
}

}  // namespace
