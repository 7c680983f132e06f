// What random programs found (tests/programs), reduced: each function is named for what was wrong.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace control {

using Vector = gradc::Vector<double>;

// A number that is the only element of a tensor was written as that tensor where it went into a vector: the generated
// code did not compile. And a tensor that is a number in another shape was written as the number.
GRADC_DIFFERENTIATE(gradient) double number_of_a_tensor_in_a_vector(double u);
GRADC_DIFFERENTIATE(gradient) double tensor_of_a_number_in_a_vector(double u, const Vector& x);

// An extent that one branch alone knows was taken from the tensor that it is an extent of, and had no text.
GRADC_DIFFERENTIATE(gradient) double extent_out_of_a_branch(std::vector<Vector> v, int n);

// The backward function needs an extent that no value of the forward one shows: gradc crashed.
GRADC_DIFFERENTIATE(gradient, vjp) double extent_of_an_element_overwritten(double u);

// Two branches, one with a loop, each made a symbol for an extent: the same, and that of one had no value.
GRADC_DIFFERENTIATE(gradient) double symbols_of_two_branches(double u, std::vector<Vector> v);

// What a loop writes by a structured binding, in a lambda too, was lost: a wrong value.
GRADC_DIFFERENTIATE(gradient) double binding_written_in_a_loop(double u, int n);
GRADC_DIFFERENTIATE(gradient) double binding_written_by_a_lambda_in_a_loop(double u, int n);

// The backward pass asked what a loop kept of an arm not taken for its extents: a ShapeError in a right program.
GRADC_DIFFERENTIATE(gradient) double tensor_of_an_arm_not_taken(double u, const Vector& x, int n);

}  // namespace control
