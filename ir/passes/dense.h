// Dense blocks of derivatives: from functions that are linear in one direction, a function that gives what they make of
// every unit direction. The direction runs along the first axes of a block, its result along the last.
//
// A block that no direction has influence on is zeros; where the result depends on each element of the direction in the same
// place alone, one call in the direction of ones gives its diagonal. Only the others are computed for all unit directions,
// in a batch.
#pragma once

#include <string>
#include <vector>

#include "ir/expr.h"
#include "ir/passes/batch.h"

namespace ir {

class Dense {
 public:
  // The function is built in `module`, and takes arguments like those of `arguments_of`.
  Dense(Module& module, const Function& arguments_of, const std::string& name, LocId requested, Diagnostics& diagnostics);

  // The results of a function of the same arguments.
  std::vector<Expr> call(const Module& module, FunctionId function);
  // The blocks of those results of a function of the same arguments and, last, a direction, in which it is linear; null, with
  // diagnostics, where the batch can't be made. `element`s of blocks are those of the results.
  std::optional<std::vector<Expr>> blocks(const Module& module, FunctionId function, const std::vector<int>& results);
  // A block with the axes of the direction, so many, after the others.
  static Expr turned(Expr block, int axes);

  Function finish(const std::vector<Expr>& results);

 private:
  std::vector<Expr> clone(const Module& module, FunctionId function, Expr direction);
  void name_bound_symbols(const Function& from, const Op& op, Cloner& copy);
  Expr diagonal(Expr values, const Shape& direction);

  Module& module_;
  Diagnostics& diagnostics_;
  Function function_;
  Builder builder_;
  LocId requested_;
};

}  // namespace ir
