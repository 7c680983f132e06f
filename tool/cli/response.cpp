#include "tool/cli/response.h"

#include <fmt/format.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>

namespace tool {

Expanded expand_response_files(const std::vector<std::string>& args) {
  llvm::BumpPtrAllocator memory;
  llvm::SmallVector<const char*, 64> argv;
  for (const std::string& arg : args) {
    // LLVM leaves `@name` alone when there is no such file; as an argument of gradc it can mean nothing else.
    if (arg.size() > 1 && arg[0] == '@' && !llvm::sys::fs::is_regular_file(arg.substr(1)))
      return {{}, fmt::format("can't read the response file '{}'", arg.substr(1))};
    argv.push_back(arg.c_str());
  }
  llvm::cl::ExpansionContext context(memory, llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error error = context.expandResponseFiles(argv)) return {{}, llvm::toString(std::move(error))};
  return {{argv.begin(), argv.end()}, {}};
}

}  // namespace tool
