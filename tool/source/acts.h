// Which functions do something beside computing: those from which a call of gradc::print and its like, or a `throw`, can be
// reached.
#pragma once

#include <clang/AST/Decl.h>

#include "tool/base/callees.h"
#include "tool/source/source.h"

namespace tool {

// Looks through the bodies of what the function names, and of what that names: what is reached by other ways
// is not seen. Without `throws` a `throw` is nothing.
bool acts(Source& source, const Callees& callees, const clang::FunctionDecl* function, bool throws = true);
bool acts(Source& source, const Callees& callees, const clang::Stmt* stmt);

}  // namespace tool
