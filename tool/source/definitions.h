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
  using Functions = std::multimap<std::string, clang::FunctionDecl*>;  // by the name that each is written with
  const Functions& functions_of(Source& source);
  const clang::FunctionDecl* look_for(Source& into, const clang::FunctionDecl* declared);
  clang::ASTImporter& importer(Source& into, Source& from);

  std::vector<Source*> sources_;
  std::map<Source*, Functions> functions_;
  std::map<std::pair<Source*, const clang::FunctionDecl*>, const clang::FunctionDecl*> found_;  // null where no source defines it
  std::map<Source*, std::shared_ptr<clang::ASTImporterSharedState>> shared_;  // of the importers into one source
  std::map<std::pair<Source*, Source*>, std::unique_ptr<clang::ASTImporter>> importers_;
};

}  // namespace tool
