#include "ir/passes/simplify/simplify_control.h"

#include <algorithm>
#include <set>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/analysis/boxed.h"
#include "ir/passes/analysis/loop.h"

namespace ir {
namespace {

// The constant that an op of a function makes.
const Op* constant_op(const Function& function, ValueId value) {
  const OpId id = function[value].op;
  return id.valid() && function[id].kind == Kind::Constant ? &function[id] : nullptr;
}

// Whether another parameter has the name too, so that their order says whose `%name` is.
bool shares_name(const Function& function, const Block& block, ValueId parameter) {
  return std::any_of(block.parameters.begin(), block.parameters.end(), [&](ValueId other) {
    return other != parameter && function[other].name == function[parameter].name;
  });
}

}  // namespace

ControlSimplifier::ControlSimplifier(Module& module, const Function& from, Diagnostics& diagnostics)
    : Rewriter(module, from, diagnostics), read_(from.values.size()), owner_(from.blocks.size()) {
  for (std::size_t i = 0; i < from.ops.size(); ++i) {
    for (ValueId operand : from.ops[i].operands) read_[operand.at()] = true;
    for (BlockId block : from.ops[i].blocks) owner_[block.at()] = {static_cast<std::int32_t>(i)};
  }
  for (const Block& block : from.blocks)
    for (ValueId result : block.results) read_[result.at()] = true;
}

void ControlSimplifier::visit_control(OpId id) {
  const Op& op = from_[id];
  if (!is_loop(op)) {
    const auto known = known_integer(to_, now(op.operands[0]));
    const std::size_t taken = known && *known != 0 ? 0 : 1;
    if (known && fits_here(op, op.blocks[taken])) return take_arm(op, op.blocks[taken]);
    if (known && can_be_zeros(op.blocks[1 - taken])) return make_zeros(op, op.blocks[1 - taken]);
    copy(id);
    return share_results(op);
  }
  if (makes_no_trip(op)) return make_no_trip(op);
  const std::vector<bool> fixed = unchanged(op);
  if (std::find(fixed.begin(), fixed.end(), true) == fixed.end()) return copy(id);
  hold_fixed(op, fixed);
}

// --- if ---

// Whether an arm's ops can stand where the `if` stands: no extent has another name inside.
bool ControlSimplifier::fits_here(const Op& op, BlockId arm) const {
  if (op.attributes.find("varying")) return false;
  const std::vector<ValueId>& parameters = from_[arm].parameters;
  std::set<std::string> named;
  for (OpId inner : from_[arm].ops) {
    named.merge(symbols_named(from_, from_[inner]));
    for (BlockId block : from_[inner].blocks) collect_symbols(from_, block, named);
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!(from_[parameters[i]].type == from_[op.operands[i + 1]].type)) return false;
    if (const auto symbol = integer_symbol(from_, parameters[i]); symbol && named.contains(*symbol)) return false;
  }
  return true;
}

void ControlSimplifier::take_arm(const Op& op, BlockId arm) {
  changed_ = true;
  const Block& block = from_[arm];
  for (std::size_t i = 0; i < block.parameters.size(); ++i) replace(block.parameters[i], now(op.operands[i + 1]));
  visit_all(block);
  for (std::size_t i = 0; i < op.results.size(); ++i) replace(op.results[i], now(block.results[i]));
}

// Whether an arm computes something, and only tensors of extents that it is passed.
bool ControlSimplifier::can_be_zeros(BlockId arm) const {
  std::set<std::string> passed, named;
  for (ValueId parameter : from_[arm].parameters)
    if (const auto symbol = integer_symbol(from_, parameter)) passed.insert(*symbol);
  for (ValueId result : from_[arm].results) {
    if (!from_[result].type.is_tensor()) return false;
    for (const Extent& extent : from_[result].type.extents) extent.collect_symbols(named);
  }
  const std::vector<OpId>& ops = from_[arm].ops;
  return symbols_.empty() && std::includes(passed.begin(), passed.end(), named.begin(), named.end()) &&
         std::any_of(ops.begin(), ops.end(), [&](OpId id) { return from_[id].kind != Kind::Constant && from_[id].kind != Kind::Broadcast; });
}

BlockId ControlSimplifier::zeros_like(BlockId arm) {
  Types types;
  std::vector<std::string> names;
  for (ValueId parameter : from_[arm].parameters) {
    types.push_back(from_[parameter].type);
    names.push_back(from_[parameter].name);
  }
  const BlockId made = builder_.block(types, names);
  const BlockId outside = builder_.insert_into(made);
  std::vector<ValueId> zeros;
  for (ValueId result : from_[arm].results) zeros.push_back(builder_.full(from_[result].type, 0));
  builder_.set_results(zeros);
  builder_.insert_into(outside);
  return made;
}

void ControlSimplifier::make_zeros(const Op& op, BlockId arm) {
  changed_ = true;
  builder_.loc = op.loc;
  builder_.derived = op.derived;
  std::vector<BlockId> arms;
  for (BlockId each : op.blocks) arms.push_back(each == arm ? zeros_like(arm) : block(each));
  rebuild(op, op.attributes, op.operands, arms, op.results);
}

// Readers of such a result read the operand or a constant; dead code takes the result away.
void ControlSimplifier::share_results(const Op& op) {
  const Block &yes = from_[op.blocks[0]], &no = from_[op.blocks[1]];
  for (std::size_t i = 0; i < op.results.size(); ++i) {
    const ValueId result = op.results[i];
    if (varies(op, i) || !read_[result.at()]) continue;
    const Value &a = from_[yes.results[i]], &b = from_[no.results[i]];
    const Op *one = constant_op(from_, yes.results[i]), *other = constant_op(from_, no.results[i]);
    if (one && other && one->attributes == other->attributes) {
      replace(result, builder_.append(Kind::Constant, {}, one->attributes));
    } else if (!a.op.valid() && !b.op.valid() && a.index == b.index) {
      const ValueId operand = now(op.operands[static_cast<std::size_t>(a.index) + 1]);
      if (!(to_[operand].type == to_[now(result)].type)) continue;
      replace(result, operand);
    } else {
      continue;
    }
    changed_ = true;
  }
}

// --- loops ---

bool ControlSimplifier::makes_no_trip(const Op& op) const {
  if (op.attributes.find("varying")) return false;
  const Loop loop = loop_of(op);
  if (!loop.counts) return known_integer(from_, from_[op.blocks[0]].results[0]) == 0;
  const auto trips = known_integer(to_, now(op.operands[0]));
  return trips && *trips <= 0;
}

void ControlSimplifier::make_no_trip(const Op& op) {
  changed_ = true;
  builder_.loc = op.loc;
  builder_.derived = op.derived;
  const Loop loop = loop_of(op);
  for (std::size_t i = 0; i < loop.carried; ++i) replace(op.results[i], now(op.operands[loop.first + i]));
  if (!loop.counts) replace(loop.trips, builder_.constant_integer(ElementType::i64, 0));
  for (std::size_t i = loop.first_stack; i < op.results.size(); ++i)
    replace(op.results[i], builder_.empty_sequence(from_[op.results[i]].type));
}

// The carried values that the body gives on.
std::vector<bool> ControlSimplifier::unchanged(const Op& op) const {
  const Loop loop = loop_of(op);
  const Block& body = from_[loop.body];
  std::vector<bool> fixed(loop.carried);
  for (std::size_t i = 0; i < loop.carried; ++i) {
    const ValueId parameter = body.parameters[loop.first + i];
    fixed[i] = body.results[i] == parameter && !varies(op, i);
    for (BlockId block : op.blocks)
      fixed[i] = fixed[i] && !shares_name(from_, from_[block], from_[block].parameters[loop.first + i]);
  }
  return fixed;
}

void ControlSimplifier::hold_fixed(const Op& op, const std::vector<bool>& fixed) {
  changed_ = true;
  const Loop loop = loop_of(op);
  const auto reordered = [&](const std::vector<ValueId>& values) {
    std::vector<ValueId> order, last;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool moves = i >= loop.first && i < loop.first_scanned() && fixed[i - loop.first];
      (moves ? last : order).push_back(values[i]);
    }
    order.insert(order.end(), last.begin(), last.end());
    return order;
  };
  const auto without = [&](const std::vector<ValueId>& values) {
    std::vector<ValueId> left;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (i >= loop.carried || !fixed[i]) left.push_back(values[i]);
    return left;
  };
  std::vector<BlockId> blocks;
  for (BlockId inner : op.blocks) {
    const Block& old = from_[inner];
    blocks.push_back(block(inner, reordered(old.parameters), inner == loop.body ? without(old.results) : old.results));
  }
  const std::vector<ValueId> results = without(op.results);
  Attributes attributes = varying_of(from_, op, op.attributes, results);
  const auto gone = std::count(fixed.begin(), fixed.end(), true);
  attributes.set("carried", static_cast<std::int64_t>(loop.carried) - gone);
  rebuild(op, attributes, reordered(op.operands), blocks, results);
  for (std::size_t i = 0; i < loop.carried; ++i)
    if (fixed[i]) replace(op.results[i], now(op.operands[loop.first + i]));
}

// --- what is passed into blocks ---

void ControlSimplifier::entered(BlockId id) {
  const Op& op = from_[owner_[id.at()]];
  const std::size_t shift = is_loop(op) ? 0 : 1, first = is_loop(op) ? loop_of(op).first_invariant() : 0;
  const std::vector<ValueId>& parameters = from_[id].parameters;
  for (std::size_t k = first; k < parameters.size(); ++k) {
    if (!read_[parameters[k].at()]) continue;
    const OpId made = to_[now(op.operands[k + shift])].op;
    if (!made.valid() || (to_[made].kind != Kind::Constant && to_[made].kind != Kind::ExtentValue)) continue;
    const Op source = to_[made];  // a copy: what is appended may move it
    changed_ = true;
    builder_.loc = source.loc;
    builder_.derived = source.derived;
    replace(parameters[k], builder_.append(source.kind, {}, source.attributes));
  }
}

}  // namespace ir
