#include "ir/passes/loops/small_arrays.h"

#include <algorithm>

#include "ir/builder.h"
#include "ir/passes/analysis/loop.h"

namespace ir {
namespace {

constexpr std::int64_t kMostElements = 64;
constexpr std::int64_t kMostInBlocks = 16;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

// The operands that are indices begin here.
std::size_t first_index(Kind kind) { return kind == Kind::Element ? 1 : 2; }

std::int64_t flat(const Integers& extents, const Integers& indices) {
  std::int64_t place = 0;
  for (std::size_t i = 0; i < extents.size(); ++i) place = place * extents[i] + indices[i];
  return place;
}

// Where an element comes from, one op back; null where that op computes it, or nothing is known of it.
std::optional<Place> source(const Function& function, const Place& place) {
  const OpId id = function[place.tensor].op;
  if (!id.valid()) return std::nullopt;
  const Op& op = function[id];
  const auto extents_of = [&](ValueId value) -> const Shape& { return function[value].type.extents; };
  switch (op.kind) {
    case Kind::SetElement: {
      const auto indices = known_indices(function, op);
      if (!indices) return std::nullopt;
      if (!std::equal(indices->begin(), indices->end(), place.indices.begin())) return Place{op.operands[0], place.indices};
      return Place{op.operands[1], {place.indices.begin() + static_cast<std::ptrdiff_t>(indices->size()), place.indices.end()}};
    }
    case Kind::Element: {  // a part
      auto indices = known_indices(function, op);
      if (!indices) return std::nullopt;
      indices->insert(indices->end(), place.indices.begin(), place.indices.end());
      return Place{op.operands[0], *indices};
    }
    case Kind::Reshape:
    case Kind::ExpandDims:
    case Kind::Squeeze: {
      if (!extents_of(op.operands[0]).empty() && !few_elements(function[op.operands[0]].type)) return std::nullopt;
      const std::int64_t offset = flat(numbers(extents_of(place.tensor)), place.indices);
      return Place{op.operands[0], unflat(numbers(extents_of(op.operands[0])), offset)};
    }
    case Kind::Broadcast: {
      const Shape& from = extents_of(op.operands[0]);
      Integers indices(place.indices.end() - static_cast<std::ptrdiff_t>(from.size()), place.indices.end());
      for (std::size_t i = 0; i < from.size(); ++i)
        if (from[i] == Extent(1)) indices[i] = 0;
      return Place{op.operands[0], indices};
    }
    case Kind::Transpose: {
      const Integers& perm = op.attributes.get<Integers>("perm");
      Integers indices(perm.size());
      for (std::size_t i = 0; i < perm.size(); ++i) indices[at(perm[i])] = place.indices[i];
      return Place{op.operands[0], indices};
    }
    case Kind::Slice: {
      const Shape& begin = op.attributes.get<Shape>("begin");
      if (op.attributes.find("strides")) return std::nullopt;
      Integers indices = place.indices;
      for (std::size_t i = 0; i < indices.size(); ++i) {
        const auto first = begin[i].constant();
        if (!first) return std::nullopt;
        indices[i] += *first;
      }
      return Place{op.operands[0], indices};
    }
    case Kind::Concat: {
      const std::size_t axis = at(op.attributes.get<std::int64_t>("axis"));
      Integers indices = place.indices;
      for (ValueId part : op.operands) {
        const auto extent = extents_of(part)[axis].constant();
        if (!extent) return std::nullopt;
        if (indices[axis] < *extent) return Place{part, indices};
        indices[axis] -= *extent;
      }
      return std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<std::int64_t> few_elements(const Type& type) {
  if (!type.is_tensor() || type.rank() == 0) return std::nullopt;
  const auto count = product(type.extents).constant();
  return count && *count > 0 && *count <= kMostElements ? count : std::nullopt;
}

std::optional<Integers> known_indices(const Function& function, const Op& op) {
  const Shape& extents = function[op.operands[0]].type.extents;
  Integers indices;
  for (std::size_t i = first_index(op.kind); i < op.operands.size(); ++i) {
    const auto index = known_integer(function, op.operands[i]);
    const auto extent = extents[indices.size()].constant();
    if (!index || !extent || *index < 0 || *index >= *extent) return std::nullopt;
    indices.push_back(*index);
  }
  return indices;
}

Integers numbers(const Shape& shape) {
  Integers out;
  for (const Extent& extent : shape) out.push_back(extent.constant().value());
  return out;
}

Integers unflat(const Integers& extents, std::int64_t place) {
  Integers indices(extents.size());
  for (std::size_t i = extents.size(); i-- > 0; place /= extents[i]) indices[i] = place % extents[i];
  return indices;
}

Place settled(const Function& function, Place place) {
  while (!place.indices.empty()) {
    if (!few_elements(function[place.tensor].type)) return {};
    const auto next = source(function, place);
    if (!next) break;
    place = *next;
  }
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
  switch (op.kind) {
    case Kind::SetElement:
      return known_indices(function_, op) && made_[op.operands[0].at()] && made_[op.operands[1].at()];
    case Kind::Element:
      return known_indices(function_, op) && made_[op.operands[0].at()];
    case Kind::Reshape:
    case Kind::ExpandDims:
    case Kind::Squeeze:
    case Kind::Broadcast:
    case Kind::Transpose:
    case Kind::Concat:
      return std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId part) { return bool{made_[part.at()]}; });
    default:
      return apart_[array.at()];
  }
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
      return known_indices(function_, op) && (function_[op.results[0]].type.is_scalar() || read_[op.results[0].at()]);
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
