// The functions that users call on a device: the same names and parameters, with results that lie there.
#pragma once

#include <string>

#include "codegen/interface/interface.h"

namespace codegen {

// The interface of a derivative for a device. Structures whose numbers the device computes are made anew, as
// loss_gradient_cuda_result; the others are those of the host.
// Of the structures it has those that are made anew. `is_alone`: there is no form for the host.
Interface on_device(const Interface& host, bool is_alone);

// Whether a place holds one number that has a name of its own in a generated structure.
bool is_generated_number(const Interface& device, const Signature& signature, const Place& place);

}  // namespace codegen
