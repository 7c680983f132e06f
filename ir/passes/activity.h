// Activity: which values carry a derivative. Shared by reverse and forward mode, and recursive on blocks.
//
// A value is active if it is a source, or the differentiable result of an op with an active operand through which
// a derivative can flow. A stopped value is active only as a source. Integers, booleans and casts to them end a path.
#pragma once

#include <vector>

#include "ir/function.h"

namespace ir {

class Activity {
 public:
  Activity(const Function& function, BlockId block, const std::vector<ValueId>& sources,
           const std::vector<ValueId>& stopped);

  bool active(ValueId value) const { return active_[value.at()]; }
  // Whether an adjoint that arrives at the value goes on to the op that yields it.
  bool passes_back(ValueId value) const { return active_[value.at()] && !stopped_[value.at()]; }
  // Whether a derivative flows from operand i of the op to its results.
  bool flows(const Op& op, std::size_t i) const;

 private:
  void visit(const Op& op);

  const Function& function_;
  std::vector<bool> active_;
  std::vector<bool> stopped_;
};

}  // namespace ir
