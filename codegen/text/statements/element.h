// Elements and parts of tensors at indices that are values: where they lie, and the checks that they are there.
#pragma once

#include "codegen/analysis/ranges.h"
#include "codegen/text/frame.h"

namespace codegen {

// The indices of all trips of the innermost loop, where every trip has one, they are known before it, and no trip may print or
// assert before.
std::optional<Range> indices_of_trips(const Frame& frame, const ir::Extent& index, ir::BlockId block);

// The element that a scalar read yields; what must be checked before goes to `checks`.
Term read_element(Frame& frame, const ir::Op& op, ir::BlockId block, Emitter& checks);
// The statements that write or add to an element, and before them the copy where the old tensor is still needed.
void write_element(Frame& frame, const ir::Op& op, ir::BlockId block, Emitter& checks, Emitter& out);

// The same for a part of a tensor: a pointer into it, or a copy or sum into it.
void write_part(Frame& frame, const ir::Op& op, ir::BlockId block, Emitter& out);

// That a trip reads or writes an element of a sequence, where trips are said to be independent without a proof.
void write_claims(Frame& frame, const ir::Op& op, Emitter& out);

// "i * columns", the number of elements before the trip's value in what a loop stacks.
std::string stack_offset(const Frame& frame, const std::string& counter, const ir::Extent& size);
// Copies all elements of a value; writes nothing for one that is undefined.
void write_copy(Frame& frame, Emitter& out, ir::ValueId from, const std::string& to);

}  // namespace codegen
