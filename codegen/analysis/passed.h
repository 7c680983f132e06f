// What control ops pass on: the values that are but other names of one outside of the block, or before the loop.
#pragma once

#include "codegen/analysis/access.h"

namespace codegen {

// A parameter of a block is what is passed for it where that is the same in every trip; a value that goes round
// unchanged is what it is at first.
Passed passed(const ir::Function& function);

}  // namespace codegen
