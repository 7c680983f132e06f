// OpenMP's loops and updates, of a source that is parsed with -fopenmp. The trips run in their order, which is one of the orders
// that OpenMP allows; what the directive says of them is what GRADC_LOOP(independent) does. OpenMP 5.2, chapters 5, 10 and 11.
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtOpenMP.h>

#include <algorithm>

#include "tool/lower/control/control.h"

namespace tool {
namespace {

const clang::Stmt* body_of(const clang::OMPExecutableDirective* directive) {
  const clang::Stmt* stmt = directive->hasAssociatedStmt() ? directive->getAssociatedStmt() : nullptr;
  while (const auto* captured = llvm::dyn_cast_or_null<clang::CapturedStmt>(stmt)) stmt = captured->getCapturedStmt();
  return stmt;
}

bool is_loop_directive(const clang::Stmt* stmt) {
  return llvm::isa<clang::OMPForDirective, clang::OMPForSimdDirective, clang::OMPParallelForDirective, clang::OMPParallelForSimdDirective,
                   clang::OMPSimdDirective>(stmt);
}
bool is_simd(const clang::Stmt* stmt) {
  return llvm::isa<clang::OMPForSimdDirective, clang::OMPParallelForSimdDirective, clang::OMPSimdDirective>(stmt);
}

// The loops that a directive is for, from outside in: as many as `collapse` says.
std::vector<const clang::Stmt*> loops_of(const clang::OMPExecutableDirective* directive) {
  std::vector<const clang::Stmt*> loops;
  const auto* collapsing = llvm::cast<clang::OMPLoopBasedDirective>(directive);
  const clang::Stmt* at = body_of(directive);
  for (unsigned i = 0; i < std::max(1u, collapsing->getLoopsNumber()) && at; ++i) {
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(at); block && block->size() == 1) at = block->body_front();
    loops.push_back(at);
    const auto* loop = llvm::dyn_cast<clang::ForStmt>(at);
    at = loop ? loop->getBody() : nullptr;
  }
  return loops;
}

// The counter of a loop that is declared before it.
const clang::Expr* outer_counter(const clang::Stmt* stmt) {
  const auto* loop = llvm::dyn_cast<clang::ForStmt>(stmt);
  const auto* init = loop ? llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getInit()) : nullptr;
  return init && init->getOpcode() == clang::BO_Assign ? init->getLHS() : nullptr;
}

// Whether a statement only adds to objects, or subtracts from them: `x += e`, `x = x - e`, `++x`, and blocks of these.
class Additions {
 public:
  explicit Additions(const clang::ASTContext& context) : context_(context) {}

  bool are(const clang::Stmt* stmt) const {
    if (const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(stmt))
      return std::all_of(block->body_begin(), block->body_end(), [&](const clang::Stmt* inner) { return are(inner); });
    const auto* expr = llvm::dyn_cast_or_null<clang::Expr>(stmt);
    if (!expr) return false;
    expr = expr->IgnoreImplicit()->IgnoreParens();
    if (const auto* one = llvm::dyn_cast<clang::UnaryOperator>(expr)) return one->isIncrementDecrementOp();
    if (const auto* overloaded = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr))
      return overloaded->getOperator() == clang::OO_PlusEqual || overloaded->getOperator() == clang::OO_MinusEqual;
    const auto* set = llvm::dyn_cast<clang::BinaryOperator>(expr);
    if (!set) return false;
    if (set->isCompoundAssignmentOp()) return set->getOpcode() == clang::BO_AddAssign || set->getOpcode() == clang::BO_SubAssign;
    const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(set->getRHS()->IgnoreParenImpCasts());
    if (set->getOpcode() != clang::BO_Assign || !sum || !sum->isAdditiveOp()) return false;
    return are_same(set->getLHS(), sum->getLHS()) || (sum->getOpcode() == clang::BO_Add && are_same(set->getLHS(), sum->getRHS()));
  }

 private:
  bool are_same(const clang::Expr* a, const clang::Expr* b) const {
    llvm::FoldingSetNodeID first, second;
    a->IgnoreParenImpCasts()->Profile(first, context_, true);
    b->IgnoreParenImpCasts()->Profile(second, context_, true);
    return first == second;
  }
  const clang::ASTContext& context_;
};

// What gradc knows of as independent trips; others that OpenMP knows (`&&`, `|`) run in the order of the trips alone.
bool is_sum_or_extreme(const clang::OMPReductionClause* clause) {
  const clang::DeclarationName name = clause->getNameInfo().getName();
  if (name.getNameKind() != clang::DeclarationName::CXXOperatorName) return true;  // min, max
  const clang::OverloadedOperatorKind op = name.getCXXOverloadedOperator();
  return op == clang::OO_Plus || op == clang::OO_Minus || op == clang::OO_Star;
}

bool is_of_the_user(const clang::OMPReductionClause* clause) {
  return std::any_of(clause->reduction_ops().begin(), clause->reduction_ops().end(),
                     [](const clang::Expr* op) { return op && llvm::isa<clang::CallExpr>(op->IgnoreParenImpCasts()); });
}

}  // namespace

const clang::Stmt* Control::loop_of(const clang::Stmt* stmt) {
  return stmt && is_loop_directive(stmt) ? loops_of(llvm::cast<clang::OMPExecutableDirective>(stmt)).front() : stmt;
}

// In the loop a name stands for an object of the loop's own, with the value that it has before or with none; the one that it stood
// for is as it was after the loop. A name with the value of the last trip after the loop is that object in all trips.
void Control::make_private(const clang::Expr* name, bool has_value, const std::set<const clang::ValueDecl*>& last, Privates& privates) {
  const auto* read = llvm::dyn_cast<clang::DeclRefExpr>(name->IgnoreParenImpCasts());
  if (read && last.count(read->getDecl()) != 0) return;
  const auto found = read ? frame_->variables.find(read->getDecl()) : frame_->variables.end();
  const CppType* type = found == frame_->variables.end() ? nullptr : types_.of(read->getDecl()->getType().getNonReferenceType());
  if (!type) {
    refuse(name, Refusal::openmp, "a private copy of what is no variable of a function", "name local variables and parameters");
    return;
  }
  Cell own = uninitialised(type);
  if (has_value) assign(own, value(name));
  privates.emplace_back(read->getDecl(), found->second);
  frame_->variables[read->getDecl()] = temporary(std::move(own));
}

void Control::openmp_loop(const clang::OMPExecutableDirective* directive) {
  Privates privates;
  std::set<const clang::ValueDecl*> last;
  for (const clang::OMPClause* clause : directive->clauses())
    if (llvm::isa<clang::OMPLastprivateClause>(clause))
      for (const clang::Stmt* name : clause->children())
        if (const auto* read = llvm::dyn_cast<clang::DeclRefExpr>(name)) last.insert(read->getDecl());
  bool independent = last.empty();  // the last trip sets what is read after the loop
  const std::vector<const clang::Stmt*> loops = loops_of(directive);
  for (const clang::OMPClause* clause : directive->clauses()) {
    if (clause->isImplicit()) continue;
    const bool is_copied = llvm::isa<clang::OMPFirstprivateClause>(clause);
    if (is_copied || llvm::isa<clang::OMPPrivateClause>(clause)) {
      for (const clang::Stmt* name : clause->children()) make_private(llvm::cast<clang::Expr>(name), is_copied, last, privates);
    } else if (const auto* reduction = llvm::dyn_cast<clang::OMPReductionClause>(clause)) {
      if (is_of_the_user(reduction) || reduction->getModifier() != clang::OMPC_REDUCTION_unknown)
        refuse(reduction->getBeginLoc(), {}, Refusal::openmp, "this reduction", "use +, -, *, min or max");
      independent &= is_sum_or_extreme(reduction);
    } else if (!llvm::isa<clang::OMPLastprivateClause, clang::OMPCollapseClause, clang::OMPScheduleClause, clang::OMPNumThreadsClause,
                          clang::OMPSharedClause, clang::OMPDefaultClause, clang::OMPIfClause, clang::OMPProcBindClause,
                          clang::OMPNowaitClause, clang::OMPSafelenClause, clang::OMPSimdlenClause, clang::OMPAlignedClause, clang::OMPOrderClause,
                          clang::OMPNontemporalClause>(clause)) {
      refuse(clause->getBeginLoc(), {}, Refusal::openmp,
             fmt::format("the clause '{}'", llvm::omp::getOpenMPClauseName(clause->getClauseKind()).str()), "leave it out");
    }
  }
  // The counters are private too; that of a simd loop has its last value after it.
  for (const clang::Stmt* loop : loops) {
    if (const clang::Expr* counter = outer_counter(loop); counter && !is_simd(directive)) make_private(counter, false, last, privates);
    marks_[loop].independent |= independent;
  }
  statement(body_of(directive));
  for (const auto& [name, object] : privates) frame_->variables[name] = object;
}

void Control::openmp(const clang::OMPExecutableDirective* directive) {
  if (is_loop_directive(directive)) return openmp_loop(directive);
  const std::string name = "#pragma omp " + llvm::omp::getOpenMPDirectiveName(directive->getDirectiveKind()).str();
  const bool may_add = llvm::isa<clang::OMPAtomicDirective, clang::OMPCriticalDirective>(directive);
  if (may_add && Additions(context()).are(body_of(directive))) return statement(body_of(directive));
  refuse(directive->getBeginLoc(), {}, Refusal::openmp, fmt::format("'{}'{}", name, may_add ? " around more than sums" : ""),
         may_add ? "write x += ..., or a reduction clause" : "write a loop with parallel for, for or simd");
}

}  // namespace tool
