// A step of fused elementwise ops as statements: one loop nest over their shape.
//
// Axes are collapsed where every operand runs along them together, so that most loops are flat. What is read
// more than once is loaded once, at the outermost loop that it depends on. A value that is read once and has
// no name of the user's becomes part of the expression that reads it.
#pragma once

#include "codegen/text/frame.h"

namespace codegen {

void write_loop(Frame& frame, const Step& step, Emitter& out);

}  // namespace codegen
