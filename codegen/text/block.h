// The steps of a block as statements.
#pragma once

#include <functional>

#include "codegen/text/comment.h"

namespace codegen {

// Writes what comes after a step of the block, by its index.
using AfterStep = std::function<void(std::size_t)>;

void write_block(Frame& frame, ir::BlockId block, Emitter& out, Commentator& comment, const AfterStep& after = {});

}  // namespace codegen
