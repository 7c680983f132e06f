// What `<=>` gives: a number that is below zero, zero or above, as the operands are ordered; kUnordered where one is NaN.
#include "ir/kind.h"
#include "tool/lower/values/values.h"

namespace tool {
namespace {

constexpr std::int64_t kUnordered = 2;

}  // namespace

Cell Values::ordering_number(std::int64_t number, const CppType* type) {
  return leaf_cell(type, forward(at_here().constant_integer(type->element, number)));
}

// Of two numbers of one type.
Cell Values::three_way(const clang::BinaryOperator* expr) {
  const Cell x = value(expr->getLHS()), y = value(expr->getRHS());
  const CppType* type = types_.of(expr->getType());
  if (!type || !is_ordering(*type)) return refuse(expr, Refusal::unsupported_expression, "'<=>' of these operands", "compare with <, == and their like");
  const CppType* boolean = types_.scalar(ir::ElementType::boolean);
  const auto choose_by = [&](clang::BinaryOperatorKind op, std::int64_t yes, Cell no) {
    const Cell holds = arithmetic(expr, op, x, y, boolean);
    return holds.state == Cell::State::ready ? selected(holds.value, {ordering_number(yes, type), std::move(no)}) : fresh(type, Cell::State::poison);
  };
  const Cell otherwise = type->name == "std::partial_ordering" ? choose_by(clang::BO_EQ, 0, ordering_number(kUnordered, type)) : ordering_number(0, type);
  return choose_by(clang::BO_LT, -1, choose_by(clang::BO_GT, 1, otherwise));
}

// std::strong_ordering::less and its like.
std::optional<Cell> Values::ordering_constant(const clang::Expr* expr) {
  const CppType* type = expr->getType()->isRecordType() ? types_.of(expr->getType()) : nullptr;
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  const auto* variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  if (!type || !is_ordering(*type) || !variable || !variable->isStaticDataMember()) return std::nullopt;
  const llvm::StringRef name = variable->getName();
  return ordering_number(name == "less" ? -1 : name == "greater" ? 1 : name == "unordered" ? kUnordered : 0, type);
}

// Compares what `<=>` gave with the literal 0, or with another ordering.
std::optional<Cell> Values::compare_ordering(const clang::CallExpr* expr, const clang::FunctionDecl* function) {
  const auto is_of_order = [&](const clang::Expr* one) {
    const CppType* type = one->getType()->isRecordType() ? types_.of(one->getType()) : nullptr;
    return type && is_ordering(*type);
  };
  if (expr->getNumArgs() != 2) return std::nullopt;
  const bool left = is_of_order(expr->getArg(0)), right = is_of_order(expr->getArg(1));
  if (!left && !right) return std::nullopt;
  const Cell x = value(expr->getArg(left ? 0 : 1));
  if (!x.is_leaf() || x.state != Cell::State::ready) return Cell{};
  const CppType* boolean = types_.scalar(ir::ElementType::boolean);
  const auto is = [&](clang::BinaryOperatorKind op, std::int64_t number) { return arithmetic(expr, op, x, ordering_number(number, x.type), boolean); };
  const auto either = [&](const Cell& a, const Cell& b) { return leaf_cell(boolean, append(ir::Kind::LogicalOr, {a.value, b.value})); };
  clang::OverloadedOperatorKind op = function->getOverloadedOperator();
  if (op == clang::OO_EqualEqual) return arithmetic(expr, clang::BO_EQ, x, left && right ? value(expr->getArg(1)) : ordering_number(0, x.type), boolean);
  if (!left)  // 0 < order
    op = op == clang::OO_Less ? clang::OO_Greater : op == clang::OO_Greater ? clang::OO_Less : op == clang::OO_LessEqual ? clang::OO_GreaterEqual : op == clang::OO_GreaterEqual ? clang::OO_LessEqual : op;
  switch (op) {
    case clang::OO_Less:
      return is(clang::BO_LT, 0);
    case clang::OO_LessEqual:
      return is(clang::BO_LE, 0);
    case clang::OO_Greater:
      return is(clang::BO_EQ, 1);
    case clang::OO_GreaterEqual:
      return either(is(clang::BO_EQ, 0), is(clang::BO_EQ, 1));
    default:
      return std::nullopt;
  }
}

}  // namespace tool
