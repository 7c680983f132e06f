// Where a leaf is: the C++ expression that reaches it, and how C++ is asked for its extents and numbers.
#pragma once

#include <string>
#include <vector>

#include "codegen/interface/value.h"

namespace codegen {

// A leaf: the C++ expression that reaches it, and what it is. One below vectors has the ways inside elements
// that Leaf describes, and is a sequence of what `form` and `type` say.
struct Place {
  std::string expression;
  CppValue::Form form = CppValue::Form::scalar;
  std::string type;
  std::vector<std::string> elements = {};
  bool stacked = false;  // one tensor of what is in the elements of a vector, which its first axis counts
  bool counted = false;  // these are behind a pointer, and how many is a formula
  // Whose sizes a sequence must have: as a tangent those of an argument, as an adjoint those of a result.
  int like_argument = -1, like_result = -1;

  bool is_sequence() const { return !elements.empty() && !stacked; }
};

Place place_of(const Leaf& leaf);
// The leaves of a value that an expression reaches.
void append_places(const CppValue& value, const std::string& expression, std::vector<Place>& out);

// A way inside elements with the expression of an element in the place of `$`.
std::string with_element(const std::string& way, const std::string& element);
// The expression of a place, with that of a vector in the place of its elements: "layers.weights".
std::string without_elements(const Place& place);
// A place as messages name it, with a pair of brackets for each vector in between: "layers[].weights".
std::string shown(const Place& place);

// ", [](auto& e) -> auto& { return e.w; }" for each vector in between, down to the last that is not the element itself; `element`
// is a name that nothing around has.
std::string accessors(const Place& place, const std::string& element);

// Whether an axis is known to the compiler by the type: "gradc::StaticTensor<float, 3, gradc::dynamic>", a std::array,
// "Eigen::Matrix<double, 3, Eigen::Dynamic>".
bool is_static_axis(const Place& place, std::size_t axis);
// Which axis it is for who reads: of a matrix of Eigen rows are the first, whatever the order of its memory.
std::size_t axis_as_written(const Place& place, std::size_t axis);
// The extent of an axis as C++ asks for it, and the statement that gives a place that shape.
std::string extent_at(const Place& place, std::size_t axis);
std::string resized(const Place& place, const std::vector<std::string>& extents);
// The numbers of a tensor or list: "x.data()". A std::array may be one of C.
std::string data_of(const Place& place);

}  // namespace codegen
