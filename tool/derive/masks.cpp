#include "tool/derive/masks.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/check.h"
#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/analysis/masked.h"
#include "ir/passes/simplify/safe_where.h"
#include "tool/derive/inlined.h"

namespace tool {
namespace {

// Numbers are selected by ?:, std::fmax and the like too, of which the source has no gradc::where.
bool is_written(const ir::Module& module, const ir::Function& function, const ir::Op& where) {
  const ir::Location* location = module.location(where.loc);
  return function[where.results[0]].type.rank() > 0 || !location ||
         location->text.find("where") != std::string::npos;
}

void warn(const ir::Module& module, const ir::Function& function, const std::vector<ir::MaskedOp>& found,
          std::set<std::pair<ir::LocId, ir::Kind>>& said, std::vector<Warning>& warnings) {
  for (const ir::MaskedOp& masked : found) {
    const ir::Op& op = function[masked.op];
    if (!is_written(module, function, function[masked.where]) || !said.emplace(op.loc, op.kind).second)
      continue;
    const ir::OpDefinition& definition = ir::definition(op.kind);
    const char* argument = definition.info.arity == 1          ? "argument"
                           : definition.singular->operand == 0 ? "first argument"
                                                               : "second argument";
    warnings.push_back({DiagnosticId::where_nan, op.loc,
                        text_of(DiagnosticId::where_nan, line_of(module, function[masked.where].loc, op.loc),
                                definition.info.name, argument, definition.singular->safe)});
  }
}

// The functions that are called all the same, but for those whose rule is what is differentiated.
std::vector<ir::FunctionId> callees_of(const ir::Module& module, ir::FunctionId caller) {
  std::vector<ir::FunctionId> found;
  std::set<ir::FunctionId> seen;
  const auto add = [&](ir::FunctionId from) {
    for (const ir::Op& op : module[from].ops)
      if (op.callee.valid() && seen.insert(op.callee).second && !module[op.callee].has_rule()) found.push_back(op.callee);
  };
  add(caller);
  for (std::size_t next = 0; next < found.size(); ++next) add(found[next]);
  return found;
}

std::vector<ir::ValueId> differentiable_arguments(const ir::Function& function) {
  std::vector<ir::ValueId> wrt;
  for (std::size_t i : ir::differentiable(function, function.arguments())) wrt.push_back(function.arguments()[i]);
  return wrt;
}

// With respect to all that they take.
void warn_of_callees(const ir::Module& module, ir::FunctionId caller,
                     std::set<std::pair<ir::LocId, ir::Kind>>& said, std::vector<Warning>& warnings) {
  for (ir::FunctionId id : callees_of(module, caller)) {
    const ir::Function& callee = module[id];
    warn(module, callee, ir::MaskedOps(module, callee, differentiable_arguments(callee), {}).found(), said, warnings);
  }
}

// Makes the function call copies of its callees, at the end of the module, that have safe branches too. What those leave as it
// is comes by function.
std::vector<std::pair<ir::FunctionId, std::vector<ir::MaskedOp>>> make_callees_safe(ir::Module& module, ir::FunctionId caller) {
  std::vector<std::pair<ir::FunctionId, std::vector<ir::MaskedOp>>> left;
  std::map<ir::FunctionId, ir::FunctionId> safe;
  const std::vector<ir::FunctionId> callees = callees_of(module, caller);
  for (ir::FunctionId id : callees) {
    if (module[id].foreign) continue;
    const ir::Function callee = module[id];
    std::vector<ir::ValueId> wrt = differentiable_arguments(callee), none;
    ir::Diagnostics problems;
    ir::SafeBranches made = ir::with_safe_branches(module, callee, wrt, none, problems);
    GRADC_CHECK(problems.empty());
    made.function.name = module.free_name(callee.name + ".safe");
    left.emplace_back(id, std::move(made.left));
    safe.emplace(id, ir::FunctionId{static_cast<std::int32_t>(module.functions.size())});
    module.functions.push_back(std::move(made.function));
  }
  const auto redirect = [&](ir::Function& function) {
    for (ir::Op& op : function.ops)
      if (const auto found = safe.find(op.callee); found != safe.end()) op.callee = found->second;
  };
  redirect(module[caller]);
  for (const auto& [before, now] : safe) redirect(module[now]);
  return left;
}

bool goes_back(const Items& items) {
  return std::any_of(items.kinds.begin(), items.kinds.end(),
                     [](const KindRequest& kind) { return kind.kind != Kind::jvp; });
}

}  // namespace

bool selects(const ir::Module& module) {
  return std::any_of(module.functions.begin(), module.functions.end(), [](const ir::Function& function) {
    return std::any_of(function.ops.begin(), function.ops.end(),
                       [](const ir::Op& op) { return op.kind == ir::Kind::Where; });
  });
}

void make_branches_safe(ir::Module& module, Task& task) {
  ir::Module now = inlined(module);
  DeriveInput input = input_of(now, task);
  std::vector<ir::ValueId> wrt = input.sources();
  ir::Diagnostics problems;
  const ir::Function before = now[task.function];
  ir::SafeBranches safe = ir::with_safe_branches(now, before, wrt, input.stop, problems);
  GRADC_CHECK(problems.empty());
  const std::size_t own = now.functions.size();
  GRADC_CHECK(own == module.functions.size());
  now[task.function] = std::move(safe.function);
  const auto left = make_callees_safe(now, task.function);
  std::set<std::pair<ir::LocId, ir::Kind>> said;
  if (goes_back(*task.items)) {
    warn(now, before, safe.left, said, task.warnings);
    for (const auto& [callee, masked] : left) warn(now, now[callee], masked, said, task.warnings);
  }
  // The functions that it calls have the same numbers in both.
  module.locations = std::move(now.locations);
  for (std::size_t i = own; i < now.functions.size(); ++i) module.functions.push_back(now.functions[i]);
  ir::Function function = std::move(now[task.function]);
  function.name = module.free_name(function.name + ".safe");
  task.function = {static_cast<std::int32_t>(module.functions.size())};
  module.functions.push_back(std::move(function));
}

void warn_of_masks(const ir::Module& module, Task& task) {
  if (!goes_back(*task.items)) return;
  const DeriveInput input = input_of(module, task);
  const ir::Function& function = module[task.function];
  std::set<std::pair<ir::LocId, ir::Kind>> said;
  warn(module, function, ir::MaskedOps(module, function, input.sources(), input.stop).found(), said, task.warnings);
  warn_of_callees(module, task.function, said, task.warnings);
}

}  // namespace tool
