// Calls that become bodies, for passes that make functions of calls.
#pragma once

#include "ir/diagnostic.h"
#include "ir/function.h"

namespace ir {

// A function with the bodies of what it calls; the calls in those stay. So does a call whose callee has a rule or no body, or extents
// that only it knows.
Function with_bodies(Module& module, const Function& function, Diagnostics& diagnostics);

}  // namespace ir
