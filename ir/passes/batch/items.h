// One function for many items: f(args) -> (results) of one item becomes g, which calls f for each of k items. Arguments and
// results that are the items' own have a further first axis of extent k, or are sequences of k values; the others are the same
// for all, and results of those are sums over the items.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/diagnostic.h"
#include "ir/function.h"

namespace ir {

// One argument or result of g, and those of f that it stands for.
struct ItemPart {
  enum class Form : std::uint8_t {
    shared,   // an argument as it is; the sum of a result over all items
    tensor,   // a tensor with an axis more
    along,    // the same, of a sequence of numbers in f, which is an axis
    lines,    // a sequence of sequences of numbers, each a tensor with one axis in f
    sequence  // a sequence of values, whatever they are
  };
  Form form = Form::shared;
  // By number; several are the elements of one tensor, in row-major order of `axes`. A result that is not there (-1) is zeros.
  std::vector<int> parts;
  Shape axes;
  std::string name;  // of an argument, or of that which the result is the gradient of
  Type zeros;        // of a result, for parts that aren't there
  int like = -1;     // of a sum of sequences: the argument that has its form
};

struct ItemsOptions {
  std::vector<ItemPart> arguments, results;
  // Numbers of items that are arguments of g, after so many of the others: of sequences alone, whose types don't say it. They
  // must agree with each other and with the axes.
  std::vector<std::string> sizes;
  std::size_t sizes_at = 0;
  std::string name, of;  // of g, and what the user calls f
  LocId requested;
};

// Adds g to the module. Null, with a diagnostic, where the extents of a result aren't known before the first item.
std::optional<FunctionId> for_each_item(Module& module, FunctionId function, const ItemsOptions& options, Diagnostics& diagnostics);

}  // namespace ir
