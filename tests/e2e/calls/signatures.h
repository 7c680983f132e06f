// Functions that take pointers, and that give results through their parameters, as most C++ does.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace signatures {

struct Pose {
  double x = 0, y = 0, angle = 0;
};

// What is written before it is read is an output.
GRADC_DIFFERENTIATE(vjp) void square(const double* x, double* y, int n);
GRADC_DIFFERENTIATE(vjp) void product(const double* a, const double* x, double* y, int m, int n);
GRADC_DIFFERENTIATE(vjp) void products(const double* a, const double* b, double* c, int n, int m, int k);
GRADC_DIFFERENTIATE(vjp) void prefix_sums(const double* x, double* y, int n);
GRADC_DIFFERENTIATE(vjp) void tridiagonal(const double* a, const double* b, const double* c, const double* d, double* x, int n);
GRADC_DIFFERENTIATE(vjp) void triangular_sums(const double* x, double* y, int n);
GRADC_DIFFERENTIATE(vjp) void by_arms(const double* x, double* y, int n);
GRADC_DIFFERENTIATE(vjp) void checked(const double* x, double* y, int n);
GRADC_DIFFERENTIATE(vjp) void by_moving(const double* x, double* y, int n);
GRADC_DIFFERENTIATE(vjp, jvp, jacobian) void rotated(const double q[4], const double p[3], double out[3]);
GRADC_DIFFERENTIATE(vjp) void of_arrays(const double (&m)[2][2], double (&x)[2]);
GRADC_DIFFERENTIATE(vjp) void lowest_and_highest(const double* x, double& low, double& high);
GRADC_DIFFERENTIATE(vjp) void moved(const Pose& from, double step, Pose& to);
GRADC_DIFFERENTIATE(vjp) void squares(std::vector<double>& y, const std::vector<double>& x);

// What may be read before it is written is an input too.
GRADC_DIFFERENTIATE(vjp) void axpy(double a, const double* x, double* y, int n);
GRADC_DIFFERENTIATE(vjp) void every_other(const double* x, double* y, int n);
GRADC_DIFFERENTIATE(vjp) void from_second(const double* x, double* y, int n);
GRADC_DIFFERENTIATE(vjp) void first_added(const double* x, double* y, int n);
GRADC_DIFFERENTIATE(vjp) void if_positive(const double* x, double* y, int n, int which);
GRADC_DIFFERENTIATE(vjp) void while_small(const double* x, double* y, int n);
GRADC_DIFFERENTIATE(vjp) double scaled(double* x, int n, double& scale);
GRADC_DIFFERENTIATE(vjp) void advanced(Pose& pose, double step);

GRADC_DIFFERENTIATE(vjp) void as_many(const gradc::Vector<double>& x, gradc::Vector<double>& y);

// What is never written is no output.
GRADC_DIFFERENTIATE(gradient, hvp, hessian) double sum_of_cubes(double* x, int n);
GRADC_DIFFERENTIATE(gradient) double unchanged(double& x, Pose& pose);

// A gradient is of what is returned, or of the only output.
GRADC_DIFFERENTIATE(gradient, hvp) void energy(const double* x, int n, double* e);
GRADC_DIFFERENTIATE(gradient, hessian) void energy_by_reference(const double* x, int n, double& e);
GRADC_DIFFERENTIATE(gradient, hvp) double norm(const double* x, int n, double* unit);

// Tensors of what pointers lead to.
GRADC_DIFFERENTIATE(vjp) double quadratic_form(const double* a, const double* x, int n);
GRADC_DIFFERENTIATE(vjp) double perceptron(const double* weights, const double* x, int inputs, int hidden);
GRADC_DIFFERENTIATE(vjp) double sum_of_rows(const double* x, int n, int m);

// How far pointers reach.
GRADC_DIFFERENTIATE(vjp) double squared(const double* p, int n);
GRADC_DIFFERENTIATE(vjp) double stencil(const double* u, int n);
GRADC_DIFFERENTIATE(vjp) double largest(const double* x, int n);
GRADC_DIFFERENTIATE(vjp, wrt(x)) double until(const double* x, int n, double limit);
GRADC_DIFFERENTIATE(vjp) double packed_triangle(const double* l, const double* x, int n);
GRADC_DIFFERENTIATE(vjp) double neighbours(const double* x, int n);
GRADC_DIFFERENTIATE(vjp) double distances(const double* x, int n);
GRADC_DIFFERENTIATE(vjp) double weighted(const double* w, const gradc::Vector<double>& x);
GRADC_DIFFERENTIATE(vjp) double cyclic(const double* x, const double* w, int n);
GRADC_DIFFERENTIATE(vjp, extent(table = rows * 2)) double gathered(const double* table, const int* index, int n, int rows);
GRADC_DIFFERENTIATE(vjp, extent(p = n)) double recursive(const double* p, int n);
GRADC_DIFFERENTIATE(vjp, extent(x = n)) double picked(const double* x, const unsigned* index, const unsigned char* on, const short* sign, int n);
GRADC_DIFFERENTIATE(gradient) float single(const float* x, float w);

}  // namespace signatures
