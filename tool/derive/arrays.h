// Vectors of numbers that a function takes or returns, and whose size it never changes, as tensors: what loops and plans know of
// tensors holds for them. The C++ of the derivatives stays what it is.
#pragma once

#include "tool/derive/task.h"

namespace tool {

void take_arrays(ir::Module& module, Task& task);

}  // namespace tool
