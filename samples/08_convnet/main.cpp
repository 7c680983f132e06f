// Trains the network of model.cpp on four fifths of the images, and tests it on the rest.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <numeric>

#include "data.h"
#include "model.grad.h"  // declares learn_vjp

namespace {

constexpr std::int64_t kSide = 8, kBatch = 32, kFirst = 12, kSecond = 24;
constexpr int kEpochs = 10;
constexpr float kRate = 0.01f, kMomentum = 0.1f;

/// Images as batches of one channel.
Images4 as_channel(const gradc::Matrix<float>& pixels) {
  return Images4::from(pixels.data(), {pixels.extent(0), 1, kSide, kSide});
}

/// Small random numbers, the smaller the more inputs there are to a unit; the same on every machine.
template <class T>
T random_weights(const gradc::Shape& shape, std::int64_t inputs, std::mt19937& engine) {
  T weights(shape);
  const double scale = std::sqrt(2.0 / static_cast<double>(inputs));
  for (float& w : weights) {
    double normal = -6;
    for (int k = 0; k < 12; ++k) normal += static_cast<double>(engine()) / std::mt19937::max();
    w = static_cast<float>(scale * normal);
  }
  return weights;
}

Layer random_layer(std::int64_t filters, std::int64_t channels, std::mt19937& engine) {
  Layer layer;
  layer.filters = random_weights<Images4>({filters, channels, 3, 3}, 9 * channels, engine);
  layer.scale = gradc::ones<float>({filters});
  layer.offset = gradc::zeros<float>({filters});
  return layer;
}

/// Calls f(parameter, what is as large in each of the others) for all parameters.
template <class F, class... P>
void each_parameter(F f, P&... p) {
  f(p.first.filters...), f(p.first.scale...), f(p.first.offset...);
  f(p.second.filters...), f(p.second.scale...), f(p.second.offset...);
  f(p.weights...), f(p.bias...);
}

/// Adam (Kingma and Ba, 2015), as in lesson 4.
class Adam {
 public:
  explicit Adam(const Params& params) : mean_(params), square_(params) {
    each_parameter([](auto& m, auto& s) { std::fill(m.begin(), m.end(), 0.0f), std::fill(s.begin(), s.end(), 0.0f); }, mean_,
                   square_);
  }

  void step(Params& params, const Params& grad, float rate) {
    ++steps_;
    const float corrected = rate * std::sqrt(1 - std::pow(kBeta2, static_cast<float>(steps_))) /
                            (1 - std::pow(kBeta1, static_cast<float>(steps_)));
    each_parameter(
        [corrected](auto& param, const auto& gradient, auto& mean, auto& square) {
          for (std::int64_t i = 0; i < param.size(); ++i) {
            const float g = gradient.data()[i];
            float& m = mean.data()[i];
            float& s = square.data()[i];
            m = kBeta1 * m + (1 - kBeta1) * g;
            s = kBeta2 * s + (1 - kBeta2) * g * g;
            param.data()[i] -= corrected * m / (std::sqrt(s) + 1e-8f);
          }
        },
        params, grad, mean_, square_);
  }

 private:
  static constexpr float kBeta1 = 0.9f, kBeta2 = 0.999f;

  Params mean_, square_;
  int steps_ = 0;
};

/// Running averages of the statistics of the batches.
void gather(AllStatistics& running, const AllStatistics& batch) {
  const auto move = [](Statistics& to, const Statistics& from) {
    to.mean = gradc::lerp(to.mean, from.mean, kMomentum);
    to.variance = gradc::lerp(to.variance, from.variance, kMomentum);
  };
  move(running.first, batch.first);
  move(running.second, batch.second);
}

double accuracy(const Params& params, const AllStatistics& statistics, const Images& images) {
  const auto guesses = gradc::argmax(logits(params, statistics, as_channel(images.pixels)), 1);
  std::int64_t right = 0;
  for (std::int64_t i = 0; i < images.count(); ++i) right += guesses(i) == images.labels(i);
  return static_cast<double>(right) / static_cast<double>(images.count());
}

/// Trains, and returns the accuracy on the held-out images.
double train(const Digits& digits) {
  std::mt19937 engine(1);
  Params params;
  params.first = random_layer(kFirst, 1, engine);
  params.second = random_layer(kSecond, kFirst, engine);
  const std::int64_t features = kSecond * (kSide / 2) * (kSide / 2);
  params.weights = random_weights<gradc::Matrix<float>>({features, 10}, features, engine);
  params.bias = gradc::zeros<float>({10});

  const auto beginning = [](std::int64_t channels) {
    return Statistics{gradc::zeros<float>({channels}), gradc::ones<float>({channels})};
  };
  AllStatistics running{beginning(kFirst), beginning(kSecond)};
  // The adjoint of the result: 1 for the loss, 0 for the statistics.
  Outcome adjoint{1, {beginning(kFirst), beginning(kSecond)}};

  Adam adam(params);
  learn_vjp_result result;
  gradc::Workspace workspace;
  std::vector<std::int64_t> order(static_cast<std::size_t>(digits.train.count()));
  std::iota(order.begin(), order.end(), 0);

  const gradc::Key key{8, 0};
  std::uint64_t steps = 0;
  double test_accuracy = 0;
  for (int epoch = 1; epoch <= kEpochs; ++epoch) {
    shuffle(order, engine);
    const float rate = kRate * (1 - static_cast<float>(epoch - 1) / kEpochs);
    double sum = 0;
    for (std::int64_t first = 0; first < digits.train.count(); first += kBatch) {
      const std::int64_t last = std::min(first + kBatch, digits.train.count());
      Images batch = digits.train.at(order, first, last);
      nudge(batch, engine);
      learn_vjp(params, as_channel(batch.pixels), batch.labels, gradc::fold_in(key, steps++), adjoint, result, workspace);
      adam.step(params, result.grad.params, rate);
      gather(running, result.value.statistics);
      sum += static_cast<double>(result.value.loss) * static_cast<double>(batch.count());
    }
    test_accuracy = accuracy(params, running, digits.test);
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
    std::printf("%lld images to train with, %lld held out for the test\n", static_cast<long long>(digits.train.count()),
                static_cast<long long>(digits.test.count()));
    const double reached = train(digits);
    const bool enough = reached >= 0.98;
    std::printf("%s: %.2f %% of the images that were held out are read right\n", enough ? "done" : "FAILED", 100 * reached);
    return enough ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
