// The two files around the functions: banner, includes, namespaces, declarations.
#pragma once

#include "codegen/interface.h"

namespace codegen {

std::string header_file(const Program& program, const std::vector<std::vector<Interface>>& interfaces);
std::string source_file(const Program& program, const std::vector<std::vector<Interface>>& interfaces);

// What opens and closes the namespace of a function.
std::string opened(const std::string& name_space);
std::string closed(const std::string& name_space);

}  // namespace codegen
