// Passes: named functions from module to module, pipelines of them written as text, and what may be done around
// each (verify, print, time).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/diagnostic.h"
#include "ir/function.h"

namespace ir {

// The argument in `grad(f)`, split at commas: {"f"}; empty for `cse`.
using PassArguments = std::vector<std::string>;
// Null, with diagnostics, where the pass can't do its work.
using PassFunction = std::optional<Module> (*)(const Module&, const PassArguments&, Diagnostics&);

struct PassInfo {
  std::string_view name, summary;
  PassFunction run;
};
const std::vector<PassInfo>& pass_table();  // passes.def in order

struct PassOptions {
  bool verify_each = false;
  // Called after each pass with its text ("grad(f)"), the module, and the seconds of CPU it took.
  std::function<void(const std::string& pass, const Module& module, double seconds)> after;
};

// Runs "grad(f),simplify,cse,dce". Null with diagnostics on an unknown pass or where one fails.
std::optional<Module> run_passes(const Module& module, std::string_view pipeline, const PassOptions& options,
                                 Diagnostics& diagnostics);

}  // namespace ir
