// Whether code that copies an object does what the compiler's own would: gives each member the value of the other's.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

namespace tool {

// Of a constructor or an assignment that a class has for copying and moving. A body that isn't seen may do anything; that of a
// class template which nothing in the source calls does nothing.
bool copies_each_member(const clang::CXXMethodDecl& method, const clang::ASTContext& context);

}  // namespace tool
