// Where the installed tool finds what it needs besides itself: Clang's builtin headers and the runtime's
// headers. Separate because a wrong answer hides easily: on a machine with a system Clang almost any answer
// works.
#pragma once

#include <optional>
#include <string>

namespace tool {

struct Places {
  std::string resource_dir;     // holds include/stddef.h
  std::string runtime_include;  // holds gradc/gradc.h; empty where the user's flags must bring it
};

// `executable` is the path of the running program, `wanted` that of --resource-dir. On failure `error` is the
// text. The order for the resource folder: --resource-dir; the copy beside the tool
// (<exe>/../lib/gradc/clang/<version>); the folder that CMake found; what `clang-<version>
// -print-resource-dir` says.
std::optional<Places> find_places(const std::string& executable, const std::optional<std::string>& wanted,
                                  std::string& error);

}  // namespace tool
