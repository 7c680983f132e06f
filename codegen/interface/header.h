// The two files around the functions: banner, includes, namespaces, declarations.
#pragma once

#include "codegen/interface/interface.h"

namespace codegen {

std::string header_file(const Program& program, const std::vector<std::vector<Interface>>& interfaces);
std::string source_file(const Program& program, const std::vector<std::vector<Interface>>& interfaces);

std::vector<std::vector<Interface>> interfaces_of(const Program& program);

// The beginning of a definition; parameters that the body does not mention are named in a comment.
std::string definition(const std::string& head, const std::vector<Formal>& parameters, const std::string& body);
// The functions that the text calls, and those that they call, in a namespace without a name; nothing where it calls none.
std::string internal_functions(const Program& program, const Callees& callees, const std::string& text,
                               const Marks* marks = nullptr);
// What the text of functions needs.
std::string includes_of(const std::string& text);

// What opens and closes the namespace of a function.
std::string opened(const std::string& name_space);
std::string closed(const std::string& name_space);

}  // namespace codegen
