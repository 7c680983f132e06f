// Which arguments of functions that are called have the memory of a result: sums that go in and come out.
#pragma once

#include <map>
#include <vector>

#include "ir/function.h"

namespace codegen {

struct TakenOver {
  // By result: the argument whose memory it has, or -1. The function copies it there where a caller passes other memory.
  std::vector<int> arguments;
  std::map<ir::FunctionId, std::vector<int>> of_callees;

  // The operand of a call whose memory its k-th result has, or -1.
  int operand(const ir::Op& call, std::size_t k) const;
};

TakenOver taken_over(const ir::Module& module, const ir::Function& function);

}  // namespace codegen
