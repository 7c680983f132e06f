// The checks of extents: of arguments on entry, and of what ops make.
#pragma once

#include "codegen/text/frame.h"

namespace codegen {

// That the arguments but the first `trusted` ones agree, and that what is sure to be made can be.
void check_arguments(Frame& frame, Emitter& out);
// That an op whose results have extents that may be negative, by what is passed, makes none, and that the parts that it
// reads are there, but for what has been checked.
void check_results(Frame& frame, const ir::Op& op, Emitter& out);

}  // namespace codegen
