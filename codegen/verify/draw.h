// The statements of a test that give a function's arguments random values which go together.
#pragma once

#include <string>

#include "codegen/verify/subject.h"

namespace codegen {

// "random.fill(in.x, {x_rows, x_columns});" for each argument, and before them the extents, as far as the function's
// signature and its requirements tell them.
std::string statements_that_draw(const Subject& subject);

}  // namespace codegen
