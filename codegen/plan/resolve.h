// A function in which every extent is said in terms of what is outside of its block, as far as that is known there:
// equal extents are equal formulas in all blocks, and what is known when the function is entered can be seen. A number
// that is seen as a tensor is repeated into one, since memory is what a tensor has and a number hasn't.
#pragma once

#include "codegen/plan/nesting.h"

namespace codegen {

// The same values, ops and blocks, but for such an op, which is a broadcast. Symbols that blocks and ops bind have names
// of their own in the whole function; `#n` is the counter of a loop and `%#n` any other integer, n being the number of the
// value.
ir::Function resolved(const ir::Function& function);

// The symbol by which formulas call an integer that is no formula itself, and the value that such a symbol is of.
std::string symbol_of(const ir::Function& function, ir::ValueId integer, bool counter);
std::optional<ir::ValueId> value_of_symbol(const std::string& symbol);

// Whether an extent is known when the function is entered.
bool is_of_arguments(const ir::Function& function, const ir::Extent& extent);

}  // namespace codegen
