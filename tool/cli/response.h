// `@file` arguments, replaced by the arguments in the file before anything else looks at the command line, so
// that a `--` inside a response file counts (Clang's own option parser looks for it too early).
#pragma once

#include <string>
#include <vector>

namespace tool {

struct Expanded {
  std::vector<std::string> args;
  std::string error;  // empty when every file could be read
};

// `args` without the program's name. Files are tokenised as GNU tools do; a nested one is looked for beside
// the one that names it. A file that does not exist is an error.
Expanded expand_response_files(const std::vector<std::string>& args);

}  // namespace tool
