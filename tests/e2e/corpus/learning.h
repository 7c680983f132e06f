// Losses and steps of training over plain vectors, as codes of learning have them.
#pragma once

#include <gradc/annotate.h>

#include <cmath>
#include <vector>

namespace learning {

using Vector = std::vector<double>;

GRADC_DIFFERENTIATE(gradient)
double gmm(const Vector& alphas, const Vector& means, const Vector& icf, const Vector& x, int d, int k,
           int n);
GRADC_DIFFERENTIATE(gradient)
double lstm(const Vector& weights, const Vector& scales, const Vector& state, const Vector& sequence);
GRADC_DIFFERENTIATE(gradient) double focal(const Vector& logits, int label, double gamma);
GRADC_DIFFERENTIATE(gradient) double adam_steps(double x, double rate, int steps);

}  // namespace learning
