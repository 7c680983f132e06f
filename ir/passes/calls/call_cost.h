// Which functions of a program are inlined, and which become static functions: by size, so that no program becomes more than
// twice as large. Functions that are called once or are small are inlined.
#pragma once

#include <map>
#include <vector>

namespace ir {

struct Callable {
  double size = 0;
  std::map<std::size_t, int> calls;  // of which of them, from how many places
  bool may_stay = true;
};

// What a call takes itself, and a size that nobody minds, in the same units.
struct CallCost {
  double call = 0, free = 0;
  // Whether what calls itself is always a function; else it is one beside the bodies in place of its calls.
  bool recursive_stay = false;
};

struct CallChoice {
  bool stays = false;      // by cost
  bool recursive = false;  // by way of others perhaps
};

// For each function. Those that nothing else calls are there once.
std::vector<CallChoice> choose(const std::vector<Callable>& functions, const CallCost& cost);

}  // namespace ir
