// Which loops over elements can be ops on tensors, and what their trips read and write.
//
// A scan can be raised where its body, and the arms of the branches in it, have but arithmetic of numbers, reads of elements of
// tensors that no trip changes, at places that run with the trip, which certainly exist or begin with the first one, and
//   - numbers to which each trip adds or from which it subtracts something that doesn't depend on them, and
//   - tensors to which each trip adds at such places, or of which it sets elements, and which it doesn't read but at the one place
//     that it writes, before it does;
// and where others read no more of what it stacks than such scans, and it goes over nothing but what such scans stack, or what
// can be computed again of what a scan that stays stacks. In arms places exist certainly.
//
// With `same_bits` what isn't derived has the bits that it has in the loop: sums of such numbers stay loops, and so does what
// writes elements with functions that are others on tensors, or compares such numbers. Loops in loops, of few trips or of many
// ops stay too: there a call for each is not cheaper. All that doesn't hold for a loop with `relaxed` and those inside of it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/explain.h"
#include "ir/passes/analysis/loop.h"

namespace ir {

// A place that runs with the trip, or stands still: `at`, and in trip t `at + t`. Where it isn't certain to be there,
// it runs from 0, so that nothing is missed in no trips.
struct TripIndex {
  Extent at;
  bool runs = false, is_certain = true;
  friend bool operator==(const TripIndex&, const TripIndex&) = default;
};
using TripIndices = std::vector<TripIndex>;

// The condition of a branch, and in which of its arms something stands.
struct Guard {
  ValueId condition;
  bool is_then;
};

// An add or subtract of a loop-carried number, or an add_element or set_element of a loop-carried tensor.
struct TripWrite {
  OpId op;
  ValueId number;              // what is added or set
  std::vector<Guard> guards;   // of the branches around, the outermost first
  ValueId otherwise = {};      // what is in the other arm of the innermost; where it isn't valid, nothing
};

struct RaisableLoop {
  BlockId block;  // that the loop stands in
  Loop loop;
  Extent trips;
  bool same_bits;  // what isn't derived has those of the loop
  std::vector<std::vector<TripWrite>> carried;  // in order
  std::set<OpId> writes;                        // all ops of those
  std::set<OpId> reads_before;                  // reads of tensors that change, elsewhere: they give what is there before the loop
};

class RaisableLoops {
 public:
  RaisableLoops(const Function& function, bool same_bits);

  const std::map<OpId, RaisableLoop>& raised() const { return raised_; }
  // Those whose trips are independent but for sums, whether what they go over is there or not.
  const std::map<OpId, RaisableLoop>& independent() const { return independent_; }
  // Any loop whose stacked numbers can be computed apart from it.
  bool is_known(OpId id) const { return loops_.contains(id); }
  const RaisableLoop& loop(OpId id) const;
  // Each loop of the function, in order, and what is in the way of raising it.
  std::vector<LoopNote> notes() const;

  // Where an op reads or writes an element, operands from `first` on being its indices; nothing where that isn't known
  // to be in the tensor in each trip, or runs with the trip along more than one axis.
  std::optional<TripIndices> places(const RaisableLoop& loop, const Op& op, std::size_t first) const;

  // The number that a body stacks as a result of its op.
  ValueId stacked(const RaisableLoop& loop, std::size_t result) const;

  // What a parameter of an arm stands for in the body of the loop; another value itself.
  ValueId outside(ValueId value) const;

 private:
  struct Cone;
  struct Trace;
  struct Accesses;
  using Why = LoopNote::Why;
  // What is in the way, and where.
  struct Fault {
    Why why = Why::none;
    OpId op = {};
    ValueId value = {};
  };

  void look_at(BlockId block, bool in_loop, bool same_bits);
  void look_at_loop(OpId id, BlockId block, bool in_loop, bool same_bits);
  Fault fault_around(OpId id) const;

  Fault fault_of(RaisableLoop& loop) const;
  Fault fault_of_trace(const Trace& trace, ValueId value) const;
  Fault fault_of_ops(const Trace& trace, BlockId block) const;
  Fault fault_of_op(const Trace& trace, OpId id) const;
  void find_reads_before(RaisableLoop& loop) const;
  bool find_accesses(const RaisableLoop& loop, BlockId block, ValueId before, Accesses& out) const;
  void depend(const RaisableLoop& loop, BlockId block, std::set<ValueId>& dependent) const;
  ValueId trace(Trace& trace, ValueId value, const std::vector<Guard>& guards, std::vector<TripWrite>& out) const;
  ValueId trace_branch(Trace& trace, ValueId value, const std::vector<Guard>& guards, std::vector<TripWrite>& back) const;
  bool is_write(const Trace& trace, const Op& op, bool in_arm) const;
  bool are_alike(const RaisableLoop& loop, const TripWrite& a, const TripWrite& b) const;
  bool is_of_elements(const RaisableLoop& loop, OpId id) const;

  bool is_computable(const RaisableLoop& loop, ValueId value, std::set<ValueId>& seen) const;
  bool is_sequence_there(ValueId sequence, const RaisableLoop& loop, std::set<ValueId>& seen) const;
  bool are_sequences_there(OpId id, const RaisableLoop& loop) const;

  Fault fault_of_bits(const RaisableLoop& loop) const;
  void look_through(ValueId value, Cone& cone) const;

  bool is_fixed(const Loop& loop, ValueId value) const;
  bool is_known(const Extent& extent) const;
  std::optional<TripIndex> place(const Loop& loop, ValueId value) const;

  const Function& f_;
  std::map<BlockId, OpId> owner_;  // of arms and bodies
  std::vector<BlockId> block_of_;  // of ops
  std::vector<std::vector<OpId>> readers_;
  std::vector<int> given_;         // how often blocks yield a value
  std::set<std::string> known_;    // symbols
  std::map<OpId, RaisableLoop> loops_;
  std::map<OpId, RaisableLoop> raised_;
  std::map<OpId, RaisableLoop> independent_;
  std::vector<OpId> order_;  // of all loops
  std::map<OpId, Fault> faults_;
};

}  // namespace ir
