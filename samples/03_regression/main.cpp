// Fits a line to noisy points by gradient descent, with the form of the gradient function that allocates nothing.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>

#include "model.grad.h"

int main() {
  // Points on a known line, with some noise. (The engine is the same everywhere; a distribution would not be.)
  const std::int64_t points = 400;
  const double w0 = 2, w1 = -3, bias = 0.5;
  std::mt19937 engine(1);
  const auto uniform = [&] { return 2 * static_cast<double>(engine()) / std::mt19937::max() - 1; };
  gradc::Matrix<double> inputs(gradc::Shape{points, 2});
  gradc::Vector<double> targets(gradc::Shape{points});
  for (std::int64_t i = 0; i < points; ++i) {
    inputs(i, 0) = uniform();
    inputs(i, 1) = uniform();
    targets(i) = w0 * inputs(i, 0) + w1 * inputs(i, 1) + bias + 0.1 * uniform();
  }

  Line line{gradc::Vector<double>(gradc::Shape{2}), 0};

  // A call in a loop gives its result and its scratch memory back to the next one: after the first step neither
  // grows, and nothing is allocated.
  squared_error_gradient_result step;
  gradc::Workspace workspace;
  for (int i = 0; i < 200; ++i) {
    squared_error_gradient(line, inputs, targets, step, workspace);
    if (i % 40 == 0) std::printf("step %3d  error %.6f\n", i, step.value);
    for (std::int64_t k = 0; k < line.weights.size(); ++k) line.weights(k) -= 0.2 * step.grad.line.weights(k);
    line.bias -= 0.2 * step.grad.line.bias;
  }

  std::printf("fitted %.3f %.3f %.3f, true %.3f %.3f %.3f\n", line.weights(0), line.weights(1), line.bias, w0, w1,
              bias);
  const bool close = std::fabs(line.weights(0) - w0) < 0.02 && std::fabs(line.weights(1) - w1) < 0.02 &&
                     std::fabs(line.bias - bias) < 0.02;
  std::printf("%s\n", close ? "found the line" : "FAILED");
  return close ? 0 : 1;
}
