// An adjoint whose trips are independent runs in the loop that keeps what it reads: nothing is kept, and its arithmetic runs while
// the loop's own sums wait for the sum before.
//
//  1. For a derived loop with independent trips (raisable.h) find the loop that stacks all that it goes over; where it goes over
//     nothing, the last one that sums and reads one of the same tensors. That one must stay a loop, stand in the same block and have
//     as many trips.
//  2. Nothing that the adjoint is passed may come from that loop, and all of it must be there before, or be arithmetic that can be
//     computed before.
//  3. Its body goes to the end of the loop's. An adjoint that would become ops on tensors does so only where it is short and calls
//     no functions: longer ones gain more from vector lanes.
//
// fuse(f) treats f. In: a function that verifies, after the last differentiation, and before it is split. Out: one that computes
// the same, but for the order in which adjoints are summed. Idempotent.
#include <algorithm>

#include "ir/op.h"
#include "ir/passes/loops/fusing.h"
#include "ir/passes/loops/raisable.h"
#include "ir/scope.h"

namespace ir {
namespace {

// What runs while a sum waits for its last addition, about.
constexpr std::size_t kMostFused = 24;

class Fuser : public Fusing {
 public:
  Fuser(Module& module, const Function& from, Diagnostics& diagnostics)
      : Fusing(module, from, diagnostics), loops_(from, true) {
    for (const auto& [id, adjoint] : loops_.independent()) find(id, adjoint);
  }

 private:
  void find(OpId id, const RaisableLoop& adjoint) {
    const Op& op = from_[id];
    const Loop& loop = adjoint.loop;
    if (!op.derived || loop.first_stack < op.results.size()) return;
    const OpId by = loop.scanned > 0 ? from_[op.operands[loop.first_scanned()]].op : loop_beside(id, adjoint);
    if (!by.valid() || !may_take(by, adjoint)) return;
    for (std::size_t i = loop.first; i < op.operands.size(); ++i) {
      const bool is_scanned = i >= loop.first_scanned() && i < loop.first_invariant();
      if (is_scanned ? !is_stack_of(by, op.operands[i]) : !may_come_before(op.operands[i], by)) return;
      // It would bind a symbol, which may be another one there.
      if (!is_scanned && integer_symbol(from_, from_[loop.body].parameters[i])) return;
    }
    if (loops_.raised().contains(id) && !is_short(loop.body)) return;
    into_[by].push_back(id);
  }

  // Whether a loop stays one and has the trips of the adjoint.
  bool may_take(OpId id, const RaisableLoop& adjoint) const {
    if (!loops_.is_known(id) || loops_.raised().contains(id) || from_[id].derived) return false;
    return loops_.loop(id).block == adjoint.block && loops_.loop(id).trips == adjoint.trips;
  }
  // The last loop before an adjoint that sums numbers and is passed one of the same tensors.
  OpId loop_beside(OpId id, const RaisableLoop& adjoint) const {
    OpId last;
    for (OpId other : from_[adjoint.block].ops) {
      if (other == id) break;
      if (from_[other].kind != Kind::Scan || !may_take(other, adjoint)) continue;
      const std::vector<ValueId>& read = from_[other].operands;
      const auto is_read = [&](ValueId value) {
        return from_[value].type.rank() > 0 && std::find(read.begin(), read.end(), value) != read.end();
      };
      const auto first = static_cast<std::ptrdiff_t>(adjoint.loop.first_invariant());
      if (sums_numbers(other) && std::any_of(from_[id].operands.begin() + first, from_[id].operands.end(), is_read)) last = other;
    }
    return last;
  }
  bool sums_numbers(OpId id) const {
    const Loop loop = loop_of(from_[id]);
    return std::any_of(from_[id].results.begin(), from_[id].results.begin() + static_cast<std::ptrdiff_t>(loop.carried),
                       [&](ValueId result) { return from_[result].type.is_scalar() && is_float(from_[result].type.element); });
  }

  bool is_short(BlockId body) const {
    std::size_t count = 0;
    return count_ops(body, count) && count <= kMostFused;
  }
  bool count_ops(BlockId block, std::size_t& count) const {
    return std::all_of(from_[block].ops.begin(), from_[block].ops.end(), [&](OpId id) {
      const Op& op = from_[id];
      const OpDefinition& definition = ir::definition(op.kind);
      const Type& type = from_[op.results[0]].type;
      count += definition.info.trait != Trait::constant && is_differentiable(type.element);
      return !calls_vector_function(definition.info.scalar.text) &&
             std::all_of(op.blocks.begin(), op.blocks.end(), [&](BlockId arm) { return count_ops(arm, count); });
    });
  }

  const RaisableLoops loops_;
};

}  // namespace

std::optional<Module> run_fuse_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  Module out = module;
  for (const std::string& name : arguments) {
    const auto function = std::find_if(out.functions.begin(), out.functions.end(), [&](const Function& f) { return f.name == name; });
    if (function == out.functions.end()) {
      diagnostics.report(DiagnosticId::pass_usage, {}, "fuse(" + name + ")", "there is no function of that name");
      return std::nullopt;
    }
    const Function from = *function;
    Fuser fuser(out, from, diagnostics);
    if (fuser.changes()) *function = fuser.run();
  }
  return out;
}

}  // namespace ir
