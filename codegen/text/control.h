// Branches and loops as C++ writes them.
#pragma once

#include "codegen/text/comment.h"

namespace codegen {

// A step of the block around it.
void write_control(Frame& frame, const ir::Op& op, Emitter& out);

}  // namespace codegen
