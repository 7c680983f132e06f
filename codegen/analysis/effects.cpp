#include "codegen/analysis/effects.h"

#include <algorithm>
#include <set>

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

}  // namespace codegen
