// What a statement may write, by its text alone: every variable that it names other than to read its value. Naming more
// than is written costs nothing but a parameter that the loop then drops; naming less would be wrong.
#pragma once

#include <clang/AST/Expr.h>

#include <set>
#include <vector>

namespace tool {

struct Written {
  std::set<const clang::ValueDecl*> variables;
  bool object = false;   // *this
  bool returns = false;  // from the function whose statement it is
};
Written written_in(const std::vector<const clang::Stmt*>& statements);

std::set<const clang::ValueDecl*> named_in(llvm::ArrayRef<const clang::Stmt*> statements);

// Whether all that a body does with a variable is to read its value; all that a declaration does, and those inside of it.
bool is_only_read(const clang::ValueDecl* variable, const clang::Stmt* body);
bool is_only_read(const clang::ValueDecl* variable, const clang::Decl* in);

// Whether an initializer names no parameter, no local variable and no object of a call.
bool names_no_local(const clang::Expr* init);

// Whether control always leaves the statement for somewhere else than the next one.
bool always_leaves(const clang::Stmt* stmt);
// Whether the body of a loop has a break that ends the loop.
bool may_break(const clang::Stmt* body);

// Whether all that a destructor does is to give memory back, and to write to members of the object that ends.
bool only_gives_back(const clang::Stmt& stmt, const clang::ASTContext& context);

}  // namespace tool
