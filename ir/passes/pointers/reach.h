// How far along the first axis of a tensor a function reaches: the least extent, as a formula over integer arguments, that all
// indices are below of.
//
//  1. An index is a polynomial over integer arguments and the numbers of trips of the loops around it. The greatest value of
//     each of those numbers is found from how many trips its loop makes, or from the condition of a `while`; a smaller one may
//     follow from the conditions of branches around it.
//  2. Integer arguments that are multiplied or bound a loop are sizes: not negative, and at least 1 where an element is read
//     under a condition.
//  3. What is read in any case counts whatever else is read. What is read under a condition counts where nothing else is; it
//     must not go beyond the rest in another formula, but a constant may, as that is checked when the function runs.
//
// In: a function whose loops are scans where they can be (`counted`), simplified.
#pragma once

#include <optional>
#include <string>

#include "ir/function.h"

namespace ir {

struct PointerReach {
  std::optional<Extent> extent;
  // Where there is none: the op that is in the way (or invalid), and why, as words after "since".
  LocId at;
  std::string why;
  std::optional<Extent> proposal;  // of what is known
};

// `symbol` is the extent of the tensor, and of all values that stand for it.
PointerReach reach_of(const Function& function, const std::string& symbol);

}  // namespace ir
