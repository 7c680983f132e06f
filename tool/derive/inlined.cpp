#include "tool/derive/inlined.h"

#include <fmt/format.h>

#include "ir/check.h"
#include "ir/passes/pass.h"

namespace tool {
namespace {

std::vector<ir::ValueId> sources_of(const DeriveInput& input) {
  std::vector<ir::ValueId> sources;
  for (const WrtLeaves& item : input.wrt)
    for (ir::ValueId leaf : item.leaves)
      if (leaf.valid()) sources.push_back(leaf);
  return sources;
}

}  // namespace

// Values that a request names go through the passes as results of its function.
void run_on(Inlined& now, ir::FunctionId function, std::string_view passes) {
  ir::Function& before = now.module[function];
  const auto own = static_cast<std::ptrdiff_t>(before.results().size()),
             count = static_cast<std::ptrdiff_t>(now.wrt.size());
  for (const auto* named : {&now.wrt, &now.stop})
    for (ir::ValueId value : *named) before[before.body].results.push_back(value);
  ir::Diagnostics none;
  auto made = ir::run_passes(now.module, passes, {}, none);
  GRADC_CHECK(made.has_value());
  now.module = *std::move(made);
  ir::Function& after = now.module[function];
  std::vector<ir::ValueId>& results = after[after.body].results;
  now.wrt.assign(results.begin() + own, results.begin() + own + count);
  now.stop.assign(results.begin() + own + count, results.end());
  results.resize(static_cast<std::size_t>(own));
}

Inlined inlined(const ir::Module& module, const DeriveInput& input) {
  Inlined now{module, sources_of(input), input.stop};
  run_on(now, input.function, "inline(unruled),cse");
  return now;
}

std::string line_of(const ir::Module& module, ir::LocId where, ir::LocId op) {
  const ir::Location* location = module.location(where);
  const ir::Location* beside = module.location(op);
  if (!location) return "?";
  return beside && beside->file == location->file ? fmt::format("line {}", location->line)
                                                  : fmt::format("{}:{}", location->file, location->line);
}

}  // namespace tool
