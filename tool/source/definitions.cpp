#include "tool/source/definitions.h"

#include <clang/AST/Mangle.h>
#include <clang/Basic/SourceManager.h>

#include "tool/source/walk.h"

namespace tool {
namespace {

// The functions with bodies that other sources may call, but for those of the standard library.
class Collector : public Walk {
 public:
  Collector(const Source& source, std::map<std::string, clang::FunctionDecl*>& names)
      : source_(source), name_of_(source.ast()), names_(names) {}

 private:
  bool sees_instantiations() const override { return true; }
  bool enters(clang::Decl* decl) override { return !source_.is_of_standard_library(decl); }
  bool sees(clang::Decl* decl) override {
    auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (function && function->doesThisDeclarationHaveABody() && !function->isDependentContext() && function->isExternallyVisible())
      names_.emplace(name_of_.getName(function), function);
    return true;
  }

  const Source& source_;
  clang::ASTNameGenerator name_of_;
  std::map<std::string, clang::FunctionDecl*>& names_;
};

}  // namespace

const Definitions::Names& Definitions::names_of(Source& source) {
  const auto [at, added] = names_.try_emplace(&source);
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
  if (!declared->isExternallyVisible()) return nullptr;
  const std::string name = clang::ASTNameGenerator(into.ast()).getName(declared);
  for (Source* from : sources_) {
    if (from == &into || !from->has_ast()) continue;
    const Names& names = names_of(*from);
    const auto found = names.find(name);
    if (found == names.end()) continue;
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
