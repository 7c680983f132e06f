// One of many arms: switches, and long chains of `else if`. What an arm gives, and what its adjoint reads, passes through all
// arms around it: of many the half is asked for first, so that there are few around each.
#include <algorithm>
#include <utility>

#include "tool/lower/control/control.h"
#include "tool/lower/written.h"

namespace tool {
namespace {

constexpr std::size_t kMostInOneChain = 8;

}  // namespace

// Runs the one whose condition holds; `is_one_of_them`: one does.
void Control::enter(const std::vector<Choice>& choices, std::size_t first, std::size_t last, bool is_one_of_them) {
  if (first == last) return;
  if (first + 1 == last && is_one_of_them) return choices[first].run();
  if (last - first > kMostInOneChain) {
    const std::size_t middle = first + (last - first) / 2;
    Cell any = choices[first].condition;
    for (std::size_t i = first + 1; i < middle; ++i) any = either(any, choices[i].condition);
    return branch_on(any, [&] { enter(choices, first, middle, true); }, [&] { enter(choices, middle, last, is_one_of_them); }, "");
  }
  const clang::SourceLocation outer = std::exchange(at_, choices[first].at);
  branch_on(choices[first].condition, choices[first].run, [&] { enter(choices, first + 1, last, is_one_of_them); }, choices[first].written);
  at_ = outer;
}

// A long chain of `else if` whose conditions write nothing: which arm it is, is found before any of them runs. False for others.
bool Control::branch_of_many(const clang::IfStmt* stmt) {
  std::vector<const clang::IfStmt*> chain;
  const clang::Stmt* otherwise = stmt;
  while (const auto* link = llvm::dyn_cast_or_null<clang::IfStmt>(otherwise)) {
    if (link->isConsteval() || link->isConstexpr() || link->getInit() || link->getConditionVariable()) return false;
    const Written written = written_in({link->getCond()});
    if (!written.variables.empty() || written.object) return false;
    chain.push_back(link);
    otherwise = link->getElse();
  }
  if (chain.size() <= kMostInOneChain) return false;
  std::vector<Choice> choices;
  Cell open = boolean(true);
  for (const clang::IfStmt* link : chain) {
    const Here here(*this, link->getCond());
    const Cell taken = where_true(open, link->getCond());
    if (!taken.is_leaf() || taken.state != Cell::State::ready) {
      for (const clang::IfStmt* one : chain) try_both([&] { statement(one->getThen()); }, [] {});
      return true;
    }
    open = both(open, negated(taken));
    choices.push_back({taken, [this, link] { statement(link->getThen()); }, link->getBeginLoc(), written_condition(link->getCond())});
  }
  if (otherwise) choices.push_back({open, [this, otherwise] { statement(otherwise); }, otherwise->getBeginLoc(), ""});
  enter(choices, 0, choices.size(), otherwise != nullptr);
  return true;
}

namespace {

// A part of the body of a switch: the labels that lead to it, and its statements.
struct Segment {
  std::vector<const clang::SwitchCase*> labels;
  std::vector<const clang::Stmt*> body;

  bool has_default() const {
    return std::any_of(labels.begin(), labels.end(), [](auto* label) { return llvm::isa<clang::DefaultStmt>(label); });
  }
  bool leaves() const {
    return std::any_of(body.begin(), body.end(), [](const clang::Stmt* stmt) { return always_leaves(stmt); });
  }
};

// A declaration without initial values, past which C++ lets labels jump.
bool only_names(const clang::Stmt* stmt) {
  const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(stmt);
  return declaration && std::all_of(declaration->decl_begin(), declaration->decl_end(), [](const clang::Decl* one) {
           const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
           return variable && !variable->hasInit();
         });
}

// `named`: declarations of variables that stand for all segments.
std::vector<Segment> segments(const clang::Stmt* body, std::vector<const clang::Stmt*>& named) {
  std::vector<Segment> list;
  std::vector<const clang::Stmt*> statements;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(body))
    statements.assign(block->body_begin(), block->body_end());
  else
    statements.push_back(body);
  bool labelled = false;
  for (const clang::Stmt* stmt : statements) {
    while (const auto* label = llvm::dyn_cast<clang::SwitchCase>(stmt)) {
      if (!labelled) list.emplace_back();
      labelled = true;
      list.back().labels.push_back(label);
      stmt = label->getSubStmt();
    }
    labelled = false;
    if (only_names(stmt))
      named.push_back(stmt);
    else if (!list.empty())
      list.back().body.push_back(stmt);  // what stands before the first label is never reached
  }
  return list;
}

// How many labels of the switch itself are found; those in loops and branches inside it are not.
std::size_t count_labels(const std::vector<Segment>& list) {
  std::size_t count = 0;
  for (const Segment& segment : list) count += segment.labels.size();
  return count;
}

}  // namespace

void Control::switch_over(const clang::SwitchStmt* stmt) {
  if (stmt->getInit()) statement(stmt->getInit());
  if (stmt->getConditionVariable()) declare_variable(stmt->getConditionVariable());
  const Here here(*this, stmt->getCond());
  const Statement text(*this, stmt->getCond());
  std::vector<const clang::Stmt*> named;
  const std::vector<Segment> list = segments(stmt->getBody(), named);
  std::size_t labels = 0;
  for (const clang::SwitchCase* label = stmt->getSwitchCaseList(); label; label = label->getNextSwitchCase()) ++labels;
  if (labels != count_labels(list)) {
    refuse(stmt, Refusal::jump, "switch", "put its labels directly into its braces, not into statements inside");
    return;
  }
  statements(named);
  const Cell selector = value(stmt->getCond());
  const auto equals = [&](const clang::Expr* label) {
    const Cell number = value(label);
    if (!number.is_leaf() || !selector.is_leaf()) return Cell{};
    return arithmetic(label, clang::BO_EQ, selector, number, types_.scalar(ir::ElementType::boolean));
  };
  const auto matches = [&](const Segment& segment) {
    Cell any = boolean(false);
    for (const clang::SwitchCase* label : segment.labels)
      if (const auto* one = llvm::dyn_cast<clang::CaseStmt>(label)) {
        const Here at_label(*this, one);
        if (one->caseStmtIsGNURange())
          any = refuse(one, Refusal::jump, "case a ... b", "write one case for each value");
        else
          any = either(any, equals(one->getLHS()));
      }
    return any;
  };
  if (!selector.is_leaf() || selector.state != Cell::State::ready) {
    for (const Segment& segment : list) try_both([&] { statements(segment.body); }, [] {});
    return;
  }

  // Which segment is entered, before any of them runs.
  std::vector<Cell> enters;
  Cell none = boolean(true);
  for (const Segment& segment : list) {
    enters.push_back(matches(segment));
    none = both(none, negated(enters.back()));
  }
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i].has_default()) enters[i] = either(enters[i], none);

  breakables_.push_back({frame_, temporary(boolean(false)), nullptr});
  bool falls = false;
  for (std::size_t i = 0; i + 1 < list.size(); ++i) falls = falls || !list[i].leaves();
  if (falls) {
    // Once entered, each segment runs on into the next until something leaves.
    Cell inside = boolean(false);
    for (std::size_t i = 0; i < list.size(); ++i) {
      inside = either(inside, enters[i]);
      const Cell left = gone();
      const auto run = [&] {
        for (Cell* flag : exits()) assign(*flag, boolean(false));  // known in here
        statements(list[i].body);
      };
      branch_on(both(inside, negated(left)), run, [] {});
    }
  } else {
    std::vector<Choice> choices;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto* label = llvm::dyn_cast<clang::CaseStmt>(list[i].labels[0]);
      choices.push_back({enters[i], [this, &list, i] { statements(list[i].body); }, list[i].labels[0]->getBeginLoc(),
                         label ? written_condition(label->getLHS(), "case ") : std::string()});
    }
    enter(choices, 0, choices.size(), !list.empty() && list.back().has_default());
  }
  breakables_.pop_back();
}

}  // namespace tool
