// The stage that makes one derivative of each kind that a task asks for (codegen/interface/kinds.h), as functions of the IR.
#pragma once

#include <optional>

#include "tool/derive/task.h"

namespace tool {

// Problems go to the task, which gets no derivative of the kinds that have them.
void differentiate(ir::Module& module, Task& task);

// Appends the derivative of one kind to the module; null, with diagnostics, where there is none.
std::optional<codegen::Derivative> derive(ir::Module& module, const DeriveInput& input, Kind kind, ir::Diagnostics& diagnostics);

}  // namespace tool
