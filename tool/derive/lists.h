// Arrays and vectors of numbers that are one tensor each: in Hessians, Jacobians and batches all of them, in other derivatives the
// vectors whose size the function never changes.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tool/derive/task.h"

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

// The same of the function in the IR, which the module gets; null where there are no lists.
struct ListedFunction {
  codegen::Primal primal;
  DeriveInput input;  // refers to `primal`
};
std::shared_ptr<const ListedFunction> with_lists(ir::Module& module, const DeriveInput& input);

// Of what the function takes or returns, vectors of numbers whose size it never changes become tensors: what loops and plans know
// of tensors holds for them. The C++ of the derivatives stays what it is.
void take_vectors(ir::Module& module, Task& task);

}  // namespace tool
