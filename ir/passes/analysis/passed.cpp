// An argument is followed through branches whose arms agree, loops that carry a value and leave it, and calls by what is known of
// their results; at first all results are assumed to be no matter what, until nothing changes.
#include "ir/passes/analysis/passed.h"

#include <algorithm>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/analysis/surroundings.h"

namespace ir {

Passed::Source Passed::meet(const Source& a, const Source& b) {
  if (a.kind == Source::Kind::unknown || a == b) return b;
  if (b.kind == Source::Kind::unknown) return a;
  return {Source::Kind::other, 0, {}};
}

// Where the blocks of a function stand, and what its values are outside of them.
class Passed::Places {
 public:
  explicit Places(const Function& function) : f(function), around_(function) {}

  // What an argument is after one of its elements is set.
  Source after_write(OpId id, const Sources& sources) const {
    const Op& op = f[id];
    const Source& before = sources[op.operands[0].at()];
    if (before.kind != Source::Kind::argument) return before;
    const ValueId index = around_.outside(op.operands.back());
    if (op.operands.size() != 3 || (before.changed.valid() && !are_same(before.changed, index))) return kOther;
    return {Source::Kind::argument, before.index, restores(id, before.index, index, sources) ? ValueId{} : index};
  }

  const Function& f;

 private:
  static constexpr Source kOther{Source::Kind::other, 0, {}};

  // Whether what an op sets is what the argument has there.
  bool restores(OpId id, std::size_t argument, ValueId index, const Sources& sources) const {
    const ValueId number = around_.outside(f[id].operands[1]);
    if (is_read(number, argument, index, sources)) return true;
    const auto constant = around_.known_integer(number);
    for (BlockId block = around_.block_of(id); constant;) {
      const OpId owner = around_.owner(block);
      if (!owner.valid()) return false;
      const Op& op = f[owner];
      if (op.kind == Kind::If && is_there(op.operands[0], block == op.blocks[0], *constant, argument, index, sources)) return true;
      block = around_.block_of(owner);
    }
    return false;
  }
  bool is_read(ValueId value, std::size_t argument, ValueId index, const Sources& sources) const {
    const OpId id = f[value].op;
    if (!id.valid()) return false;
    const Op& op = f[id];
    if ((op.kind != Kind::SequenceAt && op.kind != Kind::Element) || op.operands.size() != 2) return false;
    return sources[op.operands[0].at()].is_argument(argument) && are_same(op.operands[1], index);
  }
  // Whether two values are one, or are computed alike from such in a few steps.
  static constexpr int kMostSteps = 6;
  bool are_same(ValueId a, ValueId b, int steps = kMostSteps) const {
    a = around_.outside(a);
    b = around_.outside(b);
    if (a == b) return true;
    if (!f[a].op.valid() || !f[b].op.valid() || steps == 0) return false;
    const Op &p = f[f[a].op], &q = f[f[b].op];
    const Trait trait = definition(p.kind).info.trait;
    const bool is_arithmetic = trait == Trait::constant || trait == Trait::integer || trait == Trait::elementwise;
    return is_arithmetic && p.kind == q.kind && p.attributes == q.attributes && f[a].type == f[b].type && p.operands.size() == q.operands.size() &&
           std::equal(p.operands.begin(), p.operands.end(), q.operands.begin(), [&](ValueId x, ValueId y) { return are_same(x, y, steps - 1); });
  }
  // Whether a condition that holds, or does not, says that the constant is there.
  bool is_there(ValueId condition, bool holds, std::int64_t constant, std::size_t argument, ValueId index,
                const Sources& sources) const {
    condition = around_.outside(condition);
    if (is_read(condition, argument, index, sources))
      return f[condition].type.element == ElementType::boolean && constant == (holds ? 1 : 0);
    const OpId id = f[condition].op;
    if (!id.valid()) return false;
    const Op& op = f[id];
    if (op.kind == Kind::If) {
      // `a && b` and `a || b`: an arm that gives the other answer was not taken.
      const auto given = [&](std::size_t arm) { return f[op.blocks[arm]].results[static_cast<std::size_t>(f[condition].index)]; };
      for (const std::size_t arm : {0u, 1u})
        if (const auto other = around_.known_integer(around_.outside(given(1 - arm))); other && (*other != 0) != holds)
          return is_there(op.operands[0], arm == 0, constant, argument, index, sources) ||
                 is_there(given(arm), holds, constant, argument, index, sources);
      return false;
    }
    if (op.kind == Kind::LogicalNot) return is_there(op.operands[0], !holds, constant, argument, index, sources);
    if (op.kind != (holds ? Kind::Equal : Kind::NotEqual)) return false;
    for (const std::size_t i : {0u, 1u})
      if (is_read(around_.outside(op.operands[i]), argument, index, sources) && around_.known_integer(op.operands[1 - i]) == constant)
        return true;
    return false;
  }

  const Surroundings around_;
};

Passed::Source Passed::of_result(const Places& places, OpId id, std::size_t index, const Sources& sources) const {
  const Function& function = places.f;
  const Op& op = function[id];
  if (op.kind == Kind::SequenceSet || op.kind == Kind::SetElement) return places.after_write(id, sources);
  if (op.kind == Kind::Call) {
    const Source& inside = results_[op.callee.at()][index];
    return inside.kind == Source::Kind::argument ? sources[op.operands[inside.index].at()] : inside;
  }
  const auto given = [&](BlockId block) { return sources[function[block].results[index].at()]; };
  if (op.blocks.empty()) return {Source::Kind::other, 0, {}};
  if (!is_loop(op)) return meet(given(op.blocks[0]), given(op.blocks[1]));
  const Loop loop = loop_of(op);
  if (index >= loop.carried) return {Source::Kind::other, 0, {}};
  return sources[function[loop.body].parameters[loop.first + index].at()];
}

// Of a block of an op.
Passed::Source Passed::of_parameter(const Function& function, const Op& op, std::size_t index, const Sources& sources) {
  if (!is_loop(op)) return sources[op.operands[index + 1].at()];
  const Loop loop = loop_of(op);
  if (index < loop.first || (index >= loop.first_scanned() && index < loop.first_invariant())) return {Source::Kind::other, 0, {}};
  const Source before = sources[op.operands[index].at()];
  if (index >= loop.first_scanned()) return before;
  return meet(before, sources[function[loop.body].results[index - loop.first].at()]);
}

Passed::Sources Passed::sources_of(const Function& function) const {
  const Places places(function);
  Sources sources(function.values.size());
  for (std::size_t i = 0; i < function.arguments().size(); ++i) sources[function.arguments()[i].at()] = {Source::Kind::argument, i, {}};
  for (bool changed = true; changed;) {
    changed = false;
    const auto lower = [&](ValueId value, const Source& to) {
      const Source met = meet(sources[value.at()], to);
      changed |= met != sources[value.at()];
      sources[value.at()] = met;
    };
    for (std::size_t id = 0; id < function.ops.size(); ++id) {
      const Op& op = function.ops[id];
      for (BlockId block : op.blocks) {
        const std::vector<ValueId>& parameters = function[block].parameters;
        for (std::size_t i = 0; i < parameters.size(); ++i) lower(parameters[i], of_parameter(function, op, i, sources));
      }
      for (std::size_t k = 0; k < op.results.size(); ++k)
        lower(op.results[k], of_result(places, {static_cast<std::int32_t>(id)}, k, sources));
    }
  }
  return sources;
}

namespace {

// Callees stand before those that call them, as far as calls have no cycles: what is known of them is there when it is asked for.
void add_reached(const Module& module, FunctionId id, std::vector<bool>& seen, std::vector<FunctionId>& reached) {
  if (seen[id.at()]) return;
  seen[id.at()] = true;
  for (const Op& op : module[id].ops)
    if (op.callee.valid()) add_reached(module, op.callee, seen, reached);
  reached.push_back(id);
}

}  // namespace

Passed::Passed(const Module& module) {
  std::vector<bool> seen(module.functions.size());
  std::vector<FunctionId> reached;
  for (std::size_t i = 0; i < module.functions.size(); ++i) add_reached(module, {static_cast<std::int32_t>(i)}, seen, reached);
  solve(module, reached, {});
}

Passed::Passed(const Module& module, FunctionId function, const std::set<FunctionId>& open) {
  std::vector<bool> seen(module.functions.size());
  std::vector<FunctionId> reached;
  add_reached(module, function, seen, reached);
  solve(module, reached, open);
}

void Passed::solve(const Module& module, const std::vector<FunctionId>& functions, const std::set<FunctionId>& open) {
  results_.resize(module.functions.size());
  std::vector<FunctionId> unsolved;
  for (FunctionId id : functions) {
    const Function& function = module[id];
    const bool is_closed = function.foreign || function.has_rule() || open.count(id) != 0;
    results_[id.at()].assign(function.results().size(), Source{is_closed ? Source::Kind::other : Source::Kind::unknown, 0, {}});
    if (!is_closed) unsolved.push_back(id);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (FunctionId id : unsolved) {
      const Function& function = module[id];
      const Sources sources = sources_of(function);
      Sources& results = results_[id.at()];
      for (std::size_t k = 0; k < results.size(); ++k) {
        Source source = sources[function.results()[k].at()];
        const auto is_result = [&](ValueId argument) { return function[argument].type == function[function.results()[k]].type; };
        if (source.kind == Source::Kind::argument && (source.changed.valid() || !is_result(function.arguments()[source.index])))
          source = {Source::Kind::other, 0, {}};
        source = meet(results[k], source);
        changed |= source != results[k];
        results[k] = source;
      }
    }
  }
}

std::optional<std::size_t> Passed::argument(FunctionId function, std::size_t result) const {
  const Source& source = results_[function.at()][result];
  if (source.kind != Source::Kind::argument) return std::nullopt;
  return source.index;
}

}  // namespace ir
