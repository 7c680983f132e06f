// The checks of indices in generated code. GRADC_NO_CHECKS, defined where that is compiled, leaves them out; code
// compiled with them and code without live in one program, since the functions differ in name.
#pragma once

#include <gradc/errors.h>

#include <cstdint>

namespace gradc {

#ifdef GRADC_NO_CHECKS

inline namespace without_checks {
inline void check_index(const char*, int, std::int64_t, std::int64_t, const char* = nullptr) {}
inline void check_indices(const char*, int, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
                          const char* = nullptr) {}
}  // namespace without_checks

#else

inline namespace with_checks {

/// An index that must lie in [0, extent) of axis `axis` of `name`. Throws IndexError:
/// "model.cpp:4: index 7 is out of range for axis 0 of x, whose extent is 5".
inline void check_index(const char* name, int axis, std::int64_t index, std::int64_t extent,
                        const char* where = nullptr) {
  require_index(name, axis, index, extent, where);
}

/// The indices of all trips of a loop, which run between `first` and `last`; nothing where there is no trip.
inline void check_indices(const char* name, int axis, std::int64_t first, std::int64_t last, std::int64_t trips,
                          std::int64_t extent, const char* where = nullptr) {
  if (trips <= 0) return;
  require_index(name, axis, first, extent, where);
  require_index(name, axis, last, extent, where);
}

}  // namespace with_checks

#endif

}  // namespace gradc
