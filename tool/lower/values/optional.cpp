// std::optional: a bool that says whether there is a value, and the value, which is zero where there is none.
#include "ir/kind.h"
#include "tool/lower/values/values.h"

namespace tool {
namespace {

bool is_named(clang::QualType type, llvm::StringRef name) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() && record->getName() == name;
}

}  // namespace

bool is_optional(const CppType& type) { return type.form == CppType::Form::pair && type.record; }

// Of an argument of a constructor or an assignment: std::nullopt, a value, or another optional of the type.
Cell Values::optional_of(const clang::Expr* given, const CppType* type) {
  if (given && types_.of(given->getType()) == type) return load(*object_given(given), given);
  Cell made = zero(type);
  if (!given || is_named(given->getType(), "nullopt_t")) return made;
  const CppType* from = types_.of(given->getType());
  if (!from || is_optional(*from)) return refuse_type(given->getExprLoc(), "this value", given->getType());
  assign(made.members[1], read_all_as(given, type->members[1].type));
  assign(made.members[0], boolean(true));
  return made;
}

std::optional<Outcome> Values::call_optional(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& object) {
  const CppType* type = resolved(object).type;
  const std::string name = method->getNameAsString();
  const auto argument = [&](unsigned i) { return expr->getArg(i + (llvm::isa<clang::CXXOperatorCallExpr>(expr) ? 1 : 0)); };
  if (name == "operator=") {
    store(object, optional_of(argument(0), type), expr);
    return Outcome{{}, &object};
  }
  if (name == "reset") {
    store(object, zero(type), expr);
    return Outcome{};
  }
  if (name == "emplace") {
    const auto item = new_item(expr, type->members[1].type, {expr->arg_begin(), expr->arg_end()});
    if (!item) return std::nullopt;
    Cell made = zero(type);
    assign(made.members[1], *item);
    assign(made.members[0], boolean(true));
    store(object, made, expr);
    return Outcome{{}, element(object, 1)};
  }
  const Cell has = load(*element(object, 0), expr);
  if (!has.is_leaf() || has.state != Cell::State::ready) return Outcome{};
  if (name == "has_value" || llvm::isa<clang::CXXConversionDecl>(method)) return Outcome{has, nullptr};
  Cell* const held = element(object, 1);
  if (name == "operator*") return Outcome{{}, held};
  if (name == "operator->") return Outcome{address_of(*held), nullptr};
  if (name == "value_or") return Outcome{{}, one_of(has.value, held, temporary(read_all_as(argument(0), type->members[1].type)))};
  if (name != "value" || !effects_) return std::nullopt;
  if (effects_->state == Cell::State::ready)
    effects_->value = append(ir::Kind::ThrowIf, {append(ir::Kind::LogicalNot, {has.value}), effects_->value}, {{"exception", std::string("std::bad_optional_access")}});
  return Outcome{{}, held};
}

}  // namespace tool
