#include "tool/source/acts.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <set>
#include <vector>

#include "tool/source/definitions.h"
#include "tool/source/walk.h"

namespace tool {
namespace {

constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> kPrinting[] = {
    {"fflush", "cstdio"}, {"fprintf", "cstdio"}, {"fputc", "cstdio"}, {"fputs", "cstdio"}, {"printf", "cstdio"},
    {"putc", "cstdio"},   {"putchar", "cstdio"}, {"puts", "cstdio"}};
constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> kEnding[] = {
    {"_Exit", "cstdlib"}, {"abort", "cstdlib"}, {"exit", "cstdlib"}, {"quick_exit", "cstdlib"}, {"terminate", "exception"}};

llvm::StringRef header_in(llvm::ArrayRef<std::pair<llvm::StringLiteral, llvm::StringLiteral>> table, llvm::StringRef name) {
  const auto* found = std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.first == name; });
  return found == table.end() ? llvm::StringRef() : llvm::StringRef(found->second);
}

// Which the function can't change.
bool is_of_text_or_whole(clang::QualType type) {
  if (type->isLValueReferenceType() && !type->getPointeeType().isConstQualified()) return false;
  return type->isIntegralOrEnumerationType() || holds_text(type);
}

class ActsVisitor : public Walk {
 public:
  ActsVisitor(Source& source, const Callees& callees, bool throws) : source_(source), callees_(callees), throws_(throws) {}

  // False where it was found.
  bool reach(const clang::FunctionDecl* function) {
    if (!function || !seen_.insert(function->getCanonicalDecl()).second) return true;
    const std::string name = function->getQualifiedNameAsString();
    if (throws_ && name.starts_with("std::optional<") && name.ends_with("::value")) return !(found = true);
    const std::vector<CalleeForm>* forms = callees_.find(name);
    if (forms && ir::definition(forms->front().kind).info.acts) return !(found = true);
    if (const Outside kind = outside(source_, function); kind != Outside::nothing && (throws_ || kind != Outside::ends)) return !(found = true);
    if (is_outside(function)) return true;
    open_.push_back(function);
    return true;
  }
  void look_through() {
    while (!found && !open_.empty()) {
      const clang::FunctionDecl* function = open_.back();
      open_.pop_back();
      const clang::FunctionDecl* definition = nullptr;
      if (!function->hasBody(definition) && source_.definitions)
        definition = source_.definitions->find(source_, function);
      if (!definition) continue;
      through(definition->getBody());
      if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition))
        for (const clang::CXXCtorInitializer* init : constructor->inits()) through(init->getInit());
    }
  }

  bool found = false;

 private:
  bool sees_implicit_code() const override { return true; }
  bool sees_instantiations() const override { return true; }
  bool sees(clang::Stmt* stmt) override {
    if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(stmt); named && is_standard_stream(named->getDecl())) return !(found = true);
    if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(stmt)) return reach(named->getDecl()->getAsFunction());
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(stmt)) return reach(member->getMemberDecl()->getAsFunction());
    if (throws_ && llvm::isa<clang::CXXThrowExpr>(stmt)) return !(found = true);
    if (const auto* argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(stmt)) return through(argument->getExpr());
    if (const auto* member = llvm::dyn_cast<clang::CXXDefaultInitExpr>(stmt)) return through(member->getExpr());
    const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(stmt);
    if (!construction || is_outside(construction->getConstructor()->getParent())) return true;
    // Its members may be called where they aren't seen: in the algorithms of the standard library. Those of a template are then made.
    for (const clang::CXXMethodDecl* method : construction->getConstructor()->getParent()->methods())
      if ((!method->isTemplateInstantiation() || method->isUsed() || method->isVirtual()) && !reach(method)) return false;
    return reach(construction->getConstructor());
  }
  // Of a library, or of gradc.
  bool is_outside(const clang::Decl* decl) const {
    if (source_.is_of_standard_library(decl)) return true;
    const clang::DeclContext* at = decl->getDeclContext();
    while (!at->isTranslationUnit() && !at->getParent()->isTranslationUnit()) at = at->getParent();
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(at);
    return space && (space->getName() == "std" || space->getName() == "gradc");
  }

  Source& source_;
  const Callees& callees_;
  const bool throws_;
  std::set<const clang::FunctionDecl*> seen_;
  std::vector<const clang::FunctionDecl*> open_;
};

}  // namespace

bool holds_text(clang::QualType type) {
  if (type->isPointerType() || type->isArrayType()) return clang::QualType(type->getPointeeOrArrayElementType(), 0)->isCharType();
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && (record->getName() == "basic_string" || record->getName() == "basic_string_view");
}

bool is_standard_stream(const clang::Decl* variable) {
  const auto* named = llvm::dyn_cast<clang::VarDecl>(variable);
  if (!named || !named->isInStdNamespace()) return false;
  return named->getName() == "cout" || named->getName() == "cerr" || named->getName() == "clog";
}

llvm::StringRef header_of_outside(const clang::FunctionDecl* function) {
  if (!function->getDeclName().isIdentifier() || !(function->isInStdNamespace() || function->isExternC())) return {};
  const llvm::StringRef printing = header_in(kPrinting, function->getName());
  return printing.empty() ? header_in(kEnding, function->getName()) : printing;
}

Outside outside(Source& source, const clang::FunctionDecl* function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if ((method && !method->isStatic()) || !function->getDeclName().isIdentifier() || !function->isExternallyVisible()) return Outside::nothing;
  if (!header_of_outside(function).empty()) return header_in(kEnding, function->getName()).empty() ? Outside::prints : Outside::ends;
  if (function->isInStdNamespace() || function->getBuiltinID() != 0 || function->getName().starts_with("_") || function->getQualifiedNameAsString().starts_with("gradc")) return Outside::nothing;
  if (function->getAccess() == clang::AS_private || function->getAccess() == clang::AS_protected) return Outside::nothing;
  if (source.is_of_standard_library(function) && !function->isExternC()) return Outside::nothing;  // of C++, or of gradc
  if (!function->getReturnType()->isVoidType() || function->isTemplateInstantiation() || function->getTemplatedKind() != clang::FunctionDecl::TK_NonTemplate) return Outside::nothing;
  if (function->hasBody() || function->isImplicit() || (source.definitions && source.definitions->find(source, function))) return Outside::nothing;
  if (function->isNoReturn()) return Outside::ends;
  const auto parameters = function->parameters();
  const bool is_told = std::all_of(parameters.begin(), parameters.end(), [](const clang::ParmVarDecl* each) { return is_of_text_or_whole(each->getType()); });
  return is_told ? Outside::acts : Outside::nothing;
}

bool acts(Source& source, const Callees& callees, const clang::FunctionDecl* function, bool throws) {
  ActsVisitor visitor(source, callees, throws);
  visitor.reach(function);
  visitor.look_through();
  return visitor.found;
}

bool acts(Source& source, const Callees& callees, const clang::Stmt* stmt) {
  ActsVisitor visitor(source, callees, true);
  visitor.through(stmt);
  visitor.look_through();
  return visitor.found;
}

}  // namespace tool
