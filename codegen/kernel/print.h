// Kernels as text, for people who look into gradc, and for tests.
#pragma once

#include <string>

#include "codegen/kernel/kernel.h"

namespace codegen {

// The body of a kernel:
//
//   over i < x.0, j < w.1
//   x0 = f32 %2 h[i * w.1 + j], kept
//   c0 = f32 %7 scale
//   t0 = f32 multiply(x0, c0)
//   %5 h_bar[i * w.1 + j] = t0
std::string print_kernel(const ir::Function& function, const Kernel& kernel);
// The kernels of a function, in the order of its steps.
std::string print_kernels(const ir::Module& module, const ir::Function& function);

}  // namespace codegen
