#include "tool/derive/analyse.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/passes/analysis/independent.h"
#include "ir/passes/analysis/loop.h"
#include "tool/derive/inlined.h"
#include "tool/derive/masks.h"
#include "tool/derive/random.h"

namespace tool {
namespace {

bool says_independent(const ir::Op& op) { return ir::is_loop(op) && op.attributes.get_or<bool>("independent", false); }

// What is carried between trips that are said to be independent is an error.
void check_independent(const ir::Module& module, Task& task) {
  const auto has_claims = [](const ir::Function& function) {
    return std::any_of(function.ops.begin(), function.ops.end(), says_independent);
  };
  if (std::none_of(module.functions.begin(), module.functions.end(), has_claims)) return;
  const ir::Module now = with_passes(module, "passed,counted,cse,dce");
  using How = ir::CarriedBetweenTrips::How;
  for (const ir::Function& function : now.functions)
    for (const ir::CarriedBetweenTrips& found : ir::carried_between_trips(function)) {
      const ir::Location* at = now.location(found.at);
      const std::string name = found.name.empty() ? "a value" : fmt::format("'{}'", found.name);
      const std::string what = found.how == How::value     ? fmt::format("{} is carried from one to the next", name)
                               : found.how == How::element ? fmt::format("one reads an element of {} that another one writes", name)
                               : found.how == How::twice   ? fmt::format("two set one element of {}", name)
                                                           : fmt::format("each sets {}, which is read after the loop", name);
      ir::Diagnostic& problem = task.problems.report(ir::DiagnosticId::not_independent, found.loop, what);
      if (at && !at->text.empty()) problem.notes.push_back({found.at, fmt::format("in '{}'", at->text)});
    }
}

}  // namespace

void analyse(ir::Module& module, Task& task) {
  check_independent(module, task);
  if (task.called) return;
  warn_of_keys(module, task);
  const bool masks = !task.items->safe_where && selects(module), probabilities = has_bernoulli(module);
  if (!masks && !probabilities) return;
  const ir::Module now = inlined(module);
  if (masks) warn_of_masks(now, task);
  if (probabilities) warn_of_probabilities(now, task);
}

}  // namespace tool
