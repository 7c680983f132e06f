// Statements. What is not straight-line code is refused, and then looked through once with everything that it
// writes poisoned, so that the problems inside are reported in the same run.
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>

#include "tool/lowering.h"

namespace tool {
namespace {

// The variables that a statement names.
class NamedVariables : public clang::RecursiveASTVisitor<NamedVariables> {
 public:
  bool VisitDeclRefExpr(clang::DeclRefExpr* expr) {
    names.insert(expr->getDecl());
    return true;
  }
  std::set<const clang::ValueDecl*> names;
};

constexpr const char* kUseWhere = "write gradc::where(condition, a, b) to choose between values";

}  // namespace

void Lowering::statement(const clang::Stmt* stmt) {
  if (frame_->returned || !stmt) return;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
    for (const clang::Stmt* inner : block->body()) statement(inner);
    return;
  }
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(stmt))
    return statement(attributed->getSubStmt());
  if (const auto* labelled = llvm::dyn_cast<clang::LabelStmt>(stmt)) return statement(labelled->getSubStmt());
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(stmt)) return branch(choice);
  if (llvm::isa<clang::NullStmt>(stmt)) return;

  const Statement text(*this, stmt);
  const Here here(*this, stmt);
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
    for (const clang::Decl* decl : declaration->decls()) declare(decl);
  } else if (const auto* returned = llvm::dyn_cast<clang::ReturnStmt>(stmt)) {
    return_value(returned);
  } else if (const auto* expr = llvm::dyn_cast<clang::Expr>(stmt)) {
    effect(expr);
  } else {
    refused_statement(stmt);
  }
}

void Lowering::return_value(const clang::ReturnStmt* stmt) {
  const clang::Expr* expr = stmt->getRetValue();
  frame_->returned = true;
  if (expr && !frame_->caller && !result_type_) return;  // refused with the signature
  if (expr && frame_->function->getReturnType()->isReferenceType())
    frame_->result_place = place(expr);
  else if (expr && expr->getType()->isVoidType())
    effect(expr);
  else if (expr)
    frame_->result = value(expr);
}

void Lowering::branch(const clang::IfStmt* stmt) {
  if (stmt->isConsteval()) return statement(stmt->isNegatedConsteval() ? stmt->getThen() : stmt->getElse());
  if (stmt->getInit()) statement(stmt->getInit());
  const std::optional<std::int64_t> condition =
      stmt->getConditionVariable() ? std::nullopt : integer_of(stmt->getCond());
  if (condition) return statement(*condition != 0 ? stmt->getThen() : stmt->getElse());
  refused_statement(stmt);
}

// True where the children are worth looking into.
bool Lowering::refuse_statement(const clang::Stmt* stmt) {
  using S = clang::Stmt;
  switch (stmt->getStmtClass()) {
    case S::IfStmtClass:
      refuse(stmt, Refusal::branch, "'if'", kUseWhere);
      return true;
    case S::SwitchStmtClass:
      refuse(stmt, Refusal::branch, "'switch'", kUseWhere);
      return true;
    case S::CaseStmtClass:
    case S::DefaultStmtClass:
      return true;  // of a switch that was refused
    case S::BreakStmtClass:
    case S::ContinueStmtClass:
      return false;  // of a loop or switch that was refused
    case S::ForStmtClass:
      refuse(stmt, Refusal::loop, "for", "use an op on the whole tensor, such as gradc::sum");
      return true;
    case S::CXXForRangeStmtClass:
      refuse(stmt, Refusal::loop, "for", "use an op on the whole tensor, such as gradc::sum");
      return true;
    case S::WhileStmtClass:
      refuse(stmt, Refusal::loop, "while", "write the steps one after another");
      return true;
    case S::DoStmtClass:
      refuse(stmt, Refusal::loop, "do", "write the steps one after another");
      return true;
    case S::GotoStmtClass:
    case S::IndirectGotoStmtClass:
      refuse(stmt, Refusal::jump, "goto", "write straight-line code");
      return false;
    case S::GCCAsmStmtClass:
    case S::MSAsmStmtClass:
      refuse(stmt, Refusal::inline_assembly);
      return false;
    case S::CXXTryStmtClass:
      refuse(stmt, Refusal::exception, "try", "handle errors where the function is called");
      return true;
    case S::CXXCatchStmtClass:
      return false;
    case S::CoreturnStmtClass:
    case S::CoroutineBodyStmtClass:
      refuse(stmt, Refusal::unsupported_statement, "a coroutine", "write a plain function");
      return false;
    default:
      refuse(stmt, Refusal::unsupported_statement,
             fmt::format("this statement ({})", stmt->getStmtClassName()),
             "write it with declarations, assignments and calls");
      return false;
  }
}

void Lowering::refused_statement(const clang::Stmt* stmt) {
  if (!refuse_statement(stmt)) return;
  NamedVariables variables;
  variables.TraverseStmt(const_cast<clang::Stmt*>(stmt));  // the visitor's interface; nothing is changed
  const auto poison_all = [&] {
    for (const clang::ValueDecl* name : variables.names)
      if (const auto found = frame_->variables.find(name); found != frame_->variables.end())
        poison(*found->second);
  };
  poison_all();
  bool returned = false;
  const auto look_into = [&](const clang::Stmt* part) {
    statement(part);
    returned |= frame_->returned;
    frame_->returned = false;
  };
  // Conditions, headers of loops and bodies alike: a part that gives a value is evaluated, the rest are
  // statements.
  if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(stmt)) {
    frame_->variables[range->getLoopVariable()] =
        temporary(fresh(types_.of(range->getLoopVariable()->getType()), Cell::State::poison));
    look_into(range->getBody());
  } else {
    for (const clang::Stmt* child : stmt->children()) look_into(child);
  }
  poison_all();
  if (returned) {
    frame_->result = {};
    frame_->result_place = temporary({});
  }
}

}  // namespace tool
