// Functions that others call: recursive ones, which can't be part of their callers. Each becomes a function of the
// generated file alone, which takes views and writes its results into what the caller has, and whose scratch memory
// comes from the caller's arena.
#pragma once

#include <map>

#include "codegen/text/frame.h"

namespace codegen {

// The names of all functions that those call, directly or through others.
Callees callees_of(const ir::Module& module, const std::vector<ir::FunctionId>& functions);
// How such a function is declared.
Signature internal_signature(const ir::Module& module, ir::FunctionId function, const Callees& callees);

// Whether what calls keep is among the values.
bool gives_kept(const ir::Function& function, const std::vector<ir::ValueId>& values);

void write_call(Frame& frame, const ir::Op& op, Emitter& out);

}  // namespace codegen
