// Pointers and iterators: an object pointed into, known when code is generated, and an offset known at run time. The
// offset counts elements in row-major order, so that a pointer into a matrix may walk from row to row.
#include <algorithm>
#include <functional>
#include <tuple>

#include "ir/kind.h"
#include "ir/op.h"
#include "tool/lower/members.h"
#include "tool/lower/values/values.h"

namespace tool {
namespace {

using Form = CppType::Form;

constexpr const char* kOneObject = "point into an array, a tensor or a std::vector, or use the variable itself";

// Whether a place is what its last step took, and no member of that.
bool is_item(const Cell& at) {
  if (!at.projection || !at.projection->base || at.projection->steps.empty()) return false;
  const Cell* container = at.projection->steps.back().container;
  if (container->type->is_tensor()) return at.type->form == Form::scalar;
  return container->type->item == at.type;
}

// The structure that has the object as a member; null where none has.
Cell* owner_of(Cell& among, const Cell* member) {
  if (among.projection || among.members.empty()) return nullptr;
  const std::less<const Cell*> before;
  if (!before(member, among.members.data()) && before(member, among.members.data() + among.members.size()))
    return among.type && among.type->form == Form::structure ? &among : nullptr;
  for (Cell& inner : among.members)
    if (Cell* owner = owner_of(inner, member)) return owner;
  return nullptr;
}

}  // namespace

// The first and the last of the members of one number type that lie one behind the other, with that one among them.
std::pair<std::size_t, std::size_t> Values::members_in_a_row(const CppType& owner, std::size_t index) const {
  const CppType* type = owner.members[index].type;
  const std::vector<NamedMember> named = type->form == Form::scalar && owner.record ? named_members(context(), *owner.record).first : std::vector<NamedMember>();
  const std::size_t bases = owner.members.size() - named.size();
  const auto follows = [&](std::size_t i) {
    const CppType::Member &one = owner.members[i - 1], &next = owner.members[i];
    return i > bases && one.type == type && next.type == type && !one.reference && !next.reference &&
           named[i - bases].offset - named[i - 1 - bases].offset == context().getTypeSize(named[i - bases].type);
  };
  std::size_t first = index, last = index;
  while (first > bases && follows(first)) --first;
  while (index >= bases && last + 1 < owner.members.size() && follows(last + 1)) ++last;
  return {first, last};
}

// `(&x)[i]` where x is a member that stands beside others of its type: one of those. Null where it isn't.
Cell* Values::member_beside(Cell& object, ir::ValueId distance) {
  Cell& at = resolved(object);
  Cell* member = at.projection ? at.projection->base : &at;
  Cell* owner = nullptr;
  for (auto cell = cells_.begin(); member && !owner && cell != cells_.end(); ++cell) owner = owner_of(*cell, member);
  if (!owner) return nullptr;
  const auto index = static_cast<std::size_t>(member - owner->members.data());
  const auto [first, last] = members_in_a_row(*owner->type, index);
  if (first == last) return nullptr;
  const auto take = [&](std::size_t i) {
    if (!at.projection) return &resolved(owner->members[i]);
    Projection part = *at.projection;
    part.base = &owner->members[i];
    return projected(at.type, std::move(part));
  };
  if (const auto known = known_integer(distance)) {
    const std::int64_t to = static_cast<std::int64_t>(index) + *known;
    const bool is_beside = to >= static_cast<std::int64_t>(first) && to <= static_cast<std::int64_t>(last);
    return is_beside ? take(static_cast<std::size_t>(to)) : nullptr;
  }
  Projection one_of{nullptr, {}, {}, whole_arithmetic(ir::Kind::Add, distance, whole(static_cast<std::int64_t>(index - first))), false};
  for (std::size_t i = first; i <= last; ++i) one_of.options.push_back(take(i));
  return projected(at.type, std::move(one_of));
}

Cell Values::pointer_cell(Cell* target, int depth, ir::ValueId offset, const CppType* item) {
  Cell cell = fresh(types_.pointer_to(item), Cell::State::ready);
  cell.members[0] = leaf_cell(types_.scalar(ir::ElementType::i64), offset);
  cell.target = target;
  cell.depth = depth;
  return cell;
}

Cell Values::null_pointer(const clang::Expr* expr) {
  const CppType* to = types_.of(expr->getType());
  if (!to) return refuse_type(expr->getExprLoc(), "this pointer", expr->getType());
  return null_of(to);
}

Cell Values::null_of(const CppType* pointer) {
  Cell null = fresh(pointer, Cell::State::ready);
  null.members[0].value = whole(0);
  return null;
}

Cell Values::address_of(Cell& object) {
  Cell& at = resolved(object);
  if (!at.type || at.type->function) return at;
  if (!is_item(at)) return pointer_cell(&at, 0, whole(0), at.type);
  const Projection::Step& step = at.projection->steps.back();
  Cell* container = step.container;
  if (container->type->is_tensor()) {
    if (step.indices.empty()) return pointer_cell(&at, 0, whole(0), at.type);
    const auto extents = axes_of(*container, container->type->rank);
    if (!extents) return {};
    ir::ValueId offset = step.indices[0];
    for (std::size_t axis = 1; axis < extents->size(); ++axis)
      offset = whole_arithmetic(ir::Kind::Add, whole_arithmetic(ir::Kind::Multiply, offset, (*extents)[axis]),
                                step.indices[axis]);
    return pointer_cell(container, container->type->rank, offset, at.type);
  }
  // Arrays of arrays lie one behind the other: the outermost is what is pointed into.
  ir::ValueId offset = step.indices[0];
  int depth = 1;
  for (std::int64_t inside = container->type->count; container->type->packed && is_item(*container);) {
    const Projection::Step& outer = container->projection->steps.back();
    if (outer.container->type->form != Form::array) break;
    offset = whole_arithmetic(ir::Kind::Add, whole_arithmetic(ir::Kind::Multiply, outer.indices[0], whole(inside)), offset);
    container = outer.container;
    inside *= container->type->count;
    ++depth;
  }
  return pointer_cell(container, depth, offset, at.type);
}

// A pointer to the first element of an array, tensor or vector.
Cell Values::first_of(Cell& container) {
  Cell& at = resolved(container);
  if (!at.type) return {};
  if (at.type->is_tensor()) {
    const CppType* element = types_.scalar(at.type->element);
    return pointer_cell(at.type->rank == 0 ? tensor_element(at, {}) : &at, at.type->rank, whole(0), element);
  }
  if (at.type->form != Form::array && at.type->form != Form::vector) return {};
  if (at.type->packed && is_item(at) && at.projection->steps.back().container->type->form == Form::array) {
    Cell row = address_of(at);
    if (row.members.empty()) return {};
    return pointer_cell(row.target, row.depth + 1,
                        whole_arithmetic(ir::Kind::Multiply, row.members[0].value, whole(at.type->count)), at.type->item);
  }
  return pointer_cell(&at, 1, whole(0), at.type->item);
}

bool Values::is_usable(const Cell& pointer, const clang::Expr* expr) {
  if (!pointer.type || pointer.type->form != Form::pointer) return false;
  if (is_left_by_loop(pointer)) {
    refuse(expr, Refusal::object_depends);
    return false;
  }
  if (is_unset(pointer) && pointer.members[0].state != Cell::State::poison) {
    const std::string name = name_of(expr);
    refuse(expr, Refusal::uninitialised, name.empty() ? "this pointer" : name);
  }
  return pointer.members[0].state == Cell::State::ready;
}

Cell Values::refuse_single(const Cell& pointer, const clang::Expr* expr) {
  if (const auto parameter = single_.find(pointer.target); parameter != single_.end()) indexed_.insert(parameter->second);
  return refuse(expr, Refusal::pointer, fmt::format("it points to a single object; {}", kOneObject));
}

Cell* Values::pointee(const Cell& pointer, ir::ValueId distance, const clang::Expr* expr) {
  if (!is_usable(pointer, expr) || !distance.valid()) return temporary({});
  if (!pointer.target) return temporary(refuse(expr, Refusal::pointer, "it is null"));
  if (pointer.depth == 0) {  // no such pointer was ever moved, so that its offset is 0 where a loop carries it, too
    if (known_integer(distance) == 0) return pointer.target;
    if (Cell* member = member_beside(*pointer.target, distance)) return member;
    return temporary(refuse_single(pointer, expr));
  }
  const ir::ValueId offset = whole_arithmetic(ir::Kind::Add, pointer.members[0].value, distance);
  Cell* at = pointer.target;
  if (at->type->form != Form::array || pointer.depth == 1) return element_at(*at, offset);
  const auto extents = axes_of(*at, pointer.depth);
  if (!extents) return temporary({});
  for (ir::ValueId index : unflattened(offset, *extents)) at = element_at(*at, index);
  return at;
}

// What `expr`, a pointer or `this`, points to.
Cell* Values::pointee(const clang::Expr* expr) {
  if (llvm::isa<clang::CXXThisExpr>(expr->IgnoreParenImpCasts())) {
    const Outcome object = outcome(expr);
    std::vector<const clang::CastExpr*> casts;
    while (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr->IgnoreParens())) {
      if (!cast->path_empty()) casts.push_back(cast);
      expr = cast->getSubExpr();
    }
    Cell* at = object.place ? object.place : temporary({});
    for (auto cast = casts.rbegin(); cast != casts.rend(); ++cast) at = converted_class(*at, *cast);
    return at;
  }
  const Cell pointer = value(expr);
  return pointee(pointer, whole(0), expr);
}

Cell Values::moved(const Cell& pointer, ir::Kind way, ir::ValueId distance, const clang::Expr* expr) {
  if (!is_usable(pointer, expr) || !distance.valid()) return {};
  if (!pointer.target) return refuse(expr, Refusal::pointer, "it is null");
  if (const auto known = known_integer(distance); pointer.depth == 0 && known != 0) {
    if (Cell* member = known ? member_beside(*pointer.target, whole(way == ir::Kind::Add ? *known : -*known)) : nullptr)
      return pointer_cell(member, 0, whole(0), pointer.type->item);
    return refuse_single(pointer, expr);
  }
  return pointer_cell(pointer.target, pointer.depth, whole_arithmetic(way, pointer.members[0].value, distance),
                      pointer.type->item);
}

// Whether two places are known to be one object, now and later.
bool Values::same_object(const Cell* a, const Cell* b) const {
  if (a == b) return true;
  if (!a || !b || !a->projection || !b->projection || a->type != b->type) return false;
  const Projection &x = *a->projection, &y = *b->projection;
  if (x.part || y.part || x.base != y.base || x.steps.size() != y.steps.size()) return false;
  const auto is_same = [&](ir::ValueId i, ir::ValueId j) { return equal_values(i, j, 0); };
  const auto is_same_option = [&](const Cell* one, const Cell* other) { return same_object(&resolved(*one), &resolved(*other)); };
  if (!x.base && (!is_same(x.selector, y.selector) || !std::equal(x.options.begin(), x.options.end(), y.options.begin(), y.options.end(), is_same_option)))
    return false;
  for (std::size_t i = 0; i < x.steps.size(); ++i)
    if (!std::equal(x.steps[i].indices.begin(), x.steps[i].indices.end(), y.steps[i].indices.begin(), y.steps[i].indices.end(), is_same)) return false;
  return true;
}

// Whether two places are known to be two objects: what the caller passes may be one and the same.
bool Values::are_apart(const Cell* a, const Cell* b) const {
  if (same_object(a, b) || a->projection || b->projection || a->type != b->type) return false;
  const Frame* outermost = frame_;
  while (outermost->caller) outermost = outermost->caller;
  std::set<const Cell*> given;
  for (const clang::ParmVarDecl* parameter : outermost->function->parameters())
    if (const auto found = outermost->variables.find(parameter); found != outermost->variables.end()) collect_cells(resolved(*found->second), given);
  return !given.contains(a) || !given.contains(b);
}

Cell Values::distance_or_order(const Cell& left, const Cell& right, clang::BinaryOperatorKind op,
                                 const clang::Expr* expr) {
  const CppType* type = types_.of(expr->getType());
  if (!is_usable(left, expr) || !is_usable(right, expr) || !type) return {};
  const bool equality = op == clang::BO_EQ || op == clang::BO_NE;
  if (equality && (!left.target || !right.target)) {
    const bool equal = !left.target && !right.target;
    return leaf_cell(type, forward(at_here().constant_integer(ir::ElementType::boolean, equal == (op == clang::BO_EQ))));
  }
  if (equality && are_apart(left.target, right.target))
    return leaf_cell(type, forward(at_here().constant_integer(ir::ElementType::boolean, op == clang::BO_NE)));
  if (!same_object(left.target, right.target) || left.depth != right.depth)
    return refuse(expr, Refusal::pointer, "the two point to different objects; compare indices into one of them");
  const Cell &from = left.members[0], &to = right.members[0];
  if (op != clang::BO_Sub) return arithmetic(expr, op, from, to, type);
  return converted(leaf_cell(from.type, whole_arithmetic(ir::Kind::Subtract, from.value, to.value)), type);
}

// --- the operators of pointers, built in or of an iterator ---

Cell Values::pointer_binary(const clang::Expr* expr, clang::BinaryOperatorKind op, const clang::Expr* left,
                              const clang::Expr* right) {
  const auto is_pointer = [&](const clang::Expr* operand) {
    const CppType* type = types_.of(operand->getType());
    return operand->getType()->isNullPtrType() || operand->getType()->isPointerType() ||
           (type && type->form == Form::pointer);
  };
  Cell x = value(left), y = value(right);
  for (auto [one, other, expression] : {std::tuple(&x, &y, left), std::tuple(&y, &x, right)})
    if (expression->getType()->isNullPtrType() && other->type) *one = null_of(other->type);
  if (is_pointer(left) && is_pointer(right)) return distance_or_order(x, y, op, expr);
  const bool first = is_pointer(left);
  return moved(first ? x : y, op == clang::BO_Sub ? ir::Kind::Subtract : ir::Kind::Add, as_index(first ? y : x), expr);
}

// ++p, p -= k: the pointer as it was before goes to `old`.
Cell* Values::advance(const clang::Expr* expr, const clang::Expr* pointer, ir::Kind way, ir::ValueId distance, Cell* old) {
  Cell* at = place(pointer);
  const Cell before = load(*at, pointer);
  if (old) *old = before;
  write(resolved(*at), moved(before, way, distance, expr));
  return at;
}

Outcome Values::iterator_operator(const clang::CXXOperatorCallExpr* expr) {
  const clang::Expr* first = expr->getArg(0);
  const clang::Expr* second = expr->getNumArgs() > 1 ? expr->getArg(1) : nullptr;
  switch (expr->getOperator()) {
    case clang::OO_Star:
      return {{}, pointee(value(first), whole(0), expr)};
    case clang::OO_Arrow:
      return {value(first), nullptr};
    case clang::OO_Subscript: {
      const Cell pointer = value(first);
      return {{}, pointee(pointer, index_value(second), expr)};
    }
    case clang::OO_PlusPlus:
    case clang::OO_MinusMinus: {
      const ir::Kind way = expr->getOperator() == clang::OO_PlusPlus ? ir::Kind::Add : ir::Kind::Subtract;
      if (!second) return {{}, advance(expr, first, way, whole(1), nullptr)};
      Cell old;
      advance(expr, first, way, whole(1), &old);
      return {std::move(old), nullptr};
    }
    case clang::OO_PlusEqual:
    case clang::OO_MinusEqual: {
      const ir::ValueId distance = index_value(second);
      return {{}, advance(expr, first, expr->getOperator() == clang::OO_PlusEqual ? ir::Kind::Add : ir::Kind::Subtract,
                          distance, nullptr)};
    }
    case clang::OO_Plus:
      return {pointer_binary(expr, clang::BO_Add, first, second), nullptr};
    case clang::OO_Minus:
      return {pointer_binary(expr, clang::BO_Sub, first, second), nullptr};
    case clang::OO_EqualEqual:
      return {pointer_binary(expr, clang::BO_EQ, first, second), nullptr};
    case clang::OO_ExclaimEqual:
      return {pointer_binary(expr, clang::BO_NE, first, second), nullptr};
    case clang::OO_Less:
      return {pointer_binary(expr, clang::BO_LT, first, second), nullptr};
    case clang::OO_LessEqual:
      return {pointer_binary(expr, clang::BO_LE, first, second), nullptr};
    case clang::OO_Greater:
      return {pointer_binary(expr, clang::BO_GT, first, second), nullptr};
    case clang::OO_GreaterEqual:
      return {pointer_binary(expr, clang::BO_GE, first, second), nullptr};
    default:
      return {refuse(expr, Refusal::pointer, "this operator of an iterator is not known; use an index"), nullptr};
  }
}

}  // namespace tool
