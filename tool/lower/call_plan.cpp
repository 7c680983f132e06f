#include "tool/lower/call_plan.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>

namespace tool {
namespace {

constexpr double kCallSize = 12;     // what a call takes itself
constexpr double kFreeSize = 400;  // of a program that fits on some pages with everything inlined

// The expressions of a body, and what it calls. Bodies of lambdas are those of their own calls.
class Reader : public clang::RecursiveASTVisitor<Reader> {
 public:
  double size = 0;
  std::vector<const clang::FunctionDecl*> calls;
  bool names_values = false;

  bool TraverseLambdaExpr(clang::LambdaExpr* lambda) {
    for (clang::Expr* capture : lambda->capture_inits())
      if (capture && !TraverseStmt(capture)) return false;
    return true;
  }
  bool VisitStmt(clang::Stmt* stmt) {
    size += !llvm::isa<clang::ImplicitCastExpr, clang::MaterializeTemporaryExpr, clang::ExprWithCleanups>(stmt);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee) return true;
    calls.push_back(callee);
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(callee->getDeclContext()->getEnclosingNamespaceContext());
    names_values |= callee->getDeclName().isIdentifier() && callee->getName() == "label" && space && space->getName() == "gradc";
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* expr) {
    calls.push_back(expr->getConstructor());
    return true;
  }
};

}  // namespace

CallPlan::CallPlan(const clang::FunctionDecl* root, const Define& define) {
  add(root, define);
  stays_ = ir::staying(functions_, {kCallSize, kFreeSize});
}

std::size_t CallPlan::add(const clang::FunctionDecl* definition, const Define& define) {
  const std::size_t number = functions_.size();
  if (const auto [known, is_new] = numbers_.emplace(definition->getCanonicalDecl(), number); !is_new) return known->second;
  functions_.emplace_back();
  Reader reader;
  reader.TraverseStmt(definition->getBody());
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition);
  if (constructor)
    for (const clang::CXXCtorInitializer* init : constructor->inits())
      if (init->getInit()) reader.TraverseStmt(init->getInit());
  functions_[number].size = reader.size;
  functions_[number].may_stay = !constructor && !reader.names_values;
  for (const clang::FunctionDecl* callee : reader.calls) {
    const clang::FunctionDecl* found = define(callee);
    if (!found) continue;
    const std::size_t inner = add(found, define);
    ++functions_[number].calls[inner];
    // Labels are those of the function with the request.
    if (!llvm::isa<clang::CXXConstructorDecl>(found) && !functions_[inner].may_stay) functions_[number].may_stay = false;
  }
  return number;
}

bool CallPlan::stays(const clang::FunctionDecl* function) const {
  const auto found = numbers_.find(function->getCanonicalDecl());
  return found != numbers_.end() && stays_[found->second];
}

}  // namespace tool
