// Through which arguments a derivative flows to which results of the functions that a function calls, itself perhaps or
// through others. Starts from nothing and adds until nothing changes, so that functions may call each other in any way.
#pragma once

#include <map>
#include <vector>

#include "ir/function.h"

namespace ir {

class Dependence {
 public:
  Dependence(const Module& module, const Function& caller);

  bool flows(FunctionId callee, std::size_t argument, std::size_t result) const;
  // To any result.
  bool flows(FunctionId callee, std::size_t argument) const;

 private:
  // Whether that function's rows have grown.
  bool update(const Function& function, std::vector<std::vector<bool>>& rows) const;

  std::map<FunctionId, std::vector<std::vector<bool>>> rows_;  // by argument and result
};

}  // namespace ir
