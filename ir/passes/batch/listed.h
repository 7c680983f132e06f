// Lists in the place of numbers: f, some arguments and results of which are numbers one after the other, or a
// sequence of numbers, becomes g, which has a tensor with one axis for each of them. Blocks and batches of
// derivatives are made of tensors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/diagnostic.h"
#include "ir/function.h"

namespace ir {

// So many arguments or results from the first on, or one sequence.
struct List {
  std::size_t first = 0, count = 1;
  bool is_sequence = false;
};

struct ListedFunction {
  Module module;  // with the function more, its last
  FunctionId function;
  std::vector<ValueId> values;  // what each value of f is in g; not valid for an argument that lies in a list
  std::vector<ValueId> lists;   // the arguments that are lists, in order
};

// Lists are in order, and don't overlap. The numbers of one have one type.
ListedFunction with_lists(const Module& module, FunctionId function, const std::vector<List>& arguments,
                          const std::vector<List>& results, const std::string& name);

}  // namespace ir
