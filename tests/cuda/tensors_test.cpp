// Tensors that lie on a device: transfers, and what the host is refused.
#include <gradc/cuda.h>
#include <gradc/gradc.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "errors.h"

namespace gradc::cuda {
namespace {

using testing::error_of;

struct Layer {
  Matrix<float> w;
  Vector<float> b;
  float rate = 0;
};

struct Params {
  Layer first;
  std::vector<Layer> more;
  std::array<Vector<double>, 2> scales;
  std::pair<int, Vector<std::int64_t>> table;
  std::tuple<Tensor<float, 0>, bool> number;
  std::string name;
  Vector<half> parts[2];
  float factors[3] = {};
  std::vector<int> sizes;
};

template <class T, int R>
void expect_equal(const Tensor<T, R>& a, const Tensor<T, R>& b) {
  ASSERT_EQ(a.shape(), b.shape());
  for (std::int64_t i = 0; i < a.size(); ++i) EXPECT_EQ(a.data()[i], b.data()[i]) << i;
}

Params some_params() {
  Params p;
  p.first = {{{1, 2, 3}, {4, 5, 6}}, {7, 8}, 0.5f};
  p.more.push_back({{{9}}, {10}, 0.25f});
  p.more.push_back({});
  p.scales = {Vector<double>{1.5}, Vector<double>{2.5, 3.5}};
  p.table = {3, Vector<std::int64_t>{1, 2, 3}};
  p.number = {Tensor<float, 0>(4.0f), true};
  p.name = "params";
  p.parts[1] = Vector<half>{half(1.0f), half(2.0f)};
  p.factors[2] = 6;
  p.sizes = {1, 2};
  return p;
}

TEST(Transfer, GoesThereAndBack) {
  const Stream stream;
  const Matrix<float> x{{1, 2}, {3, 4}};
  const Matrix<float> there = to_device(x, stream);
  EXPECT_EQ(there.device(), stream.device());
  EXPECT_EQ(there.shape(), x.shape());
  const Matrix<float> back = to_host(there, stream);
  EXPECT_TRUE(back.device().is_host());
  expect_equal(back, x);
}

TEST(Transfer, TakesStructuresApart) {
  const Stream stream;
  const Params p = some_params();
  const Params there = to_device(p, stream);
  EXPECT_EQ(there.first.w.device(), stream.device());
  EXPECT_EQ(there.more.at(1).b.device(), stream.device());
  EXPECT_EQ(there.scales[1].device(), stream.device());
  EXPECT_EQ(there.table.second.device(), stream.device());
  EXPECT_EQ(std::get<0>(there.number).device(), stream.device());
  EXPECT_EQ(there.parts[1].device(), stream.device());
  EXPECT_EQ(there.first.rate, 0.5f);
  EXPECT_EQ(there.table.first, 3);
  EXPECT_EQ(there.name, "params");
  EXPECT_EQ(there.factors[2], 6);
  EXPECT_EQ(there.sizes, p.sizes);

  const Params back = to_host(there, stream);
  expect_equal(back.first.w, p.first.w);
  expect_equal(back.more.at(0).w, p.more.at(0).w);
  expect_equal(back.more.at(1).w, p.more.at(1).w);
  expect_equal(back.scales[1], p.scales[1]);
  expect_equal(back.table.second, p.table.second);
  EXPECT_EQ(static_cast<float>(std::get<0>(back.number)), 4.0f);
  expect_equal(back.parts[1], p.parts[1]);
}

TEST(Transfer, MakesTensorsOfViews) {
  const Stream stream;
  Matrix<float> x{{1, 2}, {3, 4}};
  const std::vector<View<const float, 2>> views = {x, x};
  const std::vector<Matrix<float>> there = to_device(views, stream);
  expect_equal(to_host(there, stream).at(1), x);
  const View<const float, 2> view = there[0];
  EXPECT_EQ(view.device(), stream.device());
  expect_equal(to_host(view, stream), x);
}

TEST(Transfer, CopiesToWhatIsThere) {
  const Stream stream;
  Vector<float> x{1, 2, 3}, there = to_device(Vector<float>{0, 0, 0, 0}, stream);
  const float* const memory = data(there, "there", stream);
  copy(x, there, stream);
  EXPECT_EQ(data(there, "there", stream), memory);
  EXPECT_EQ(there.size(), 3);

  Pinned<float> pinned = cuda::pinned<float>(3);
  EXPECT_EQ(std::accumulate(pinned.begin(), pinned.end(), 0.0f), 0.0f);
  copy(there, pinned.view<1>({3}), stream);
  stream.wait();
  EXPECT_EQ(pinned.data()[2], 3.0f);

  Vector<float> other;
  copy(there, other, stream);
  stream.wait();
  expect_equal(other, x);
  EXPECT_EQ(error_of<ShapeError>([&] { copy(there, View<float, 1>(pinned.data(), {2}), stream); }),
            "a tensor of shape (3) is copied to a View of shape (2)");
}

TEST(Resized, KeepsMemoryThatSuffices) {
  const Stream stream;
  Matrix<float> x;
  const float* const memory = resized(x, {4, 4}, stream);
  EXPECT_EQ(x.device(), stream.device());
  EXPECT_EQ(resized(x, {2, 3}, stream), memory);
  EXPECT_EQ(x.shape(), (Shape{2, 3}));
  EXPECT_THROW(resized(x, {2}, stream), ShapeError);
  Tensor<float, 0> number;
  EXPECT_NE(resized(number, {}, stream), nullptr);
  EXPECT_EQ(number.device(), stream.device());
}

TEST(DeviceErrors, NameTheOperation) {
  const Stream stream;
  Vector<float> there = to_device(Vector<float>{1, 2}, stream);
  const std::string rest = ": its elements lie on cuda:0; use gradc::cuda::to_host";
  EXPECT_EQ(error_of<DeviceError>([&] { there.data(); }), "Tensor::data" + rest);
  EXPECT_EQ(error_of<DeviceError>([&] { there.begin(); }), "Tensor::begin" + rest);
  EXPECT_EQ(error_of<DeviceError>([&] { there(0) = 1; }), "Tensor::operator()" + rest);
  EXPECT_EQ(error_of<DeviceError>([&] { const Vector<float> copied = there; }), "Tensor: copy" + rest);
  Vector<float> x{1};
  EXPECT_EQ(error_of<DeviceError>([&] { x = there; }), "Tensor: copy" + rest);
  EXPECT_EQ(error_of<DeviceError>([&] { there = x; }), "Tensor: assignment" + rest);
  std::ostringstream out;
  EXPECT_EQ(error_of<DeviceError>([&] { out << there; }), "operator<<" + rest);
  EXPECT_EQ(error_of<DeviceError>([&] { exp(there); }), "exp" + rest);
  EXPECT_EQ(error_of<DeviceError>([&] { x + there; }), "add" + rest);
  EXPECT_EQ(error_of<DeviceError>([&] { sum(there); }), "View::data" + rest);

  const View<const float, 1> view = there;
  EXPECT_EQ(error_of<DeviceError>([&] { view.data(); }), "View::data" + rest);
  EXPECT_EQ(error_of<DeviceError>([&] { view[0]; }), "View::operator()" + rest);
  const Tensor<float, 0> number = to_device(Tensor<float, 0>(1.0f), stream);
  EXPECT_EQ(error_of<DeviceError>([&] { static_cast<void>(static_cast<float>(number)); }), "Tensor: conversion to a number" + rest);

  Vector<float> moved = std::move(there);
  EXPECT_EQ(moved.device(), stream.device());
  EXPECT_TRUE(there.device().is_host());  // NOLINT: what is left of it is specified
}

TEST(DeviceErrors, NameTheArgument) {
  const Stream stream;
  const Vector<float> x{1};
  EXPECT_EQ(error_of<DeviceError>([&] { data(x, "images", stream); }),
            "images: its elements lie on the host, and the stream is of cuda:0; use gradc::cuda::to_device");
  const Vector<float> nothing;
  EXPECT_NO_THROW(data(nothing, "nothing", stream));
  if (devices() < 2) return;
  const Stream second(1);
  const Vector<float> there = to_device(x, second);
  EXPECT_EQ(there.device(), Device(1));
  EXPECT_EQ(error_of<DeviceError>([&] { data(there, "images", stream); }),
            "images: its elements lie on cuda:1, and the stream is of cuda:0; use gradc::cuda::to_device");
  expect_equal(to_host(to_device(there, stream), stream), x);
}

TEST(DeviceErrors, SayThatThereIsNoSuchDevice) {
  const std::string text = error_of<DeviceError>([] { Stream(63); });
  EXPECT_EQ(text, "there is no cuda:63: this machine has " + std::to_string(devices()) + " devices");
}

TEST(ScalarTest, IsKnownOrOnTheDevice) {
  const Stream stream;
  Scalar<float> value;
  EXPECT_EQ(value.get(), 0.0f);
  value = 3.0f;
  EXPECT_EQ(value.get(), 3.0f);
  EXPECT_EQ(value.data(), nullptr);
  float* const there = resized(value, stream);
  EXPECT_EQ(value.data(), there);
  const Vector<float> x{5};
  copy(x, View<float, 1>(there, {1}, stream.device()), stream);
  EXPECT_EQ(value.get(), 5.0f);
  EXPECT_EQ(resized(value, stream), there);
  Scalar<float> moved = std::move(value);
  EXPECT_EQ(moved.data(), there);
}

TEST(ScalarTest, OutlivesItsStream) {
  Scalar<double> value;
  {
    const Stream stream;
    double* const there = resized(value, stream);
    copy(Vector<double>{2.5}, View<double, 1>(there, {1}, stream.device()), stream);
  }
  EXPECT_EQ(value.get(), 2.5);
}

TEST(Settings, Tf32IsOffUnlessAskedFor) {
  EXPECT_FALSE(is_tf32_allowed());
  allow_tf32(true);
  EXPECT_TRUE(is_tf32_allowed());
  allow_tf32(false);
}

}  // namespace
}  // namespace gradc::cuda
