// The body of a generated function: walks its plan once and asks the backend. Also the scratch memory that it
// takes.
#pragma once

#include <optional>
#include <string>

#include "codegen/interface/interface.h"
#include "codegen/plan/plan.h"
#include "codegen/text/backend.h"

namespace codegen {

struct KernelFunctions;  // codegen/text/frame.h

// The plan of a function whose extents are resolved, with memory for tensors that lie in the elements of vectors: for arguments
// that are read, and results that are made.
Plan plan_of(const ir::Module& module, const ir::Function& function, const Signature& signature, Side side = Side::host);
// The bytes that a slot takes in scratch memory: a number is rounded up, a formula is when the function runs.
ir::Extent bytes_in_arena(const Slot& slot, std::int64_t alignment = 64);
// The statements of the form that allocates nothing, with their prologue: checks, results made to size,
// memory. Its kernels become functions among those given, where there are any.
std::string function_body(const ir::Module& module, const Signature& signature, const Backend& backend,
                          KernelFunctions* kernels = nullptr);
// Whether a body takes memory as it turns out how much there must be.
bool takes_as_it_runs(const std::string& body);
// The bytes of scratch memory, with extents of the arguments as symbols; null where some of it is known only at run time.
std::optional<ir::Extent> workspace_bytes(const ir::Module& module, const Signature& signature, const Backend& backend);
// The statements that return the bytes of scratch memory.
std::string workspace_body(const ir::Module& module, const Signature& signature, const Backend& backend);

}  // namespace codegen
