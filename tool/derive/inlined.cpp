#include "tool/derive/inlined.h"

#include <fmt/format.h>

#include "ir/check.h"

namespace tool {

ir::Module with_passes(const ir::Module& module, std::string_view passes, const ir::PassOptions& options) {
  ir::Diagnostics none;
  auto made = ir::run_passes(module, passes, options, none);
  GRADC_CHECK(made.has_value());
  return *std::move(made);
}

ir::Module inlined(const ir::Module& module) { return with_passes(module, "passed,counted,cse,dce,inline(unruled),cse"); }

std::string line_of(const ir::Module& module, ir::LocId where, ir::LocId op) {
  const ir::Location* location = module.location(where);
  const ir::Location* beside = module.location(op);
  if (!location) return "?";
  return beside && beside->file == location->file ? fmt::format("line {}", location->line)
                                                  : fmt::format("{}:{}", location->file, location->line);
}

}  // namespace tool
