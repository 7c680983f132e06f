// A product that only goes into a sum is added where the sum stands: the gradient of a matrix that a loop multiplies by in
// each trip, or of one that is used in several places.
//
//  1. For an `add` of the derivative find an operand that is a product of the same block, has the sum's type and nothing
//     else reads.
//  2. The other operand must be what may be written over, and costs nothing to have in memory: one that a block is
//     passed or that a kernel gives, which nothing else reads. What is computed element by element is better added there.
//  3. Replace both by `add_matmul`. A symmetric product stays, since half of it is computed.
//
// In: a function that verifies, after the last rewriting: no other pass looks through the op. Out: one that computes the
// same but for the order in which a sum of more than one block of the kernel is made; so values of the user stay as they are.
// Idempotent.
#include <set>

#include "ir/op.h"
#include "ir/ops/linear_algebra/linalg.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {
namespace {

class Accumulator : public Rewriter {
 public:
  Accumulator(Module& module, const Function& from, Diagnostics& diagnostics)
      : Rewriter(module, from, diagnostics), reads_(from.values.size()), block_(from.ops.size()) {
    for (std::size_t b = 0; b < from.blocks.size(); ++b) {
      for (OpId id : from.blocks[b].ops) {
        block_[id.at()] = b;
        for (ValueId operand : from[id].operands) ++reads_[operand.at()];
      }
      for (ValueId result : from.blocks[b].results) ++reads_[result.at()];
    }
  }

 private:
  void visit(OpId id) override {
    const Op& op = from_[id];
    if (op.kind == Kind::Add && op.derived)
      for (const std::size_t i : {1u, 0u})
        if (const Op* product = product_for(id, i); product && may_hold(id, op.operands[1 - i])) {
          builder_.loc = product->loc;
          builder_.derived = true;
          std::vector<ValueId> x = now(product->operands);
          x.push_back(now(op.operands[1 - i]));
          accumulated_.insert(id);
          return replace(op.results[0], builder_.append(Kind::AddMatmul, x, product->attributes));
        }
    copy(id);
  }

  // The product that operand i of a sum is.
  const Op* product_for(OpId sum, std::size_t i) const {
    const ValueId value = from_[sum].operands[i];
    const OpId id = from_[value].op;
    if (!id.valid() || from_[id].kind != Kind::Matmul || !from_[id].derived || block_[id.at()] != block_[sum.at()]) return nullptr;
    const bool alone = reads_[value.at()] == 1 && from_[value].type == from_[from_[sum].results[0]].type;
    return alone && !ops::Matmul::is_symmetric({from_, from_[id]}) ? &from_[id] : nullptr;
  }

  bool may_hold(OpId sum, ValueId value) const {
    if (reads_[value.at()] != 1 || from_[value].type != from_[from_[sum].results[0]].type) return false;
    const OpId id = from_[value].op;
    if (id.valid())
      return block_[id.at()] == block_[sum.at()] && (accumulated_.contains(id) || definition(from_[id].kind).info.trait == Trait::kernel);
    return from_[value].block.valid();
  }

  std::vector<int> reads_;            // by value
  std::vector<std::size_t> block_;    // by op
  std::set<OpId> accumulated_;        // sums that have been replaced
};

}  // namespace

std::optional<Module> run_accumulate_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  if (!takes_no_arguments("accumulate", arguments, diagnostics)) return std::nullopt;
  return rewrite_functions<Accumulator>(module, diagnostics);
}

}  // namespace ir
