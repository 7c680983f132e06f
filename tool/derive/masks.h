// What gradc::where leaves out and the gradient may still be NaN of: seen in the function with the functions
// that it calls in their places.
#pragma once

#include <vector>

#include "tool/derive/derive.h"

namespace tool {

// For a request with the item safe_where: the input with a function that computes the same and keeps such ops
// from those points; the module gets it. What can't be kept from them is warned of.
DeriveInput with_safe_branches(ir::Module& module, const DeriveInput& input, std::vector<Warning>& warnings);

// Ops whose derivative may be infinite where a mask leaves them out, for requests that go backwards: forwards
// the mask selects.
void warn_of_masks(const ir::Module& module, const DeriveInput& input, std::vector<Warning>& warnings);

}  // namespace tool
