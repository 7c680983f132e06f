// Compiles what was generated, runs it on fixed numbers, and compares each result with the reference
// interpreter.
#pragma once

#include <map>
#include <string>

#include "cases.h"

namespace cases {

struct Compiler {
  std::string command;  // with flags
  std::string name;     // of a folder
  std::string headers{};  // options that spare main() to read the runtime's headers again
};
// g++ with optimisation, and clang++ with the sanitizers; both with all warnings as errors.
std::vector<Compiler> compilers();

// `model_header` is the text of model.h; `symbols` gives the extents of the arguments of each function by
// name.
void check_against_reference(const Case& c, const std::string& model_header,
                             const std::map<std::string, std::map<std::string, std::int64_t>>& symbols);
// The functions of IR text as they stand.
void check(const std::string& ir, const std::map<std::string, std::map<std::string, std::int64_t>>& symbols);

// The output of a program made of the generated files and this main, run; fails the test where it does not
// end well.
std::string compile_and_run(const Case& c, const std::string& model_header, const std::string& main,
                            const Compiler& compiler, const std::string& folder);

}  // namespace cases
