#include "model.h"

namespace {

State advance(const Layer& layer, const State& state, const gradc::Matrix<float>& input) {
  const std::int64_t texts = input.extent(0), units = layer.u.extent(0);
  const auto sums = gradc::matmul(input, layer.w) + gradc::matmul(state.output, layer.u) + layer.b;
  const auto gates = gradc::reshape(sums, {texts, 4, units});
  const auto take_in = gradc::sigmoid(gradc::take(gates, 0, 1));
  const auto keep = gradc::sigmoid(gradc::take(gates, 1, 1));
  const auto put_out = gradc::sigmoid(gradc::take(gates, 2, 1));
  const auto news = gradc::tanh(gradc::take(gates, 3, 1));
  const auto cell = keep * state.cell + take_in * news;
  return {put_out * gradc::tanh(cell), cell};
}

}  // namespace

std::vector<State> initial_state(const Params& params, std::int64_t texts) {
  std::vector<State> states;
  for (const Layer& layer : params.layers) {
    const auto nothing = gradc::zeros<float>({texts, layer.u.extent(0)});
    states.push_back({nothing, nothing});
  }
  return states;
}

gradc::Matrix<float> advance(const Params& params, std::vector<State>& states, const gradc::Vector<int>& characters) {
  auto x = gradc::take(params.embedding, characters);
  for (std::size_t i = 0; i < params.layers.size(); ++i) {
    states[i] = advance(params.layers[i], states[i], x);
    x = states[i].output;
  }
  return gradc::matmul(x, params.w) + params.b;
}

float loss(const Params& params, const gradc::Matrix<int>& texts) {
  const std::int64_t guesses = texts.extent(0) - 1;
  auto states = initial_state(params, texts.extent(1));
  float sum = 0;
  for (std::int64_t t = 0; t < guesses; ++t) {
    const auto scores = advance(params, states, gradc::take(texts, t));
    sum += gradc::mean(gradc::softmax_cross_entropy(scores, gradc::take(texts, t + 1)));
  }
  return sum / static_cast<float>(guesses);
}
