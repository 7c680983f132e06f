// Algorithms of the standard library that give the items of a range another order. Where C++ leaves open in which order items that
// are equal come, they stay in theirs; where it leaves open what stands elsewhere (std::nth_element), all are in order.
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <utility>

#include "ir/kind.h"
#include "ir/op.h"
#include "tool/lower/library/library.h"

namespace tool {
namespace {

using Form = CppType::Form;

bool is_number(const CppType& type) {
  return type.form == Form::scalar && type.element != ir::ElementType::boolean && !ir::is_complex(type.element);
}

// Whether a comparison orders numbers as they are, in one direction.
bool is_of_numbers(const clang::Expr* comparison, llvm::StringRef name) {
  const auto* record = comparison->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getName() == name;
}

// Whether two expressions are the same, but that one has `a` where the other has `b`.
bool is_same_of_other(const clang::Stmt* x, const clang::Stmt* y, const clang::ValueDecl* a, const clang::ValueDecl* b) {
  if (!x || !y || x->getStmtClass() != y->getStmtClass()) return false;
  if (const auto* p = llvm::dyn_cast<clang::DeclRefExpr>(x)) {
    const clang::ValueDecl *one = p->getDecl(), *other = llvm::cast<clang::DeclRefExpr>(y)->getDecl();
    return one == a ? other == b : one == other && other != b;
  }
  if (const auto* p = llvm::dyn_cast<clang::MemberExpr>(x)) {
    if (p->getMemberDecl() != llvm::cast<clang::MemberExpr>(y)->getMemberDecl()) return false;
  } else if (const auto* number = llvm::dyn_cast<clang::IntegerLiteral>(x)) {
    if (number->getValue() != llvm::cast<clang::IntegerLiteral>(y)->getValue()) return false;
  } else if (const auto* real = llvm::dyn_cast<clang::FloatingLiteral>(x)) {
    if (!real->getValue().bitwiseIsEqual(llvm::cast<clang::FloatingLiteral>(y)->getValue())) return false;
  } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(x)) {
    if (binary->isAssignmentOp() || binary->getOpcode() != llvm::cast<clang::BinaryOperator>(y)->getOpcode()) return false;
  } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(x)) {
    if (unary->isIncrementDecrementOp() || unary->getOpcode() != llvm::cast<clang::UnaryOperator>(y)->getOpcode()) return false;
  } else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(x)) {
    if (cast->getType().getCanonicalType() != llvm::cast<clang::CastExpr>(y)->getType().getCanonicalType()) return false;
  } else if (!llvm::isa<clang::ParenExpr, clang::CallExpr, clang::ArraySubscriptExpr, clang::MaterializeTemporaryExpr, clang::CXXThisExpr>(x)) {
    return false;
  }
  auto left = x->child_begin(), right = y->child_begin();
  for (; left != x->child_end() && right != y->child_end(); ++left, ++right)
    if (!is_same_of_other(*left, *right, a, b)) return false;
  return left == x->child_end() && right == y->child_end();
}

bool mentions(const clang::Stmt* stmt, const clang::ValueDecl* variable) {
  if (const auto* named = llvm::dyn_cast_or_null<clang::DeclRefExpr>(stmt)) return named->getDecl() == variable;
  return stmt && std::any_of(stmt->child_begin(), stmt->child_end(), [&](const clang::Stmt* child) { return mentions(child, variable); });
}

// `return key(a) < key(b);`, or with >.
struct Comparison {
  const clang::Expr* key = nullptr;  // of `parameter`
  const clang::ParmVarDecl* parameter = nullptr;
  bool falls = false;
};

std::optional<Comparison> comparison_of(const clang::FunctionDecl& function) {
  const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function.getBody());
  const auto* stmt = body && body->size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front()) : nullptr;
  const auto* compared = stmt && stmt->getRetValue() ? llvm::dyn_cast<clang::BinaryOperator>(stmt->getRetValue()->IgnoreParenImpCasts()) : nullptr;
  if (!compared || (compared->getOpcode() != clang::BO_LT && compared->getOpcode() != clang::BO_GT)) return std::nullopt;
  const clang::ParmVarDecl *a = function.getParamDecl(0), *b = function.getParamDecl(1);
  const clang::Expr *left = compared->getLHS(), *right = compared->getRHS();
  const bool less = compared->getOpcode() == clang::BO_LT, in_order = mentions(left, a);
  if (in_order ? !is_same_of_other(left, right, a, b) : !is_same_of_other(left, right, b, a)) return std::nullopt;
  return Comparison{left, in_order ? a : b, less != in_order};
}

}  // namespace

// Item i becomes what item from(i) is.
void Library::reorder(const clang::CallExpr* expr, const Range& all, const std::function<ir::ValueId(ir::ValueId)>& from) {
  take_items_along(*all.first.target, expr, Moved::items);
  Cell before = all.first;
  before.target = temporary(read(resolved(*all.first.target)));
  repeat(
      all.count, [&](ir::ValueId i) { write(resolved(*pointee(all.first, i, expr)), load(*pointee(before, from(i), expr), expr)); },
      {all.first.target});
}

// All algorithms give the same, but for the sign of zeros among zeros.
bool Library::sort_numbers(const clang::CallExpr* expr, const Range& all, bool falls) {
  const CppType* item = all.first.type->item;
  const Cell numbers = tensor_of_range(all, types_.tensor(item->element, 1), expr);
  if (is_poisoned(const_cast<Cell&>(numbers))) return true;
  Cell* sorted = temporary(leaf_cell(numbers.type, append(ir::Kind::Sort, {numbers.value}, {{"axis", std::int64_t{0}}, {"descending", falls}})));
  repeat(
      all.count, [&](ir::ValueId i) { write(resolved(*pointee(all.first, i, expr)), load(*tensor_element(*sorted, {i}), expr)); },
      {all.first.target});
  return true;
}

// False where the keys, of that type, are no numbers.
bool Library::sort_by_key(const clang::CallExpr* expr, const Range& all, bool falls, const CppType* type, const std::function<Cell(Cell*)>& key) {
  if (!type || !is_number(*type)) return false;
  Cell* keys = temporary(filled_vector(types_.vector_with(type), all.count, zero(type)));
  repeat(
      all.count, [&](ir::ValueId i) { write(resolved(*element_at(*keys, i)), converted(key(pointee(all.first, i, expr)), type)); }, {keys});
  const Cell numbers = tensor_of_range({first_of(*keys), all.count, keys}, types_.tensor(type->element, 1), expr);
  if (is_poisoned(const_cast<Cell&>(numbers))) return true;
  const ir::ValueId order = append(*ir::find_op("argsort"), {numbers.value}, {{"axis", std::int64_t{0}}, {"descending", falls}});
  Cell* places = temporary(leaf_cell(types_.tensor(ir::ElementType::i64, 1), order));
  reorder(expr, all, [&](ir::ValueId i) { return load(*tensor_element(*places, {i}), expr).value; });
  return true;
}

// False where the order is none of numbers that each item has.
bool Library::sort_range(const clang::CallExpr* expr, const Range& all, const clang::Expr* comparison) {
  const CppType* item = all.first.type->item;
  const bool rises = !comparison || is_of_numbers(comparison, "less"), falls = comparison && is_of_numbers(comparison, "greater");
  if ((rises || falls) && is_number(*item)) return sort_numbers(expr, all, falls);
  if ((rises || falls) && item->form == Form::pair && is_number(*item->members[0].type) && is_number(*item->members[1].type)) {
    for (const std::size_t member : {1, 0})
      sort_by_key(expr, all, falls, item->members[member].type, [&](Cell* object) { return load(*element(*object, member), expr); });
    return true;
  }
  if (rises || falls) return false;
  Cell* object = object_given(comparison);
  const CppType* type = resolved(*object).type;
  std::vector<const clang::FunctionDecl*> functions = type ? functions_of(*type) : std::vector<const clang::FunctionDecl*>();
  // One that would convert the items compares others.
  std::erase_if(functions, [&](const clang::FunctionDecl* one) {
    return one->getNumParams() != 2 || std::any_of(one->param_begin(), one->param_end(), [&](const clang::ParmVarDecl* parameter) {
             const CppType* taken = types_.of(parameter->getType());
             return !taken || taken->name != item->name;
           });
  });
  const auto known = functions.size() == 1 ? comparison_of(*functions[0]) : std::nullopt;
  if (!known) return false;
  Frame frame;
  frame.caller = frame_;
  frame.function = functions[0];
  frame.called_at = expr->getExprLoc();
  frame.object = &resolved(*object);
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(functions[0])) bind_captures(frame, method, resolved(*object));
  return sort_by_key(expr, all, known->falls, types_.of(known->key->getType()), [&](Cell* one) {
    frame.variables[known->parameter] = one;
    Frame* const outer = std::exchange(frame_, &frame);
    const Cell key = value(known->key);
    frame_ = outer;
    return key;
  });
}

std::optional<Outcome> Library::call_order_algorithm(const clang::CallExpr* expr, const std::string& name) {
  const unsigned count = expr->getNumArgs();
  const auto is_pointer = [&](unsigned i) {
    const CppType* type = i < count ? types_.of(expr->getArg(i)->getType()) : nullptr;
    return type && type->form == Form::pointer;
  };
  if (!is_pointer(0) || !is_pointer(1)) return std::nullopt;
  const bool sorts = name == "sort" || name == "stable_sort", in_part = name == "nth_element" || name == "partial_sort";
  if (sorts || (in_part && is_pointer(2))) {
    const unsigned last = sorts ? 1 : 2;
    const auto all = range(expr->getArg(0), expr->getArg(last));
    if (!all) return Outcome{};
    return sort_range(expr, *all, count > last + 1 ? expr->getArg(last + 1) : nullptr) ? std::optional<Outcome>(Outcome{}) : std::nullopt;
  }
  if (name == "reverse" && count == 2) {
    const auto all = range(expr->getArg(0), expr->getArg(1));
    if (!all) return Outcome{};
    const ir::ValueId last = whole_arithmetic(ir::Kind::Subtract, all->count, whole(1));
    reorder(expr, *all, [&](ir::ValueId i) { return whole_arithmetic(ir::Kind::Subtract, last, i); });
    return Outcome{};
  }
  if (name == "rotate" && count == 3 && is_pointer(2)) {
    const auto all = range(expr->getArg(0), expr->getArg(2)), begin = range(expr->getArg(0), expr->getArg(1));
    if (!all || !begin) return Outcome{};
    reorder(expr, *all, [&](ir::ValueId i) {
      return append(ir::Kind::Modulo, {whole_arithmetic(ir::Kind::Add, i, begin->count), all->count});
    });
    return Outcome{moved(all->first, ir::Kind::Add, whole_arithmetic(ir::Kind::Subtract, all->count, begin->count), expr), nullptr};
  }
  return std::nullopt;
}

}  // namespace tool
