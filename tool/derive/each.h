// each(...): one function, many items. Derivatives of one item become functions that go over all items (ir/passes/batch/items.h).
#pragma once

#include "codegen/interface/program.h"
#include "ir/diagnostic.h"
#include "tool/base/request.h"
#include "tool/derive/task.h"

namespace tool {

// What users see of a derivative of `primal`, or of the function with lists that it is of, for many items.
codegen::Derivative for_items(const codegen::Derivative& one, const codegen::Primal& primal, const Items& items);
// The derivatives of a task that asks for each(...), for many items.
void make_items(ir::Module& module, Task& task);

}  // namespace tool
