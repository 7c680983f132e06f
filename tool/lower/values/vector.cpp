// std::vector and std::array: their constructors and members, as ops on the sequences or tensors that hold them.
#include <algorithm>

#include "ir/kind.h"
#include "ir/op.h"
#include "tool/lower/values/values.h"

namespace tool {
namespace {

using Form = CppType::Form;

// The arguments without those that have their defaults.
std::vector<const clang::Expr*> given(llvm::ArrayRef<const clang::Expr*> arguments) {
  std::vector<const clang::Expr*> list;
  for (const clang::Expr* argument : arguments)
    if (!llvm::isa<clang::CXXDefaultArgExpr>(argument)) list.push_back(argument);
  return list;
}

bool is_whole_number(const clang::Expr* expr) {
  return expr->getType().getNonReferenceType()->isIntegralOrEnumerationType();
}

}  // namespace

// --- leaf by leaf ---

// A tree of the type with zeros at its leaves, which have further axes in front, or are empty sequences.
Cell Values::blank(const CppType* type, ir::Shape axes, int depth) {
  Cell cell = fresh(type, Cell::State::ready);
  if (type->form == Form::pointer) {
    cell.members[0] = leaf_cell(type->members[0].type, whole(0));  // null
    return cell;
  }
  if (type->is_leaf()) {
    const int rank = static_cast<int>(axes.size()) + type->rank;
    if (depth > 0) return leaf_cell(type, empty_sequence(type->element, rank, depth - 1));
    for (int axis = 0; axis < type->rank; ++axis) {
      const auto at = static_cast<std::size_t>(axis);
      axes.push_back(at < type->extents.size() ? std::max<std::int64_t>(type->extents[at], 0) : 0);
    }
    return leaf_cell(type, forward(at_here().full({type->element, axes, 0}, 0)));
  }
  if (type->packed) axes.push_back(type->count);
  if (type->form == Form::vector) ++depth;
  for (std::size_t i = 0; i < cell.members.size(); ++i) cell.members[i] = blank(type->members[i].type, axes, depth);
  return cell;
}

// An op on each leaf of one tree and its counterpart in another; poison where either is.
Cell Values::leafwise(const CppType* type, const Cell& x, const Cell& y,
                        const std::function<ir::ValueId(ir::ValueId, ir::ValueId)>& op) {
  if (!x.type || !y.type) return fresh(type, Cell::State::poison);
  Cell cell = fresh(type, Cell::State::poison);
  if (type->is_leaf()) {
    if (&x != &y && has_no_value(y)) refuse(at_, {}, Refusal::uninitialised, "a part of the value that is copied here");
    if (x.state != Cell::State::ready || y.state != Cell::State::ready) return cell;
    return leaf_cell(type, op(x.value, y.value));
  }
  for (std::size_t i = 0; i < cell.members.size() && i < x.members.size() && i < y.members.size(); ++i)
    cell.members[i] = leafwise(type->members[i].type, x.members[i], y.members[i], op);
  return cell;
}

// A vector of n copies of an item.
Cell Values::filled_vector(const CppType* type, ir::ValueId n, const Cell& item) {
  Cell cell = fresh(type, Cell::State::poison);
  if (!n.valid()) return cell;
  const std::function<Cell(const Cell&)> filled = [&](const Cell& of) {
    Cell all = of;
    for (Cell& member : all.members) member = filled(member);
    if (!of.is_leaf()) return all;
    const Cell x = with_zeros(of);
    if (x.state != Cell::State::ready) return fresh(of.type, Cell::State::poison);
    all = leaf_cell(of.type, append(ir::Kind::SequenceFill, {n, x.value}));
    if (has_no_value(of)) unwritten_.insert(all.value);
    return all;
  };
  if (item.type) cell.members[0] = filled(item);
  return cell;
}

// A vector with new elements. That they have no value is known where all of the vector is new.
Cell Values::grown(const Cell& vector, const Cell& item, const std::function<ir::ValueId(ir::ValueId, ir::ValueId)>& op) {
  Cell cell = vector;
  if (!vector.type || vector.members.size() != 1) return {};
  cell.members[0] = leafwise(vector.type->item, vector.members[0], with_zeros(item), op);
  const std::function<void(const Cell&, const Cell&, const Cell&)> note = [&](const Cell& now, const Cell& then, const Cell& made) {
    for (std::size_t i = 0; i < now.members.size() && i < then.members.size() && i < made.members.size(); ++i)
      note(now.members[i], then.members[i], made.members[i]);
    if (!now.is_leaf() || now.state != Cell::State::ready || then.state != Cell::State::ready || !has_no_value(made)) return;
    const ir::OpId id = function_[then.value].op;
    if (id.valid() && function_[id].kind == ir::Kind::SequenceEmpty) unwritten_.insert(now.value);
  };
  note(cell.members[0], vector.members[0], item);
  return cell;
}

Cell Values::pushed(const Cell& vector, const Cell& item) {
  Cell cell = vector;
  if (!vector.type || vector.members.size() != 1) return {};
  cell.members[0] = leafwise(vector.type->item, vector.members[0], item, [&](ir::ValueId all, ir::ValueId x) {
    return append(ir::Kind::SequencePush, {all, x});
  });
  return cell;
}

// An array of these items, which are as many as it has.
Cell Values::array_of(const CppType* type, std::vector<Cell> items) {
  Cell cell = fresh(type, Cell::State::poison);
  if (!type->packed) {
    for (std::size_t i = 0; i < cell.members.size() && i < items.size(); ++i) cell.members[i] = std::move(items[i]);
    return cell;
  }
  if (items.empty()) return blank(type, {}, 0);
  cell.members[0] = stacked(type->item, items);
  return cell;
}

Cell Values::stacked(const CppType* type, const std::vector<Cell>& items) {
  Cell cell = fresh(type, Cell::State::poison);
  if (!type->is_leaf()) {
    for (std::size_t i = 0; i < cell.members.size(); ++i) {
      std::vector<Cell> parts;
      for (const Cell& item : items) {
        if (i >= item.members.size()) return fresh(type, Cell::State::poison);
        parts.push_back(item.members[i]);
      }
      cell.members[i] = stacked(type->members[i].type, parts);
    }
    return cell;
  }
  // No item has a value.
  if (!type->is_tensor() && std::all_of(items.begin(), items.end(), [&](const Cell& item) { return has_no_value(item); })) {
    ir::Shape axes{ir::Extent(static_cast<std::int64_t>(items.size()))};
    if (items[0].value.valid()) axes.insert(axes.end(), type_of(items[0]).extents.begin(), type_of(items[0]).extents.end());
    return unwritten(type, axes);
  }
  bool one = true;  // constant everywhere
  const auto number = [&](ir::ValueId x) -> const ir::Attributes* {
    const ir::OpId made = function_[x].op;
    return made.valid() && function_[made].kind == ir::Kind::Constant ? &function_[made].attributes : nullptr;
  };
  for (const Cell& item : items) {
    if (item.state == Cell::State::empty) refuse(at_, {}, Refusal::uninitialised, "an element of this list");
    if (item.state != Cell::State::ready || !item.type || !item.is_leaf()) return cell;
    one = one && number(item.value) && *number(item.value) == *number(items[0].value);
  }
  const auto count = static_cast<std::int64_t>(items.size());
  if (one && items.size() > 1) return leaf_cell(type, broadcast(items[0].value, {ir::Extent(count)}));
  std::vector<ir::ValueId> parts;
  for (const Cell& item : items)
    parts.push_back(append(ir::Kind::ExpandDims, {item.value}, {{"axes", ir::Integers{0}}}));
  if (parts.size() == 1) return leaf_cell(type, parts[0]);
  return leaf_cell(type, append(ir::Kind::Concat, parts, {{"axis", std::int64_t{0}}}));
}

// --- constructors ---

Cell Values::vector_of_list(const clang::Expr* list, const CppType* type) {
  Cell cell = blank(type, {}, 0);
  for (Cell* item : list_items(list)) cell = pushed(cell, read_as(*item, type->item, list));
  return cell;
}

// The value of an expression as that type.
Cell Values::read_all_as(const clang::Expr* expr, const CppType* type) {
  const Outcome source = outcome(expr);
  return read_as(source.place ? *source.place : *temporary(source.value), type, expr);
}

Cell Values::vector_of_range(const clang::Expr* first, const clang::Expr* last, const CppType* type) {
  const auto all = range(first, last);
  if (!all) return fresh(type, Cell::State::poison);
  if (all->all && all->all->type == type) return read(*all->all);
  Cell* made = temporary(blank(type, {}, 0));
  repeat(
      all->count,
      [&](ir::ValueId i) {
        Cell item = load(*pointee(all->first, i, first), first);
        if (item.is_leaf() && type->item->form == Form::scalar) item = converted(item, type->item);
        assign(*made, pushed(*made, item));
      },
      {made});
  return *made;
}

Cell Values::construct_vector(const clang::CXXConstructExpr* expr, const CppType* type) {
  const std::vector<const clang::Expr*> arguments = given({expr->getArgs(), expr->getNumArgs()});
  if (arguments.empty()) return blank(type, {}, 0);
  if (is_initializer_list(arguments[0]->getType())) return vector_of_list(arguments[0], type);
  const CppType* first = types_.of(arguments[0]->getType());
  if (arguments.size() <= 2 && is_whole_number(arguments[0])) {
    const ir::ValueId n = index_value(arguments[0]);
    const Cell item = arguments.size() == 2 ? read_all_as(arguments[1], type->item) : default_made(type->item, expr, true);
    return filled_vector(type, n, item);
  }
  if (arguments.size() == 1 && first == type) return read_all_as(arguments[0], type);
  if (arguments.size() == 2 && first && first->form == Form::pointer) return vector_of_range(arguments[0], arguments[1], type);
  for (const clang::Expr* argument : arguments) effect(argument);
  return refuse(expr, Refusal::unsupported_expression, fmt::format("this constructor of {}", type->name),
                "start with an empty one and push_back each element");
}

// --- members ---

Outcome Values::call_container(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& object) {
  Cell& at = resolved(object);
  const std::string name = method->getNameAsString();
  const bool is_operator = llvm::isa<clang::CXXOperatorCallExpr>(expr);
  const std::vector<const clang::Expr*> all(expr->arg_begin(), expr->arg_end());
  const std::vector<const clang::Expr*> arguments =
      given(llvm::ArrayRef<const clang::Expr*>(all).drop_front(is_operator ? 1 : 0));
  const CppType* result = types_.of(expr->getType());
  const auto sized = [&] { return size_of(at).value_or(ir::ValueId{}); };

  if (name == "operator[]" || name == "at") return {{}, element_at(at, index_value(arguments[0]))};
  if (name == "front") return {{}, element_at(at, whole(0))};
  if (name == "back") {
    const ir::ValueId size = sized();
    return {{}, size.valid() ? element_at(at, whole_arithmetic(ir::Kind::Subtract, size, whole(1))) : temporary({})};
  }
  if (name == "size" && result)
    return {converted(leaf_cell(types_.scalar(ir::ElementType::i64), sized()), result), nullptr};
  if (name == "empty" && result) {
    const ir::ValueId size = sized();
    if (const auto known = known_integer(size))
      return {leaf_cell(result, forward(at_here().constant_integer(ir::ElementType::boolean, *known == 0))), nullptr};
    return {size.valid() ? leaf_cell(result, append(ir::Kind::Equal, {size, whole(0)})) : Cell{}, nullptr};
  }
  if (name == "data" || name == "begin" || name == "cbegin") return {first_of(at), nullptr};
  if (name == "end" || name == "cend") {
    const Cell first = first_of(at);
    return {moved(first, ir::Kind::Add, sized(), expr), nullptr};
  }
  if (name == "swap") {
    swap(at, resolved(*place(arguments[0])), expr);
    return {};
  }
  if (name == "fill") {
    const Cell item = read_all_as(arguments[0], at.type->item);
    write(at, array_of(at.type, std::vector<Cell>(static_cast<std::size_t>(at.type->count), item)));
    return {};
  }
  if (name == "rbegin" || name == "rend" || name == "crbegin" || name == "crend")
    if (auto taken = call_library(expr, method, &at)) return std::move(*taken);
  if (at.type->form == Form::vector) return call_vector(expr, name, at, arguments);
  for (const clang::Expr* argument : arguments) effect(argument);
  return {refuse(expr, Refusal::library_function, method->getQualifiedNameAsString(), "use [], size and fill"), nullptr};
}

// What a new element is made of these arguments; nothing where a constructor of the user's makes it.
// The constructor of a class that takes arguments of those types as they are, which C++ chooses before all others.
const clang::CXXConstructorDecl* Values::constructor_for(const CppType& type, const std::vector<const clang::Expr*>& arguments) {
  for (const clang::CXXConstructorDecl* one : type.record->ctors()) {
    bool takes = one->isUserProvided() && !one->isCopyOrMoveConstructor() && one->getNumParams() == arguments.size();
    for (unsigned i = 0; takes && i < arguments.size(); ++i)
      takes = context().hasSameUnqualifiedType(one->getParamDecl(i)->getType().getNonReferenceType(), arguments[i]->getType());
    if (takes) return one;
  }
  return nullptr;
}

std::optional<Cell> Values::new_item(const clang::Expr* expr, const CppType* type,
                                       const std::vector<const clang::Expr*>& arguments) {
  if (arguments.empty()) return default_item(type, expr);
  const CppType* first = types_.of(arguments[0]->getType());
  const bool one = arguments.size() == 1 && first;
  if (one && (first == type || (first->form == Form::scalar && type->form == Form::scalar)))
    return read_all_as(arguments[0], type);
  if ((type->form == Form::pair || type->form == Form::tuple) && type->members.size() == arguments.size())
    return members_of(arguments, type);
  if (type->form == Form::structure) {
    const clang::CXXConstructorDecl* constructor = constructor_for(*type, arguments);
    if (!constructor) return std::nullopt;
    Cell* object = temporary(uninitialised(type));
    call_body(expr, constructor, object, arguments, object);
    return constructed(*object, expr);
  }
  if (type->form != Form::vector || !is_whole_number(arguments[0]) || arguments.size() > 2) return std::nullopt;
  const ir::ValueId n = index_value(arguments[0]);
  return filled_vector(type, n, one ? default_made(type->item, expr, true) : read_all_as(arguments[1], type->item));
}

void Values::insert_range(const clang::Expr* expr, Cell& vector, const Cell& at, const Range& all) {
  repeat(
      all.count, [&](ir::ValueId i) { insert(expr, vector, moved(at, ir::Kind::Add, i, expr), load(*pointee(all.first, i, expr), expr)); }, {&vector});
}

Outcome Values::call_vector(const clang::CallExpr* expr, const std::string& name, Cell& vector,
                              const std::vector<const clang::Expr*>& arguments) {
  const CppType* type = vector.type;
  const auto* member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr);
  const auto change = [&](const Cell& to) {
    write(vector, to);
    if (member_call) name_values(vector, name_of(member_call->getImplicitObjectArgument()));
  };
  // Arguments first: they may change the vector, or be elements of it.
  if (name == "push_back" || name == "emplace_back")
    if (const auto item = new_item(expr, type->item, arguments)) {
      const auto push = [&](ir::ValueId all, ir::ValueId x) { return append(ir::Kind::SequencePush, {all, x}); };
      change(arguments.empty() ? grown(load(vector, expr), *item, push) : pushed(load(vector, expr), *item));
      if (name == "push_back") return {};
      const auto size = size_of(vector);
      return {{}, size ? element_at(vector, whole_arithmetic(ir::Kind::Subtract, *size, whole(1))) : temporary({})};
    }
  if (name == "pop_back" || name == "clear") {
    Cell now = load(vector, expr);
    if (is_poisoned(now)) return {};
    if (name == "clear") {
      now = blank(type, {}, 0);
    } else {
      now.members[0] = leafwise(type->item, now.members[0], now.members[0], [&](ir::ValueId all, ir::ValueId) {
        return append(ir::Kind::SequencePop, {all});
      });
    }
    change(now);
    return {};
  }
  if (name == "resize") {
    const ir::ValueId n = index_value(arguments[0]);
    const Cell item = arguments.size() > 1 ? read_all_as(arguments[1], type->item) : default_item(type->item, expr);
    Cell now = load(vector, expr);
    if (!n.valid() || is_poisoned(now)) return {};
    change(grown(now, item, [&](ir::ValueId all, ir::ValueId x) { return append(ir::Kind::SequenceResize, {all, n, x}); }));
    return {};
  }
  if (name == "assign" && arguments.size() == 1) {
    change(vector_of_list(arguments[0], type));
    return {};
  }
  if (name == "assign" && arguments.size() == 2 && !is_whole_number(arguments[0])) {
    write(vector, vector_of_range(arguments[0], arguments[1], type));
    return {};
  }
  if (name == "assign") {
    const ir::ValueId n = index_value(arguments[0]);
    change(filled_vector(type, n, read_all_as(arguments[1], type->item)));
    return {};
  }
  if ((name == "insert" && arguments.size() == 2) || name == "erase") {
    const Cell at = value(arguments[0]);
    if (!is_usable(at, arguments[0])) return {};
    take_items_along(vector, expr, Moved::items);
    if (name == "erase")
      erase(expr, vector, at, arguments.size() > 1 ? value(arguments[1]) : moved(at, ir::Kind::Add, whole(1), expr));
    else if (types_.of(arguments[1]->getType()))
      insert(expr, vector, at, read_all_as(arguments[1], type->item));
    else if (Cell* list = temporary(vector_of_list(arguments[1], type)); const auto size = size_of(*list))
      insert_range(expr, vector, at, {first_of(*list), *size, list});
    if (member_call) name_values(vector, name_of(member_call->getImplicitObjectArgument()));
    return {at, nullptr};
  }
  if (name == "insert" && arguments.size() == 3 && !is_whole_number(arguments[1])) {
    const Cell at = value(arguments[0]);
    const auto all = range(arguments[1], arguments[2]);
    const auto size = size_of(vector);
    if (!is_usable(at, arguments[0]) || !all || !size) return {};
    if (equal_values(at.members[0].value, *size, 0) && !same_object(all->first.target, &vector)) {
      repeat(all->count, [&](ir::ValueId i) { write(vector, pushed(read(vector), load(*pointee(all->first, i, expr), expr))); },
             {&vector});
      return {at, nullptr};
    }
    take_items_along(vector, expr, Moved::items);
    insert_range(expr, vector, at, *all);
    return {at, nullptr};
  }
  for (const clang::Expr* argument : arguments) effect(argument);
  if (name == "reserve" || name == "shrink_to_fit") return {};
  const char* hint = "use [], push_back, pop_back, resize, assign and clear";
  if (name == "emplace_back") hint = "write push_back(T(...))";
  if (name == "insert") hint = "insert one element, or a range at end()";
  poison(vector);
  return {refuse(expr, Refusal::library_function, "std::vector::" + name, hint), nullptr};
}

// As the library does it: the elements behind move up, from the last on.
void Values::insert(const clang::Expr* expr, Cell& vector, const Cell& at, const Cell& item) {
  const auto size = size_of(vector);
  if (!size || at.members.empty()) return;
  write(vector, pushed(load(vector, expr), item));
  if (equal_values(at.members[0].value, *size, 0)) return;
  const auto place_of = [&](ir::ValueId i) { return element_at(vector, i); };
  repeat(
      whole_arithmetic(ir::Kind::Subtract, *size, at.members[0].value),
      [&](ir::ValueId i) {
        const ir::ValueId last = whole_arithmetic(ir::Kind::Subtract, *size, i);
        write(*place_of(last), read(*place_of(whole_arithmetic(ir::Kind::Subtract, last, whole(1)))));
      },
      {&vector});
  write(*place_of(at.members[0].value), item);
}

void Values::erase(const clang::Expr* expr, Cell& vector, const Cell& first, const Cell& last) {
  const auto size = size_of(vector);
  if (!size || !is_usable(last, expr) || last.members.empty()) return;
  const ir::ValueId from = first.members[0].value, end = last.members[0].value;
  const ir::ValueId dropped = whole_arithmetic(ir::Kind::Subtract, end, from);
  repeat(
      whole_arithmetic(ir::Kind::Subtract, *size, end),
      [&](ir::ValueId i) {
        write(*element_at(vector, whole_arithmetic(ir::Kind::Add, from, i)),
              read(*element_at(vector, whole_arithmetic(ir::Kind::Add, end, i))));
      },
      {&vector});
  repeat(
      dropped,
      [&](ir::ValueId) {
        Cell now = load(vector, expr);
        now.members[0] = leafwise(vector.type->item, now.members[0], now.members[0], [&](ir::ValueId all, ir::ValueId) {
          return append(ir::Kind::SequencePop, {all});
        });
        write(vector, now);
      },
      {&vector});
}

void Values::swap(Cell& left, Cell& right, const clang::Expr* expr) {
  take_items_along(left, expr);
  take_items_along(right, expr);
  const Cell before = load(left, expr);
  store(left, load(right, expr), nullptr);
  store(right, before, nullptr);
}

// The items of a std::initializer_list, with or without a name.
std::vector<Cell*> Values::list_items(const clang::Expr* list) {
  std::vector<Cell*> found;
  for (const clang::Expr* item : items(list)) found.push_back(object_given(item));
  if (!found.empty()) return found;
  Cell* array = object_given(list);
  const CppType* type = resolved(*array).type;
  for (std::int64_t i = 0; type && i < type->count; ++i) found.push_back(element_at(*array, whole(i)));
  return found;
}

}  // namespace tool
