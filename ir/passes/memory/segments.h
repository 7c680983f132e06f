// Loops in segments, for checkpoint(memory) and budgets: a loop of n trips becomes one over segments of about √n trips each,
// or of n over a given number of them, and one over the trips that remain, at least one. Its adjoint keeps what goes round
// at the beginning of each segment, and, of the last and of one of the others at a time, which it runs again, what each trip
// needs: memory for 2 √n trips, not for n, at one more run of the loop.
//
//  1. Of the loops of the body those that stack nothing, and in which no tensor is written in place: keeping one of those for
//     each segment would cost more than what its elements need.
//  2. Inside, the number of the trip is that of the segment times its length plus that in the segment.
//  3. Extents that may change from trip to trip have other names in each of the loops.
//  4. A loop that ends by itself becomes one over segments of 8, 9, 10 ... trips, each of which ends where the loop does: √2n
//     of them.
//
// A. Griewank, "Achieving logarithmic growth of temporal and spatial complexity in reverse automatic differentiation"
// (1992), in its form with one level.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/diagnostic.h"
#include "ir/function.h"

namespace ir {

// The function with such loops, of `parts` segments where that is given; `followed` are values of it, which become those of
// the new function.
Function in_segments(Module& module, const Function& function, std::optional<std::int64_t> parts,
                     const std::vector<std::vector<ValueId>*>& followed, Diagnostics& diagnostics);

}  // namespace ir
