// Functions that others call: those that stay functions in generated code. Each becomes a function of the generated file
// alone, which takes views and writes its results into what the caller has, and whose scratch memory comes from the caller's
// arena.
#pragma once

#include <memory>
#include <vector>

#include "codegen/interface/interface.h"

namespace codegen {

// The names of all functions that those call, directly or through others.
std::shared_ptr<const Callees> callees_of(const ir::Module& module, const std::vector<ir::FunctionId>& functions);
// How such a function is declared.
Signature inner_signature(const ir::Module& module, ir::FunctionId function, std::shared_ptr<const Callees> callees);

}  // namespace codegen
