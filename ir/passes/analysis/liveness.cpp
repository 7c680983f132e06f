#include "ir/passes/analysis/liveness.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ir/op.h"
#include "ir/passes/analysis/loop.h"
#include "ir/scope.h"

namespace ir {
namespace {

void collect(const Type& type, std::set<std::string>& symbols) {
  for (const Extent& extent : type.extents)
    if (type.is_tensor()) extent.collect_symbols(symbols);
}

}  // namespace

Liveness::Liveness(const Function& function, CallUses* calls)
    : f_(function), calls_(calls), live_(function.values.size()), live_ops_(function.ops.size()),
      owner_(function.blocks.size()), stands_(function.ops.size()) {
  walk(f_.body);
}

Liveness::Liveness(const Function& function) : Liveness(function, nullptr) {
  for (ValueId result : f_.results()) mark(result);
  for (const NamedValue& one : f_.named) mark(one.value);
  settle();
}

Liveness::Liveness(const Function& function, const std::vector<bool>& results, CallUses& calls)
    : Liveness(function, &calls) {
  for (std::size_t k = 0; k < results.size(); ++k)
    if (results[k]) mark(f_.results()[k]);
  for (const NamedValue& one : f_.named) mark(one.value);
  for (const Requirement& requirement : f_.requirements)
    for (const Extent* side : {&requirement.left, &requirement.right}) side->collect_symbols(of_arguments_);
  settle();
}

std::vector<bool> Liveness::among(const std::vector<ValueId>& values) const {
  std::vector<bool> live;
  for (ValueId value : values) live.push_back(has(value));
  return live;
}

// Symbols last: what is live for other reasons may bind them.
void Liveness::settle() {
  do {
    while (!open_.empty()) {
      const ValueId value = open_.back();
      open_.pop_back();
      follow(value);
    }
  } while (settle_call() || settle_symbols());
}

// The last first: what comes after it has been seen.
bool Liveness::settle_call() {
  if (open_calls_.empty()) return false;
  const auto last = std::prev(open_calls_.end());
  const Op& op = f_[*last];
  open_calls_.erase(last);
  const CallUses::Use use = calls_->use(op.callee, among(op.results));
  for (std::size_t k = 0; k < op.results.size(); ++k)
    if (use.results[k]) mark(op.results[k]);
  for (std::size_t i = 0; i < op.operands.size(); ++i)
    if (use.arguments[i]) mark(op.operands[i]);
  return true;
}

bool Liveness::settle_symbols() {
  for (const std::string& symbol : std::exchange(of_arguments_, {})) {
    const auto by = arguments_.find(symbol);
    if (by == arguments_.end()) continue;
    const auto is_live = [&](ValueId argument) { return has(argument); };
    const bool any = calls_ && calls_->is_one_extent(f_, symbol);
    if (symbol[0] == '%')  // the integer is among them
      for (ValueId argument : by->second) mark(argument);
    else if (!any || std::none_of(by->second.begin(), by->second.end(), is_live))
      mark(by->second[0]);
  }
  return !open_.empty();
}

// What binds which symbol, in the order of Scope.
void Liveness::walk(BlockId block) {
  for (ValueId parameter : f_[block].parameters) {
    const Type& type = f_[parameter].type;
    for (const Extent& extent : type.extents)
      if (const auto symbol = extent.as_symbol(); symbol && type.is_tensor()) bind(block, *symbol, parameter);
    if (const auto symbol = integer_symbol(f_, parameter)) bind(block, *symbol, parameter);
  }
  for (OpId id : f_[block].ops) {
    stands_[id.at()] = block;
    for (BlockId inner : f_[id].blocks) {
      owner_[inner.at()] = id;
      walk(inner);
    }
    bind_results(block, f_[id]);
  }
}

void Liveness::bind(BlockId block, const std::string& symbol, ValueId value) {
  if (is_argument(value)) arguments_[symbol].push_back(value);
  for (BlockId around = block; around.valid(); around = f_[around].around)
    if (auto found = binders_.find(around); found != binders_.end() && found->second.contains(symbol)) return;
  binders_[block].emplace(symbol, value);
}

// The symbols in OpInfo::binds are those of the only result or, of control, of the results in `varying`, in order.
void Liveness::bind_results(BlockId block, const Op& op) {
  const std::string_view name = definition(op.kind).info.binds;
  const Attribute* attribute = name.empty() ? nullptr : op.attributes.find(name);
  const auto* shape = attribute ? std::get_if<Shape>(attribute) : nullptr;
  if (!shape) return;
  std::vector<ValueId> of_extent;
  if (const Attribute* varying = op.attributes.find("varying"))
    for (std::int64_t k : std::get<Integers>(*varying)) {
      const ValueId result = op.results[static_cast<std::size_t>(k)];
      of_extent.insert(of_extent.end(), f_[result].type.extents.size(), result);
    }
  for (std::size_t i = 0; i < shape->size(); ++i)
    if (const auto symbol = (*shape)[i].as_symbol())
      bind(block, *symbol, i < of_extent.size() ? of_extent[i] : op.results[0]);
}

void Liveness::mark(ValueId value) {
  if (live_[value.at()]) return;
  live_[value.at()] = true;
  open_.push_back(value);
}

void Liveness::follow(ValueId id) {
  const Value& value = f_[id];
  std::set<std::string> symbols;
  collect(value.type, symbols);
  name(symbols, value.op.valid() ? stands_[value.op.at()] : value.block);
  if (value.op.valid())
    follow_result(value);
  else
    follow_parameter(value);
}

void Liveness::follow_result(const Value& value) {
  const Op& op = f_[value.op];
  if (calls_ && op.callee.valid()) {
    live_ops_[value.op.at()] = true;
    open_calls_.insert(value.op);
    return;
  }
  enter(value.op);
  if (op.blocks.empty()) return;
  const auto i = static_cast<std::size_t>(value.index);
  if (!is_loop(op)) {
    for (BlockId arm : op.blocks) mark(f_[arm].results[i]);
    return;
  }
  const Loop loop = loop_of(op);
  const Block& body = f_[loop.body];
  if (i < loop.carried)
    mark(body.parameters[loop.first + i]);
  else if (i >= loop.first_stack)
    mark(body.results[loop.carried + i - loop.first_stack]);
}

void Liveness::follow_parameter(const Value& value) {
  const OpId owner = owner_[value.block.at()];
  if (!owner.valid()) return;
  const Op& op = f_[owner];
  const auto i = static_cast<std::size_t>(value.index);
  for (BlockId block : op.blocks) mark(f_[block].parameters[i]);
  if (!is_loop(op)) return mark(op.operands[i + 1]);
  mark(op.operands[i]);
  const Loop loop = loop_of(op);
  if (i < loop.first || i >= loop.first_scanned()) return;
  mark(f_[loop.body].results[i - loop.first]);
  mark(op.results[i - loop.first]);
}

// What an op needs whichever of its results is live.
void Liveness::enter(OpId id) {
  if (live_ops_[id.at()]) return;
  live_ops_[id.at()] = true;
  const Op& op = f_[id];
  if (op.blocks.empty()) {
    name(symbols_named(f_, op), stands_[id.at()]);
    for (ValueId operand : op.operands) mark(operand);
  } else if (!is_loop(op)) {
    mark(op.operands[0]);
  } else if (const Loop loop = loop_of(op); loop.counts) {
    mark(f_[loop.body].parameters[0]);
  } else {
    mark(f_[op.blocks[0]].results[0]);
  }
}

void Liveness::name(const std::set<std::string>& symbols, BlockId block) {
  for (const std::string& symbol : symbols)
    for (BlockId around = block; around.valid(); around = f_[around].around) {
      auto found = binders_.find(around);
      if (found == binders_.end()) continue;
      auto binder = found->second.find(symbol);
      if (binder == found->second.end()) continue;
      if (is_argument(binder->second))
        of_arguments_.insert(symbol);
      else
        mark(binder->second);
      break;
    }
}

}  // namespace ir
