// Branches: if, switch, ?:, && and ||. Each arm is lowered as a block; the objects that either arm
// changed then hold results of the `if`. break, continue and return set bools; what comes after them in the source is
// lowered under the condition that none was set, or along with the arm that goes on, where that is plain from the text.
#include <clang/AST/StmtCXX.h>

#include <unordered_map>

#include "ir/kind.h"
#include "tool/lower/control/control.h"

namespace tool {

// --- bools ---

std::optional<bool> Control::known_bool(const Cell& cell) const {
  if (!cell.is_leaf() || cell.state != Cell::State::ready) return std::nullopt;
  const ir::OpId op = function_[cell.value].op;
  if (!op.valid() || function_[op].kind != ir::Kind::Constant || cell.type->element != ir::ElementType::boolean)
    return std::nullopt;
  return function_[op].attributes.get<std::int64_t>("value") != 0;
}

Cell Control::negated(const Cell& condition) {
  if (condition.state != Cell::State::ready) return {};
  if (const auto known = known_bool(condition)) return boolean(!*known);
  return leaf_cell(condition.type, append(ir::Kind::LogicalNot, {condition.value}));
}

Cell Control::either(const Cell& a, const Cell& b) {
  if (a.state != Cell::State::ready || b.state != Cell::State::ready) return {};
  for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (const auto known = known_bool(*one)) return *known ? *one : *other;
  return leaf_cell(a.type, append(ir::Kind::LogicalOr, {a.value, b.value}));
}

Cell Control::both(const Cell& a, const Cell& b) {
  if (a.state != Cell::State::ready || b.state != Cell::State::ready) return {};
  for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (const auto known = known_bool(*one)) return *known ? *other : *one;
  return leaf_cell(a.type, append(ir::Kind::LogicalAnd, {a.value, b.value}));
}

Cell Control::condition_of(const clang::Expr* expr) {
  const Statement text(*this, expr);
  if (const auto known = integer_of(expr)) return boolean(*known != 0);
  return value(expr);
}

// --- arms ---

ir::ValueId Control::undefined(const ir::Type& type) {
  if (!type.is_tensor())
    return forward(at_here().empty_sequence(type));
  const ir::ValueId none = forward(at_here().append(ir::Kind::Undefined, {}, {{"element", type.element}, {"shape", type.extents}}));
  unwritten_.insert(none);
  return none;
}

// Members are assigned where they are, so that references to them stay good.
void Control::restore(const Snapshot& before) {
  cells_.resize(before.size());
  for (std::size_t i = 0; i < before.size(); ++i) cells_[i] = before[i];
}

Control::Arm Control::arm(const Action& action, const Snapshot& before) {
  regions_.open({}, {});
  const bool throws_around = std::exchange(throws_, false);
  action();
  forget_targets(before.size());
  Arm taken{regions_.close(), {cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(before.size())},
            std::exchange(throws_, throws_around)};
  restore(before);
  return taken;
}

// What an arm that throws left is what the other one left: nobody sees it. But for what was done beside computing.
void Control::leave_to_other(Cell& mine, const Cell& other) {
  const bool is_other = mine.state == Cell::State::poison || (mine.state == Cell::State::ready && mine.value != other.value);
  if (mine.is_leaf() && other.is_leaf() && other.state == Cell::State::ready && is_other) mine.state = Cell::State::empty;
  for (std::size_t i = 0; i < mine.members.size() && mine.members.size() == other.members.size(); ++i)
    leave_to_other(mine.members[i], other.members[i]);
}

bool Control::same_constant(ir::ValueId a, ir::ValueId b) const {
  const ir::OpId first = function_[a].op, second = function_[b].op;
  return first.valid() && second.valid() && function_[first].kind == ir::Kind::Constant &&
         function_[second].kind == ir::Kind::Constant && function_[first].attributes == function_[second].attributes;
}

void Control::forget_targets(std::size_t kept) {
  const std::set<const Cell*> dropped = cells_from(kept);
  if (dropped.empty()) return;
  std::unordered_map<const Cell*, bool> known;  // many refer to the same
  const auto is_dropped = [&](const Cell* cell) {
    const auto [at, is_new] = known.try_emplace(cell);
    if (is_new) at->second = is_among(cell, dropped);
    return at->second;
  };
  const std::function<void(Cell&)> forget = [&](Cell& cell) {
    if (cell.alias && is_dropped(cell.alias)) {
      cell.alias = nullptr;
      cell.state = Cell::State::empty;
    }
    if (cell.target && is_dropped(cell.target)) {
      if (is_among(cell.target, allocated_)) {
        refuse(at_, {}, Refusal::dynamic_memory, "memory", "it is made in a branch or a loop, and used after it; make it before");
        poison(cell);
      }
      cell.target = nullptr;
      cell.depth = -1;
    }
    for (Cell& member : cell.members) forget(member);
  };
  for (std::size_t i = 0; i < kept; ++i) forget(cells_[i]);
  std::erase_if(allocated_, [&](const Cell* cell) { return dropped.contains(cell); });
}

void Control::join(Cell& now, const Cell& then, const Cell& otherwise, Joining& joining) {
  if (then.type && otherwise.type && then.type->form == CppType::Form::pointer &&
      otherwise.type->form == CppType::Form::pointer && !join_targets(now, then, otherwise, joining))
    return;
  if (then.alias != otherwise.alias) {
    if (is_unset(then) || is_unset(otherwise)) {
      now = is_unset(then) ? otherwise : then;
      if (now.alias) join_objects(now.alias, then.alias, otherwise.alias, joining);
      return;
    }
    if (then.type == otherwise.type && join_objects(now.alias, then.alias, otherwise.alias, joining)) return;
    const auto refused = [](const Cell& cell) { return cell.alias && !cell.alias->type; };
    now = refused(then) || refused(otherwise) ? Cell{} : refuse(at_, {}, Refusal::object_depends);
    return;
  }
  if (!then.type || !otherwise.type || then.alias) {
    now = then.type ? otherwise : then;
    return;
  }
  if (!then.is_leaf()) {
    if (then.members.size() != otherwise.members.size() || then.type != otherwise.type) {
      now = refuse(at_, {}, Refusal::object_depends);
      return;
    }
    if (now.type != then.type || now.members.size() != then.members.size()) now = then;
    for (std::size_t i = 0; i < then.members.size(); ++i)
      join(now.members[i], then.members[i], otherwise.members[i], joining);
    return;
  }
  using State = Cell::State;
  now = then;
  if (then.state == State::poison || otherwise.state == State::poison) {
    now.state = State::poison;
  } else if (then.state == State::ready && otherwise.state == State::ready) {
    if (then.value == otherwise.value) return;
    if (same_constant(then.value, otherwise.value)) {
      const ir::Attributes attributes = function_[function_[then.value].op].attributes;
      now.value = forward(at_here().append(ir::Kind::Constant, {}, attributes));
    } else {
      joining.joins.push_back({&now, then, otherwise});
    }
  } else if (then.state != otherwise.state) {
    const Cell& ready = then.state == State::ready ? then : otherwise;
    if (joining.one_throws && same_constant(ready.value, ready.value)) {
      const ir::Attributes attributes = function_[function_[ready.value].op].attributes;
      now = ready;
      now.value = forward(at_here().append(ir::Kind::Constant, {}, attributes));
    } else {
      joining.joins.push_back({&now, then, otherwise});
    }
  }
}

void Control::append_if(const Cell& condition, Arm (&arms)[2], const std::vector<Join>& joins,
                         const std::string& written) {
  using State = Cell::State;
  if (joins.empty()) return;  // nothing that is seen depends on which arm runs
  std::vector<std::vector<ir::ValueId>> results(2);
  for (int k = 0; k < 2; ++k) {
    regions_.resume(std::move(arms[k].region));
    for (const Join& one : joins) {
      const Cell& mine = k == 0 ? one.then : one.otherwise;
      const Cell& other = k == 0 ? one.otherwise : one.then;
      const auto i = static_cast<std::size_t>(k);
      results[i].push_back(mine.state == State::ready ? use(mine.value) : undefined(builder_.type(other.value)));
    }
    builder_.set_results(results[static_cast<std::size_t>(k)]);
    arms[k].region = regions_.close();
  }
  ir::Integers varying;
  ir::Shape shapes;
  for (std::size_t i = 0; i < joins.size(); ++i) {
    const ir::Type& type = builder_.type(results[0][i]);
    if (builder_.facts().equal(type, builder_.type(results[1][i]))) continue;
    varying.push_back(static_cast<std::int64_t>(i));
    const ir::Shape fresh_extents = fresh_shape(function_[results[0][i]].name, type.rank());
    shapes.insert(shapes.end(), fresh_extents.begin(), fresh_extents.end());
  }
  ir::Attributes attributes;
  if (!varying.empty()) attributes = {{"shapes", shapes}, {"varying", varying}};
  std::vector<ir::ValueId> operands = share_captures(function_, {&arms[0].region, &arms[1].region});
  operands.insert(operands.begin(), use(condition.value));
  const std::vector<ir::ValueId> got =
      at_here().append_all(ir::Kind::If, operands, attributes, {arms[0].region.block, arms[1].region.block});
  report_problems_of_ir();
  if (!got.empty() && !written.empty()) functions_->branches.push_back({function_[function_[got[0]].op].loc, written});
  for (std::size_t i = 0; i < joins.size(); ++i) {
    Cell& cell = *joins[i].cell;
    cell.state = got.empty() ? State::poison : State::ready;
    if (got.empty()) continue;
    cell.value = got[i];
    for (std::size_t k = 0; k < 2 && function_[got[i]].name.empty(); ++k)
      if (const ir::Value& from = function_[results[k][i]]; joins[i].then.state == State::ready || k == 1)
        function_[got[i]].name = from.name;
  }
}

namespace {

void poison_changed(Cell& now, const Cell& before, const Cell& after) {
  if (after.type != before.type || after.alias != before.alias || after.target != before.target || after.depth != before.depth ||
      after.members.size() != before.members.size() || after.state != before.state || after.value != before.value)
    return poison(now);
  for (std::size_t i = 0; i < after.members.size(); ++i) poison_changed(now.members[i], before.members[i], after.members[i]);
}

}  // namespace

// After a refused condition both are looked through, and what either changes is not known.
void Control::try_both(const Action& then, const Action& otherwise) {
  const Snapshot before = save();
  for (const Arm& tried : {arm(then, before), arm(otherwise, before)})
    for (std::size_t i = 0; i < before.size(); ++i) poison_changed(cells_[i], before[i], tried.after[i]);
}

void Control::branch_on(const Cell& condition, const Action& then, const Action& otherwise, const std::string& written) {
  if (const auto known = known_bool(condition)) return *known ? then() : otherwise();
  if (!condition.is_leaf() || condition.state != Cell::State::ready) return try_both(then, otherwise);
  const clang::SourceLocation at = at_;
  const Snapshot before = save();
  Arm arms[2] = {arm(then, before), arm(otherwise, before)};
  at_ = at;
  Joining joining;
  joining.condition = &condition;
  joining.one_throws = arms[0].throws != arms[1].throws;
  throws_ = throws_ || (arms[0].throws && arms[1].throws);
  for (std::size_t i = 0; joining.one_throws && i < before.size(); ++i)
    if (&cells_[i] != effects_) leave_to_other(arms[arms[0].throws ? 0 : 1].after[i], arms[arms[0].throws ? 1 : 0].after[i]);
  for (std::size_t i = 0; i < before.size(); ++i) join(cells_[i], arms[0].after[i], arms[1].after[i], joining);
  append_if(condition, arms, joining.joins, written);
  for (const Action& action : joining.after) action();
}

// --- expressions ---

Cell Control::choose(const Cell& condition, const CppType* type, const std::function<Cell()>& then,
                      const std::function<Cell()>& otherwise, const std::string& written) {
  Cell* chosen = temporary(fresh(type, Cell::State::empty));
  branch_on(condition, [&] { assign(*chosen, then()); }, [&] { assign(*chosen, otherwise()); }, written);
  return *chosen;
}

namespace {

// Reads variables and numbers and nothing that could fail or cost: it may be evaluated where C++ would not.
bool is_plain(const clang::Expr* expr) {
  expr = expr->IgnoreParenImpCasts();
  if (llvm::isa<clang::FloatingLiteral, clang::IntegerLiteral, clang::CXXBoolLiteralExpr>(expr)) return true;
  if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr)) return !named->getType()->isReferenceType();
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr)) return is_plain(member->getBase());
  return llvm::isa<clang::CXXThisExpr>(expr);
}

// Comparisons of such, and conditions made of those.
bool is_plain_condition(const clang::Expr* expr) {
  expr = expr->IgnoreParenImpCasts();
  const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expr);
  if (operation && (operation->isComparisonOp() || operation->isLogicalOp()))
    return is_plain_condition(operation->getLHS()) && is_plain_condition(operation->getRHS());
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr);
  if (unary && unary->getOpcode() == clang::UO_LNot) return is_plain_condition(unary->getSubExpr());
  return is_plain(expr);
}

}  // namespace

Cell Control::short_circuit(const clang::BinaryOperator* expr) {
  const bool is_and = expr->getOpcode() == clang::BO_LAnd;
  const Cell left = condition_of(expr->getLHS());
  if (const auto known = known_bool(left)) return *known == is_and ? condition_of(expr->getRHS()) : left;
  if (is_and) return where_true(left, expr->getRHS());
  if (const auto right = plain_condition(left, expr->getRHS())) return either(left, *right);
  return choose(left, types_.scalar(ir::ElementType::boolean), [&] { return boolean(true); }, [&] { return condition_of(expr->getRHS()); });
}

// `left && right`.
Cell Control::where_true(const Cell& left, const clang::Expr* right) {
  if (const auto plain = plain_condition(left, right)) return both(left, *plain);
  return choose(left, types_.scalar(ir::ElementType::boolean), [&] { return condition_of(right); }, [&] { return boolean(false); });
}

// A condition that may be evaluated whatever the one before it says.
std::optional<Cell> Control::plain_condition(const Cell& before, const clang::Expr* expr) {
  if (!before.is_leaf() || before.state != Cell::State::ready || !is_plain_condition(expr)) return std::nullopt;
  const std::size_t reads = unset_reads_.size();
  Cell found = condition_of(expr);
  note_passed_over(reads);
  return found;
}

namespace {

const clang::StringLiteral* text_in(const clang::Expr* expr) { return llvm::dyn_cast<clang::StringLiteral>(expr->IgnoreParenImpCasts()); }

}  // namespace

Cell Control::conditional(const clang::ConditionalOperator* expr) {
  if (expr->getType()->isVoidType()) {
    effect(expr);
    return {};
  }
  const Cell condition = condition_of(expr->getCond());
  const auto ready = [](const Cell& cell) { return cell.is_leaf() && cell.state == Cell::State::ready; };
  if (ready(condition) && !known_bool(condition) && expr->getType()->isArithmeticType() &&
      is_plain(expr->getTrueExpr()) && is_plain(expr->getFalseExpr())) {
    const std::size_t reads = unset_reads_.size();
    const Cell yes = value(expr->getTrueExpr()), no = value(expr->getFalseExpr());
    note_passed_over(reads);
    if (!ready(yes) || !ready(no)) return {};
    return leaf_cell(yes.type, append(ir::Kind::Where, {condition.value, yes.value, no.value}));
  }
  const CppType* type = types_.of(expr->getType());
  if (!type) return refuse_type(expr->getExprLoc(), "this value", expr->getType());
  if (throw_in(expr->getTrueExpr()) || throw_in(expr->getFalseExpr())) {
    Cell* chosen = temporary(fresh(type, Cell::State::empty));
    const auto give = [&](const clang::Expr* side) { throw_in(side) ? effect(side) : assign(*chosen, value(side)); };
    branch_on(condition, [&] { give(expr->getTrueExpr()); }, [&] { give(expr->getFalseExpr()); }, written_condition(expr->getCond()));
    return *chosen;
  }
  // Texts of two lengths: each is as long as the longer one, so that a pointer to either is one to the same type.
  const clang::StringLiteral *yes = text_in(expr->getTrueExpr()), *no = text_in(expr->getFalseExpr());
  if (yes && no && type->form == CppType::Form::pointer) {
    const CppType* longer = types_.of((yes->getByteLength() > no->getByteLength() ? yes : no)->getType());
    if (!longer) return refuse_type(expr->getExprLoc(), "this text", expr->getType());
    const Cell first = first_of(*temporary(text(yes, longer))), second = first_of(*temporary(text(no, longer)));
    return choose(condition, type, [&] { return first; }, [&] { return second; });
  }
  return choose(condition, type, [&] { return value(expr->getTrueExpr()); },
                [&] { return value(expr->getFalseExpr()); }, written_condition(expr->getCond()));
}

// --- statements ---

bool Control::branch(const clang::IfStmt* stmt, Statements rest) {
  if (branch_of_many(stmt)) return false;
  if (stmt->isConsteval()) {
    statement(stmt->isNegatedConsteval() ? stmt->getThen() : stmt->getElse());
    return false;
  }
  if (stmt->getInit()) statement(stmt->getInit());
  if (stmt->getConditionVariable()) {
    const Statement text(*this, stmt->getConditionVariableDeclStmt());
    declare_variable(stmt->getConditionVariable());
  }
  const Here here(*this, stmt->getCond());
  const Cell condition = condition_of(stmt->getCond());
  if (throws_plainly(stmt, condition)) return false;
  const bool known = known_bool(condition).has_value();
  const bool then_leaves = always_leaves(stmt->getThen()), else_leaves = always_leaves(stmt->getElse());
  const bool takes_rest = !known && !rest.empty() && (then_leaves || else_leaves);
  branch_on(
      condition,
      [&] {
        statement(stmt->getThen());
        if (takes_rest && !then_leaves) statements(rest);
      },
      [&] {
        statement(stmt->getElse());
        if (takes_rest && then_leaves) statements(rest);
      },
      written_condition(stmt->getCond()));
  return takes_rest;
}

}  // namespace tool
