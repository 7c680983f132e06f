// The steps of a block as statements.
#pragma once

#include "codegen/comment.h"

namespace codegen {

void write_block(Frame& frame, ir::BlockId block, Emitter& out, Commentator& comment);

}  // namespace codegen
