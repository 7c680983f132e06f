// What is likely to be a mistake in a function that a request is on, found once and in one copy of it.
#pragma once

#include "tool/derive/task.h"

namespace tool {

// Adds to the warnings of the task. A function that others of the source call is warned of where its own request stands.
void analyse(ir::Module& module, Task& task);

}  // namespace tool
