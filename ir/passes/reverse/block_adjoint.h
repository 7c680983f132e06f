// The adjoint of one block: for each op, from the last to the first, what its operands get of what arrives at its
// results. The adjoint of an op with blocks is an op with blocks that further instances make.
//
//  1. Keep the ops with an active result that a target needs (needed.h): the between-set.
//  2. Count for each of them the uses of its results by ops of the set: the contributions that it still awaits.
//  3. Seed the results. Ops that await nothing are ready.
//  4. Take the last ready op; sum the contributions of its results; where there are none it is skipped, otherwise its
//     rule gives the adjoints of its active operands, whose types are checked and which are passed on. A rule that
//     can adds onto the sum that there is; and that sum goes through the loops and branches that add to it.
//  5. An op without a rule is an error only when an adjoint reaches it.
//
// After the pending-count traversal of graph gradients as TensorFlow's tf.gradients describes it.
#pragma once

#include <map>

#include "ir/op.h"
#include "ir/passes/analysis/needed.h"
#include "ir/passes/derivative.h"
#include "ir/passes/reverse/draft.h"

namespace ir {

// One derivative of one function.
struct Reverse {
  Builder& forward;  // of the function: its ops, some of which get further results, and the adjoint of its body
  const Dependence& calls;
  const Activity& activity;
  const Needed& needed;
  const DerivativeOptions& options;
  const std::string& function_name;  // of the function that was asked for
  std::vector<KeptNote>* notes;      // null where nobody asks
};

struct CalledParts;

class BlockAdjoint {
 public:
  // `draft`: where the ops go; null for the body, whose adjoint follows it in the same block.
  BlockAdjoint(const Reverse& reverse, BlockId block, Draft* draft);

  // Adds what arrives at a value of the block from outside.
  void seed(ValueId value, Expr adjoint) { contribute(value, adjoint); }
  // False, with diagnostics, where a live op has no derivative.
  bool run();
  // The sum of what arrived at a value; not valid where nothing did.
  Expr adjoint(ValueId value);

 private:
  bool differentiate(const Op& op);
  bool differentiate_if(OpId id);
  bool differentiate_loop(OpId id);
  bool differentiate_call(OpId id);
  std::vector<ValueId> kept_by_call(OpId id, const CalledParts& parts);
  bool differentiate_by_rule(const Op& op);
  bool refuse(const Op& op, const char* why);

  bool hand_on(const Op& op, std::size_t i, Expr adjoint);
  void contribute(ValueId value, Expr adjoint);
  static void sum_up(std::vector<Expr>& list);
  static bool are_large(const std::vector<Expr>& list);
  // The sum of what arrived so far, to be added to; nothing has arrived then.
  Expr take(ValueId value);
  bool arrived(ValueId value) const;

  const Function& function() const { return reverse_.forward.function(); }
  // A value of the block as the adjoint sees it.
  Expr value(ValueId primal) { return draft_ ? draft_->value(primal) : Expr{&reverse_.forward, primal}; }
  // What the adjoint of a loop or branch of the block keeps: where that is done again as a whole, all.
  Checkpoint checkpoint_inside(const Op& op) const;
  bool active(ValueId value) const { return reverse_.activity.active(value); }
  bool flows(const Op& op, std::size_t i) const { return reverse_.activity.flows(op, i); }
  std::string bar_name(ValueId primal) const;

  const Reverse& reverse_;
  BlockId block_;
  Draft* draft_;
  Builder& builder_;
  std::map<ValueId, std::vector<Expr>> contributions_;

  friend class IfAdjoint;
  friend class LoopAdjoint;
};

}  // namespace ir
