#include "codegen/cpp/emit.h"

#include "codegen/cpp/cpp.h"

namespace codegen {

GeneratedFiles emit_cpp(const Program& program) { return emit(program, cpp_backend()); }

std::optional<ir::Extent> workspace_of(const ir::Module& module, const Primal& primal, const Derivative& derivative) {
  return workspace_of(module, primal, derivative, cpp_backend());
}

}  // namespace codegen
