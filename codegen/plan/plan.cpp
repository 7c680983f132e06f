#include "codegen/plan/plan.h"

#include <algorithm>

#include "ir/kind.h"

namespace codegen {
namespace {

using ir::Trait;

Trait trait_of(const ir::Op& op) { return ir::definition(op.kind).info.trait; }
int in_place(const ir::Op& op) { return ir::definition(op.kind).info.in_place; }

}  // namespace

const RowSteps* BlockPlan::rows_with(std::size_t step) const {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const RowSteps& each) { return each.has(step); });
  return found == rows.end() ? nullptr : &*found;
}

bool is_pointwise(const ir::Op& op) {
  return trait_of(op) == Trait::elementwise || trait_of(op) == Trait::broadcast;
}

bool is_whole_sum(const ir::Function& function, const Plan& plan, const ir::Op& op) {
  if (plan.side == Side::device) return false;
  if (op.kind != ir::Kind::Sum && op.kind != ir::Kind::Mean && op.kind != ir::Kind::SumOfProducts) return false;
  const ir::Type& type = function[op.operands[0]].type;
  return function[op.results[0]].type.is_scalar() && !type.is_scalar() &&
         (type.element == ir::ElementType::f32 || type.element == ir::ElementType::f64);
}

bool is_part_store(const ir::Function& function, const Plan& plan, const ir::Op& op) {
  if (plan.side == Side::device) return false;  // elements are stored at once, and two parts may share one
  if (op.kind != ir::Kind::Pad && op.kind != ir::Kind::AddSlice) return false;
  const ir::ElementType element = function[op.results[0]].type.element;
  return element == ir::ElementType::f32 || element == ir::ElementType::f64;
}

ir::ValueId stored_part(const ir::Op& op) { return op.operands.back(); }

bool is_number(const ir::Function& function, const Plan& plan, ir::ValueId value) {
  return function[value].type.is_scalar() && !plan.on_device[value.at()];
}

bool is_scalar_read(const ir::Function& function, const Plan& plan, const ir::Op& op) {
  return trait_of(op) == Trait::element && in_place(op) < 0 && is_number(function, plan, op.results[0]);
}

bool is_scalar_write(const ir::Function& function, const Plan& plan, const ir::Op& op) {
  // On a device the host writes no element.
  return plan.side == Side::host && trait_of(op) == Trait::element && in_place(op) >= 0 && function[op.operands[1]].type.is_scalar();
}

ir::ValueId root_of(const ir::Function& function, const Plan& plan, ir::ValueId value) {
  return alias_root(function, plan.passed, value);
}

std::vector<Access> reads(const ir::Function& function, const Plan& plan, const ir::Op& op) {
  std::vector<Access> out;
  auto whole = [&](ir::ValueId value) { out.push_back({root_of(function, plan, value), {}, {}}); };
  if (is_branch(op)) {
    whole(op.operands[0]);
  } else if (is_iteration(op)) {
    const Iteration it = iteration(function, op);
    if (it.counted()) whole(it.trips);
    for (const Carried& c : it.carried)
      if (!plan.passed[c.parameter.at()].valid()) whole(c.before);
    for (const PerTrip& scan : it.scanned)
      if (plan.home[scan.element.at()] != Home::nowhere) whole(scan.sequence);
  } else if (op.results.empty() || (plan.home[op.results[0].at()] != Home::integer && !plan.tables.contains(op.results[0]))) {
    for (ir::ValueId operand : op.operands) {
      if (trait_of(op) == Trait::broadcast)
        out.push_back(repeated(function, plan.passed, op.results[0], plan.materialised));
      else if (is_pointwise(op) || is_whole_sum(function, plan, op) || (is_part_store(function, plan, op) && operand == stored_part(op)))
        out.push_back(access(function, plan.passed, operand, plan.materialised));
      else
        whole(operand);
    }
  }
  return out;
}

std::vector<ir::ValueId> roots_read(const ir::Function& function, const Plan& plan, ir::OpId id) {
  std::vector<ir::ValueId> roots = plan.captured[id.at()];
  for (ir::ValueId integer : plan.integers[id.at()]) roots.push_back(root_of(function, plan, integer));
  for (const Access& a : reads(function, plan, function[id])) {
    ir::ValueId root = a.root;
    roots.push_back(root);
    while (plan.base[root.at()].valid()) {
      root = root_of(function, plan, plan.base[root.at()]);
      roots.push_back(root);
    }
  }
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  return roots;
}

bool is_planned(const ir::Function& function, const Plan& plan, ir::OpId id) {
  const ir::Op& op = function[id];
  return std::any_of(op.results.begin(), op.results.end(), [&](ir::ValueId r) {
    const Home home = plan.home[r.at()];
    return home != Home::nowhere && home != Home::literal && home != Home::table && home != Home::integer;
  });
}

bool is_taken(const ir::Function& function, const Plan& plan, ir::BlockId block, std::size_t result) {
  const ir::Op& op = function[plan.nesting.owner[block.at()]];
  auto lives = [&](ir::ValueId value) { return plan.home[value.at()] != Home::nowhere; };
  if (is_branch(op)) return lives(op.results[result]);
  const Iteration it = iteration(function, op);
  if (it.condition == block) return true;
  if (result < it.carried.size()) return lives(it.carried[result].after);
  return lives(it.stacked[result - it.carried.size()].sequence);
}

bool gives_kept(const ir::Function& function, const std::vector<ir::ValueId>& values) {
  return std::any_of(values.begin(), values.end(), [&](ir::ValueId value) { return function[value].type.element == ir::ElementType::any; });
}

}  // namespace codegen
