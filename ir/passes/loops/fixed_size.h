// Arrays of numbers whose size never changes, as tensors.
#pragma once

#include <vector>

#include "ir/function.h"

namespace ir {

// The function with tensors of one axis in place of arguments and results that are sequences of numbers: of those arguments that
// are listed, and of all results, those whose size never changes. Values keep their ids. The other arrays of the function are
// found too.
Function with_fixed_sizes(Module& module, const Function& function, std::vector<ValueId> arguments);

}  // namespace ir
