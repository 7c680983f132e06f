// The functions that stay functions in generated code: what they are called there, and what is said of them.
#pragma once

#include <string>

#include "ir/function.h"

namespace codegen {

// What it is wished to be called: f_inner, and f_adjoint or f_tangent of derivatives.
std::string inner_wish(const ir::Function& function);
// "The adjoint of layer (model.cpp:7) with respect to w and b."
std::string inner_comment(const ir::Module& module, const ir::Function& function);

}  // namespace codegen
