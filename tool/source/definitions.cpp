#include "tool/source/definitions.h"

#include <clang/AST/Mangle.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

namespace tool {
namespace {

// The functions with bodies that other sources may call, but for those of system headers.
class Collector : public clang::RecursiveASTVisitor<Collector> {
 public:
  Collector(clang::ASTContext& context, std::map<std::string, clang::FunctionDecl*>& names)
      : context_(context), name_of_(context), names_(names) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseDecl(clang::Decl* decl) {
    if (decl && context_.getSourceManager().isInSystemHeader(decl->getLocation())) return true;
    return RecursiveASTVisitor::TraverseDecl(decl);
  }
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (function->doesThisDeclarationHaveABody() && !function->isDependentContext() && function->isExternallyVisible())
      names_.emplace(name_of_.getName(function), function);
    return true;
  }

 private:
  clang::ASTContext& context_;
  clang::ASTNameGenerator name_of_;
  std::map<std::string, clang::FunctionDecl*>& names_;
};

}  // namespace

const Definitions::Names& Definitions::names_of(Source& source) {
  const auto [at, added] = names_.try_emplace(&source);
  if (added) Collector(source.ast(), at->second).TraverseDecl(source.ast().getTranslationUnitDecl());
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
