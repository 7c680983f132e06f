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
#include <map>
#include <set>

#include "ir/op.h"
#include "ir/passes/loops/raisable.h"
#include "ir/passes/simplify/rewriter.h"
#include "ir/scope.h"

namespace ir {
namespace {

// What runs while a sum waits for its last addition, about.
constexpr std::size_t kMostFused = 24;

class Fuser : public Rewriter {
 public:
  Fuser(Module& module, const Function& from, Diagnostics& diagnostics)
      : Rewriter(module, from, diagnostics), loops_(from, true), place_(from.ops.size()) {
    std::size_t place = 0;
    for (const Block& block : from.blocks)
      for (OpId id : block.ops) place_[id.at()] = place++;
    for (const auto& [id, adjoint] : loops_.independent()) find(id, adjoint);
  }
  bool changes() const { return !adjoints_.empty(); }

 private:
  void visit(OpId id) override {
    if (!done_.insert(id).second) return;
    const auto adjoints = adjoints_.find(id);
    if (adjoints == adjoints_.end()) return copy(id);
    for (OpId adjoint : adjoints->second) {
      done_.insert(adjoint);
      for (ValueId operand : from_[adjoint].operands)
        if (!is_stack_of(id, operand)) compute(operand);
    }
    fuse(id, adjoints->second);
  }

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
    adjoints_[by].push_back(id);
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

  bool is_stack_of(OpId loop, ValueId value) const {
    return from_[value].op == loop && static_cast<std::size_t>(from_[value].index) >= loop_of(from_[loop]).first_stack;
  }

  // Whether a value is there before an op of its block, or can be.
  bool may_come_before(ValueId value, OpId before) const {
    const OpId id = from_[value].op;
    if (!id.valid() || place_[id.at()] < place_[before.at()]) return true;
    const Op& op = from_[id];
    const Trait trait = definition(op.kind).info.trait;
    const bool is_arithmetic =
        trait == Trait::constant || trait == Trait::integer || trait == Trait::broadcast || trait == Trait::elementwise;
    return id != before && is_arithmetic && !may_fail({from_, op}) &&
           std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId operand) { return may_come_before(operand, before); });
  }
  void compute(ValueId value) {
    const OpId id = from_[value].op;
    if (!id.valid() || done_.contains(id)) return;
    for (ValueId operand : from_[id].operands) compute(operand);
    visit(id);
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

  // One operand, or result, of the new loop, and what the bodies call it.
  struct Part {
    ValueId operand;
    std::vector<ValueId> parameters;
  };

  void fuse(OpId id, const std::vector<OpId>& adjoints) {
    const Op& op = from_[id];
    const Loop loop = loop_of(op);
    const std::vector<ValueId>& parameters = from_[loop.body].parameters;
    Part counter{op.operands[0], {parameters[0]}};
    std::vector<Part> carried, scanned, invariants;
    for (std::size_t i = loop.first; i < op.operands.size(); ++i)
      (i < loop.first_scanned() ? carried : i < loop.first_invariant() ? scanned : invariants)
          .push_back({op.operands[i], {parameters[i]}});
    for (OpId each : adjoints) {
      const Op& adjoint = from_[each];
      const Loop other = loop_of(adjoint);
      const std::vector<ValueId>& inside = from_[other.body].parameters;
      counter.parameters.push_back(inside[0]);
      for (std::size_t i = other.first; i < other.first_scanned(); ++i) carried.push_back({adjoint.operands[i], {inside[i]}});
      for (std::size_t i = other.first_invariant(); i < adjoint.operands.size(); ++i) {
        const auto known = std::find_if(invariants.begin(), invariants.end(),
                                        [&](const Part& part) { return part.operand == adjoint.operands[i]; });
        if (known == invariants.end())
          invariants.push_back({adjoint.operands[i], {inside[i]}});
        else
          known->parameters.push_back(inside[i]);
      }
    }
    std::vector<Part> parts{counter};
    for (const std::vector<Part>* each : {&carried, &scanned, &invariants}) parts.insert(parts.end(), each->begin(), each->end());

    std::vector<ValueId> operands;
    std::vector<Type> types;
    std::vector<std::string> names;
    for (const Part& part : parts) {
      operands.push_back(now(part.operand));
      types.push_back(from_[part.parameters[0]].type);
      names.push_back(from_[part.parameters[0]].name);
    }
    const BlockId body = builder_.block(types, names);
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (ValueId parameter : parts[i].parameters) replace(parameter, to_[body].parameters[i]);
    const BlockId outside = builder_.insert_into(body);
    visit_all(from_[loop.body]);
    for (OpId each : adjoints) {
      const Loop other = loop_of(from_[each]);
      for (std::size_t i = other.first_scanned(); i < other.first_invariant(); ++i)
        replace(from_[other.body].parameters[i], now(stacked(id, from_[each].operands[i])));
      visit_all(from_[other.body]);
    }
    const std::vector<ValueId>& given = from_[loop.body].results;
    const auto stacks = given.begin() + static_cast<std::ptrdiff_t>(loop.carried);
    std::vector<ValueId> results(given.begin(), stacks);
    std::vector<ValueId> after(op.results.begin(), op.results.begin() + static_cast<std::ptrdiff_t>(loop.carried));
    for (OpId each : adjoints) {
      const std::vector<ValueId>& more = from_[loop_of(from_[each]).body].results;
      results.insert(results.end(), more.begin(), more.end());
      after.insert(after.end(), from_[each].results.begin(), from_[each].results.end());
    }
    const auto size = static_cast<std::int64_t>(results.size());
    results.insert(results.end(), stacks, given.end());
    after.insert(after.end(), op.results.begin() + static_cast<std::ptrdiff_t>(loop.first_stack), op.results.end());
    builder_.set_results(now(results));
    builder_.insert_into(outside);

    Attributes attributes = op.attributes;
    attributes.set("carried", size);
    append(op, std::move(attributes), std::move(operands), {body}, after);
  }

  // What the body of a loop stacks as that result.
  ValueId stacked(OpId id, ValueId result) const {
    const Loop loop = loop_of(from_[id]);
    return from_[loop.body].results[static_cast<std::size_t>(from_[result].index) - loop.first_stack + loop.carried];
  }

  const RaisableLoops loops_;
  std::vector<std::size_t> place_;              // of each op in its block
  std::map<OpId, std::vector<OpId>> adjoints_;  // that go into a loop
  std::set<OpId> done_;
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
