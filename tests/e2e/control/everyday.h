// What users write without thinking of it: enumerations, base classes, tensors as large as a computed integer says.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace control {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

enum class Kind { add, multiply, sine = 7 };
enum Switch { off, on };
enum class Small : unsigned char { no, yes };

struct Instruction {
  Kind kind;
  double weight;
  template <class Visit>
  void each(Visit visit) { visit(weight); }
};
struct Settings {
  double rate;
  Switch clipped;
  std::array<Small, 2> when;
  template <class Visit>
  void each(Visit visit) { visit(rate); }
};

GRADC_DIFFERENTIATE(gradient) double by_kind(double x, double y, Kind kind);
GRADC_DIFFERENTIATE(gradient, unconnected(zero)) double interpreted(const std::vector<Instruction>& code, double x);
GRADC_DIFFERENTIATE(gradient) double with_settings(const Settings& settings, double x);
GRADC_DIFFERENTIATE(vjp) std::vector<Instruction> rewritten(std::vector<Instruction> code, double x, Switch all);
GRADC_DIFFERENTIATE(vjp) Settings changed(Settings settings, double x, Small first);

GRADC_DIFFERENTIATE(gradient) double bases(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double bases_in_a_vector(double x, double y, int n);
GRADC_DIFFERENTIATE(gradient) double derived_from_its_parameter(double x, double y);

GRADC_DIFFERENTIATE(gradient, unconnected(zero)) double as_long_as_an_argument_in_a_loop(const Vector& x, int n);
GRADC_DIFFERENTIATE(gradient, unconnected(zero)) double as_long_as_data_says(double x, const std::vector<int>& sizes);
GRADC_DIFFERENTIATE(gradient, unconnected(zero)) double as_long_as_it_was_counted(const Vector& x, double limit);

}  // namespace control
