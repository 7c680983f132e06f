// Random numbers that are the same although they are drawn twice: ops that draw under one key, which is a
// seed and a stream.
#pragma once

#include <vector>

#include "ir/function.h"

namespace ir {

struct ReusedKey {
  enum class How : std::uint8_t {
    beside,  // another op draws under the key
    called,  // the same op does, in another call of its function
    trips,   // the same op does, in each trip of a loop
  };
  How how{};
  LocId loc;    // where the op is that draws again
  LocId other;  // and the one before it
  Kind kind{}, other_kind{};
};

// In a function and those that it calls, in the order of evaluation; each place is named once. Only what is
// certain to draw twice where it draws at all is said.
std::vector<ReusedKey> reused_keys(const Module& module, FunctionId function);

}  // namespace ir
