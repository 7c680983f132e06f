// Calls of functions that are defined elsewhere: the function of the generated file that stands for one makes C++ values
// of its arguments, calls it, and takes the result apart.
#pragma once

#include "codegen/interface/interface.h"

namespace codegen {

// How the C++ functions are declared: includes, and declarations where none is included.
std::string foreign_includes(const Program& program);
std::string foreign_declarations(const Program& program);
// The body of that function; `signature` is how it is declared.
std::string foreign_body(const ir::Module& module, const Foreign& foreign, const Signature& signature);

}  // namespace codegen
