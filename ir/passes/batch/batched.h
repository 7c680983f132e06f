// Which values of a function are batched, where some of its arguments are: what is computed from them, but for what they
// say by their form alone.
#pragma once

#include <map>
#include <set>
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

 private:
  // What is known of the results of functions, by which of their arguments are batched. Functions may call themselves: nothing
  // is, to begin with, and rounds go on until nothing more is found.
  struct Calls {
    std::map<std::pair<FunctionId, std::vector<bool>>, std::vector<bool>> results;
    std::set<std::pair<FunctionId, std::vector<bool>>> seen;  // in this round
    bool news = false;
  };
  Batched(const Module& module, const Function& function, const std::vector<bool>& arguments, Calls& calls);
  std::vector<bool> results_of(const Op& call);
  void mark(BlockId block);
  void mark(const Op& op);
  void mark_loop(const Op& op);
  bool set(ValueId value, bool batched);
  bool mark_all(const std::vector<ValueId>& values, bool batched);

  const Module& module_;
  const Function& function_;
  Calls* calls_;
  std::vector<bool> batched_;
};

}  // namespace ir
