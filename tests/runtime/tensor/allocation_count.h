// Counts calls of the global operator new in this process, so that a test can say that something allocates
// nothing.
#pragma once

#include <cstdint>

namespace gradc_test {
std::int64_t allocations();
}  // namespace gradc_test
