// The steps of a block as statements. They write one another: a block its steps, a branch or a loop its blocks. Each writer
// stands in the file that is named beside it.
#pragma once

#include <functional>

#include "codegen/text/comment.h"

namespace codegen {

// Writes what comes after a step of the block, by its index.
using AfterStep = std::function<void(std::size_t)>;
// block.cpp
void write_block(Frame& frame, ir::BlockId block, Emitter& out, Commentator& comment, const AfterStep& after = {});

// rows.cpp: steps of the block for some rows after the other.
void write_rows(Frame& frame, ir::BlockId block, const RowSteps& rows, Emitter& out, Commentator& comment);
void write_kernel(Frame& frame, const ir::Op& op, Emitter& out);       // kernel.cpp
// kernel.cpp: that the lines of an op that chooses from their elements have some.
void write_elements_check(Frame& frame, const ir::Op& op, Emitter& out);
// kernel.cpp: zeros in so many elements of the memory of a value, from one on.
void write_zeros(Frame& frame, ir::ValueId value, const ir::Extent& begin, const ir::Extent& count, Emitter& out);
void write_loop(Frame& frame, const Step& step, Emitter& out);        // group.cpp: a kernel
void write_branch(Frame& frame, const ir::Op& op, Emitter& out);      // branch.cpp
void write_iteration(Frame& frame, const ir::Op& op, Emitter& out);   // iteration.cpp: while and scan
void write_call(Frame& frame, const ir::Op& op, Emitter& out);        // call.cpp
void write_throw(Frame& frame, const ir::Op& op, Emitter& out);       // throw.cpp
void write_perform(Frame& frame, const ir::Op& op, Emitter& out);     // throw.cpp
// throw.cpp: whether a block always ends by an exception, so that it hands on nothing.
bool ends_by_throw(const Frame& frame, ir::BlockId block);

// scalars.cpp: a run of scalar statements. What is read once becomes a part of the expression that reads it, unless it has
// a name of the user's; memory that is written in between is read before.
void write_scalars(Frame& frame, ir::BlockId block, std::size_t step, Emitter& out, Commentator& comment);
// scalars.cpp: before that buffer is written, what is still to be written and reads it becomes a variable.
void settle(Frame& frame, int buffer, Emitter& out);

}  // namespace codegen
