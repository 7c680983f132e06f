// Trains the network of model.cpp on a text, and samples a text from it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "model.grad.h"  // declares loss_gradient

namespace {

constexpr std::int64_t kEmbedding = 16, kUnits = 64, kLayers = 2;
constexpr std::int64_t kLength = 32, kBatch = 8;
constexpr int kSteps = 600;
constexpr float kRate = 0.015f;

/// A text as numbers: each character is its rank among the characters of the text.
struct Text {
  std::string characters;  // each that occurs, once
  std::vector<int> ids;

  std::int64_t length() const { return static_cast<std::int64_t>(ids.size()); }
};

Text read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string all{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (all.size() <= static_cast<std::size_t>(kLength)) throw std::runtime_error("can't read a text from " + path);
  Text text{all, {}};
  std::string& characters = text.characters;
  std::sort(characters.begin(), characters.end());
  characters.erase(std::unique(characters.begin(), characters.end()), characters.end());
  for (const char c : all) text.ids.push_back(static_cast<int>(characters.find(c)));
  return text;
}

/// Pieces of the text, one a column, that begin at `starts` and are one longer than the guesses that they are for.
gradc::Matrix<int> pieces(const Text& text, const std::vector<std::int64_t>& starts) {
  gradc::Matrix<int> result(gradc::Shape{kLength + 1, static_cast<std::int64_t>(starts.size())});
  for (std::int64_t t = 0; t <= kLength; ++t)
    for (std::size_t i = 0; i < starts.size(); ++i)
      result(t, static_cast<std::int64_t>(i)) = text.ids[static_cast<std::size_t>(starts[i] + t)];
  return result;
}

double uniform(std::mt19937& engine) { return static_cast<double>(engine()) / std::mt19937::max(); }

/// Calls f with each tensor of `params`, and with the same tensor of each of `others`.
template <class F, class... P>
void for_each_tensor(const F& f, Params& params, P&... others) {
  f(params.embedding, others.embedding...);
  for (std::size_t i = 0; i < params.layers.size(); ++i) {
    f(params.layers[i].w, others.layers[i].w...);
    f(params.layers[i].u, others.layers[i].u...);
    f(params.layers[i].b, others.layers[i].b...);
  }
  f(params.w, others.w...);
  f(params.b, others.b...);
}

Params random_params(std::int64_t characters, std::mt19937& engine) {
  Params params;
  params.embedding = gradc::Matrix<float>(gradc::Shape{characters, kEmbedding});
  for (std::int64_t i = 0; i < kLayers; ++i)
    params.layers.push_back({gradc::Matrix<float>(gradc::Shape{i == 0 ? kEmbedding : kUnits, 4 * kUnits}),
                             gradc::Matrix<float>(gradc::Shape{kUnits, 4 * kUnits}),
                             gradc::Vector<float>(gradc::Shape{4 * kUnits})});
  params.w = gradc::Matrix<float>(gradc::Shape{kUnits, characters});
  params.b = gradc::Vector<float>(gradc::Shape{characters});
  const auto scatter = [&](auto& tensor) {
    for (float& w : tensor) w = static_cast<float>(0.5 * uniform(engine) - 0.25);
  };
  for_each_tensor(scatter, params);
  for (float& w : params.embedding) w *= 4;  // so that the embeddings of characters differ at the start
  return params;
}

/// Adam (Kingma and Ba, 2015), on whatever a Params holds.
class Adam {
 public:
  explicit Adam(const Params& params) : mean_(params), square_(params) {
    const auto clear = [](auto& tensor) { std::fill(tensor.begin(), tensor.end(), 0.0f); };
    for_each_tensor(clear, mean_);
    for_each_tensor(clear, square_);
  }

  void step(Params& params, const Params& grad, float rate) {
    ++steps_;
    const float corrected = rate * std::sqrt(1 - std::pow(kBeta2, static_cast<float>(steps_))) /
                            (1 - std::pow(kBeta1, static_cast<float>(steps_)));
    const auto move = [&](auto& param, const auto& slope, auto& mean, auto& square) {
      for (std::int64_t i = 0; i < param.size(); ++i) {
        const float g = slope.data()[i];
        float& m = mean.data()[i];
        float& s = square.data()[i];
        m = kBeta1 * m + (1 - kBeta1) * g;
        s = kBeta2 * s + (1 - kBeta2) * g * g;
        param.data()[i] -= corrected * m / (std::sqrt(s) + 1e-8f);
      }
    };
    for_each_tensor(move, params, grad, mean_, square_);
  }

 private:
  static constexpr float kBeta1 = 0.9f, kBeta2 = 0.99f;

  Params mean_, square_;
  int steps_ = 0;
};

/// The loss over the whole text, piece by piece, in bits for each character.
double bits_per_character(const Params& params, const Text& text) {
  std::vector<std::int64_t> starts;
  for (std::int64_t start = 0; start + kLength < text.length(); start += kLength) starts.push_back(start);
  return static_cast<double>(loss(params, pieces(text, starts))) / std::log(2.0);
}

/// Trains on pieces that begin at random places.
void train(Params& params, const Text& text, std::mt19937& engine) {
  Adam adam(params);
  loss_gradient_result result;  // reused from step to step, as the workspace is
  gradc::Workspace workspace;
  std::vector<std::int64_t> starts(static_cast<std::size_t>(kBatch));
  for (int step = 0; step < kSteps; ++step) {
    for (std::int64_t& start : starts) start = static_cast<std::int64_t>(engine()) % (text.length() - kLength);
    loss_gradient(params, pieces(text, starts), result, workspace);
    adam.step(params, result.grad.params, kRate * (1 - static_cast<float>(step) / kSteps));
    if (step % 100 == 0) std::printf("step %3d  loss %.3f\n", step, static_cast<double>(result.value));
  }
}

/// A text sampled from the network, after the first character of the training text.
std::string write(const Params& params, const Text& text, int length, std::mt19937& engine) {
  std::string written;
  std::vector<State> states = initial_state(params, 1);
  int last = text.ids.front();
  for (int i = 0; i < length; ++i) {
    const auto likely = gradc::softmax(advance(params, states, gradc::Vector<int>{last}));
    double left = uniform(engine);
    for (last = 0; last + 1 < static_cast<int>(likely.extent(1)); ++last)
      if ((left -= static_cast<double>(likely(0, last))) < 0) break;
    written += text.characters[static_cast<std::size_t>(last)];
  }
  return written;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s text\n", argv[0]);
    return 2;
  }
  try {
    const Text text = read_text(argv[1]);
    std::printf("%lld characters, %zu different ones\n", static_cast<long long>(text.length()), text.characters.size());
    std::mt19937 engine(1);
    Params params = random_params(static_cast<std::int64_t>(text.characters.size()), engine);
    const double before = bits_per_character(params, text);
    train(params, text, engine);
    const double after = bits_per_character(params, text);
    std::printf("it writes:\n%s\n\n", write(params, text, 240, engine).c_str());
    const bool learned = after < before / 2;
    std::printf("%s: %.2f bits per character before, %.2f after\n", learned ? "done" : "FAILED", before, after);
    return learned ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
