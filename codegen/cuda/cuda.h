// CUDA C++17: kernels on one device, called in the order of a stream.
#pragma once

#include "codegen/text/backend.h"

namespace codegen {

const Backend& cuda_backend();

}  // namespace codegen
