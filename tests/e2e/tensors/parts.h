// Parts of tensors, and ops whose extents are quotients, where their extents meet those of others: in sums, loops, branches and
// calls.
#pragma once

#include <gradc/gradc.h>

namespace parts {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;
using Cube = gradc::Tensor<double, 3>;
using Images = gradc::Tensor<double, 4>;
using Tokens = gradc::Matrix<std::int64_t>;

GRADC_DIFFERENTIATE(gradient, vjp, jvp, hvp, wrt(table, places))
double embedded(const Matrix& table, const Matrix& places, const Tokens& tokens);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double lstm(const Cube& x, const Matrix& w, const Matrix& u);
GRADC_DIFFERENTIATE(gradient, wrt(x, w, u)) double lstm_of(const Cube& x, const Matrix& w, const Matrix& u, int hidden);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double stacked(const Cube& w, const Matrix& b, const Vector& x);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double windows(const Matrix& x, int n);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double moving(const Matrix& x, const gradc::Vector<int>& at);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double part(const Matrix& x, std::int64_t from, std::int64_t to);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double part_if(const Matrix& x, std::int64_t from, std::int64_t to, bool taken);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double from_a_number_on(const Vector& x, std::int64_t from, int to);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double from_a_counter_on(const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient, wrt(x)) double between_counters(const Matrix& x, int from, int to);
GRADC_DIFFERENTIATE(gradient) double shorter(const Vector& x);

// Slices that elementwise ops read.
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double neighbours(const Cube& x);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double middle_row(const Cube& x, const Matrix& y);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double slices_of_slices(const Cube& x);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double before_it_is_written(const Matrix& x);
GRADC_DIFFERENTIATE(gradient) double shifted_in_loop(const Matrix& x, int n);
GRADC_DIFFERENTIATE(gradient, jvp) double differences(const gradc::Vector<float>& x);

// y of an op on x, where z has the extents of y.
GRADC_DIFFERENTIATE(gradient, jvp, hvp, wrt(x, z)) double second_rows(const Matrix& x, const Matrix& z, int n);
GRADC_DIFFERENTIATE(gradient, jvp, hvp, wrt(x, z)) double pooled(const Images& x, const Images& z, int n);
GRADC_DIFFERENTIATE(gradient, jvp, hvp, wrt(x, z, k)) double convolved(const Images& x, const Images& z, const Images& k, int n);
GRADC_DIFFERENTIATE(gradient, jvp, hvp, wrt(x, z)) double in_depth(const Images& x, const Images& z, int n);
GRADC_DIFFERENTIATE(gradient, jvp, hvp, wrt(x, z)) double unfolded(const Images& x, const Cube& z, int n);
GRADC_DIFFERENTIATE(gradient, jvp, hvp, wrt(x, z)) double padded(const Matrix& x, const Matrix& z, int n);
GRADC_DIFFERENTIATE(gradient, jvp, hvp, wrt(x, z)) double halves(const Matrix& x, const Matrix& z, int n);

}  // namespace parts
