// Which values of the forward part of a derivative are kept for its adjoint, and which are computed again.
//
//  1. A view or a broadcast is what it shows: its source is kept or computed again. Arguments, constants, integers, numbers
//     (rank 0) and sequences are always there, and so are results of ops that can't be done again (can_redo).
//  2. `marked`, `names`, `speed`: what the user or the kind of op says is kept.
//  3. `automatic`: a minimum cut. Each value costs its bytes; the cut lies between what can't be done again by elementwise
//     ops and what the adjoint reads; of several the one nearest to the adjoint, which does the least again.
//  4. `memory`, `budget`: the ops are cut into segments (cuts.h); what crosses a cut is kept, and in the backward pass one segment
//     after the other is computed again. `memory` takes the least peak; `budget` the plan in it whose last cut is earliest,
//     and the least peak where there is none or sizes are known at run time only.
//  5. What is computed after the last kept value is there when the adjoint begins, and is read as it is.
//
// The square-root rule for chains is of T. Chen et al., "Training Deep Nets with Sublinear Memory Cost" (2016); the cuts
// of general graphs follow Y. Wu et al. and M. Kusumoto et al., "A Graph Theoretic Framework of Recomputation" (2019).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ir/checkpoint.h"
#include "ir/function.h"

namespace ir {

// Whether an op can be done again with the same result: it has one, of extents that are known before, and nothing that
// it stands for is written in place or comes from outside.
bool can_redo(const Module& module, const Function& function, const Op& op);
// Whether the strategy may have that op done again.
bool redoes(const Module& module, const Function& function, const Op& op, const Checkpoint& checkpoint);

// The same of a loop or branch in a block, which is done again as a whole, with all that its own adjoint keeps.
bool redoes_whole(const Module& module, const Function& function, const Op& op, const Checkpoint& checkpoint);

// The values of a block that the user says are kept, and those that they show.
std::set<ValueId> marked_values(const Function& function, BlockId block, const Checkpoint& checkpoint);

// Of a derivative whose body begins with `forward` ops of the function itself. The first `results` results are its own.
Keep choose(const Module& module, const Function& derivative, std::size_t forward, std::size_t results,
            const Checkpoint& checkpoint);

}  // namespace ir
