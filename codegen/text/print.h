// The plan as text, and the function as a graph: for people who look into gradc.
#pragma once

#include <string>

#include "ir/function.h"

namespace codegen {

// The memory plan of a function as text: buffers, lifetimes, offsets, what runs in place.
std::string print_plan(const ir::Module& module, const ir::Function& function);
// The function as a graph for Graphviz.
std::string print_dot(const ir::Module& module, const ir::Function& function);

}  // namespace codegen
