// gradc::where that keeps the ops behind it from singular points where they are left out.
#pragma once

#include <optional>
#include <vector>

#include "ir/passes/analysis/masked.h"
#include "ir/passes/pass.h"

namespace ir {

// The function with the operands of such ops selected (masked.h), which computes the same. What a request
// names is followed.
struct SafeBranches {
  Function function;
  std::vector<MaskedOp>
      left;  // of the function as it was: what stays as it is, for it lies before what the request names
};
SafeBranches with_safe_branches(Module& module, const Function& from, std::vector<ValueId>& wrt,
                                std::vector<ValueId>& stop, Diagnostics& diagnostics);

// The pass `safe_where`: of each function, with respect to all arguments.
std::optional<Module> run_safe_where_pass(const Module& module, const PassArguments& arguments,
                                          Diagnostics& diagnostics);

}  // namespace ir
