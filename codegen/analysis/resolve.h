// A function in which every extent is said in terms of what is outside of its block, as far as that is known there:
// equal extents are equal formulas in all blocks, and what is known when the function is entered can be seen. A number
// that is seen as a tensor is repeated into one, since memory is what a tensor has and a number hasn't.
#pragma once

#include "ir/function.h"

namespace codegen {

// The same values, ops and blocks, but for such an op, which is a broadcast. Symbols that blocks and ops bind have names
// of their own in the whole function; those of integers are said in symbols.h.
ir::Function resolved(const ir::Function& function);

}  // namespace codegen
