// What passes have decided, and why, as data for people who ask (codegen/report/): nothing that is made depends on it.
#pragma once

#include <cstdint>
#include <string>

#include "ir/id.h"
#include "ir/type.h"

namespace ir {

// A loop, and why it stays one (passes/loops/raisable.h) where it could have become ops on tensors.
struct LoopNote {
  enum class Why : std::uint8_t {
    none,            // it has become ops on tensors
    schedule,        // checkpoint(...) has made a schedule for it
    ends_by_itself,  // what it computes says when it ends
    trips,           // the number of trips is no formula of what is known at entry
    may_be_error,    // a negative number of trips would be an error
    varying,         // the extents of what goes round vary
    in_loop,         // in another loop, where a call for each trip isn't cheaper
    recurrence,      // a trip needs what the one before it made
    set_often,       // a trip sets elements of one tensor more than once
    write_place,     // it isn't known that each trip writes another element, or that the element exists
    read_place,      // the same of a read
    reads_changing,  // it reads a tensor that it changes
    whole_tensors,   // a trip works on whole tensors
    loop_inside,
    may_fail,        // an op may stop with an error
    other_op,        // an op that isn't arithmetic of numbers
    no_use,          // it neither sums nor writes elements
    few_trips,       // so few that a call would take longer
    sum_order,       // a sum keeps its order
    function_bits,   // a function has other last bits on tensors
    compares,        // what such a function gives is compared
    many_ops,        // so many that they would be several kernels
    other_loop,      // it goes over what a loop that stays makes, or the other way round
  };
  Why why = Why::none;
  LocId loc;
  bool derived = false;  // made by differentiating the loop there
  LocId at = {};         // of the op that is in the way
  std::string what = {};  // its name, or that of the value
};

// A value of the forward part that an adjoint reads, and how it gets there.
struct KeptNote {
  enum class How : std::uint8_t {
    there,    // it is in the caller's memory, or known anyway
    kept,     // it stays in memory until the adjoint has read it
    stacked,  // a loop keeps one for each trip
    again,    // it is computed again
  };
  enum class Why : std::uint8_t {
    argument,     // of the function
    outside,      // it comes from outside of the loop or branch, and is the same there
    counter,      // the number of a trip, or what grows by the same step in each
    all,          // no checkpoint(...) is asked for
    strategy,     // the strategy of checkpoint(...) says so
    last,         // made after the last value that is kept: still there when the adjoint begins
    not_redone,   // it can't be done again with the same result
    cheap,        // a view, a constant, arithmetic of integers
    part,         // an element or a part of what is there
    few_flops,    // a few operations on what is there, which are cheaper than memory
    beside,       // the same in all trips: computed once more, beside the loop
    given,        // the loop or branch gives it anyway
    carried,      // the next trip overwrites it
    costly,       // computing it again would take more than keeping it
  };
  How how = How::kept;
  Why why = Why::all;
  std::string name = {};  // the user's, or empty
  std::string op = {};    // that makes it; empty for what comes in
  Type type = {};
  LocId loc = {};
  LocId inside = {};  // the loop or branch in whose block it is; not valid in the body of the function
};

}  // namespace ir
