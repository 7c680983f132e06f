// Composite ops, replaced by what they are in other ops: all of them before code is generated, and those without a
// derivative of their own before they are differentiated.
#pragma once

#include "ir/passes/derivative.h"
#include "ir/passes/pass.h"

namespace ir {

// The function with the ops that are differentiated by expansion expanded; what `options` names are values of it then.
Function differentiable_form(Module& module, const Function& from, DerivativeOptions& options,
                             Diagnostics& diagnostics);

// The function with the composite ops expanded that have no batching rule of their own.
Function batchable_form(Module& module, const Function& from, Diagnostics& diagnostics);

std::optional<Module> run_expand_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics);

}  // namespace ir
