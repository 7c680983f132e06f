#include "ir/passes/reverse/block_adjoint.h"

#include <queue>

#include "ir/kind.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/memory/keep.h"
#include "ir/passes/simplify/checked.h"

namespace ir {

BlockAdjoint::BlockAdjoint(const Reverse& reverse, BlockId block, Draft* draft)
    : reverse_(reverse), block_(block), draft_(draft), builder_(draft ? draft->builder() : reverse.forward) {}

// --- contributions -------------------------------------------------------------------------------------------

bool BlockAdjoint::arrived(ValueId value) const {
  const auto found = contributions_.find(value);
  return found != contributions_.end() && !found->second.empty();
}

void BlockAdjoint::contribute(ValueId value, Expr adjoint) {
  if (!adjoint.valid()) return;
  std::vector<Expr>& list = contributions_[value];
  list.push_back(adjoint);
  const Aggregation way = reverse_.options.aggregation;
  // Contributions that wait would take the memory that recomputation saves.
  const bool scarce = reverse_.options.checkpoint.strategy != Checkpoint::Strategy::none;
  if (way == Aggregation::accumulate_n || (way == Aggregation::planner && (scarce || are_large(list)))) sum_up(list);
}

void BlockAdjoint::sum_up(std::vector<Expr>& list) {
  for (std::size_t i = 1; i < list.size(); ++i) list[0] = list[0] + list[i];
  list.resize(1);
}

// Whether contributions wait that are known to take much memory together: four or more of over 2^25 elements.
bool BlockAdjoint::are_large(const std::vector<Expr>& list) {
  if (list.size() < 4 || !list[0].type().is_tensor()) return false;
  const auto elements = product(list[0].type().extents).constant();
  return elements && *elements > (std::int64_t{1} << 25) / static_cast<std::int64_t>(list.size());
}

Expr BlockAdjoint::adjoint(ValueId value) {
  if (!arrived(value)) return {};
  std::vector<Expr>& list = contributions_[value];
  if (reverse_.options.aggregation == Aggregation::tree) {
    while (list.size() > 1) {
      std::vector<Expr> halves;
      for (std::size_t i = 0; i < list.size(); i += 2)
        halves.push_back(i + 1 < list.size() ? list[i] + list[i + 1] : list[i]);
      list = std::move(halves);
    }
  }
  sum_up(list);
  Value& sum = builder_.function()[list[0].id];
  if (sum.name.empty() && sum.op.valid()) sum.name = bar_name(value);
  return list[0];
}

Expr BlockAdjoint::take(ValueId value) {
  const Expr sum = adjoint(value);
  contributions_.erase(value);
  return sum;
}

Checkpoint BlockAdjoint::checkpoint_inside(const Op& op) const {
  const Checkpoint asked = reverse_.options.checkpoint.inside();
  return draft_ && redoes_whole(reverse_.forward.module(), function(), op, asked) ? Checkpoint{} : asked;
}

std::string BlockAdjoint::bar_name(ValueId primal) const {
  const std::string& name = function()[primal].name;
  return name.empty() ? name : name + "_bar";
}

bool BlockAdjoint::hand_on(const Op& op, std::size_t i, Expr adjoint) {
  if (!adjoint.valid()) return true;
  const Type expected = value(op.operands[i]).type();
  const Expr typed = as_type(adjoint, expected);
  if (typed.valid()) contribute(op.operands[i], typed);
  else builder_.diagnostics().report(DiagnosticId::rule_result, op.loc, definition(op.kind).info.name, i, adjoint.type().text(), expected.text());
  return typed.valid();
}

// --- the walk ------------------------------------------------------------------------------------------------

namespace {

// 1 and 2: which ops of a block lie between active values and the targets, and how many uses of its results by such
// ops each has; both by position.
struct Between {
  Between(const Reverse& reverse, BlockId block);

  std::vector<bool> between;
  std::vector<int> pending;
};

Between::Between(const Reverse& reverse, BlockId block) {
  const Function& f = reverse.forward.function();
  const auto& ops = f[block].ops;
  between.assign(ops.size(), false);
  pending.assign(ops.size(), 0);
  std::map<ValueId, int> uses;
  for (std::size_t p = ops.size(); p-- > 0;) {
    const Op& op = f[ops[p]];
    bool flows = false;
    for (std::size_t i = 0; i < op.operands.size(); ++i) flows = flows || reverse.activity.flows(op, i);
    for (ValueId result : op.results)
      between[p] = between[p] || (flows && reverse.needed.has(result) && reverse.activity.passes_back(result));
    if (!between[p]) continue;
    for (ValueId result : op.results)
      if (const auto found = uses.find(result); found != uses.end()) pending[p] += found->second;
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      if (reverse.activity.flows(op, i)) ++uses[op.operands[i]];
  }
}

}  // namespace

bool BlockAdjoint::run() {
  Between set(reverse_, block_);
  const std::vector<OpId> ops = function()[block_].ops;
  std::map<OpId, std::size_t> position;
  std::priority_queue<std::size_t> ready;
  for (std::size_t p = 0; p < ops.size(); ++p) {
    if (!set.between[p]) continue;
    position.emplace(ops[p], p);
    if (set.pending[p] == 0) ready.push(p);
  }
  bool ok = true;
  while (!ready.empty()) {
    const OpId id = ops[ready.top()];
    ready.pop();
    const Op op = function()[id];  // a copy: what is appended may move it
    const bool live = std::any_of(op.results.begin(), op.results.end(), [&](ValueId result) {
      return reverse_.activity.passes_back(result) && arrived(result);
    });
    if (live) {
      builder_.loc = op.loc;
      builder_.derived = true;
      ok = (op.kind == Kind::If      ? differentiate_if(id)
            : is_loop(op)            ? differentiate_loop(id)
            : op.kind == Kind::Call  ? differentiate_call(id)
                                     : differentiate(op)) && ok;
    }
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      const OpId producer = function()[op.operands[i]].op;
      if (!flows(op, i) || !producer.valid()) continue;
      const auto found = position.find(producer);
      if (found != position.end() && --set.pending[found->second] == 0) ready.push(found->second);
    }
  }
  return ok;
}

bool BlockAdjoint::refuse(const Op& op, const char* why) {
  Diagnostics& diagnostics = builder_.diagnostics();
  const Attribute* text = op.attributes.find("why");
  Diagnostic& problem = text ? diagnostics.report(DiagnosticId::prevented, op.loc, std::get<std::string>(*text))
                             : diagnostics.report(DiagnosticId::no_derivative, op.loc, definition(op.kind).info.name, why);
  problem.notes.push_back({reverse_.options.requested,
                           fmt::format("in the gradient of '{}' requested here", reverse_.function_name)});
  return false;
}

bool BlockAdjoint::differentiate(const Op& op) {
  const OpDefinition& rules = definition(op.kind);
  const Derivative& derivative = rules.derivative;
  if (const auto* none = std::get_if<NoGradient>(&derivative)) return refuse(op, none->why);
  if (const auto* pointwise = std::get_if<Pointwise>(&derivative))
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      if (pointwise->refused[i] && flows(op, i)) return refuse(op, pointwise->refused[i]);

  const auto* general = std::get_if<General>(&derivative);
  const bool of_any = op.kind == Kind::SequenceAt && value(op.operands[0]).type() == sequence_of_any();
  if (of_any || (general && !general->vjp)) return refuse(op, "what calls keep has derivatives in forward mode alone");

  const PartOf part(builder_, rules.info.name);
  const Checked checked(builder_);
  std::vector<Expr> x;
  for (ValueId operand : op.operands) x.push_back(value(operand));
  const Conjugated conjugated(rules, {x, value(op.results[0]), adjoint(op.results[0]), {}, op.attributes});
  const Rule& rule = conjugated.rule;
  const auto* linear = std::get_if<Linear>(&derivative);
  const Accumulation accumulate = linear ? linear->accumulate : general ? general->accumulate : nullptr;
  const auto hand = [&](std::size_t i) {
    if (!flows(op, i)) return true;
    if (!accumulate) return hand_on(op, i, adjoint_of(rules, rule, static_cast<int>(i)));
    const Expr so_far = take(op.operands[i]);
    const Expr sum = accumulate(rule, static_cast<int>(i), so_far.valid() ? so_far : zeros_like(x[i]));
    if (sum.valid()) return hand_on(op, i, sum);
    return hand_on(op, i, so_far) && hand_on(op, i, adjoint_of(rules, rule, static_cast<int>(i)));
  };
  // The adjoint of an operand that the op writes into is written into the adjoint of the result: after it was read.
  const int last = rules.info.in_place;
  bool ok = true;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (static_cast<int>(i) != last) ok = hand(i) && ok;
  return last < 0 ? ok : hand(static_cast<std::size_t>(last)) && ok;
}

}  // namespace ir
