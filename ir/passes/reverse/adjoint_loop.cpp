// The adjoint of a loop is a scan the other way.
//
//  1. Find the carried values that matter: those whose results have an adjoint, and those that the body needs (needed.h).
//     If there are none, and no stack has an adjoint, there is no reverse loop.
//  2. Draft the adjoint of the body. Its seeds are the adjoints of the carried values after the trip and of what the
//     trip stacked; what has arrived at an invariant so far comes in too, and goes out with what the trip adds.
//  3. The adjoints of the values carried into the trip are loop-carried; a value that the trip overwrites gets zeros. Those
//     of elements that the forward loop took from a sequence are stacked. Where the extents of a carried value vary, its
//     adjoint is carried in a box (boxed.h).
//  4. What the draft reads of the forward body comes along (residuals.h); then copy the draft into the block.
//
// The number of trips is that of the forward loop: no condition is evaluated again.
#include "ir/kind.h"
#include "ir/passes/analysis/boxed.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/reverse/block_adjoint.h"
#include "ir/passes/reverse/residuals.h"

namespace ir {
namespace {

// A loop-carried value of the reverse loop.
struct Round {
  std::size_t operand = 0;  // of the forward loop, to which the last sum belongs
  Expr initial;             // in the block around
  Expr parameter, next;     // in the draft
  Expr bar = {};            // what the parameter is, or has in its box
  bool boxes = false;
};

}  // namespace

// One loop: what is known of it while its adjoint is made.
class LoopAdjoint {
 public:
  LoopAdjoint(BlockAdjoint& outer, OpId id)
      : outer_(outer), id_(id), op_(outer.function()[id]), loop_(loop_of(op_)), body_(outer.function()[loop_.body]),
        draft_(outer.reverse_.forward, outer.builder_),
        inner_(outer.reverse_, loop_.body, &draft_) {}

  bool run() {
    if (!find_what_matters()) return true;
    seed();
    if (!inner_.run()) return false;
    find_next();
    if (carried_.empty() && elements_.empty()) return hand_on({});
    return append();
  }

 private:
  ValueId parameter(std::size_t i) const { return body_.parameters[i]; }
  const Type& type(ValueId primal) const { return outer_.reverse_.forward.type(primal); }

  bool find_what_matters();
  void seed();
  void find_next();
  std::vector<ValueId> results_of_draft() const;
  bool append();
  bool hand_on(const std::vector<ValueId>& results);

  BlockAdjoint& outer_;
  OpId id_;
  const Op op_;
  const Loop loop_;
  const Block body_;
  Draft draft_;
  BlockAdjoint inner_;
  std::vector<bool> matters_;       // by carried value
  std::vector<Round> carried_, fixed_;  // `fixed_`: adjoints that no trip changes
  std::vector<Round> invariants_;
  std::vector<std::pair<Expr, Expr>> stacks_;      // adjoint of the stack outside, of its element in the draft
  std::vector<std::pair<std::size_t, Expr>> elements_;  // operand, adjoint of the element in the draft
};

bool LoopAdjoint::find_what_matters() {
  const auto arrived = [&](ValueId result) { return outer_.active(result) && outer_.arrived(result); };
  matters_.assign(loop_.carried, false);
  for (std::size_t j = 0; j < loop_.carried; ++j)
    matters_[j] = arrived(op_.results[j]) || outer_.reverse_.needed.has(parameter(loop_.first + j));
  const auto stacks = op_.results.begin() + static_cast<std::ptrdiff_t>(loop_.first_stack);
  return std::find(matters_.begin(), matters_.end(), true) != matters_.end() || std::any_of(stacks, op_.results.end(), arrived);
}

void LoopAdjoint::seed() {
  for (std::size_t j = 0; j < loop_.carried; ++j) {
    if (!matters_[j]) continue;
    const ValueId before = parameter(loop_.first + j), after = body_.results[j];
    Round round{loop_.first + j, outer_.adjoint(op_.results[j]), {}, {}};
    round.boxes = varies(op_, j);
    round.parameter = draft_.parameter(round.boxes ? sequence_of(type(before)) : type(before),
                                       outer_.bar_name(op_.results[j]));
    round.bar = round.boxes ? unboxed(round.parameter, type(after)) : round.parameter;
    if (outer_.active(after)) inner_.seed(after, round.bar);
    carried_.push_back(round);
  }
  for (std::size_t k = loop_.carried; k < body_.results.size(); ++k) {
    const ValueId result = op_.results[loop_.first_stack + k - loop_.carried], element = body_.results[k];
    if (!outer_.active(result) || !outer_.arrived(result) || !outer_.active(element)) continue;
    stacks_.emplace_back(outer_.adjoint(result), draft_.parameter(type(element), outer_.bar_name(element)));
    inner_.seed(element, stacks_.back().second);
  }
  for (std::size_t i = loop_.first_invariant(); i < loop_.operands; ++i) {
    if (!outer_.flows(op_, i)) continue;
    invariants_.push_back({i, {}, draft_.parameter(type(parameter(i)), outer_.bar_name(parameter(i))), {}});
    inner_.seed(parameter(i), invariants_.back().parameter);
  }
}

void LoopAdjoint::find_next() {
  std::vector<Round> going;
  for (Round round : carried_) {
    const ValueId before = parameter(round.operand);
    round.next = inner_.adjoint(before);
    if (!round.next.valid()) round.next = zeros_like(draft_.value(before));
    const bool same = round.next.id == round.bar.id;
    if (round.boxes) round.next = same ? round.parameter : boxed(round.next);
    (same ? fixed_ : going).push_back(round);
  }
  carried_ = std::move(going);
  for (Round& round : invariants_) {
    round.next = inner_.adjoint(parameter(round.operand));
    if (round.next.id != round.parameter.id) carried_.push_back(round);
  }
  for (std::size_t i = loop_.first_scanned(); i < loop_.first_invariant(); ++i)
    if (const Expr element = inner_.adjoint(parameter(i)); element.valid() && outer_.flows(op_, i))
      elements_.emplace_back(i, element);
}

std::vector<ValueId> LoopAdjoint::results_of_draft() const {
  std::vector<ValueId> results;
  for (const Round& round : carried_) results.push_back(round.next.id);
  for (const auto& [operand, element] : elements_) results.push_back(element.id);
  return results;
}

bool LoopAdjoint::append() {
  Builder& builder = outer_.builder_;
  Residuals residuals(outer_.reverse_.forward, id_, op_.blocks.size() - 1, outer_.checkpoint_inside(op_));
  std::vector<ValueId> results_of_body = results_of_draft();
  draft_.sweep(results_of_body, loop_.body, [&](ValueId primal) { return residuals.free_to_read(primal); });
  for (ValueId primal : draft_.primals_read()) residuals.need(primal);
  residuals.need_symbols(draft_.symbols());
  if (outer_.reverse_.notes) residuals.explain(*outer_.reverse_.notes);

  // The operands of the reverse loop and the parameters of its body, side by side.
  std::vector<ValueId> operands{outer_.value(loop_.trips).id}, parameters_of_draft{ValueId{}};
  std::vector<Type> types{scalar(ElementType::i64)};
  std::vector<std::string> names{residuals.trip_name()};
  const auto add = [&](Expr outside, const Type& inside, const std::string& name, Expr in_draft) {
    operands.push_back(outside.id);
    types.push_back(residuals.replaced(inside));
    names.push_back(name);
    parameters_of_draft.push_back(in_draft.id);
  };
  const auto name_in_draft = [&](Expr e) { return draft_.builder().function()[e.id].name; };
  for (Round& round : carried_) {
    const ValueId operand = op_.operands[round.operand];
    const bool invariant = round.operand >= loop_.first_invariant();
    if (invariant) round.initial = outer_.take(operand);
    if (!round.initial.valid())
      round.initial = zeros_like(outer_.value(invariant ? operand : op_.results[round.operand - loop_.first]));
    if (round.boxes) round.initial = boxed(round.initial);
    add(round.initial, round.parameter.type(), name_in_draft(round.parameter), round.parameter);
  }
  std::size_t scanned = 0;
  for (const auto& [stack, element] : stacks_) {
    if (!draft_.reads(element.id)) continue;
    add(stack, element.type(), name_in_draft(element), element);
    ++scanned;
  }
  const std::size_t first_residual = operands.size();
  for (std::size_t i = 0; i < residuals.scanned().size(); ++i, ++scanned)
    add(outer_.value(residuals.scanned()[i]), residuals.scanned_type(i), residuals.scanned_name(i), {});
  for (Round& round : fixed_) {
    if (!draft_.reads(round.parameter.id)) continue;
    if (!round.initial.valid()) round.initial = zeros_like(outer_.value(op_.results[round.operand - loop_.first]));
    const Expr initial = round.boxes ? boxed(round.initial) : round.initial;
    add(initial, round.parameter.type(), name_in_draft(round.parameter), round.parameter);
  }
  const std::size_t first_passed = operands.size();
  for (std::size_t i = 0; i < residuals.passed().size(); ++i) {
    const Expr outside = outer_.value(residuals.passed()[i]);
    add(outside, outside.type(), residuals.passed_name(i), {});
  }

  const BlockId block = builder.block(types, names);
  const std::vector<ValueId> parameters = builder.function()[block].parameters;
  const BlockId outside = builder.insert_into(block);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters_of_draft[i].valid()) draft_.set(parameters_of_draft[i], parameters[i]);
  const auto slice = [&](std::size_t from, std::size_t count) {
    const auto begin = parameters.begin() + static_cast<std::ptrdiff_t>(from);
    return std::vector<ValueId>(begin, begin + static_cast<std::ptrdiff_t>(count));
  };
  for (const auto& [primal, now] :
       residuals.supply(builder, slice(first_passed, residuals.passed().size()),
                        slice(first_residual, residuals.scanned().size()), parameters[0]))
    draft_.set_primal(primal, now);
  builder.set_results(draft_.copy(builder, residuals.symbols(), results_of_body));
  builder.insert_into(outside);

  builder.loc = op_.loc;
  builder.derived = true;
  Attributes attributes{{"carried", static_cast<std::int64_t>(carried_.size())},
                        {"scanned", static_cast<std::int64_t>(scanned)}};
  if (!loop_.reverse) attributes.set("reverse", true);
  if (op_.attributes.get_or<bool>("relaxed", false)) attributes.set("relaxed", true);
  return hand_on(builder.append_all(Kind::Scan, operands, attributes, {block}));
}

bool LoopAdjoint::hand_on(const std::vector<ValueId>& results) {
  bool ok = true;
  std::size_t next = 0;
  for (const Round& round : carried_) {
    Expr sum{&outer_.builder_, results[next++]};
    if (!outer_.flows(op_, round.operand)) continue;
    if (round.boxes) sum = unboxed(sum, type(op_.operands[round.operand]));
    ok = outer_.hand_on(op_, round.operand, sum) && ok;
  }
  for (const Round& round : fixed_) {
    if (!outer_.flows(op_, round.operand) || !round.initial.valid()) continue;
    const Expr sum = round.boxes ? unboxed(boxed(round.initial), type(op_.operands[round.operand])) : round.initial;
    ok = outer_.hand_on(op_, round.operand, sum) && ok;
  }
  for (const auto& [operand, element] : elements_)
    ok = outer_.hand_on(op_, operand, {&outer_.builder_, results[next++]}) && ok;
  return ok;
}

bool BlockAdjoint::differentiate_loop(OpId id) { return LoopAdjoint(*this, id).run(); }

}  // namespace ir
