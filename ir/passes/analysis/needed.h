// Which values the derivative of the targets flows back to, in a function and all its blocks: the other half of the
// between-set, which are the ops that yield an active value of these.
//
//  1. Needed are the targets, and the operands of an op through which a derivative flows to a needed result of it; of a
//     call, to that very result.
//  2. A needed result of an `if` makes that result of both arms needed, a needed stack of a loop that result of the body.
//     A needed loop-carried result or parameter makes its operand needed, and the result of the body.
//  3. A needed parameter of a block makes what is passed needed.
#pragma once

#include <vector>

#include "ir/passes/analysis/activity.h"

namespace ir {

class Needed {
 public:
  Needed(const Function& function, const Activity& activity, const Dependence& calls,
         const std::vector<ValueId>& targets);

  bool has(ValueId value) const { return value.at() < needed_.size() && needed_[value.at()]; }

 private:
  void mark(ValueId value);
  void follow_result(const Value& value);
  void follow_parameter(const Value& value);

  const Function& f_;
  const Activity& activity_;
  const Dependence& calls_;
  std::vector<bool> needed_;
  std::vector<OpId> owner_;  // of each block
  std::vector<ValueId> open_;
};

}  // namespace ir
