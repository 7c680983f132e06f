// Leaves only their names of the functions of a module that neither the given ones nor their derivatives lead to, for as long as
// this lives: stages that copy the module take time by the size of one request, and not of all that a source has.
#pragma once

#include <utility>
#include <vector>

#include "ir/function.h"

namespace tool {

class Focus {
 public:
  Focus(ir::Module& module, const std::vector<ir::FunctionId>& functions);
  ~Focus();
  Focus(const Focus&) = delete;
  Focus& operator=(const Focus&) = delete;

 private:
  ir::Module& module_;
  std::vector<std::pair<std::size_t, ir::Function>> aside_;
};

}  // namespace tool
