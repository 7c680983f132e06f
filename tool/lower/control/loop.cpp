// Loops: each becomes a `while` of the IR that carries what its text may write.
//
//  1. The objects that the text may write are carried; what turns out unchanged becomes an invariant again.
//  2. The condition is a block of its own. One that itself writes something is evaluated before the loop and again at
//     the end of each trip instead, and a bool is carried that tells whether there is another.
//  3. break and return set bools that the condition asks first. What comes after them in the body is lowered under the
//     condition that none was set.
//  4. A carried value whose extents differ at the end of the body was not known to vary: what was done is given up, and
//     the loop is lowered again with that value varying. So it is where pointers changed places (turn.cpp).
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "ir/kind.h"
#include "tool/lower/control/control.h"
#include "tool/source/acts.h"

namespace tool {

// The two blocks of a loop, with the parameters that stand for the carried values and what becomes of them.
struct Control::Trip {
  Region condition, body;
  std::vector<ir::ValueId> condition_parameters, body_parameters, results;
};

std::vector<Cell*> Control::written_cells(const std::vector<const clang::Stmt*>& statements) {
  const Written written = written_in(statements);
  // Names of other attempts may still be known, but not what they named.
  std::set<const Cell*> alive;
  std::map<const Cell*, const Cell*> derived;  // by what is the part of a base class
  std::map<const Cell*, const Cell*> owners;   // by the numbers that are their members
  const std::function<void(const Cell&)> live = [&](const Cell& cell) {
    alive.insert(&cell);
    if (cell.type && cell.type->form == CppType::Form::structure)
      for (const Cell& member : cell.members)
        if (member.type && member.type->form == CppType::Form::scalar) owners.emplace(&member, &cell);
    for (std::size_t i = 0; i < cell.members.size(); ++i) {
      if (cell.type && is_base(*cell.type, i)) derived.emplace(&cell.members[i], &cell);
      live(cell.members[i]);
    }
  };
  for (const Cell& cell : cells_) live(cell);
  std::set<const Cell*> leaves;
  // What may be reached through the name: what it refers to, the object of which it is a part, what it points into.
  std::set<const Cell*> seen;
  const std::function<void(const Cell*)> mark = [&](const Cell* cell) {
    if (!cell || !(alive.count(cell) || place_set_.count(cell)) || !seen.insert(cell).second) return;
    if (cell->alias) return mark(cell->alias);
    if (cell->projection) {
      mark(cell->projection->base);
      for (const Cell* option : cell->projection->options) mark(option);
      return;
    }
    if (!cell->type || cell->is_leaf()) leaves.insert(cell);
    for (const Cell& member : cell->members) mark(&member);
    mark(cell->target);
    // By a base class all of the object may be written: by virtual functions, and by casts to the class that it is.
    if (const auto found = derived.find(cell); found != derived.end()) mark(found->second);
    if (const auto found = owners.find(cell); found != owners.end()) {  // by an index behind its address, the members beside it
      const Cell& owner = *found->second;
      const auto [first, last] = members_in_a_row(*owner.type, static_cast<std::size_t>(cell - owner.members.data()));
      for (std::size_t i = first; i <= last; ++i) mark(&owner.members[i]);
    }
  };
  for (const auto& [decl, cell] : frame_->variables)
    if (written.variables.count(decl)) mark(cell);
  if (written.object) mark(frame_->object);
  if (written.returns) {
    mark(frame_->returned);
    mark(frame_->result);
  }
  std::vector<Cell*> ordered;
  const std::function<void(Cell&)> order = [&](Cell& cell) {
    if (leaves.count(&cell)) ordered.push_back(&cell);
    for (Cell& member : cell.members) order(member);
  };
  for (Cell& cell : cells_) order(cell);
  return ordered;
}

// The cells that now refer to other objects than before.
std::set<std::size_t> Control::changed_targets(const Snapshot& before) const {
  std::set<std::size_t> changed;
  const std::function<bool(const Cell&, const Cell&)> differ = [&](const Cell& now, const Cell& then) {
    if (is_refused_pointer(now)) return false;
    if (!is_unset(then) && now.depth != kGivenBack && (now.alias != then.alias || now.depth != then.depth || !same_object(now.target, then.target))) return true;
    for (std::size_t i = 0; i < now.members.size() && i < then.members.size(); ++i)
      if (differ(now.members[i], then.members[i])) return true;
    return false;
  };
  for (std::size_t i = 0; i < before.size(); ++i)
    if (differ(cells_[i], before[i])) changed.insert(i);
  return changed;
}

// The pointers, views and references that were never set before the body, and what they refer to since; only objects
// that are there outside.
std::vector<Control::Referring> Control::newly_set(const Snapshot& before) {
  forget_targets(before.size());
  std::vector<Referring> found;
  const std::function<void(Cell&, const Cell&)> compare = [&](Cell& now, const Cell& then) {
    if (is_unset(then) && !is_unset(now) && (now.alias || now.target)) {
      Cell* object = now.alias ? &resolved(now) : now.target;
      const bool is_formed = can_be_formed(object);
      if (!now.alias && (!is_formed || is_left_by_loop(then)))
        found.push_back({&now, nullptr, nullptr, kLeftByLoop, false});
      else
        found.push_back({&now, now.alias, now.target, now.depth, !is_formed});
      if (found.back().refused) refuse(at_, {}, Refusal::object_depends);
    }
    for (std::size_t i = 0; i < now.members.size() && i < then.members.size(); ++i) compare(now.members[i], then.members[i]);
  };
  for (std::size_t i = 0; i < before.size(); ++i) compare(cells_[i], before[i]);
  return found;
}

// Whether an integer around the loop has the name, as that which `i` starts as in `int i = k`: extents would not know one
// from the other.
bool Control::names_integer_around(const Carried& carried) const {
  if (carried.name.empty() || !carried.type.is_scalar() || !ir::is_integer(carried.type.element)) return false;
  const auto has_name = [&](ir::ValueId parameter) {
    const ir::Value& value = function_[parameter];
    return value.name == carried.name && value.type.is_scalar() && ir::is_integer(value.type.element);
  };
  for (ir::BlockId block = builder_.insertion(); block.valid(); block = function_[block].around)
    if (std::any_of(function_[block].parameters.begin(), function_[block].parameters.end(), has_name)) return true;
  return false;
}

std::vector<Control::Carried> Control::carried_by(const std::vector<Cell*>& written) {
  std::vector<Carried> carried;
  for (Cell* cell : written) {
    if (!cell->is_leaf() || cell->alias || cell->state == Cell::State::poison) continue;
    Carried one{cell, cell->value, {}, {}};
    if (cell->state == Cell::State::empty)
      one.init = undefined({cell->type->element, ir::Shape(static_cast<std::size_t>(cell->type->rank)), 0});
    one.type = builder_.facts().resolve(builder_.type(one.init));
    one.name = function_[one.init].name;
    if (names_integer_around(one)) one.name = builder_.fresh_name(one.name);
    carried.push_back(std::move(one));
  }
  return carried;
}

// Opens a block with a parameter for each carried value, which the objects now hold.
std::vector<ir::ValueId> Control::enter(std::vector<Carried>& carried, const std::set<std::size_t>& varying) {
  std::vector<ir::Type> types;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < carried.size(); ++i) {
    types.push_back(carried[i].type);
    names.push_back(carried[i].name);
    if (varying.count(i)) types.back().extents = fresh_shape(carried[i].name, carried[i].type.rank());
  }
  const std::vector<ir::ValueId> parameters = regions_.open(types, names);
  for (std::size_t i = 0; i < carried.size(); ++i) {
    carried[i].cell->value = parameters[i];
    carried[i].cell->state = Cell::State::ready;
  }
  return parameters;
}

// A read of what nothing has written before the loop is one of no value in the first trip, if every trip makes it, and in
// each, if no trip writes there. Where the value before the loop is that of a trip around it, that one is to tell.
void Control::settle_reads(const Trip& trip, const std::vector<Carried>& carried, std::size_t reads) {
  std::vector<UnsetRead> mine(unset_reads_.begin() + static_cast<std::ptrdiff_t>(reads), unset_reads_.end());
  unset_reads_.resize(reads);
  for (UnsetRead& read : mine) {
    std::size_t i = 0;
    while (i < carried.size() && trip.body_parameters[i] != read.parameter && trip.condition_parameters[i] != read.parameter) ++i;
    if (i == carried.size()) {  // of a loop around this one, which may make no trip
      read.block = read.block == trip.condition.block ? builder_.insertion() : ir::BlockId{};
      unset_reads_.push_back(std::move(read));
      continue;
    }
    const auto before = unwritten_since(carried[i].init, read.indices);
    const auto since = unwritten_since(trip.results[i], read.indices, trip.body_parameters[i]);
    const bool in_condition = read.block == trip.condition.block;
    if (!before || before->size() > 1 || !(in_condition || read.block == trip.body.block || (since && since->empty()))) continue;
    if (before->empty()) {
      refuse(read.at, read.range, Refusal::uninitialised, read.name.empty() ? "this value" : read.name);
    } else {
      read.parameter = *before->begin();
      read.block = in_condition ? builder_.insertion() : ir::BlockId{};
      unset_reads_.push_back(std::move(read));
    }
  }
}

Control::Attempt Control::attempt(Loop& loop, std::set<std::size_t>& varying) {
  Turns turns = begin_turns(loop);
  std::vector<Carried> carried = carried_by(turns.written);
  const Snapshot before = save();
  const Breakable exits = breakables_.back();
  const auto set = [&](Cell* flag, bool to) { assign(*flag, boolean(to)); };
  Trip trip;
  const std::size_t reads = unset_reads_.size();
  const Parameters around = begun_;

  trip.condition_parameters = enter(carried, varying);
  begun_.insert(trip.condition_parameters.begin(), trip.condition_parameters.end());
  const CppType* type = types_.scalar(ir::ElementType::boolean);
  Cell ended = either(loop.breaks ? *exits.left : boolean(false), loop.returns ? *frame_->returned : boolean(false));
  for (const Cell* flag : loop.jumps) ended = either(ended, *flag);
  const Cell go = loop.asks_exits ? choose(ended, type, [&] { return boolean(false); }, loop.condition) : loop.condition();
  const bool writes = std::any_of(carried.begin(), carried.end(), [&, i = std::size_t{0}](const Carried& one) mutable {
    return one.cell->value != trip.condition_parameters[i++];
  });
  if (go.is_leaf() && go.state == Cell::State::ready) builder_.set_results({use(go.value)});
  trip.condition = regions_.close();
  const std::set<std::size_t> turned = changed_targets(before);
  restore(before);
  if (writes) {
    begun_ = around;
    unset_reads_.resize(reads);
    return Attempt::condition_writes;
  }

  trip.body_parameters = enter(carried, varying);
  begun_.insert(trip.body_parameters.begin(), trip.body_parameters.end());
  if (loop.breaks) set(exits.left, false);
  if (loop.returns) set(frame_->returned, false);
  for (Cell* flag : loop.jumps) set(flag, false);
  loop.body();
  set(exits.skipped, false);
  if (!loop.step_is_private)
    unless_gone(loop.step);
  else
    loop.step();
  const bool keeps_offsets = end_trip(turns, before);
  bool good = go.is_leaf() && go.state == Cell::State::ready;
  std::set<std::size_t> found;
  for (std::size_t i = 0; i < carried.size(); ++i) {
    const Cell& cell = *carried[i].cell;
    good = good && cell.is_leaf() && cell.state == Cell::State::ready;
    trip.results.push_back(good ? use(cell.value) : ir::ValueId{});
    if (!good || varying.count(i)) continue;
    if (!builder_.facts().equal(builder_.type(trip.results[i]), carried[i].type)) found.insert(i);
  }
  trip.body = regions_.close();
  begun_ = around;
  settle_reads(trip, carried, reads);
  std::set<std::size_t> lost = changed_targets(before);
  const std::vector<Cell*> turning = lost.empty() || !turned.empty() || !loop.turning.empty() ? std::vector<Cell*>{} : turning_pointers(before, loop);
  lost.insert(turned.begin(), turned.end());
  const std::vector<Referring> referring = newly_set(before);
  restore(before);
  if (!turning.empty() || !keeps_offsets) {
    if (!turning.empty()) loop.turning = turning;
    loop.keeps_offsets = keeps_offsets;
    unset_reads_.resize(reads);
    return Attempt::turns;
  }
  if (turns.escaped || names_otherwise(turns, loop)) refuse(at_, {}, Refusal::object_depends);
  for (const Referring& one : referring) {
    if (one.refused) continue;
    one.cell->alias = one.alias;
    one.cell->target = one.target;
    one.cell->depth = one.depth;
  }
  for (std::size_t i : lost) {
    refuse(at_, {}, Refusal::object_depends);
    poison(cells_[i]);
  }
  if (!good) {
    for (const Carried& one : carried) poison(*one.cell);
    return Attempt::done;
  }
  varying.insert(found.begin(), found.end());
  if (!found.empty()) return Attempt::varies;
  append_while(carried, varying, trip, loop);
  for (const Referring& one : referring)
    if (one.refused) poison(*one.cell);
  if (!turns.pointers.empty()) end_turns(turns, loop);
  return Attempt::done;
}

void Control::append_while(const std::vector<Carried>& carried, const std::set<std::size_t>& varying, Trip& trip,
                            const Loop& loop) {
  std::vector<std::size_t> changed, order;
  for (std::size_t i = 0; i < carried.size(); ++i)
    if (trip.results[i] != trip.body_parameters[i]) changed.push_back(i);
  order = changed;
  for (std::size_t i = 0; i < carried.size(); ++i)
    if (trip.results[i] == trip.body_parameters[i]) order.push_back(i);

  std::vector<ir::ValueId> operands, results;
  for (std::size_t i : order) operands.push_back(use(carried[i].init));
  for (std::size_t i : changed) results.push_back(trip.results[i]);
  for (auto [region, mine] : {std::pair(&trip.condition, &trip.condition_parameters), {&trip.body, &trip.body_parameters}}) {
    std::vector<ir::ValueId> parameters;
    for (std::size_t i : order) parameters.push_back((*mine)[i]);
    parameters.insert(parameters.end(), region->inner.begin(), region->inner.end());
    set_parameters(function_, region->block, parameters);
  }
  function_[trip.body.block].results = results;
  for (ir::ValueId outer : share_captures(function_, {&trip.condition, &trip.body})) operands.push_back(outer);

  ir::Attributes attributes{{"carried", static_cast<std::int64_t>(changed.size())}};
  ir::Integers indices;
  ir::Shape shapes;
  for (std::size_t k = 0; k < changed.size(); ++k) {
    if (!varying.count(changed[k])) continue;
    indices.push_back(static_cast<std::int64_t>(k));
    const ir::Shape shape = fresh_shape(carried[changed[k]].name, carried[changed[k]].type.rank());
    shapes.insert(shapes.end(), shape.begin(), shape.end());
  }
  if (!indices.empty()) {
    attributes.set("shapes", shapes);
    attributes.set("varying", indices);
  }
  if (const auto mark = marks_.find(loop.stmt); mark != marks_.end()) {
    if (mark->second.independent) attributes.set("independent", true);
    if (mark->second.relaxed) attributes.set("relaxed", true);
  }
  const std::vector<ir::ValueId> got =
      at_here().append_all(ir::Kind::While, operands, attributes, {trip.condition.block, trip.body.block});
  report_problems_of_ir();
  if (!got.empty() && !loop.text.empty()) functions_->branches.push_back({function_[function_[got[0]].op].loc, loop.text, true});
  for (std::size_t k = 0; k < changed.size(); ++k) {
    Cell& cell = *carried[changed[k]].cell;
    cell.state = got.empty() ? Cell::State::poison : Cell::State::ready;
    if (got.empty()) continue;
    cell.value = got[k];
    const std::string name = carried[changed[k]].name;
    function_[got[k]].name = name.empty() ? function_[trip.results[changed[k]]].name : name;
  }
}

// What is said in an attempt that is given up is forgotten with it.
Control::Attempt Control::take_in(Loop& loop, std::set<std::size_t>& varying) {
  const ir::Facts facts = builder_.facts();
  const auto reported = reported_;
  const auto refused = refused_;
  const auto labels = labels_;
  const bool failed = failed_;
  const Snapshot before = save();
  std::vector<Said> said;
  std::vector<Said>* const outer = std::exchange(held_, &said);
  const Attempt how = attempt(loop, varying);
  held_ = outer;
  if (how == Attempt::done) {
    for (Said& one : said) {
      if (held_)
        held_->push_back(std::move(one));
      else
        emit(one);
    }
    return how;
  }
  builder_.facts() = facts;
  reported_ = reported;
  refused_ = refused;
  labels_ = labels;
  failed_ = failed;
  restore(before);
  return how;
}

// The condition at the end of each trip, for the next.
Control::Loop Control::rotated(Loop loop) {
  Cell* more = temporary(boolean(true));
  if (loop.test_first) assign(*more, loop.condition());
  Loop turned = loop;
  turned.condition = [more] { return *more; };
  turned.step_is_private = true;
  turned.step = [this, more, loop] {
    assign(*more, boolean(false));
    unless_gone([&] {
      loop.step();
      assign(*more, loop.condition());
    });
  };
  turned.asks_exits = false;
  turned.written.push_back(more);
  turned.test_first = true;
  return turned;
}

void Control::loop(Loop loop) {
  loop.body = [this, body = std::move(loop.body)] {
    body();
    throws_ = false;  // there may be no trip
  };
  breakables_.push_back({frame_, temporary(boolean(false)), temporary(boolean(false))});
  if (loop.breaks) loop.written.push_back(breakables_.back().left);
  if (effects_) loop.written.push_back(effects_);
  find_jumps(loop);
  loop.written.insert(loop.written.end(), loop.jumps.begin(), loop.jumps.end());
  std::set<std::size_t>& varying = varying_[loop.stmt];
  if (!loop.test_first) loop = rotated(std::move(loop));
  Attempt how = take_in(loop, varying);
  if (how == Attempt::condition_writes) {
    loop = rotated(std::move(loop));
    varying.clear();
    how = take_in(loop, varying);
  }
  while (how == Attempt::varies || how == Attempt::turns) {
    if (how == Attempt::turns) varying.clear();
    how = take_in(loop, varying);
  }
  GRADC_CHECK(how == Attempt::done);
  breakables_.pop_back();
}

namespace {

bool declares(const clang::Stmt* init, const clang::ValueDecl* variable) {
  const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(init);
  return declaration && std::find(declaration->decl_begin(), declaration->decl_end(), variable) != declaration->decl_end();
}

// Whether evaluating the step once more than C++ does goes unseen: it counts variables of the loop's own and does nothing
// beside.
bool is_private_step(const clang::ForStmt* stmt) {
  const Written written = written_in({stmt->getInc()});
  const auto counts = [&](const clang::ValueDecl* variable) {
    return declares(stmt->getInit(), variable) && variable->getType()->isIntegerType();
  };
  return !written.object && std::all_of(written.variables.begin(), written.variables.end(), counts) &&
         (!stmt->getInc() || llvm::isa<clang::UnaryOperator, clang::CompoundAssignOperator>(stmt->getInc()->IgnoreParens()));
}

}  // namespace

namespace {

const clang::VarDecl* variable_of(const clang::Expr* expr) {
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  return named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
}

// The variable that the step counts up or down, and the body leaves as it is; null if there is none.
const clang::VarDecl* counter_of(const clang::ForStmt* stmt, bool up) {
  const auto* step = llvm::dyn_cast_or_null<clang::UnaryOperator>(stmt->getInc());
  if (!step || !(up ? step->isIncrementOp() : step->isDecrementOp())) return nullptr;
  const clang::VarDecl* counter = variable_of(step->getSubExpr());
  const bool is_own = counter && declares(stmt->getInit(), counter) && counter->getType()->isIntegerType();
  return is_own && !written_in({stmt->getCond(), stmt->getBody()}).variables.contains(counter) ? counter : nullptr;
}

}  // namespace

// Counted up from what isn't negative, or down as long as it isn't.
const clang::VarDecl* Control::never_negative_counter(const clang::ForStmt* stmt) {
  if (const clang::VarDecl* counter = counter_of(stmt, true)) {
    const Cell first = resolved(*frame_->variables.at(counter));
    const auto extent = first.is_leaf() && first.state == Cell::State::ready ? known_extent(first.value) : std::nullopt;
    return extent && extent->never_negative() ? counter : nullptr;
  }
  const clang::VarDecl* counter = counter_of(stmt, false);
  const auto* test = llvm::dyn_cast_or_null<clang::BinaryOperator>(stmt->getCond());
  if (!counter || !test || variable_of(test->getLHS()) != counter) return nullptr;
  const auto least = integer_of(test->getRHS());
  const bool is_above = test->getOpcode() == clang::BO_GE || test->getOpcode() == clang::BO_GT;
  return is_above && least && *least >= 0 ? counter : nullptr;
}

// The variable is an object of its own in each trip: one that every evaluation of the condition writes anew.
void Control::declare_in_condition(const clang::VarDecl* variable, Loop& loop) {
  if (!variable) return;
  const CppType* type = types_.of(variable->getType());
  Cell* slot = frame_->variables[variable] = temporary(type ? uninitialised(type) : Cell{});
  if (!type || variable->getType()->isReferenceType()) {
    refuse_type(variable->getLocation(), fmt::format("'{}'", variable->getNameAsString()), variable->getType());
    return;
  }
  holders(*slot, loop.written);
  loop.condition = [=, this, condition = loop.condition] {
    assign(*slot, value(variable->getInit()));
    name_values(*slot, variable->getNameAsString());
    return condition();
  };
}

void Control::for_loop(const clang::ForStmt* stmt) {
  if (stmt->getInit()) statement(stmt->getInit());
  Loop parts;
  parts.stmt = stmt;
  parts.condition = [this, stmt] { return stmt->getCond() ? condition_of(stmt->getCond()) : boolean(true); };
  parts.body = [this, stmt, counter = never_negative_counter(stmt)] {
    const std::set<std::string> around = never_negative_;
    if (const auto extent = counter ? known_extent(resolved(*frame_->variables.at(counter)).value) : std::nullopt)
      extent->collect_symbols(never_negative_);
    statement(stmt->getBody());
    never_negative_ = around;
  };
  parts.step = [this, stmt] {
    if (!stmt->getInc()) return;
    const Statement text(*this, stmt->getInc());
    effect(stmt->getInc());
  };
  parts.breaks = may_break(stmt->getBody());
  parts.returns = written_in({stmt->getBody()}).returns;
  parts.step_is_private = is_private_step(stmt) && !(effects_ && acts(source_, callees_, stmt->getInc()));
  parts.written = written_cells({stmt->getConditionVariableDeclStmt(), stmt->getCond(), stmt->getInc(), stmt->getBody()});
  if (stmt->getCond()) parts.text = written_condition(stmt->getCond(), "the loop while ");
  declare_in_condition(stmt->getConditionVariable(), parts);
  loop(std::move(parts));
}

void Control::while_loop(const clang::WhileStmt* stmt) {
  Loop parts;
  parts.stmt = stmt;
  parts.condition = [this, stmt] { return condition_of(stmt->getCond()); };
  parts.body = [this, stmt] { statement(stmt->getBody()); };
  parts.step = [] {};
  parts.breaks = may_break(stmt->getBody());
  parts.returns = written_in({stmt->getBody()}).returns;
  parts.step_is_private = true;
  parts.written = written_cells({stmt->getConditionVariableDeclStmt(), stmt->getCond(), stmt->getBody()});
  parts.text = written_condition(stmt->getCond(), "the loop while ");
  declare_in_condition(stmt->getConditionVariable(), parts);
  loop(std::move(parts));
}

void Control::do_loop(const clang::DoStmt* stmt) {
  Loop parts;
  parts.stmt = stmt;
  parts.condition = [this, stmt] { return condition_of(stmt->getCond()); };
  parts.body = [this, stmt] { statement(stmt->getBody()); };
  parts.step = [] {};
  parts.test_first = false;
  parts.breaks = may_break(stmt->getBody());
  parts.returns = written_in({stmt->getBody()}).returns;
  parts.written = written_cells({stmt->getCond(), stmt->getBody()});
  loop(std::move(parts));
}

// As C++ defines it: by the iterators, which are pointers here.
void Control::range_loop(const clang::CXXForRangeStmt* stmt) {
  for (const clang::Stmt* before : {stmt->getInit(), static_cast<const clang::Stmt*>(stmt->getRangeStmt()),
                                    static_cast<const clang::Stmt*>(stmt->getBeginStmt()),
                                    static_cast<const clang::Stmt*>(stmt->getEndStmt())})
    if (before) statement(before);
  Loop parts;
  parts.stmt = stmt;
  parts.condition = [this, stmt] { return condition_of(stmt->getCond()); };
  parts.body = [this, stmt] {
    statement(stmt->getLoopVarStmt());
    statement(stmt->getBody());
  };
  parts.step = [this, stmt] { effect(stmt->getInc()); };
  parts.text = written_condition(stmt->getRangeInit(), "the loop over ");
  parts.breaks = may_break(stmt->getBody());
  parts.returns = written_in({stmt->getBody()}).returns;
  parts.step_is_private = !(effects_ && acts(source_, callees_, stmt->getInc()));
  parts.written = written_cells({stmt->getCond(), stmt->getInc(), stmt->getLoopVarStmt(), stmt->getBody()});
  loop(std::move(parts));
}

void Control::counted_loop(ir::ValueId trips, const std::function<void(ir::ValueId)>& body,
                            std::vector<Cell*> written) {
  const CppType* i64 = types_.scalar(ir::ElementType::i64);
  Cell* index = temporary(leaf_cell(i64, forward(at_here().constant_integer(ir::ElementType::i64, 0))));
  Loop parts;
  parts.condition = [=, this] {
    return leaf_cell(types_.scalar(ir::ElementType::boolean), append(ir::Kind::Less, {index->value, trips}));
  };
  parts.body = [=] { body(index->value); };
  parts.step = [=, this] {
    const ir::ValueId one = forward(at_here().constant_integer(ir::ElementType::i64, 1));
    assign(*index, leaf_cell(i64, append(ir::Kind::Add, {index->value, one})));
  };
  parts.step_is_private = true;
  parts.written = std::move(written);
  parts.written.push_back(index);
  loop(std::move(parts));
}

void Control::repeat(ir::ValueId count, const std::function<void(ir::ValueId)>& body, const std::vector<Cell*>& written) {
  if (!count.valid()) return;
  constexpr std::int64_t kUnrolled = 4;
  if (const auto known = known_integer(count); known && *known <= kUnrolled) {
    for (std::int64_t i = 0; i < *known; ++i) body(whole(i));
    return;
  }
  std::vector<Cell*> leaves;
  for (Cell* object : written) holders(whole_object(resolved(*object)), leaves);
  counted_loop(count, body, leaves);
}

}  // namespace tool
