// What may be computed before a loop in place of inside.
#pragma once

#include "ir/function.h"

namespace ir {

// Whether an op may be computed where it would not have been: it has no blocks, can't stop with an error, and its
// result is a tensor of extents that are none below zero.
bool can_be_spared(const Function& function, const Op& op);
// Whether keeping its result is worth more than computing it again: it is no constant, extent, view or broadcast, nor
// an integer.
bool is_worth_keeping(const Function& function, const Op& op);

}  // namespace ir
