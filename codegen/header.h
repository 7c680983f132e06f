// The two files around the functions: banner, includes, namespaces, declarations.
#pragma once

#include "codegen/interface.h"

namespace codegen {

std::string header_file(const Program& program, const std::vector<std::vector<Interface>>& interfaces);
std::string source_file(const Program& program, const std::vector<std::vector<Interface>>& interfaces);

}  // namespace codegen
