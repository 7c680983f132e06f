// What is known of integers when a function is entered, beyond formulas over extents and integer arguments: the sizes of
// vectors, and what is computed of all these by ops that have no formula. A loop of so many trips keeps what it stacks
// in the workspace.
#pragma once

#include "codegen/plan/plan.h"

namespace codegen {

class Frame;

// The symbol of such an integer in formulas: of an argument that is a sequence its size, of another value itself.
std::string entry_symbol(const ir::Function& function, ir::ValueId value);
// Whether that is what a symbol stands for.
bool is_entry_symbol(const std::string& symbol);
// Takes names for those of the plan, and says how each is computed.
void name_entered(Frame& frame);

}  // namespace codegen
