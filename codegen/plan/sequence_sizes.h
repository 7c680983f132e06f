// Which sequences have the size of which others.
#pragma once

#include <map>
#include <optional>

#include "codegen/plan/plan.h"

namespace codegen {

// In a function whose values have their roots in the plan.
class SequenceSizes {
 public:
  SequenceSizes(const ir::Function& function, const Plan& plan) : function_(function), plan_(plan) {}

  // What a sequence was made from by ops, loops and branches that keep its size; itself where there is none.
  ir::ValueId origin(ir::ValueId sequence);
  // What a loop carries in that parameter of its body.
  std::optional<Carried> carried(ir::ValueId parameter) const;
  // What is there before the loop with that body, and has the size then that the sequence, which a trip reads, has in each
  // trip; not valid where there is nothing.
  ir::ValueId before_loop(ir::ValueId sequence, ir::BlockId body);
  // Whether a loop with that body only reads and writes elements of what lies in a buffer, so that they stay where they are.
  bool keeps_places(int buffer, ir::BlockId body);

 private:
  bool is_written_in_place(ir::ValueId value, int buffer, ir::BlockId body);
  ir::ValueId find_origin(ir::ValueId root);

  const ir::Function& function_;
  const Plan& plan_;
  std::map<ir::ValueId, ir::ValueId> origins_;  // by root
};

}  // namespace codegen
