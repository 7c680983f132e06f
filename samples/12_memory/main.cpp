// The gradient of a network of a hundred layers, with all residuals kept, and with checkpoint(memory).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "model.grad.h"

namespace {

constexpr std::int64_t kRows = 64, kWidth = 64;
constexpr int kLayers = 100;

gradc::Matrix<float> matrix(std::int64_t rows, std::int64_t columns, float scale, float seed) {
  gradc::Matrix<float> m({rows, columns});
  for (std::int64_t i = 0; i < m.size(); ++i) m.data()[i] = scale * std::sin(seed + 0.37f * static_cast<float>(i % 1009));
  return m;
}

// Milliseconds of the fastest of five calls.
template <class F>
double milliseconds(F f) {
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    f();
    best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

}  // namespace

int main() {
  const gradc::Matrix<float> x = matrix(kRows, kWidth, 1, 0), wanted = matrix(kRows, kWidth, 1, 2);
  std::vector<Layer> layers;
  for (int i = 0; i < kLayers; ++i) {
    const float seed = static_cast<float>(i);
    layers.push_back({matrix(kWidth, kWidth, 0.1f, seed), matrix(kWidth, kWidth, 0.1f, seed + 0.5f)});
  }

  gradc::Workspace workspace, small;
  loss_gradient_result all;
  frugal_gradient_result less;
  const double time = milliseconds([&] { loss_gradient(x, layers, wanted, all, workspace); });
  const double again = milliseconds([&] { frugal_gradient(x, layers, wanted, less, small); });
  float worst = 0;
  for (std::size_t i = 0; i < layers.size(); ++i)
    for (std::int64_t k = 0; k < kWidth * kWidth; ++k)
      worst = std::max(worst, std::abs(all.grad.layers[i].into.data()[k] - less.grad.layers[i].into.data()[k]));

  const double megabyte = 1024 * 1024;
  const double kept = static_cast<double>(loss_gradient_workspace_bytes(x, layers, wanted)) / megabyte;
  const double kept_less = static_cast<double>(frugal_gradient_workspace_bytes(x, layers, wanted)) / megabyte;
  std::printf("loss %.4f, %d layers\n", static_cast<double>(all.value), kLayers);
  std::printf("all is kept:        %6.2f MiB of workspace, %6.2f ms\n", kept, time);
  std::printf("checkpoint(memory): %6.2f MiB of workspace, %6.2f ms\n", kept_less, again);
  std::printf("greatest difference of the gradients: %g\n", static_cast<double>(worst));
  return kept_less < kept / 2 && worst < 1e-6f && all.value == less.value ? 0 : 1;
}
