// Loops whose carried tensors may have other extents in each trip, kept and in segments.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace varying {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

// Layers of any widths, and a recurrence that begins with a value of its own.
GRADC_DIFFERENTIATE(gradient, hvp)
GRADC_DIFFERENTIATE(gradient, hvp, vjp, checkpoint(memory), as(layers_memory))
double layers(const Matrix& x, const std::vector<Matrix>& weights);
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(memory), as(recurrence_memory))
double recurrence(const Matrix& x, const Matrix& w, int steps);

// A vector that grows, so often or until it is so long, which the condition reads.
GRADC_DIFFERENTIATE(gradient, hvp)
GRADC_DIFFERENTIATE(gradient, hvp, checkpoint(memory), as(grown_memory))
double grown(const Vector& x, int steps);
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(memory), as(grown_until_memory))
double grown_until(const Vector& x, int size);

// In a trip a loop and a branch by which extents change, both run again as a whole.
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(memory), as(nested_memory))
double nested(const Vector& x, int steps);

// Ends early, by `break` or by `return`.
GRADC_DIFFERENTIATE(gradient, wrt(x, weights))
GRADC_DIFFERENTIATE(gradient, wrt(x, weights), checkpoint(memory), as(ended_memory))
double ended(const Matrix& x, const std::vector<Matrix>& weights, double most);

}  // namespace varying
