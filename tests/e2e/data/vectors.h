// std::vector of numbers, tensors and structures, growing and shrinking; layers of different widths; recurrent cells.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <utility>
#include <vector>

namespace control {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

struct Layer {
  Matrix w;
  Vector b;
  template <class Visit>
  void each(Visit visit) { visit(w), visit(b); }
};
GRADC_DIFFERENTIATE(gradient, vjp, jvp) double mlp(const std::vector<Layer>& layers, const Vector& x);

struct Cell {
  Matrix wx, wh;
  Vector b;
  template <class Visit>
  void each(Visit visit) { visit(wx), visit(wh), visit(b); }
};
GRADC_DIFFERENTIATE(gradient) double lstm(const Cell& input, const Cell& forget, const Cell& output, const Cell& candidate, const Matrix& x);

GRADC_DIFFERENTIATE(gradient) double moving_average(const std::vector<double>& x, int width);
GRADC_DIFFERENTIATE(gradient, unconnected(zero)) double histogram(const std::vector<double>& weights, const std::vector<int>& bins);
GRADC_DIFFERENTIATE(gradient, unconnected(zero)) double collatz(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double filtered(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double of_vectors(const std::vector<Vector>& parts, double scale);
GRADC_DIFFERENTIATE(gradient) double nested_vectors(double x, int n);
struct Particle {
  double position = 0, speed = 0;
  template <class Visit>
  void each(Visit visit) { visit(position), visit(speed); }
};
GRADC_DIFFERENTIATE(gradient) double particles(const std::vector<Particle>& start, double stiffness, int steps);
GRADC_DIFFERENTIATE(gradient) double machine_of_code(double x, double y, const std::vector<int>& code);
GRADC_DIFFERENTIATE(gradient) double in_place(std::vector<double> v, double a);
GRADC_DIFFERENTIATE(vjp, jvp) std::vector<double> cumulative(const std::vector<double>& x, double decay);
GRADC_DIFFERENTIATE(gradient) double polynomial_product(const std::vector<double>& a, const std::vector<double>& b, double x);
GRADC_DIFFERENTIATE(gradient) double assigned_whole(double x, int n);

}  // namespace control
