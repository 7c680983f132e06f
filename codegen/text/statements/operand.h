// Values as what statements take: addresses, views, sequences, what is kept.
#pragma once

#include "codegen/text/frame.h"

namespace codegen {

// Whether a value is a sequence that does not lie in one piece of memory.
bool is_variable(const Frame& frame, ir::ValueId root);
// The address of what is read as memory; a number that has no address gets a variable.
std::string address(Frame& frame, Emitter& out, ir::ValueId root);
// A sequence as an expression of its type.
std::string sequence_text(Frame& frame, ir::ValueId root);
// A value as one that may be put into a sequence: a number, or what is copied into the arena.
std::string kept_text(Frame& frame, Emitter& out, ir::ValueId value, bool handed_on);
// "gradc::View<const double, 1>(x, {n})"
std::string view_text(Frame& frame, Emitter& out, ir::ValueId value);

}  // namespace codegen
