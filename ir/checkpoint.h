// What the backward pass keeps of the forward pass, as a user asks for it: checkpoint(...).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ir {

struct Checkpoint {
  enum class Strategy : std::uint8_t {
    none,       // all that the adjoint reads
    speed,      // the results of products, convolutions, factorizations and their kin
    memory,     // what makes the peak least, where nothing is computed more than twice
    marked,     // what the function marks by gradc::checkpoint(x)
    automatic,  // as few bytes as can be, where only elementwise work is done again
    budget,     // so much that as little as can be is done again
    names,      // the values of these labels
  };
  Strategy strategy = Strategy::none;
  std::int64_t budget_bytes = 0;   // of budget
  std::vector<std::string> names;  // of names
  // Of budget: with 0, blocks keep all; with 1, loop-carried values are kept and each trip is recomputed; with more, loops
  // are cut into so many segments (passes/segments.h).
  std::int64_t segments = 0;

  // The same inside of branches and loops.
  Checkpoint inside() const { return strategy == Strategy::budget && segments == 0 ? Checkpoint{} : *this; }
};

}  // namespace ir
