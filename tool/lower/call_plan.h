// Which functions that a request reaches are not inlined, by the source: sizes are numbers of expressions.
#pragma once

#include <clang/AST/Decl.h>

#include <functional>
#include <map>
#include <vector>

#include "ir/passes/calls/call_cost.h"

namespace tool {

class CallPlan {
 public:
  // The definition that a call is taken to lead to; null if there is none to look into.
  using Define = std::function<const clang::FunctionDecl*(const clang::FunctionDecl*)>;
  CallPlan(const clang::FunctionDecl* root, const Define& define);

  // What is not in the plan is inlined.
  ir::CallChoice operator[](const clang::FunctionDecl* function) const;

 private:
  std::size_t add(const clang::FunctionDecl* definition, const Define& define);

  std::vector<ir::Callable> functions_;
  std::map<const clang::FunctionDecl*, std::size_t> numbers_;  // by canonical declaration
  std::vector<ir::CallChoice> choices_;
};

}  // namespace tool
