// What the blocks of control ops hand on when they end: scalars, tensors and sequences in other buffers, extents that vary.
#pragma once

#include <string>
#include <vector>

#include "codegen/text/frame.h"

namespace codegen {

// What a variable is set to, all at once: none sees the new value of another.
struct Assignment {
  std::string variable, type;
  std::string value;
};
void write_assignments(Frame& frame, std::vector<Assignment> pending, Emitter& out);
// The extents of what varies and is handed on; set together with the scalars.
void add_extents(Frame& frame, const ir::Op& op, std::size_t k, ir::ValueId as, ir::ValueId from,
                 std::vector<Assignment>& assignments);
// The moves at the end of the block.
void write_moves(Frame& frame, ir::BlockId block, Emitter& out);
// A scalar that a block hands on; out of memory that the block's moves overwrite it is read before.
std::string handed_on(Frame& frame, ir::ValueId value, ir::BlockId block, Emitter& out);

// A tensor whose extents vary: the variables that hold them, with what they are `before` where that is valid, and its
// pointer.
void begin_varying(Frame& frame, ir::ValueId value, ir::ValueId before, Emitter& out);

// One number that the host knows.
bool is_scalar(const Frame& frame, ir::ValueId value);
bool is_undefined(const Frame& frame, ir::ValueId value);
bool is_live(const Frame& frame, ir::ValueId value);
std::string storage_type(const Frame& frame, ir::ValueId value);

// In tests of which arms and loops are reached: that a block of the op is.
void write_mark(const Frame& frame, const ir::Op& op, ir::BlockId block, Emitter& out);

}  // namespace codegen
