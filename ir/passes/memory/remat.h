// Rematerialisation: values that are not kept for the adjoint are computed again where it first reads them.
//
//  1. Choose what is kept (keep.h).
//  2. Copy the forward part as it is; what nobody reads of it any more is swept by dce.
//  3. Copy the adjoint. Before an op that reads a value that is to be computed again, the ops that it takes are copied once
//     more, each once, in the order of the forward part. What they read of kept values and arguments goes through `after`,
//     with an adjoint that is there by then: neither cse nor the schedule takes the copy back to the forward part.
//
// In: a derivative whose first `forward` ops are those of the function. Out: a function that computes the same.
#pragma once

#include "ir/passes/memory/keep.h"

namespace ir {

struct Rematerialised {
  Function function;
  std::vector<ValueId> now;  // by value of the old function; of a value that is computed again its first copy
  Keep keep;
};
Rematerialised rematerialise(Module& module, const Function& derivative, std::size_t forward, std::size_t results,
                             const Checkpoint& checkpoint);

}  // namespace ir
