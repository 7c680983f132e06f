// checkpoint(budget = ...): the derivative that computes the least again among those whose workspace is within the budget.
//
//  1. Trials, each with less kept than the one before: all; of loops what goes round, each trip done again; of loops in 2, 3,
//     4, 6, 8, 12 ... segments what goes round at the beginning of each. Each is optimised and planned as it would be emitted,
//     and its workspace is what counts.
//  2. Where sizes are known when code is generated, the first trial that fits is taken. What is kept outside of loops is
//     planned in the budget (ir/passes/keep.h), in less than that while the workspace is too large.
//  3. Where they are known when the derivative is called, several trials are emitted, and it runs the first that fits.
//  4. Where some memory is known only as it is used, it runs them one by one until one stays within the budget; what prints
//     runs but the one that takes the least.
#pragma once

#include <functional>
#include <optional>

#include "tool/derive/task.h"

namespace tool {

// Appends a derivative to a module.
using DeriveOne = std::function<std::optional<codegen::Derivative>(ir::Module&, const DeriveInput&, ir::Diagnostics&)>;

std::optional<codegen::Derivative> derive_in_budget(ir::Module& module, const DeriveInput& input, const DeriveOne& derive_one,
                                                    ir::Diagnostics& diagnostics);

}  // namespace tool
