// Statements, in order. What is refused is looked through once with everything that it names poisoned, so that the
// problems inside are reported in the same run.
#include <clang/AST/StmtCXX.h>
#include <clang/AST/StmtOpenMP.h>

#include "tool/lower/control/control.h"
#include "tool/request/items.h"
#include "tool/source/walk.h"

namespace tool {
namespace {

// The items of a GRADC_LOOP (annotate.h); nothing where the statement is none.
std::optional<std::string_view> loop_items(const clang::Stmt* stmt) {
  const auto* cast = llvm::dyn_cast<clang::CXXStaticCastExpr>(stmt);
  const auto* literal = cast ? llvm::dyn_cast<clang::StringLiteral>(cast->getSubExpr()->IgnoreImpCasts()) : nullptr;
  if (!literal || !cast->getType()->isVoidType() || !literal->isOrdinary()) return std::nullopt;
  llvm::StringRef text = literal->getString();
  if (!text.consume_front("gradc.loop:")) return std::nullopt;
  return std::string_view(text.data(), text.size());
}

}  // namespace

void Control::mark_loop(const clang::Stmt* mark, std::string_view items, Statements rest) {
  const clang::SourceLocation at = source_.source_manager().getExpansionLoc(mark->getBeginLoc());
  const clang::Stmt* next = rest.empty() ? nullptr : rest.front();
  while (const auto* attributed = llvm::dyn_cast_or_null<clang::AttributedStmt>(next)) next = attributed->getSubStmt();
  next = loop_of(next);
  if (!llvm::isa_and_nonnull<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(next)) {
    refuse(at, {}, Refusal::loop_mark);
    return;
  }
  const ParsedLoop parsed = parse_loop_items(items);
  for (const ItemProblem& problem : parsed.problems) report(at, {}, row(problem.id).name, problem.text);
  marks_[next] = parsed.items;
}

void Control::statement(const clang::Stmt* stmt) { statements(stmt); }

std::vector<Cell*> Control::exits() {
  std::vector<Cell*> flags{frame_->returned};
  for (const Jump& jump : jumps_)
    if (jump.frame == frame_) flags.push_back(jump.flag);
  for (auto at = breakables_.rbegin(); at != breakables_.rend() && at->frame == frame_; ++at) {
    if (at == breakables_.rbegin()) flags.push_back(at->left);
    if (!at->skipped) continue;
    flags.push_back(at->skipped);
    break;
  }
  return flags;
}

Cell Control::gone() {
  Cell any = boolean(false);
  for (const Cell* flag : exits()) any = either(any, *flag);
  return any;
}

void Control::unless_gone(const Action& action) {
  branch_on(gone(), [] {}, [&] {
    for (Cell* flag : exits()) assign(*flag, boolean(false));  // known in here
    action();
  });
}

void Control::statements(Statements list) {
  if (has_labels(list)) return labelled_statements(list);
  const bool throws = ends_by_throw(list);
  for (std::size_t i = 0; i < list.size() && !throws_; ++i) {
    const clang::Stmt* stmt = list[i];
    if (!stmt || llvm::isa<clang::NullStmt>(stmt) || (throws && makes_message(stmt))) continue;
    const Cell left = gone();
    if (known_bool(left) == true) return;
    if (known_bool(left) == std::nullopt) return unless_gone([&] { statements(list.drop_front(i)); });
    if (const auto items = loop_items(stmt)) {
      mark_loop(stmt, *items, list.drop_front(i + 1));
    } else if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(stmt)) {
      if (branch(choice, list.drop_front(i + 1))) return;
    } else {
      one_statement(stmt);
    }
  }
}

void Control::one_statement(const clang::Stmt* stmt) {
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    return statements(Statements(const_cast<const clang::Stmt* const*>(block->body_begin()), block->size()));
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(stmt))
    return statement(attributed->getSubStmt());
  if (const auto* labelled = llvm::dyn_cast<clang::LabelStmt>(stmt)) return statement(labelled->getSubStmt());

  const Here here(*this, stmt);
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(stmt)) return with_landings(stmt, [&] { for_loop(loop); });
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(stmt)) return with_landings(stmt, [&] { while_loop(loop); });
  if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(stmt)) return with_landings(stmt, [&] { do_loop(loop); });
  if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(stmt)) return with_landings(stmt, [&] { range_loop(loop); });
  if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(stmt)) return switch_over(choice);
  if (const auto* directive = llvm::dyn_cast<clang::OMPExecutableDirective>(stmt)) return openmp(directive);
  const Statement text(*this, stmt);
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
    for (const clang::Decl* decl : declaration->decls()) declare(decl);
  } else if (const auto* returned = llvm::dyn_cast<clang::ReturnStmt>(stmt)) {
    return_value(returned);
  } else if (const auto* jumps = llvm::dyn_cast<clang::GotoStmt>(stmt)) {
    jump(jumps);
  } else if (llvm::isa<clang::BreakStmt>(stmt)) {
    leave(stmt, false);
  } else if (llvm::isa<clang::ContinueStmt>(stmt)) {
    leave(stmt, true);
  } else if (const auto* expr = llvm::dyn_cast<clang::Expr>(stmt)) {
    effect(expr);
  } else {
    refused_statement(stmt);
  }
}

void Control::return_value(const clang::ReturnStmt* stmt) {
  const clang::Expr* expr = stmt->getRetValue();
  if (expr && !frame_->caller && !result_type_) {
    // refused with the signature
  } else if (expr && types_.is_reference(frame_->function->getReturnType())) {
    Cell* const object = object_given(expr);
    if (frame_->returns_pointer)
      assign(*frame_->result, address_of(*object));
    else
      frame_->result->alias = object;
  } else if (expr && expr->getType()->isVoidType()) {
    effect(expr);
  } else if (expr) {
    assign(*frame_->result, value(expr));
  }
  assign(*frame_->returned, boolean(true));
}

// Ends the innermost loop or switch, or this trip of the innermost loop.
void Control::leave(const clang::Stmt* stmt, bool to_next_trip) {
  for (auto at = breakables_.rbegin(); at != breakables_.rend() && at->frame == frame_; ++at) {
    Cell* flag = to_next_trip ? at->skipped : at->left;
    if (flag) return assign(*flag, boolean(true));
  }
  // Of a loop or switch that was refused.
  if (!failed_) refuse(stmt, Refusal::jump, "break", "write it inside of a loop or switch");
}

// True where the children are worth looking into.
bool Control::refuse_statement(const clang::Stmt* stmt) {
  using S = clang::Stmt;
  switch (stmt->getStmtClass()) {
    case S::CaseStmtClass:
    case S::DefaultStmtClass:
      return true;  // of a switch that was refused
    case S::IndirectGotoStmtClass:
      refuse(stmt, Refusal::jump, "goto *", "use loops, break, continue and return");
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

void Control::refused_statement(const clang::Stmt* stmt) {
  if (!refuse_statement(stmt)) return;
  std::vector<Cell*> named;  // but for what is declared inside, which is gone at the end
  for (const clang::ValueDecl* name : named_in(stmt))
    if (const auto found = frame_->variables.find(name); found != frame_->variables.end()) named.push_back(found->second);
  const auto poison_all = [&] {
    for (Cell* cell : named) poison(*cell);
  };
  poison_all();
  const auto look_into = [&](const clang::Stmt* part) { try_both([&] { statement(part); }, [] {}); };
  for (const clang::Stmt* child : stmt->children()) look_into(child);
  poison_all();
  if (written_in({stmt}).returns) poison(*frame_->result);
}

}  // namespace tool
