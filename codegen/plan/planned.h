// A function with its plan, and what follows from both.
#pragma once

#include <map>
#include <vector>

#include "codegen/plan/plan.h"

namespace codegen {

constexpr int kForeign = -1;  // no buffer: memory that nothing writes

class Planned {
 public:
  // The extents of the function are resolved.
  Planned(ir::Function function, Plan plan);

  const ir::Function function;
  const Plan plan;

  const ir::Type& type(ir::ValueId value) const { return function[value].type; }
  ir::ValueId root(ir::ValueId value) const { return root_of(function, plan, value); }
  const Use& use(ir::ValueId root) const { return plan.uses[root.at()]; }

  bool has_memory(ir::ValueId root) const;
  // The buffer that the memory of a root belongs to; kForeign where it is an argument's.
  int memory_of(ir::ValueId root) const;
  // The extents of the memory of a value: of a sequence too, where it lies in one piece.
  ir::Shape shape(ir::ValueId value) const;
  // Whether nothing else has been given the memory of a variable for sequences.
  bool reuses(ir::ValueId value) const;
  // The buffers that begin with those numbers and have memory of their own, but for those that vary.
  std::vector<Buffer> rooms(int first, int last) const;
  // An integer as a formula; one that is none is a symbol by itself.
  ir::Extent formula_of(ir::ValueId integer, bool is_counter) const;
  // Whether a value lies in a block or in one inside of it.
  bool is_inside(ir::ValueId value, ir::BlockId block) const;
  // By value: whether it is read element by element, and not by a kernel.
  std::vector<bool> indexed() const;
  // Whether the value is the tensor that it is made from, changed in some places only or handed on by a block.
  bool is_same_tensor(ir::ValueId value) const;

 private:
  bool begins_by_itself(const Buffer& buffer) const;

  std::multimap<int, int> rooms_;  // buffers by the number that they begin with
};

}  // namespace codegen
