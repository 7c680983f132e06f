// The slow obvious engine that everything else must agree with: runs a function of the IR op by op, element
// by element, and checks every shape against the type that was inferred for it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "ir/function.h"
#include "ir/literal.h"

namespace reference {

// A tensor or a sequence of values.
class Value {
 public:
  Value() = default;
  Value(ir::Literal tensor) : data_(std::move(tensor)) {}  // implicit: most values are tensors
  Value(std::vector<Value> sequence) : data_(std::move(sequence)) {}

  bool is_tensor() const { return std::holds_alternative<ir::Literal>(data_); }
  // A Violation where it is the other one.
  const ir::Literal& tensor() const;
  const std::vector<Value>& sequence() const;
  ir::Literal& tensor();
  std::vector<Value>& sequence();

 private:
  std::variant<ir::Literal, std::vector<Value>> data_;
};

// Arguments that a function does not take, or a broken promise of its types: wrong extents, unequal operands,
// an index outside a sequence.
class Violation : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Extent symbols and integer arguments (`%n`) with their values.
using Symbols = std::map<std::string, std::int64_t>;

// Runs the function. The first plain occurrence of an extent symbol in the arguments binds it; every other
// extent is checked, and so are the requirements.
std::vector<Value> interpret(const ir::Module& module, ir::FunctionId function,
                             const std::vector<Value>& arguments);

// One op that has no blocks and no sequences, and whose values are asked for at several points: what it is expanded into is
// made once, for operands of the extents of the first. Function, op and symbols outlive it.
class OpEvaluation {
 public:
  OpEvaluation(const ir::Function& function, const ir::Op& op, std::span<const ir::Literal> operands, const Symbols& symbols);
  // Its only result.
  ir::Literal operator()(std::span<const ir::Literal> operands) const;

 private:
  const ir::Function& function_;
  const ir::Op& op_;
  const Symbols& symbols_;
  std::optional<ir::Module> expansion_;
};
ir::Literal evaluate(const ir::Function& function, const ir::Op& op, std::span<const ir::Literal> operands,
                     const Symbols& symbols);

}  // namespace reference
