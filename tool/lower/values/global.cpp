// Variables outside of the function: constants, by what they are made of; and those that headers declare, whose values generated
// code reads.
#include "tool/lower/values/values.h"
#include "tool/lower/written.h"

namespace tool {

// A variable that no other source can name, and this one only reads.
bool Values::is_never_written(const clang::VarDecl* variable) {
  if (!variable->isFileVarDecl() || variable->isExternallyVisible() || variable->getType()->isReferenceType()) return false;
  return is_only_read_here(variable);
}

bool Values::is_only_read_here(const clang::VarDecl* variable) {
  const auto [known, is_new] = never_written_.try_emplace(variable->getCanonicalDecl());
  if (is_new) known->second = is_only_read(variable, context().getTranslationUnitDecl());
  return known->second;
}

Cell* Values::global(const clang::VarDecl* variable, const clang::Expr* use) {
  const clang::QualType type = variable->getType();
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (record && record->hasDefinition() && record->isEmpty())  // its objects are all alike
    if (const CppType* empty = types_.of(type)) return temporary(fresh(empty, Cell::State::ready));
  const std::string name = variable->getQualifiedNameAsString();
  if (!(type.getNonReferenceType().isConstQualified() || is_never_written(variable)) || (record && record->hasMutableFields()))
    return is_readable(variable) ? temporary(read_when_it_runs(variable)) : temporary(refuse(use, Refusal::writable_global, name));
  // Clang asks that it is of a type that constants may have.
  const bool may_be_constant = variable->getAnyInitializer() && type->isLiteralType(context());
  const clang::APValue* known = may_be_constant ? variable->evaluateValue() : nullptr;
  if (known && known->hasValue()) return temporary(constant(*known, type, use));
  // An object that is made when the program starts, or when the function first runs, of what is constant too.
  const bool is_made_once = variable->isFileVarDecl() || (variable->isStaticLocal() && variable->getAnyInitializer() && names_no_local(variable->getAnyInitializer()));
  const CppType* made = is_made_once && variable->getAnyInitializer() ? types_.of(type.getNonReferenceType()) : nullptr;
  if (!made || type->isReferenceType())
    return is_readable(variable) ? temporary(read_when_it_runs(variable)) : temporary(refuse(use, Refusal::unknown_constant, name));
  Cell* object = temporary(uninitialised(made));
  assign(*object, value(variable->getAnyInitializer()));
  return object;
}

namespace {

// A declaration that generated code sees too, where it includes what the source does.
const clang::VarDecl* in_header(const Source& source, const clang::VarDecl* variable) {
  for (const clang::VarDecl* declared : variable->redecls())
    if (source.include_of(declared->getLocation())) return declared;
  return nullptr;
}

}  // namespace

// Whether generated code may read the number: a header declares it, and nothing in this source sets it.
bool Values::is_readable(const clang::VarDecl* variable) {
  const CppType* type = types_.of(variable->getType());
  return type && type->form == CppType::Form::scalar && !type->enumeration && types_.why_not_in_signature(*type).empty() &&
         !variable->getType()->isReferenceType() && &variable->getASTContext() == &context() && variable->hasGlobalStorage() &&
         variable->isExternallyVisible() && !variable->isStaticLocal() && variable->getTLSKind() == clang::VarDecl::TLS_None &&
         !variable->isTemplated() && !llvm::isa<clang::VarTemplateSpecializationDecl>(variable) &&
         (variable->getAccess() == clang::AS_none || variable->getAccess() == clang::AS_public) && in_header(source_, variable) &&
         (variable->getType().isConstQualified() || is_only_read_here(variable));
}

// By a function of the IR that has no arguments: there is no derivative with respect to it.
Cell Values::read_when_it_runs(const clang::VarDecl* variable) {
  const CppType* type = types_.of(variable->getType());
  const ir::Type scalar{type->element, {}, 0};
  const std::string name = variable->getQualifiedNameAsString();
  const auto known = std::find_if(functions_->foreign.begin(), functions_->foreign.end(),
                                  [&](const codegen::Foreign& one) { return one.is_variable && one.primal.name == name; });
  std::optional<ir::FunctionId> id;
  if (known != functions_->foreign.end()) {
    id = module_.find(known->function);
  } else {
    ir::Function reading = ir::new_function(module_.free_name(variable->getNameAsString()));
    ir::Builder builder(module_, reading, diagnostics_);
    builder.set_results({builder.append(ir::Kind::Undefined, {}, {{"element", type->element}, {"shape", ir::Shape{}}})});
    builder.finish();
    reading.foreign = true;
    codegen::Foreign foreign{reading.name, {}, true};
    foreign.primal.name = name;
    foreign.primal.result = describe(*type, {scalar});
    add_include(*source_.include_of(in_header(source_, variable)->getLocation()), foreign.primal.headers);
    functions_->foreign.push_back(std::move(foreign));
    module_.functions.push_back(std::move(reading));
    id = ir::FunctionId{static_cast<std::int32_t>(module_.functions.size()) - 1};
    if (!variable->getType().isConstQualified() && functions_->read_outside.empty()) functions_->read_outside = name;
    if (!variable->getType().isConstQualified()) say_once({DiagnosticId::read_global, at_, text_of(DiagnosticId::read_global, name), true});
  }
  const std::vector<ir::ValueId> got = at_here().append_all(ir::Kind::Call, {}, {}, {}, *id);
  return got.empty() ? Cell{} : leaf_cell(type, forward(got[0]));
}

}  // namespace tool
