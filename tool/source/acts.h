// Which functions do something beside computing: those from which a call of gradc::print and its like, of what prints or ends the
// program, of a function that is defined elsewhere and gives nothing, or a `throw` can be reached.
#pragma once

#include <clang/AST/Decl.h>

#include "tool/base/callees.h"
#include "tool/source/source.h"

namespace tool {

// What the call of a function without a body does beside computing.
enum class Outside {
  nothing,
  prints,  // of the C library
  acts,    // is given texts and whole numbers, and gives nothing
  ends,    // never returns
};
Outside outside(Source& source, const clang::FunctionDecl* function);
// Of the C library: the header that declares a function, "cstdio"; empty for one that is none of those.
llvm::StringRef header_of_outside(const clang::FunctionDecl* function);
// std::cout, std::cerr or std::clog.
bool is_standard_stream(const clang::Decl* variable);
// A string of C++, or characters of C.
bool holds_text(clang::QualType type);

// Looks through the bodies of what the function names, and of what that names: what is reached by other ways
// is not seen. Without `throws` a `throw` is nothing.
bool acts(Source& source, const Callees& callees, const clang::FunctionDecl* function, bool throws = true);
bool acts(Source& source, const Callees& callees, const clang::Stmt* stmt);

}  // namespace tool
