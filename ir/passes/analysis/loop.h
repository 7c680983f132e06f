// A `while` or a `scan`, seen alike by the passes that differentiate them: parameter i of the body takes operand i,
// or the loop-carried value in its place.
#pragma once

#include "ir/function.h"
#include "ir/kind.h"
#include "ir/op.h"

namespace ir {

struct Loop {
  BlockId body;
  std::size_t first = 0;        // the first carried operand and parameter
  std::size_t carried = 0;
  std::size_t scanned = 0;      // sequences, after the carried values; invariants follow
  std::size_t first_stack = 0;  // among the results of the op; results of the body from `carried` on are stacked
  std::size_t operands = 0;
  bool counts = false;          // the body takes the number of the trip first
  bool reverse = false;
  ValueId trips;                // their number: an operand of a scan, a result of a while

  std::size_t first_scanned() const { return first + carried; }
  std::size_t first_invariant() const { return first + carried + scanned; }
};

inline bool is_loop(const Op& op) { return op.kind == Kind::While || op.kind == Kind::Scan; }

// What an op is called in front of those who don't know the IR.
inline std::string name_for_people(const Op& op) {
  if (op.blocks.empty()) return std::string(definition(op.kind).info.name);
  return is_loop(op) ? "loop" : "branch";
}

inline Loop loop_of(const Op& op) {
  Loop loop;
  loop.carried = static_cast<std::size_t>(op.attributes.get<std::int64_t>("carried"));
  loop.operands = op.operands.size();
  loop.body = op.blocks.back();
  loop.counts = op.kind == Kind::Scan;
  if (loop.counts) {
    loop.first = 1;
    loop.scanned = static_cast<std::size_t>(op.attributes.get<std::int64_t>("scanned"));
    loop.reverse = op.attributes.get_or<bool>("reverse", false);
  }
  loop.first_stack = loop.carried + (loop.counts ? 0 : 1);
  loop.trips = loop.counts ? op.operands[0] : op.results[loop.carried];
  return loop;
}

}  // namespace ir
