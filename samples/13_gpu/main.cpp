// Trains the classifier of model.cpp on a device and on the CPU, step by step, and compares what they come to.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <random>

#include <gradc/cuda.h>

#include "../04_digits/data.h"
#include "model.grad.h"

namespace {

constexpr std::int64_t kPixels = 64, kHidden = 128, kClasses = 10;
constexpr float kRate = 0.2f;

gradc::Matrix<float> random_weights(std::int64_t inputs, std::int64_t units, std::mt19937& engine) {
  gradc::Matrix<float> weights(gradc::Shape{inputs, units});
  const double scale = 2.0 / std::sqrt(static_cast<double>(inputs));
  for (float& w : weights) w = static_cast<float>(scale * (static_cast<double>(engine()) / std::mt19937::max() - 0.5));
  return weights;
}

template <class T>
void descend(T& param, const T& grad) {
  for (std::int64_t i = 0; i < param.size(); ++i) param.data()[i] -= kRate * grad.data()[i];
}
void descend(Params& params, const Params& grad) {
  descend(params.w1, grad.w1);
  descend(params.b1, grad.b1);
  descend(params.w2, grad.w2);
  descend(params.b2, grad.b2);
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Makes so many steps with all images at once, and returns the last loss.
float train_on_cpu(Params params, const Images& images, int steps) {
  float value = 0;
  gradc::Workspace workspace;
  loss_gradient_result out;
  for (int step = 0; step < steps; ++step) {
    loss_gradient(params, images.pixels, images.labels, out, workspace);
    descend(params, out.grad.params);
    value = out.value;
  }
  return value;
}

/// The same on the device of a stream.
float train_on_device(Params params, const Images& images, int steps, const gradc::cuda::Stream& stream) {
  float value = 0;
  gradc::cuda::Workspace workspace(stream);
  const auto pixels = gradc::cuda::to_device(images.pixels, stream);
  const auto labels = gradc::cuda::to_device(images.labels, stream);
  Params there = gradc::cuda::to_device(params, stream);
  loss_gradient_cuda_result out;
  for (int step = 0; step < steps; ++step) {
    loss_gradient(there, pixels, labels, out, workspace);  // returns before the device has begun
    descend(params, gradc::cuda::to_host(out.grad.params, stream));
    gradc::cuda::copy(params, there, stream);
    value = out.value.get();
  }
  return value;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: 13_gpu <digits.csv.gz>\n");
    return 2;
  }
  try {
    const gradc::cuda::Stream stream;
#ifdef GRADC_CUDA_EMULATED
    std::printf("There is no device: the kernels run on the emulator, a few steps with some of the images.\n");
    const int steps = 3;
    const std::int64_t count = 24;
#else
    const int steps = 300;
    const std::int64_t count = 1 << 20;  // all
#endif
    const Images all = read_digits(argv[1]).train;
    std::vector<std::int64_t> order(static_cast<std::size_t>(std::min(count, all.count())));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(i);
    const Images images = all.at(order, 0, static_cast<std::int64_t>(order.size()));
    std::mt19937 engine(1);
    const Params params{random_weights(kPixels, kHidden, engine), gradc::Vector<float>(gradc::Shape{kHidden}),
                        random_weights(kHidden, kClasses, engine), gradc::Vector<float>(gradc::Shape{kClasses})};
    auto begin = std::chrono::steady_clock::now();
    const float on_cpu = train_on_cpu(params, images, steps);
    std::printf("CPU:    loss %.6f after %d steps, %.2f s\n", static_cast<double>(on_cpu), steps, seconds_since(begin));
    begin = std::chrono::steady_clock::now();
    const float on_device = train_on_device(params, images, steps, stream);
    std::printf("device: loss %.6f after %d steps, %.2f s\n", static_cast<double>(on_device), steps, seconds_since(begin));
    const bool same = std::abs(on_cpu - on_device) < 1e-3f * (1 + std::abs(on_cpu));
    if (!same) std::fprintf(stderr, "13_gpu: these should be the same\n");
    return same ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "13_gpu: %s\n", error.what());
    return 1;
  }
}
