#include "codegen/report/reasons.h"

#include <fmt/format.h>

#include "ir/check.h"

namespace codegen {
namespace {

using LoopWhy = ir::LoopNote::Why;
using KeptWhy = ir::KeptNote::Why;
using How = ir::KeptNote::How;

// `{}` is the op or value that is in the way.
struct LoopText {
  LoopWhy why;
  const char* text;
  const char* advice;
};

constexpr const char* kRelaxed = "Write GRADC_LOOP(relaxed) before the loop, or relaxed in the request, to make it a kernel.";

constexpr LoopText kLoops[] = {
    {LoopWhy::none, "The loop has become ops on tensors.", ""},
    {LoopWhy::schedule, "checkpoint(...) has a schedule for this function, in which loops stay as they are.",
     "Leave checkpoint(...) out, or write relaxed in the request."},
    {LoopWhy::ends_by_itself, "The number of trips is not known before the loop runs.",
     "Count to a bound that the loop does not change, without break or return in the loop."},
    {LoopWhy::trips, "The number of trips is no formula of the extents and integers that the function is given.",
     "Count to an extent of an argument, or to an integer argument."},
    {LoopWhy::may_be_error, "The number of trips may be negative, which is an error at run time.",
     "Count from 0 to an extent, which is never negative."},
    {LoopWhy::varying, "What goes round the loop changes its extents.", "Give it the same extents in all trips."},
    {LoopWhy::in_loop, "The loop stands in another loop, and a kernel call for each trip of that would not be cheaper.", kRelaxed},
    {LoopWhy::recurrence, "Each trip needs what the trip before it made{}.",
     "Nothing is to be done where the computation is sequential. A sum may be written as `s += ...` with nothing else reading s."},
    {LoopWhy::set_often, "A trip sets elements{} more than once.", "Compute the number first and set the element once."},
    {LoopWhy::write_place, "It is not certain that each trip writes an element of its own that exists{}.",
     "Index by the counter of the loop, alone or with a constant, along one axis."},
    {LoopWhy::read_place, "An element is read at a place that does not run with the counter, or that may not exist{}.",
     "Index by the counter of the loop, alone or with a constant; for indices that are data use gradc::take."},
    {LoopWhy::reads_changing, "It reads elements of what it changes{}.", "Read only the element that the trip writes, and before it does, or write to another tensor."},
    {LoopWhy::whole_tensors, "A trip works on whole tensors: {}.",
     "Nothing is to be done: each trip is kernels already. A loop over rows may be written as one op with an axis more."},
    {LoopWhy::loop_inside, "There is a loop in it that stays a loop.", "See the loop inside."},
    {LoopWhy::may_fail, "An op may stop with an error: {}.", "Compute it before the loop, or in floating point."},
    {LoopWhy::other_op, "An op is no arithmetic of numbers: {}.", "Take it out of the loop, or use an op on tensors."},
    {LoopWhy::no_use, "It neither sums nor writes elements.", ""},
    {LoopWhy::few_trips, "It has so few trips that a kernel call would take longer.", ""},
    {LoopWhy::sum_order, "A floating-point sum keeps its order{}.", kRelaxed},
    {LoopWhy::function_bits, "A function has other last bits on tensors than on numbers{}.", kRelaxed},
    {LoopWhy::compares, "It compares what a function gives that has other last bits on tensors.", kRelaxed},
    {LoopWhy::many_ops, "It has so many ops that they would be several kernels with numbers of all trips between them.", kRelaxed},
    {LoopWhy::other_loop, "It shares numbers of each trip with a loop that stays one.", "See the other loop."},
};

struct KeptText {
  KeptWhy why;
  const char* text;
};
constexpr KeptText kKept[] = {
    {KeptWhy::argument, "it is an argument"},
    {KeptWhy::outside, "it comes from outside and does not change"},
    {KeptWhy::counter, "it counts trips"},
    {KeptWhy::all, "no checkpoint(...) is asked for: what the backward pass reads is kept"},
    {KeptWhy::strategy, "checkpoint(...) says so"},
    {KeptWhy::last, "it is still there when the backward pass begins"},
    {KeptWhy::not_redone, "it is a number or a sequence, or computing it again could give something else"},
    {KeptWhy::cheap, "it is a view, a constant or arithmetic of integers"},
    {KeptWhy::part, "it is an element or a part of what is there"},
    {KeptWhy::few_flops, "a few operations on what is there are cheaper than memory"},
    {KeptWhy::beside, "it is the same in all trips: once, beside the loop"},
    {KeptWhy::given, "the loop or branch gives it anyway"},
    {KeptWhy::carried, "the next trip writes over it"},
    {KeptWhy::costly, "computing it again would take more than keeping it"},
};

const char* how_text(How how) {
  switch (how) {
    case How::there: return "there anyway";
    case How::kept: return "kept";
    case How::stacked: return "kept for each trip";
    case How::again: return "computed again";
  }
  return "";
}

}  // namespace

Reason reason_of(const ir::LoopNote& note) {
  const LoopText& row = kLoops[static_cast<std::size_t>(note.why)];
  GRADC_CHECK(row.why == note.why);
  const bool is_op = std::string_view(row.text).find(": {}") != std::string_view::npos;
  const std::string of = is_op || note.what.empty() ? note.what : ": " + note.what;
  return {fmt::format(fmt::runtime(row.text), of), row.advice};
}

KeptReason reason_of(const ir::KeptNote& note) {
  const KeptText& row = kKept[static_cast<std::size_t>(note.why)];
  GRADC_CHECK(row.why == note.why);
  return {how_text(note.how), row.text};
}

}  // namespace codegen
