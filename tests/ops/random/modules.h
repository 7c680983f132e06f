// Random straight-line modules over the table of ops: well-typed, of doubles, with values in a tame range and
// away from kinks, so that their derivatives are those that differences see. The same seed gives the same
// module anywhere.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/reference/interpreter.h"

namespace ops_test {

struct RandomOptions {
  int steps = 10;        // random choices, each of one op or a few
  bool symbolic = true;  // some extents are symbols
  bool integers = true;  // also arguments of indices, comparisons, integer and bool results
};

struct RandomModule {
  ir::Module module;  // one function, @f
  ir::FunctionId function{0};
  std::vector<reference::Value> arguments;  // where it is tame
};

RandomModule random_module(std::uint64_t seed, const RandomOptions& options = {});

}  // namespace ops_test
