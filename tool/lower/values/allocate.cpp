// Memory that C++ asks for: an object that nobody has a name for, reached by the pointer. That it is given back changes no value.
#include <clang/AST/ExprCXX.h>

#include "ir/kind.h"
#include "tool/lower/values/values.h"

namespace tool {
namespace {

using Form = CppType::Form;

// The name of a function of the C library that gives memory, or nothing.
llvm::StringRef allocator(const clang::CallExpr* expr) {
  const clang::FunctionDecl* function = expr->getDirectCallee();
  if (!function || !function->getIdentifier() || !function->getDeclContext()->getRedeclContext()->isFileContext()) return {};
  const llvm::StringRef name = function->getName();
  return name == "malloc" || name == "calloc" || name == "aligned_alloc" || name == "alloca" || name == "__builtin_alloca" ? name : "";
}

}  // namespace

// So many objects, which begin as `item`.
Cell Values::allocated(const clang::Expr* expr, ir::ValueId count, const Cell& item) {
  if (!item.type || !count.valid()) return {};
  const std::string why = types_.why_not_allocated(*item.type);
  if (!why.empty()) return refuse(expr, Refusal::dynamic_memory, item.type->name, why);
  Cell* object = temporary(filled_vector(types_.vector_with(item.type), count, item));
  allocated_.insert(object);
  return first_of(*object);
}

// What the pointer leads to is no object any more.
void Values::give_back(const clang::Expr* pointer) {
  const clang::Expr* at = pointer->IgnoreParenCasts();
  if (!at->isLValue() || !at->getType()->isPointerType()) return effect(pointer);
  Cell& cell = resolved(*place(at));
  if (cell.projection || !cell.type || cell.type->form != Form::pointer) return;
  cell.target = nullptr;
  cell.depth = kGivenBack;
}

Cell Values::made_by_new(const clang::CXXNewExpr* expr) {
  const clang::FunctionDecl* by = expr->getOperatorNew();
  if (expr->getNumPlacementArgs() > 0 || !by || !by->isReplaceableGlobalAllocationFunction())
    return refuse(expr, Refusal::dynamic_memory, "new", "its memory is made by code of its own; use a local variable");
  const CppType* type = types_.of(expr->getAllocatedType());
  if (!type) return refuse_type(expr->getExprLoc(), "this object", expr->getAllocatedType());
  const clang::Expr* init = expr->getInitializer();
  const auto* constructor = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(init);
  if (!expr->isArray()) {
    Cell object = init ? value(init) : uninitialised(type);
    if (!object.type || is_poisoned(object)) return {};
    Cell* made = temporary(std::move(object));
    allocated_.insert(made);
    return pointer_cell(made, 0, whole(0), type);
  }
  if (constructor && !constructor->getConstructor()->isTrivial())
    return refuse(expr, Refusal::dynamic_memory, "new", fmt::format("each '{}' would be made by a constructor; use a std::vector", type->name));
  const auto* list = llvm::dyn_cast_or_null<clang::InitListExpr>(init);
  const ir::ValueId count = expr->getArraySize() ? index_value(*expr->getArraySize()) : whole(list ? list->getNumInits() : 0);
  const Cell made = allocated(expr, count, zero(type));
  for (unsigned i = 0; list && made.target && i < list->getNumInits(); ++i)
    if (!llvm::isa<clang::ImplicitValueInitExpr>(list->getInit(i))) write(resolved(*pointee(made, whole(i), expr)), value(list->getInit(i)));
  return made;
}

// malloc(n * sizeof(T)) as a pointer to T; null where the operand of a cast is no such call.
std::optional<Cell> Values::made_by_call(const clang::CastExpr* cast) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(cast->getSubExpr()->IgnoreParenCasts());
  const llvm::StringRef name = call ? allocator(call) : "";
  const clang::QualType item = cast->getType()->isPointerType() ? cast->getType()->getPointeeType() : clang::QualType();
  if (name.empty() || item.isNull()) return std::nullopt;
  const CppType* type = types_.of(item);
  if (!type) return refuse_type(cast->getExprLoc(), "this object", item);
  const clang::Expr* first = call->getArg(0);
  ir::ValueId bytes = index_value(name == "aligned_alloc" ? call->getArg(1) : first);
  if (name == "calloc") bytes = whole_arithmetic(ir::Kind::Multiply, bytes, index_value(call->getArg(1)));
  if (!bytes.valid()) return Cell{};
  return allocated(cast, whole_arithmetic(ir::Kind::Quotient, bytes, whole(context().getTypeSizeInChars(item).getQuantity())), zero(type));
}

std::optional<Cell> Values::made_shared(const clang::CallExpr* expr) {
  const CppType* type = types_.of(expr->getType());
  if (!type || type->form != Form::pointer || clang::QualType(expr->getDirectCallee()->getTemplateSpecializationArgs()->get(0).getAsType())->isArrayType()) return std::nullopt;
  auto item = new_item(expr, type->item, {expr->arg_begin(), expr->arg_end()});
  if (!item) return std::nullopt;
  Cell* made = temporary(*std::move(item));
  allocated_.insert(made);
  return pointer_cell(made, 0, whole(0), type->item);
}

std::optional<Outcome> Values::call_owner(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& owner) {
  const std::string name = method->getNameAsString();
  const Cell held = load(owner, expr);
  if (name == "get") return Outcome{held, nullptr};
  if (name == "operator bool")
    return Outcome{leaf_cell(types_.scalar(ir::ElementType::boolean), forward(at_here().constant_integer(ir::ElementType::boolean, held.target != nullptr))), nullptr};
  if (name != "release" && name != "reset") return std::nullopt;
  Cell next = null_of(held.type);
  if (name == "reset" && expr->getNumArgs() > 0 && !llvm::isa<clang::CXXDefaultArgExpr>(expr->getArg(0)) && !expr->getArg(0)->getType()->isNullPtrType())
    next = value(expr->getArg(0));
  write(resolved(owner), next);
  return Outcome{name == "release" ? held : Cell{}, nullptr};
}

}  // namespace tool
