// How the values that a reverse block reads get there from the forward block (the body of a loop or an arm of an
// `if`). In order of preference:
//
//  1. numbers, extents, and cheap ops (views, broadcasts, arithmetic of integers) on values that are there, and reads of
//     one element or one part of what is there, unless a loop around changes it (tables.h): made again;
//  2. what is the same in all trips or comes from outside: passed; an op that can't fail on such values is computed once
//     more, beside the loop, where nothing depends on whether it makes a trip (hoist.h);
//  3. the number of the trip: the reverse loop's own; an integer that grows by the same step each trip: computed
//     from it;
//  4. elements of sequences that the forward loop goes over, and what it stacks anyway: scanned; what it pushes each
//     trip onto a loop-carried sequence: read from there;
//  5. what checkpoint(...) has computed again, of what is kept then (keep.h); under checkpoint(auto) only of what is there;
//  6. in a loop, numbers that a few flops make of what is there by then: made again;
//  7. all else is kept: the forward op gives it as a further result, each value once. A loop stacks it. An `if` gives
//     it where that arm is taken, and otherwise what the other arm keeps, of the same type, or something undefined; where
//     its extents are known in the arm only, a sequence that holds it or nothing.
//
// Extents that only the forward block knows are kept likewise, as integers, where no value shows them.
#pragma once

#include <map>
#include <set>

#include "ir/builder.h"
#include "ir/checkpoint.h"
#include "ir/explain.h"
#include "ir/expr.h"
#include "ir/passes/analysis/loop.h"

namespace ir {

class Residuals {
 public:
  // Of block `place` of the op, which `forward` has appended. What the other arm of an `if` keeps may be given by results
  // that this one gives something by too, since only one of the arms runs.
  Residuals(Builder& forward, OpId op, std::size_t place, const Checkpoint& checkpoint, Residuals* other = nullptr);

  // Says that the reverse block reads a value of the forward block.
  void need(ValueId value);
  // Whether a value is there without anything being kept.
  bool free(ValueId value);
  // Whether, besides, an element or the size of it can be read: what a loop around changes would be kept whole for it.
  bool free_to_read(ValueId value) { return free(value) && !table(value); }
  // Once, after all values: the symbols that the reverse block has.
  void need_symbols(const std::set<std::string>& symbols);

  // Values of the block around the op that the reverse op takes: as they are, and trip by trip.
  const std::vector<ValueId>& passed() const { return passed_; }
  const std::vector<ValueId>& scanned() const { return scanned_; }
  // The types and names of the parameters for what is scanned.
  Type scanned_type(std::size_t i) const;
  std::string scanned_name(std::size_t i) const;
  std::string passed_name(std::size_t i) const;
  const std::string& trip_name() const { return trip_name_; }
  // What extents of the forward block are in the reverse block.
  const std::map<std::string, Extent>& symbols() const { return symbols_; }
  Type replaced(Type type) const;

  // Appends what is made again, where the builder stands, given the parameters for what is passed and scanned and,
  // in a loop, the number of the trip; what the needed values are is in the map.
  std::map<ValueId, ValueId> supply(Builder& into, const std::vector<ValueId>& passed,
                                    const std::vector<ValueId>& scanned, ValueId trip);

  // Adds what the reverse block reads, but for constants and integers that take no memory, and how it gets there.
  void explain(std::vector<KeptNote>& notes) const;

 private:
  enum class Way : std::uint8_t { made_again, passed, trip, counted, scanned, pushed, unwrapped };
  struct Route {
    Way way;
    std::size_t place = 0;  // among what is passed or scanned; of a counted value: that of its initial value
    ValueId step = {};      // of a counted value
    bool down = false;      // whether it is subtracted
    std::size_t initial = 0;  // of what is pushed: the place of the sequence that the pushes began with
  };

  const Op& op() const { return forward_.function()[op_]; }
  // The same in all trips, and cheap.
  bool invariant(ValueId value);
  // The same in all trips, and can be computed beside the loop; what it is there.
  bool spared(ValueId value);
  ValueId beside(ValueId value);
  bool cheap(const Op& op) const;
  // The flops that make a number of a loop again of what is there; more than kMostFlops where something else would be kept.
  int flops_again(ValueId value);
  // Whether checkpoint(...) has the value computed again.
  bool redone(ValueId value) const;
  bool carried_unchanged(std::size_t parameter) const;
  // Whether the op reads an element, a part or a size of what can be there: of what a loop changes, that is less to keep.
  bool reads(const Op& op);
  bool table(ValueId value);
  std::optional<Route> pushed(ValueId value);
  // The step by which a carried integer grows.
  std::optional<Route> counted(std::size_t parameter);
  // The result of the op that gives the value anyway.
  std::optional<std::size_t> given_at(ValueId value) const;
  bool known_around(const Type& type) const;
  void bind_passed();
  void bind_extent(const std::string& symbol);

  void note(ValueId value, KeptNote::How how, KeptNote::Why why) { reasons_.push_back({value, how, why}); }
  void route_parameter(ValueId value);
  void keep(ValueId value, bool may_share = true);
  // A result by which the other arm gives something of that type, which gives the value now where this arm runs.
  ValueId shared_result(ValueId value, const Type& type);
  std::size_t pass(ValueId outer);
  std::size_t scan(ValueId outer, ValueId value);
  ValueId undefined(const Type& type);
  ValueId element_of(Builder& into, ValueId sequence, ValueId index, ValueId value) const;
  ValueId supply_one(Builder& into, ValueId value, const std::vector<ValueId>& passed, ValueId trip,
                     const std::map<ValueId, ValueId>& now) const;
  Shape replaced(Shape shape) const;

  Builder& forward_;
  OpId op_;
  std::size_t place_;
  BlockId block_;
  std::optional<Loop> loop_;
  const Checkpoint checkpoint_;
  Residuals* other_;
  std::vector<std::size_t> lent_;  // places of the results of an `if` that give nothing where the other arm runs
  std::set<ValueId> marked_;
  std::map<ValueId, Route> routes_;
  std::vector<ValueId> order_;  // each after what it is made of
  std::vector<ValueId> passed_, scanned_, scanned_values_;
  std::map<ValueId, bool> invariant_, spared_, free_, tables_;
  std::map<ValueId, ValueId> beside_;
  std::map<std::string, Extent> symbols_;
  std::map<ValueId, std::string> names_;  // of the parameters that bind extents, by forward value
  std::string trip_name_;
  struct Reason {
    ValueId value;
    KeptNote::How how;
    KeptNote::Why why;
  };
  std::vector<Reason> reasons_;  // in the order in which routes were found
};

}  // namespace ir
