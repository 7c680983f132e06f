// What can't be done on a device.
#pragma once

#include <vector>

#include "codegen/interface/program.h"
#include "ir/diagnostic.h"

namespace codegen {

// Reports, with the place of each in the source, what the derivatives of a request ask for that has no form for a device. Gives the
// places where the host waits for the device, to know a condition or a number of trips.
std::vector<ir::LocId> check_device(const ir::Module& module, const Request& request, ir::LocId requested, ir::Diagnostics& problems);

}  // namespace codegen
