#include "ir/passes/loops/small_arrays.h"

#include <algorithm>

#include "ir/kind.h"
#include "ir/passes/analysis/loop.h"

namespace ir {
namespace {

constexpr std::int64_t kMostElements = 64;
constexpr std::int64_t kMostInBlocks = 16;

}  // namespace

std::optional<std::int64_t> few_elements(const Type& type) {
  if (!type.is_tensor() || type.rank() == 0) return std::nullopt;
  const auto count = product(type.extents).constant();
  return count && *count > 0 && *count <= kMostElements ? count : std::nullopt;
}

std::optional<Moved> moved_from(const Function& function, const Op& op, const Integers& indices) {
  const auto rule = definition(op.kind).moved_from;
  const auto is_known = [&](ValueId value) { return function[value].type.is_scalar() || few_elements(function[value].type); };
  if (!rule || !std::all_of(op.operands.begin(), op.operands.end(), is_known)) return std::nullopt;
  return rule({function, op}, indices);
}

bool moves_elements(const Function& function, const Op& op) {
  if (!definition(op.kind).moved_from) return false;
  return moved_from(function, op, Integers(function[op.results[0]].type.extents.size())).has_value();
}

Place moved(const Function& function, Place place) {
  while (!place.indices.empty() && few_elements(function[place.tensor].type)) {
    const OpId id = function[place.tensor].op;
    const auto next = id.valid() ? moved_from(function, function[id], place.indices) : std::nullopt;
    if (!next) break;
    place = {function[id].operands[next->operand], next->indices};
  }
  return place;
}

Place settled(const Function& function, Place place) {
  place = moved(function, place);
  if (!place.indices.empty() && !few_elements(function[place.tensor].type)) return {};
  const Value& value = function[place.tensor];
  const bool is_outside = value.block.valid() && value.block == function.body;
  return place.indices.empty() || is_outside ? place : Place{};
}

// --- what goes apart

SmallArrays::SmallArrays(const Function& function)
    : function_(function), readers_(function.values.size()), givers_(function.values.size()), owner_(function.blocks.size()),
      made_(function.values.size(), true), read_(function.values.size(), true), apart_(function.values.size()) {
  for (std::size_t i = 0; i < function.ops.size(); ++i) {
    const OpId id{static_cast<std::int32_t>(i)};
    for (ValueId operand : function[id].operands) readers_[operand.at()].push_back(id);
    for (BlockId block : function[id].blocks) owner_[block.at()] = id;
    if (is_loop(function[id]) || function[id].kind == Kind::If) begin(function[id]);
  }
  for (std::size_t i = 0; i < function.blocks.size(); ++i)
    for (ValueId result : function.blocks[i].results) givers_[result.at()].push_back({static_cast<std::int32_t>(i)});
  while (narrow()) {
  }
}

SmallArrays::Form SmallArrays::form_of(const Op& op) {
  if (op.kind == Kind::If) return {1, 0, 0, op.results.size()};
  const Loop loop = loop_of(op);
  return {0, loop.first, loop.carried, loop.carried};
}

void SmallArrays::begin(const Op& op) {
  if (op.attributes.find("varying")) return;
  const Form form = form_of(op);
  for (std::size_t i = 0; i < form.results; ++i) apart_[op.results[i].at()] = is_small(op.results[i]);
  for (BlockId block : op.blocks)
    for (std::size_t i = form.first; i < function_[block].parameters.size(); ++i) {
      const ValueId parameter = function_[block].parameters[i], operand = op.operands[i + form.shift];
      apart_[parameter.at()] = is_small(parameter) && function_[parameter].type == function_[operand].type;
    }
}

bool SmallArrays::is_small(ValueId value) const {
  const auto elements = few_elements(function_[value].type);
  return elements && *elements <= kMostInBlocks;
}

bool SmallArrays::narrow() {
  bool changed = false;
  const auto withdraw = [&](std::vector<bool>& of, ValueId value, bool holds) {
    if (!of[value.at()] || holds) return;
    of[value.at()] = false;
    changed = true;
  };
  for (std::size_t i = 0; i < function_.values.size(); ++i) {
    const ValueId value{static_cast<std::int32_t>(i)};
    withdraw(made_, value, is_made(value));
    withdraw(read_, value, is_read(value));
  }
  for (const Op& op : function_.ops) {
    if (!is_loop(op) && op.kind != Kind::If) continue;
    const Form form = form_of(op);
    const BlockId last = op.blocks.back();
    for (std::size_t i = 0; i < function_[last].parameters.size(); ++i) {
      const bool is_carried = i >= form.first && i - form.first < form.carried;
      bool holds = is_carried ? apart_[op.results[i - form.first].at()] : made_[op.operands[i + form.shift].at()];
      for (BlockId block : op.blocks) {
        const ValueId parameter = function_[block].parameters[i];
        holds = holds && apart_[parameter.at()] && read_[parameter.at()];
      }
      for (BlockId block : op.blocks) withdraw(apart_, function_[block].parameters[i], holds);
    }
    for (std::size_t i = 0; i < form.results; ++i) {
      const ValueId result = op.results[i];
      const auto gives = [&](BlockId block) { return bool{made_[function_[block].results[i].at()]}; };
      const bool holds = op.kind == Kind::If
                             ? read_[result.at()] && std::all_of(op.blocks.begin(), op.blocks.end(), gives)
                             : gives(last) && apart_[function_[last].parameters[form.first + i].at()];
      withdraw(apart_, result, holds);
    }
  }
  return changed;
}

bool SmallArrays::is_made(ValueId array) const {
  const Type& type = function_[array].type;
  if (type.is_scalar()) return true;
  const OpId id = function_[array].op;
  if (!few_elements(type) || !id.valid()) return apart_[array.at()];
  const Op& op = function_[id];
  if (!op.blocks.empty()) return apart_[array.at()];
  return moves_elements(function_, op) &&
         std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId part) { return bool{made_[part.at()]}; });
}

bool SmallArrays::is_read(ValueId array) const {
  const bool is_given = std::all_of(givers_[array.at()].begin(), givers_[array.at()].end(), [&](BlockId block) {
    const std::vector<ValueId>& results = function_[block].results;
    for (std::size_t i = 0; i < results.size(); ++i)
      if (results[i] == array && (!owner_[block.at()].valid() || !is_apart_behind(block, i))) return false;
    return true;
  });
  return is_given && std::all_of(readers_[array.at()].begin(), readers_[array.at()].end(), [&](OpId id) {
    const Op& op = function_[id];
    if (op.kind == Kind::Element || op.kind == Kind::SetElement)
      return moves_elements(function_, op) && (function_[op.results[0]].type.is_scalar() || read_[op.results[0].at()]);
    if (!is_loop(op) && op.kind != Kind::If) return false;
    const Form form = form_of(op);
    for (std::size_t i = form.shift; i < op.operands.size(); ++i)
      if (op.operands[i] == array && !apart_[function_[op.blocks[0]].parameters[i - form.shift].at()]) return false;
    return true;
  });
}

// Whether what the block gives there goes on apart. The condition of a `while` gives no array.
bool SmallArrays::is_apart_behind(BlockId block, std::size_t result) const {
  const Op& op = function_[owner_[block.at()]];
  return result < op.results.size() && apart_[op.results[result].at()];
}

}  // namespace ir
