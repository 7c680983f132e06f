// The stages of a build between lowering and code generation, in order, each from data to data:
//
//   analyse        findings about the functions as they were read: warnings
//   prepare        what derivatives are made of: counted loops, safe branches, inlined calls where values are recomputed, the
//                  function with lists
//   differentiate  one derivative for each kind that is asked for (codegen/interface/kinds.h)
//   arrange        batches of them, gradients as rows, warnings about what was made
//   optimise       passes over all
//   split          each vjp into forward and backward
//   finish         passes over what is emitted
//
// `gradc` runs them on a source, `gradc opt --request=...` on the text of a module.
#pragma once

#include <string_view>
#include <vector>

#include "tool/derive/task.h"

namespace tool {

struct Stage {
  std::string_view name;
  void (*run)(Work&);
};
const std::vector<Stage>& stages();

// The passes over derivatives before they are split, and after.
inline constexpr std::string_view kOptimise = "inline(small),expand,simplify,cse,terms,cse,dce,prune_calls,inline(small)";
inline constexpr std::string_view kFinish = "simplify,hoist,cse,simplify,sum_into,rows,carry,simplify,set_once,dce,accumulate,dce";

}  // namespace tool
