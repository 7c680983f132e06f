#include "tool/lower/call_plan.h"

#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "tool/source/walk.h"

namespace tool {
namespace {

constexpr double kCallSize = 12;     // what a call takes itself
constexpr double kFreeSize = 400;  // of a program that fits on some pages with everything inlined

// The expressions of a body, and what it calls. Bodies of lambdas are those of their own calls.
class Reader : public Walk {
 public:
  double size = 0;
  std::vector<const clang::FunctionDecl*> calls;
  bool names_values = false;

 private:
  bool enters(clang::Stmt* stmt) override {
    const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(stmt);
    if (!lambda) return true;
    for (const clang::Expr* capture : lambda->capture_inits()) through(capture);
    return false;
  }
  bool sees(clang::Stmt* stmt) override {
    size += !llvm::isa<clang::ImplicitCastExpr, clang::MaterializeTemporaryExpr, clang::ExprWithCleanups>(stmt);
    if (const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(stmt)) calls.push_back(construction->getConstructor());
    const auto* call = llvm::dyn_cast<clang::CallExpr>(stmt);
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (!callee) return true;
    calls.push_back(callee);
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(callee->getDeclContext()->getEnclosingNamespaceContext());
    names_values |= callee->getDeclName().isIdentifier() && callee->getName() == "label" && space && space->getName() == "gradc";
    return true;
  }
};

}  // namespace

CallPlan::CallPlan(const clang::FunctionDecl* root, const Define& define) {
  add(root, define);
  choices_ = ir::choose(functions_, {kCallSize, kFreeSize});
}

std::size_t CallPlan::add(const clang::FunctionDecl* definition, const Define& define) {
  const std::size_t number = functions_.size();
  if (const auto [known, is_new] = numbers_.emplace(definition->getCanonicalDecl(), number); !is_new) return known->second;
  functions_.emplace_back();
  Reader reader;
  reader.through(definition->getBody());
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition);
  if (constructor)
    for (const clang::CXXCtorInitializer* init : constructor->inits()) reader.through(init->getInit());
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

ir::CallChoice CallPlan::operator[](const clang::FunctionDecl* function) const {
  const auto found = numbers_.find(function->getCanonicalDecl());
  return found == numbers_.end() ? ir::CallChoice{} : choices_[found->second];
}

}  // namespace tool
