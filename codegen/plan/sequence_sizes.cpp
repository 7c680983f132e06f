#include "codegen/plan/sequence_sizes.h"

#include <algorithm>
#include <array>

#include "ir/kind.h"

namespace codegen {
namespace {

using ir::Kind;

constexpr std::array kOfSameSize = {Kind::SequenceSet,        Kind::SequenceAdd,        Kind::SequenceAddAt,    Kind::SequenceSplice,
                                    Kind::SequenceSetElement, Kind::SequenceAddElement, Kind::SequenceZerosLike};

constexpr std::array kOfElements = {Kind::SequenceSetElement, Kind::SequenceAddElement, Kind::SequenceSet, Kind::SequenceAddAt};

}  // namespace

ir::ValueId SequenceSizes::origin(ir::ValueId sequence) {
  const ir::ValueId r = root_of(function_, plan_, sequence);
  if (const auto known = origins_.find(r); known != origins_.end()) return known->second;
  const ir::ValueId found = find_origin(r);
  return origins_[r] = found;
}

ir::ValueId SequenceSizes::find_origin(ir::ValueId r) {
  if (!function_[r].op.valid()) return r;
  const ir::Op& op = function_[function_[r].op];
  const auto k = static_cast<std::size_t>(function_[r].index);
  if (std::find(kOfSameSize.begin(), kOfSameSize.end(), op.kind) != kOfSameSize.end()) return origin(op.operands[0]);
  if (is_branch(op)) {
    const ir::ValueId yes = origin(function_[op.blocks[0]].results[k]);
    return yes == origin(function_[op.blocks[1]].results[k]) ? yes : r;
  }
  if (!is_iteration(op)) return r;
  const Iteration it = iteration(function_, op);
  const bool stays = k < it.carried.size() && origin(it.carried[k].next) == it.carried[k].parameter;
  return stays ? origin(it.carried[k].before) : r;
}

std::optional<Carried> SequenceSizes::carried(ir::ValueId parameter) const {
  const ir::OpId owner = plan_.nesting.owner[plan_.nesting.block_of[parameter.at()].at()];
  if (!owner.valid() || !is_iteration(function_[owner])) return std::nullopt;
  for (const Carried& c : iteration(function_, function_[owner]).carried)
    if (c.parameter == parameter) return c;
  return std::nullopt;
}

ir::ValueId SequenceSizes::before_loop(ir::ValueId sequence, ir::BlockId body) {
  const ir::ValueId root = root_of(function_, plan_, sequence), from = origin(sequence);
  const auto block_of = [&](ir::ValueId value) { return plan_.nesting.block_of[value.at()]; };
  if (plan_.nesting.depth[block_of(root).at()] < plan_.nesting.depth[body.at()]) return root;
  const auto around = block_of(from) == body ? carried(from) : std::nullopt;
  return around && origin(around->next) == from ? from : ir::ValueId{};
}

bool SequenceSizes::keeps_places(int buffer, ir::BlockId body) {
  for (std::size_t id = 0; id < function_.values.size(); ++id) {
    const ir::ValueId value{static_cast<std::int32_t>(id)};
    if (plan_.buffer_of[id] != buffer) continue;
    ir::BlockId block = plan_.nesting.block_of[id];
    while (block.valid() && block != body) block = plan_.nesting.parent[block.at()];
    if (block == body && !is_written_in_place(value, buffer, body)) return false;
  }
  return true;
}

// Elements that are written where they lie, and what loops and branches hand on without a move.
bool SequenceSizes::is_written_in_place(ir::ValueId value, int buffer, ir::BlockId body) {
  const auto lies_there = [&](ir::ValueId other) { return plan_.buffer_of[root_of(function_, plan_, other).at()] == buffer; };
  if (!function_[value].op.valid()) {
    const auto c = carried(value);
    const bool begins_there = plan_.nesting.block_of[value.at()] == body;  // whatever was moved there before
    return c && lies_there(c->next) && (begins_there || lies_there(c->before));
  }
  const ir::Op& op = function_[function_[value].op];
  const auto k = static_cast<std::size_t>(function_[value].index);
  if (std::find(kOfElements.begin(), kOfElements.end(), op.kind) != kOfElements.end()) return lies_there(op.operands[0]);
  if (is_branch(op))
    return std::all_of(op.blocks.begin(), op.blocks.end(), [&](ir::BlockId arm) { return lies_there(function_[arm].results[k]); });
  if (!is_iteration(op)) return false;
  const Iteration it = iteration(function_, op);
  return k < it.carried.size() && lies_there(it.carried[k].before) && lies_there(it.carried[k].next);
}

}  // namespace codegen
