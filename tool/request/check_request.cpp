#include "tool/request/check_request.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

#include <map>
#include <tuple>

#include "codegen/interface/kinds.h"

namespace tool {

std::string why_not_free(const clang::FunctionDecl& function) {
  // The order matters: a member template is first of all a member.
  if (llvm::isa<clang::CXXConstructorDecl>(function)) return "a constructor";
  if (llvm::isa<clang::CXXMethodDecl>(function)) return "a member function";
  if (function.isOverloadedOperator()) return "an operator";
  if (function.isTemplated()) return "a function template";
  if (function.getPrimaryTemplate()) return "a specialization of a function template";
  if (function.isMain()) return "the program's main function";
  return {};
}

const clang::FunctionDecl* verify_inputs_of(const Request& request) {
  const clang::FunctionDecl& function = *request.definition;
  const std::string name = function.getNameAsString() + "_verify_inputs";
  const clang::DeclarationName wanted(&function.getASTContext().Idents.get(name));
  for (const clang::NamedDecl* found : function.getDeclContext()->getRedeclContext()->lookup(wanted))
    if (const auto* inputs = llvm::dyn_cast<clang::FunctionDecl>(found)) return inputs;
  return nullptr;
}

namespace {

// Each parameter by reference, and a seed.
bool gives_inputs(const clang::FunctionDecl& inputs, const clang::FunctionDecl& function) {
  if (inputs.getNumParams() != function.getNumParams() + 1 || !inputs.isExternallyVisible()) return false;
  const clang::ASTContext& context = function.getASTContext();
  for (unsigned i = 0; i < function.getNumParams(); ++i) {
    const clang::QualType given = inputs.getParamDecl(i)->getType();
    if (!given->isLValueReferenceType() || given->getPointeeType().isConstQualified()) return false;
    const clang::QualType own = function.getParamDecl(i)->getType().getNonReferenceType().getUnqualifiedType();
    const auto* record = own->getAsCXXRecordDecl();
    const bool is_view = record && record->getName() == "View";  // a Tensor then
    if (!is_view && !context.hasSameType(given->getPointeeType(), own)) return false;
  }
  const clang::QualType seed = inputs.getParamDecl(function.getNumParams())->getType();
  return seed->isUnsignedIntegerType() && context.getTypeSize(seed) == 64;
}

}  // namespace

bool check_signature(Report& report, const Request& request) {
  const clang::FunctionDecl& function = *request.declaration;
  bool good = true;
  const auto refuse = [&](const clang::SourceLocation at, DiagnosticId id, const auto&... args) {
    report.error(at, row(id).name, text_of(id, args..., request.function),
                 at == function.getLocation() ? clang::SourceRange() : clang::SourceRange(at));
    note_request(report, request);
    good = false;
  };
  if (function.isVariadic()) refuse(function.getLocation(), DiagnosticId::variadic_function);
  for (const clang::ParmVarDecl* parameter : function.parameters()) {
    const std::string name = request.parameter_name(parameter->getFunctionScopeIndex());
    const clang::QualType type = parameter->getType();
    const auto refuse_parameter = [&](const char* what, const char* instead) {
      refuse(parameter->getLocation(), DiagnosticId::parameter_by_reference, name, what, instead);
    };
    if (type->isRValueReferenceType())
      refuse_parameter("an rvalue reference", "take it by value or by reference");
    else if (type.getNonReferenceType()->isMemberPointerType())
      refuse_parameter("a pointer to a member", "take the member itself");
    else if (type->isReferenceType() && type->getPointeeType()->isAnyPointerType())
      refuse_parameter("a reference to a pointer", "take the pointer by value");
  }
  const clang::FunctionDecl* inputs = verify_inputs_of(request);
  if (good && inputs && !gives_inputs(*inputs, function))
    refuse(inputs->getLocation(), DiagnosticId::verify_inputs, inputs->getNameAsString());
  return good;
}

void check_names(Report& report, const std::vector<Request>& requests) {
  using Name = std::tuple<const clang::DeclContext*, std::string, Kind, bool>;  // for one item or for each of many
  std::map<Name, const Request*> first;
  for (const Request& request : requests) {
    for (const KindRequest& kind : request.items.kinds) {
      const auto* scope = request.definition->getDeclContext()->getRedeclContext()->getPrimaryContext();
      const auto [place, is_new] = first.try_emplace({scope, request.base_name, kind.kind, !request.items.each.empty()}, &request);
      if (is_new) continue;
      const Request& other = *place->second;
      const std::string_view kind_name = codegen::kind_row(kind.kind).name;
      const clang::SourceLocation at =
          request.at.isValid() ? request.item_location(kind.offset) : request.definition->getLocation();
      if (other.definition == request.definition)
        report.error(at, DiagnosticId::duplicate_request, kind_name, request.function);
      else if (other.function == request.function)
        report.error(at, DiagnosticId::overloaded_request, kind_name, request.function);
      else
        report.error(at, DiagnosticId::name_clash, other.function, request.function, request.base_name,
                     kind_name);
      note_request(report, other);
    }
  }
}

std::string signature(const clang::FunctionDecl& function) {
  const clang::PrintingPolicy policy(function.getASTContext().getLangOpts());
  std::string text = "(";
  for (const clang::ParmVarDecl* parameter : function.parameters()) {
    if (text.size() > 1) text += ", ";
    text += parameter->getType().getAsString(policy);
  }
  return text + ")";
}

}  // namespace tool
