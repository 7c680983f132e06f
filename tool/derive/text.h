// The stages of a build on the text of a module, without a source: `gradc opt --request=ITEMS`, and tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/passes/pass.h"
#include "tool/derive/task.h"

namespace tool {

struct TextRequest {
  std::string function;  // empty: the last of the module, which stands after those that it calls
  std::string items;     // as in GRADC_DIFFERENTIATE; wrt and stop name arguments, `params` of all that begin with `params.`,
                         // and what stands after `name` (docs/ir.md)
};

struct TextResult {
  ir::Module module;                // empty where there are errors
  std::vector<std::string> errors;  // "text [name]"
  std::vector<std::string> warnings;
};

// Runs all stages. Each argument of the function is a parameter of its own, and several results are a tuple.
TextResult run_request(ir::Module module, const TextRequest& request, const ir::PassOptions& options);

}  // namespace tool
