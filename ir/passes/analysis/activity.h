// Activity: which values carry a derivative, in a function and all its blocks. Shared by reverse and forward mode.
//
// A value is active if it is a source, or the differentiable result of an op with an active operand through which
// a derivative can flow. A stopped value is active only as a source. Integers, booleans and casts to them end a path.
// A parameter of a block is active if what is passed to it is; a value carried round a loop, if it is so on entry or
// after some trip: a fixpoint, reached after as many rounds as values become active, mostly one.
#pragma once

#include <vector>

#include "ir/passes/analysis/dependence.h"

namespace ir {

class Activity {
 public:
  // Whether a stop inside a loop ends a path, or is a path along which the derivative is zero.
  enum class Stops : std::uint8_t { end_paths, are_zero_in_loops };

  Activity(const Function& function, const std::vector<ValueId>& sources, const std::vector<ValueId>& stopped,
           const Dependence& calls, Stops stops = Stops::end_paths);

  bool active(ValueId value) const { return value.at() < active_.size() && active_[value.at()]; }
  // Whether an adjoint that arrives at the value goes on to the op that yields it.
  bool passes_back(ValueId value) const { return active(value) && !stopped_[value.at()]; }
  // Whether a derivative flows from operand i of the op to its results.
  bool flows(const Op& op, std::size_t i) const;

 private:
  void visit(BlockId block);
  void visit(const Op& op);
  void visit_if(const Op& op);
  void visit_loop(const Op& op);
  void visit_call(const Op& op);
  void activate(ValueId value);

  const Function& function_;
  const Dependence& calls_;
  const Stops stops_;
  int loops_ = 0;  // around what is visited
  std::vector<bool> active_;
  std::vector<bool> stopped_;
};

}  // namespace ir
