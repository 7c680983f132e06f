#include "tool/derive_masks.h"

#include <algorithm>
#include <set>

#include "ir/check.h"
#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/masked.h"
#include "ir/passes/safe_where.h"
#include "tool/derive_inlined.h"

namespace tool {
namespace {

bool selects(const ir::Module& module) {
  return std::any_of(module.functions.begin(), module.functions.end(), [](const ir::Function& function) {
    return std::any_of(function.ops.begin(), function.ops.end(),
                       [](const ir::Op& op) { return op.kind == ir::Kind::Where; });
  });
}

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

// Of the functions that are called all the same, with respect to all that they take.
void warn_of_callees(const ir::Module& module, ir::FunctionId caller,
                     std::set<std::pair<ir::LocId, ir::Kind>>& said, std::vector<Warning>& warnings) {
  std::set<ir::FunctionId> seen;
  std::vector<ir::FunctionId> open{caller};
  while (!open.empty()) {
    const ir::FunctionId now = open.back();
    open.pop_back();
    for (const ir::Op& op : module[now].ops) {
      if (!op.callee.valid() || !seen.insert(op.callee).second) continue;
      const ir::Function& callee = module[op.callee];
      if (callee.has_rule()) continue;  // its rule is what is differentiated
      open.push_back(op.callee);
      std::vector<ir::ValueId> wrt;
      for (ir::ValueId argument : callee.arguments())
        if (ir::is_differentiable(callee[argument].type.element)) wrt.push_back(argument);
      warn(module, callee, ir::MaskedOps(module, callee, wrt, {}).found(), said, warnings);
    }
  }
}

bool goes_back(const Items& items) {
  return std::any_of(items.kinds.begin(), items.kinds.end(),
                     [](const KindRequest& kind) { return kind.kind != Kind::jvp; });
}

}  // namespace

DeriveInput with_safe_branches(ir::Module& module, const DeriveInput& input, std::vector<Warning>& warnings) {
  Inlined now = inlined(module, input);
  ir::Diagnostics problems;
  const ir::Function before = now.module[input.function];
  ir::SafeBranches safe_branches = ir::with_safe_branches(now.module, before, now.wrt, now.stop, problems);
  GRADC_CHECK(problems.empty());
  std::set<std::pair<ir::LocId, ir::Kind>> said;
  if (goes_back(*input.items)) {
    warn(now.module, before, safe_branches.left, said, warnings);
    warn_of_callees(now.module, input.function, said, warnings);
  }
  now.module[input.function] = std::move(safe_branches.function);
  run_on(now, input.function, "cse,dce");
  // The functions that it still calls have the same numbers in both.
  module.locations = std::move(now.module.locations);
  DeriveInput safe = input;
  safe.function = {static_cast<std::int32_t>(module.functions.size())};
  safe.stop = now.stop;
  auto next = now.wrt.begin();
  for (WrtLeaves& item : safe.wrt)
    for (ir::ValueId& leaf : item.leaves)
      if (leaf.valid()) leaf = *next++;
  ir::Function function = std::move(now.module[input.function]);
  function.name = module.free_name(function.name + ".safe");
  module.functions.push_back(std::move(function));
  return safe;
}

void warn_of_masks(const ir::Module& module, const DeriveInput& input, std::vector<Warning>& warnings) {
  if (!selects(module) || !goes_back(*input.items)) return;
  const Inlined now = inlined(module, input);
  const ir::Function& function = now.module[input.function];
  std::set<std::pair<ir::LocId, ir::Kind>> said;
  warn(now.module, function, ir::MaskedOps(now.module, function, now.wrt, now.stop).found(), said, warnings);
  warn_of_callees(now.module, input.function, said, warnings);
}

}  // namespace tool
