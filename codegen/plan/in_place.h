// Sequences of the caller in whose memory a function may work.
#pragma once

#include "codegen/plan/plan.h"

namespace codegen {

// Of an argument that is written and restored: whether all that is written to its buffer is restored there. The function copies it
// first otherwise.
bool is_restored_in_place(const ir::Function& function, const Plan& plan, std::size_t argument);

// Whether a call may have an operand written and restored where it is: it is a variable of the function, and no other operand may show
// its memory.
bool may_be_written(const ir::Function& function, const Plan& plan, const ir::Op& call, std::size_t operand);

}  // namespace codegen
