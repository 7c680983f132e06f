// Runs Clang's parser over one source, with the flags that the source is compiled with, and keeps the AST.
// One parse, no code generation. Separate from find.cpp and the lowering, which only read what this produces.
#pragma once

#include <llvm/ADT/IntrusiveRefCntPtr.h>

#include <memory>
#include <string>
#include <vector>

#include "tool/source/places.h"
#include "tool/source/source.h"
#include "tool/source/virtual_header.h"

namespace tool {

struct CompileSetup {
  std::string executable;
  Places places;
  bool color = false;
  bool collect_dependencies = false;
  llvm::IntrusiveRefCntPtr<VirtualHeaders> headers;
};

// The command line that Clang sees for a source; `flags` are the user's, already filtered. `follows_containers`: containers
// of the standard library are those of gradc/parsed/std, whose bodies are followed.
std::vector<std::string> clang_arguments(const CompileSetup& setup, const std::vector<std::string>& flags,
                                         const std::string& path, bool follows_containers = true);

// Never null. Errors, Clang's and the driver's, are in the source's report; warnings are left to the user's
// compiler.
std::unique_ptr<Source> parse_source(const CompileSetup& setup, const std::vector<std::string>& flags,
                                     const std::string& path);

}  // namespace tool
