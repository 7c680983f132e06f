// Members that are reached by an index behind the address of one of them, as small vectors of numbers do.
#pragma once

#include <gradc/gradc.h>

#include <array>

namespace beside {

struct Vec {
  double x = 0, y = 0, z = 0;
  double operator[](int i) const { return (&x)[i]; }
  double& operator[](int i) { return (&x)[i]; }
  const double* data() const { return &x; }
  double* data() { return &x; }
  template <class F>
  void each(F f) {
    f(x);
    f(y);
    f(z);
  }
};

GRADC_DIFFERENTIATE(gradient) double read_in_a_loop(double a, double b);
GRADC_DIFFERENTIATE(gradient) double written_in_a_loop(double a, double b);
GRADC_DIFFERENTIATE(gradient) double passed_as_arrays(double a, double b);
GRADC_DIFFERENTIATE(gradient) double elements_of_a_vector(double a, double b);
GRADC_DIFFERENTIATE(gradient) double by_a_number(double a, double b);
GRADC_DIFFERENTIATE(gradient) double at(double a, int k);
GRADC_DIFFERENTIATE(gradient) double written_at(double a, int k);
GRADC_DIFFERENTIATE(gradient) double written_at_in_a_vector(double a, int k);
GRADC_DIFFERENTIATE(gradient) double names_of_a_union(double a, double b);
GRADC_DIFFERENTIATE(gradient) double by_pointers_in_loops(double a, double b);
GRADC_DIFFERENTIATE(gradient) double by_references(double a, double b);
GRADC_DIFFERENTIATE(gradient) double by_a_lambda(double a, double b);
GRADC_DIFFERENTIATE(gradient) double of_a_parameter(const Vec& v, int k);
GRADC_DIFFERENTIATE(gradient) double of_an_array(const std::array<Vec, 2>& v);

}  // namespace beside
