// Declarations: local variables, structured bindings, and what declares no value.
#include <clang/AST/DeclCXX.h>

#include "tool/lower/values/values.h"

namespace tool {

void Values::declare(const clang::Decl* decl) {
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) return declare_variable(variable);
  if (llvm::isa<clang::TypeDecl, clang::StaticAssertDecl, clang::UsingDecl, clang::UsingDirectiveDecl,
                clang::NamespaceAliasDecl, clang::EmptyDecl, clang::UsingEnumDecl, clang::FunctionDecl>(decl))
    return;
  refuse(decl->getLocation(), decl->getSourceRange(), Refusal::unsupported_statement,
         fmt::format("this declaration ({})", decl->getDeclKindName()), "declare variables");
}

void Values::declare_variable(const clang::VarDecl* variable) {
  const std::string name = variable->getNameAsString();
  const clang::QualType type = variable->getType();
  // What the function alone can change is as good as plain.
  const bool is_own = variable->hasLocalStorage() && !type->isReferenceType();
  Cell*& slot = frame_->variables[variable];
  // Constants of static duration are constants; they are looked up where they are used. What is made of a constant and
  // then only read is one too.
  const bool stays = variable->isStaticLocal() && !type.isConstQualified() && variable->getInit() && type->isLiteralType(context()) && variable->evaluateValue() &&
                     is_only_read(variable, frame_->function->getBody());
  if ((variable->isStaticLocal() && !stays) || variable->hasExternalStorage()) {
    frame_->variables.erase(variable);
    if (type.isConstQualified() || !variable->isStaticLocal()) return;
    refuse(variable->getLocation(), {}, Refusal::static_local, name);
    frame_->variables[variable] = temporary({});
    return;
  }
  if (type.isVolatileQualified() && !is_own) {
    refuse(variable->getLocation(), {}, Refusal::volatile_access, name);
    slot = temporary({});
    return;
  }
  if (const auto* sized = context().getAsVariableArrayType(type); sized && sized->getSizeExpr())
    if (const CppType* item = types_.of(sized->getElementType()); item && types_.why_not_allocated(*item).empty()) {
      const ir::ValueId count = index_value(sized->getSizeExpr());
      frame_->variables[variable] = temporary(count.valid() ? filled_vector(types_.vector_with(item), count, zero(item)) : Cell{});
      return;
    }
  const clang::Expr* init = variable->getInit();
  const CppType* lazy = init && type.getNonReferenceType()->isRecordType() ? types_.of(type) : nullptr;
  // By a reference it may be one that a parameter names.
  const bool is_made = lazy && !(type->isReferenceType() && init->IgnoreUnlessSpelledInSource()->isGLValue());
  if (is_made && lazy->is_lazy() && !lazy->is_view()) {
    slot = temporary(refuse(variable->getLocation(), {}, Refusal::lazy_variable, name, lazy->eigen->name, lazy->name));
  } else if (types_.is_reference(type)) {
    Cell* const object = init ? object_given(init) : temporary({});
    frame_->variables[variable] = object;  // it may have grown the map
  } else if (has_type_by_value(type) && init && !init->IgnoreParenImpCasts()->getType()->isNullPtrType()) {
    Cell cell = value(init);
    frame_->variables[variable] = temporary(std::move(cell));
  } else if (const CppType* known = types_.of(type)) {
    Cell cell = uninitialised(known);
    if (init) assign(cell, value(init));
    name_values(cell, name);
    if (early_.contains(variable))
      assign(*frame_->variables[variable], cell);
    else
      frame_->variables[variable] = temporary(std::move(cell));  // value() may have grown the map
  } else {
    const std::string what = name.empty() ? "the structured binding" : fmt::format("'{}'", name);
    if (!init || !is_of_refused(init)) refuse_type(variable->getLocation(), what, type);
    frame_->variables[variable] = temporary({});
  }
  // A binding to a tuple-like value is a variable of its own, initialised with get<i>.
  if (const auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable))
    for (const clang::BindingDecl* binding : bindings->bindings()) {
      const clang::VarDecl* holder = binding->getHoldingVar();
      if (holder) declare_variable(holder);
      if (type->isReferenceType()) continue;
      if (holder) name_values(*frame_->variables[holder], binding->getNameAsString());
      if (const auto* reads = llvm::dyn_cast_or_null<clang::MemberExpr>(binding->getBinding()))
        name_values(*place(reads), binding->getNameAsString());
    }
}

void Values::name_values(Cell& cell, const std::string& name) {
  if (cell.alias || !cell.type || name.empty()) return;
  if (cell.is_leaf()) {
    if (cell.state != Cell::State::ready) return;
    ir::Value& known = function_[cell.value];
    if (known.name.empty() && known.op.valid()) known.name = name;
    return;
  }
  if (cell.type->form == CppType::Form::shape || cell.type->form == CppType::Form::closure ||
      cell.type->form == CppType::Form::pointer)
    return;
  for (std::size_t i = 0; i < cell.members.size(); ++i)
    name_values(cell.members[i], cell.type->is_plural() ? name : name + "." + cell.type->members[i].name);
}

}  // namespace tool
