// What the kernels of dense matrices share: Eigen's views of their operands, and their errors.
//
// Eigen stands in a namespace of its own here. Its functions are templates, of which a program keeps one copy: one that the
// user's program has compiled for wider vectors allocates with another alignment, and would be called by these.
#pragma once

#include <gradc/detail/complex_math.h>
#include <gradc/kernels/factor.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "kernels/dispatch/instances.h"

#define Eigen gradc_eigen
#include <Eigen/Dense>

namespace gradc {
namespace kernels {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <class T>
using MatrixIn = Eigen::Map<const Matrix<T>>;
template <class T>
using MatrixOut = Eigen::Map<Matrix<T>>;

// Products of these types alone: each other one would be compiled for a second, for each type of numbers.
template <class T>
Matrix<T> product(const Matrix<T>& a, const Matrix<T>& b) {
  return a * b;
}

/// Of matrix k of those of the geometry.
template <class Geometry>
[[noreturn]] void fail(const char* op, const Geometry& g, std::int64_t k, const std::string& what) {
  const std::string which = g.batch > 1 ? "matrix " + std::to_string(k) + " of the batch" : "the matrix";
  fail_domain(at_line(g.where, op, which + " " + what));
}

// f(number of the matrix, input, output) for each; none where they have no elements.
template <class T, class F>
void each_square(const Squares& g, const T* x, T* y, F f) {
  if (g.n == 0) return;
  for (std::int64_t k = 0; k < g.batch; ++k)
    f(k, MatrixIn<T>(x + k * g.n * g.n, g.n, g.n), MatrixOut<T>(y + k * g.n * g.n, g.n, g.n));
}

// Complex numbers of float are computed as ones of double: nobody waits for the compiler twice.
inline std::vector<std::complex<double>> widened(std::int64_t n, const std::complex<float>* x) { return {x, x + n}; }
template <class F>
void narrowed(std::int64_t n, std::complex<float>* y, F f) {
  std::vector<std::complex<double>> wide(static_cast<std::size_t>(n));
  f(wide.data());
  std::transform(wide.begin(), wide.end(), y, [](std::complex<double> v) { return static_cast<std::complex<float>>(v); });
}

// Columns have a phase that is chosen: what column v is multiplied by, so that its number of largest magnitude is real and
// positive, and then made so without a rounding.
template <class Column>
typename Column::Scalar phase_of(const Column& v, Eigen::Index at) {
  using T = typename Column::Scalar;
  const auto size = std::abs(v(at));
  return size == 0 ? T(1) : T(Eigen::numext::conj(v(at)) / size);
}

// The row of the number of largest magnitude: the first, but for rounding.
template <class Column>
Eigen::Index largest(const Column& v) {
  Eigen::Index best = 0;
  for (Eigen::Index i = 1; i < v.size(); ++i)
    if (std::abs(v(i)) > std::abs(v(best)) * (1 + 8 * std::numeric_limits<typename Column::RealScalar>::epsilon())) best = i;
  return best;
}

}  // namespace kernels
}  // namespace gradc
