// Arrays of one element and of none, of all kinds: what is made from a number is read and written as memory, and not as the
// number, which has none.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace small_arrays {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;
using One = std::array<double, 1>;

struct Small {
  double s = 0;
  One a{};
  template <class Visit>
  void each(Visit visit) { visit(s), visit(a); }
};

// Made from a constant, an argument, and what is computed; read in a loop.
GRADC_DIFFERENTIATE(gradient) double c_array_of_constant(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double array_of_constant(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double list_of_constant(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double tensor_of_constant(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double member_of_constant(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double grid_of_constant(const Vector& x);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double of_argument(double y, const Vector& x);
GRADC_DIFFERENTIATE(gradient) double of_computed(double y, const Vector& x);
GRADC_DIFFERENTIATE(gradient) double of_integer(double y, int n);
// Written, all at once or in a loop, passed through branches and loops, and to functions.
GRADC_DIFFERENTIATE(gradient) double summed_into(const Vector& x);
GRADC_DIFFERENTIATE(gradient) double carried(double y, const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient) double chosen(double y, const Vector& x);
GRADC_DIFFERENTIATE(gradient) double handed(double y);
GRADC_DIFFERENTIATE(gradient) double ranged(double y);
GRADC_DIFFERENTIATE(gradient) double reshaped(double y, const Vector& x);
GRADC_DIFFERENTIATE(gradient) double expanded(double y, int n);
GRADC_DIFFERENTIATE(gradient) double decided(double y);
GRADC_DIFFERENTIATE(gradient) double kept(double y, int n);
GRADC_DIFFERENTIATE(gradient) double rows_of_one(const Matrix& x, double y);
GRADC_DIFFERENTIATE(gradient) double structures(const std::array<Small, 1>& p, double y);
GRADC_DIFFERENTIATE(gradient) double all_of(const std::vector<double>& p, const Matrix& x, double y);
GRADC_DIFFERENTIATE(vjp) One result(double y, const Vector& x);

}  // namespace small_arrays
