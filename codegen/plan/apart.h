// Loops over items whose trips may run at once, on several threads.
#pragma once

#include <optional>
#include <vector>

#include "codegen/plan/planned.h"

namespace codegen {

struct TripsApart {
  std::vector<bool> is_sum;  // by carried value: numbers that trips add to; each of the others is written where only one trip is
  int cost = 0;              // of a trip, in additions; a loop inside counts as eight trips
};

// Of a loop whose trips use no memory of the function but what is their own. Nothing where they share some, call functions, or
// do something beside computing.
std::optional<TripsApart> trips_apart(const Planned& planned, const ir::Op& op);

}  // namespace codegen
