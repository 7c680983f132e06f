// What the ops on sequences give, value by value.
#pragma once

#include "tests/reference/interpreter.h"

namespace reference {

// The result of one op on sequences; `zeros` are those of a result that is a tensor of known extents. A Violation where
// an index is outside or forms differ.
Value evaluate_sequence(ir::Kind kind, const std::vector<Value>& operands, const ir::Literal& zeros);

}  // namespace reference
