// goto. To a label of a list of statements around it: a jump forward sets a bool, by which all is skipped that stands before
// the label; jumps back make a loop of what they repeat. Into a block that ends by leaving, or back to statements that do:
// these statements stand in place of the jump.
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "tool/lower/control/control.h"
#include "tool/lower/written.h"
#include "tool/source/walk.h"

namespace tool {
namespace {

using Statements = Control::Statements;

Statements in_block(const clang::CompoundStmt* block) {
  return Statements(const_cast<const clang::Stmt* const*>(block->body_begin()), block->size());
}

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
bool jumps_to(Statements list, const clang::LabelDecl* label) {
  return std::any_of(list.begin(), list.end(), [&](const clang::Stmt* stmt) { return jumps_to(stmt, label); });
}

// The jumps of statements, and the labels that they have.
class Jumps : public Walk {
 public:
  std::vector<const clang::GotoStmt*> all;
  std::vector<const clang::LabelDecl*> here;

 private:
  bool enters(clang::Stmt* stmt) override { return !llvm::isa<clang::LambdaExpr>(stmt); }
  bool sees(clang::Stmt* stmt) override {
    if (const auto* jump = llvm::dyn_cast<clang::GotoStmt>(stmt)) all.push_back(jump);
    if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(stmt)) here.push_back(label->getDecl());
    return true;
  }
};

Jumps jumps_of(Statements list) {
  Jumps jumps;
  for (const clang::Stmt* stmt : list) jumps.through(stmt);
  return jumps;
}

// A break or continue of a loop or switch around the statements.
class Leaving : public Walk {
 public:
  static bool any(Statements list) {
    Leaving walk;
    return !std::all_of(list.begin(), list.end(), [&](const clang::Stmt* stmt) { return walk.through(stmt); });
  }

 private:
  static bool is_loop(const clang::Stmt* stmt) {
    return llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(stmt);
  }
  bool enters(clang::Stmt* stmt) override {
    loops_ += is_loop(stmt);
    switches_ += llvm::isa<clang::SwitchStmt>(stmt);
    return !llvm::isa<clang::LambdaExpr>(stmt);
  }
  void leaves(clang::Stmt* stmt) override {
    loops_ -= is_loop(stmt);
    switches_ -= llvm::isa<clang::SwitchStmt>(stmt);
  }
  bool sees(clang::Stmt* stmt) override {
    if (llvm::isa<clang::BreakStmt>(stmt)) return loops_ + switches_ > 0;
    return !llvm::isa<clang::ContinueStmt>(stmt) || loops_ > 0;
  }
  int loops_ = 0, switches_ = 0;
};

// The statements around one of a body, the outermost first, and that one.
class Around : public Walk {
 public:
  explicit Around(std::function<bool(const clang::Stmt*)> is_it) : is_it_(std::move(is_it)) {}
  std::vector<const clang::Stmt*> stack;

 private:
  bool enters(clang::Stmt* stmt) override {
    stack.push_back(stmt);
    return true;
  }
  void leaves(clang::Stmt*) override { stack.pop_back(); }
  bool sees(clang::Stmt* stmt) override { return !is_it_(stmt); }
  std::function<bool(const clang::Stmt*)> is_it_;
};

std::vector<const clang::Stmt*> path_to(const clang::Stmt* body, const std::function<bool(const clang::Stmt*)>& is_it) {
  Around around(is_it);
  return around.through(body) ? std::vector<const clang::Stmt*>{} : around.stack;
}

// 'first: second: x = 1;' has two labels.
std::vector<const clang::LabelDecl*> labels_of(const clang::Stmt* stmt) {
  std::vector<const clang::LabelDecl*> labels;
  while (const auto* label = llvm::dyn_cast_or_null<clang::LabelStmt>(stmt)) {
    labels.push_back(label->getDecl());
    stmt = label->getSubStmt();
  }
  return labels;
}
const clang::Stmt* behind_labels(const clang::Stmt* stmt) {
  while (const auto* label = llvm::dyn_cast_or_null<clang::LabelStmt>(stmt)) stmt = label->getSubStmt();
  return stmt;
}

bool goes_elsewhere(const clang::Stmt* stmt) { return always_leaves(stmt) || Control::throw_in(stmt); }

// From a label to the first statement that always leaves; empty where none does, or it leaves a loop or switch around them.
std::vector<const clang::Stmt*> until_left(Statements from) {
  std::vector<const clang::Stmt*> list;
  for (const clang::Stmt* stmt : from) {
    list.push_back(behind_labels(stmt));
    if (!goes_elsewhere(list.back())) continue;
    return Leaving::any(list) ? std::vector<const clang::Stmt*>{} : list;
  }
  return {};
}

// A label of a list, and the statements there that jump to it, by their places.
struct LabelAt {
  const clang::LabelDecl* decl;
  std::size_t at, first, last;
  bool jumps_back() const { return last >= at; }
};

// Jumps back to statements that leave, and don't jump themselves, repeat nothing.
std::vector<LabelAt> labels_in(Statements list) {
  std::vector<LabelAt> labels;
  for (std::size_t at = 0; at < list.size(); ++at)
    for (const clang::LabelDecl* decl : labels_of(list[at])) {
      std::vector<std::size_t> from;
      for (std::size_t i = 0; i < list.size(); ++i)
        if (jumps_to(list[i], decl)) from.push_back(i);
      const std::vector<const clang::Stmt*> end = until_left(list.drop_front(at));
      if (!end.empty() && jumps_of(end).all.empty())
        while (!from.empty() && from.back() >= at + end.size()) from.pop_back();
      if (!from.empty()) labels.push_back({decl, at, from.front(), from.back()});
    }
  return labels;
}

// The statements of a list that jumps repeat, by their places.
struct Repeated {
  std::size_t first, last;
  std::vector<const clang::LabelDecl*> labels;  // by which they are, or that are jumped to from outside
};

// What is declared there and named afterwards belongs to it.
void take_names_along(Statements list, Repeated& part) {
  std::set<const clang::ValueDecl*> declared;
  for (std::size_t i = part.first; i < list.size(); ++i) {
    const std::set<const clang::ValueDecl*> named = named_in(list[i]);
    if (std::any_of(named.begin(), named.end(), [&](const clang::ValueDecl* each) { return declared.contains(each); }))
      part.last = std::max(part.last, i);
    if (const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(behind_labels(list[i])); declaration && i <= part.last)
      for (const clang::Decl* decl : declaration->decls())
        if (const auto* value = llvm::dyn_cast<clang::ValueDecl>(decl)) declared.insert(value);
  }
}

std::vector<Repeated> repeated_in(Statements list, const std::vector<LabelAt>& labels) {
  std::vector<Repeated> parts;
  for (const LabelAt& label : labels) {
    const bool is_inside = !parts.empty() && label.at <= parts.back().last;
    if (!is_inside && label.jumps_back()) parts.push_back({label.at, label.last, {}});
    if (!is_inside && !label.jumps_back()) continue;
    Repeated& part = parts.back();
    if (label.at == part.first || label.first < part.first || label.last > part.last) part.labels.push_back(label.decl);
    part.last = std::max(part.last, label.last);
    take_names_along(list, part);
  }
  return parts;
}

}  // namespace

const Control::Jump* Control::open_jump(const clang::LabelDecl* label) const {
  for (auto each = jumps_.rbegin(); each != jumps_.rend(); ++each)
    if (each->frame == frame_ && each->label == label) return &*each;
  return nullptr;
}

void Control::close_jump(const clang::LabelDecl* label) {
  jumps_.erase(std::remove_if(jumps_.begin(), jumps_.end(), [&](const Jump& each) { return each.frame == frame_ && each.label == label; }),
               jumps_.end());
}

bool Control::has_labels(Statements list) const {
  return std::any_of(list.begin(), list.end(), [&](const clang::Stmt* stmt) {
    const auto labels = labels_of(stmt);
    return std::any_of(labels.begin(), labels.end(), [&](const auto* label) { return open_jump(label) || jumps_to(list, label); });
  });
}

void Control::labelled_statements(Statements list) {
  std::vector<LabelAt> labels = labels_in(list);
  std::erase_if(labels, [&](const LabelAt& label) { return open_jump(label.decl) != nullptr; });
  const std::vector<Repeated> parts = repeated_in(list, labels);
  for (const LabelAt& label : labels) {
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const Repeated& each) { return each.first <= label.at && label.at <= each.last; });
    if (part != parts.end() && std::find(part->labels.begin(), part->labels.end(), label.decl) == part->labels.end()) continue;
    jumps_.push_back({frame_, label.decl, temporary(boolean(false))});
  }
  const auto is_reached = [&](const clang::Stmt* stmt) {
    const auto names = labels_of(stmt);
    return std::any_of(names.begin(), names.end(), [&](const auto* name) { return open_jump(name) != nullptr; });
  };
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < list.size(); ++i)
    if (is_reached(list[i]) || std::any_of(parts.begin(), parts.end(), [&](const Repeated& each) { return each.first == i || each.last + 1 == i; })) begins.push_back(i);
  const std::set<const clang::VarDecl*> outer = early_;
  if (!declare_early(list, begins)) return;
  auto part = parts.begin();
  for (std::size_t i = 0; i < list.size();) {
    if (part != parts.end() && part->first == i) {
      const Statements repeated = list.slice(i, part->last + 1 - i);
      with_landings(repeated, [&] { repeat_from(repeated); });
      i += repeated.size();
      ++part;
      continue;
    }
    for (const clang::LabelDecl* label : labels_of(list[i]))
      if (const Jump* open = open_jump(label)) assign(*open->flag, boolean(false));
    // Who jumps there from now on doesn't jump forward.
    const auto is_new = [&](const auto* label) { return std::any_of(labels.begin(), labels.end(), [&](const LabelAt& each) { return each.decl == label; }); };
    for (const clang::LabelDecl* label : labels_of(list[i]))
      if (is_new(label)) close_jump(label);
    std::vector<const clang::Stmt*> run{behind_labels(list[i])};
    for (++i; i < list.size() && std::find(begins.begin(), begins.end(), i) == begins.end(); ++i) run.push_back(list[i]);
    statements(run);
  }
  early_ = outer;
}

namespace {

bool leaves_between(Statements list) {
  class Leaves : public Walk {
    bool enters(clang::Stmt* stmt) override { return !llvm::isa<clang::LambdaExpr>(stmt); }
    bool sees(clang::Stmt* stmt) override { return !llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::BreakStmt, clang::ContinueStmt, clang::CXXThrowExpr>(stmt); }
  };
  return std::any_of(list.begin(), list.end(), [](const clang::Stmt* stmt) { return !Leaves().through(stmt); });
}

}  // namespace

// What is declared before a place where statements begin anew, and named after it, has to outlive the branch that the declaration
// may stand in by then. False after a report.
bool Control::declare_early(Statements list, const std::vector<std::size_t>& begins) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto next = std::upper_bound(begins.begin(), begins.end(), i);
    const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(behind_labels(list[i]));
    if (!declaration || next == begins.end()) continue;
    const std::set<const clang::ValueDecl*> named = named_in(list.drop_front(*next));
    for (const clang::Decl* decl : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
      if (!variable || !variable->hasLocalStorage()) continue;
      const auto* parts = llvm::dyn_cast<clang::DecompositionDecl>(variable);
      const clang::ValueDecl* part = nullptr;
      for (const clang::BindingDecl* each : parts ? parts->bindings() : llvm::ArrayRef<clang::BindingDecl*>{})
        if (named.contains(each)) part = each;
      if (!named.contains(variable) && !part) continue;
      const bool is_bound = part || types_.is_reference(variable->getType()) || variable->getType()->isVariableArrayType() || has_type_by_value(variable->getType());
      const CppType* type = is_bound ? nullptr : types_.of(variable->getType());
      if (!type && !leaves_between(list.take_front(i))) continue;
      if (!type) {
        refuse(variable->getLocation(), {}, Refusal::jump, "goto", fmt::format("declare '{}' before it", (part ? part : variable)->getNameAsString()));
        return false;
      }
      frame_->variables[variable] = temporary(uninitialised(type));
      early_.insert(variable);
    }
  }
  return true;
}

// The statements again and again, as long as they jump back to one of their labels.
void Control::repeat_from(Statements list) {
  std::vector<Jump> entries;
  std::vector<Cell*> repeats;
  for (std::size_t i = 0; i < list.size(); ++i)
    for (const clang::LabelDecl* label : labels_of(list[i]))
      if (const Jump* open = open_jump(label)) {
        entries.push_back(*open);
        if (jumps_to(list.drop_front(i), label)) repeats.push_back(open->flag);
        close_jump(label);
      }
  if (Leaving::any(list)) {
    refuse(list[0], Refusal::jump, "a goto back across a break or continue", "write the loop");
    return;
  }
  const Cell left = gone();
  if (known_bool(left) == true) return;
  Loop parts;
  parts.stmt = list[0];
  parts.condition = [=, this] {
    Cell any = boolean(false);
    for (const Cell* flag : repeats) any = either(any, *flag);
    return any;
  };
  parts.body = [=, this] {
    jumps_.insert(jumps_.end(), entries.begin(), entries.end());
    labelled_statements(list);
    for (const Jump& entry : entries) close_jump(entry.label);
  };
  parts.step = [] {};
  parts.test_first = false;
  parts.returns = written_in({list.begin(), list.end()}).returns;
  parts.written = written_cells({list.begin(), list.end()});
  for (const Jump& entry : entries) parts.written.push_back(entry.flag);
  for (const Jump& jump : jumps_)
    if (jump.frame == frame_ && jumps_to(list, jump.label)) parts.jumps.push_back(jump.flag);
  if (known_bool(left) == false)
    loop(std::move(parts));
  else
    unless_gone([&] { loop(std::move(parts)); });
}

// The statements that a jump to a label that is not open goes to, where they can stand in its place; nothing otherwise.
std::optional<std::vector<const clang::Stmt*>> Control::statements_at(const clang::GotoStmt* jump) const {
  const clang::Stmt* body = frame_->function->getBody();
  const clang::LabelDecl* label = jump->getLabel();
  const std::vector<const clang::Stmt*> around_jump = path_to(body, [&](const clang::Stmt* stmt) { return stmt == jump; });
  const std::vector<const clang::Stmt*> around = path_to(body, [&](const clang::Stmt* stmt) { return stmt == label->getStmt(); });
  if (around_jump.empty() || around.empty()) return std::nullopt;
  std::size_t at = around.size() - 1;
  while (at > 0 && llvm::isa<clang::LabelStmt>(around[at - 1])) --at;
  const auto* block = at > 0 ? llvm::dyn_cast<clang::CompoundStmt>(around[at - 1]) : nullptr;
  if (!block) return std::nullopt;
  const Statements all = in_block(block);
  const Statements from = all.drop_front(static_cast<std::size_t>(std::find(all.begin(), all.end(), around[at]) - all.begin()));
  std::vector<const clang::Stmt*> list = until_left(from);
  if (list.empty() && block == body && frame_->function->getReturnType()->isVoidType()) list.assign(from.begin(), from.end());
  if (list.empty()) return std::nullopt;
  list[0] = behind_labels(list[0]);
  // What they name was declared where both can see it, before the jump.
  const auto& sources = source_.source_manager();
  for (const clang::ValueDecl* name : named_in(list)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name);
    if (!variable || !variable->hasLocalStorage() || llvm::isa<clang::ParmVarDecl>(variable)) continue;
    const auto declares = [&](const clang::Stmt* stmt) {
      const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(stmt);
      return declaration && std::find(declaration->decl_begin(), declaration->decl_end(), variable) != declaration->decl_end();
    };
    const bool is_own = std::any_of(list.begin(), list.end(), [&](const clang::Stmt* stmt) { return !path_to(stmt, declares).empty(); });
    if (is_own) continue;
    const std::vector<const clang::Stmt*> around_name = path_to(body, declares);
    const bool is_seen = around_name.size() > 1 && std::find(around_jump.begin(), around_jump.end(), around_name[around_name.size() - 2]) != around_jump.end();
    if (!is_seen || sources.isBeforeInTranslationUnit(jump->getBeginLoc(), variable->getLocation())) return std::nullopt;
  }
  return list;
}

void Control::jump(const clang::GotoStmt* stmt) {
  if (const Jump* open = open_jump(stmt->getLabel())) return assign(*open->flag, boolean(true));
  const std::pair<const Frame*, const clang::LabelDecl*> here(frame_, stmt->getLabel());
  const bool goes_round = std::find(followed_.begin(), followed_.end(), here) != followed_.end();
  const auto list = goes_round ? std::nullopt : statements_at(stmt);
  if (!list) {
    refuse(stmt, Refusal::jump, "goto", "use loops, break, continue and return");
    return;
  }
  followed_.push_back(here);
  statements(*list);
  if (!goes_elsewhere(list->back())) assign(*frame_->returned, boolean(true));  // at the end of the function
  followed_.pop_back();
}

// A loop is left before what stands at a label that is not open: what is written there, and where it goes on, is none of
// the loop's.
void Control::with_landings(Statements repeated, const Action& run) {
  const Jumps jumps = jumps_of(repeated);
  std::vector<Jump> landings;
  for (const clang::GotoStmt* jump : jumps.all)
    if (!open_jump(jump->getLabel()) && std::find(jumps.here.begin(), jumps.here.end(), jump->getLabel()) == jumps.here.end()) {
      landings.push_back({frame_, jump->getLabel(), temporary(boolean(false))});
      jumps_.push_back(landings.back());
    }
  run();
  for (const Jump& landing : landings) close_jump(landing.label);
  for (const Jump& landing : landings) {
    const auto first = std::find_if(jumps.all.begin(), jumps.all.end(), [&](const auto* each) { return each->getLabel() == landing.label; });
    branch_on(*landing.flag, [&] { jump(*first); }, [] {});
  }
}

void Control::find_jumps(Loop& loop) const {
  if (!loop.stmt || llvm::isa<clang::LabelStmt>(loop.stmt)) return;  // which has its own
  for (const Jump& jump : jumps_)
    if (jump.frame == frame_ && jumps_to(loop.stmt, jump.label)) loop.jumps.push_back(jump.flag);
}

}  // namespace tool
