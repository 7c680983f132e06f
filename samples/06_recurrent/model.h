// A recurrent network that reads a text character by character, and predicts the next one.
#pragma once

#include <gradc/gradc.h>

#include <vector>

/// One layer of long short-term memory (Hochreiter and Schmidhuber, 1997): four gates side by side.
struct Layer {
  gradc::Matrix<float> w, u;  // from its input, and from its own last output
  gradc::Vector<float> b;
};

struct Params {
  gradc::Matrix<float> embedding;  // a row for each character
  std::vector<Layer> layers;
  gradc::Matrix<float> w;  // from the last layer to a score for each character
  gradc::Vector<float> b;
};

/// The state of a layer, for each text.
struct State {
  gradc::Matrix<float> output, cell;
};

/// The initial states of the layers, for `texts` texts.
std::vector<State> initial_state(const Params& params, std::int64_t texts);

/// Reads one character of each text: returns the scores of the next character, and updates the states.
gradc::Matrix<float> advance(const Params& params, std::vector<State>& states, const gradc::Vector<int>& characters);

/// The mean cross entropy of the guesses, in nats; `texts` holds a text a column, and their first characters are given.
GRADC_DIFFERENTIATE(gradient, wrt(params))
float loss(const Params& params, const gradc::Matrix<int>& texts);
