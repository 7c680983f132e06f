// Which values of a function its results depend on.
//
//  1. Live are the results of the function; the operands of an op one of whose results is live; the predicate of an
//     `if`, the condition of a `while` and the number of trips of a `scan`.
//  2. A live result of an `if` makes that result of both arms live, a live stack of a loop that result of the body.
//     A carried value is live as a whole - operand, parameters, result of the body, result of the op - as soon as its
//     result or one of its parameters is.
//  3. A live parameter of a block makes what is passed live, and the same parameter of the op's other block.
//  4. What binds an extent symbol that a live value or op names is live.
//
// Each value is looked at once, so that the time is that of a walk over the function.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/function.h"

namespace ir {

class Liveness {
 public:
  explicit Liveness(const Function& function);

  bool has(ValueId value) const { return live_[value.at()]; }
  bool has(OpId op) const { return live_ops_[op.at()]; }

 private:
  void walk(BlockId block);
  void bind(BlockId block, const std::string& symbol, ValueId value);
  void bind_results(BlockId block, const Op& op);
  void mark(ValueId value);
  void follow(ValueId value);
  void follow_result(const Value& value);
  void follow_parameter(const Value& value);
  void enter(OpId op);
  void name(const std::set<std::string>& symbols, BlockId block);

  const Function& f_;
  std::vector<bool> live_, live_ops_;
  std::vector<OpId> owner_;      // of each block; of the body of the function not valid
  std::vector<BlockId> stands_;  // the block of each op
  std::map<BlockId, std::map<std::string, ValueId>> binders_;
  std::vector<ValueId> open_;
};

}  // namespace ir
