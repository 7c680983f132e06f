#include "ir/passes/loops/fusing.h"

#include <algorithm>

#include "ir/op.h"
#include "ir/passes/analysis/loop.h"

namespace ir {
Fusing::Fusing(Module& module, const Function& from, Diagnostics& diagnostics)
    : Rewriter(module, from, diagnostics), place_(from.ops.size()) {
  std::size_t place = 0;
  for (const Block& block : from.blocks)
    for (OpId id : block.ops) place_[id.at()] = place++;
}

void Fusing::visit(OpId id) {
  if (const auto again = again_.find(id); again != again_.end()) return fuse_again(again->second, id);
  if (!done_.insert(id).second) return add_late(id);
  const auto others = into_.find(id);
  if (others == into_.end()) return copy(id);
  for (OpId other : others->second) {
    done_.insert(other);
    const std::vector<ValueId>& operands = from_[other].operands;
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (from_[operands[i]].op != id && !is_late(other, i)) compute(operands[i]);
  }
  fuse(id, others->second);
}

void Fusing::add_late(OpId id) {
  const auto late = late_.find(id);
  if (late == late_.end()) return;
  const Op& op = from_[id];
  builder_.loc = op.loc;
  builder_.derived = true;
  for (const auto& [operand, result] : late->second)
    replace(op.results[result], builder_.append(Kind::Add, {now(op.operands[operand]), now(op.results[result])}));
}

void Fusing::fuse_again(OpId id, OpId other) {
  const std::vector<ValueId> first = now(from_[id].results);
  forget(id);
  fuse(id, {other});
  for (std::size_t k = 0; k < first.size(); ++k) replace(from_[id].results[k], first[k]);
}

// The ops in its blocks can be visited once more.
void Fusing::forget(OpId id) {
  for (BlockId inner : from_[id].blocks)
    for (OpId each : from_[inner].ops) done_.erase(each), forget(each);
}

bool Fusing::is_stack_of(OpId loop, ValueId value) const {
  return from_[value].op == loop && static_cast<std::size_t>(from_[value].index) >= loop_of(from_[loop]).first_stack;
}

bool Fusing::may_come_before(ValueId value, OpId before) const {
  const OpId id = from_[value].op;
  if (!id.valid() || place_[id.at()] < place_[before.at()]) return true;
  const Op& op = from_[id];
  const Trait trait = definition(op.kind).info.trait;
  const bool is_arithmetic =
      trait == Trait::constant || trait == Trait::integer || trait == Trait::broadcast || trait == Trait::elementwise;
  return id != before && ((is_arithmetic && !may_fail({from_, op})) || may_move(op)) &&
         std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId operand) { return may_come_before(operand, before); });
}

void Fusing::compute(ValueId value) {
  const OpId id = from_[value].op;
  if (!id.valid() || done_.contains(id)) return;
  for (ValueId operand : from_[id].operands) compute(operand);
  visit(id);
}

BlockId Fusing::block_of(const std::vector<Passed>& passed) {
  std::vector<Type> types;
  std::vector<std::string> names;
  for (const Passed& one : passed) {
    types.push_back(from_[one.parameters[0]].type);
    names.push_back(from_[one.parameters[0]].name);
  }
  const BlockId block = builder_.block(types, names);
  for (std::size_t i = 0; i < passed.size(); ++i)
    for (ValueId parameter : passed[i].parameters) replace(parameter, to_[block].parameters[i]);
  return block;
}

void Fusing::add(std::vector<Passed>& passed, ValueId operand, ValueId parameter) {
  const auto known = std::find_if(passed.begin(), passed.end(), [&](const Passed& one) { return one.operand == operand; });
  if (known == passed.end())
    passed.push_back({operand, {parameter}});
  else
    known->parameters.push_back(parameter);
}

// The condition of a while that takes further values, and carries so many.
BlockId Fusing::condition_of(const Op& op, const std::vector<Passed>& passed, std::size_t carried) {
  const Block& condition = from_[op.blocks[0]];
  const BlockId block = block_of(passed);
  const std::size_t before = loop_of(op).carried;
  for (std::size_t i = 0; i < condition.parameters.size(); ++i)
    replace(condition.parameters[i], to_[block].parameters[i < before ? i : i - before + carried]);
  const BlockId outside = builder_.insert_into(block);
  visit_all(condition);
  builder_.set_results(now(condition.results));
  builder_.insert_into(outside);
  return block;
}

void Fusing::fuse_loops(OpId id, const std::vector<OpId>& others) {
  const Op& op = from_[id];
  const Loop loop = loop_of(op);
  const std::vector<ValueId>& parameters = from_[loop.body].parameters;
  std::vector<Passed> counter, carried, scanned, invariants;
  std::vector<ValueId> counted;  // the numbers of trips that the others read, where the loop has none
  if (loop.counts) counter.push_back({op.operands[0], {parameters[0]}});
  for (std::size_t i = loop.first; i < op.operands.size(); ++i)
    (i < loop.first_scanned() ? carried : i < loop.first_invariant() ? scanned : invariants)
        .push_back({op.operands[i], {parameters[i]}});
  for (OpId each : others) {
    const Op& adjoint = from_[each];
    const Loop other = loop_of(adjoint);
    const std::vector<ValueId>& inside = from_[other.body].parameters;
    (loop.counts ? counter[0].parameters : counted).push_back(inside[0]);
    for (std::size_t i = other.first; i < other.first_scanned(); ++i) carried.push_back({is_late(each, i) ? ValueId{} : adjoint.operands[i], {inside[i]}});
    for (std::size_t i = other.first_invariant(); i < adjoint.operands.size(); ++i)
      add(invariants, adjoint.operands[i], inside[i]);
  }
  if (!loop.counts) carried.insert(carried.begin() + static_cast<std::ptrdiff_t>(loop.carried), {ValueId{}, counted});
  std::vector<Passed> parts;
  for (const std::vector<Passed>* each : {&counter, &carried, &scanned, &invariants}) parts.insert(parts.end(), each->begin(), each->end());

  std::vector<ValueId> operands;
  for (const Passed& part : parts) operands.push_back(given_as(part));
  std::vector<BlockId> blocks;
  if (!loop.counts) blocks.push_back(condition_of(op, parts, carried.size()));
  const BlockId body = block_of(parts);
  blocks.push_back(body);
  const BlockId outside = builder_.insert_into(body);
  visit_all(from_[loop.body]);
  for (OpId each : others) {
    const Loop other = loop_of(from_[each]);
    for (std::size_t i = other.first_scanned(); i < other.first_invariant(); ++i)
      replace(from_[other.body].parameters[i], now(stacked(id, from_[each].operands[i])));
    visit_all(from_[other.body]);
  }
  const std::vector<ValueId>& given = from_[loop.body].results;
  const auto stacks = given.begin() + static_cast<std::ptrdiff_t>(loop.carried);
  std::vector<ValueId> results = now({given.begin(), stacks});
  std::vector<ValueId> after(op.results.begin(), op.results.begin() + static_cast<std::ptrdiff_t>(loop.carried));
  if (!loop.counts) {
    builder_.derived = true;
    const ValueId one = builder_.constant_integer(ElementType::i64, 1);
    results.push_back(builder_.append(Kind::Add, {now(counted[0]), one}));
    after.push_back(counted[0]);
  }
  for (OpId each : others) {
    const std::vector<ValueId> more = now(from_[loop_of(from_[each]).body].results);
    results.insert(results.end(), more.begin(), more.end());
    after.insert(after.end(), from_[each].results.begin(), from_[each].results.end());
  }
  const auto size = static_cast<std::int64_t>(results.size());
  for (auto stack = stacks; stack != given.end(); ++stack) results.push_back(now(*stack));
  after.insert(after.end(), op.results.begin() + static_cast<std::ptrdiff_t>(loop.carried), op.results.end());
  builder_.set_results(std::move(results));
  builder_.insert_into(outside);

  Attributes attributes = op.attributes;
  attributes.set("carried", size);
  append(op, std::move(attributes), std::move(operands), blocks, after);
}

// What the body of a loop stacks as that result.
ValueId Fusing::stacked(OpId id, ValueId result) const {
  const Loop loop = loop_of(from_[id]);
  return from_[loop.body].results[static_cast<std::size_t>(from_[result].index) - loop.first_stack + loop.carried];
}

}  // namespace ir
