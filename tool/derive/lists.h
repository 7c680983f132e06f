// Hessians, Jacobians and batches of what lies in arrays and vectors of numbers: one tensor for each.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tool/derive/derive.h"

namespace tool {

// The function with lists (CppValue::Form::list) in the place of arrays and vectors of numbers, in what it is
// differentiated with respect to and in its result; nothing where there are none. What an item's path begins
// with is a parameter or a label.
struct ListedSignature {
  codegen::Primal primal;
  std::vector<codegen::WrtItem> wrt;
};
std::optional<ListedSignature> with_lists(const codegen::Primal& primal,
                                          const std::vector<codegen::WrtItem>& wrt);

// The same of the function in the IR, in a module of its own.
struct ListedInput {
  ir::Module module;
  codegen::Primal primal;
  DeriveInput input;  // refers to `primal`
};
std::unique_ptr<ListedInput> with_lists(const ir::Module& module, const DeriveInput& input);

}  // namespace tool
