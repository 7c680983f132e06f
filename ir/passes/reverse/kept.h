// What the adjoint of a function's body reads of its forward part, for people who ask (explain.h).
#pragma once

#include <vector>

#include "ir/explain.h"
#include "ir/passes/memory/remat.h"

namespace ir {

// Of a derivative whose body begins with `forward` ops of the function itself: what the others read of those and of the
// first `arguments`, but for numbers that are known anyway. `again`: what checkpoint(...) has made of it; null where there is none.
void explain_body(const Function& derivative, std::size_t arguments, std::size_t forward, const Rematerialised* again,
                  std::vector<KeptNote>& notes);

}  // namespace ir
