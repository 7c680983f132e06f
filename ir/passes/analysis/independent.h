// What is certain to go from trip to trip of loops that are said to be `independent`.
//
//  1. A loop-carried number, or a whole tensor, may be an integer that counts, be combined by one associative op, be selected
//     by a comparison with it, or be set anew in each trip. All else that reads it reads what another trip left.
//  2. An element of a loop-carried tensor or sequence may be combined by one associative op too. A trip must not read an
//     element that another one writes, unless it may have written it before itself, nor two trips set one element that is read
//     after the loop. Indices are compared that are sums of multiples of the trips' numbers and of what the loop doesn't
//     change; where they are others, or in a branch on data, nothing is certain.
//  3. What ends a `while`, and integers that it carries, belong to the loop and aren't asked for.
#pragma once

#include <string>
#include <vector>

#include "ir/function.h"

namespace ir {

struct CarriedBetweenTrips {
  enum class How : std::uint8_t {
    value,    // a trip reads what another one left
    element,  // a trip reads an element that another one writes
    twice,    // two trips set one element
    last,     // what is read after the loop is set by each trip
  };
  How how{};
  LocId loop, at;    // of the loop, and of the op that reads, or sets
  std::string name;  // of the value, or of one that it began with; may be empty
};

// At most one for each value that a loop carries, in the order of the function.
std::vector<CarriedBetweenTrips> carried_between_trips(const Function& function);

}  // namespace ir
