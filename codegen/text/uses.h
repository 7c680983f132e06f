// How often and where each scalar is read, which decides what has a variable of its own.
#pragma once

#include <vector>

#include "codegen/plan/plan.h"

namespace codegen {

// All the places that mention a scalar.
struct Use {
  int mentions = 0;
  ir::BlockId block;  // of the last one
  int step = -1;      // of that block; as many as it has steps for its end
  bool only_text = true;  // none of them needs an address, or is evaluated again and again
};
using Uses = std::vector<Use>;  // by root
Uses uses_of(const ir::Function& function, const Plan& plan);

}  // namespace codegen
