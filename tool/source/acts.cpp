#include "tool/source/acts.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <set>
#include <vector>

#include "tool/source/definitions.h"

namespace tool {
namespace {

class ActsVisitor : public clang::RecursiveASTVisitor<ActsVisitor> {
 public:
  ActsVisitor(Source& source, const Callees& callees) : source_(source), callees_(callees) {}
  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitDeclRefExpr(clang::DeclRefExpr* expr) {
    return reach(llvm::dyn_cast<clang::FunctionDecl>(expr->getDecl()));
  }
  bool VisitMemberExpr(clang::MemberExpr* expr) {
    return reach(llvm::dyn_cast<clang::FunctionDecl>(expr->getMemberDecl()));
  }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr* expr) { return TraverseStmt(expr->getExpr()); }
  bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr* expr) { return TraverseStmt(expr->getExpr()); }
  // Its members may be called where they aren't seen: in the algorithms of the standard library.
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* expr) {
    const clang::CXXRecordDecl* record = expr->getConstructor()->getParent();
    if (is_outside(record)) return true;
    for (const clang::CXXMethodDecl* method : record->methods())
      if (!reach(method)) return false;
    return reach(expr->getConstructor());
  }

  // False where it was found.
  bool reach(const clang::FunctionDecl* function) {
    if (!function || !seen_.insert(function->getCanonicalDecl()).second) return true;
    const std::vector<CalleeForm>* forms = callees_.find(function->getQualifiedNameAsString());
    if (forms && ir::definition(forms->front().kind).info.acts) return !(found = true);
    if (is_outside(function)) return true;
    open_.push_back(function);
    return true;
  }
  void look_through() {
    while (!found && !open_.empty()) {
      const clang::FunctionDecl* function = open_.back();
      open_.pop_back();
      const clang::FunctionDecl* definition = nullptr;
      if (!function->hasBody(definition) && source_.definitions)
        definition = source_.definitions->find(source_, function);
      if (!definition) continue;
      TraverseStmt(definition->getBody());
      if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition))
        for (const clang::CXXCtorInitializer* init : constructor->inits()) TraverseStmt(init->getInit());
    }
  }

  bool found = false;

 private:
  // Of a library, or of gradc.
  bool is_outside(const clang::Decl* decl) const {
    if (source_.source_manager().isInSystemHeader(decl->getLocation())) return true;
    const clang::DeclContext* at = decl->getDeclContext();
    while (!at->isTranslationUnit() && !at->getParent()->isTranslationUnit()) at = at->getParent();
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(at);
    return space && (space->getName() == "std" || space->getName() == "gradc");
  }

  Source& source_;
  const Callees& callees_;
  std::set<const clang::FunctionDecl*> seen_;
  std::vector<const clang::FunctionDecl*> open_;
};

}  // namespace

bool acts(Source& source, const Callees& callees, const clang::FunctionDecl* function) {
  ActsVisitor visitor(source, callees);
  visitor.reach(function);
  visitor.look_through();
  return visitor.found;
}

bool acts(Source& source, const Callees& callees, const clang::Stmt* stmt) {
  ActsVisitor visitor(source, callees);
  // The visitor's interface; nothing is changed.
  if (stmt) visitor.TraverseStmt(const_cast<clang::Stmt*>(stmt));
  visitor.look_through();
  return visitor.found;
}

}  // namespace tool
