// Which functions and classes are those of the C and C++ standard libraries and of the compiler: of system headers those
// 1. in namespace std, in a namespace with a reserved name, or in one that gradc knows by name (its own);
// 2. with a reserved name outside of all namespaces, or known to the compiler as its own;
// 3. in C, without a body;
// 4. in a header of a folder of the compiler or of the C++ library.
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/HeaderSearch.h>
#include <clang/Lex/Preprocessor.h>

#include <filesystem>

#include "tool/source/source.h"

namespace tool {
namespace {

// In the global namespace and for namespaces.
bool is_reserved(llvm::StringRef name) { return name.starts_with("_"); }

// The outermost one, or null.
const clang::NamespaceDecl* outermost_namespace(const clang::Decl* decl) {
  const clang::NamespaceDecl* outermost = nullptr;
  for (const clang::DeclContext* at = decl->getDeclContext(); at; at = at->getParent())
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(at)) outermost = space;
  return outermost;
}

// Whether a file is in a folder in which the compiler looks for its own headers or those of the C++ library.
bool is_in_standard_folder(const clang::CompilerInstance& compiler, llvm::StringRef file) {
  namespace fs = std::filesystem;
  const auto is_in = [&](llvm::StringRef folder) {
    return file.starts_with(folder) && file.drop_front(folder.size()).starts_with("/");
  };
  if (is_in(compiler.getHeaderSearchOpts().ResourceDir)) return true;
  llvm::StringRef folder;
  const clang::HeaderSearch& search = compiler.getPreprocessor().getHeaderSearchInfo();
  for (auto one = search.search_dir_begin(); one != search.search_dir_end(); ++one)
    if (one->isNormalDir() && is_in(one->getName()) && one->getName().size() > folder.size()) folder = one->getName();
  std::error_code ignored;
  const fs::path path(folder.str());
  return !folder.empty() && (fs::exists(path / "cstddef", ignored) || fs::exists(path / "bits" / "c++config.h", ignored));
}

}  // namespace

bool Source::is_of_standard_library(const clang::Decl* decl) const {
  if (!is_installed(decl->getLocation())) return false;
  if (const clang::NamespaceDecl* space = outermost_namespace(decl)) {
    const llvm::StringRef name = space->getName();
    if (name == "std" || name == "gradc" || is_reserved(name)) return true;
  } else if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
             named && !named->isCXXClassMember() && named->getIdentifier() && is_reserved(named->getName())) {
    return true;
  }
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
      function && (function->getBuiltinID() != 0 || (function->isExternC() && !function->hasBody())))
    return true;
  const clang::SourceManager& sources = source_manager();
  const clang::FileID file = sources.getFileID(sources.getExpansionLoc(decl->getLocation()));
  const auto [known, is_new] = standard_files_.try_emplace(file);
  if (is_new)
    if (const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file))
      known->second = is_in_standard_folder(*compiler_, entry->getName());
  return known->second;
}

}  // namespace tool
