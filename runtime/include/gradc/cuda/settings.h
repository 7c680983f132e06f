/// \file
/// What holds for all streams of the program.
#pragma once

namespace gradc {
namespace cuda {

/// Whether products of float may be computed in TF32, which has 10 bits of its 23; they aren't unless asked for.
void allow_tf32(bool allowed) noexcept;
bool is_tf32_allowed() noexcept;

/// The number of devices of this machine; 0 without any.
int devices();

}  // namespace cuda
}  // namespace gradc
