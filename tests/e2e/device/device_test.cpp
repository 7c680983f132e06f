// Each derivative on a device beside its form for the CPU, value and all. Without a device kernels are emulated.
#include "device.h"

#include <gradc/cuda.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>

#include "device.grad.h"

namespace {

using gradc::cuda::to_device;
using gradc::cuda::to_host;

template <class T, int R>
gradc::Tensor<T, R> random(const gradc::Shape& shape, unsigned seed, double low = -1, double high = 1) {
  gradc::Tensor<T, R> x(shape);
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> number(low, high);
  for (T& each : x) each = static_cast<T>(number(engine));
  return x;
}

template <class T>
constexpr double kClose = sizeof(T) == 4 ? 2e-5 : 1e-12;

template <class T, int R>
void expect_close(const gradc::Tensor<T, R>& device, const gradc::Tensor<T, R>& host) {
  ASSERT_EQ(device.shape(), host.shape());
  for (std::int64_t i = 0; i < host.size(); ++i)
    EXPECT_NEAR(device.data()[i], host.data()[i], kClose<T> * (1 + std::abs(static_cast<double>(host.data()[i])))) << i;
}
template <class T>
void expect_close(T device, T host) {
  EXPECT_NEAR(device, host, kClose<T> * (1 + std::abs(static_cast<double>(host))));
}

class Device : public testing::Test {
 protected:
  gradc::cuda::Stream stream;
  gradc::cuda::Workspace workspace{stream};
};

device::Model model_of(std::int64_t inputs, std::int64_t width, std::int64_t classes) {
  return {{random<float, 2>({inputs, width}, 1), random<float, 1>({width}, 2)}, {random<float, 2>({width, classes}, 3), random<float, 1>({classes}, 4)}};
}

TEST_F(Device, GradientOfAClassifier) {
  for (const std::int64_t count : {1, 7, 64}) {
    const device::Model model = model_of(13, 17, 5);
    const auto x = random<float, 2>({count, 13}, 5);
    gradc::Vector<int> labels(gradc::Shape{count});
    for (std::int64_t i = 0; i < count; ++i) labels(i) = static_cast<int>(i % 5);
    const auto host = device::loss_gradient(model, x, labels);
    device::loss_gradient_cuda_result out;
    const device::Model model_there = to_device(model, stream);
    const auto x_there = to_device(x, stream);
    const auto labels_there = to_device(labels, stream);
    device::loss_gradient(model_there, x_there, labels_there, out, workspace);
    expect_close(out.value.get(), host.value);
    const device::Model grad = to_host(out.grad.model, stream);
    expect_close(grad.hidden.weights, host.grad.model.hidden.weights);
    expect_close(grad.hidden.bias, host.grad.model.hidden.bias);
    expect_close(grad.output.weights, host.grad.model.output.weights);
    expect_close(grad.output.bias, host.grad.model.output.bias);
    EXPECT_EQ(workspace.high_water(), device::loss_gradient_cuda_workspace_bytes(model_there, x_there, labels_there));
    // The form that returns waits, and gives numbers to the host.
    const device::loss_gradient_result returned = device::loss_gradient(model_there, x_there, labels_there, workspace);
    EXPECT_EQ(returned.value, out.value.get());
    EXPECT_EQ(returned.grad.model.hidden.bias.device(), stream.device());
    workspace.~Workspace();
    new (&workspace) gradc::cuda::Workspace(stream);
  }
}

TEST_F(Device, SameBitsInEachRun) {
  const device::Model model = model_of(40, 33, 10);
  const auto x = random<float, 2>({257, 40}, 5);
  gradc::Vector<int> labels(gradc::Shape{257});
  for (std::int64_t i = 0; i < 257; ++i) labels(i) = static_cast<int>(i * i % 10);
  const device::Model there = to_device(model, stream);
  const auto x_there = to_device(x, stream);
  const auto labels_there = to_device(labels, stream);
  device::loss_gradient_cuda_result first, second;
  device::loss_gradient(there, x_there, labels_there, first, workspace);
  device::loss_gradient(there, x_there, labels_there, second, workspace);
  EXPECT_EQ(first.value.get(), second.value.get());
  const auto a = to_host(first.grad.model.hidden.weights, stream), b = to_host(second.grad.model.hidden.weights, stream);
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin()));
}

TEST_F(Device, NumbersThatItComputes) {
  for (const std::int64_t n : {1, 5, 1000}) {
    const auto x = random<double, 1>({n}, 7), v = random<double, 1>({n}, 8);
    const auto x_there = to_device(x, stream), v_there = to_device(v, stream);
    const auto gradient = device::normed_gradient(x, 0.7);
    device::normed_gradient_cuda_result out;
    device::normed_gradient(x_there, 0.7, out, workspace);
    expect_close(out.value.get(), gradient.value);
    expect_close(to_host(out.grad.x, stream), gradient.grad.x);
    const auto jvp = device::normed_jvp(x, 0.7, v);
    device::normed_jvp_cuda_result tangent;
    device::normed_jvp(x_there, 0.7, v_there, tangent, workspace);
    expect_close(tangent.tangent.get(), jvp.tangent);
    const auto hvp = device::normed_hvp(x, 0.7, v);
    device::normed_hvp_cuda_result second;
    device::normed_hvp(x_there, 0.7, v_there, second, workspace);
    expect_close(to_host(second.hvp.x, stream), hvp.hvp.x);
    expect_close(to_host(second.grad.x, stream), hvp.grad.x);
  }
}

TEST_F(Device, PartsOfATensor) {
  const auto x = random<double, 1>({9}, 1), d_x = random<double, 1>({9}, 4), d_result = random<double, 1>({4}, 3);
  const auto m = random<double, 2>({4, 9}, 2), d_m = random<double, 2>({4, 9}, 5);
  const auto vjp = device::differences_vjp(x, m, d_result);
  device::differences_vjp_cuda_result out;
  const auto x_there = to_device(x, stream), d_x_there = to_device(d_x, stream), d_there = to_device(d_result, stream);
  const auto m_there = to_device(m, stream), d_m_there = to_device(d_m, stream);
  device::differences_vjp(x_there, m_there, d_there, out, workspace);
  expect_close(to_host(out.value, stream), vjp.value);
  expect_close(to_host(out.grad.x, stream), vjp.grad.x);
  expect_close(to_host(out.grad.m, stream), vjp.grad.m);
  const auto jvp = device::differences_jvp(x, m, d_x, d_m);
  device::differences_jvp_cuda_result tangent;
  device::differences_jvp(x_there, m_there, d_x_there, d_m_there, tangent, workspace);
  expect_close(to_host(tangent.tangent, stream), jvp.tangent);
  // In two halves.
  device::differences_forward_cuda_result forward;
  device::differences_forward(x_there, m_there, forward, workspace);
  device::differences_vjp_grad grad;
  device::differences_backward(forward.residuals, d_there, grad, workspace);
  expect_close(to_host(grad.x, stream), vjp.grad.x);
  expect_close(to_host(grad.m, stream), vjp.grad.m);
}

TEST_F(Device, SingleElements) {
  const auto x = random<double, 2>({4, 4}, 1);
  const auto host = device::picked_gradient(x, 2);
  device::picked_gradient_cuda_result out;
  device::picked_gradient(to_device(x, stream), 2, out, workspace);
  expect_close(out.value.get(), host.value);
  expect_close(to_host(out.grad.x, stream), host.grad.x);
  EXPECT_THROW(device::picked_gradient(to_device(x, stream), 4, out, workspace), gradc::IndexError);
}

TEST_F(Device, LoopsOfTensors) {
  const auto weights = random<double, 2>({6, 6}, 1);
  const auto inputs = random<double, 3>({5, 6, 6}, 2);
  for (const int steps : {0, 1, 5}) {
    const auto host = device::recurrent_gradient(weights, inputs, steps);
    device::recurrent_gradient_cuda_result out;
    device::recurrent_gradient(to_device(weights, stream), to_device(inputs, stream), steps, out, workspace);
    expect_close(out.value.get(), host.value);
    expect_close(to_host(out.grad.weights, stream), host.grad.weights);
    expect_close(to_host(out.grad.inputs, stream), host.grad.inputs);
  }
}

TEST_F(Device, BranchesOfTheHost) {
  const auto x = random<double, 1>({33}, 1);
  for (const bool squared : {false, true})
    for (const int times : {0, 1, 3}) {
      const auto host = device::chosen_gradient(x, squared, times);
      device::chosen_gradient_cuda_result out;
      device::chosen_gradient(to_device(x, stream), squared, times, out, workspace);
      expect_close(out.value.get(), host.value);
      expect_close(to_host(out.grad.x, stream), host.grad.x);
    }
}

TEST_F(Device, Attention) {
  const auto x = random<float, 3>({2, 7, 8}, 1);
  const auto q = random<float, 2>({8, 8}, 2), k = random<float, 2>({8, 8}, 3), v = random<float, 2>({8, 8}, 4);
  const auto host = device::attended_gradient(x, q, k, v);
  device::attended_gradient_cuda_result out;
  device::attended_gradient(to_device(x, stream), to_device(q, stream), to_device(k, stream), to_device(v, stream), out, workspace);
  expect_close(out.value.get(), host.value);
  expect_close(to_host(out.grad.x, stream), host.grad.x);
  expect_close(to_host(out.grad.q, stream), host.grad.q);
  expect_close(to_host(out.grad.k, stream), host.grad.k);
  expect_close(to_host(out.grad.v, stream), host.grad.v);
}

TEST_F(Device, SeveralResults) {
  const auto x = random<double, 2>({5, 3}, 1);
  const device::Moments adjoint{random<double, 1>({3}, 2), random<double, 1>({5}, 3)};
  const auto host = device::moments_vjp(x, adjoint);
  device::moments_vjp_cuda_result out;
  device::moments_vjp(to_device(x, stream), to_device(adjoint, stream), out, workspace);
  expect_close(to_host(out.value.mean, stream), host.value.mean);
  expect_close(to_host(out.value.deviation, stream), host.value.deviation);
  expect_close(to_host(out.grad.x, stream), host.grad.x);
}

TEST_F(Device, RowsRandomNumbersAndOrder) {
  const auto table = random<double, 2>({6, 5}, 1);
  const gradc::Vector<int> ids{0, 5, 2, 2, 2};
  const gradc::Key key{11, 3};
  const auto host = device::looked_up_gradient(table, ids, key);
  device::looked_up_gradient_cuda_result out;
  device::looked_up_gradient(to_device(table, stream), to_device(ids, stream), key, out, workspace);
  expect_close(out.value.get(), host.value);
  expect_close(to_host(out.grad.table, stream), host.grad.table);
}

TEST_F(Device, ConvolutionsAndPools) {
  const auto images = random<float, 4>({2, 3, 8, 9}, 1), filters = random<float, 4>({4, 3, 3, 3}, 2);
  const auto host = device::convolved_gradient(images, filters);
  device::convolved_gradient_cuda_result out;
  device::convolved_gradient(to_device(images, stream), to_device(filters, stream), out, workspace);
  expect_close(out.value.get(), host.value);
  expect_close(to_host(out.grad.filters, stream), host.grad.filters);
}

TEST_F(Device, CapturedCallsAreLaunchedAgain) {
  auto x = to_device(random<double, 1>({100}, 7), stream);
  device::normed_gradient_cuda_result out;
  device::normed_gradient(x, 0.7, out, workspace);
  const double first = out.value.get();
  const gradc::cuda::Graph graph = gradc::cuda::capture(stream, [&] { device::normed_gradient(x, 0.7, out, workspace); });
  const auto other = random<double, 1>({100}, 8);
  gradc::cuda::copy(other, x, stream);
  graph.launch(stream);
  EXPECT_NE(out.value.get(), first);
  expect_close(out.value.get(), device::normed_gradient(other, 0.7).value);
}

TEST_F(Device, NumbersThatBlocksArePassed) {
  const auto x = random<double, 1>({7}, 5);
  for (const bool flag : {false, true}) {
    const auto host = device::passed_on_gradient(x, 0.7, flag);
    device::passed_on_gradient_cuda_result out;
    device::passed_on_gradient(to_device(x, stream), 0.7, flag, out, workspace);
    expect_close(out.value.get(), host.value);
    expect_close(to_host(out.grad.x, stream), host.grad.x);
  }
}

TEST_F(Device, DecisionsOnWhatItComputes) {
  for (const double first : {0.1, 0.95, 4.0}) {
    gradc::Vector<double> x = random<double, 1>({9}, 3, -0.5, 0.5);
    x[0] = first;
    const auto host = device::decided_gradient(x);
    device::decided_gradient_cuda_result out;
    device::decided_gradient(to_device(x, stream), out, workspace);
    expect_close(out.value.get(), host.value);
    expect_close(to_host(out.grad.x, stream), host.grad.x);
  }
}

template <class T, class Result, class F>
void expect_same_bits(const gradc::cuda::Stream& stream, F vjp) {
  for (const std::int64_t n : {1, 999, 4096}) {
    const auto x = random<T, 1>({n}, 5, -6, 6), d = random<T, 1>({n}, 6);
    const auto host = vjp(x, d);
    Result out;
    vjp(to_device(x, stream), to_device(d, stream), out);
    const auto value = to_host(out.value, stream), grad = to_host(out.grad.x, stream);
    for (std::int64_t i = 0; i < n; ++i) {
      EXPECT_EQ(value[i], host.value[i]) << x[i];
      EXPECT_EQ(grad[i], host.grad.x[i]) << x[i];
    }
  }
}

TEST_F(Device, ElementwiseFunctionsHaveTheBitsOfTheCpu) {
  struct Single {
    gradc::cuda::Workspace& workspace;
    auto operator()(const gradc::Vector<float>& x, const gradc::Vector<float>& d) const { return device::curved_vjp(x, d); }
    void operator()(const gradc::Vector<float>& x, const gradc::Vector<float>& d, device::curved_vjp_cuda_result& out) const {
      device::curved_vjp(x, d, out, workspace);
    }
  };
  struct Double {
    gradc::cuda::Workspace& workspace;
    auto operator()(const gradc::Vector<double>& x, const gradc::Vector<double>& d) const { return device::curved64_vjp(x, d); }
    void operator()(const gradc::Vector<double>& x, const gradc::Vector<double>& d, device::curved64_vjp_cuda_result& out) const {
      device::curved64_vjp(x, d, out, workspace);
    }
  };
  expect_same_bits<float, device::curved_vjp_cuda_result>(stream, Single{workspace});
  expect_same_bits<double, device::curved64_vjp_cuda_result>(stream, Double{workspace});
}

TEST_F(Device, WithoutAFormForTheCpu) {
  const gradc::Vector<float> x{0.5f, -1.5f, 2.0f};
  const auto there = to_device(x, stream);
  const auto result = device::only_there_gradient(there);
  const float sum = std::exp(0.5f) + std::exp(-1.5f) + std::exp(2.0f);
  expect_close(result.value, std::log(sum) - 3.0f);
  const gradc::Vector<float> expected{std::exp(0.5f) / sum, std::exp(-1.5f) / sum + 2.0f, std::exp(2.0f) / sum};
  expect_close(to_host(result.grad.x, stream), expected);
}

TEST_F(Device, WrongSidesAndShapesAreNamed) {
  const auto x = random<double, 2>({4, 4}, 1);
  device::picked_gradient_cuda_result out;
  try {
    device::picked_gradient(x, 1, out, workspace);
    FAIL();
  } catch (const gradc::DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("x"), std::string::npos) << error.what();
  }
  const auto x_there = to_device(x, stream);
  EXPECT_THROW(device::picked_gradient(x_there, 1), gradc::DeviceError);  // the form for the CPU
  const auto m = random<double, 2>({4, 9}, 2);
  device::differences_jvp_cuda_result tangent;
  const auto short_x = to_device(random<double, 1>({8}, 1), stream);
  EXPECT_THROW(device::differences_jvp(short_x, to_device(m, stream), short_x, to_device(m, stream), tangent, workspace), gradc::ShapeError);
}

TEST_F(Device, LabelsOutsideAreReportedWhenItIsAsked) {
  const device::Model model = to_device(model_of(3, 4, 5), stream);
  const auto x = to_device(random<float, 2>({2, 3}, 5), stream);
  const auto labels = to_device(gradc::Vector<int>{1, 5}, stream);
  device::loss_gradient_cuda_result out;
  device::loss_gradient(model, x, labels, out, workspace);
  try {
    out.value.get();
    FAIL();
  } catch (const gradc::IndexError& error) {
    EXPECT_NE(std::string(error.what()).find("device.cpp:"), std::string::npos) << error.what();
  }
  const auto good = to_device(gradc::Vector<int>{1, 4}, stream);
  device::loss_gradient(model, x, good, out, workspace);
  EXPECT_TRUE(std::isfinite(out.value.get()));
}

}  // namespace
