// Objects from lists and constructors: tensors, structures, pairs, tuples, arrays, closures.
#include <clang/AST/DeclCXX.h>

#include <algorithm>

#include "ir/kind.h"
#include "tool/lower/values/values.h"

namespace tool {
namespace {

using Form = CppType::Form;

bool ours(const clang::CXXConstructorDecl* constructor) {
  return constructor->getParent()->getDeclContext()->isNamespace();
}

}  // namespace

// The object as a value, which is copied to where it belongs: nothing in it may refer to a part of itself.
Cell Values::constructed(const Cell& object, const clang::Expr* expr) {
  std::set<const Cell*> own;
  collect_cells(object, own);
  const auto refers_to_it = [&](const Cell* cell) { return is_among(cell->alias, own) || is_among(cell->target, own); };
  if (std::none_of(own.begin(), own.end(), refers_to_it)) return object;
  return refuse(expr, Refusal::unsupported_expression, "an object that refers to a part of itself", "name the part");
}

Cell Values::construct(const clang::CXXConstructExpr* expr) {
  const CppType* type = types_.of(expr->getType());
  if (!type && is_initializer_list(expr->getType()) && expr->getNumArgs() == 1) return value(expr->getArg(0));
  if (is_std_function(expr->getType()) && expr->getNumArgs() == 1 && !expr->getArg(0)->getType()->isNullPtrType()) return value(expr->getArg(0));
  if (!type) {
    for (const clang::Expr* argument : expr->arguments())
      if (!llvm::isa<clang::CXXDefaultArgExpr>(argument) && types_.of(argument->getType())) effect(argument);
    return refuse_type(expr->getExprLoc(), "this value", expr->getType());
  }
  const clang::CXXConstructorDecl* constructor = expr->getConstructor();
  const bool plain = type->form != Form::structure || !constructor->isUserProvided();
  if (plain && constructor->isCopyOrMoveConstructor()) return value(expr->getArg(0));
  switch (type->form) {
    case Form::scalar:
      if (ir::is_complex(type->element)) return construct_complex(expr, type);
      if (expr->getNumArgs() == 0)
        return expr->requiresZeroInitialization() ? zero(type) : uninitialised(type);
      return converted(value(expr->getArg(0)), type);
    case Form::tensor:
    case Form::view:
    case Form::static_tensor:
      return construct_tensor(expr, type);
    case Form::eigen:
      return construct_eigen(expr, type);
    case Form::pair:
      if (is_optional(*type) && expr->getNumArgs() < 2) return optional_of(expr->getNumArgs() == 1 ? expr->getArg(0) : nullptr, type);
      [[fallthrough]];
    case Form::tuple:
    case Form::array:
      return construct_members(expr, type);
    case Form::vector:
      return construct_vector(expr, type);
    case Form::pointer: {  // an iterator, or an owner, which begins as null
      const bool is_owner = constructor->getParent()->getName() == "unique_ptr" || constructor->getParent()->getName() == "shared_ptr";
      const clang::Expr* first = expr->getNumArgs() > 0 && !llvm::isa<clang::CXXDefaultArgExpr>(expr->getArg(0)) ? expr->getArg(0) : nullptr;
      if (!first || first->getType()->isNullPtrType()) return is_owner ? null_of(type) : uninitialised(type);
      return value(first);
    }
    case Form::shape: {
      if (expr->getNumArgs() == 0) return fresh(type, Cell::State::ready);
      const auto list = extents(expr, "each extent of a shape");
      Cell cell = fresh(type, Cell::State::ready);
      if (!list) return {};
      for (const ir::Extent& extent : *list)
        cell.members.push_back(
            leaf_cell(types_.scalar(ir::ElementType::i64), forward(at_here().extent_value(extent))));
      return cell;
    }
    default:
      if (!is_key(*type)) return construct_by_body(expr, type);
      Cell key = zero(type);
      for (unsigned i = 0; i < expr->getNumArgs(); ++i)
        key.members[i] = read_as(*object_given(expr->getArg(i)), type->members[i].type, expr);
      return key;
  }
}

Cell Values::construct_tensor(const clang::CXXConstructExpr* expr, const CppType* type) {
  if (expr->getNumArgs() == 0 || llvm::isa<clang::CXXDefaultArgExpr>(expr->getArg(0))) {
    Cell empty = type->form == Form::view ? fresh(type, Cell::State::empty) : zero(type);
    return empty;
  }
  const clang::Expr* argument = expr->getArg(0);
  const CppType* from = types_.of(argument->getType());
  if (from && from->form == Form::shape) return full("gradc::Tensor", type, zero(types_.scalar(type->element)), argument);
  if (is_initializer_list(argument->getType())) return tensor_of_list(argument, type);
  if (type->form != Form::view && expr->getNumArgs() == 2 && from && from->form == Form::pointer) {
    const auto all = range(argument, expr->getArg(1));
    return all ? tensor_of_range(*all, type, expr) : fresh(type, Cell::State::poison);
  }
  if (from && from->form == Form::vector) {
    Cell* object = object_given(argument);
    const auto size = size_of(*object);
    return size ? tensor_of_range({first_of(*object), *size, object}, type, expr) : fresh(type, Cell::State::poison);
  }
  if (type->form == Form::view && expr->getNumArgs() == 2 && argument->getType()->isPointerType())
    if (auto view = view_of_pointer(value(argument), expr->getArg(1), type, expr)) return *std::move(view);
  if (argument->getType()->isPointerType())
    return refuse(argument, Refusal::pointer,
                  "build the tensor with the ops of gradc, or take a gradc::View");
  if (!from) return refuse_type(argument->getExprLoc(), "this argument", argument->getType());
  const Outcome source = outcome(argument);
  return read_as(source.place ? *source.place : *temporary(source.value), type, argument);
}

// A view of what a const pointer parameter leads to, which nobody writes. Null for others.
std::optional<Cell> Values::view_of_pointer(const Cell& pointer, const clang::Expr* shape, const CppType* type, const clang::Expr* expr) {
  if (!pointer.target || !constant_.contains(pointer.target)) return std::nullopt;
  const auto axes = extents(shape, "each extent");
  if (!axes || !is_usable(pointer, expr)) return fresh(type, Cell::State::poison);
  const Cell all = read(*pointer.target);
  const ir::Extent count = ir::product(*axes);
  const auto begin = known_extent(pointer.members[0].value);
  ir::ValueId part;
  if (begin) {
    auto block = checked_block("gradc::View", type_of(all).extents, {*begin}, {*begin + count}, {1});
    if (!block) return fresh(type, Cell::State::poison);
    block->set("shape", ir::Shape{count});
    part = append(ir::Kind::Slice, {all.value}, *block);
  } else {
    const ir::ValueId starts = append(ir::Kind::Reshape, {pointer.members[0].value}, {{"shape", ir::Shape{1}}});
    part = append(ir::Kind::DynamicSlice, {all.value, starts}, {{"shape", ir::Shape{count}}});
  }
  if (part.valid()) part = append(ir::Kind::Reshape, {part}, {{"shape", *axes}});
  Cell view = fresh(type, Cell::State::ready);
  view.alias = temporary(leaf_cell(types_.tensor(type->element, static_cast<int>(axes->size())), part));
  return view;
}

// A copy of an object as another type of the same structure; a view refers to the object instead.
Cell Values::read_as(Cell& from, const CppType* to, const clang::Expr* expr) {
  Cell& at = resolved(from);
  if (!at.type) return {};
  if (to->form == Form::view) {
    Cell view = fresh(to, Cell::State::ready);
    view.alias = &at;
    return view;
  }
  if (!to->is_leaf()) {
    Cell whole_object = load(from, expr);
    if (at.type == to || at.type->function || to->is_plural() || to->form == Form::pointer) return whole_object;
    Cell cell = fresh(to, Cell::State::poison);
    for (std::size_t i = 0; i < cell.members.size() && i < whole_object.members.size(); ++i)
      cell.members[i] = read_as(whole_object.members[i], to->members[i].type, expr);
    return cell;
  }
  Cell x = load(at, expr);
  if (!x.is_leaf() || x.state != Cell::State::ready) return fresh(to, Cell::State::poison);
  ir::Shape shape = type_of(x).extents;
  bool known = false;
  for (std::size_t i = 0; i < to->extents.size() && i < shape.size(); ++i) {
    if (to->extents[i] < 0) continue;
    shape[i] = to->extents[i];
    known = true;
  }
  if (known) x.value = forward(at_here().require_extents(use(x.value), shape, to->name));
  if (!x.value.valid()) return fresh(to, Cell::State::poison);
  return converted(x, to);
}

// {1, 2, 3} and {{1, 2}, {3, 4}}: each list is its elements with an axis in front, one after another.
Cell Values::tensor_of_list(const clang::Expr* list, const CppType* type) {
  struct Builder {
    Values& l;
    const CppType* type;
    ir::ValueId build(const clang::Expr* of, int rank) {
      if (rank == 0) {
        const Cell number = l.converted(l.value(of), l.types_.scalar(type->element));
        return number.state == Cell::State::ready ? number.value : ir::ValueId{};
      }
      std::vector<ir::ValueId> parts;
      for (const clang::Expr* item : l.items(of)) {
        const ir::ValueId part = build(item, rank - 1);
        if (!part.valid()) return {};
        parts.push_back(l.append(ir::Kind::ExpandDims, {part}, {{"axes", ir::Integers{0}}}));
      }
      if (parts.empty())
        return l.forward(l.at_here().full({type->element, ir::Shape(static_cast<std::size_t>(rank)), 0}, 0));
      if (parts.size() == 1) return parts[0];
      return l.append(ir::Kind::Concat, parts, {{"axis", std::int64_t{0}}});
    }
  };
  Cell cell = leaf_cell(type, Builder{*this, type}.build(list, type->rank));
  return cell;
}

// A vector of the elements of a range.
Cell Values::tensor_of_range(const Range& all, const CppType* type, const clang::Expr* expr) {
  const auto count = extent_of(leaf_cell(types_.scalar(ir::ElementType::i64), all.count), false);
  if (!count) return fresh(type, Cell::State::poison);
  Cell* made = temporary(leaf_cell(type, forward(at_here().full({type->element, {*count}, 0}, 0))));
  repeat(
      all.count,
      [&](ir::ValueId i) { write(*tensor_element(*made, {i}), load(*pointee(all.first, i, expr), expr)); }, {made});
  return *made;
}

Cell Values::construct_members(const clang::CXXConstructExpr* expr, const CppType* type) {
  // The arguments of an array are the defaults of its elements.
  if (expr->getNumArgs() == 0 || expr->getType()->isArrayType())
    return default_made(type, expr, expr->requiresZeroInitialization());
  if (expr->getNumArgs() == 1 && type->members.size() != 1) {
    const CppType* from = types_.of(expr->getArg(0)->getType());
    if (from && is_list_like(from) && from->members.size() == type->members.size()) {
      const Outcome source = outcome(expr->getArg(0));
      return read_as(source.place ? *source.place : *temporary(source.value), type, expr);
    }
  }
  if (expr->getNumArgs() != type->members.size())
    return refuse(expr, Refusal::unsupported_expression, fmt::format("this constructor of {}", type->name),
                  "give the members one by one");
  return members_of({expr->getArgs(), expr->getNumArgs()}, type);
}

// The members one by one, from arguments that are all evaluated before any is read.
Cell Values::members_of(llvm::ArrayRef<const clang::Expr*> arguments, const CppType* type) {
  std::vector<Cell*> given;
  for (const clang::Expr* argument : arguments) given.push_back(object_given(argument));
  Cell cell = fresh(type, Cell::State::poison);
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (type->members[i].reference)
      cell.members[i].alias = given[i];
    else
      cell.members[i] = read_as(*given[i], type->members[i].type, arguments[i]);
  }
  return cell;
}

bool has_references(const CppType& type) {
  return std::any_of(type.members.begin(), type.members.end(), [](const CppType::Member& member) { return member.reference; });
}

// What assigning to a pair or tuple of references does: the objects that they refer to are assigned, one by one.
void Values::assign_members(Cell& to, Cell& from, const clang::Expr* expr) {
  Cell &left = resolved(to), &right = resolved(from);
  if (!left.type || !right.type || left.members.size() != right.type->members.size()) return poison(left);
  for (std::size_t i = 0; i < left.members.size(); ++i) {
    Cell& target = *element(left, i);
    if (target.type && target.type->form == Form::structure && target.type->members.empty()) continue;  // std::ignore
    Cell* source = member_at(right, i);
    if (target.type) store(target, read_as(*source, target.type, expr), nullptr);
  }
}

Cell Values::construct_by_body(const clang::CXXConstructExpr* expr, const CppType* type) {
  const clang::CXXConstructorDecl* constructor = expr->getConstructor();
  Cell cell = expr->requiresZeroInitialization() ? zero(type) : uninitialised(type);
  if (constructor->isTrivial() && constructor->isDefaultConstructor()) return cell;
  if (!ours(constructor) && !constructor->getParent()->isLocalClass() && !constructor->hasBody() &&
      !constructor->isDefaulted())
    return refuse_no_body(expr, constructor);
  std::vector<const clang::Expr*> arguments(expr->arg_begin(), expr->arg_end());
  Cell* object = temporary(std::move(cell));
  call_body(expr, constructor, object, arguments, object);
  return constructed(*object, expr);
}

// By a constructor of a base class that the running one stands for: what that is given it is given.
Cell Values::inherited(const clang::CXXInheritedCtorInitExpr* expr) {
  const CppType* type = types_.of(expr->getType());
  if (!type) return refuse_type(expr->getExprLoc(), "this value", expr->getType());
  std::vector<const clang::Expr*> arguments;
  for (const clang::ParmVarDecl* parameter : frame_->function->parameters()) {
    auto* given = new (context()) clang::OpaqueValueExpr(expr->getExprLoc(), parameter->getType().getNonReferenceType(), clang::VK_LValue);
    given_[given] = frame_->variables[parameter] ? frame_->variables[parameter] : temporary({});
    arguments.push_back(given);
  }
  Cell* object = temporary(uninitialised(type));
  call_body(expr, expr->getConstructor(), object, arguments, object);
  return constructed(*object, expr);
}

const clang::Expr* Values::in_braces(const clang::Expr* expr) {
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(expr);
  if (!list || list->getNumInits() != 1) return nullptr;
  const clang::QualType type = list->getInit(0)->getType();
  return context().hasSameUnqualifiedType(type, list->getType()) && (list->isGLValue() || !type->isArrayType()) ? list->getInit(0) : nullptr;
}

namespace {

struct Initialiser {
  std::size_t member = 0;
  const clang::Expr* init = nullptr;  // zero where there is none
};

// What a list gives the members of a class, in order. A member without a name has a list of its own for its members, and
// of a union one member is given.
class Initialisers {
 public:
  explicit Initialisers(const CppType& type) : type_(type) {}

  // False where the list is of another form.
  bool add(const clang::InitListExpr* list) {
    const auto* record = list->getType()->getAsCXXRecordDecl();
    if (record->isUnion()) {
      const clang::FieldDecl* given = list->getInitializedFieldInUnion();
      return !given || add(given, list->getNumInits() > 0 ? list->getInit(0) : nullptr);
    }
    const unsigned bases = record->getNumBases();
    const auto fields = static_cast<unsigned>(std::distance(record->field_begin(), record->field_end()));
    if (list->getNumInits() != bases + fields) return false;
    for (unsigned i = 0; i < bases; ++i) {  // they are the first members
      if (i == type_.members.size() || type_.members[i].field) return false;
      all.push_back({i, list->getInit(i)});
    }
    return std::all_of(record->field_begin(), record->field_end(), [&](const clang::FieldDecl* field) {
      return add(field, list->getInit(bases + field->getFieldIndex()));
    });
  }

  std::vector<Initialiser> all;

 private:
  bool add(const clang::FieldDecl* field, const clang::Expr* init) {
    if (field->isAnonymousStructOrUnion()) {
      if (const auto* list = llvm::dyn_cast_or_null<clang::InitListExpr>(init)) return add(list);
      const clang::RecordDecl* record = field->getType()->getAsRecordDecl();
      const auto end = record->isUnion() && !record->field_empty() ? std::next(record->field_begin()) : record->field_end();
      return (!init || llvm::isa<clang::ImplicitValueInitExpr>(init)) &&
             std::all_of(record->field_begin(), end, [&](const clang::FieldDecl* inner) { return add(inner, nullptr); });
    }
    const auto found = std::find_if(type_.members.begin(), type_.members.end(), [&](const CppType::Member& one) { return one.is(field); });
    all.push_back({static_cast<std::size_t>(found - type_.members.begin()), init});
    return found != type_.members.end();
  }

  const CppType& type_;
};

}  // namespace

Cell Values::list(const clang::InitListExpr* given) {
  const clang::InitListExpr* expr =
      given->isSemanticForm() || !given->getSemanticForm() ? given : given->getSemanticForm();
  if (const clang::Expr* only = in_braces(expr)) return value(only);
  if (expr->getNumInits() == 0 && expr->getType()->isPointerType()) return null_pointer(expr);
  const CppType* type = types_.of(expr->getType());
  if (!type) return refuse_type(expr->getBeginLoc(), "this list", expr->getType());
  if (type->is_leaf()) {  // float x{1}
    if (expr->getNumInits() == 0) return zero(type);
    return value(expr->getInit(0));
  }
  Cell cell = fresh(type, Cell::State::empty);
  if (type->form == Form::array) return array_of_list(expr, type);
  Initialisers initialisers(*type);
  if (type->form != Form::structure || !initialisers.add(expr))
    return refuse(expr, Refusal::unsupported_expression, "this list", "give the members one by one");
  Cell* object = temporary(std::move(cell));
  for (const auto& [i, init] : initialisers.all) {
    // In the initialiser that stands at a member `this` is the object that is made.
    const bool default_init = llvm::isa_and_nonnull<clang::CXXDefaultInitExpr>(init);
    Cell* const outer = default_init ? std::exchange(frame_->object, object) : frame_->object;
    const bool pinned = std::exchange(pinned_, pinned_ || default_init);
    if (type->members[i].reference)
      object->members[i].alias = object_given(init);
    else
      assign(object->members[i], init ? value(init) : zero(type->members[i].type));
    pinned_ = pinned;
    frame_->object = outer;
  }
  return constructed(*object, given);
}

// {a, b}: the rest are zeros.
Cell Values::array_of_list(const clang::InitListExpr* list, const CppType* type) {
  const clang::InitListExpr* inner = list;
  if (!list->getType()->isArrayType()) {  // the only member of std::array is a C array with a list of its own
    if (list->getNumInits() == 0) return zero(type);
    const clang::Expr* init = list->getInit(0);
    inner = llvm::dyn_cast<clang::InitListExpr>(init);
    if (!inner) return llvm::isa<clang::ImplicitValueInitExpr>(init) ? zero(type) : value(init);
  }
  if (inner->isTransparent()) return value(inner->getInit(0));
  const clang::Expr* filler = inner->getArrayFiller();
  if (inner->getNumInits() == 0 && (!filler || llvm::isa<clang::ImplicitValueInitExpr>(filler))) return zero(type);
  if (type->count > 4096)
    return refuse(list, Refusal::unsupported_expression, "a list for so long an array",
                  "fill it in a loop, or use a gradc::Tensor");
  std::vector<Cell> items;
  for (std::int64_t i = 0; i < type->count; ++i) {
    const auto at = static_cast<unsigned>(i);
    const clang::Expr* init = at < inner->getNumInits() ? inner->getInit(at) : filler;
    items.push_back(init ? value(init) : zero(type->item));
  }
  return array_of(type, std::move(items));
}

// The copies of a lambda that changes its captures are apart, which those of what captures it would not be.
Cell Values::copy_of_function(const clang::Expr* expr) {
  Cell held = value(expr);
  const auto* lambda = held.type && held.type->record && held.type->record->isLambda() ? held.type->record->getLambdaCallOperator() : nullptr;
  return lambda && !lambda->isConst() ? refuse(expr, Refusal::indirect_call) : held;
}

Cell Values::closure(const clang::LambdaExpr* expr) {
  const CppType* type = types_.of(expr->getType());
  if (!type) return refuse_type(expr->getExprLoc(), "this lambda", expr->getType());
  Cell cell = fresh(type, Cell::State::empty);
  std::size_t i = 0;
  for (const clang::Expr* init : expr->capture_inits()) {
    if (i >= cell.members.size()) break;
    const clang::QualType captured = type->members[i].field->getType();
    if (!captured->isReferenceType() && is_std_function(captured))
      cell.members[i].alias = temporary(copy_of_function(init));
    else if (type->members[i].reference)
      cell.members[i].alias = object_given(init);
    else
      assign(cell.members[i], value(init));
    ++i;
  }
  return cell;
}

}  // namespace tool
