#include "tool/derive/analyse.h"

#include <algorithm>

#include "ir/passes/analysis/independent.h"
#include "tool/derive/inlined.h"
#include "tool/derive/masks.h"
#include "tool/derive/random.h"

namespace tool {
namespace {

// What is carried between trips that are said to be independent is an error.
void check_independent(const ir::Module& module, Task& task) {
  const auto has_claims = [](const ir::Function& function) {
    return std::any_of(function.ops.begin(), function.ops.end(), [](const ir::Op& op) { return op.attributes.find("independent"); });
  };
  if (std::none_of(module.functions.begin(), module.functions.end(), has_claims)) return;
  const ir::Module now = with_passes(module, "passed,counted,cse,dce");
  using How = ir::CarriedBetweenTrips::How;
  for (const ir::Function& function : now.functions)
    for (const ir::CarriedBetweenTrips& found : ir::carried_between_trips(function)) {
      const ir::Location* at = now.location(found.at);
      const std::string what = at && !at->text.empty() ? at->text : found.name;
      const std::string_view how = found.how == How::value     ? "carries a value from one to the next"
                                   : found.how == How::element ? "reads an element that another one writes"
                                   : found.how == How::twice   ? "sets an element that another one sets too"
                                                               : "sets in each what is read after the loop";
      task.problems.report(ir::DiagnosticId::not_independent, found.loop, what, how);
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
