// What passes do to one function, for derivatives that are made of derivatives.
#pragma once

#include "ir/diagnostic.h"
#include "ir/function.h"

namespace ir {

Function without_repeats(Module& module, const Function& function, Diagnostics& diagnostics);  // cse
Function simplified(Module& module, Function function, Diagnostics& diagnostics);              // simplify

}  // namespace ir
