// Small functions that another tool differentiates wrongly or not at all; each is named for its row in the survey.
#pragma once

#include <gradc/gradc.h>

#include <array>
#include <vector>

namespace control {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

// Two variables in one declaration inside a loop.
GRADC_DIFFERENTIATE(gradient) double fn1(const Vector& x);
// A return taken inside a loop, before the increment.
GRADC_DIFFERENTIATE(gradient) double fn2(const Vector& x, double lim);
// A compound assignment in a case without braces; the same written out, with braces, and falling through.
GRADC_DIFFERENTIATE(gradient, unconnected(zero)) double fn3(double x, double y, int k);
GRADC_DIFFERENTIATE(gradient, unconnected(zero)) double fn3_plain(double x, double y, int k);
GRADC_DIFFERENTIATE(gradient, unconnected(zero)) double fn3_braces(double x, double y, int k);
GRADC_DIFFERENTIATE(gradient, unconnected(zero)) double fn3_falls_through(double x, double y, int k);
// A const std::vector& read in a nonlinear function.
GRADC_DIFFERENTIATE(gradient) double fn4(const std::vector<double>& x);
// memcpy of a whole array.
GRADC_DIFFERENTIATE(gradient) double fn5(double x, double y);
// Adjoints of one declaration, in order.
GRADC_DIFFERENTIATE(gradient) double fn6(double x);
// Recursion that marks and unmarks entries of an index array passed by pointer: a determinant by minors.
GRADC_DIFFERENTIATE(gradient) double fn7(const Matrix& a);
// The same element twice in a product, out of a const std::vector&.
GRADC_DIFFERENTIATE(gradient) double fr1(const std::vector<double>& x);
// for, continue, an inner break, return and switch in one function; its reduced form.
GRADC_DIFFERENTIATE(gradient) double fr2(const Vector& x, int limit);
GRADC_DIFFERENTIATE(gradient) double fr2_reduced(const Vector& x, double lim);
// A lambda that captures by reference.
GRADC_DIFFERENTIATE(gradient) double fc2(double x, double y);
// std::vector: range-for, push_back, size constructor, resize and back().
GRADC_DIFFERENTIATE(gradient) double fc3_range_for(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double fc3_push_back(double x, int n);
GRADC_DIFFERENTIATE(gradient) double fc3_returned(double x, double y);
GRADC_DIFFERENTIATE(gradient) double fc3_resize_back(double x, int n);
// Algorithms.
GRADC_DIFFERENTIATE(gradient) double fc4_accumulate(const std::vector<double>& x);
GRADC_DIFFERENTIATE(gradient) double fc4_inner_product(const std::vector<double>& x, const std::vector<double>& y);
// A pointer to const that helpers read.
GRADC_DIFFERENTIATE(gradient) double fc6(const std::array<double, 4>& x);
// A chain of 200 calls.
GRADC_DIFFERENTIATE(gradient) double fc8(double x);

}  // namespace control
