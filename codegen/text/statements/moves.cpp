#include "codegen/text/statements/moves.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/text/statements/element.h"
#include "codegen/text/statements/operand.h"
#include "codegen/text/statements/steps.h"
#include "codegen/text/statements/values.h"

namespace codegen {
namespace {

// The variables for extents that vary, with what they are at first.
void begin_extents(Frame& frame, ir::ValueId value, ir::ValueId before, Emitter& out) {
  const ir::Shape& extents = frame.type(value).extents;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    const auto symbol = extents[axis].as_symbol();
    if (!symbol || frame.extents.knows(*symbol)) continue;
    const std::string first =
        before.valid() ? " = " + frame.extents.text(frame.type(before).extents[axis]) : "{}";
    const std::string name =
        frame.names().fresh(extent_name(frame.pointer(value), frame.type(value).rank(), static_cast<int>(axis)));
    frame.name_symbol(*symbol, name, value);
    frame.vary(*symbol);
    out("std::int64_t $name$$first$;", {{"name", name}, {"first", first}});
  }
}

// Memory for so many elements where its buffer has some of its own.
void take_room(Frame& frame, int buffer, const std::string& name, const ir::Shape& shape, bool declares, Emitter& out) {
  if (!frame.plan.buffers[static_cast<std::size_t>(buffer)].is_room) return;
  const ir::ValueId like = frame.plan.buffers[static_cast<std::size_t>(buffer)].like;
  out("$type$$name$ = $name$_room.take($count$);",
      {{"type", declares ? cpp_element(frame.type(like).element) + "* " : ""},
       {"name", name},
       {"count", frame.extents.text(ir::product(shape))}});
}

}  // namespace

bool is_scalar(const Frame& frame, ir::ValueId value) { return is_number(frame.function, frame.plan, value); }

bool is_undefined(const Frame& frame, ir::ValueId value) {
  return codegen::is_undefined(frame.function, frame.root(value));
}

std::string storage_type(const Frame& frame, ir::ValueId value) {
  return frame.backend.storage_type(frame.type(value).element);
}

void write_assignments(Frame& frame, std::vector<Assignment> pending, Emitter& out) {
  std::erase_if(pending, [](const Assignment& a) { return a.variable == a.value; });
  const auto reads = [&](const Assignment& b, const Assignment& a) {
    return &a != &b && frame.extents.sizes().mentions(b.value, a.variable);
  };
  while (!pending.empty()) {
    const auto free = std::find_if(pending.begin(), pending.end(), [&](const Assignment& a) {
      return std::none_of(pending.begin(), pending.end(), [&](const Assignment& b) { return reads(b, a); });
    });
    if (free == pending.end()) {
      // Some go in a circle: a value that reads a variable is put aside.
      Assignment& one = *std::find_if(pending.begin(), pending.end(), [&](const Assignment& b) {
        return std::any_of(pending.begin(), pending.end(), [&](const Assignment& a) { return reads(b, a); });
      });
      const std::string next = frame.names().fresh("next_" + one.variable);
      out("const $type$ $next$ = $value$;", {{"type", one.type}, {"next", next}, {"value", one.value}});
      one.value = next;
      continue;
    }
    out("$variable$ = $value$;", {{"variable", free->variable}, {"value", free->value}});
    pending.erase(free);
  }
}

void add_extents(Frame& frame, const ir::Op& op, std::size_t k, ir::ValueId as, ir::ValueId from,
                 std::vector<Assignment>& assignments) {
  const ir::Type &to = frame.type(as), &type = frame.type(from);
  for (std::size_t axis = 0; varies(op, k) && to.is_tensor() && axis < to.extents.size(); ++axis)
    if (frame.is_variable_extent(to.extents[axis]))
      assignments.push_back(
          {frame.extents.text(to.extents[axis]), "std::int64_t", frame.extents.text(type.extents[axis])});
}

void write_moves(Frame& frame, ir::BlockId block, Emitter& out) {
  const auto& moves = frame.plan[block].moves;
  for (const Move& move : moves)
    if (move.to >= 0) settle(frame, move.to, out);
  for (const Move& move : moves) {
    const int index = move.to < 0 ? move.aside : move.to;
    const std::string to = move.to < 0 ? frame.buffer_name(move.aside) : frame.pointer(move.as);
    if (move.from.valid() && (move.to < 0 || frame.is_varying(move.as)))
      take_room(frame, index, to, frame.shape(move.from), move.to < 0, out);
    if (frame.plan.buffers[static_cast<std::size_t>(index)].is_sequence) {
      // One that ends goes on in the other's variable, and the memory of that in its own.
      if (move.from.valid() && is_undefined(frame.function, move.from))
        out(move.to >= 0 && frame.reuses(move.as) ? "$to$.clear($arena$);" : "$to$ = {};", {{"to", to}, {"arena", frame.arena}});
      else if (move.from.valid() && !move.ends && move.to >= 0)
        write_assignment(frame, out, move.as, move.from);
      else if (move.from.valid() && !move.ends)
        out("$to$ = $from$;", {{"to", to}, {"from", kept_text(frame, out, move.from, false)}});
      else
        // What the variable held may by now be part of a sequence that it was put into: that memory is not its own.
        out(move.to >= 0 && !frame.reuses(move.as) ? "$to$ = std::exchange($from$, {});" : "std::swap($to$, $from$);",
            {{"to", to},
             {"from", move.from.valid() ? frame.pointer(move.from) : frame.buffer_name(move.aside)}});
    } else if (move.from.valid()) {
      write_copy(frame, out, move.from, to);
    } else {
      frame.backend.call_kernel(out, frame.stream, "copy", frame.extents.text(ir::product(frame.shape(move.as))),
                                {frame.buffer_name(move.aside), to});
    }
  }
}

void begin_varying(Frame& frame, ir::ValueId value, ir::ValueId before, Emitter& out) {
  if (!frame.type(value).is_tensor()) return;
  begin_extents(frame, value, before, out);
  frame.set_varying(value);
  const std::string name = frame.pointer(value);
  if (before.valid())
    take_room(frame, frame.plan.buffer_of[value.at()], name, frame.shape(value), true, out);
  else
    out("$type$* $name$ = nullptr;", {{"type", cpp_element(frame.type(value).element)}, {"name", name}});
}

std::string handed_on(Frame& frame, ir::ValueId value, ir::BlockId block, Emitter& out) {
  // Numbers that are read where they go must be read before something is moved there.
  for (const Move& move : frame.plan[block].moves)
    if (move.to >= 0) settle(frame, move.to, out);
  const ir::ValueId root = frame.root(value);
  const std::string text = frame.stored_number(root);
  if (!frame.has_memory(root) || frame.plan[block].moves.empty()) return text;
  const std::string name = frame.names().fresh("next");
  out("const $type$ $name$ = $value$;", {{"type", storage_type(frame, root)}, {"name", name}, {"value", text}});
  return name;
}

bool is_live(const Frame& frame, ir::ValueId value) {
  return frame.plan.home[value.at()] != Home::nowhere && !frame.unread_counts.contains(value);
}

void write_mark(const Frame& frame, const ir::Op& op, ir::BlockId block, Emitter& out) {
  const Marks* marks = frame.signature.marks;
  if (marks == nullptr) return;
  const bool is_loop = is_iteration(op);
  const auto& elements = is_loop ? marks->loops : marks->arms;
  const auto found = elements.find(op.loc);
  if (found == elements.end()) return;
  const std::size_t k = found->second + (is_loop || block == op.blocks[0] ? 0 : 1);
  out("$name$[$k$] = true;", {{"name", marks->name}, {"k", fmt::to_string(k)}});
}

}  // namespace codegen
