#include "codegen/plan/planned.h"

#include <algorithm>

#include "codegen/analysis/symbols.h"
#include "ir/builder.h"
#include "ir/kind.h"

namespace codegen {

Planned::Planned(ir::Function f, Plan p) : function(std::move(f)), plan(std::move(p)) {
  for (std::size_t i = 0; i < plan.buffers.size(); ++i)
    if (begins_by_itself(plan.buffers[i])) rooms_.emplace(plan.buffers[i].first, static_cast<int>(i));
}

// Not what varies, whose memory is found by who hands it on, nor what is taken out of a sequence, whose extents are
// known then, nor what is put aside.
bool Planned::begins_by_itself(const Buffer& buffer) const {
  if (!buffer.is_room || buffer.values.empty()) return false;
  const ir::Value& like = function[buffer.like];
  const ir::OpId op = like.op.valid() ? like.op : plan.nesting.owner[like.block.at()];
  if (!op.valid()) return true;
  if (function[op].kind == ir::Kind::SequenceAt) return false;
  const bool counted = is_iteration(function[op]) && iteration(function, function[op]).counted();
  const int k = like.op.valid() ? like.index : like.index - (counted ? 1 : 0);
  return !varies(function[op], static_cast<std::size_t>(k));
}

bool Planned::has_memory(ir::ValueId root) const {
  const Home home = plan.home[root.at()];
  return home == Home::buffer || home == Home::view || home == Home::table || (home == Home::argument && !type(root).is_scalar());
}

ir::Shape Planned::shape(ir::ValueId value) const {
  const auto& layout = plan.layouts[value.at()];
  if (!layout) return type(value).extents;
  ir::Shape all = layout->counts;
  all.insert(all.end(), layout->element.begin(), layout->element.end());
  return all;
}

int Planned::memory_of(ir::ValueId value) const {
  while (plan.base[value.at()].valid()) value = root(plan.base[value.at()]);
  return plan.home[value.at()] == Home::buffer ? plan.buffer_of[value.at()] : kForeign;
}

bool Planned::reuses(ir::ValueId value) const {
  if (type(value) == ir::sequence_of_any()) return false;  // others show what it keeps
  const auto& values = plan.buffers[static_cast<std::size_t>(plan.buffer_of[value.at()])].values;
  return std::none_of(values.begin(), values.end(), [&](ir::ValueId v) { return plan.handed_on[v.at()].valid(); });
}

std::vector<Buffer> Planned::rooms(int first, int last) const {
  std::vector<Buffer> out;
  for (auto at = rooms_.lower_bound(first); at != rooms_.end() && at->first <= last; ++at)
    out.push_back(plan.buffers[static_cast<std::size_t>(at->second)]);
  return out;
}

ir::Extent Planned::formula_of(ir::ValueId integer, bool is_counter) const {
  const ir::ValueId r = root(integer);
  if (const auto& known = plan.formulas[r.at()]) return *known;
  const Home home = plan.home[r.at()];
  if (home == Home::literal || home == Home::integer)
    if (const auto extent = ir::extent_of(function, r)) return *extent;
  return ir::Extent::symbol(symbol_of(function, r, is_counter));
}

bool Planned::is_inside(ir::ValueId value, ir::BlockId block) const {
  for (ir::BlockId b = plan.nesting.block_of[value.at()]; b.valid(); b = plan.nesting.parent[b.at()])
    if (b == block) return true;
  return false;
}

std::vector<bool> Planned::indexed() const {
  std::vector<bool> out(function.values.size());
  for (const BlockPlan& block : plan.blocks)
    for (const Step& step : block.steps)
      for (ir::OpId id : step.ops)
        for (const Access& a : reads(function, plan, function[id]))
          if (step.form != Step::Form::kernel || ir::definition(function[id].kind).info.trait == ir::Trait::element)
            out[a.root.at()] = true;
  return out;
}

bool Planned::is_same_tensor(ir::ValueId value) const {
  const ir::OpId op = function[value].op;
  if (!op.valid()) return true;
  const ir::Trait trait = ir::definition(function[op].kind).info.trait;
  return trait == ir::Trait::element || trait == ir::Trait::control;
}

}  // namespace codegen
