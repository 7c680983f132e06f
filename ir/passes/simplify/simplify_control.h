// What simplify does to ops with blocks:
//
//  1. An `if` whose predicate is a constant becomes the arm that is taken, unless its extents have names of their own: then
//     the other arm gives zeros.
//  2. A result that both arms take from the same operand, or that is the same constant in both, is that.
//  3. A loop that makes no trip - a `scan` of a constant number, a `while` whose condition is the constant false - gives
//     back what is carried, and empty stacks.
//  4. A carried value that the body gives on as it is becomes an invariant.
//  5. Constants and extents that are passed into a block are made again inside.
#pragma once

#include "ir/passes/simplify/rewriter.h"

namespace ir {

class ControlSimplifier : public Rewriter {
 public:
  ControlSimplifier(Module& module, const Function& from, Diagnostics& diagnostics);
  bool changed() const { return changed_; }

 protected:
  void visit_control(OpId id);
  void entered(BlockId block) override;

  bool changed_ = false;

 private:
  bool fits_here(const Op& op, BlockId arm) const;
  void take_arm(const Op& op, BlockId arm);
  bool can_be_zeros(BlockId arm) const;
  BlockId zeros_like(BlockId arm);
  void make_zeros(const Op& op, BlockId arm);
  void share_results(const Op& op);
  bool makes_no_trip(const Op& op) const;
  void make_no_trip(const Op& op);
  std::vector<bool> unchanged(const Op& op) const;
  void hold_fixed(const Op& op, const std::vector<bool>& fixed);

  std::vector<bool> read_;   // by an op or as the result of a block
  std::vector<OpId> owner_;  // of each block; of the body of the function not valid
};

}  // namespace ir
