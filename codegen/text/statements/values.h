// Sequences as generated code holds them: variables, arguments that are gathered from vectors, and numbers in one
// piece of memory that are borrowed.
#pragma once

#include "codegen/text/frame.h"

namespace codegen {

// An op of Trait::sequence.
void write_sequence(Frame& frame, const ir::Op& op, Emitter& out);
// The value at an index of a sequence that lies in one piece of memory, as a pointer.
void write_part_of_layout(Frame& frame, Emitter& out, ir::ValueId part, ir::ValueId sequence,
                          const std::string& index);
// The tensor at an index of a sequence, as a pointer. Its extents are bound, or checked where a caller gave the
// sequence: what a loop kept of an arm not taken is empty.
void write_tensor_at(Frame& frame, Emitter& out, ir::ValueId value, ir::ValueId sequence, const std::string& index);

// The pointers of the buffers that begin with the numbers from `first` to `last` and have memory of their own.
void write_rooms(Frame& frame, int first, int last, Emitter& out);

// A copy of a sequence in the variable of another.
void write_assignment(Frame& frame, Emitter& out, ir::ValueId to, ir::ValueId from);

// The arguments that are sequences, as far as the text mentions them, and the checks that tangents have the form of
// what they are tangents of.
void gather_arguments(Frame& frame, Emitter& out, const std::string& text);
// The checks of adjoints against a result that has just been computed.
void write_adjoint_checks(Frame& frame, ir::ValueId result, Emitter& out);
// The variables for sequences, and for memory that is made on the way, as far as the text mentions them.
void declare_variables(Frame& frame, Emitter& out, const std::string& text);

}  // namespace codegen
