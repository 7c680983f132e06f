// What is certain to go from trip to trip of loops that are said to be `independent`, and what may.
//
//  1. A loop-carried number, or a whole tensor, may be an integer that counts, be combined by one associative op, be selected
//     by a comparison with it, or be set anew in each trip. All else that reads it reads what another trip left.
//  2. An element of a loop-carried tensor or sequence may be combined by one associative op too. A trip must not read an
//     element that another one writes, unless it may have written it before itself, nor two trips set one element that is read
//     after the loop. Indices are compared that are sums of multiples of the trips' numbers and of what the loop doesn't
//     change; where they are others, or in a branch on data, nothing is certain.
//  3. What ends a `while`, and integers that it carries, belong to the loop and aren't asked for.
//  4. Where nothing is certain of the elements of a tensor, all accesses to them are given, to be compared when the loop runs.
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

// Of an element, or a part of a tensor by its first indices.
struct ClaimedAccess {
  OpId op;
  std::size_t tensor = 0;  // among the names
  bool writes = false;
  int alike = 0;  // two trips may write one element where both numbers are equal, and not 0
};

// A loop of which no proof is there that its trips are independent.
struct ClaimedLoop {
  OpId loop;
  std::vector<std::string> names;  // of the tensors whose elements trips may share; may be empty
  std::vector<ClaimedAccess> accesses;
};

// In the order of the function, which may be a derivative: derived ops and what is kept for them are no accesses.
std::vector<ClaimedLoop> claimed_loops(const Function& function);

}  // namespace ir
