// Values: literals and constants, arithmetic on scalars, casts.
#include <clang/AST/StmtVisitor.h>

#include "ir/kind.h"
#include "tool/lower/values/values.h"

namespace tool {
namespace {

class ValueVisitor : public clang::ConstStmtVisitor<ValueVisitor, Cell> {
 public:
  explicit ValueVisitor(Values& lowering) : l_(lowering) {}

  Cell VisitStmt(const clang::Stmt* stmt) {
    return unknown(stmt, fmt::format("this expression ({})", stmt->getStmtClassName()),
                   "write it with variables, arithmetic, ops and calls");
  }
  Cell VisitParenExpr(const clang::ParenExpr* e) { return l_.value(e->getSubExpr()); }
  Cell VisitConstantExpr(const clang::ConstantExpr* e) { return l_.value(e->getSubExpr()); }
  Cell VisitExprWithCleanups(const clang::ExprWithCleanups* e) { return l_.value(e->getSubExpr()); }
  Cell VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr* e) { return l_.value(e->getSubExpr()); }
  Cell VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr* e) {
    return l_.value(e->getSubExpr());
  }
  Cell VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr* e) { return l_.value(e->getInitializer()); }
  Cell VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr* e) { return l_.value(e->getExpr()); }
  Cell VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr* e) { return l_.value(e->getExpr()); }
  Cell VisitSubstNonTypeTemplateParmExpr(const clang::SubstNonTypeTemplateParmExpr* e) {
    return l_.value(e->getReplacement());
  }
  Cell VisitOpaqueValueExpr(const clang::OpaqueValueExpr* e) {
    if (Cell* given = l_.stands_for(e)) return l_.load(*given, e);
    return e->getSourceExpr() ? l_.value(e->getSourceExpr()) : VisitStmt(e);
  }
  Cell VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator* e) {
    const auto as_written = e->getDecomposedForm();
    const CppType* type = l_.types().of(as_written.LHS->getType());
    if (type && type->form == CppType::Form::pointer) return l_.pointer_binary(e, as_written.Opcode, as_written.LHS, as_written.RHS);
    return l_.value(e->getSemanticForm());
  }
  Cell VisitUnaryOperator(const clang::UnaryOperator* e) { return l_.unary(e); }
  Cell VisitBinaryOperator(const clang::BinaryOperator* e) { return l_.binary(e); }
  Cell VisitCompoundAssignOperator(const clang::CompoundAssignOperator* e) { return l_.load(*l_.compound(e), e); }
  Cell VisitCastExpr(const clang::CastExpr* e) { return l_.cast(e); }
  Cell VisitCXXReinterpretCastExpr(const clang::CXXReinterpretCastExpr* e) {
    return l_.refuse(e, Refusal::reinterpretation, "reinterpret_cast");
  }
  Cell VisitBuiltinBitCastExpr(const clang::BuiltinBitCastExpr* e) {
    return l_.refuse(e, Refusal::reinterpretation, "std::bit_cast");
  }
  Cell VisitCallExpr(const clang::CallExpr* e) {
    Outcome got = l_.call(e);
    return got.place ? l_.load(*got.place, e) : std::move(got.value);
  }
  Cell VisitCXXConstructExpr(const clang::CXXConstructExpr* e) { return l_.construct(e); }
  Cell VisitCXXInheritedCtorInitExpr(const clang::CXXInheritedCtorInitExpr* e) { return l_.inherited(e); }
  Cell VisitInitListExpr(const clang::InitListExpr* e) { return l_.list(e); }
  Cell VisitArrayInitLoopExpr(const clang::ArrayInitLoopExpr* e) {  // a copy of an array
    const auto* source = llvm::dyn_cast<clang::OpaqueValueExpr>(e->getCommonExpr());
    return source && source->getSourceExpr() ? l_.value(source->getSourceExpr()) : VisitStmt(e);
  }
  Cell VisitCXXStdInitializerListExpr(const clang::CXXStdInitializerListExpr* e) {  // the array behind it
    return l_.value(e->getSubExpr());
  }
  Cell VisitLambdaExpr(const clang::LambdaExpr* e) { return l_.closure(e); }
  Cell VisitCXXScalarValueInitExpr(const clang::CXXScalarValueInitExpr* e) { return zeros(e); }
  Cell VisitImplicitValueInitExpr(const clang::ImplicitValueInitExpr* e) { return zeros(e); }
  Cell VisitConditionalOperator(const clang::ConditionalOperator* e) { return l_.conditional(e); }

  Cell VisitCXXThisExpr(const clang::CXXThisExpr* e) { return l_.address_of(*l_.pointee(e)); }
  Cell VisitCXXNullPtrLiteralExpr(const clang::CXXNullPtrLiteralExpr*) { return {}; }  // see CK_NullToPointer
  Cell VisitCXXNewExpr(const clang::CXXNewExpr* e) { return l_.made_by_new(e); }
  Cell VisitCXXDeleteExpr(const clang::CXXDeleteExpr* e) {
    l_.give_back(e->getArgument());
    return {};
  }
  Cell VisitCXXThrowExpr(const clang::CXXThrowExpr* e) { return l_.thrown(e); }
  Cell VisitStringLiteral(const clang::StringLiteral* e) { return l_.text(e); }
  Cell VisitCXXTypeidExpr(const clang::CXXTypeidExpr* e) { return unknown(e, "typeid", "leave it out"); }
  Cell VisitAtomicExpr(const clang::AtomicExpr* e) {
    return unknown(e, "an atomic operation", "use plain variables");
  }
  Cell VisitStmtExpr(const clang::StmtExpr* e) {
    return unknown(e, "a statement expression", "write a function");
  }
  Cell VisitCoawaitExpr(const clang::CoawaitExpr* e) {
    return unknown(e, "co_await", "write a plain function");
  }

 private:
  Cell unknown(const clang::Stmt* e, const std::string& what, const char* instead) {
    return l_.refuse(e, Refusal::unsupported_expression, what, instead);
  }
  Cell zeros(const clang::Expr* e) {
    const CppType* type = l_.types().of(e->getType());
    return type ? l_.zero(type) : l_.refuse_type(e->getExprLoc(), "this value", e->getType());
  }
  Values& l_;
};

// What an arithmetic operator of C++ is on operands of one element type.
std::optional<ir::Kind> kind_of(clang::BinaryOperatorKind op, ir::ElementType element) {
  const bool whole = !ir::is_differentiable(element);
  switch (op) {
    case clang::BO_Add:
      return ir::Kind::Add;
    case clang::BO_Sub:
      return ir::Kind::Subtract;
    case clang::BO_Mul:
      return ir::Kind::Multiply;
    case clang::BO_Div:
      return whole ? ir::Kind::Quotient : ir::Kind::Divide;
    case clang::BO_Rem:
      return ir::Kind::Modulo;
    case clang::BO_LT:
      return ir::Kind::Less;
    case clang::BO_LE:
      return ir::Kind::LessEqual;
    case clang::BO_GT:
      return ir::Kind::Greater;
    case clang::BO_GE:
      return ir::Kind::GreaterEqual;
    case clang::BO_EQ:
      return ir::Kind::Equal;
    case clang::BO_NE:
      return ir::Kind::NotEqual;
    case clang::BO_And:
      return ir::Kind::BitAnd;
    case clang::BO_Or:
      return ir::Kind::BitOr;
    case clang::BO_Xor:
      return ir::Kind::BitXor;
    case clang::BO_Shl:
      return ir::Kind::ShiftLeft;
    case clang::BO_Shr:
      return ir::Kind::ShiftRight;
    default:
      return std::nullopt;
  }
}

}  // namespace

Cell Values::value(const clang::Expr* expr) {
  const Here here(*this, expr);
  if (expr->getType()->isSpecificBuiltinType(clang::BuiltinType::LongDouble)) say_once({DiagnosticId::long_double, at_, text_of(DiagnosticId::long_double)});
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expr->IgnoreParens()); choice && expr->isGLValue())
    return conditional(choice);
  if (auto order = ordering_constant(expr)) return *std::move(order);
  if (expr->isGLValue()) return load(*place(expr), expr);
  // Reads of variables keep the variable's value and name; whatever else is constant is a number.
  const auto* read = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  if (!read || !frame_->variables.count(read->getDecl()))
    if (const auto known = constant_of(expr)) return constant(*known, expr->getType(), expr);
  return ValueVisitor(*this).Visit(expr);
}

Outcome Values::outcome(const clang::Expr* expr) {
  if (llvm::isa<clang::CXXThisExpr>(expr->IgnoreParenImpCasts()))
    return {{}, frame_->object ? frame_->object : temporary({})};
  if (expr->isGLValue()) return {{}, place(expr)};
  if (const CppType* type = expr->getType()->isRecordType() ? types_.of(expr->getType()) : nullptr; type && type->is_lazy())
    return {{}, lazy_place(expr)};
  return {value(expr), nullptr};
}

Cell* Values::stands_for(const clang::OpaqueValueExpr* expr) const {
  const auto found = given_.find(expr);
  return found == given_.end() ? nullptr : found->second;
}

// A local variable whose type was refused where it was declared.
bool Values::was_refused(const clang::Expr* expr) const {
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  const auto found = named ? frame_->variables.find(named->getDecl()) : frame_->variables.end();
  return found != frame_->variables.end() && (!found->second || !found->second->type);
}

bool Values::is_of_refused(const clang::Expr* expr) const {
  const clang::Expr* of = expr->IgnoreUnlessSpelledInSource();
  while (const auto* call = llvm::dyn_cast<clang::CallExpr>(of)) {
    const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
    if (!method && (!llvm::isa<clang::CXXOperatorCallExpr>(call) || call->getNumArgs() == 0)) return false;
    of = (method ? method->getImplicitObjectArgument() : call->getArg(0))->IgnoreUnlessSpelledInSource();
  }
  return was_refused(of);
}

void Values::effect(const clang::Expr* expr) {
  const Here here(*this, expr);
  const clang::Expr* inner = expr->IgnoreParens();
  if (const auto* cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(inner))
    return effect(cleanups->getSubExpr());
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(inner);
      cast && cast->getCastKind() == clang::CK_ToVoid)
    return effect(cast->getSubExpr());
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(inner)) {
    branch_on(condition_of(choice->getCond()), [&] { effect(choice->getTrueExpr()); }, [&] { effect(choice->getFalseExpr()); },
              written_condition(choice->getCond()));
    return;
  }
  discarded_ = inner;
  if (inner->isGLValue())
    place(inner);
  else
    value(inner);
}

// --- constants ---

std::optional<clang::APValue> Values::constant_of(const clang::Expr* expr) const {
  const clang::QualType type = expr->getType();
  if (expr->isValueDependent() || !(type->isArithmeticType() || type->isEnumeralType())) return std::nullopt;
  clang::Expr::EvalResult result;
  if (!expr->EvaluateAsRValue(result, context()) || result.HasSideEffects || result.HasUndefinedBehavior)
    return std::nullopt;
  if (!result.Val.isInt() && !result.Val.isFloat()) return std::nullopt;
  return result.Val;
}

std::optional<std::int64_t> Values::integer_of(const clang::Expr* expr) const {
  const auto known = constant_of(expr);
  if (!known || !known->isInt()) return std::nullopt;
  return known->getInt().isSigned() ? known->getInt().getSExtValue()
                                    : static_cast<std::int64_t>(known->getInt().getZExtValue());
}

namespace {

// The values of the members, of a union that of the one that was given a value.
void add_values(const clang::APValue& whole, const clang::RecordDecl& record,
                std::vector<std::pair<const clang::FieldDecl*, const clang::APValue*>>& values) {
  const auto add = [&](const clang::FieldDecl* field, const clang::APValue& value) {
    if (field->isAnonymousStructOrUnion())
      add_values(value, *field->getType()->getAsRecordDecl(), values);
    else
      values.emplace_back(field, &value);
  };
  if (whole.isUnion() && whole.getUnionField())
    add(whole.getUnionField(), whole.getUnionValue());
  else if (whole.isStruct())
    for (const clang::FieldDecl* field : record.fields()) add(field, whole.getStructField(field->getFieldIndex()));
}

}  // namespace

// To a constant, or to an item of an array that is one.
Cell Values::constant_pointer(const clang::APValue& address, const CppType* type, const clang::Expr* expr) {
  if (address.isNullPointer()) return null_of(type);
  const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(address.getLValueBase().dyn_cast<const clang::ValueDecl*>());
  if (!variable || !address.hasLValuePath() || address.getLValuePath().size() > (variable->getType()->isArrayType() ? 1 : 0) ||
      address.isLValueOnePastTheEnd())
    return refuse(expr, Refusal::unsupported_expression, "a constant pointer to this", "point to a variable or to an item of an array");
  Cell* object = this->variable(variable, expr);
  if (address.getLValuePath().empty()) return address_of(*object);
  return moved(first_of(*object), ir::Kind::Add, whole(static_cast<std::int64_t>(address.getLValuePath()[0].getAsArrayIndex())), expr);
}

Cell Values::constant(const clang::APValue& number, clang::QualType type, const clang::Expr* expr) {
  const CppType* known = types_.of(type);
  if (!known) return refuse_type(expr->getExprLoc(), "this value", type);
  if (number.isFloat()) {
    llvm::APFloat real = number.getFloat();
    bool inexact = false;
    real.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
    return leaf_cell(known, forward(at_here().constant(known->element, real.convertToDouble())));
  }
  if (number.isInt()) {
    const llvm::APSInt& whole = number.getInt();
    const std::int64_t bits =
        whole.isSigned() ? whole.getSExtValue() : static_cast<std::int64_t>(whole.getZExtValue());
    return leaf_cell(known, forward(at_here().constant_integer(known->element, bits)));
  }
  if (number.isComplexFloat() && ir::is_complex(known->element)) {
    const auto part_cell = [&](llvm::APFloat real) {
      bool inexact = false;
      real.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
      return number_cell(ir::ElementType::f64, real.convertToDouble());
    };
    return complex_of(part_cell(number.getComplexFloatReal()), part_cell(number.getComplexFloatImag()), known);
  }
  if (number.isStruct() && known->form == CppType::Form::scalar && number.getStructNumFields() == 1)  // std::complex
    return constant(number.getStructField(0), type, expr);
  if (known->form == CppType::Form::closure && known->members.empty()) return fresh(known, Cell::State::ready);
  if (known->form == CppType::Form::pointer && number.isLValue()) return constant_pointer(number, known, expr);
  Cell cell = fresh(known, Cell::State::poison);
  const auto part = [&](std::size_t i, const clang::APValue& inner, clang::QualType inner_type) {
    cell.members[i] = constant(inner, inner_type, expr);
  };
  if ((number.isStruct() || number.isUnion()) && known->form == CppType::Form::structure) {
    cell = fresh(known, Cell::State::empty);
    std::size_t i = 0;
    unsigned index = 0;
    for (const clang::CXXBaseSpecifier& base : known->record->bases()) {
      const clang::APValue& inner = number.getStructBase(index++);
      if (base_of(cell, base.getType()->getAsCXXRecordDecl())) part(i++, inner, base.getType());
    }
    std::vector<std::pair<const clang::FieldDecl*, const clang::APValue*>> values;
    add_values(number, *known->record, values);
    for (; i < known->members.size(); ++i)
      for (const auto& [field, inner] : values)
        if (known->members[i].is(field)) part(i, *inner, field->getType());
    return cell;
  }
  const bool wrapped = number.isStruct() && number.getStructNumFields() == 1 && number.getStructField(0).isArray();
  if (known->form == CppType::Form::array && (number.isArray() || wrapped)) {
    const clang::APValue& list = wrapped ? number.getStructField(0) : number;
    clang::QualType array = type.getNonReferenceType();
    if (wrapped) array = (*array->getAsCXXRecordDecl()->field_begin())->getType();
    const clang::QualType element = context().getAsArrayType(array)->getElementType();
    std::vector<Cell> items;
    for (unsigned i = 0; i < list.getArraySize(); ++i)
      items.push_back(constant(
          i < list.getArrayInitializedElts() ? list.getArrayInitializedElt(i) : list.getArrayFiller(), element, expr));
    return array_of(known, std::move(items));
  }
  return refuse(expr, Refusal::unsupported_expression, "a constant of this type",
                "use numbers and structures of numbers");
}

Cell Values::text(const clang::StringLiteral* expr, const CppType* type) {
  if (!type) type = types_.of(expr->getType());
  if (!type) return refuse_type(expr->getExprLoc(), "this text", expr->getType());
  std::vector<Cell> items;
  for (std::int64_t i = 0; i < type->count; ++i) {
    const std::uint32_t unit = i < expr->getLength() ? expr->getCodeUnit(static_cast<std::size_t>(i)) : 0;
    const std::int64_t number = ir::wrap_to(type->item->element, static_cast<std::int64_t>(unit));
    items.push_back(leaf_cell(type->item, at_here().constant_integer(type->item->element, number)));
  }
  return array_of(type, std::move(items));
}

// --- operators ---

Cell Values::arithmetic(const clang::Expr* expr, clang::BinaryOperatorKind op, const Cell& x, const Cell& y,
                          const CppType* type) {
  if (x.state != Cell::State::ready || y.state != Cell::State::ready || !x.is_leaf() || !y.is_leaf())
    return {};
  // What a call that always gives the same says decides branches when code is generated.
  const auto left = ir::known_integer(function_, x.value), right = ir::known_integer(function_, y.value);
  if (left && right && clang::BinaryOperator::isEqualityOp(op)) return boolean((*left == *right) == (op == clang::BO_EQ));
  const auto kind = kind_of(op, x.type->element);
  if (!kind)
    return refuse(expr, Refusal::unsupported_expression,
                  fmt::format("the operator '{}'", clang::BinaryOperator::getOpcodeStr(op).str()), "write it with arithmetic");
  // The distance of a shift has a type of its own.
  const bool shifts = op == clang::BO_Shl || op == clang::BO_Shr;
  return leaf_cell(type, append(*kind, {x.value, shifts ? converted(y, x.type).value : y.value}));
}

Cell Values::binary(const clang::BinaryOperator* expr) {
  const clang::BinaryOperatorKind op = expr->getOpcode();
  if (op == clang::BO_Comma) {
    effect(expr->getLHS());
    return value(expr->getRHS());
  }
  if (op == clang::BO_LAnd || op == clang::BO_LOr) return short_circuit(expr);
  if (op == clang::BO_PtrMemD || op == clang::BO_PtrMemI)
    return refuse(expr, Refusal::pointer, "name the member instead of a pointer to it");
  if (op == clang::BO_Cmp) return three_way(expr);
  if (expr->getLHS()->getType()->isPointerType() || expr->getRHS()->getType()->isPointerType())
    return pointer_binary(expr, op, expr->getLHS(), expr->getRHS());
  const Cell x = value(expr->getLHS()), y = value(expr->getRHS());
  const CppType* type = types_.of(expr->getType());
  if (!type) return refuse_type(expr->getExprLoc(), "this value", expr->getType());
  return arithmetic(expr, op, x, y, type);
}

Cell Values::unary(const clang::UnaryOperator* expr) {
  const clang::Expr* operand = expr->getSubExpr();
  switch (expr->getOpcode()) {
    case clang::UO_Plus:
    case clang::UO_Extension:
      return value(operand);
    case clang::UO_Minus:
    case clang::UO_LNot: {
      const Cell x = value(operand);
      if (!x.is_leaf() || x.state != Cell::State::ready) return {};
      const auto known = ir::known_integer(function_, x.value);
      if (known && expr->getOpcode() == clang::UO_LNot) return boolean(*known == 0);
      const ir::Kind kind = expr->getOpcode() == clang::UO_Minus ? ir::Kind::Negative : ir::Kind::LogicalNot;
      return leaf_cell(x.type, append(kind, {x.value}));
    }
    case clang::UO_PostInc:
    case clang::UO_PostDec: {
      Cell old;
      increment(expr, &old);
      return old;
    }
    case clang::UO_Not: {
      const Cell x = value(operand);
      if (!x.is_leaf() || x.state != Cell::State::ready) return {};
      const std::int64_t ones = ir::wrap_to(x.type->element, -1);
      return leaf_cell(x.type, append(ir::Kind::BitXor, {x.value, at_here().constant_integer(x.type->element, ones)}));
    }
    case clang::UO_AddrOf:
      return address_of(*place(operand));
    default:
      return refuse(
          expr, Refusal::unsupported_expression,
          fmt::format("the operator '{}'", clang::UnaryOperator::getOpcodeStr(expr->getOpcode()).str()),
          "write it with arithmetic");
  }
}

Cell* Values::increment(const clang::UnaryOperator* expr, Cell* old) {
  if (expr->getType()->isPointerType())
    return advance(expr, expr->getSubExpr(), expr->isIncrementOp() ? ir::Kind::Add : ir::Kind::Subtract, whole(1), old);
  Cell* object = place(expr->getSubExpr());
  Cell& at = resolved(*object);
  const Cell before = load(at, expr->getSubExpr());
  if (old) *old = before;
  if (!before.is_leaf() || before.state != Cell::State::ready || before.type->form != CppType::Form::scalar)
    return object;
  const ir::ElementType element = before.type->element;
  const ir::ValueId one =
      ir::is_float(element) ? at_here().constant(element, 1) : at_here().constant_integer(element, 1);
  const auto op = expr->isIncrementOp() ? clang::BO_Add : clang::BO_Sub;
  write(at, arithmetic(expr, op, before, leaf_cell(before.type, forward(one)), before.type));
  name_values(at, name_of(expr->getSubExpr()));
  return object;
}

Cell* Values::compound(const clang::CompoundAssignOperator* expr) {
  if (expr->getType()->isPointerType()) {
    const ir::ValueId distance = index_value(expr->getRHS());
    return advance(expr, expr->getLHS(), expr->getOpcode() == clang::BO_AddAssign ? ir::Kind::Add : ir::Kind::Subtract,
                   distance, nullptr);
  }
  const Cell right = value(expr->getRHS());
  Cell* left = place(expr->getLHS());
  const CppType* computed = types_.of(expr->getComputationLHSType());
  if (!computed)
    return temporary(
        refuse_type(expr->getExprLoc(), "the value computed here", expr->getComputationLHSType()));
  const Cell before = load(*left, expr->getLHS());
  const auto op = clang::BinaryOperator::getOpForCompoundAssignment(expr->getOpcode());
  const Cell after = arithmetic(expr, op, converted(before, computed), right, computed);
  Cell& at = resolved(*left);
  store(at, at.type ? converted(after, at.type) : after, expr);
  return left;
}

// --- conversions ---

Cell Values::converted(const Cell& x, const CppType* to) {
  if (!x.is_leaf() || x.state != Cell::State::ready) return {};
  Cell cell = x;
  cell.type = to;
  if (x.type->element == to->element && builder_.type(x.value).element == to->element) return cell;
  const ir::Value& known = function_[x.value];
  const ir::Op* op = known.op.valid() ? &function_[known.op] : nullptr;
  // A number changes its type at once; what can't be represented is left to the op, and so are integers that would be rounded twice.
  const auto whole = ir::known_integer(function_, x.value);
  constexpr std::int64_t kExact = std::int64_t{1} << 53;
  const bool is_exact = !whole || (*whole >= -kExact && *whole <= kExact && (*whole >= 0 || !ir::is_unsigned(known.type.element)));
  if (op && op->kind == ir::Kind::Constant && ir::is_differentiable(to->element) && !op->attributes.empty() && is_exact) {
    const ir::Attribute& number = *op->attributes.find("value");
    const double real = whole ? static_cast<double>(*whole) : std::get<double>(number);
    cell.value = forward(at_here().constant(to->element, ir::round_to(to->element, real)));
    return cell;
  }
  if (whole && ir::is_integer(to->element)) {
    cell.value = forward(at_here().constant_integer(to->element, ir::wrap_to(to->element, *whole)));
    return cell;
  }
  cell.value = append(ir::Kind::Astype, {x.value}, {{"to", to->element}});
  if (!cell.value.valid()) cell.state = Cell::State::poison;
  return cell;
}

Cell Values::cast(const clang::CastExpr* expr) {
  const clang::Expr* operand = expr->getSubExpr();
  switch (expr->getCastKind()) {
    case clang::CK_LValueToRValue:
    case clang::CK_NoOp:
    case clang::CK_ConstructorConversion:
    case clang::CK_UserDefinedConversion:
      return value(operand);
    case clang::CK_ToVoid:
      effect(operand);
      return {};
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToBoolean:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingToBoolean:
    case clang::CK_FloatingCast:
    case clang::CK_BooleanToSignedIntegral: {
      const CppType* to = types_.of(expr->getType());
      if (!to) return refuse_type(expr->getExprLoc(), "this value", expr->getType());
      return converted(value(operand), to);
    }
    case clang::CK_ArrayToPointerDecay:
      return first_of(*place(operand));
    case clang::CK_NullToPointer:
      return null_pointer(expr);
    case clang::CK_PointerToBoolean: {
      const Cell pointer = value(operand);
      if (!pointer.type || is_poisoned(const_cast<Cell&>(pointer))) return {};
      if (pointer.type->form == CppType::Form::pointer && !is_usable(pointer, operand)) return {};
      return leaf_cell(types_.scalar(ir::ElementType::boolean),
                       forward(at_here().constant_integer(ir::ElementType::boolean, pointer.target != nullptr)));
    }
    case clang::CK_FunctionToPointerDecay:
      return load(*place(operand), operand);
    case clang::CK_PointerToIntegral:
    case clang::CK_IntegralToPointer:
    case clang::CK_BitCast:
      if (auto made = made_by_call(expr)) return *std::move(made);
      if (const auto* made = llvm::dyn_cast<clang::CallExpr>(operand->IgnoreParenCasts()); made && made->getType()->isVoidPointerType())
        return value(made);  // refused as such
      if (expr->getType()->isVoidPointerType()) return value(operand);  // for free
      return refuse(expr, Refusal::pointer, "use values, references and indices");
    case clang::CK_LValueBitCast:
    case clang::CK_LValueToRValueBitCast:
      return refuse(expr, Refusal::reinterpretation, "this cast");
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
    case clang::CK_BaseToDerived:
    case clang::CK_Dynamic:
      if (const CppType* type = types_.of(expr->getType()); type && (type->form == CppType::Form::pointer || type->eigen))
        return expr->getType()->isPointerType() ? base_pointer(expr) : value(operand);  // else an iterator, or a matrix
      return load(*converted_class(*temporary(value(operand)), expr), expr);
    default:
      return refuse(expr, Refusal::unsupported_cast, expr->getCastKindName(),
                    "convert with static_cast between numbers");
  }
}

}  // namespace tool
