// How many trips a counted loop makes, as ops before it.
#pragma once

#include <map>

#include "ir/builder.h"

namespace ir {

// Integers that count the trips of loops around, from 0 on, and to how many bits each goes.
using OuterTrips = std::map<ValueId, int>;

// An integer that goes from `start` by a constant step while it compares so with a bound. `start` and `bound` have the
// type of the comparison.
struct Counting {
  ElementType induction{};    // the integer's own type; where that is narrower, it was converted for the comparison
  Kind comparison{};          // less, less_equal, greater, greater_equal or not_equal, the integer on the left
  std::int64_t step = 0;      // not 0; in the direction of the bound, ±1 for not_equal
  ValueId start, bound;
  const OuterTrips* outer = nullptr;  // of the loops that are open; never null
};

// Whether the trips of such a loop can be counted, whatever start and bound are. A signed integer is taken not to pass
// the end of its range, nor a loop to go on for ever, as C++ has it; an unsigned one comes round again.
bool is_countable(const Function& function, const Counting& c);

struct Trips {
  ValueId operand;  // of a scan: 0 or less for no trip
  ValueId count;    // never negative
  bool must_end = false;  // where the operand is negative the loop has no end
};
Trips count_trips(Builder& b, const Counting& c);
// To how many bits a trip of that many goes.
int trip_bits(const Function& function, ValueId trips, const OuterTrips& outer);

// start + trips step, in the type of start.
ValueId after_trips(Builder& b, ValueId start, ValueId trips, std::int64_t step);

// An op, simplified.
ValueId make_simplified(Builder& b, Kind kind, const std::vector<ValueId>& x, const Attributes& attributes = {});

}  // namespace ir
