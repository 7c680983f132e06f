// Derivatives that a function calls: declared in the generated header that its source includes, and made for it while it
// is lowered.
#pragma once

#include <clang/AST/Decl.h>

#include <map>
#include <optional>
#include <vector>

#include "codegen/interface/interface.h"
#include "codegen/interface/program.h"
#include "ir/function.h"

namespace tool {

// A function of the module, and what its arguments and results are in C++: as `f_gradient(args)` has them.
struct NestedDerivative {
  ir::FunctionId function;
  codegen::Signature signature;
  std::map<ir::LocId, clang::SourceLocation> places;  // of its ops
  std::vector<codegen::Foreign> foreign;              // the functions of C++ that it calls
};

class Derivatives {
 public:
  virtual ~Derivatives() = default;
  // The derivative that the generated header declares, added to the module; null if it is none, can't be made, or is the
  // form that writes to given memory.
  virtual std::optional<NestedDerivative> find(const clang::FunctionDecl* declared, ir::Module& module) = 0;
};

}  // namespace tool
