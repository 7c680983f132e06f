// C++ calls that mean ops, read from the `cpp` field of each op's paragraph. There is no other list of ops;
// how the words of a form are turned into operands and attributes is tool/lower/library/arguments.cpp's business.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/op.h"

namespace tool {

// One parameter of a form: "axis=-1", "x:float", "keepdims?", "MatMul?".
struct CalleeParameter {
  // A key is two operands; effects are what was done before, which the call doesn't name.
  enum class Sort : std::uint8_t { operand, operands, key, effects, options, named };
  Sort sort = Sort::named;
  std::string word;           // "axis"; of an operand its letter
  std::string element_class;  // "float", "integer" or empty
  bool optional = false;
  std::optional<double> fallback;  // of "axis=-1", "y=0.5"
  std::string fallback_text;       // of "reduction=mean"

  bool takes_tag() const { return word == "reduction"; }
};

// "gradc::softmax(x, axis=-1)": one way to write an op.
struct CalleeForm {
  ir::Kind kind{};
  std::string name;                // "gradc::softmax"
  std::string member;              // of "gradc::eigh(x).w", what it is of the structure that the function gives
  // "to" of "gradc::astype<to>(x)"; "depth" and "batch" of "gradc::gather_nd<depth, batch>(x, y)"
  std::vector<std::string> template_attributes;
  std::vector<CalleeParameter> parameters;
};

// What the tag of that class says, of those whose word is an attribute of text: Summed says "sum"; empty if it is none.
std::string tag_text(std::string_view class_name);

class Callees {
 public:
  Callees();

  // The forms of that qualified name, in the order of the table; null if there is none.
  const std::vector<CalleeForm>* find(std::string_view name) const;
  // Names of the gradc namespace that are close to this one, for "did you mean".
  std::vector<std::string> nearest_to(std::string_view name) const;

 private:
  std::map<std::string, std::vector<CalleeForm>, std::less<>> forms_;
};

}  // namespace tool
