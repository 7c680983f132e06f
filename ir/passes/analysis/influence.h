// Which values of a function anything about some of its arguments can change: their numbers, their extents, which arm runs
// and how often. Says yes where it doesn't know.
#pragma once

#include <vector>

#include "ir/function.h"

namespace ir {

class Influence {
 public:
  // Of the arguments from `first` on up to `last`.
  Influence(const Module& module, const Function& function, std::size_t first, std::size_t last);

  bool on(ValueId value) const { return reached_[value.at()]; }
  bool on_results() const;

 private:
  // Of the arguments of which that is true; `around`: the functions that call one another down to this one.
  Influence(const Module& module, const Function& function, const std::vector<bool>& arguments,
            std::vector<FunctionId> around);

  bool any(const std::vector<ValueId>& values) const;
  void mark(ValueId value);
  void mark_all(const std::vector<ValueId>& values);
  void visit(BlockId block);
  void visit(const Op& op);
  void visit_loop(const Op& op);
  void visit_call(const Op& op);

  const Module& module_;
  const Function& function_;
  std::vector<FunctionId> around_;
  std::vector<bool> reached_;
};

}  // namespace ir
