// Budgets of loops, and of sizes that are known when a derivative is called, or as it runs.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace budgets {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;
using Fixed = gradc::StaticTensor<double, 12, 12>;

// Sixty trips over matrices of 1152 bytes: a trip keeps two, and the loop-carried values.
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(budget = 1MiB), as(steps_all))
GRADC_DIFFERENTIATE(gradient, checkpoint(budget = 130KiB), as(steps_less))
GRADC_DIFFERENTIATE(gradient, vjp, hvp, checkpoint(budget = 60KiB), as(steps_least))
double steps(const Fixed& x, const Fixed& w);

// Loops in a loop, a branch, and work on both sides of them.
GRADC_DIFFERENTIATE(gradient, wrt(x, w))
GRADC_DIFFERENTIATE(gradient, wrt(x, w), checkpoint(budget = 36KiB), as(nested_less))
double nested(const Fixed& x, const Fixed& w, double limit);

// No loop.
GRADC_DIFFERENTIATE(gradient, vjp, hvp)
GRADC_DIFFERENTIATE(gradient, vjp, hvp, checkpoint(budget = 40000), as(chain_within))
double chain(const Matrix& x, const Matrix& w);

GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(budget = 20000), as(rounds_within))
double rounds(const Vector& x, const Vector& w, int n);

struct Wave {
  Vector now, before;
};
GRADC_DIFFERENTIATE(vjp)
GRADC_DIFFERENTIATE(vjp, checkpoint(budget = 16000), as(wave_within))
Wave wave(const Wave& start, const Vector& speed, std::int64_t steps);

GRADC_DIFFERENTIATE(hessian, jacobian)
GRADC_DIFFERENTIATE(hessian, jacobian, checkpoint(budget = 1MiB), as(energy_within))
double energy(const Vector& x);

// A loop that ends by itself.
GRADC_DIFFERENTIATE(gradient, hvp, wrt(x, w))
GRADC_DIFFERENTIATE(gradient, wrt(x, w), checkpoint(budget = 25000), as(until_within))
GRADC_DIFFERENTIATE(gradient, vjp, hvp, wrt(x, w), checkpoint(memory), as(until_cut))
double until(const Vector& x, const Vector& w, double limit);

GRADC_DIFFERENTIATE(gradient, wrt(x), checkpoint(budget = 25000)) double told(const Vector& x, const Vector& w, double limit);

GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(budget = 40000), as(layered_within))
double layered(const Matrix& x, const std::vector<Matrix>& layers);

GRADC_DIFFERENTIATE(gradient, wrt(table))
GRADC_DIFFERENTIATE(gradient, wrt(table as sparse), checkpoint(budget = 8000), as(looked_up_within))
double looked_up(const Matrix& table, const gradc::Vector<std::int64_t>& rows);

}  // namespace budgets
