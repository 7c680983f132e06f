#include "tool/source/walk.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace tool {

class Walk::Visitor : public clang::RecursiveASTVisitor<Walk::Visitor> {
 public:
  explicit Visitor(Walk& walk) : walk_(walk) {}
  bool shouldVisitImplicitCode() const { return walk_.sees_implicit_code(); }
  bool shouldVisitTemplateInstantiations() const { return walk_.sees_instantiations(); }
  bool TraverseDecl(clang::Decl* decl) { return !decl || !walk_.enters(decl) || RecursiveASTVisitor::TraverseDecl(decl); }
  bool dataTraverseStmtPre(clang::Stmt* stmt) { return walk_.enters(stmt); }
  bool dataTraverseStmtPost(clang::Stmt* stmt) { return walk_.leaves(stmt), true; }
  bool VisitStmt(clang::Stmt* stmt) { return walk_.sees(stmt); }
  bool VisitDecl(clang::Decl* decl) { return walk_.sees(decl); }
  bool VisitType(clang::Type* type) { return walk_.sees(type); }

 private:
  Walk& walk_;
};

// Clang's interface asks for what may be changed.
bool Walk::through(const clang::Stmt* stmt) { return Visitor(*this).TraverseStmt(const_cast<clang::Stmt*>(stmt)); }
bool Walk::through(const clang::Decl* decl) { return Visitor(*this).TraverseDecl(const_cast<clang::Decl*>(decl)); }
bool Walk::through(clang::QualType type) { return Visitor(*this).TraverseType(type); }
bool Walk::through(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  return Visitor(*this).TraverseTemplateArguments(arguments);
}

}  // namespace tool
