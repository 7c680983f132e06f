// Which values of a function are batched, where some of its arguments are: what is computed from them, but for what they
// say by their form alone.
#pragma once

#include <vector>

#include "ir/function.h"

namespace ir {

class Batched {
 public:
  Batched(const Module& module, const Function& function, const std::vector<bool>& arguments);

  bool operator()(ValueId value) const { return batched_[value.at()]; }
  bool any(const std::vector<ValueId>& values) const;
  // Whether an op with blocks or a callee can't be followed inside, and is done k times: what decides its way is batched.
  bool is_opaque(const Op& op) const;
  // What a call gives that is batched wherever an argument is.
  static std::vector<bool> results_of(const Function& callee);

 private:
  void mark(BlockId block);
  void mark(const Op& op);
  void mark_loop(const Op& op);
  bool set(ValueId value, bool batched);
  bool mark_all(const std::vector<ValueId>& values, bool batched);

  const Module& module_;
  const Function& function_;
  std::vector<bool> batched_;
};

}  // namespace ir
