// What is the same in all trips of a loop is computed before it.
//
//  1. In a block of a loop, find the ops whose operands are the same in all trips, that can be spared (below) and that
//     name no extent of the block's own. Those in the blocks of other ops stay: what an arm computes is not computed
//     where the arm isn't taken.
//  2. Those whose result is worth keeping and that another op or the block itself reads go before the loop, with what
//     they are made of; the loop takes their results as operands.
//  3. Repeat until nothing moves, for loops in loops. Drop what nobody reads any more.
//
// In: a function that verifies, after the last differentiation: the derivative of an op before a loop is computed where
// the loop makes no trip too, and may be infinite there times a zero. Out: one that computes the same; idempotent.
//
// hoist_reads does so before differentiation, with nothing but reads of elements at indices that are sure to be in range, and
// what such indices are made of. Then one number is kept for the adjoint in place of the same one in each trip.
#include "ir/passes/loops/hoist.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/op.h"
#include "ir/passes/analysis/indices.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {
namespace {

class Hoister : public Rewriter {
 public:
  Hoister(Module& module, const Function& from, Diagnostics& diagnostics, bool reads)
      : Rewriter(module, from, diagnostics), reads_(reads), gone_(from.ops.size()), indices_(from) {}
  bool changed() const { return changed_; }

 private:
  void visit(OpId id) override {
    if (gone_[id.at()]) return;
    const Op& op = from_[id];
    if (!is_loop(op)) return copy(id);
    std::vector<ValueId> passed;
    std::vector<std::vector<ValueId>> moved;
    for (BlockId inner : op.blocks) moved.push_back(move_out(op, inner, passed));
    if (passed.empty()) return copy(id);
    changed_ = true;
    std::vector<BlockId> blocks;
    for (std::size_t b = 0; b < op.blocks.size(); ++b) {
      // Both blocks of a `while` take what either reads.
      std::vector<ValueId> more;
      for (std::size_t other = 0; other < moved.size(); ++other)
        for (ValueId value : moved[other]) more.push_back(other == b ? value : ValueId{});
      const Block& inner = from_[op.blocks[b]];
      blocks.push_back(block(op.blocks[b], inner.parameters, inner.results, passed, more));
    }
    rebuild(op, op.attributes, op.operands, blocks, op.results, passed);
  }

  // Computes before the loop what can be of a block: values that the loop is passed from now on. Gives what they are
  // inside.
  std::vector<ValueId> move_out(const Op& op, BlockId id, std::vector<ValueId>& passed) {
    const Block& block = from_[id];
    const Loop loop = loop_of(op);
    std::map<ValueId, ValueId> outside;
    for (std::size_t i = loop.first; i < block.parameters.size(); ++i) {
      if (i >= loop.first_scanned() && i < loop.first_invariant()) continue;
      if (i < loop.first_scanned() && !goes_round_unchanged(op, i)) continue;
      const ValueId operand = now(op.operands[i]);
      if (to_[operand].type == from_[block.parameters[i]].type) outside.emplace(block.parameters[i], operand);
    }
    std::set<ValueId> fixed, read(block.results.begin(), block.results.end());
    for (const auto& [parameter, operand] : outside) fixed.insert(parameter);
    std::vector<OpId> movable;
    for (OpId inner : block.ops) {
      const Op& candidate = from_[inner];
      const bool same = std::all_of(candidate.operands.begin(), candidate.operands.end(),
                                    [&](ValueId x) { return fixed.contains(x); });
      if (same && is_movable(candidate) && known_here(candidate)) {
        movable.push_back(inner);
        fixed.insert(candidate.results[0]);
      } else {
        read.insert(candidate.operands.begin(), candidate.operands.end());
      }
    }
    // The last first: what a view of a value reads is read, too, and what only ops that move read is not.
    std::vector<ValueId> kept;
    std::set<ValueId> needed;
    for (auto inner = movable.rbegin(); inner != movable.rend(); ++inner) {
      const Op& candidate = from_[*inner];
      const ValueId result = candidate.results[0];
      const bool is_kept = read.contains(result) && is_worth_keeping(from_, candidate);
      if (is_kept) kept.push_back(result);
      if (is_kept || needed.contains(result)) needed.insert(candidate.operands.begin(), candidate.operands.end());
      if (read.contains(result) && !is_kept) read.insert(candidate.operands.begin(), candidate.operands.end());
    }
    std::reverse(kept.begin(), kept.end());
    for (OpId inner : movable) {
      const Op& candidate = from_[inner];
      const ValueId result = candidate.results[0];
      const bool is_kept = std::find(kept.begin(), kept.end(), result) != kept.end();
      if (is_kept || needed.contains(result)) outside.emplace(result, before_loop(candidate, outside));
      gone_[inner.at()] = is_kept;
      if (is_kept) passed.push_back(outside.at(result));
    }
    return kept;
  }

  bool is_movable(const Op& op) const {
    if (!reads_) return can_be_spared(from_, op);
    if (op.kind == Kind::Element) return indices_.are_certain(op);
    return can_be_spared(from_, op) && from_[op.results[0]].type.is_scalar() && is_integer(from_[op.results[0]].type.element);
  }

  ValueId before_loop(const Op& op, const std::map<ValueId, ValueId>& outside) {
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    std::vector<ValueId> x;
    for (ValueId operand : op.operands) x.push_back(outside.at(operand));
    const ValueId value = builder_.append(op.kind, x, op.attributes, from_[op.results[0]].name);
    GRADC_CHECK(value.valid());
    return value;
  }

  bool goes_round_unchanged(const Op& op, std::size_t i) const {
    const Block& body = from_[op.blocks.back()];
    return body.results[i - loop_of(op).first] == body.parameters[i];
  }

  bool known_here(const Op& op) const {
    const std::set<std::string> symbols = symbols_named(from_, op);
    return std::all_of(symbols.begin(), symbols.end(),
                       [&](const std::string& symbol) { return builder_.scope().has(builder_.insertion(), symbol); });
  }

  const bool reads_;  // nothing but reads of elements
  bool changed_ = false;
  std::vector<bool> gone_;
  const Indices indices_;
};

}  // namespace

bool can_be_spared(const Function& function, const Op& op) {
  const OpInfo& info = definition(op.kind).info;
  if (op.results.size() != 1 || may_fail({function, op})) return false;
  switch (info.trait) {
    case Trait::element:
    case Trait::control:
    case Trait::sequence: return false;
    default: break;
  }
  const Type& type = function[op.results[0]].type;
  return type.is_tensor() && std::all_of(type.extents.begin(), type.extents.end(),
                                         [](const Extent& extent) { return extent.never_negative(); });
}

bool is_worth_keeping(const Function& function, const Op& op) {
  const Type& type = function[op.results[0]].type;
  if (type.is_scalar() && !is_differentiable(type.element)) return false;
  switch (definition(op.kind).info.trait) {
    case Trait::constant:
    case Trait::integer:
    case Trait::alias:
    case Trait::broadcast: return false;
    default: return true;
  }
}

namespace {

Module hoisted(const Module& module, Diagnostics& diagnostics, bool reads) {
  Module out = module;
  for (Function& function : out.functions)
    for (bool changed = true; changed;) {
      Hoister hoister(out, function, diagnostics, reads);
      Function next = hoister.run();
      changed = hoister.changed();
      if (changed) function = without_dead_ops(out, next, diagnostics);
    }
  return out;
}

}  // namespace

std::optional<Module> run_hoist_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  if (!takes_no_arguments("hoist", arguments, diagnostics)) return std::nullopt;
  return hoisted(module, diagnostics, false);
}

std::optional<Module> run_hoist_reads_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  if (!takes_no_arguments("hoist_reads", arguments, diagnostics)) return std::nullopt;
  return hoisted(module, diagnostics, true);
}

}  // namespace ir
