// Batching: f(args) -> (results) becomes g that does in one call what k calls of f do whose arguments differ in those that
// have a further first axis, of extent k. What depends on none of them is computed once and has no axis. Where only
// sequences have the axis, whose types say nothing of it, k is an argument more, an i64 that stands last.
#pragma once

#include <string>
#include <vector>

#include "ir/diagnostic.h"
#include "ir/function.h"
#include "ir/passes/pass.h"

namespace ir {

struct BatchOptions {
  std::vector<bool> arguments;  // those with the axis
  std::vector<bool> results;    // those that have it in any case; shorter: the others if they depend on such arguments
  std::string name;             // default f_batch
  LocId requested;
};

// The module with the function more, its last, and which results have the axis. Null, with diagnostics, where an op has no
// form for several.
struct BatchedFunction {
  Module module;
  FunctionId function;
  std::vector<bool> results;
};
std::optional<BatchedFunction> batch(const Module& module, FunctionId function, const BatchOptions& options,
                                     Diagnostics& diagnostics);

// The pass `batch(f, x, ...)`; without names, all arguments.
std::optional<Module> run_batch_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics);

}  // namespace ir
