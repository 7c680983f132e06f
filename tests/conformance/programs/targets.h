// Sections G and T: requests as C++ asks for them.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace targets {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

// --- reading ---

GRADC_DIFFERENTIATE(gradient) double read(double variable);
GRADC_DIFFERENTIATE(gradient, vjp, wrt(x as sparse))
double one_row(const Vector& x, const gradc::Vector<std::int64_t>& ids);
GRADC_DIFFERENTIATE(gradient, unconnected(none)) double counted(double v, double w, int n);
GRADC_DIFFERENTIATE(vjp) Vector of_vector(const Vector& x);
GRADC_DIFFERENTIATE(vjp) std::pair<double, double> of_number(double x);

// --- structures and handles ---

struct Coefficients {
  double first;
  std::array<double, 2> rest;
};
struct Model {
  Coefficients c;
  std::pair<double, int> scale;
};
GRADC_DIFFERENTIATE(gradient, wrt(m)) double structured(const Model& m, double x);
enum class Handle : std::uint64_t {};
struct WithHandle {
  double x;
  Handle handle;
};
GRADC_DIFFERENTIATE(vjp, jvp, wrt(x)) WithHandle identity_n(double x, Handle handle);
// A sparse matrix of the user's: what it is at those places.
struct Sparse {
  gradc::Vector<std::int64_t> rows, columns;
  Vector values;
};
GRADC_DIFFERENTIATE(gradient, wrt(x.values)) double of_sparse(const Sparse& x);

// --- ops ---

using Images = gradc::Tensor<double, 4>;
using Volumes = gradc::Tensor<double, 5>;
GRADC_DIFFERENTIATE(gradient, wrt(images)) double convolved(const Images& images, const Images& filters);
GRADC_DIFFERENTIATE(gradient) double pooled(const Volumes& x);
GRADC_DIFFERENTIATE(gradient) double stacked(const Vector& a);
GRADC_DIFFERENTIATE(gradient) double two_outputs(const Matrix& a, const Matrix& b);
GRADC_DIFFERENTIATE(gradient) double copied(const Vector& x);

// --- derivatives inside ---

GRADC_DIFFERENTIATE(gradient) double twice(double y);
GRADC_DIFFERENTIATE(gradient) double with_inner(double x, int times);
GRADC_DIFFERENTIATE(gradient) double outer_of_twice(double x);
GRADC_DIFFERENTIATE(gradient) double square(double x);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double in_a_loop(double x, int trips);

// --- branches and loops ---

GRADC_DIFFERENTIATE(gradient) double greatest(const std::array<double, 3>& v);
GRADC_DIFFERENTIATE(gradient) double compared(double x);
GRADC_DIFFERENTIATE(gradient) double doubled_twice(double x);

// --- several uses of one large tensor ---

GRADC_DIFFERENTIATE(gradient, wrt(x)) double used_often(const Matrix& x, const Matrix& w);
GRADC_DIFFERENTIATE(gradient, wrt(x), aggregation(accumulate_n), as(used_often_in_place))
double used_often(const Matrix& x, const Matrix& w);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double rolled_often(const Matrix& x, const Matrix& w);
GRADC_DIFFERENTIATE(gradient, wrt(x), aggregation(accumulate_n), as(rolled_often_in_place))
double rolled_often(const Matrix& x, const Matrix& w);
GRADC_DIFFERENTIATE(gradient) double one_of_eight(const Matrix& x);

// The shape of the result is known only where it was computed.
GRADC_DIFFERENTIATE(vjp) Matrix multiplied(const Matrix& x, const Matrix& w, int n);

}  // namespace targets
