// What can't be done on a device.
#pragma once

#include "codegen/interface/program.h"
#include "ir/diagnostic.h"

namespace codegen {

// Reports, with the place of each in the source, what the derivatives of a request ask for that has no form for a device.
void check_device(const ir::Module& module, const Request& request, ir::LocId requested, ir::Diagnostics& problems);

}  // namespace codegen
