#include "tool/lower/written.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "tool/lower/eigen_class.h"
#include "tool/source/walk.h"

namespace tool {
namespace {

// Whether a value of the type gives access to objects that are not part of it.
bool refers(clang::QualType type, int depth = 0) {
  if (type->isReferenceType() || type->isPointerType() || depth > 8) return true;
  const auto* record = type->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record) return false;
  if (record->isLambda() || record->getName() == "View") return true;
  if (const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
      special && record->isInStdNamespace()) {
    if (record->getName() == "vector" || record->getName() == "array")
      return refers(special->getTemplateArgs()[0].getAsType(), depth + 1);
    if (record->getName() != "pair" && record->getName() != "tuple") return true;
    for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray()) {
      if (argument.getKind() == clang::TemplateArgument::Type && refers(argument.getAsType(), depth + 1)) return true;
      if (argument.getKind() != clang::TemplateArgument::Pack) continue;
      for (const clang::TemplateArgument& inner : argument.pack_elements())
        if (inner.getKind() == clang::TemplateArgument::Type && refers(inner.getAsType(), depth + 1)) return true;
    }
    return false;
  }
  if (const auto known = eigen_class(*record)) return known->role == EigenClass::Role::view || known->role == EigenClass::Role::expression;
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(record->getDeclContext());
  if (space && space->getName() == "gradc") return false;  // its tensors own their elements
  return std::any_of(record->bases_begin(), record->bases_end(),
                     [&](const clang::CXXBaseSpecifier& base) { return refers(base.getType(), depth + 1); }) ||
         std::any_of(record->field_begin(), record->field_end(),
                     [&](const clang::FieldDecl* field) { return refers(field->getType(), depth + 1); });
}

class WrittenVisitor : public Walk {
 public:
  explicit WrittenVisitor(Written& written) : written_(written) {}

 private:
  bool sees_implicit_code() const override { return true; }  // the variables of a range-for

  bool sees(clang::Stmt* stmt) override {
    if (llvm::isa<clang::CXXThisExpr>(stmt)) written_.object = true;
    if (llvm::isa<clang::ReturnStmt>(stmt)) written_.returns |= lambdas_ == 0;
    const auto* expr = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    if (!expr || llvm::isa<clang::FunctionDecl>(expr->getDecl())) return true;
    // Through a name that is const nothing is written, unless it stands for other objects.
    const bool is_const = expr->getType().isConstQualified() && !refers(expr->getType().getUnqualifiedType());
    if (is_const) return true;
    written_.variables.insert(expr->getDecl());
    // A structured binding names a part of a variable without a name.
    const auto* binding = llvm::dyn_cast<clang::BindingDecl>(expr->getDecl());
    return !binding || through(binding->getBinding());
  }
  bool enters(clang::Stmt* stmt) override {
    if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(stmt)) {
      const bool reads = cast->getCastKind() == clang::CK_LValueToRValue;
      const bool hardens = cast->getCastKind() == clang::CK_NoOp && cast->getType().isConstQualified();
      return !((reads || hardens) && !refers(cast->getType()) && names_plainly(cast->getSubExpr()));
    }
    // As it was written a list has no conversions, so that what is read there would look like what is written.
    if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(stmt)) {
      for (const clang::Stmt* item : *(list->isSemanticForm() ? list : list->getSemanticForm())) through(item);
      return false;
    }
    lambdas_ += llvm::isa<clang::LambdaExpr>(stmt);
    return true;
  }
  void leaves(clang::Stmt* stmt) override { lambdas_ -= llvm::isa<clang::LambdaExpr>(stmt); }

  // A variable, or a member of one.
  static bool names_plainly(const clang::Expr* expr) {
    expr = expr->IgnoreParens();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr))
      return llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts()) || names_plainly(member->getBase());
    return llvm::isa<clang::DeclRefExpr>(expr);
  }

  Written& written_;
  int lambdas_ = 0;
};

// A break that belongs to the statement itself: those of an inner loop or switch end that.
class BreakVisitor : public Walk {
  bool enters(clang::Stmt* stmt) override {
    return !llvm::isa<clang::LambdaExpr, clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt,
                      clang::SwitchStmt>(stmt);
  }
  bool sees(clang::Stmt* stmt) override { return !llvm::isa<clang::BreakStmt>(stmt); }
};

// Whether all that a function does with what a pointer parameter leads to is to read it.
bool only_reads_through(const clang::CallExpr& call, unsigned argument, int depth);

// Whether an object of the type, or one that it holds or leads to, is of the class.
bool leads_to(clang::QualType type, const clang::RecordDecl* record, std::set<const clang::RecordDecl*>& seen) {
  type = type.getNonReferenceType();
  while (type->isPointerType() || type->isArrayType()) type = clang::QualType(type->getPointeeOrArrayElementType(), 0);
  const clang::RecordDecl* of = type->getAsRecordDecl();
  if (!of || !seen.insert(of).second) return false;
  if (of == record) return true;
  return std::any_of(of->field_begin(), of->field_end(), [&](const clang::FieldDecl* field) { return leads_to(field->getType(), record, seen); });
}

// Uses of a pointer, which may be a member, that are not reads of what it leads to, element by element.
class PointeeVisitor : public Walk {
 public:
  PointeeVisitor(const clang::ValueDecl* pointer, int depth) : pointer_(pointer), depth_(depth) {}

 private:
  bool names_it(const clang::Stmt* stmt) const {
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(stmt);
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    return (named && named->getDecl() == pointer_) || (member && member->getMemberDecl() == pointer_);
  }
  bool is_it(const clang::Expr* expr) const { return names_it(expr->IgnoreParenImpCasts()); }
  // Of a function that isn't seen, which may do anything with the member of what it is given.
  bool hands_on(const clang::CallExpr& call) const {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(pointer_);
    const clang::FunctionDecl* callee = field ? call.getDirectCallee() : nullptr;
    if (!field || (callee && callee->hasBody())) return false;
    std::set<const clang::RecordDecl*> seen;
    const auto leads_to_it = [&](const clang::Expr* argument) { return leads_to(argument->IgnoreParenCasts()->getType(), field->getParent(), seen); };
    const auto* member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call);
    const clang::Expr* object = member_call ? member_call->getImplicitObjectArgument() : nullptr;
    return std::any_of(call.arg_begin(), call.arg_end(), leads_to_it) || (object && leads_to_it(object));
  }
  // The pointer, or an array among those that it leads to.
  bool is_row(const clang::Expr* expr) {
    expr = expr->IgnoreParenImpCasts();
    while (const auto* item = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) {
      if (!item->getType()->isArrayType() || !through(item->getIdx())) return false;
      expr = item->getBase()->IgnoreParenImpCasts();
    }
    return is_it(expr);
  }
  bool enters(clang::Stmt* stmt) override {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(stmt);
    gone_ = gone_ || (call && hands_on(*call));
    if (call && !gone_ && through(call->getCallee())) {
      for (unsigned i = 0; i < call->getNumArgs(); ++i)
        if (!(is_row(call->getArg(i)) && only_reads_through(*call, i, depth_)) && !through(call->getArg(i))) return true;
      return false;
    }
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(stmt);
    if (!cast || cast->getCastKind() != clang::CK_LValueToRValue) return true;
    const clang::Expr* read = cast->getSubExpr()->IgnoreParens();
    while (const auto* item = llvm::dyn_cast<clang::ArraySubscriptExpr>(read)) {
      if (!through(item->getIdx())) return true;
      read = item->getBase()->IgnoreParenImpCasts();
      if (is_it(read)) return false;
    }
    const auto* object = llvm::dyn_cast<clang::UnaryOperator>(read);
    return !object || object->getOpcode() != clang::UO_Deref || !is_it(object->getSubExpr());
  }
  bool sees(clang::Stmt* stmt) override { return !gone_ && !names_it(stmt); }

  const clang::ValueDecl* pointer_;
  int depth_;
  bool gone_ = false;  // handed to where it isn't seen
};

bool only_reads_through(const clang::CallExpr& call, unsigned argument, int depth) {
  constexpr int kDeepest = 6;
  const clang::FunctionDecl *callee = call.getDirectCallee(), *defined = nullptr;
  if (!callee || depth > kDeepest || llvm::isa<clang::CXXMethodDecl>(callee) || argument >= callee->getNumParams() || !callee->hasBody(defined)) return false;
  const clang::ParmVarDecl* parameter = defined->getParamDecl(argument);
  return parameter->getType()->isPointerType() && PointeeVisitor(parameter, depth + 1).through(defined->getBody());
}

// Uses of a variable that are not reads of its value, or of a part of it.
class UseVisitor : public Walk {
 public:
  explicit UseVisitor(const clang::ValueDecl* variable) : variable_(variable) {}

 private:
  bool names_it(const clang::Stmt* stmt) const {
    const auto* expr = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    return expr && expr->getDecl() == variable_;
  }
  bool enters(clang::Stmt* stmt) override {
    // A loop over its items, whose variable can't write them.
    if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(stmt); loop && loop->getRangeInit() && is_part(loop->getRangeInit())) {
      const clang::QualType item = loop->getLoopVariable()->getType();
      const bool may_write = item->isReferenceType() ? !item->getPointeeType().isConstQualified() : item->isPointerType();  // to a row
      return may_write || !through(loop->getBody());
    }
    if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(stmt)) return false;  // sizeof
    // An array that a pointer in an object leads to, where nothing writes through those of such objects.
    if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(stmt)) {
      if (!list->isSemanticForm()) list = list->getSemanticForm();
      const auto* record = list->getType()->getAsCXXRecordDecl();
      std::vector<const clang::FieldDecl*> fields;
      if (record && !record->isUnion() && record->getNumBases() == 0)
        std::copy_if(record->field_begin(), record->field_end(), std::back_inserter(fields), [](const clang::FieldDecl* field) { return !field->isUnnamedBitField(); });
      for (unsigned i = 0; i < list->getNumInits(); ++i) {
        const bool is_array = i < fields.size() && is_decayed(list->getInit(i));
        if (!(is_array && PointeeVisitor(fields[i], 0).through(fields[i]->getASTContext().getTranslationUnitDecl())) && !through(list->getInit(i))) return true;
      }
      return false;
    }
    // A function without const for what it only reads.
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(stmt); call && through(call->getCallee())) {
      for (unsigned i = 0; i < call->getNumArgs(); ++i) {
        if (!(is_decayed(call->getArg(i)) && only_reads_through(*call, i, 0)) && !through(call->getArg(i))) return true;
      }
      return false;
    }
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(stmt);
    if (!cast) return true;
    // As a reference to const, which can't write it.
    if (cast->getCastKind() == clang::CK_NoOp && cast->isGLValue() && cast->getType().isConstQualified() && is_part(cast->getSubExpr())) return false;
    if (cast->getCastKind() == clang::CK_NoOp && cast->getType()->isPointerType() && cast->getType()->getPointeeType().isConstQualified()) {
      const auto* address = llvm::dyn_cast<clang::UnaryOperator>(cast->getSubExpr()->IgnoreParens());
      return !is_decayed(cast->getSubExpr()) && !(address && address->getOpcode() == clang::UO_AddrOf && is_part(address->getSubExpr()));
    }
    return cast->getCastKind() != clang::CK_LValueToRValue || !is_part(cast->getSubExpr());
  }
  // A pointer to the first item of an array.
  bool is_decayed(const clang::Expr* expr) {
    const auto* array = llvm::dyn_cast<clang::ImplicitCastExpr>(expr->IgnoreParens());
    return array && array->getCastKind() == clang::CK_ArrayToPointerDecay && is_part(array->getSubExpr());
  }
  // The variable, a member of it, or an item of an array in it, whose index writes nothing of it either.
  bool is_part(const clang::Expr* expr) {
    expr = expr->IgnoreParens();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr)) return !member->isArrow() && is_part(member->getBase());
    const auto* item = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr);
    if (!item) return names_it(expr);
    return is_decayed(item->getBase()) && through(item->getIdx());
  }
  bool sees(clang::Stmt* stmt) override { return !names_it(stmt); }

  const clang::ValueDecl* variable_;
};

class NameVisitor : public Walk {
 public:
  explicit NameVisitor(std::set<const clang::ValueDecl*>& names) : names_(names) {}

 private:
  bool sees(clang::Stmt* stmt) override {
    if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(stmt)) names_.insert(named->getDecl());
    return true;
  }
  std::set<const clang::ValueDecl*>& names_;
};

class LocalVisitor : public Walk {
  bool sees(clang::Stmt* stmt) override {
    if (llvm::isa<clang::CXXThisExpr>(stmt)) return false;
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(stmt);
    if (!named || llvm::isa<clang::BindingDecl>(named->getDecl())) return !named;
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(named->getDecl());
    return !variable || !variable->hasLocalStorage();
  }
};

}  // namespace

bool is_only_read(const clang::ValueDecl* variable, const clang::Stmt* body) {
  return UseVisitor(variable).through(body);
}
bool names_no_local(const clang::Expr* init) { return LocalVisitor().through(init); }
bool is_only_read(const clang::ValueDecl* variable, const clang::Decl* in) { return UseVisitor(variable).through(in); }

Written written_in(const std::vector<const clang::Stmt*>& statements) {
  Written written;
  WrittenVisitor visitor(written);
  for (const clang::Stmt* stmt : statements) visitor.through(stmt);
  return written;
}

std::set<const clang::ValueDecl*> named_in(llvm::ArrayRef<const clang::Stmt*> statements) {
  std::set<const clang::ValueDecl*> names;
  NameVisitor visitor(names);
  for (const clang::Stmt* stmt : statements) visitor.through(stmt);
  return names;
}

bool may_break(const clang::Stmt* body) { return !BreakVisitor().through(body); }

bool always_leaves(const clang::Stmt* stmt) {
  if (!stmt) return false;
  if (llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt>(stmt)) return true;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    return std::any_of(block->body_begin(), block->body_end(), [](const clang::Stmt* inner) { return always_leaves(inner); });
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(stmt))
    return always_leaves(choice->getThen()) && always_leaves(choice->getElse());
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(stmt)) return always_leaves(attributed->getSubStmt());
  return false;
}

namespace {

bool is_member_of_this(const clang::Expr* expr) {
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr->IgnoreParenImpCasts());
  return member && llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
}

}  // namespace

bool only_gives_back(const clang::Stmt& stmt, const clang::ASTContext& context) {
  if (llvm::isa<clang::NullStmt>(stmt)) return true;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(&stmt))
    return std::all_of(block->body_begin(), block->body_end(), [&](const clang::Stmt* one) { return only_gives_back(*one, context); });
  if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(&stmt))
    return !branch->getInit() && !branch->getConditionVariable() && !branch->getCond()->HasSideEffects(context) &&
           only_gives_back(*branch->getThen(), context) && (!branch->getElse() || only_gives_back(*branch->getElse(), context));
  const auto* expr = llvm::dyn_cast<clang::Expr>(&stmt);
  expr = expr ? expr->IgnoreParenCasts() : nullptr;
  if (!expr) return false;
  if (const auto* gives_back = llvm::dyn_cast<clang::CXXDeleteExpr>(expr)) return !gives_back->getArgument()->HasSideEffects(context);
  if (const auto* assigns = llvm::dyn_cast<clang::BinaryOperator>(expr))
    return assigns->getOpcode() == clang::BO_Assign && is_member_of_this(assigns->getLHS()) && !assigns->getRHS()->HasSideEffects(context);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expr);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getIdentifier() && callee->getName() == "free" && callee->getDeclContext()->getRedeclContext()->isFileContext() &&
         call->getNumArgs() == 1 && !call->getArg(0)->HasSideEffects(context);
}

}  // namespace tool
