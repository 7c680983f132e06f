// Generated files in C++.
#pragma once

#include "codegen/text/files/source.h"

namespace codegen {

GeneratedFiles emit_cpp(const Program& program);
std::optional<ir::Extent> workspace_of(const ir::Module& module, const Primal& primal, const Derivative& derivative);

}  // namespace codegen
