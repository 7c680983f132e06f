// What passes share that put an op with blocks into an earlier one of its block: the body of an adjoint goes to the end of the body
// of what it is the adjoint of.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "ir/passes/simplify/rewriter.h"

namespace ir {

class Fusing : public Rewriter {
 public:
  Fusing(Module& module, const Function& from, Diagnostics& diagnostics);
  bool changes() const { return !into_.empty() || !again_.empty(); }

 protected:
  void visit(OpId id) override;
  // The op with those that go into it.
  virtual void fuse(OpId id, const std::vector<OpId>& others) { fuse_loops(id, others); }
  // A loop and scans of as many trips, which go over nothing but what it stacks, and stack nothing.
  void fuse_loops(OpId id, const std::vector<OpId>& others);

  bool is_stack_of(OpId loop, ValueId value) const;
  // Whether a value is there before an op of its block, or is arithmetic that can be computed before.
  bool may_come_before(ValueId value, OpId before) const;
  // Whether an op that is no arithmetic can be.
  virtual bool may_move(const Op&) const { return false; }
  // Operands of an op that goes into another which are sums, and are added at the op's own place: it begins with zeros.
  std::map<OpId, std::map<std::size_t, std::size_t>> late_;  // by operand, the result that goes on from it
  bool is_late(OpId id, std::size_t operand) const {
    const auto found = late_.find(id);
    return found != late_.end() && found->second.contains(operand);
  }

  // One operand of an op that others go into, and what the blocks call it; not valid: zeros.
  struct Passed {
    ValueId operand;
    std::vector<ValueId> parameters;
  };
  ValueId given_as(const Passed& passed) { return passed.operand.valid() ? now(passed.operand) : builder_.full(from_[passed.parameters[0]].type, 0.0); }
  static void add(std::vector<Passed>& passed, ValueId operand, ValueId parameter);
  // A block that takes those.
  BlockId block_of(const std::vector<Passed>& passed);

  std::map<OpId, std::vector<OpId>> into_;  // what goes into an op
  std::map<OpId, OpId> again_;              // by an op, an earlier one that is computed again where it stands, and which it goes into there

 private:
  void compute(ValueId value);
  void add_late(OpId id);
  void fuse_again(OpId id, OpId other);
  void forget(OpId id);
  BlockId condition_of(const Op& op, const std::vector<Passed>& passed, std::size_t carried);
  ValueId stacked(OpId id, ValueId result) const;

  std::vector<std::size_t> place_;  // of each op
  std::set<OpId> done_;
};

}  // namespace ir
