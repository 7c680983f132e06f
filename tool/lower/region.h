// The blocks that are being built, the innermost last. Blocks of the IR are closed, but the lowering names values of
// all that surrounds it: what a block reads from outside becomes a parameter of it, and of every block between, when it
// is first read. Constants and extents are made again inside instead, so that they stay known there.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ir/builder.h"

namespace tool {

// A block with what it takes from the block around it: `outer[i]` there is the parameter `inner[i]` here.
struct Region {
  ir::BlockId block;
  std::vector<ir::ValueId> outer, inner;
  std::map<ir::ValueId, ir::ValueId> made;  // constants and extents of outside, made again
};

// A value that a block took out of a sequence, and an integer that has a symbol, with the tensor that binds it: what
// needn't be made again where it is seen.
struct Taken {
  ir::BlockId block;
  ir::ValueId sequence, index, item;
};
struct Bound {
  ir::ValueId integer, tensor;
  ir::Extent extent;
};

class Regions {
 public:
  Regions(ir::Function& function, ir::Builder& builder) : function_(function), builder_(builder) {}

  // A block with these parameters, into which ops go from now on; gives the parameters.
  std::vector<ir::ValueId> open(const std::vector<ir::Type>& parameters, const std::vector<std::string>& names);
  // Ops go into the block around from now on.
  Region close();
  // Ops go into a closed block again, which is where it was opened.
  void resume(Region region);

  // The value as ops of the innermost block may read it.
  ir::ValueId use(ir::ValueId value);
  std::vector<ir::ValueId> use(const std::vector<ir::ValueId>& values);
  // The value around the block that a parameter of an open block stands for, or none.
  ir::ValueId outside(ir::ValueId parameter) const;
  // Whether ops of the innermost block may read it.
  bool sees(ir::ValueId value);
  // Whether ops go into the function's body.
  bool at_top() const { return open_.empty(); }

 private:
  struct Open {
    Region region;
    ir::BlockId outside;
  };
  ir::BlockId home_of(ir::ValueId value);
  void note_ops();

  ir::Function& function_;
  ir::Builder& builder_;
  std::vector<Open> open_;
  std::vector<ir::BlockId> home_;  // by op
};

// Gives the blocks of one op the same parameters from outside: each takes what any of them takes, in the order in
// which it was first read. Their own parameters stay in front. Returns the values outside.
std::vector<ir::ValueId> share_captures(ir::Function& function, std::vector<Region*> regions);
// Puts the parameters of a block into this order.
void set_parameters(ir::Function& function, ir::BlockId block, const std::vector<ir::ValueId>& parameters);

}  // namespace tool
