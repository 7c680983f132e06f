// Dense blocks of derivatives: from functions that are linear in one direction, a function that gives what they make of
// every unit direction. The direction runs along the first axes of a block, its result along the last.
//
// A block that no direction has influence on is zeros; where the result depends on each element of the direction in the same
// place alone, one call in the direction of ones gives its diagonal. Only the others are computed for all unit directions,
// in a batch.
//
// What lies in sequences has a block for each place: sequences of them, nested as the direction is and then as the result is
// (nest.h). The batches of one place after the other are computed in a loop.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "ir/expr.h"
#include "ir/passes/batch/batch.h"
#include "ir/passes/loops/nest.h"

namespace ir {

class Dense {
 public:
  // The function is built in `module`, and takes arguments like those of `arguments_of`.
  Dense(Module& module, const Function& arguments_of, const std::string& name, LocId requested, Diagnostics& diagnostics);

  // The results of a function of the same arguments.
  std::vector<Expr> call(const Module& module, FunctionId function);
  // What a direction or a result is: a type, and where that is a sequence a value that has its places.
  struct Form {
    Type type;
    Expr like;
  };
  // The blocks of those results of a function of the same arguments and, last, a direction, in which it is linear; null, with
  // diagnostics, where the batch can't be made. `element`s of blocks are those of the results. The likes are those of Form.
  std::optional<std::vector<Expr>> blocks(const Module& module, FunctionId function, const std::vector<int>& results,
                                          Expr direction, const std::vector<Expr>& likes);
  // A block with the axes of the direction after the others, and so the places.
  static Expr turned(Expr block, const Form& direction, const Form& result);
  static Expr converted(Expr block, ElementType element);
  Function finish(const std::vector<Expr>& results);

 private:
  std::vector<Expr> arguments();
  std::vector<Expr> clone(const Module& module, FunctionId function, const std::vector<Expr>& arguments, Expr direction,
                          const Extent& directions);
  void name_bound_symbols(const Function& from, const Op& op, Cloner& copy, std::set<std::string>& bound);
  // What of the results for each unit direction is wanted, with the axes of the direction first.
  std::vector<Expr> each_direction(const Module& module, FunctionId function, const Type& direction,
                                   const std::function<std::vector<Expr>(const std::vector<Expr>&)>& wanted);
  Expr diagonal(Expr values, const Shape& direction);
  Expr unit_directions(const Shape& direction, ElementType element);
  Expr zero_block(const Form& direction, const Form& result);

  Module& module_;
  Diagnostics& diagnostics_;
  Function function_;
  Builder builder_;
  LocId requested_;
};

}  // namespace ir
