// What gradc::where leaves out and the gradient may still be NaN of: seen in the function with the functions
// that it calls in their places.
#pragma once

#include "tool/derive/task.h"

namespace tool {

// For a request with the item safe_where: gives the task a function that computes the same and keeps such ops from those
// points. What can't be kept from them is warned of.
void make_branches_safe(ir::Module& module, Task& task);

// Whether a module has ops that select.
bool selects(const ir::Module& module);

// Ops whose derivative may be infinite where a mask leaves them out, for requests that go backwards: forwards the mask selects.
// `module` is inlined.
void warn_of_masks(const ir::Module& module, Task& task);

}  // namespace tool
