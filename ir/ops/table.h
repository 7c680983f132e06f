// The files that the table of ops is made of.
#pragma once

#include <span>

namespace ir {

struct OpDefinition;

// The rows of the ops of a file, in the order of ops.def.
using Table = std::span<OpDefinition>;
void define_elementwise(Table table);
void define_shape(Table table);
void define_reduce(Table table);
void define_network(Table table);
void define_linear_algebra(Table table);

}  // namespace ir
