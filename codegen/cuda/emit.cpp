#include "codegen/cuda/emit.h"

#include "codegen/cuda/cuda.h"
#include "ir/check.h"

namespace codegen {

std::string emit_cuda(const Program& program) {
  GeneratedFiles files = emit(program, cuda_backend());
  GRADC_CHECK(files.refusal.empty());
  return std::move(files.source);
}

}  // namespace codegen
