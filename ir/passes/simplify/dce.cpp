// Dead code: ops are pure, so that what no result depends on can go.
//
//  1. Find out what is live (liveness.h).
//  2. Rebuild the function from that (sweeper.h).
//
// In: a function that verifies. Out: the same function without the others; idempotent. Arguments and results of
// functions, and functions that nobody calls, stay.
#include "ir/passes/simplify/sweeper.h"

namespace ir {

Function without_dead_ops(Module& module, const Function& function, Diagnostics& diagnostics) {
  return Sweeper(module, function, diagnostics).run();
}

std::optional<Module> run_dce_pass(const Module& module, const PassArguments& arguments,
                                   Diagnostics& diagnostics) {
  if (!takes_no_arguments("dce", arguments, diagnostics)) return std::nullopt;
  return rewrite_functions<Sweeper>(module, diagnostics);
}

}  // namespace ir
