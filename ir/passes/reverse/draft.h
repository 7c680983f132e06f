// A block of a derivative while it is made. What it will read of the block that it is the derivative of isn't known
// until it is complete; until then stand-ins take the place of those values, which have types and nothing else.
//
//  1. Ops are appended to a function of the draft's own, whose only block has the stand-ins as parameters.
//  2. When the results are known, `sweep` finds what is live, and thus which stand-ins are read. Where an op only
//     takes one element, or the size, of a tensor or sequence that would have to be kept whole, it moves to the forward
//     block, so that its result is kept instead.
//  3. `copy` appends the live ops to the block that they are meant for, with values in place of the parameters.
#pragma once

#include <functional>
#include <set>

#include "ir/builder.h"
#include "ir/expr.h"

namespace ir {

class Draft {
 public:
  // `forward` builds the function of the primal values, `around` the block that the new one will be an inner one of.
  Draft(Builder& forward, Builder& around);
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  Builder& builder() { return builder_; }
  // The stand-in of a value of the forward function.
  Expr value(ValueId primal);
  // Something else that is passed in.
  Expr parameter(const Type& type, const std::string& name);

  // `free` says of which values of the forward block, which is `block`, elements and sizes are there without keeping any.
  void sweep(std::vector<ValueId>& results, BlockId block, const std::function<bool(ValueId)>& free);
  // After the sweep: the values of the forward function that are read, in order, and whether a parameter is.
  std::vector<ValueId> primals_read() const;
  bool reads(ValueId parameter) const { return read_.contains(parameter); }
  // The extent symbols of the live ops, those in their blocks included.
  const std::set<std::string>& symbols() const { return symbols_; }

  // Says what a parameter, or the stand-in of a primal value, is in the block that is made.
  void set(ValueId parameter, ValueId now) { now_.emplace_back(parameter, now); }
  void set_primal(ValueId primal, ValueId now) {
    if (const auto found = stand_ins_.find(primal); found != stand_ins_.end()) set(found->second, now);
  }
  // Appends the live ops where the builder stands; `symbols` replaces extents. Returns what the results have become.
  std::vector<ValueId> copy(Builder& into, const std::map<std::string, Extent>& symbols,
                            const std::vector<ValueId>& results);

 private:
  void find_live(const std::vector<ValueId>& results);
  // The value of the forward function that a value of the draft is; made there, where it isn't a stand-in.
  ValueId moved(ValueId value, BlockId block);
  bool can_move(ValueId value) const;
  // Whether the op takes a value from a sequence whose extents live ops have and nothing else shows.
  bool shows_extents(const Op& op) const;
  void collect_symbols(BlockId block);
  void collect_symbols(const Op& op);
  void collect_symbols(const Shape& shape);

  Builder& forward_;
  Builder& around_;
  Function function_;
  Diagnostics none_;  // what a rule appends is well-typed
  Builder builder_;
  BlockId block_;
  std::map<ValueId, ValueId> stand_ins_;  // by primal value
  std::map<ValueId, ValueId> primals_;    // by stand-in
  std::set<ValueId> read_;
  std::vector<OpId> live_;
  std::set<std::string> symbols_;
  std::vector<std::pair<ValueId, ValueId>> now_;
};

}  // namespace ir
