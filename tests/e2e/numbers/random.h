// Random numbers under keys, dropout, parts of tensors and functions of elements that are made of others, as users write
// them.
#pragma once

#include <gradc/gradc.h>

namespace random_numbers {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

// A network with dropout: each step of training draws under a key of its own.
struct Layer {
  Matrix w;
  Vector b;
};
GRADC_DIFFERENTIATE(gradient, wrt(layer)) double of_dropout(const Layer& layer, const Matrix& x, const gradc::Key& key, int step);
// What is drawn has derivatives to what shapes its distribution.
GRADC_DIFFERENTIATE(gradient, jvp, wrt(mean, spread, low, high))
double of_distributions(double mean, double spread, double low, double high, gradc::Key key);
GRADC_DIFFERENTIATE(gradient, wrt(z, t)) double of_classes(const Matrix& z, double t, gradc::Key key);
// Numbers that are drawn without derivatives.
GRADC_DIFFERENTIATE(gradient, wrt(x)) double of_draws(const Vector& x, const Vector& p, gradc::Key key);
GRADC_DIFFERENTIATE(gradient, wrt(x)) float of_halves(const gradc::Vector<float>& x, gradc::Key key);
// Each trip of a loop has numbers of its own.
GRADC_DIFFERENTIATE(gradient, wrt(x)) double of_trips(double x, std::uint64_t seed, int n);

GRADC_DIFFERENTIATE(gradient) double of_parts(const Matrix& x, const Vector& u, const Vector& v);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double of_cuts(const Matrix& x, std::int64_t at);
GRADC_DIFFERENTIATE(gradient, wrt(x, y)) double of_elements(const Vector& x, const Vector& y, const gradc::Vector<std::int64_t>& i);

}  // namespace random_numbers
