// How the blocks of a function lie in one another, and what control ops pass between them: which value outside
// is which parameter, which result of a block becomes which result of the op.
#pragma once

#include <vector>

#include "ir/op.h"

namespace codegen {

bool is_branch(const ir::Op& op);     // if
bool is_iteration(const ir::Op& op);  // while, scan

// One value that goes round: what it is before the loop, in a trip, for the next trip, and after the loop.
struct Carried {
  ir::ValueId before, parameter, next, after;
};
// A sequence of which each trip reads, or makes, one element.
struct PerTrip {
  ir::ValueId sequence, element;
};

struct Iteration {
  ir::BlockId condition;  // of a while
  ir::BlockId body;
  ir::ValueId trips;    // a scan is given it, a while yields it
  ir::ValueId counter;  // of a scan
  bool reverse = false;
  bool ends = false;  // an error where the number of trips is negative
  std::vector<Carried> carried;
  std::vector<PerTrip> scanned, stacked;

  bool counted() const { return counter.valid(); }
};
// Whether the extents of the k-th result are not the same in all trips or arms.
bool varies(const ir::Op& op, std::size_t k);
Iteration iteration(const ir::Function& function, const ir::Op& op);

struct Nesting {
  std::vector<ir::BlockId> block_of;  // by value: where it is defined
  std::vector<ir::OpId> owner;        // by block: the op whose block it is; none of the body
  std::vector<ir::BlockId> parent;    // by block: the one around it
  std::vector<int> depth;             // by block

  bool is_body_of_iteration(const ir::Function& function, ir::BlockId block) const;
};
Nesting nesting_of(const ir::Function& function);

// Whether a value is what an arm gives that has none: it is never read.
bool is_undefined(const ir::Function& function, ir::ValueId value);

}  // namespace codegen
