// Numbers that decide what runs: integers of every width, bits, conversions, conditions with effects.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace control {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

GRADC_DIFFERENTIATE(gradient) double fmins(double x, double y);
GRADC_DIFFERENTIATE(gradient) double enums(double x, int n);
GRADC_DIFFERENTIATE(gradient) double unsigned_arith(double x, unsigned n);
GRADC_DIFFERENTIATE(gradient) double size_arith(double x, int n);
GRADC_DIFFERENTIATE(gradient) double int_div(double x, int a, int b);
GRADC_DIFFERENTIATE(gradient) double truncations(double x, double y);
GRADC_DIFFERENTIATE(gradient) double ternaries(double x, double y);
GRADC_DIFFERENTIATE(gradient) double bitops(double x, int m, unsigned u);
GRADC_DIFFERENTIATE(gradient) double nan_safe(double x);
GRADC_DIFFERENTIATE(gradient) double short_circuit(double x, int n);
GRADC_DIFFERENTIATE(gradient) double isnan_checks(double x, double y);
GRADC_DIFFERENTIATE(gradient) double int_overflow(double x, int n);
GRADC_DIFFERENTIATE(gradient) double char_arith(double x, int n);
GRADC_DIFFERENTIATE(gradient) double bool_arith(double x, double y);
GRADC_DIFFERENTIATE(gradient) double assign_expr(double x, double y);
GRADC_DIFFERENTIATE(gradient) double inc_expr(double x, int n);
GRADC_DIFFERENTIATE(gradient) double cond_side(double x, int n);
GRADC_DIFFERENTIATE(gradient) double logic_assign(double x, int n);
GRADC_DIFFERENTIATE(gradient) double comma_decl(double x);
GRADC_DIFFERENTIATE(gradient) double var_step(double x, int n, int s);
GRADC_DIFFERENTIATE(gradient) double inf_nan(double x);
GRADC_DIFFERENTIATE(gradient) double max_chain(double x, double y, double z);
GRADC_DIFFERENTIATE(gradient) double abs_variants(double x, int n);
GRADC_DIFFERENTIATE(gradient) double pow_int(double x, int n);

}  // namespace control
