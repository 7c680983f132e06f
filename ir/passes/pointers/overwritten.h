// Tensors of which a function sets every element before it reads it: what they begin with is of no use.
//
//  1. What is known to be set of each value that stands for the tensor: elements at indices, and at indices that go along with
//     the numbers of trips of loops that have ended, or of the trips before this one.
//  2. Sets whose indices are all numbers from one to another are intervals; neighbours are one.
//  3. After a branch what both arms have set; after a `while`, which may make no trip, what was set before it.
//
// Integer arguments are sizes, as in reach.h. Says no where it doesn't know.
#pragma once

#include "ir/function.h"

namespace ir {

// Whether the argument is such a tensor, and the result of that number is it with every element set.
bool is_overwritten(const Function& function, std::size_t argument, std::size_t result);

}  // namespace ir
