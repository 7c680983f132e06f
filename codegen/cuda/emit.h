// What CUDA is asked for by the compiler: <stem>.grad.cu. The header of a program has the functions of all targets (cpp/emit.h).
#pragma once

#include "codegen/text/files/source.h"

namespace codegen {

// The source of the requests that ask for a device, which all pass `check_device`.
std::string emit_cuda(const Program& program);

}  // namespace codegen
