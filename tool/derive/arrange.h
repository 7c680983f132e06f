// The stage that completes what was differentiated: forms for several directions, gradients as indices and rows, and what the
// user should know of both.
#pragma once

#include "tool/derive/task.h"

namespace tool {

void arrange(ir::Module& module, Task& task);

}  // namespace tool
