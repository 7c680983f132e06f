// What every kernel must satisfy.
//
//   1. An operand is a load, a number or a node of the kernel; a node reads only nodes before it.
//   2. An op finds all operands that its expression mentions, and the last one has the type that it computes with.
//   3. Nodes and loads say how often expressions mention them.
//   4. No index leaves its tensor: the innermost stride is 1, each other one passes over all that the tensor has along the
//      next axis, and the outermost axis over all of the tensor. That the tensor has along an axis what the axis has, or
//      so much behind the beginning of a part, is known from elsewhere, perhaps from a check at run time; two numbers are
//      compared here.
//   5. A store has the type of its node, and runs with all axes, so that no two elements of it are one. A node has one
//      store at most, and stores stand in the order of their nodes.
//   6. A node that no other reads is stored, put into a part of a tensor, or summed.
//   7. What is loaded from memory that is stored to is at exactly the stored place. It is kept, or no node reads it after
//      the one that is stored. No two stores share memory.
//   8. A sum is of a node of float or double.
//   9. What parts are put into is not loaded, nor stored to otherwise; a part runs with all axes. One that may be
//      assigned is the first of its tensor.
#pragma once

#include <optional>

#include "codegen/kernel/kernel.h"

namespace codegen {

// The first rule that the kernel breaks and where, in words; null where it breaks none.
std::optional<std::string> broken_rule(const Kernel& kernel);

}  // namespace codegen
