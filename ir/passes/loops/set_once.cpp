// Adjoints that begin as zeros, and of which loops add to each element once, are set there; and what a loop sets each element of
// begins with no values.
//
//  1. Find a loop-carried tensor that the body only passes on: to an `add_element`, which needs zeros to begin with, to a
//     `set_element`, or to an inner loop of which the same holds.
//  2. Each loop's counter must be an index by itself, or with a number added, along an axis of its own: then no two trips write one
//     element.
//  3. Replace `add_element` by `set_element`. Where the counters without more are all indices, and run to the extents, what the
//     tensor begins with is never read: it becomes `undefined`.
//
// In: a function that verifies, after the last differentiation. Out: one that computes the same but for the sign of zeros in derived
// ops, to which simplify has no regard either. Idempotent.
#include <optional>
#include <set>

#include "ir/op.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/analysis/surroundings.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {
namespace {

class SetOnce : public Rewriter {
 public:
  SetOnce(Module& module, const Function& from, Diagnostics& diagnostics) : Rewriter(module, from, diagnostics), around_(from) {
    for (std::size_t i = 0; i < from.ops.size(); ++i)
      if (from.ops[i].kind == Kind::Scan) find({static_cast<std::int32_t>(i)});
  }

 private:
  void visit(OpId id) override {
    const Op& op = from_[id];
    if (sets_.contains(id)) {
      builder_.loc = op.loc;
      builder_.derived = op.derived;
      return replace(op.results[0], builder_.append(Kind::SetElement, now(op.operands)));
    }
    const auto first = never_read_.lower_bound({id, 0});
    if (first == never_read_.end() || first->first != id) return copy(id);
    std::vector<BlockId> blocks;
    for (BlockId inner : op.blocks) blocks.push_back(block(inner));
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    std::vector<ValueId> operands = now(op.operands);
    for (auto each = first; each != never_read_.end() && each->first == id; ++each) {
      const Type type = builder_.type(operands[each->second]);
      operands[each->second] = builder_.append(Kind::Undefined, {}, {{"element", type.element}, {"shape", type.extents}});
    }
    append(op, op.attributes, std::move(operands), blocks, op.results);
  }

  void find(OpId id) {
    const Loop loop = loop_of(from_[id]);
    if (from_[id].attributes.find("varying")) return;
    for (std::size_t j = 0; j < loop.carried; ++j)
      if (from_[from_[id].results[j]].type.rank() > 0) look_at(id, j);
  }

  void look_at(OpId outermost, std::size_t carried) {
    std::set<OpId> loops;
    OpId id = outermost;
    ValueId before;
    for (std::size_t j = carried;;) {
      loops.insert(id);
      const Loop loop = loop_of(from_[id]);
      before = from_[loop.body].parameters[loop.first + j];
      const ValueId after = from_[loop.body].results[j];
      const OpId next = from_[after].op;
      if (!next.valid() || around_.uses(before) != 1 || around_.uses(after) != 1 || around_.block_of(next) != loop.body) return;
      id = next;
      if (from_[next].kind == Kind::AddElement || from_[next].kind == Kind::SetElement) break;
      j = static_cast<std::size_t>(from_[after].index);
      if (from_[next].kind != Kind::Scan || from_[next].attributes.find("varying") || j >= loop_of(from_[next]).carried) return;
      if (from_[next].operands[1 + j] != before) return;
    }
    const Op& write = from_[id];
    const ValueId begin = from_[outermost].operands[1 + carried];
    if (write.operands[0] != before || !from_[write.operands[1]].type.is_scalar()) return;
    if (write.kind == Kind::AddElement && !(write.derived && around_.is_zeros(begin))) return;
    const Shape& extents = from_[before].type.extents;
    std::set<OpId> running;
    bool is_whole = loops.size() == extents.size();
    for (std::size_t i = 2; i < write.operands.size(); ++i) {
      const auto index = around_.counter_of(write.operands[i]);
      if (!index || !loops.contains(index->loop) || !running.insert(index->loop).second) {
        is_whole = false;
        continue;
      }
      const auto trips = around_.extent(from_[index->loop].operands[0]);
      is_whole = is_whole && index->added == 0 && trips && (*trips == extents[i - 2] || Extent::max(*trips, 0) == extents[i - 2]);
    }
    if (running != loops) return;
    if (write.kind == Kind::AddElement) sets_.insert(id);
    const bool is_made = from_[begin].op.valid() && from_[from_[begin].op].kind == Kind::Undefined;
    if (is_whole && !is_made) never_read_.emplace(outermost, 1 + carried);
  }

  const Surroundings around_;
  std::set<OpId> sets_;
  std::set<std::pair<OpId, std::size_t>> never_read_;  // operands
};

}  // namespace

std::optional<Module> run_set_once_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  if (!takes_no_arguments("set_once", arguments, diagnostics)) return std::nullopt;
  return rewrite_functions<SetOnce>(module, diagnostics);
}

}  // namespace ir
