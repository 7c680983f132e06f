// Tables that are filled one element after another: vectors of vectors, of tensors, of structures.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace tables {

using Vector = gradc::Vector<double>;
using Matrix = gradc::Matrix<double>;

// The cheapest way through a matrix, smoothed.
GRADC_DIFFERENTIATE(gradient, jvp, hvp, vjp, hessian)
GRADC_DIFFERENTIATE(gradient, checkpoint(memory), as(cheapest_less))
double cheapest(const Matrix& cost);

// Rows that are read where they have just been written, and kept as they were.
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double running(const Vector& x, int rows);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double before_and_after(const Vector& x, int rows);

// Rows that are taken before they are written into: only they are copied.
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double shifted(const Vector& x, int rows);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double popped(const Vector& x, int rows);

// Matrices, vectors in vectors of vectors, members, float numbers.
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double layered(const Matrix& x, int layers);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double cube(const Vector& x, int n);
struct Cell {
  std::vector<double> numbers;
  Vector tensor;
};
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double members(const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient) float singles(const gradc::Vector<float>& x);

// What is given, changed; elements by branches, and of integers.
GRADC_DIFFERENTIATE(gradient, jvp, hvp, wrt(table, x)) double changed(std::vector<std::vector<double>> table, const Vector& x);
GRADC_DIFFERENTIATE(gradient, jvp, hvp, wrt(x)) double counted(const Vector& x, const gradc::Vector<int>& labels);

// The same in a matrix.
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double grid(const Matrix& x);

// Rows of what is given, at places that no loop over them says.
GRADC_DIFFERENTIATE(gradient) double far(const std::vector<Vector>& v, int n);

// Numbers of the source: read, changed, handed on by branches and loops, put into vectors, passed to functions, given back.
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double looked_up(const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double chosen(const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient, jvp, hvp) double descended(const Vector& x, int n);
struct Weighted {
  Vector weights, product;
};
GRADC_DIFFERENTIATE(vjp, jvp) Weighted weighted(const Vector& x);

// Give the table back.
GRADC_DIFFERENTIATE(vjp, jvp) std::vector<Vector> powers(const Vector& x, int n);
GRADC_DIFFERENTIATE(vjp, jacobian, wrt(x)) std::vector<std::vector<double>> triangle(const Vector& x, int n);

}  // namespace tables
