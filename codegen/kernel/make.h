// Kernels out of a plan.
#pragma once

#include "codegen/kernel/kernel.h"
#include "codegen/plan/planned.h"

namespace codegen {

// The kernel of a step of fused elementwise ops (Step::Form::loop). It satisfies what verify.h says.
Kernel make_kernel(const Planned& planned, const Step& step);

}  // namespace codegen
