// Objects: what expressions that name something refer to, and reading and writing them.
#include <clang/AST/StmtVisitor.h>

#include "tool/lower/values/values.h"
#include "tool/lower/written.h"

namespace tool {
namespace {

// A variable, a member of one, or a text: naming it has no effect, and reading it can't fail.
bool is_named(const clang::Expr* expr) {
  expr = expr->IgnoreParenImpCasts();
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr)) return is_named(member->getBase());
  return llvm::isa<clang::DeclRefExpr, clang::CXXThisExpr, clang::StringLiteral>(expr);
}

class PlaceVisitor : public clang::ConstStmtVisitor<PlaceVisitor, Cell*> {
 public:
  explicit PlaceVisitor(Values& lowering) : l_(lowering) {}

  Cell* VisitStmt(const clang::Stmt* stmt) {
    return l_.temporary(l_.refuse(stmt, Refusal::unsupported_expression,
                                  fmt::format("this expression ({})", stmt->getStmtClassName()),
                                  "write it with variables, members and calls"));
  }
  Cell* VisitParenExpr(const clang::ParenExpr* e) { return l_.place(e->getSubExpr()); }
  Cell* VisitConstantExpr(const clang::ConstantExpr* e) { return l_.place(e->getSubExpr()); }
  Cell* VisitExprWithCleanups(const clang::ExprWithCleanups* e) { return l_.place(e->getSubExpr()); }
  Cell* VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr* e) { return l_.place(e->getSubExpr()); }
  Cell* VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr* e) { return l_.place(e->getExpr()); }
  Cell* VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr* e) { return l_.place(e->getExpr()); }
  Cell* VisitSubstNonTypeTemplateParmExpr(const clang::SubstNonTypeTemplateParmExpr* e) {
    return l_.place(e->getReplacement());
  }
  Cell* VisitOpaqueValueExpr(const clang::OpaqueValueExpr* e) {
    if (Cell* given = l_.stands_for(e)) return given;
    return e->getSourceExpr() ? l_.place(e->getSourceExpr()) : VisitStmt(e);
  }
  Cell* VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr* e) {
    return l_.types().is_reference(e->getType()) ? l_.object_given(e->getSubExpr()) : l_.temporary(l_.value(e->getSubExpr()));
  }
  Cell* VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr* e) { return l_.temporary(l_.value(e->getInitializer())); }
  Cell* VisitDeclRefExpr(const clang::DeclRefExpr* e) { return l_.variable(e->getDecl(), e); }
  Cell* VisitMemberExpr(const clang::MemberExpr* e);
  Cell* VisitCallExpr(const clang::CallExpr* e) {
    Outcome got = l_.call(e);
    return got.place ? got.place : l_.temporary(std::move(got.value));
  }
  Cell* VisitBinaryOperator(const clang::BinaryOperator* e);
  Cell* VisitCompoundAssignOperator(const clang::CompoundAssignOperator* e) { return l_.compound(e); }
  Cell* VisitUnaryOperator(const clang::UnaryOperator* e);
  Cell* VisitCastExpr(const clang::CastExpr* e);
  Cell* VisitCXXConstCastExpr(const clang::CXXConstCastExpr* e) {
    return l_.temporary(l_.refuse(e, Refusal::reinterpretation, "const_cast"));
  }
  Cell* VisitCXXReinterpretCastExpr(const clang::CXXReinterpretCastExpr* e) {
    return l_.temporary(l_.refuse(e, Refusal::reinterpretation, "reinterpret_cast"));
  }
  Cell* VisitConditionalOperator(const clang::ConditionalOperator* e) {
    if (const auto condition = l_.integer_of(e->getCond()))
      return l_.place(*condition != 0 ? e->getTrueExpr() : e->getFalseExpr());
    if (!is_named(e->getTrueExpr()) || !is_named(e->getFalseExpr())) return l_.chosen_place(e);
    const Cell condition = l_.value(e->getCond());
    Cell *yes = l_.place(e->getTrueExpr()), *no = l_.place(e->getFalseExpr());
    return l_.one_of(condition.state == Cell::State::ready ? condition.value : ir::ValueId{}, yes, no);
  }
  Cell* VisitArraySubscriptExpr(const clang::ArraySubscriptExpr* e);
  Cell* VisitPredefinedExpr(const clang::PredefinedExpr* e) { return place_of_text(e->getFunctionName()); }
  Cell* VisitStringLiteral(const clang::StringLiteral* e) { return place_of_text(e); }

 private:
  // An array of the numbers of its characters.
  Cell* place_of_text(const clang::StringLiteral* e) { return l_.temporary(l_.text(e)); }
  Values& l_;
};

Cell* PlaceVisitor::VisitMemberExpr(const clang::MemberExpr* e) {
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(e->getMemberDecl())) {
    l_.effect(e->getBase());
    return l_.variable(variable, e);
  }
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(e->getMemberDecl());
  if (!field) return VisitStmt(e);
  Cell* object = e->isArrow() ? l_.pointee(e->getBase()) : l_.place(e->getBase());
  return field->isAnonymousStructOrUnion() ? object : l_.member(*object, field);
}

Cell* PlaceVisitor::VisitArraySubscriptExpr(const clang::ArraySubscriptExpr* e) {
  const auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(e->getBase()->IgnoreParens());
  if (decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay) {
    Cell* array = l_.place(decay->getSubExpr());
    return l_.element_at(*array, l_.index_value(e->getIdx()));
  }
  const Cell pointer = l_.value(e->getBase());
  return l_.pointee(pointer, l_.index_value(e->getIdx()), e);
}

Cell* PlaceVisitor::VisitBinaryOperator(const clang::BinaryOperator* e) {
  if (e->getOpcode() == clang::BO_Comma) {
    l_.effect(e->getLHS());
    return l_.place(e->getRHS());
  }
  if (e->getOpcode() != clang::BO_Assign) return VisitStmt(e);
  const Cell right = l_.value(e->getRHS());  // C++17: the right side first
  Cell* left = l_.place(e->getLHS());
  l_.store(*left, right, e);
  return left;
}

Cell* PlaceVisitor::VisitUnaryOperator(const clang::UnaryOperator* e) {
  switch (e->getOpcode()) {
    case clang::UO_PreInc:
    case clang::UO_PreDec:
      return l_.increment(e, nullptr);
    case clang::UO_Extension:
      return l_.place(e->getSubExpr());
    case clang::UO_Deref:
      return l_.pointee(e->getSubExpr());
    default:
      return VisitStmt(e);
  }
}

Cell* PlaceVisitor::VisitCastExpr(const clang::CastExpr* e) {
  switch (e->getCastKind()) {
    case clang::CK_NoOp: {
      Cell* object = l_.place(e->getSubExpr());
      if (e->isXValue() && llvm::isa<clang::ExplicitCastExpr>(e)) l_.take_items_along(*object, e);
      return object;
    }
    case clang::CK_LValueBitCast:
      return l_.temporary(l_.refuse(e, Refusal::reinterpretation, "reinterpret_cast"));
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
    case clang::CK_BaseToDerived:
    case clang::CK_Dynamic:
      if (const CppType* type = l_.types().of(e->getType()); type && (type->form == CppType::Form::pointer || type->eigen))
        return l_.place(e->getSubExpr());  // an iterator, or a matrix by one of its base classes
      return l_.converted_class(*l_.place(e->getSubExpr()), e);
    case clang::CK_ConstructorConversion:
    case clang::CK_UserDefinedConversion:
      return l_.place(e->getSubExpr());
    default:
      return l_.temporary(
          l_.refuse(e, Refusal::unsupported_cast, e->getCastKindName(), "convert with static_cast"));
  }
}

// A variable of a function's own, or a part of one, which nobody else can change.
bool is_own_variable(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expr);
  if (operation && operation->isAssignmentOp()) return is_own_variable(operation->getLHS());
  const auto* step = llvm::dyn_cast<clang::UnaryOperator>(expr);
  if (step && step->isIncrementDecrementOp()) return is_own_variable(step->getSubExpr());
  if (const auto* item = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) return is_own_variable(item->getBase()->IgnoreImpCasts()) && item->getBase()->IgnoreParenImpCasts()->getType()->isArrayType();
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr)) return !member->isArrow() && is_own_variable(member->getBase());
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr);
  const auto* variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType();
}

}  // namespace

Cell* Values::place(const clang::Expr* expr) {
  const Here here(*this, expr);
  if (!expr->isGLValue()) return temporary(value(expr));
  if (expr->getType().isVolatileQualified() && !is_own_variable(expr) && !was_refused(expr)) {
    const std::string name = name_of(expr);
    return temporary(refuse(expr, Refusal::volatile_access, name.empty() ? "this value" : name));
  }
  if (const clang::Expr* only = in_braces(expr)) return place(only);  // double& r{x}
  return PlaceVisitor(*this).Visit(expr);
}

Cell* Values::temporary(Cell cell) { return &cells_.emplace_back(std::move(cell)); }

Cell* Values::member(Cell& object, const clang::FieldDecl* field) {
  Cell& at = resolved(object);
  if (!at.type) return temporary({});
  for (std::size_t i = 0; i < at.type->members.size(); ++i) {
    const CppType::Member& known = at.type->members[i];
    const bool found = known.field ? known.is(field)
                                   : at.type->form == CppType::Form::pair && known.name == field->getName();
    if (found) return followed(at, i);
  }
  return temporary(refuse(at_, {}, Refusal::unknown_member, field->getNameAsString(), at.type->name,
                          "use its public members"));
}

Cell* Values::base_of(Cell& object, const clang::CXXRecordDecl* base) {
  for (std::size_t i = 0; i < object.type->members.size(); ++i) {
    const CppType::Member& member = object.type->members[i];
    if (member.field || object.type->form != CppType::Form::structure) break;
    if (member.type->record->getCanonicalDecl() == base->getCanonicalDecl()) return member_at(object, i);
  }
  return nullptr;
}

bool is_base(const CppType& type, std::size_t member) { return type.form == CppType::Form::structure && !type.members[member].field; }

Cell* Values::derived_object(const Cell& base) {
  const std::function<Cell*(Cell&)> derived_in = [&](Cell& cell) -> Cell* {
    for (std::size_t i = 0; i < cell.members.size(); ++i) {
      if (&cell.members[i] == &base) return cell.type && is_base(*cell.type, i) ? &cell : nullptr;
      if (Cell* found = derived_in(cell.members[i])) return found;
    }
    return nullptr;
  };
  for (Cell& cell : cells_)
    if (Cell* found = derived_in(cell)) return found;
  return nullptr;
}

Cell& Values::whole_object(Cell& part) {
  Cell* whole = &part;
  while (Cell* derived = derived_object(*whole)) whole = derived;
  return *whole;
}

Cell* Values::converted_class(Cell& object, const clang::CastExpr* expr) {
  Cell* at = &resolved(object);
  if (!at->type) return at;  // refused before
  const bool to_base = expr->getCastKind() == clang::CK_DerivedToBase || expr->getCastKind() == clang::CK_UncheckedDerivedToBase;
  for (const clang::CXXBaseSpecifier* step : expr->path()) {
    Cell* next = to_base ? base_of(*at, step->getType()->getAsCXXRecordDecl()) : derived_object(*at);
    if (!next || (next->type->form != CppType::Form::structure && next->type->form != CppType::Form::closure))
      return temporary(refuse(expr, Refusal::unsupported_cast, "between a class and its base", "name the object itself"));
    at = next;
  }
  const CppType* to = types_.of(expr->getType()->isPointerType() ? expr->getType()->getPointeeType() : expr->getType());
  if (at->type == to) return at;
  return temporary(refuse(expr, Refusal::unsupported_cast, "between a class and its base", "name the object itself"));
}

// Of a pointer to an object: to the object as another class.
Cell Values::base_pointer(const clang::CastExpr* expr) {
  const Cell pointer = value(expr->getSubExpr());
  const CppType* to = types_.of(expr->getType());
  if (!pointer.type || !to) return {};
  if (!pointer.target && !is_unset(pointer) && !is_poisoned(const_cast<Cell&>(pointer))) {
    Cell null = fresh(to, Cell::State::ready);
    null.members[0] = pointer.members[0];
    return null;
  }
  return address_of(*converted_class(*pointee(pointer, whole(0), expr), expr));
}

Cell* Values::element(Cell& object, std::size_t index) {
  Cell& at = resolved(object);
  if (!at.type) return temporary({});
  if (at.type->form == CppType::Form::array) return element_at(at, whole(static_cast<std::int64_t>(index)));
  return index < at.type->members.size() ? followed(at, index) : temporary({});
}

// A member, or what it refers to: a view itself, which can be assigned.
Cell* Values::followed(Cell& at, std::size_t index) {
  if (!at.type->members[index].reference) return member_at(at, index);
  if (at.projection) return part_of(at, index, at.type->members[index].type);
  Cell* part = member_at(at, index);
  return part->alias ? part->alias : part;
}

// A member as it lies in the object; one that is a reference is not followed.
Cell* Values::member_at(Cell& at, std::size_t index) {
  if (at.projection) return part_of(at, index, at.type->members[index].type);
  return index < at.members.size() ? &at.members[index] : temporary({});
}

Cell* Values::variable(const clang::ValueDecl* decl, const clang::Expr* use) {
  if (const auto found = frame_->variables.find(decl); found != frame_->variables.end())
    return found->second ? found->second : temporary({});
  if (const auto* binding = llvm::dyn_cast<clang::BindingDecl>(decl)) return place(binding->getBinding());
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl))
    return temporary(fresh(types_.function(function), Cell::State::ready));
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
  if (!variable)
    return temporary(refuse(use, Refusal::unsupported_expression,
                            fmt::format("'{}'", decl->getNameAsString()), "name a variable or a constant"));
  const clang::QualType type = variable->getType();
  if (llvm::isa<clang::ParmVarDecl>(variable)) {
    refuse_type(use->getExprLoc(), fmt::format("parameter '{}'", variable->getNameAsString()), type);
    return temporary({});
  }
  if (type.isVolatileQualified())
    return temporary(refuse(use, Refusal::volatile_access, decl->getNameAsString()));
  return global(variable, use);
}

Cell Values::load(Cell& from, const clang::Expr* expr) {
  if (from.alias && from.type && from.type->form == CppType::Form::view) return from;
  Cell& at = resolved(from);
  Cell now = read(at);
  const bool is_unset = now.is_leaf() && now.state == Cell::State::empty;
  if (!is_unset && (!now.is_leaf() || now.state != Cell::State::ready || begun_.empty())) return now;
  std::string name = expr ? name_of(expr) : "";
  if (name.empty() && expr && expr->isGLValue()) name = written_condition(expr);
  if (!is_unset) {
    note_read(at, expr, name);
    return now;
  }
  Cell refused = refuse(expr ? expr->getExprLoc() : at_, expr ? expr->getSourceRange() : clang::SourceRange(),
                        Refusal::uninitialised, name.empty() ? "this value" : name);
  poison(at);
  return refused;
}

void Values::store(Cell& to, const Cell& from, const clang::Expr* expr) {
  if (from.type && from.type->form == CppType::Form::view && from.alias) {  // rebinding, as a pointer's
    const bool is_memory = to.state == Cell::State::ready && !to.alias;  // of a structure that is an argument
    if (!to.type) return poison(to);
    if (to.type->form != CppType::Form::view || to.projection || is_memory) {
      refuse(expr ? expr->getExprLoc() : at_, {}, Refusal::object_depends);
      return poison(to);
    }
    to = from;
    return;
  }
  write(resolved(to), from);
  if (!expr) return;
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expr))
    name_values(to, name_of(operation->getLHS()));
  else if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr))
    name_values(to, name_of(call->getArg(0)));
}

// "p.w", or nothing where the object has no name.
std::string Values::name_of(const clang::Expr* expr) const {
  expr = expr->IgnoreParenImpCasts();
  if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr)) return named->getNameInfo().getAsString();
  const auto* part = llvm::dyn_cast<clang::MemberExpr>(expr);
  if (!part) return {};
  const std::string member = part->getMemberDecl()->getNameAsString();
  const std::string object = name_of(part->getBase());
  return object.empty() || member.empty() ? object + member : object + "." + member;
}

Cell* Values::object_given(const clang::Expr* expr) {
  if (expr->isGLValue()) return place(expr);
  Outcome given = outcome(expr);
  return given.place ? given.place : temporary(std::move(given.value));
}

// Whether a place is one of these cells, or in one.
bool Values::is_among(const Cell* place, const std::set<const Cell*>& cells) const {
  if (!place || !place_set_.count(place)) return cells.count(place) > 0;
  const Projection& known = *place->projection;
  return is_among(known.base, cells) ||
         std::any_of(known.options.begin(), known.options.end(), [&](const Cell* option) { return is_among(option, cells); });
}

}  // namespace tool
