// A run of scalar statements: arithmetic on variables, and reads and writes of elements.
//
// What is read once becomes a part of the expression that reads it, unless it has a name of the user's; memory that
// is written in between is read before.
#pragma once

#include "codegen/text/comment.h"

namespace codegen {

void write_scalars(Frame& frame, ir::BlockId block, std::size_t step, Emitter& out, Commentator& comment);

// Before that buffer is written: what is still to be written and reads it becomes a variable.
void settle(Frame& frame, int buffer, Emitter& out);

}  // namespace codegen
