// Where an index is in range: proved, checked once before the loop that it runs with, or checked where it is used.
#pragma once

#include "codegen/text/frame.h"

namespace codegen {

struct IndexCheck {
  std::string name;  // of what is indexed
  int axis = 0;
  ir::ValueId index;
  ir::Extent extent;
  ir::LocId loc;
};
// Before a statement of the block.
void check_index(Frame& frame, const IndexCheck& check, ir::BlockId block, Emitter& out);

// A value as a formula; one that is none is a symbol by itself.
ir::Extent formula_of(Frame& frame, ir::ValueId integer);

}  // namespace codegen
