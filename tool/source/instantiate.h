// Function templates that nobody called, for types that gradc asks about.
#pragma once

#include <clang/AST/DeclTemplate.h>

#include <vector>

#include "tool/source/source.h"

namespace tool {

// The function that a call of the template with values of those types means, with its body; null if there is none.
// What is wrong in the body Clang reports as it does in any other.
const clang::FunctionDecl* instantiated(const Source& source, clang::FunctionTemplateDecl* function,
                                        const std::vector<clang::QualType>& arguments);

}  // namespace tool
