// What was once wrong: each function is named for it.
#pragma once
#include <gradc/gradc.h>

#include <array>
#include <tuple>
#include <utility>
#include <vector>

namespace regressions {

using Matrix = gradc::Matrix<double>;
using Vector = gradc::Vector<double>;

// Extents that are equal only by what is required of the arguments: the derivative had the other one and was
// refused.
GRADC_DIFFERENTIATE(gradient, jvp, vjp, jacobian, hessian)
double slices_of_equal_extent(const Vector& x);
// The same beside a list: blocks, and functions with lists, did not know what is required.
GRADC_DIFFERENTIATE(gradient) double set_in_earlier_trips(double x, int n);
GRADC_DIFFERENTIATE(gradient) double set_where_it_is_read(double x, int n);
GRADC_DIFFERENTIATE(hessian) double slices_and_list(const Vector& x, const std::vector<double>& factors);

// The backward function did not know what is required of the extents: gradc ended with a defect.
GRADC_DIFFERENTIATE(vjp)
double required_in_backward(const Matrix& x, std::int64_t n);

// Members got zeros instead of the values of their default initialisers.
GRADC_DIFFERENTIATE(gradient)
double default_members_in_lists(double x);

// A constructor that calls another left the members without values.
GRADC_DIFFERENTIATE(gradient)
double delegating_constructor(double x);

// In the generated code `std::` counted as a use of the parameter: a warning about an unused one.
GRADC_DIFFERENTIATE(gradient)
double parameter_named_std(const Matrix& a, const Matrix& b, double std, double int64_t);

// An operand of a write of an element was read after the copy that the write begins with, which had its memory.
GRADC_DIFFERENTIATE(gradient)
double product_added_to_an_element(Matrix a, const Vector& x, const Vector& y);

// What differentiation had made was in the backward function, what was simplified by it in the forward one.
GRADC_DIFFERENTIATE(vjp)
double constant_factor_in_a_loop(double x, double y, int n);

// The truth values that a loop keeps were read where none had been written.
GRADC_DIFFERENTIATE(gradient)
double never_taken_in_a_loop(double x);

// Clang warned of pointers that nothing used, and of `p || !p`.
GRADC_DIFFERENTIATE(gradient)
double cases_never_taken(double x, int n);

// A vector that a loop keeps for the derivative was written in place by the next trip, which calls it by the other name.
GRADC_DIFFERENTIATE(gradient)
double vectors_that_change_places(const std::vector<double>& x, int n);

// gradc did not end: one value that waits for two that change places was put aside again and again.
GRADC_DIFFERENTIATE(gradient, jvp)
double numbers_that_change_places(double x, double y, double z);

// What varies was said to have the extents of the tensor that its memory was taken from, before it was reshaped: a wrong
// number, or a crash where that has fewer axes.
GRADC_DIFFERENTIATE(gradient)
double reshaped_in_a_branch(const Matrix& x, int n);
GRADC_DIFFERENTIATE(gradient)
double reshaped_in_a_loop(const Matrix& x, int n);
GRADC_DIFFERENTIATE(gradient)
double reshaped_before_a_loop(const Matrix& x, int n);
GRADC_DIFFERENTIATE(gradient)
double a_row_in_a_branch(const Vector& x, int n);

// Batches of what has eight axes were generated with nine, which no tensor has.
using Eight = gradc::Tensor<double, 8>;
GRADC_DIFFERENTIATE(gradient, jvp, vjp, hvp)
double of_eight_axes(const Eight& x);
// Refused: each element several times, and tiles along several axes, were made by an axis more.
GRADC_DIFFERENTIATE(gradient, jvp)
double repeated_along_eight_axes(const Eight& x);

// A bool that is the first of three operands was taken for a condition, and refused.
GRADC_DIFFERENTIATE(gradient)
double bool_as_a_number(const Vector& x, bool one);
// Refused, as pairs of an embedding were made by an axis more.
GRADC_DIFFERENTIATE(gradient)
double rotated_with_eight_axes(const Eight& x, const Matrix& cosine, const Matrix& sine);

// A sum that the source makes one after another was made as an op, in another order: another number, and another branch.
GRADC_DIFFERENTIATE(vjp)
std::array<double, 10> sums_in_order(const std::vector<double>& x, const Vector& y, const Matrix& z);
GRADC_DIFFERENTIATE(gradient, wrt(scale))
double branch_on_a_sum(const std::vector<double>& x, double scale);
// Objects made from lists, of which nothing depends on the lambda's parameter, were refused, and shapes made gradc crash: Clang forgets of those that it
// makes for a call that they are made from a list.
GRADC_DIFFERENTIATE(gradient)
double lists_in_generic_lambdas(const Vector& x, double a);
// Arrays without an initialiser, of which what is read was written before.
GRADC_DIFFERENTIATE(gradient)
double arrays_without_initialisers(double x, int n);

inline namespace v1 {
// The generated code opened the namespace again without `inline`: a warning of Clang.
GRADC_DIFFERENTIATE(gradient)
double in_inline_namespace(double x);
}  // namespace v1

}  // namespace regressions
