#include "tool/source/definitions.h"

#include <clang/AST/Mangle.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "tool/source/walk.h"

namespace tool {
namespace {

// The functions with bodies that other sources may call, but for those of the standard library.
class Collector : public Walk {
 public:
  Collector(const Source& source, std::multimap<std::string, clang::FunctionDecl*>& functions) : source_(source), functions_(functions) {}

 private:
  bool sees_instantiations() const override { return true; }
  bool enters(clang::Decl* decl) override { return !source_.is_of_standard_library(decl); }
  bool enters(clang::Stmt*) override { return false; }  // what a body defines has no name outside of it
  bool sees(clang::Decl* decl) override {
    auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (function && function->doesThisDeclarationHaveABody() && !function->isDependentContext() && function->isExternallyVisible())
      functions_.emplace(function->getNameAsString(), function);
    return true;
  }

  const Source& source_;
  std::multimap<std::string, clang::FunctionDecl*>& functions_;
};

// What its own source would have if it were used there: a member of a template that nothing there calls, what no source writes.
bool is_only_here(const clang::FunctionDecl* function) {
  if (!function->isExternallyVisible() || function->isImplicit() || function->isDefaulted() || function->isDeleted() || function->isInStdNamespace()) return true;
  const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern();
  return pattern && pattern->hasBody() && function->getTemplateSpecializationKind() != clang::TSK_ExplicitInstantiationDeclaration;
}

}  // namespace

const Definitions::Functions& Definitions::functions_of(Source& source) {
  const auto [at, added] = functions_.try_emplace(&source);
  if (added) Collector(source, at->second).through(source.ast().getTranslationUnitDecl());
  return at->second;
}

clang::ASTImporter& Definitions::importer(Source& into, Source& from) {
  auto& shared = shared_[&into];
  if (!shared) shared = std::make_shared<clang::ASTImporterSharedState>(*into.ast().getTranslationUnitDecl());
  auto& made = importers_[{&into, &from}];
  if (!made)
    made = std::make_unique<clang::ASTImporter>(into.ast(), into.compiler().getFileManager(), from.ast(),
                                                from.compiler().getFileManager(), false, shared);
  return *made;
}

const clang::FunctionDecl* Definitions::find(Source& into, const clang::FunctionDecl* declared) {
  if (is_only_here(declared)) return nullptr;
  const auto [known, is_new] = found_.try_emplace({&into, declared->getCanonicalDecl()});
  if (is_new) known->second = look_for(into, declared);
  return known->second;
}

const clang::FunctionDecl* Definitions::look_for(Source& into, const clang::FunctionDecl* declared) {
  const std::string plain = declared->getNameAsString();
  std::string name;
  for (Source* from : sources_) {
    if (from == &into || !from->has_ast()) continue;
    const auto [first, last] = functions_of(*from).equal_range(plain);
    if (first == last) continue;
    if (name.empty()) name = clang::ASTNameGenerator(into.ast()).getName(declared);
    clang::ASTNameGenerator name_of(from->ast());
    const auto found = std::find_if(first, last, [&](const auto& one) { return name_of.getName(one.second) == name; });
    if (found == last) continue;
    llvm::Expected<clang::Decl*> brought = importer(into, *from).Import(found->second);
    if (!brought) {  // the two sources disagree about what it uses
      llvm::consumeError(brought.takeError());
      continue;
    }
    const clang::FunctionDecl* definition = nullptr;
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(*brought); function && function->hasBody(definition)) {
      into.taken_from.insert(from);
      return definition;
    }
  }
  return nullptr;
}

}  // namespace tool
