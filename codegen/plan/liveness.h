// When values are read, by the numbers of the steps. What a loop reads from outside is in use until the loop ends, since
// the next trip reads it again; what one arm of a branch reads is dead in the other.
#pragma once

#include <vector>

#include "codegen/plan/plan.h"

namespace codegen {

class Liveness {
 public:
  // The steps must be numbered.
  Liveness(const ir::Function& function, const Plan& plan);

  // The last number at which the value, or a part of its memory, is read; -1 where nothing reads it.
  int last_read(ir::ValueId root) const;
  // How often it is read at that number.
  std::ptrdiff_t reads_at(ir::ValueId root, int number) const;
  // Whether nothing reads the value, or a part of its memory, after that number of that block. What the other arm of a
  // branch does does not count.
  bool is_dead_after(ir::ValueId root, int number, ir::BlockId block) const;
  // Whether nothing reads a part of the value's memory, or the value itself where it is called its part, after that
  // number, but for what reads parts of that part.
  bool is_part_dead_after(ir::ValueId part, ir::ValueId root, int number, ir::BlockId block) const;
  // When the k-th result of the block is read: at its end, but what is stacked is read then.
  int read_as_result(ir::BlockId block, std::size_t k) const;

 private:
  void find_reads(ir::BlockId block);
  void read(ir::ValueId value, int number, ir::BlockId block);
  bool is_in_other_arm(int number, ir::BlockId block, ir::BlockId outermost) const;
  bool none_after(const std::vector<int>& numbers, ir::ValueId root, int number, ir::BlockId block) const;

  int depth(ir::BlockId block) const { return plan_.nesting.depth[block.at()]; }
  ir::BlockId block_of(ir::ValueId value) const { return plan_.nesting.block_of[value.at()]; }
  ir::ValueId root(ir::ValueId value) const { return root_of(function_, plan_, value); }

  const ir::Function& function_;
  const Plan& plan_;
  std::vector<std::vector<int>> read_at_;  // by value: the numbers at which it or a part of it is read, in order
  std::vector<std::vector<int>> itself_;   // by value: those at which it is read itself
  std::vector<int> ends_;                  // by block: the last number of the op that it is a block of
};

// The step of the body after which a value is stacked: that of the op that yields it where it is a part of other memory,
// -1 where it is there from the beginning of the trip, so that either may be overwritten; else the number of steps.
int stacked_after(const ir::Function& function, const Plan& plan, ir::BlockId body, ir::ValueId value);

}  // namespace codegen
