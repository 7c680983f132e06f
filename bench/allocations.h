// What the program takes from the heap: how often, and the most at once since a moment.
#pragma once

#include <cstdint>

namespace allocations {

/// Calls for memory since the program began.
std::int64_t count();

/// The bytes that are in use.
std::int64_t live_bytes();

/// The most bytes that were in use at once since the last call of reset_peak.
std::int64_t peak_bytes();
void reset_peak();

}  // namespace allocations
