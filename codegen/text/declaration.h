// How functions are declared and called, and what opens and closes their namespaces.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/interface/interface.h"

namespace codegen {

// "loss(const Params& params, double rate);" on as many lines as it takes, the head and tail included.
std::string parameter_list(const std::string& head, const std::vector<Formal>& parameters,
                           const std::string& tail);
// Names alone, as a call passes them.
std::string argument_list(const std::vector<Formal>& parameters);
// The beginning of a definition; parameters that the body does not mention are named in a comment.
std::string definition(const std::string& head, const std::vector<Formal>& parameters, const std::string& body);

// The parameters of the form that fills a result and takes its workspace; the runtime's namespace is that of the workspace.
std::vector<Formal> filling_parameters(const Signature& signature, std::string_view runtime);

// What opens and closes the namespace of a function.
std::string opened(const std::string& name_space);
std::string closed(const std::string& name_space);

}  // namespace codegen
