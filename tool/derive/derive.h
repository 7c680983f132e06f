// From a lowered function and what is asked of it to its derivatives as IR functions and the plan of how
// their arguments and results are the leaves of C++ values. Sees no Clang: the choices of a request, as data,
// come in.
#pragma once

#include <vector>

#include "codegen/interface/program.h"
#include "ir/diagnostic.h"
#include "ir/function.h"
#include "tool/base/diagnostic.h"
#include "tool/base/request.h"

namespace tool {

// The passes over derivatives before they are split into forward and backward, and after.
inline constexpr std::string_view kOptimise = "inline(small),expand,simplify,cse,dce,prune_calls,inline(small)";
inline constexpr std::string_view kFinish = "simplify,hoist,cse,simplify,dce";

// One item of wrt(...), resolved: its C++ value and the IR value of each leaf (not valid for a leaf that has
// no derivative, such as an integer).
struct WrtLeaves {
  codegen::WrtItem item;
  std::vector<ir::ValueId> leaves;
};

struct DeriveInput {
  ir::FunctionId function;
  const codegen::Primal* primal = nullptr;
  const Items* items = nullptr;
  std::string base;  // what the generated names start with
  std::vector<WrtLeaves> wrt;
  std::vector<ir::ValueId> stop;
  ir::LocId requested;
  bool called = false;  // by functions of the source, which may be differentiated in their turn, back too
};

// What the user should know, although nothing is wrong.
struct Warning {
  DiagnosticId id;
  ir::LocId loc;
  std::string text;
};

// Appends a function to the module for each kind that is asked for. Problems go to `diagnostics`, and the
// kind that has them is left out; warnings are added to those that there are.
std::vector<codegen::Derivative> derive(ir::Module& module, const DeriveInput& input,
                                        ir::Diagnostics& diagnostics, std::vector<Warning>& warnings);

// After optimisation: gives each vjp its forward and backward function.
void split_vjps(ir::Module& module, const codegen::Primal& primal,
                std::vector<codegen::Derivative>& derivatives);

}  // namespace tool
