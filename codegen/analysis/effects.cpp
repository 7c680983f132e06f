#include "codegen/analysis/effects.h"

#include <algorithm>

#include "codegen/analysis/nesting.h"

namespace codegen {
namespace {

bool acts(const ir::Module& module, ir::FunctionId id, std::set<ir::FunctionId>& seen) {
  if (!seen.insert(id).second) return false;
  const ir::Function& function = module[id];
  return acts_within(function, function.body) || std::any_of(function.ops.begin(), function.ops.end(), [&](const ir::Op& op) {
           return op.callee.valid() && acts(module, op.callee, seen);
         });
}

}  // namespace

bool acts_within(const ir::Function& function, const ir::Op& op) {
  return ir::definition(op.kind).info.acts ||
         std::any_of(op.blocks.begin(), op.blocks.end(), [&](ir::BlockId block) { return acts_within(function, block); });
}
bool acts_within(const ir::Function& function, ir::BlockId block) {
  const std::vector<ir::OpId>& ops = function[block].ops;
  return std::any_of(ops.begin(), ops.end(), [&](ir::OpId id) { return acts_within(function, function[id]); });
}

bool acts(const ir::Module& module, ir::FunctionId function) {
  std::set<ir::FunctionId> seen;
  return acts(module, function, seen);
}


std::set<ir::ValueId> unread_counts(const ir::Function& function) {
  std::set<ir::ValueId> counts;
  for (const ir::Op& op : function.ops) {
    if (!ir::definition(op.kind).info.acts) continue;
    if (!is_statement(op)) return {};
    counts.insert(op.results[0]);
  }
  // What is one number of several is one of the others too.
  const auto add = [&](std::initializer_list<ir::ValueId> alike) {
    const std::size_t before = counts.size();
    const bool any = std::any_of(alike.begin(), alike.end(), [&](ir::ValueId value) { return counts.contains(value); });
    for (ir::ValueId value : alike)
      if (const ir::OpId made = function[value].op; any && !(made.valid() && function[made].blocks.empty() && !counts.contains(value)))
        counts.insert(value);
    return counts.size() > before;
  };
  for (bool grows = !counts.empty(); grows;) {
    grows = false;
    for (const ir::Op& op : function.ops) {
      for (ir::BlockId arm : is_branch(op) ? op.blocks : std::vector<ir::BlockId>{}) {
        for (std::size_t k = 0; k < op.results.size(); ++k) grows |= add({op.results[k], function[arm].results[k]});
        for (std::size_t i = 1; i < op.operands.size(); ++i) grows |= add({op.operands[i], function[arm].parameters[i - 1]});
      }
      if (is_iteration(op)) {
        const Iteration it = iteration(function, op);
        for (std::size_t k = 0; k < it.carried.size(); ++k) {
          const Carried& c = it.carried[k];
          grows |= add({c.before, c.parameter, c.next, c.after});
          if (it.condition.valid()) grows |= add({c.parameter, function[it.condition].parameters[k]});
        }
      }
    }
  }
  const auto is_count = [&](ir::ValueId value) { return counts.contains(value); };
  const auto any = [&](const std::vector<ir::ValueId>& values) { return std::any_of(values.begin(), values.end(), is_count); };
  const bool is_handed_on = any(function.results()) || std::any_of(function.ops.begin(), function.ops.end(), [&](const ir::Op& op) {
                              return op.callee.valid() && (any(op.operands) || any(op.results));
                            });
  return is_handed_on ? std::set<ir::ValueId>{} : counts;
}

}  // namespace codegen
