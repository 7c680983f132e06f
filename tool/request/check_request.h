// What can be said against a request without reading the function's body: is it a free function, do its
// parameters leave the caller's values alone, do generated names clash. Separate from find.cpp, which finds
// the requests.
#pragma once

#include <string>
#include <vector>

#include "tool/request/find.h"

namespace tool {

// "a member function", "a function template", ...; empty for a free function.
std::string why_not_free(const clang::FunctionDecl& function);

// Reports every parameter that a request does not allow; true if there is none.
bool check_signature(Report& report, const Request& request);

// The function <name>_verify_inputs that is declared beside the function, which gives arguments to its tests; null where
// there is none. Its parameters are checked along with the function's.
const clang::FunctionDecl* verify_inputs_of(const Request& request);

// Reports requests that would generate the same names.
void check_names(Report& report, const std::vector<Request>& requests);

// The parameter types in parentheses, as the user would write them: "(const Params &, float)".
std::string signature(const clang::FunctionDecl& function);

}  // namespace tool
