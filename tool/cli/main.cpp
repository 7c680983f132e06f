// gradc: arguments in, exit status out.
#include <llvm/Support/FileSystem.h>

#include "tool/cli/crash.h"
#include "tool/cli/driver.h"

namespace {
// Its address tells which file the program was loaded from.
void anchor() {}
}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> command_line(argv, argv + argc);
  tool::install_crash_handlers(command_line);
  const std::string executable = llvm::sys::fs::getMainExecutable(argv[0], reinterpret_cast<void*>(&anchor));
  return tool::run({command_line.begin() + (argc > 0 ? 1 : 0), command_line.end()}, executable,
                   tool::make_pipeline());
}
