// What a function must satisfy, as a numbered list. verify.cpp checks in this order.
//
//  1. Function names are unique; every id is in range.
//  2. Every value is defined once: as the result of one op or the parameter of one block.
//  3. Every op stands in exactly one block, every block but the body belongs to exactly one op.
//  4. Blocks are closed: operands and block results are parameters of that block or results of earlier ops in it.
//  5. Operand counts are those of the op, and its type rule gives exactly the types of its results.
//  6. Every extent symbol is bound: it is an extent of an argument or block parameter or of an op that defines it,
//     or the value of an integer argument.
//  7. Call graphs name functions of the module.
#pragma once

#include "ir/diagnostic.h"
#include "ir/function.h"

namespace ir {

// Reports every break of a rule as ill_formed (or the type rule's own diagnostic); true where there is none.
bool verify(const Module& module, Diagnostics& diagnostics);
bool verify(const Module& module, const Function& function, Diagnostics& diagnostics);

}  // namespace ir
