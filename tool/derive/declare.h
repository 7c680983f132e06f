// What a request will generate, from signatures alone: a source that includes its own generated header is parsed against these.
#pragma once

#include "tool/derive/task.h"

namespace tool {

// Derivatives without functions, as far as their declarations go. Types of leaves need no extents.
std::vector<codegen::Derivative> declared(const Items& items, const std::string& base, const codegen::Primal& primal,
                                          const std::vector<codegen::WrtItem>& wrt);

}  // namespace tool
