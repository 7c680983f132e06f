// Where tensors are.
#pragma once

#include <cstdint>

namespace codegen {

// Where the elements of tensors are: the host's memory, or that of a device, where it can't read them.
enum class Side : std::uint8_t { host, device };

}  // namespace codegen
