// Forward mode: copies the ops of a function, and lets the tangents of active values travel beside them.
//
// Blocks take and give tangents in further places: an `if` passes on the tangents of its operands and gives those of
// its results; in a loop they are carried, scanned, stacked or invariant as the values that they belong to.
// Conditions take them and read none.
#pragma once

#include <vector>

#include "ir/op.h"
#include "ir/passes/analysis/activity.h"
#include "ir/passes/derivative.h"

namespace ir {

class Tangents {
 public:
  // `asked_for` names the function of the request, for notes.
  Tangents(const Function& from, Builder& builder, const Activity& activity, const DerivativeOptions& options,
           const std::string& asked_for)
      : from_(from), builder_(builder), activity_(activity), options_(options), asked_for_(asked_for),
        primal_(from, builder), dots_(from.values.size()) {}

  // The whole function: its arguments and tangents of the inputs. Gives its results and the tangents of those that
  // `targets` names; null, with diagnostics, where a live op has no derivative.
  std::optional<std::vector<ValueId>> run(const std::vector<int>& targets);

 private:
  // Values that go into or come out of blocks: first all of them, then the tangents of some.
  struct Passed {
    struct Tangent {
      ValueId old;
      bool boxed = false;  // its extents vary: it goes in a box (boxed.h)
    };
    std::vector<ValueId> olds;      // of the old function
    std::vector<Tangent> tangents;  // of those of them that have one
  };

  void step(OpId id);
  void step_if(const Op& op);
  void step_loop(const Op& op);
  void step_call(const Op& op);
  void step_ruled_call(const Op& op);
  void by_rule(const Op& op);
  void refuse(const Op& op, const char* why);

  Expr dot(ValueId old) const { return dots_[old.at()]; }
  ValueId dot_or_zeros(ValueId old);
  void enter(ValueId old, Expr dot);
  void name_dot(ValueId old, ValueId dot);
  bool live(const Op& op, std::size_t i) const { return activity_.flows(op, i) && dot(op.operands[i]).valid(); }
  // Goes into a block with parameters for these, in turn; they and their tangents are known from there on.
  BlockId open(const std::vector<Passed>& parameters);
  void give(std::vector<ValueId>& into, const Passed& values);

  const Function& from_;
  Builder& builder_;
  const Activity& activity_;
  const DerivativeOptions& options_;
  const std::string& asked_for_;
  Cloner primal_;
  std::vector<Expr> dots_;
  bool ok_ = true;
};

}  // namespace ir
