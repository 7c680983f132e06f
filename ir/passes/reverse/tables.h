// Tables: tensors and sequences that a loop changes a part at a time. What one is differs from trip to trip, so that to keep
// it for each is to copy it in each, where a trip itself touches a few of its elements.
#pragma once

#include "ir/function.h"

namespace ir {

// Whether a value of a block of the op is such a table, or a part of one, of a loop around it.
bool is_table(const Function& function, OpId owner, BlockId block, ValueId value);

}  // namespace ir
