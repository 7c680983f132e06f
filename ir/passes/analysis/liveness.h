// Which values of a function its results depend on.
//
//  1. Live are the results of the function; the operands of an op one of whose results is live; the predicate of an
//     `if`, the condition of a `while` and the number of trips of a `scan`.
//  2. A live result of an `if` makes that result of both arms live, a live stack of a loop that result of the body.
//     A carried value is live as a whole - operand, parameters, result of the body, result of the op - as soon as its
//     result or one of its parameters is.
//  3. A live parameter of a block makes what is passed live, and the same parameter of the op's other block.
//  4. What binds an extent symbol that a live value or op names is live. Of several arguments that do, one is enough where
//     they are called with the same extents: the first, if none is live anyway.
//  5. Of a call, with somebody to ask what the callee uses, the operands that are used for its live results; all without.
//
// Each value is looked at once, so that the time is that of a walk over the function.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/function.h"

namespace ir {

// What callees use.
class CallUses {
 public:
  // Results that a call gives and arguments that it takes.
  struct Use {
    std::vector<bool> results, arguments;
  };

  virtual ~CallUses() = default;
  // For a call of which those results are read: at least those, and what they take. More for more.
  virtual Use use(FunctionId callee, const std::vector<bool>& read) = 0;
  // Whether all calls of the function pass one extent wherever that symbol stands alone.
  virtual bool is_one_extent(const Function& callee, const std::string& symbol) const = 0;
};

class Liveness {
 public:
  explicit Liveness(const Function& function);
  // As if the function gave those of its results only, with the symbols that it requires something of.
  Liveness(const Function& function, const std::vector<bool>& results, CallUses& calls);

  bool has(ValueId value) const { return live_[value.at()]; }
  bool has(OpId op) const { return live_ops_[op.at()]; }
  // For each of the values whether it is.
  std::vector<bool> among(const std::vector<ValueId>& values) const;

 private:
  Liveness(const Function& function, CallUses* calls);
  bool is_argument(ValueId value) const { return f_[value].block == f_.body; }
  void settle();
  // Whether that made more live.
  bool settle_call();
  bool settle_symbols();
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
  CallUses* calls_;
  std::vector<bool> live_, live_ops_;
  std::vector<OpId> owner_;      // of each block; of the body of the function not valid
  std::vector<BlockId> stands_;  // the block of each op
  std::map<BlockId, std::map<std::string, ValueId>> binders_;
  std::map<std::string, std::vector<ValueId>> arguments_;  // that bind a symbol
  std::set<std::string> of_arguments_;                     // symbols of arguments that are named
  std::vector<ValueId> open_;
  std::set<OpId> open_calls_;
};

}  // namespace ir
