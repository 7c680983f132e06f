// goto: forward it sets a bool, by which all is skipped that stands before the label; backward it is a loop from the label to the
// last jump there.
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "tool/lower/control/control.h"
#include "tool/lower/written.h"
#include "tool/source/walk.h"

namespace tool {
namespace {

class FindJump : public Walk {
 public:
  explicit FindJump(const clang::LabelDecl* label) : label_(label) {}

 private:
  bool sees(clang::Stmt* stmt) override {
    const auto* jump = llvm::dyn_cast<clang::GotoStmt>(stmt);
    return !jump || jump->getLabel() != label_;
  }
  const clang::LabelDecl* label_;
};

bool jumps_to(const clang::Stmt* stmt, const clang::LabelDecl* label) { return !FindJump(label).through(stmt); }
bool jumps_to(Control::Statements list, const clang::LabelDecl* label) {
  return std::any_of(list.begin(), list.end(), [&](const clang::Stmt* stmt) { return jumps_to(stmt, label); });
}

class FindName : public Walk {
 public:
  explicit FindName(const clang::Decl* decl) : decl_(decl) {}

 private:
  bool sees(clang::Stmt* stmt) override {
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    return !named || named->getDecl() != decl_;
  }
  const clang::Decl* decl_;
};

// What is declared between a jump and its label, and named after the label; null where nothing is.
const clang::NamedDecl* declared_between(Control::Statements before, Control::Statements after, const clang::LabelDecl* label) {
  bool is_after_jump = false;
  for (const clang::Stmt* stmt : before) {
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(stmt); declaration && is_after_jump)
      for (const clang::Decl* decl : declaration->decls())
        if (std::any_of(after.begin(), after.end(), [&](const clang::Stmt* use) { return !FindName(decl).through(use); }))
          return llvm::dyn_cast<clang::NamedDecl>(decl);
    is_after_jump = is_after_jump || jumps_to(stmt, label);
  }
  return nullptr;
}

}  // namespace

std::optional<std::size_t> Control::outermost_label(Statements list) {
  std::optional<std::size_t> back;
  for (std::size_t i = list.size(); i-- > 0;)
    if (const auto* label = llvm::dyn_cast_or_null<clang::LabelStmt>(list[i])) {
      if (jumps_to(list.take_front(i), label->getDecl())) return i;
      if (jumps_to(list.drop_front(i), label->getDecl())) back = i;
    }
  return back;
}

void Control::statements_around(Statements list, std::size_t at) {
  const auto* stmt = llvm::cast<clang::LabelStmt>(list[at]);
  const clang::LabelDecl* label = stmt->getDecl();
  const Statements before = list.take_front(at), after = list.drop_front(at);
  if (const clang::NamedDecl* late = declared_between(before, after, label)) {
    refuse(late->getLocation(), {}, Refusal::jump, "goto", fmt::format("declare '{}' before it", late->getNameAsString()));
    return;
  }
  Cell* flag = temporary(boolean(false));
  jumps_.push_back({frame_, label, flag});
  statements(before);
  jumps_.pop_back();
  assign(*flag, boolean(false));

  std::vector<const clang::Stmt*> rest(after.begin(), after.end());
  rest[0] = stmt->getSubStmt();
  std::size_t end = rest.size();
  while (end > 0 && !jumps_to(rest[end - 1], label)) --end;
  if (end > 0) repeat_from(stmt, Statements(rest).take_front(end), flag);
  statements(Statements(rest).drop_front(end));
}

// The statements again and again, as long as they jump back to the label.
void Control::repeat_from(const clang::LabelStmt* label, Statements body, Cell* flag) {
  const bool is_in_loop = std::any_of(breakables_.begin(), breakables_.end(), [&](const Breakable& each) { return each.frame == frame_; });
  if (is_in_loop) {  // whose break and continue would be taken for those of this one
    refuse(label, Refusal::jump, "a goto back within a loop", "write the loop");
    return;
  }
  const auto run = [=, this] {
    assign(*flag, boolean(false));
    jumps_.push_back({frame_, label->getDecl(), flag});
    statements(body);
    jumps_.pop_back();
  };
  const Cell left = gone();
  if (known_bool(left) == true) return;
  Loop parts;
  parts.stmt = label;
  parts.condition = [flag] { return *flag; };
  parts.body = run;
  parts.step = [] {};
  parts.test_first = false;
  parts.returns = written_in({body.begin(), body.end()}).returns;
  parts.written = written_cells({body.begin(), body.end()});
  parts.written.push_back(flag);
  for (const Jump& jump : jumps_)
    if (jump.frame == frame_ && jumps_to(body, jump.label)) parts.jumps.push_back(jump.flag);
  if (known_bool(left) == false)
    loop(std::move(parts));
  else
    unless_gone([&] { loop(std::move(parts)); });
}

void Control::jump(const clang::GotoStmt* stmt) {
  for (auto each = jumps_.rbegin(); each != jumps_.rend(); ++each)
    if (each->frame == frame_ && each->label == stmt->getLabel()) return assign(*each->flag, boolean(true));
  refuse(stmt, Refusal::jump, "goto", "use loops, break, continue and return");
}

void Control::find_jumps(Loop& loop) const {
  if (!loop.stmt || llvm::isa<clang::LabelStmt>(loop.stmt)) return;  // which has its own
  for (const Jump& jump : jumps_)
    if (jump.frame == frame_ && jumps_to(loop.stmt, jump.label)) loop.jumps.push_back(jump.flag);
}

}  // namespace tool
