// What the user's source calls things: its lines, and the ops by the calls that they come from.
#pragma once

#include <string>

#include "ir/op.h"

namespace codegen {

// "model.cpp:4", without folders of the machine; empty for no place.
std::string place_name(const ir::Module& module, ir::LocId loc);
// "model.cpp:4", or "model.cpp:4: nll_loss" where the op is a part of one of that name.
std::string named_place(const ir::Module& module, const ir::Op& op);
// The op as who wrote the call knows it.
std::string called(const ir::Module& module, const ir::Op& op);

}  // namespace codegen
