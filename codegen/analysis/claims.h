// Loops whose trips are said to be independent, and accesses that nothing proves to be apart.
#pragma once

#include "ir/passes/analysis/independent.h"

namespace codegen {

using ir::claimed_loops;
using ir::ClaimedAccess;
using ir::ClaimedLoop;

}  // namespace codegen
