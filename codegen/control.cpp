#include "codegen/control.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/block.h"
#include "codegen/element.h"
#include "codegen/ranges.h"
#include "codegen/schedule.h"

namespace codegen {
namespace {

// What a variable is set to, all at once: none sees the new value of another.
struct Assignment {
  std::string variable, type;
  std::string value;
};

void write_assignments(Frame& frame, std::vector<Assignment> pending, Emitter& out) {
  std::erase_if(pending, [](const Assignment& a) { return a.variable == a.value; });
  while (!pending.empty()) {
    const auto free = std::find_if(pending.begin(), pending.end(), [&](const Assignment& a) {
      return std::none_of(pending.begin(), pending.end(),
                          [&](const Assignment& b) { return &a != &b && mentions(b.value, a.variable); });
    });
    if (free == pending.end()) {
      // They go in a circle: one value is put aside.
      const std::string next = frame.names().fresh("next_" + pending[0].variable);
      out("const $type$ $next$ = $value$;",
          {{"type", pending[0].type}, {"next", next}, {"value", pending[0].value}});
      pending[0].value = next;
      continue;
    }
    out("$variable$ = $value$;", {{"variable", free->variable}, {"value", free->value}});
    pending.erase(free);
  }
}

void write_moves(Frame& frame, ir::BlockId block, Emitter& out) {
  for (const Move& move : frame.plan[block].moves) {
    const bool to_aside = move.to < 0;
    const std::string to = to_aside ? frame.buffer_name(move.aside) : frame.pointer(move.as);
    if (move.from.valid()) {
      write_copy(frame, out, move.from, to);
      continue;
    }
    out("gradc::kernels::copy($count$, $from$, $to$);",
        {{"count", frame.extents.text(ir::product(frame.shape(move.as)))},
         {"from", frame.buffer_name(move.aside)},
         {"to", to}});
  }
}

bool is_scalar(const Frame& frame, ir::ValueId value) { return frame.type(value).is_scalar(); }

bool is_undefined(const Frame& frame, ir::ValueId value) {
  const ir::OpId op = frame.function[frame.root(value)].op;
  return op.valid() && frame.function[op].kind == ir::Kind::Undefined;
}

std::string storage_type(const Frame& frame, ir::ValueId value) {
  return frame.backend.storage_type(frame.type(value).element);
}

bool is_live(const Frame& frame, ir::ValueId value) { return frame.plan.home[value.at()] != Home::nowhere; }

// --- if
// --------------------------------------------------------------------------------------------------------

void write_arm(Frame& frame, const ir::Op& op, ir::BlockId arm, Emitter& out) {
  Commentator comment(frame);
  frame.enter();
  write_block(frame, arm, out, comment);
  std::vector<Assignment> assignments;
  for (std::size_t k = 0; k < op.results.size(); ++k) {
    const ir::ValueId result = op.results[k], value = frame.function[arm].results[k];
    if (!is_live(frame, result) || !is_scalar(frame, result) || is_undefined(frame, value)) continue;
    assignments.push_back(
        {frame.stored_number(result), storage_type(frame, result), frame.stored_number(frame.root(value))});
  }
  comment(out, {});
  write_assignments(frame, std::move(assignments), out);
  write_moves(frame, arm, out);
  frame.leave();
}

void write_branch(Frame& frame, const ir::Op& op, Emitter& out) {
  for (std::size_t k = 0; k < op.results.size(); ++k) {
    const ir::ValueId result = op.results[k];
    if (!is_live(frame, result) || !is_scalar(frame, result)) continue;
    std::vector<std::string> wishes;
    bool undefined = false;
    for (ir::BlockId arm : op.blocks) {
      const ir::ValueId value = frame.function[arm].results[k];
      wishes.push_back(frame.wish(frame.root(value)));
      undefined = undefined || is_undefined(frame, value);
    }
    const std::string type = storage_type(frame, result);
    const std::string name = frame.declare(result, wishes);
    out("$type$ $name$$zero$;", {{"type", type}, {"name", name}, {"zero", undefined ? "{}" : ""}});
  }
  const Term predicate = frame.number(frame.root(op.operands[0]));
  Emitter yes, no;
  write_arm(frame, op, op.blocks[0], yes);
  write_arm(frame, op, op.blocks[1], no);
  const bool swapped = yes.empty();
  const std::string condition = swapped ? "!" + parenthesised(predicate, Binding::unary) : predicate.text;
  out(R"(
      if ($condition$) {
        $yes$
      )",
      {{"condition", condition}, {"yes", swapped ? no.text() : yes.text()}});
  if (!swapped && !no.empty())
    out(R"(
        } else {
          $no$
        )",
        {{"no", no.text()}});
  out("}");
}

// --- while and scan
// --------------------------------------------------------------------------------------------

class Trips {
 public:
  Trips(Frame& frame, const ir::Op& op) : frame_(frame), it_(iteration(frame.function, op)) {}

  void write(Emitter& out) {
    begin_carried(out);
    begin_stacks(out);
    if (it_.counted())
      write_counted(out);
    else
      write_while(out);
    // Compilers warn of what is written and not read.
    for (const Carried& c : it_.carried)
      if (goes_round(c) && is_scalar(frame_, c.after) && frame_.uses[c.after.at()].mentions == 0 &&
          frame_.uses[c.parameter.at()].mentions == 0)
        out("static_cast<void>($name$);", {{"name", frame_.stored_number(c.after)}});
  }

 private:
  bool goes_round(const Carried& c) const { return is_live(frame_, c.after); }

  void begin_carried(Emitter& out) {
    for (const Carried& c : it_.carried) {
      if (!goes_round(c)) continue;
      const ir::ValueId before = frame_.root(c.before);
      if (is_scalar(frame_, c.after)) {
        const std::string value = frame_.stored_number(before);
        const std::string name =
            frame_.declare(c.parameter, {frame_.wish(c.after), frame_.wish(c.next), frame_.wish(before)});
        frame_.call(c.after, name);
        out("$type$ $name$ = $value$;",
            {{"type", storage_type(frame_, c.after)}, {"name", name}, {"value", value}});
      } else if (frame_.plan.buffer_of[before.at()] != frame_.plan.buffer_of[c.parameter.at()]) {
        write_copy(frame_, out, before, frame_.pointer(c.parameter));
      }
    }
  }

  // A stack that is one value of the stack of a loop around this one lies inside of that.
  void begin_stacks(Emitter& out) {
    for (const PerTrip& stack : it_.stacked) {
      if (!is_live(frame_, stack.sequence)) continue;
      if (frame_.plan.home[stack.sequence.at()] != Home::view) continue;
      const ir::ValueId outer = frame_.plan.base[stack.sequence.at()];
      const std::string name = frame_.declare(stack.sequence);
      const ir::Extent size = ir::product(frame_.shape(stack.sequence));
      out("$type$* const $name$ = $outer$ + $offset$;  // $shape$",
          {{"type", storage_type(frame_, stack.sequence)},
           {"name", name},
           {"outer", frame_.pointer(outer)},
           {"offset", stack_offset(frame_, frame_.loops.back().index, size)},
           {"shape", frame_.extents.shape_comment(frame_.shape(stack.sequence))}});
    }
  }

  // --- the two loops

  void write_counted(Emitter& out) {
    const ir::ValueId trips = frame_.root(it_.trips);
    ir::Extent formula = formula_of(frame_, trips);
    std::string count = frame_.extents.text(formula);
    const bool simple = is_word(count) || (frame_.plan.home[trips.at()] == Home::integer && count.size() < 32);
    if (!simple) {
      const std::string name = frame_.names().fresh("trips");
      out("const std::int64_t $name$ = $count$;", {{"name", name}, {"count", count}});
      count = name;
    }
    const bool never_negative = formula.never_negative();
    frame_.enter();
    const std::string wish = frame_.wish(it_.counter);
    const std::string i = wish.empty() ? frame_.names().index() : frame_.names().fresh(wish);
    frame_.call(it_.counter, i);
    const std::string symbol = symbol_of(frame_.function, it_.counter);
    for (const std::string& each : {symbol, "%" + frame_.function[it_.counter].name}) {
      frame_.extents.name(each, i);
      frame_.bind(each, it_.counter);
    }
    frame_.loops.push_back({it_.body, it_.counter, symbol, std::move(formula), count, i, {}});
    Emitter trip;
    write_trip(trip);
    out("$checks$", {{"checks", frame_.loops.back().checks.text()}});
    frame_.loops.pop_back();
    frame_.leave();
    if (it_.reverse)
      out("for (std::int64_t $i$ = $last$ - 1; $i$ >= 0; --$i$) {",
          {{"i", i}, {"last", never_negative ? count : fmt::format("gradc::scalar::max_extent({}, 0)", count)}});
    else
      out("for (std::int64_t $i$ = 0; $i$ < $count$; ++$i$) {", {{"i", i}, {"count", count}});
    out(R"(
          $trip$
        }
        )",
        {{"trip", trip.text()}});
  }

  void write_while(Emitter& out) {
    const bool counts = frame_.uses[it_.trips.at()].mentions > 0;
    if (counts) {
      const std::string trips = frame_.declare(it_.trips, {"trips"});
      out("std::int64_t $trips$ = 0;", {{"trips", trips}});
    }
    frame_.enter();
    Emitter test, trip;
    Commentator comment(frame_);
    write_block(frame_, it_.condition, test, comment);
    const Term condition = frame_.number(frame_.root(frame_.function[it_.condition].results[0]));
    if (!test.empty())
      test("if (!$condition$) break;", {{"condition", parenthesised({condition.text, Binding::loose}, Binding::atom)}});
    write_trip(trip);
    if (counts) trip("++$trips$;", {{"trips", frame_.stored_number(it_.trips)}});
    frame_.leave();
    out(test.empty() ? "while ($condition$) {" : "for (;;) {", {{"condition", condition.text}});
    out(R"(
          $test$
          $trip$
        }
        )",
        {{"test", test.text()}, {"trip", trip.text()}});
  }

  // --- one trip

  void write_trip(Emitter& out) {
    Commentator comment(frame_);
    read_scanned(out);
    stack(out, true);
    write_block(frame_, it_.body, out, comment);
    comment(out, {});
    stack(out, false);
    std::vector<Assignment> assignments;
    for (const Carried& c : it_.carried) {
      if (!goes_round(c) || !is_scalar(frame_, c.after) || is_undefined(frame_, c.next)) continue;
      assignments.push_back({frame_.stored_number(c.parameter), storage_type(frame_, c.after),
                             frame_.stored_number(frame_.root(c.next))});
    }
    write_assignments(frame_, std::move(assignments), out);
    write_moves(frame_, it_.body, out);
  }

  const std::string& index() const { return frame_.loops.back().index; }

  void read_scanned(Emitter& out) {
    for (const PerTrip& scan : it_.scanned) {
      if (!is_live(frame_, scan.element)) continue;
      const ir::ValueId sequence = frame_.root(scan.sequence);
      const std::string from = frame_.pointer(sequence), type = storage_type(frame_, scan.element);
      const std::string name = frame_.declare(scan.element);
      if (is_scalar(frame_, scan.element)) {
        out("const $type$ $name$ = $from$[$i$];", {{"type", type}, {"name", name}, {"from", from}, {"i", index()}});
        continue;
      }
      const ir::Shape shape = frame_.plan.layouts[sequence.at()]->of_value_shape();
      out("const $type$* const $name$ = $from$ + $offset$;  // $shape$",
          {{"type", type},
           {"name", name},
           {"from", from},
           {"offset", stack_offset(frame_, index(), ir::product(shape))},
           {"shape", frame_.extents.shape_comment(shape)}});
    }
  }

  // What is there from the beginning of the trip first, so that it may be overwritten.
  void stack(Emitter& out, bool first) {
    for (const PerTrip& stack : it_.stacked) {
      if (!is_live(frame_, stack.sequence) || is_undefined(frame_, stack.element)) continue;
      const ir::ValueId value = frame_.root(stack.element);
      if (is_stacked_first(frame_.function, frame_.plan, it_.body, value) != first) continue;
      if (frame_.plan.home[value.at()] == Home::view && frame_.plan.base[value.at()] == stack.sequence) continue;
      const std::string to = frame_.pointer(stack.sequence);
      if (is_scalar(frame_, stack.element))
        out("$to$[$i$] = $value$;", {{"to", to}, {"i", index()}, {"value", frame_.stored_number(value)}});
      else
        write_copy(frame_, out, value,
                   fmt::format("{} + {}", to, stack_offset(frame_, index(), ir::product(frame_.shape(value)))));
    }
  }

  Frame& frame_;
  Iteration it_;
};

}  // namespace

void write_control(Frame& frame, const ir::Op& op, Emitter& out) {
  if (is_branch(op))
    write_branch(frame, op, out);
  else
    Trips(frame, op).write(out);
}

}  // namespace codegen
