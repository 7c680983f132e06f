// Trains the classifier of model.cpp on four fifths of the images, and tests it on the rest.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <numeric>

#include "data.h"
#include "model.grad.h"  // declares loss_gradient

namespace {

constexpr std::int64_t kHidden = 256, kBatch = 32;
constexpr int kEpochs = 25;
constexpr float kRate = 0.003f;

/// Small random weights, the smaller the more inputs a unit has. (std::normal_distribution differs from library to
/// library; a sum of uniform numbers does not.)
gradc::Matrix<float> random_weights(std::int64_t inputs, std::int64_t units, std::mt19937& engine) {
  gradc::Matrix<float> weights(gradc::Shape{inputs, units});
  const double scale = std::sqrt(2.0 / static_cast<double>(inputs));
  for (float& w : weights) {
    double normal = -6;
    for (int k = 0; k < 12; ++k) normal += static_cast<double>(engine()) / std::mt19937::max();
    w = static_cast<float>(scale * normal);
  }
  return weights;
}

/// Adam (Kingma and Ba, 2015): a step along the mean of recent gradients, over the root of the mean of their squares.
/// Parameters, gradient and both means are structures of one type.
class Adam {
 public:
  explicit Adam(const Params& params) : mean_(zeros_like(params)), square_(zeros_like(params)) {}

  void step(Params& params, const Params& grad, float rate) {
    ++steps_;
    const float corrected = rate * std::sqrt(1 - std::pow(kBeta2, static_cast<float>(steps_))) /
                            (1 - std::pow(kBeta1, static_cast<float>(steps_)));
    move(params.w1, grad.w1, mean_.w1, square_.w1, corrected);
    move(params.b1, grad.b1, mean_.b1, square_.b1, corrected);
    move(params.w2, grad.w2, mean_.w2, square_.w2, corrected);
    move(params.b2, grad.b2, mean_.b2, square_.b2, corrected);
  }

 private:
  static constexpr float kBeta1 = 0.9f, kBeta2 = 0.999f;

  static Params zeros_like(const Params& p) {
    return {gradc::Matrix<float>(p.w1.shape()), gradc::Vector<float>(p.b1.shape()), gradc::Matrix<float>(p.w2.shape()),
            gradc::Vector<float>(p.b2.shape())};
  }

  template <class T>
  static void move(T& param, const T& grad, T& mean, T& square, float rate) {
    for (std::int64_t i = 0; i < param.size(); ++i) {
      const float g = grad.data()[i];
      float& m = mean.data()[i];
      float& s = square.data()[i];
      m = kBeta1 * m + (1 - kBeta1) * g;
      s = kBeta2 * s + (1 - kBeta2) * g * g;
      param.data()[i] -= rate * m / (std::sqrt(s) + 1e-8f);
    }
  }

  Params mean_, square_;
  int steps_ = 0;
};

/// The fraction of the images whose largest score is that of the correct digit.
double accuracy(const Params& params, const Images& images) {
  const auto guesses = gradc::argmax(logits(params, images.pixels), 1);
  std::int64_t right = 0;
  for (std::int64_t i = 0; i < images.count(); ++i) right += guesses(i) == images.labels(i);
  return static_cast<double>(right) / static_cast<double>(images.count());
}

/// Trains, and returns the accuracy on the held-out images.
double train(const Digits& digits) {
  std::mt19937 engine(1);
  Params params;
  params.w1 = random_weights(digits.train.pixels.extent(1), kHidden, engine);
  params.b1 = gradc::Vector<float>(gradc::Shape{kHidden});
  params.w2 = random_weights(kHidden, 10, engine);
  params.b2 = gradc::Vector<float>(gradc::Shape{10});

  Adam adam(params);
  loss_gradient_result result;  // reused from batch to batch, as the workspace is
  gradc::Workspace workspace;
  std::vector<std::int64_t> order(static_cast<std::size_t>(digits.train.count()));
  std::iota(order.begin(), order.end(), 0);

  double test_accuracy = 0;
  for (int epoch = 1; epoch <= kEpochs; ++epoch) {
    shuffle(order, engine);
    const float rate = kRate * (1 - static_cast<float>(epoch - 1) / kEpochs);
    double sum = 0;
    for (std::int64_t first = 0; first < digits.train.count(); first += kBatch) {
      const std::int64_t last = std::min(first + kBatch, digits.train.count());
      Images batch = digits.train.at(order, first, last);
      nudge(batch, engine);
      loss_gradient(params, batch.pixels, batch.labels, result, workspace);
      adam.step(params, result.grad.params, rate);
      sum += static_cast<double>(result.value) * static_cast<double>(batch.count());
    }
    test_accuracy = accuracy(params, digits.test);
    std::printf("epoch %2d  loss %.4f  test accuracy %.2f %%\n", epoch, sum / static_cast<double>(digits.train.count()),
                100 * test_accuracy);
    std::fflush(stdout);
  }
  return test_accuracy;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s digits.csv.gz\n", argv[0]);
    return 2;
  }
  try {
    const Digits digits = read_digits(argv[1]);
    std::printf("%lld images to train with, %lld held out for the test\n",
                static_cast<long long>(digits.train.count()), static_cast<long long>(digits.test.count()));
    const double reached = train(digits);
    const bool enough = reached >= 0.97;
    std::printf("%s: %.2f %% of the images that were held out are read right\n", enough ? "done" : "FAILED",
                100 * reached);
    return enough ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
