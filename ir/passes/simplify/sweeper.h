// Rebuilds a function from its live ops. Of an op with blocks, the results, carried and stacked values,
// parameters and operands that are not live go as well, in all of its blocks.
#pragma once

#include "ir/op.h"
#include "ir/passes/analysis/liveness.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {

class Sweeper : public Rewriter {
 public:
  Sweeper(Module& module, const Function& from, Diagnostics& diagnostics)
      : Sweeper(module, from, Liveness(from), diagnostics) {}
  Sweeper(Module& module, const Function& from, Liveness live, Diagnostics& diagnostics)
      : Rewriter(module, from, diagnostics), live_(std::move(live)) {}

 protected:
  virtual void visit_call(OpId id) { copy(id); }
  const Liveness live_;

 private:
  void visit(OpId id) final;
  void sweep_if(const Op& op);
  void sweep_loop(const Op& op);
  std::vector<ValueId> live(const std::vector<ValueId>& values) const;
  // The op with the results that are left.
  void append(const Op& op, Attributes attributes, const std::vector<ValueId>& operands,
              const std::vector<BlockId>& blocks, const std::vector<ValueId>& results);
};

}  // namespace ir
