// A container that is moved or swapped takes its items along, and what refers to them with them: in another object than here.
// So do the containers that are the items of one whose order changes. What refers to an item and is named afterwards is refused.
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include "tool/lower/values/values.h"
#include "tool/source/walk.h"

namespace tool {
namespace {

using Form = CppType::Form;
using Moved = Values::Moved;

// Whether a variable is named after a place: further on, or in a loop around the place that the variable outlives.
class NamedAfter : public Walk {
 public:
  NamedAfter(const clang::SourceManager& sources, const clang::ValueDecl* variable, clang::SourceLocation place)
      : sources_(sources), variable_(variable), place_(place) {}

  bool in(const clang::Stmt* body) { return !through(body); }

 private:
  bool lies_in(clang::SourceLocation at, const clang::Stmt* stmt) const {
    return !sources_.isBeforeInTranslationUnit(at, stmt->getBeginLoc()) && !sources_.isBeforeInTranslationUnit(stmt->getEndLoc(), at);
  }
  bool is_loop_between(const clang::Stmt* stmt) const {
    return llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(stmt) && lies_in(place_, stmt) &&
           !lies_in(variable_->getLocation(), stmt);
  }
  bool enters(clang::Stmt* stmt) override {
    loops_ += is_loop_between(stmt);
    return true;
  }
  void leaves(clang::Stmt* stmt) override { loops_ -= is_loop_between(stmt); }
  bool sees(clang::Stmt* stmt) override {
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    return !named || named->getDecl() != variable_ || (loops_ == 0 && !sources_.isBeforeInTranslationUnit(place_, named->getLocation()));
  }

  const clang::SourceManager& sources_;
  const clang::ValueDecl* variable_;
  clang::SourceLocation place_;
  int loops_ = 0;
};

// Whether what a type holds lies in memory that goes with it.
bool owns_memory(const CppType& type) {
  if (type.form == Form::eigen) return !type.has_static_size();
  return type.form == Form::vector || type.form == Form::tensor || (type.record && type.form == Form::structure && is_of_container(*type.record));
}

bool holds_memory(const CppType& type) {
  if (owns_memory(type)) return true;
  if (type.form == Form::pointer) return false;
  return (type.item && holds_memory(*type.item)) ||
         std::any_of(type.members.begin(), type.members.end(), [](const CppType::Member& member) { return holds_memory(*member.type); });
}

// Whether a cell refers to what lies in memory of an object, or of the items of one.
class Referring {
 public:
  Referring(const Cell& object, Moved moved, const std::set<const Cell*>& alive)
      : object_(object), alive_(alive), moved_(moved) {
    if (object.projection) first_ = object.projection->steps.size();
    if (moved == Moved::items && object.type->is_plural()) ++first_;
    collect_cells(object, own_);
    if (!object.projection) return;
    if (object.projection->base) collect_cells(*object.projection->base, own_);
    for (const Cell* option : object.projection->options) collect_cells(resolved(*option), own_);
  }

  bool to_items(const Cell& cell) {
    if (!alive_.contains(&cell)) return false;
    if (cell.alias) return to_items(*cell.alias);
    if (own_.contains(&cell) || !seen_.insert(&cell).second) return false;
    if (cell.projection) return is_item(*cell.projection);
    if (cell.type && cell.type->form == Form::pointer && cell.target && alive_.contains(cell.target)) {
      const Cell& target = resolved(*cell.target);
      const bool owned = target.type && owns_memory(*target.type) && (cell.depth > 0 || target.type->record);
      if (target.projection ? is_item(*target.projection) || (owned && is_of_object(*target.projection) && target.projection->steps.size() >= first_)
                            : owned && own_.contains(&target) && (moved_ == Moved::object || &target != &object_))
        return true;
    }
    return std::any_of(cell.members.begin(), cell.members.end(), [&](const Cell& member) { return to_items(member); });
  }

 private:
  bool is_of_object(const Projection& place) const {
    if (place.base) return own_.contains(place.base);
    return std::any_of(place.options.begin(), place.options.end(), [&](const Cell* option) { return own_.contains(&resolved(*option)); });
  }
  bool is_item(const Projection& place) {
    const auto owned = [](const Projection::Step& step) {
      return step.sequence || (step.container && step.container->type && owns_memory(*step.container->type));
    };
    const auto first = static_cast<std::ptrdiff_t>(place.base ? std::min(first_, place.steps.size()) : 0);
    if (is_of_object(place) && std::any_of(place.steps.begin() + first, place.steps.end(), owned)) return true;
    return std::any_of(place.options.begin(), place.options.end(), [&](const Cell* option) { return to_items(*option); });
  }

  const Cell& object_;
  const std::set<const Cell*>& alive_;
  Moved moved_;
  std::size_t first_ = 0;  // of the steps to a place, those before are no step into memory that moves
  std::set<const Cell*> own_, seen_;
};

}  // namespace

// Names of other attempts may still be known, but not what they named.
std::set<const Cell*> Values::alive_cells() const {
  std::set<const Cell*> alive(place_set_.begin(), place_set_.end());
  for (const Cell& cell : cells_) collect_cells(cell, alive);
  return alive;
}

void Values::take_items_along(Cell& object, const clang::Expr* expr, Moved moved) {
  const Cell& at = resolved(object);
  if (!at.type || !holds_memory(*at.type)) return;
  const std::set<const Cell*> alive = alive_cells();
  clang::SourceLocation place = expr->getExprLoc();
  for (const Frame* frame = frame_; frame; place = frame->called_at, frame = frame->caller) {
    const clang::Stmt* body = frame->function->getBody();
    for (const auto& [variable, cell] : frame->variables) {
      if (!cell || !Referring(at, moved, alive).to_items(*cell)) continue;
      if (!NamedAfter(context().getSourceManager(), variable, place).in(body)) continue;
      refuse(expr, Refusal::unsupported_expression, fmt::format("moving or swapping a container of which '{}' refers to an item", variable->getNameAsString()),
             "name the item by the container again");
      return;
    }
  }
}

bool Values::is_reached(const Cell& object, const Cell* from, const std::set<const Cell*>& but, const std::set<const Cell*>& alive) {
  std::set<const Cell*> own, seen;
  collect_cells(object, own);
  const std::function<bool(const Cell*)> reaches = [&](const Cell* cell) {
    if (!cell || !alive.contains(cell) || but.contains(cell) || !seen.insert(cell).second) return false;
    if (own.contains(cell) || reaches(cell->alias) || reaches(cell->target)) return true;
    if (cell->projection) {
      const Projection& place = *cell->projection;
      if (place.base && own.contains(place.base)) return true;
      if (std::any_of(place.options.begin(), place.options.end(), reaches)) return true;
    }
    return std::any_of(cell->members.begin(), cell->members.end(), [&](const Cell& member) { return reaches(&member); });
  };
  return reaches(from);
}

bool Values::is_reached_after(const Cell& object, clang::SourceLocation place, const std::set<const Cell*>& but) const {
  const std::set<const Cell*> alive = alive_cells();
  for (const Frame* frame = frame_; frame; place = frame->called_at, frame = frame->caller) {
    if (is_reached(object, frame->object, but, alive)) return true;
    for (const auto& [variable, cell] : frame->variables) {
      if (!is_reached(object, cell, but, alive)) continue;
      const bool is_given = !frame->caller && llvm::isa<clang::ParmVarDecl>(variable);
      if (is_given || NamedAfter(context().getSourceManager(), variable, place).in(frame->function->getBody())) return true;
    }
  }
  return false;
}

bool Values::is_reached_in(const Cell& object, const clang::Stmt* stmt, const std::set<const Cell*>& but) const {
  const std::set<const Cell*> alive = alive_cells();
  if (is_reached(object, frame_->object, but, alive)) return true;
  return std::any_of(frame_->variables.begin(), frame_->variables.end(), [&](const auto& one) {
    return is_reached(object, one.second, but, alive) && NamedAfter(context().getSourceManager(), one.first, stmt->getBeginLoc()).in(stmt);
  });
}

}  // namespace tool
