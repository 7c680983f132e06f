// `while` and `scan` as C++ writes them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/analysis/symbols.h"
#include "codegen/interface/location.h"
#include "codegen/plan/apart.h"
#include "codegen/plan/liveness.h"
#include "codegen/text/statements/element.h"
#include "codegen/text/statements/moves.h"
#include "codegen/text/statements/operand.h"
#include "codegen/text/statements/steps.h"
#include "codegen/text/statements/values.h"
#include "ir/kind.h"

namespace codegen {
namespace {

class Trips {
 public:
  Trips(Frame& frame, const ir::Op& op) : frame_(frame), op_(op), it_(iteration(frame.function, op)) {
    if (frame.signature.marks == nullptr && frame.plan.side == Side::host) apart_ = trips_apart(frame, op);
  }

  void write(Emitter& out) {
    auto around = frame_.claims;
    if (apart_) frame_.claims.clear();  // what runs on threads is proved
    else if (frame_.plan.side == Side::host) begin_claims(out);
    begin_carried(out);
    const auto pointers = begin_stacks(out);
    Emitter loop;
    if (it_.counted())
      write_counted(loop);
    else
      write_while(loop);
    // Nothing is written where what is stacked is undefined.
    const auto used = words(loop.text());
    for (const auto& [name, line] : pointers)
      if (used.contains(name)) out("$line$", {{"line", line}});
    out("$loop$", {{"loop", loop.text()}});
    // Compilers warn of what is written and not read.
    for (const Carried& c : it_.carried)
      if (goes_round(c) && is_scalar(frame_, c.after) && frame_.use(c.after).mentions == 0 &&
          frame_.use(c.parameter).mentions == 0)
        out("static_cast<void>($name$);", {{"name", frame_.stored_number(c.after)}});
    frame_.claims = std::move(around);
  }

 private:
  bool goes_round(const Carried& c) const { return is_live(frame_, c.after); }

  // What compares the elements that trips touch, in a debug build.
  void begin_claims(Emitter& out) {
    for (const ClaimedLoop& claimed : frame_.claimed_loops) {
      if (frame_.function[claimed.loop].blocks.back() != it_.body) continue;
      claim_ = frame_.names().fresh("claim");
      std::vector<std::string> names;
      for (const std::string& name : claimed.names) names.push_back(quoted(name));
      out("gradc::ClaimedTrips $claim$($where$, {$names$});", {{"claim", claim_},
                                                             {"where", quoted(place_name(frame_.module, op_.loc))},
                                                             {"names", fmt::format("{}", fmt::join(names, ", "))}});
      for (const ClaimedAccess& access : claimed.accesses)
        frame_.claims[frame_.function[access.op].results[0]].push_back({claim_, &access});
    }
  }

  void begin_carried(Emitter& out) {
    for (std::size_t k = 0; k < it_.carried.size(); ++k) {
      const Carried& c = it_.carried[k];
      if (!goes_round(c)) continue;
      const ir::ValueId before = frame_.root(c.before);
      if (varies(op_, k)) {
        begin_varying(frame_, c.parameter, c.before, out);
        same_extents(c.parameter, c.after);
        if (it_.condition.valid()) same_extents(c.parameter, frame_.function[it_.condition].parameters[k]);
      }
      if (is_scalar(frame_, c.after)) {
        const std::string value = frame_.stored_number(before);
        const bool lands = frame_.lands(c.after);
        if (lands)
          frame_.call(c.parameter, frame_.stored_number(c.after));
        else
          frame_.call(c.after, frame_.declare(c.parameter, {frame_.wish(c.after), frame_.wish(c.next), frame_.wish(before)}));
        out("$type$$name$ = $value$;", {{"type", lands ? "" : storage_type(frame_, c.after) + " "},
                                        {"name", frame_.stored_number(c.after)},
                                        {"value", value}});
      } else if (frame_.plan.buffer_of[before.at()] == frame_.plan.buffer_of[c.parameter.at()]) {
        continue;
      } else if (is_variable(frame_, c.parameter)) {
        write_assignment(frame_, out, c.parameter, before);
      } else {
        settle(frame_, frame_.plan.buffer_of[c.parameter.at()], out);
        write_copy(frame_, out, before, frame_.pointer(c.parameter));
      }
    }
  }

  // What the loop leaves has the extents of the last trip.
  void same_extents(ir::ValueId parameter, ir::ValueId after) {
    const ir::Shape &inner = frame_.type(parameter).extents, &outer = frame_.type(after).extents;
    for (std::size_t axis = 0; axis < outer.size() && frame_.type(after).is_tensor(); ++axis)
      if (const auto symbol = outer[axis].as_symbol(); symbol && !frame_.extents.knows(*symbol))
        frame_.name_symbol(*symbol, frame_.extents.text(inner[axis]), after);
  }

  // A stack that is one value of the stack of a loop around this one lies inside of that: the names of the pointers
  // to such, and the lines that declare them.
  std::vector<std::pair<std::string, std::string>> begin_stacks(Emitter& out) {
    std::vector<std::pair<std::string, std::string>> pointers;
    for (const PerTrip& stack : it_.stacked) {
      if (!is_live(frame_, stack.sequence)) continue;
      if (is_variable(frame_, stack.sequence))
        out(frame_.reuses(stack.sequence) ? "$to$.clear($arena$);" : "$to$ = {};",
            {{"to", frame_.pointer(stack.sequence)}, {"arena", frame_.arena}});
      if (frame_.plan.home[stack.sequence.at()] != Home::view) continue;
      const ir::ValueId outer = frame_.plan.base[stack.sequence.at()];
      const std::string name = frame_.declare(stack.sequence);
      const ir::Extent size = ir::product(frame_.shape(stack.sequence));
      pointers.emplace_back(
          name, fmt::format("{}* const {} = {} + {};  // {}", storage_type(frame_, stack.sequence), name,
                            frame_.pointer(outer), stack_offset(frame_, frame_.loops.back().index, size),
                            frame_.extents.shape_comment(frame_.shape(stack.sequence))));
    }
    return pointers;
  }

  // --- the two loops

  void write_counted(Emitter& out) {
    const ir::ValueId trips = frame_.root(it_.trips);
    ir::Extent formula = frame_.formula_of(trips);
    std::string count = frame_.extents.text(formula, "trips");
    const bool simple = is_word(count) || (frame_.plan.home[trips.at()] == Home::integer && count.size() < 32);
    if (!simple) {
      const std::string name = frame_.names().fresh("trips");
      out("const std::int64_t $name$ = $count$;", {{"name", name}, {"count", count}});
      count = name;
    }
    const bool never_negative = formula.never_negative();
    const std::string trip_count = never_negative ? count
                                   : simple       ? frame_.extents.text(ir::Extent::max(formula, 0), "trips")
                                                  : fmt::format("gradc::scalar::max_extent({}, 0)", count);
    for (const PerTrip& stack : it_.stacked)
      if (is_live(frame_, stack.sequence) && is_variable(frame_, stack.sequence))
        out("$to$.extend($arena$, $count$);",
            {{"to", frame_.pointer(stack.sequence)}, {"arena", frame_.arena}, {"count", trip_count}});
    check_sizes(out, trip_count);
    if (it_.ends && !never_negative)
      out(R"(gradc::require($count$ >= 0, "this loop has no end: its counter is past the bound", "$where$");)",
          {{"count", count}, {"where", named_place(frame_.module, op_)}});
    frame_.enter();
    const std::string begin = apart_ ? frame_.names().fresh("first") : "0", end = apart_ ? frame_.names().fresh("last") : count;
    const std::vector<Backend::PartSum> sums = part_sums();
    const std::string wish = frame_.wish(it_.counter);
    const std::string i = wish.empty() ? frame_.names().index() : frame_.names().fresh(wish);
    frame_.call(it_.counter, i);
    const std::string symbol = symbol_of(frame_.function, it_.counter, true);
    frame_.loops.push_back({it_.body, it_.counter, symbol, std::move(formula), count, i, {}, {}});
    Emitter trip;
    write_trip(trip);
    out("$checks$", {{"checks", frame_.loops.back().checks.text()}});
    frame_.loops.pop_back();
    const std::string body = frame_.leave(trip.text());
    if (apart_) frame_.backend.open_parts(out, begin, end, count, fmt::to_string(apart_->cost), sums);
    if (it_.reverse)
      out("for (std::int64_t $i$ = $last$ - 1; $i$ >= 0; --$i$) {",
          {{"i", i}, {"last", trip_count}});
    else
      out("for (std::int64_t $i$ = $begin$; $i$ < $end$; ++$i$) {", {{"i", i}, {"begin", begin}, {"end", end}});
    out(R"(
          $trip$
        }
        )",
        {{"trip", body}});
    if (apart_) frame_.backend.close_parts(out, sums);
  }

  // What trips add to is another variable in each part of them.
  std::vector<Backend::PartSum> part_sums() {
    std::vector<Backend::PartSum> sums;
    for (std::size_t k = 0; apart_ && k < it_.carried.size(); ++k) {
      const Carried& c = it_.carried[k];
      if (!apart_->is_sum[k] || !goes_round(c)) continue;
      const std::string name = frame_.stored_number(c.after);
      sums.push_back({name, storage_type(frame_, c.after), frame_.names().fresh(name + "_part")});
      frame_.call(c.parameter, sums.back().part);
    }
    return sums;
  }

  // What each trip reads an element of has as many as there are trips: certainly where a loop has stacked it.
  void check_sizes(Emitter& out, const std::string& count) {
    for (const PerTrip& scan : it_.scanned) {
      const ir::ValueId sequence = frame_.root(scan.sequence);
      if (!is_live(frame_, scan.element) || !is_variable(frame_, sequence) || is_stack(sequence)) continue;
      const ir::OpId counted = frame_.function[frame_.root(it_.trips)].op;
      const bool its_size = counted.valid() && frame_.function[counted].kind == ir::Kind::SequenceSize &&
                            frame_.root(frame_.function[counted].operands[0]) == sequence;
      if (!its_size)
        out(R"(gradc::require_size("$name$", $sequence$.size(), "the number of trips", $count$);)",
            {{"name", frame_.spoken(sequence)}, {"sequence", frame_.pointer(sequence)}, {"count", count}});
    }
  }

  bool is_stack(ir::ValueId sequence) const {
    const ir::OpId op = frame_.function[sequence].op;
    return op.valid() && is_iteration(frame_.function[op]);
  }

  void write_while(Emitter& out) {
    const bool counts = frame_.use(it_.trips).mentions > 0;
    if (counts) {
      const bool lands = frame_.lands(it_.trips);
      out("$type$$trips$ = 0;", {{"type", lands ? "" : "std::int64_t "},
                                 {"trips", lands ? frame_.stored_number(it_.trips) : frame_.declare(it_.trips, {"trips"})}});
    }
    frame_.enter();
    Emitter test, trip;
    Commentator comment(frame_);
    write_block(frame_, it_.condition, test, comment);
    const Term condition = frame_.number(frame_.root(frame_.function[it_.condition].results[0]));
    const bool tests_first = test.empty() && !frame_.extents.sizes().has_local(condition.text);
    if (!tests_first)
      test("if (!$condition$) break;", {{"condition", parenthesised(condition, Binding::unary)}});
    write_trip(trip);
    if (counts) trip("++$trips$;", {{"trips", frame_.stored_number(it_.trips)}});
    if (!tests_first) {
      test("$trip$", {{"trip", trip.text()}});
      trip = test;
    }
    const std::string body = frame_.leave(trip.text());
    out(tests_first ? "while ($condition$) {" : "for (;;) {", {{"condition", condition.text}});
    out(R"(
          $trip$
        }
        )",
        {{"trip", body}});
  }

  // --- one trip

  // Whether what calls of the trip keep ends with it.
  bool keeps_within_trip() const {
    const ir::Block& body = frame_.function[it_.body];
    return !gives_kept(frame_.function, body.results) && std::any_of(body.ops.begin(), body.ops.end(), [&](ir::OpId op) {
      return gives_kept(frame_.function, frame_.function[op].results);
    });
  }

  void write_trip(Emitter& out) {
    Commentator comment(frame_);
    write_mark(frame_, op_, it_.body, out);
    if (!claim_.empty()) out("$claim$.next();", {{"claim", claim_}});
    read_scanned(out);
    for (const PerTrip& stack : it_.stacked)
      if (const ir::ValueId value = frame_.root(stack.element); is_made_in(value, stack.sequence))
        out("$type$* const $name$ = $stack$ + $offset$;  // $shape$",
            {{"type", cpp_element(frame_.type(value).element)},
             {"name", frame_.pointer(value)},
             {"stack", frame_.pointer(stack.sequence)},
             {"offset", stack_offset(frame_, index(), ir::product(frame_.shape(value)))},
             {"shape", frame_.extents.shape_comment(frame_.shape(value))}});
    for (const PerTrip& stack : it_.stacked)
      stacked_after_.push_back(stacked_after(frame_.function, frame_.plan, it_.body, stack.element));
    stack(out, -1);
    const std::string around = frame_.kept_arena;
    if (keeps_within_trip()) {
      frame_.kept_arena = frame_.names().fresh("trip_arena");
      out("gradc::Arena $arena$($around$);", {{"arena", frame_.kept_arena}, {"around", around}});
    }
    write_block(frame_, it_.body, out, comment, [&](std::size_t step) { stack(out, static_cast<int>(step)); });
    frame_.kept_arena = around;
    comment(out, {});
    stack(out, static_cast<int>(frame_.plan[it_.body].steps.size()));
    std::vector<Assignment> assignments;
    for (const Carried& c : it_.carried) {
      if (!goes_round(c) || !is_scalar(frame_, c.after) || is_undefined(frame_, c.next)) continue;
      assignments.push_back({frame_.stored_number(c.parameter), storage_type(frame_, c.after),
                             handed_on(frame_, c.next, it_.body, out)});
    }
    for (std::size_t k = 0; k < it_.carried.size(); ++k)
      if (goes_round(it_.carried[k]))
        add_extents(frame_, op_, k, it_.carried[k].parameter, it_.carried[k].next, assignments);
    write_moves(frame_, it_.body, out);
    write_assignments(frame_, std::move(assignments), out);
  }

  const std::string& index() const { return frame_.loops.back().index; }

  bool is_made_in(ir::ValueId value, ir::ValueId stack) const {
    const int buffer = frame_.plan.buffer_of[value.at()];
    return buffer >= 0 && frame_.plan.buffers[static_cast<std::size_t>(buffer)].stack == stack;
  }

  void read_scanned(Emitter& out) {
    for (const PerTrip& scan : it_.scanned) {
      if (!is_live(frame_, scan.element)) continue;
      const ir::ValueId sequence = frame_.root(scan.sequence);
      const ir::Type& type = frame_.type(scan.element);
      const bool is_scalar_element = is_scalar(frame_, scan.element);
      if (is_variable(frame_, sequence) && type.is_tensor() && !is_scalar_element) {
        write_tensor_at(frame_, out, scan.element, sequence, index());
      } else if (is_variable(frame_, sequence) || is_scalar_element) {
        const std::string from = frame_.pointer(sequence);
        out("const $type$ $name$ = $from$[$i$];",
            {{"type", is_scalar_element ? storage_type(frame_, scan.element) : sequence_type(type)},
             {"name", frame_.declare(scan.element)},
             {"from", from},
             {"i", index()}});
      } else {
        write_part_of_layout(frame_, out, scan.element, sequence, index());
      }
    }
  }

  // What is stacked after that step.
  void stack(Emitter& out, int step) {
    for (std::size_t k = 0; k < it_.stacked.size(); ++k) {
      const PerTrip& stack = it_.stacked[k];
      if (stacked_after_[k] != step || !is_live(frame_, stack.sequence)) continue;
      const ir::ValueId value = frame_.root(stack.element);
      const std::string to = frame_.pointer(stack.sequence);
      const bool undefined = is_undefined(frame_, stack.element);
      if (is_variable(frame_, stack.sequence)) {
        const std::string kept =
            undefined ? "{}"
                      : kept_text(frame_, out, stack.element, frame_.plan.handed_on[value.at()] == stack.sequence);
        if (it_.counted())
          out("$to$[$i$] = $value$;", {{"to", to}, {"i", index()}, {"value", kept}});
        else
          out("$to$.push($arena$, $value$);", {{"to", to}, {"arena", frame_.arena}, {"value", kept}});
      } else if (undefined && is_scalar(frame_, stack.element) && frame_.type(stack.element).element == ir::ElementType::boolean) {
        out("$to$[$i$] = false;", {{"to", to}, {"i", index()}});  // some bits are no bool
      } else if (undefined || is_made_in(value, stack.sequence) ||
                 (frame_.plan.home[value.at()] == Home::view && frame_.plan.base[value.at()] == stack.sequence)) {
        continue;
      } else if (is_scalar(frame_, stack.element) && frame_.plan.side == Side::host) {
        out("$to$[$i$] = $value$;", {{"to", to}, {"i", index()}, {"value", frame_.stored_number(value)}});
      } else {
        write_copy(frame_, out, value,
                   fmt::format("{} + {}", to, stack_offset(frame_, index(), ir::product(frame_.shape(value)))));
      }
    }
  }

  Frame& frame_;
  const ir::Op& op_;
  Iteration it_;
  std::optional<TripsApart> apart_;
  std::vector<int> stacked_after_;
  std::string claim_;  // the variable that compares what trips touch; may be empty
};

}  // namespace

void write_iteration(Frame& frame, const ir::Op& op, Emitter& out) { Trips(frame, op).write(out); }

}  // namespace codegen
