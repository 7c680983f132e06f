// Sequences of numbers that a function which is called writes to and restores (`used[k] = true; ...; used[k] = false;`): it may work
// in the memory of its caller.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "ir/function.h"

namespace codegen {

struct RestoredArgument {
  std::set<ir::ValueId> versions;                               // values that are the argument, perhaps but for one element
  std::vector<std::pair<ir::ValueId, ir::ValueId>> exceptions;  // one that is not, and what it is restored to in its block

  explicit operator bool() const { return !exceptions.empty(); }
};

struct Restored {
  std::vector<RestoredArgument> arguments;
  std::map<ir::FunctionId, std::vector<bool>> of_callees;
};

Restored restored(const ir::Module& module, const ir::Function& function);

}  // namespace codegen
