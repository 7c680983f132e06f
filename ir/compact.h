// Drops what the body of a function does not reach: blocks, ops and values of attempts that were given up, and numbers
// that nothing reads.
#pragma once

#include <vector>

#include "ir/function.h"

namespace ir {

// The new id of each old value; not valid for those that went. Order is kept.
std::vector<ValueId> compact(Function& function);

}  // namespace ir
