// What the backward pass keeps of the forward pass, as a user asks for it (checkpoint(...)), and what came of that.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/id.h"

namespace ir {

struct Checkpoint {
  enum class Strategy : std::uint8_t {
    none,       // all that the adjoint reads
    speed,      // the results of products, convolutions, factorizations and similar ops
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
  // are cut into so many segments (passes/memory/segments.h).
  std::int64_t segments = 0;

  // The same inside of branches and loops.
  Checkpoint inside() const { return strategy == Strategy::budget && segments == 0 ? Checkpoint{} : *this; }
};

// Something of the user's that has no effect.
struct IdleMark {
  std::string name;  // of the label, or empty
  LocId loc;
  std::string why;
};

struct Keep {
  std::vector<bool> again;            // by value of the function: computed again where the adjoint reads it
  std::vector<std::size_t> segment;   // by position of an op of the body: the number of its segment
  std::vector<ValueId> kept;          // in order; once the function is made, values of that
  std::vector<IdleMark> idle;
  // Bytes that the adjoint has of the forward part at most, as the extents are known or guessed: if all is kept, and now.
  double all_bytes = 0, peak_bytes = 0;
};

}  // namespace ir
