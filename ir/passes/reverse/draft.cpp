#include "ir/passes/reverse/draft.h"

#include <algorithm>

#include "ir/kind.h"
#include "ir/op.h"

namespace ir {
namespace {

Function like(const Function& forward) {
  Function function = new_function(forward.name);
  function.requirements = forward.requirements;
  return function;
}

}  // namespace

Draft::Draft(Builder& forward, Builder& around)
    : forward_(forward), around_(around), function_(like(forward.function())), builder_(forward.module(), function_, around.diagnostics()) {
  builder_.reserve_symbols(forward);
  builder_.reserve_symbols(around);
  builder_.share_fresh_symbols(forward);
  builder_.loc = around.loc;
  builder_.derived = true;
  // Not the body: its integer parameters would be extents.
  block_ = builder_.block({});
  builder_.insert_into(block_);
}

Expr Draft::parameter(const Type& type, const std::string& name) {
  const ValueId id{static_cast<std::int32_t>(function_.values.size())};
  auto& parameters = function_[block_].parameters;
  function_.values.push_back({type, name, {}, block_, static_cast<int>(parameters.size())});
  parameters.push_back(id);
  return {&builder_, id};
}

Expr Draft::value(ValueId primal) {
  if (const auto found = stand_ins_.find(primal); found != stand_ins_.end()) return {&builder_, found->second};
  const Expr made = parameter(forward_.type(primal), {});
  stand_ins_.emplace(primal, made.id);
  primals_.emplace(made.id, primal);
  return made;
}

void Draft::sweep(std::vector<ValueId>& results, BlockId block, const std::function<bool(ValueId)>& free) {
  find_live(results);
  std::map<ValueId, ValueId> replaced;
  const std::vector<OpId> live = live_;
  for (OpId id : live) {
    const Op op = function_[id];
    if (op.kind != Kind::Element && op.kind != Kind::SequenceAt && op.kind != Kind::SequenceSize) continue;
    const auto whole = primals_.find(op.operands[0]);
    if (whole == primals_.end() || free(whole->second) || !can_move(op.results[0])) continue;
    replaced.emplace(op.results[0], value(moved(op.results[0], block)).id);
  }
  if (replaced.empty()) return;
  const auto replace = [&](std::vector<ValueId>& values) {
    for (ValueId& value : values)
      if (const auto found = replaced.find(value); found != replaced.end()) value = found->second;
  };
  for (OpId id : live) replace(function_[id].operands);
  replace(results);
  find_live(results);
}

bool Draft::can_move(ValueId value) const {
  if (primals_.contains(value)) return true;
  const OpId id = function_[value].op;
  return id.valid() && function_[id].blocks.empty() &&
         std::all_of(function_[id].operands.begin(), function_[id].operands.end(),
                     [&](ValueId operand) { return can_move(operand); });
}

ValueId Draft::moved(ValueId value, BlockId block) {
  if (const auto found = primals_.find(value); found != primals_.end()) return found->second;
  const Op op = function_[function_[value].op];
  std::vector<ValueId> operands;
  for (ValueId operand : op.operands) operands.push_back(moved(operand, block));
  const BlockId outside = forward_.insert_into(block);
  forward_.loc = op.loc;
  forward_.derived = true;
  const ValueId made = forward_.append(op.kind, operands, op.attributes);
  forward_.insert_into(outside);
  // As early as it can be: what it reads may be written over later in the block.
  std::vector<OpId>& ops = forward_.function()[block].ops;
  auto place = ops.end() - 1;
  const auto needed = [&](OpId before) {
    return std::any_of(operands.begin(), operands.end(),
                       [&](ValueId operand) { return forward_.function()[operand].op == before; });
  };
  while (place != ops.begin() && !needed(*(place - 1))) --place;
  std::rotate(place, ops.end() - 1, ops.end());
  return made;
}

void Draft::find_live(const std::vector<ValueId>& results) {
  live_.clear();
  symbols_.clear();
  read_ = {results.begin(), results.end()};
  const std::vector<OpId>& ops = function_[block_].ops;
  for (auto id = ops.rbegin(); id != ops.rend(); ++id) {
    const Op& op = function_[*id];
    const bool read = std::any_of(op.results.begin(), op.results.end(), [&](ValueId r) { return read_.contains(r); });
    if (!read && !shows_extents(op)) continue;
    live_.push_back(*id);
    read_.insert(op.operands.begin(), op.operands.end());
    collect_symbols(op);
  }
  std::reverse(live_.begin(), live_.end());
}

std::vector<ValueId> Draft::primals_read() const {
  std::vector<ValueId> primals;
  for (const auto& [primal, stand_in] : stand_ins_)
    if (reads(stand_in)) primals.push_back(primal);
  return primals;
}

bool Draft::shows_extents(const Op& op) const {
  if (definition(op.kind).info.trait != Trait::sequence) return false;
  for (ValueId result : op.results)
    for (const Extent& extent : function_[result].type.extents)
      if (auto symbol = extent.as_symbol();
          symbol && symbols_.contains(*symbol) && !forward_.has_symbol(*symbol) && !around_.has_symbol(*symbol))
        return true;
  return false;
}

void Draft::collect_symbols(const Shape& shape) {
  for (const Extent& extent : shape) extent.collect_symbols(symbols_);
}

void Draft::collect_symbols(const Op& op) {
  for (const auto& [name, attribute] : op.attributes)
    if (const Shape* shape = std::get_if<Shape>(&attribute)) collect_symbols(*shape);
  for (ValueId result : op.results)
    if (function_[result].type.is_tensor()) collect_symbols(function_[result].type.extents);
  for (BlockId inner : op.blocks) collect_symbols(inner);
}

void Draft::collect_symbols(BlockId block) {
  for (ValueId parameter : function_[block].parameters)
    if (function_[parameter].type.is_tensor()) collect_symbols(function_[parameter].type.extents);
  for (OpId op : function_[block].ops) collect_symbols(function_[op]);
}

std::vector<ValueId> Draft::copy(Builder& into, const std::map<std::string, Extent>& symbols,
                                 const std::vector<ValueId>& results) {
  Cloner clone(function_, into);
  clone.symbols = symbols;
  for (const auto& [parameter, now] : now_) clone.set(parameter, now);
  for (OpId op : live_) clone.op(op);
  return clone(results);
}

}  // namespace ir
