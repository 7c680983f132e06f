// What the backward pass keeps and what it computes again.
#pragma once

#include <gradc/gradc.h>

#include <tuple>
#include <vector>

namespace checkpoints {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;
using Cube = gradc::Tensor<double, 3>;

// A chain of nodes of one size: of five, of which the second and fourth are named, and of six.
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(names(a1, a3)), as(chain_two))
GRADC_DIFFERENTIATE(gradient, checkpoint(names(a2)), as(chain_one))
GRADC_DIFFERENTIATE(gradient, checkpoint(memory), as(chain_memory))
GRADC_DIFFERENTIATE(vjp, hvp, checkpoint(names(a1, a3)), as(chain_again))
double chain(const Matrix& x, const Matrix& w);

// A hundred nodes.
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(memory), as(hundred_memory))
double hundred(const Matrix& x, const Matrix& w);

// Two chains whose ends are added.
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(names(a2, b2)), as(dual_names))
double dual(const Matrix& x, const Matrix& w);

// a + f(a), three, six and a hundred times.
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(marked), as(residual_marked))
GRADC_DIFFERENTIATE(gradient, checkpoint(memory), as(residual_memory))
double residual(const Matrix& x, const Matrix& w);
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(memory), as(long_residual_memory))
double long_residual(const Matrix& x, const Matrix& w);

// Layers of structures in a loop, with a branch and a call.
struct Block {
  Matrix w, v;
  Vector b;
};
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(memory), as(deep_memory))
GRADC_DIFFERENTIATE(gradient, checkpoint(speed), as(deep_speed))
GRADC_DIFFERENTIATE(gradient, checkpoint(auto), as(deep_auto))
GRADC_DIFFERENTIATE(gradient, checkpoint(marked), as(deep_marked))
double deep(const Matrix& x, const std::vector<Block>& blocks, double threshold);

// Dropout: the same elements fall when it is computed again.
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(speed), as(dropped_speed))
GRADC_DIFFERENTIATE(gradient, checkpoint(memory), as(dropped_memory))
double dropped(const Matrix& x, const Matrix& w, const gradc::Key& key);

// Elementwise work over one large product: auto keeps that and nothing else.
GRADC_DIFFERENTIATE(gradient, vjp)
GRADC_DIFFERENTIATE(gradient, vjp, checkpoint(auto), as(pointwise_auto))
double pointwise(const Matrix& x, const Matrix& w);

// Sizes that are known: as much is computed again as the budget asks for.
using Fixed = gradc::StaticTensor<double, 16, 16>;
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(budget = 14KiB), as(fixed_14k))
GRADC_DIFFERENTIATE(gradient, checkpoint(budget = 64KiB), as(fixed_64k))
double fixed(const Fixed& x, const Fixed& w);

// A decomposition of several results, rows of a table, a value that has no path, and a result of a result.
GRADC_DIFFERENTIATE(gradient)
GRADC_DIFFERENTIATE(gradient, checkpoint(memory), as(several_memory))
double several(const Matrix& x, const Matrix& table, const gradc::Vector<std::int64_t>& ids);
GRADC_DIFFERENTIATE(gradient, wrt(table as sparse), as(rows))
GRADC_DIFFERENTIATE(gradient, wrt(table as sparse), checkpoint(memory), as(rows_memory))
double looked_up(const Matrix& table, const gradc::Vector<std::int64_t>& ids);

// A function from outside is called once.
std::tuple<double> outside_vjp(double x, double y, double y_bar);
GRADC_CUSTOM_VJP(outside_vjp) double outside(double x);
extern int calls_of_outside;
GRADC_DIFFERENTIATE(gradient, checkpoint(memory))
double with_outside(const Matrix& x, const Matrix& w);

}  // namespace checkpoints
