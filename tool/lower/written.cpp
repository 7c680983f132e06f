#include "tool/lower/written.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

namespace tool {
namespace {

// Whether a value of the type gives access to objects that are not part of it.
bool refers(clang::QualType type, int depth = 0) {
  if (type->isReferenceType() || type->isPointerType() || depth > 8) return true;
  const auto* record = type->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record) return false;
  if (record->isLambda() || record->getName() == "View") return true;
  if (const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
      special && record->isInStdNamespace()) {
    if (record->getName() == "vector" || record->getName() == "array")
      return refers(special->getTemplateArgs()[0].getAsType(), depth + 1);
    if (record->getName() != "pair" && record->getName() != "tuple") return true;
    for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray()) {
      if (argument.getKind() == clang::TemplateArgument::Type && refers(argument.getAsType(), depth + 1)) return true;
      if (argument.getKind() != clang::TemplateArgument::Pack) continue;
      for (const clang::TemplateArgument& inner : argument.pack_elements())
        if (inner.getKind() == clang::TemplateArgument::Type && refers(inner.getAsType(), depth + 1)) return true;
    }
    return false;
  }
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(record->getDeclContext());
  if (space && space->getName() == "gradc") return false;  // its tensors own their elements
  return std::any_of(record->bases_begin(), record->bases_end(),
                     [&](const clang::CXXBaseSpecifier& base) { return refers(base.getType(), depth + 1); }) ||
         std::any_of(record->field_begin(), record->field_end(),
                     [&](const clang::FieldDecl* field) { return refers(field->getType(), depth + 1); });
}

class WrittenVisitor : public clang::RecursiveASTVisitor<WrittenVisitor> {
 public:
  explicit WrittenVisitor(Written& written) : written_(written) {}
  bool shouldVisitImplicitCode() const { return true; }  // the variables of a range-for

  bool VisitDeclRefExpr(clang::DeclRefExpr* expr) {
    if (llvm::isa<clang::FunctionDecl>(expr->getDecl())) return true;
    // Through a name that is const nothing is written, unless it stands for other objects.
    const bool is_const = expr->getType().isConstQualified() && !refers(expr->getType().getUnqualifiedType());
    if (is_const) return true;
    written_.variables.insert(expr->getDecl());
    // A structured binding names a part of a variable without a name.
    const auto* binding = llvm::dyn_cast<clang::BindingDecl>(expr->getDecl());
    return !binding || TraverseStmt(binding->getBinding());
  }
  bool VisitCXXThisExpr(clang::CXXThisExpr*) { return written_.object = true; }
  bool VisitReturnStmt(clang::ReturnStmt*) {
    written_.returns |= lambdas_ == 0;
    return true;
  }
  bool TraverseImplicitCastExpr(clang::ImplicitCastExpr* expr, DataRecursionQueue* = nullptr) {
    const bool reads = expr->getCastKind() == clang::CK_LValueToRValue;
    const bool hardens = expr->getCastKind() == clang::CK_NoOp && expr->getType().isConstQualified();
    if ((reads || hardens) && !refers(expr->getType()) && names_plainly(expr->getSubExpr())) return true;
    return RecursiveASTVisitor::TraverseStmt(expr->getSubExpr());
  }
  // As it was written it has no conversions, so that what is read there would look like what is written.
  bool TraverseInitListExpr(clang::InitListExpr* list, DataRecursionQueue* = nullptr) {
    const clang::InitListExpr* meant = list->isSemanticForm() ? list : list->getSemanticForm();
    return std::all_of(meant->begin(), meant->end(), [&](clang::Stmt* item) { return TraverseStmt(item); });
  }
  bool TraverseLambdaExpr(clang::LambdaExpr* expr, DataRecursionQueue* = nullptr) {
    ++lambdas_;
    const bool more = RecursiveASTVisitor::TraverseLambdaExpr(expr);
    --lambdas_;
    return more;
  }

 private:
  // A variable, or a member of one.
  static bool names_plainly(const clang::Expr* expr) {
    expr = expr->IgnoreParens();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr))
      return llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) || names_plainly(member->getBase());
    return llvm::isa<clang::DeclRefExpr>(expr);
  }

  Written& written_;
  int lambdas_ = 0;
};

// A break that belongs to the statement itself: those of an inner loop or switch end that.
class BreakVisitor : public clang::RecursiveASTVisitor<BreakVisitor> {
 public:
  bool VisitBreakStmt(clang::BreakStmt*) { return !(found = true); }
  bool TraverseLambdaExpr(clang::LambdaExpr*, DataRecursionQueue* = nullptr) { return true; }
  bool TraverseForStmt(clang::ForStmt*, DataRecursionQueue* = nullptr) { return true; }
  bool TraverseWhileStmt(clang::WhileStmt*, DataRecursionQueue* = nullptr) { return true; }
  bool TraverseDoStmt(clang::DoStmt*, DataRecursionQueue* = nullptr) { return true; }
  bool TraverseCXXForRangeStmt(clang::CXXForRangeStmt*, DataRecursionQueue* = nullptr) { return true; }
  bool TraverseSwitchStmt(clang::SwitchStmt*, DataRecursionQueue* = nullptr) { return true; }
  bool found = false;
};

}  // namespace

Written written_in(const std::vector<const clang::Stmt*>& statements) {
  Written written;
  WrittenVisitor visitor(written);
  // The visitor's interface; nothing is changed.
  for (const clang::Stmt* stmt : statements)
    if (stmt) visitor.TraverseStmt(const_cast<clang::Stmt*>(stmt));
  return written;
}

bool may_break(const clang::Stmt* body) {
  if (!body) return false;
  BreakVisitor visitor;
  visitor.TraverseStmt(const_cast<clang::Stmt*>(body));
  return visitor.found;
}

bool always_leaves(const clang::Stmt* stmt) {
  if (!stmt) return false;
  if (llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt>(stmt)) return true;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    return std::any_of(block->body_begin(), block->body_end(), [](const clang::Stmt* inner) { return always_leaves(inner); });
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(stmt))
    return always_leaves(choice->getThen()) && always_leaves(choice->getElse());
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(stmt)) return always_leaves(attributed->getSubStmt());
  return false;
}

}  // namespace tool
