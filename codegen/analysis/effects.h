// What does something beside computing: ops that print or assert, and what contains or calls such.
#pragma once

#include "ir/op.h"

namespace codegen {

// Whether an op, or one in its blocks or in a block, does something beside computing.
bool acts_within(const ir::Function& function, const ir::Op& op);
bool acts_within(const ir::Function& function, ir::BlockId block);
// Whether the function, or one that it calls, does.
bool acts(const ir::Module& module, ir::FunctionId function);

}  // namespace codegen
