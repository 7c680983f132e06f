// Pointers that take turns in a loop: `std::swap(now, next)` after each step. In the loop each of them points to an object of its
// own, which has the values of what the pointer points to; where pointers change places, the values do instead. After the
// loop the values go back to the objects that they are of.
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "ir/kind.h"
#include "tool/lower/control/control.h"

namespace tool {

using Form = CppType::Form;

// The pointers that a trip left pointing to another object, where they may have changed places among each other; none where
// one points to what none of them pointed to before, or the loop is none of which the text is at hand.
std::vector<Cell*> Control::turning_pointers(const Snapshot& before, const Loop& loop) {
  if (!loop.stmt || !llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(loop.stmt)) return {};
  std::vector<Cell*> pointers;
  std::set<const Cell*> objects;
  bool good = true;
  const std::function<void(Cell&, const Cell&)> compare = [&](Cell& now, const Cell& then) {
    const bool is_pointer = now.type && now.type->form == Form::pointer && now.depth != kGivenBack && !is_unset(then);
    if (now.alias != then.alias && !is_unset(then)) good = false;
    if (is_pointer && (now.depth != then.depth || !same_object(now.target, then.target))) {
      good = good && now.depth == then.depth && now.target && then.target && !resolved(*then.target).projection &&
             objects.insert(&resolved(*then.target)).second;
      pointers.push_back(&now);
    }
    for (std::size_t i = 0; i < now.members.size() && i < then.members.size(); ++i) compare(now.members[i], then.members[i]);
  };
  for (std::size_t i = 0; i < before.size(); ++i) compare(cells_[i], before[i]);
  const std::function<bool(const Cell*)> is_one = [&](const Cell* target) {
    const Cell& at = resolved(*target);
    if (!at.projection) return objects.contains(&at);
    const Projection& place = *at.projection;
    return !place.base && place.steps.empty() && !place.part && std::all_of(place.options.begin(), place.options.end(), is_one);
  };
  good = good && std::all_of(pointers.begin(), pointers.end(), [&](const Cell* one) { return is_one(one->target); });
  return good ? pointers : std::vector<Cell*>{};
}

// Gives each pointer an object of its own.
Control::Turns Control::begin_turns(const Loop& loop) {
  Turns turns{loop.turning, {}, {}, {}, loop.written, {}, false};
  if (turns.pointers.empty()) return turns;
  const auto drop = [&](Cell& leaf) { std::erase(turns.written, &leaf); };
  for (Cell* pointer : turns.pointers) {
    Cell& object = resolved(*pointer->target);
    Cell* role = temporary(read(object));
    turns.objects.push_back(&object);
    turns.roles.push_back(role);
    turns.numbers.push_back(temporary(leaf_cell(types_.scalar(ir::ElementType::i64), whole(std::ssize(turns.objects) - 1))));
    turns.written.push_back(turns.numbers.back());
    each_leaf(*role, [&](Cell& leaf) { turns.written.push_back(&leaf); });
    pointer->target = role;
  }
  for (Cell* object : turns.objects) each_leaf(*object, drop);
  // Offsets that are one number stay it.
  const auto offset = known_integer(turns.pointers[0]->members[0].value);
  const auto is_same = [&](const Cell* one) { return offset && known_integer(one->members[0].value) == offset; };
  if (loop.keeps_offsets && std::all_of(turns.pointers.begin(), turns.pointers.end(), is_same)) {
    turns.offset = offset;
    for (Cell* pointer : turns.pointers) drop(pointer->members[0]);
  }
  return turns;
}

// Whether each target is another role, whatever conditions chose it.
bool Control::is_permutation(std::vector<Cell*> targets, const std::vector<Cell*>& roles, int depth) const {
  for (const Cell* target : targets) {
    if (!target->projection) continue;
    const ir::ValueId selector = target->projection->selector;
    if (depth == 0 || builder_.type(selector).element != ir::ElementType::boolean) return false;
    for (std::size_t arm : {0U, 1U}) {
      std::vector<Cell*> chosen = targets;
      for (Cell*& one : chosen)
        if (one->projection && one->projection->selector == selector) one = &resolved(*one->projection->options[arm]);
      if (!is_permutation(std::move(chosen), roles, depth - 1)) return false;
    }
    return true;
  }
  const std::set<const Cell*> distinct(targets.begin(), targets.end());
  return distinct == std::set<const Cell*>(roles.begin(), roles.end());
}

// At the end of a trip: the values change places, and the pointers point to their own objects again. False where an offset is
// another number than before.
bool Control::end_trip(Turns& turns, const Snapshot& before) {
  if (turns.pointers.empty()) return true;
  // Another pointer to one of them would not follow its values; one that each trip sets first is not asked after it.
  const std::set<const Cell*> pointers(turns.pointers.begin(), turns.pointers.end()), alive = alive_cells();
  for (const Cell* role : turns.roles)
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (&cells_[i] == role || !is_reached(*role, &cells_[i], pointers, alive)) continue;
      turns.escaped |= !is_unset(before[i]) || is_left_by_loop(before[i]) || !cells_[i].target;
      cells_[i].target = before[i].target;
      cells_[i].depth = before[i].depth;
    }
  constexpr int kConditions = 6;
  std::vector<Cell*> targets;
  for (Cell* pointer : turns.pointers) {
    if (!pointer->target) return true;
    targets.push_back(&resolved(*pointer->target));
  }
  if (!is_permutation(targets, turns.roles, kConditions)) return true;
  const std::function<Cell*(Cell*)> number_of = [&](Cell* target) {
    const auto role = std::find(turns.roles.begin(), turns.roles.end(), target);
    if (role != turns.roles.end()) return turns.numbers[static_cast<std::size_t>(role - turns.roles.begin())];
    const Projection& place = *target->projection;
    return one_of(place.selector, number_of(&resolved(*place.options[0])), number_of(&resolved(*place.options[1])), true);
  };
  std::vector<Cell> values, numbers;
  for (Cell* target : targets) {
    values.push_back(read(*target));
    numbers.push_back(read(*number_of(target)));
  }
  bool keeps = true;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    write(*turns.roles[i], values[i]);
    write(*turns.numbers[i], numbers[i]);
    turns.pointers[i]->target = turns.roles[i];
    keeps = keeps && (!turns.offset || known_integer(turns.pointers[i]->members[0].value) == turns.offset);
  }
  return keeps;
}

// Whether the loop names one of the objects otherwise than by the pointers, so that it would see another one.
bool Control::names_otherwise(const Turns& turns, const Loop& loop) const {
  return std::any_of(turns.objects.begin(), turns.objects.end(), [&](const Cell* object) {
    return is_reached_in(*object, loop.stmt, {turns.pointers.begin(), turns.pointers.end()});
  });
}

void Control::end_turns(const Turns& turns, const Loop& loop) {
  const std::size_t count = turns.objects.size();
  const auto is = [&](std::size_t role, std::size_t object) {
    return append(ir::Kind::Equal, {turns.numbers[role]->value, whole(static_cast<std::int64_t>(object))});
  };
  std::vector<Cell*> contents, targets;  // of each object, of each pointer
  const ir::ValueId swapped = is(0, 1);
  for (std::size_t i = 0; i < count; ++i) {
    contents.push_back(turns.roles[i]);
    targets.push_back(turns.objects[i]);
    for (std::size_t k = 0; k < count; ++k) {
      if (k == i) continue;
      contents.back() = one_of(count == 2 ? swapped : is(k, i), turns.roles[k], contents.back(), true);
      targets.back() = one_of(count == 2 ? swapped : is(i, k), turns.objects[k], targets.back(), true);
    }
  }
  for (std::size_t i = 0; i < count; ++i) write(*turns.objects[i], read(*contents[i]));
  // Objects that have no other name from here on needn't be told apart; what an arm or a trip makes is gone after it.
  const bool are_theirs = regions_.at_top() && std::none_of(turns.objects.begin(), turns.objects.end(), [&](const Cell* object) {
    return is_reached_after(*object, loop.stmt->getEndLoc(), {turns.pointers.begin(), turns.pointers.end()});
  });
  for (std::size_t i = 0; i < count && !are_theirs; ++i) turns.pointers[i]->target = targets[i];
}

}  // namespace tool
