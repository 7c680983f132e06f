// Definitions of functions in the other sources of a command line, brought into the AST of the one that calls them.
#pragma once

#include <clang/AST/ASTImporter.h>
#include <clang/AST/ASTImporterSharedState.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tool/source/source.h"

namespace tool {

class Definitions {
 public:
  explicit Definitions(std::vector<Source*> sources) : sources_(std::move(sources)) {}

  // What another source defines of a function that `into` only declares, as part of `into`; null where none does.
  const clang::FunctionDecl* find(Source& into, const clang::FunctionDecl* declared);

 private:
  using Names = std::map<std::string, clang::FunctionDecl*>;  // by mangled name
  const Names& names_of(Source& source);
  clang::ASTImporter& importer(Source& into, Source& from);

  std::vector<Source*> sources_;
  std::map<Source*, Names> names_;
  std::map<Source*, std::shared_ptr<clang::ASTImporterSharedState>> shared_;  // of the importers into one source
  std::map<std::pair<Source*, Source*>, std::unique_ptr<clang::ASTImporter>> importers_;
};

}  // namespace tool
