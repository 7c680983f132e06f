// Where a trip of a loop is in a tensor along one axis: an index as a sum of the numbers of trips times what no trip changes.
#pragma once

#include <map>

#include "ir/extent.h"
#include "ir/function.h"

namespace ir {

// at + step t in trip t of the loop, + the trips of loops inside times numbers.
struct TripPlace {
  struct Inside {
    Extent times, trips;
    friend bool operator==(const Inside&, const Inside&) = default;
  };
  Extent at, step;
  std::map<ValueId, Inside> inside;  // by the parameter that is the trip

  bool stays() const { return step == Extent(0) && inside.empty(); }
};

// a + b factor
TripPlace sum(const TripPlace& a, const TripPlace& b, const Extent& factor);

// Whether two trips are certainly at two places, whatever the loops inside do: a step is longer than all that those move by. A loop
// inside has trips, or nothing is there.
bool is_apart(const TripPlace& place);

}  // namespace ir
