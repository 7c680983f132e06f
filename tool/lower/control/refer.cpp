// Which object a pointer, view or reference refers to after a branch: the one of either arm, by the condition. What tells
// a place in the object (indices, conditions) may be known in an arm only; then it is a result of the branch, too.
#include <algorithm>

#include "tool/lower/control/control.h"

namespace tool {

// Whether what tells a place from others is known here.
bool Control::can_be_formed(const Cell* place) {
  bool all = true;
  if (place) each_index(*place, [&](ir::ValueId value) { all = all && regions_.sees(value); });
  return all;
}

void Control::each_index(const Cell& place, const std::function<void(ir::ValueId)>& see) {
  if (!place.projection) return;
  for (const Cell* option : place.projection->options) each_index(resolved(const_cast<Cell&>(*option)), see);
  if (!place.projection->base && place.projection->selector.valid()) see(place.projection->selector);
  if (place.projection->part)
    for (const Part::Begin& begin : place.projection->part->begin) see(begin.value);
  for (const Projection::Step& step : place.projection->steps)
    for (ir::ValueId index : step.indices) see(index);
}

// The values of one arm that are needed to name a place become results.
void Control::take_out(const Cell& place, bool of_then, Joining& joining) {
  each_index(place, [&](ir::ValueId value) {
    if (regions_.sees(value) || joining.outside.count(value)) return;
    const Cell inside = leaf_cell(types_.scalar(builder_.type(value).element), value);
    const Cell none = fresh(inside.type, Cell::State::empty);
    Cell& outside = joining.outside[value] = inside;
    joining.joins.push_back({&outside, of_then ? inside : none, of_then ? none : inside});
  });
}

// The place as it is named after the branch.
Cell* Control::taken_out(Cell* place, const Joining& joining) {
  Cell& at = resolved(*place);
  if (!at.projection) return &at;
  Projection named = *at.projection;
  const auto rename = [&](ir::ValueId& value) {
    if (const auto found = joining.outside.find(value); found != joining.outside.end()) value = found->second.value;
  };
  rename(named.selector);
  for (Cell*& option : named.options) option = taken_out(option, joining);
  if (named.part) {
    Part part = *named.part;
    for (Part::Begin& begin : part.begin) rename(begin.value);
    named.part = std::make_shared<const Part>(std::move(part));
  }
  for (Projection::Step& step : named.steps) {
    std::for_each(step.indices.begin(), step.indices.end(), rename);
    step.container = taken_out(step.container, joining);
  }
  return projected(at.type, std::move(named));
}

std::set<const Cell*> Control::cells_from(std::size_t first) const {
  std::set<const Cell*> found;
  for (std::size_t i = first; i < cells_.size(); ++i) collect_cells(cells_[i], found);
  return found;
}

// `c ? a[i++] : b`: the object of the arm that ran.
Cell* Control::chosen_place(const clang::ConditionalOperator* expr) {
  const Cell condition = condition_of(expr->getCond());
  const CppType* type = types_.of(expr->getType());
  if (!type) return temporary(refuse_type(expr->getExprLoc(), "this value", expr->getType()));
  Cell* chosen = temporary(fresh(type, Cell::State::empty));
  const std::size_t kept = cells_.size();
  const auto take = [&](const clang::Expr* arm) {
    Cell* object = &resolved(*place(arm));
    if (!object->type) return;
    if (is_among(object, cells_from(kept)))
      refuse(arm, Refusal::object_depends);
    else
      chosen->alias = object;
  };
  branch_on(condition, [&] { take(expr->getTrueExpr()); }, [&] { take(expr->getFalseExpr()); });
  return chosen->alias ? &resolved(*chosen) : temporary({});
}

// False where the two are of different types.
bool Control::join_objects(Cell*& slot, Cell* then, Cell* otherwise, Joining& joining) {
  if (!joining.condition) return false;
  if (then && otherwise && !can_be_either(resolved(*then).type, resolved(*otherwise).type)) return false;
  if (then) take_out(resolved(*then), true, joining);
  if (otherwise) take_out(resolved(*otherwise), false, joining);
  slot = then ? then : otherwise;
  joining.after.push_back([this, &slot, &joining, then, otherwise] {
    if (!then || !otherwise)
      slot = taken_out(slot, joining);
    else
      slot = one_of(joining.condition->value, taken_out(then, joining), taken_out(otherwise, joining), true);
  });
  return true;
}

// Whether the offsets of two pointers are left to be joined.
bool Control::join_targets(Cell& now, const Cell& then, const Cell& otherwise, Joining& joining) {
  const Cell poisoned = fresh(then.type, Cell::State::poison);  // copied, so that members stay where they are
  if (is_refused_pointer(then) || is_refused_pointer(otherwise)) {
    now = poisoned;
    return false;
  }
  if (is_left_by_loop(then) || is_left_by_loop(otherwise)) {
    now.target = nullptr;
    now.depth = kLeftByLoop;
    return false;
  }
  if (is_unset(then) && is_unset(otherwise)) return false;
  const bool one = is_unset(then) || is_unset(otherwise);
  now.depth = std::max(then.depth, otherwise.depth);
  now.target = then.target;
  if (!one && then.depth == otherwise.depth && same_object(then.target, otherwise.target)) return true;
  const bool is_null = (!then.target && !is_unset(then)) || (!otherwise.target && !is_unset(otherwise));
  const bool joined = !is_null && (one || then.depth == otherwise.depth) &&
                      join_objects(now.target, then.target, otherwise.target, joining);
  if (joined) return true;
  refuse(at_, {}, Refusal::object_depends);
  now = poisoned;
  return false;
}

}  // namespace tool
