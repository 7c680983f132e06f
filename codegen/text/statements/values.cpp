#include "codegen/text/statements/values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/interface/location.h"
#include "codegen/text/statements/element.h"
#include "codegen/text/statements/operand.h"
#include "codegen/text/statements/sequence.h"
#include "ir/kind.h"

namespace codegen {
namespace {

// Of a sequence in one piece of memory: its size, or a part of it.
void write_of_layout(Frame& frame, const ir::Op& op, Emitter& out) {
  const ir::ValueId sequence = frame.root(op.operands[0]), result = op.results[0];
  const Layout& layout = *frame.plan.layouts[sequence.at()];
  const std::string size = frame.extents.text(layout.counts[0]);
  if (op.kind == ir::Kind::SequenceSize) {
    out("const std::int64_t $name$ = $size$;", {{"name", frame.declare(result)}, {"size", size}});
    return;
  }
  const std::string index = frame.stored_number(frame.root(op.operands[1]));
  out(R"(gradc::require_value("$name$", $index$, $size$$where$);)",
      {{"name", frame.spoken(sequence)},
       {"index", index},
       {"size", size},
       {"where", comma_where(place_name(frame.module, op.loc))}});
  if (frame.type(result).is_scalar()) {
    out("const $type$ $name$ = $from$[$index$];", {{"type", cpp_element(frame.type(result).element)},
                                                   {"name", frame.declare(result)},
                                                   {"from", frame.pointer(sequence)},
                                                   {"index", index}});
    return;
  }
  write_part_of_layout(frame, out, result, sequence, is_word(index) ? index : fmt::format("({})", index));
}

// The elements of a sequence of numbers as an array, which is declared before the innermost loop where they stay in one place
// while that runs; else its variable.
std::string elements_before_loop(Frame& frame, ir::ValueId sequence, const std::string& variable) {
  OpenLoop& loop = frame.loops.back();
  const ir::Type& type = frame.type(sequence);
  const int buffer = frame.plan.buffer_of[sequence.at()];
  if (buffer < 0 || type.sequence_depth != 1 || type.rank() != 0 || type.element == ir::ElementType::any) return variable;
  const auto [values, is_new] = loop.values.try_emplace(buffer);
  if (is_new && frame.sequence_sizes.keeps_places(buffer, loop.body)) {
    values->second = frame.name_before_loop(variable + "_data");
    loop.checks("$type$* const $values$ = $sequence$.side_by_side($arena$);",
                {{"type", cpp_element(type.element)}, {"values", values->second}, {"sequence", variable}, {"arena", frame.arena}});
  }
  return values->second.empty() ? variable : values->second;
}

// Checks an index of a sequence in all trips of the innermost loop at once, before it; nothing is checked, and given, where not
// every trip has the index, or the index or the size is not known before. `variable`: of the sequence, which is called `name`.
// Gives what has the elements: a pointer where they are numbers that stay in one place.
std::optional<std::string> check_value_before_loop(Frame& frame, const ir::Op& op, ir::ValueId index, const std::string& variable,
                                                   const std::string& name) {
  const ir::BlockId block = frame.plan.nesting.block_of[op.results[0].at()];
  const ir::Extent formula = frame.formula_of(index);
  const std::optional<Range> range = indices_of_trips(frame, formula, block);
  const ir::ValueId before = range ? frame.sequence_sizes.before_loop(op.operands[0], block) : ir::ValueId{};
  if (!before.valid()) return std::nullopt;
  OpenLoop& loop = frame.loops.back();
  const std::string sequence = sequence_text(frame, before);
  if (frame.check_once(fmt::format("{} < {}.size()", formula.text(), sequence))) {
    const Sizes::Outside outside(frame.extents.sizes());
    loop.checks(R"(gradc::require_values("$name$", $first$, $last$, $trips$, $sequence$.size()$where$);)",
                {{"name", name},
                 {"first", frame.extents.text(range->low)},
                 {"last", frame.extents.text(range->high)},
                 {"trips", loop.count},
                 {"sequence", sequence},
                 {"where", comma_where(place_name(frame.module, op.loc))}});
  }
  return sequence == variable ? elements_before_loop(frame, before, sequence) : variable;
}

}  // namespace

void write_rooms(Frame& frame, int first, int last, Emitter& out) {
  for (const Buffer& buffer : frame.rooms(first, last)) {
    const std::string name = frame.pointer(buffer.values[0]);
    out("$type$* const $name$ = $name$_room.take($count$);  // $shape$",
        {{"type", cpp_element(frame.type(buffer.like).element)},
         {"name", name},
         {"count", frame.extents.text(ir::product(frame.shape(buffer.like)))},
         {"shape", frame.extents.shape_comment(frame.shape(buffer.like))}});
  }
}

void write_part_of_layout(Frame& frame, Emitter& out, ir::ValueId part, ir::ValueId sequence, const std::string& index) {
  const ir::Shape shape = frame.plan.layouts[sequence.at()]->of_value_shape();
  const ir::Type& type = frame.type(part);
  for (std::size_t axis = 0; type.is_tensor() && axis < type.extents.size(); ++axis)
    if (const auto symbol = type.extents[axis].as_symbol(); symbol && !frame.extents.knows(*symbol))
      frame.name_symbol(*symbol, frame.extents.text(shape[axis]), part);
  const std::string from = frame.pointer(sequence);
  out("const $type$* const $name$ = $from$ + $offset$;  // $shape$",
      {{"type", cpp_element(type.element)},
       {"name", frame.declare(part)},
       {"from", from},
       {"offset", stack_offset(frame, index, ir::product(shape))},
       {"shape", frame.extents.shape_comment(shape)}});
}

void write_tensor_at(Frame& frame, Emitter& out, ir::ValueId value, ir::ValueId sequence, const std::string& index) {
  const ir::Type& type = frame.type(value);
  const auto& arguments = frame.function.arguments();
  const auto given = std::find(arguments.begin(), arguments.end(), sequence);
  const bool checked =
      given != arguments.end() && static_cast<std::size_t>(given - arguments.begin()) >= frame.signature.trusted;
  const std::string element = fmt::format("{}[{}]", frame.pointer(sequence), index);
  const std::string name = frame.declare(value);
  for (std::size_t axis = 0; axis < type.extents.size(); ++axis) {
    const std::string extent = fmt::format("{}.extent({})", element, axis);
    const auto symbol = type.extents[axis].as_symbol();
    if (symbol && !frame.extents.knows(*symbol)) {
      const std::string bound = frame.names().fresh(extent_name(name, type.rank(), static_cast<int>(axis)));
      frame.name_symbol(*symbol, bound, value);
      out("[[maybe_unused]] const std::int64_t $name$ = $extent$;", {{"name", bound}, {"extent", extent}});
    } else if (checked) {
      out(R"(gradc::require_extent("a value of $sequence$", $axis$, $extent$, $value$);)",
          {{"sequence", frame.spoken(sequence)},
           {"axis", fmt::to_string(axis)},
           {"extent", extent},
           {"value", frame.extents.text(type.extents[axis])}});
    }
  }
  if (frame.use(value).mentions == 0) return;  // only its extents are
  out("const $type$* const $name$ = $element$.data();",
      {{"type", cpp_element(type.element)}, {"name", name}, {"element", element}});
}

void write_sequence(Frame& frame, const ir::Op& op, Emitter& out) {
  const ir::ValueId result = op.results[0];
  const ir::ValueId first = op.operands.empty() ? ir::ValueId{} : frame.root(op.operands[0]);
  const bool reads = op.kind == ir::Kind::SequenceSize || op.kind == ir::Kind::SequenceAt;
  if (reads && frame.plan.layouts[first.at()]) return write_of_layout(frame, op, out);
  std::vector<std::string> operands;
  bool moved = false;
  for (ir::ValueId operand : op.operands) {
    const ir::ValueId r = frame.root(operand);
    const ir::Type& type = frame.type(operand);  // a number may be the only element of its root
    operands.push_back(type.is_scalar()   ? frame.stored_number(r)
                       : type.is_tensor() ? address(frame, out, r)
                                          : sequence_text(frame, r));
    moved = moved || (r != first && frame.plan.handed_on[r.at()] == result);
  }
  const bool declared = frame.plan.home[result.at()] == Home::buffer;
  const std::string name = declared ? frame.pointer(result) : frame.declare(result);
  const int buffer = frame.plan.buffer_of[result.at()];
  const bool in_place = first.valid() && buffer >= 0 && buffer == frame.plan.buffer_of[first.at()];
  const auto extent = [&](const ir::Extent& e) { return frame.extents.text(e); };
  const auto bind = [&](const std::string& symbol) -> std::optional<std::string> {
    if (frame.extents.knows(symbol)) return std::nullopt;
    const ir::Type& type = frame.type(result);
    std::size_t axis = 0;
    while (axis + 1 < type.extents.size() && type.extents[axis].as_symbol() != symbol) ++axis;
    const std::string bound = frame.names().fresh(extent_name(name, type.rank(), static_cast<int>(axis)));
    frame.name_symbol(symbol, bound, result);
    return bound;
  };
  const Buffer* memory = buffer < 0 ? nullptr : &frame.plan.buffers[static_cast<std::size_t>(buffer)];
  const bool takes_room = memory && memory->is_room && memory->like == result;
  const std::string spoken = frame.spoken(first.valid() ? first : result);
  // Of what is copied before it is written nothing is read where it lay.
  const auto check_before = [&](ir::ValueId index) {
    const std::string variable = reads || (in_place && name == operands[0]) ? operands[0] : "";
    return check_value_before_loop(frame, op, index, variable, spoken);
  };
  write_sequence_op({frame.function, op, operands, name, declared, in_place, moved, spoken, place_name(frame.module, op.loc),
                     frame.type(result).element == ir::ElementType::any ? frame.kept_arena : frame.arena, check_before, extent, bind, declared && !frame.type(result).is_tensor() && frame.reuses(result), takes_room},
                    out);
  // Only its extents are used.
  if (!declared && frame.use(result).mentions == 0) out("static_cast<void>($name$);", {{"name", name}});
}

void write_assignment(Frame& frame, Emitter& out, ir::ValueId to, ir::ValueId from) {
  if (!frame.reuses(to)) {
    out("$to$ = $from$;", {{"to", frame.pointer(to)}, {"from", kept_text(frame, out, from, false)}});
    return;
  }
  out("$to$.assign($arena$, $from$);",
      {{"to", frame.pointer(to)}, {"arena", frame.arena}, {"from", sequence_text(frame, from)}});
}

void write_adjoint_checks(Frame& frame, ir::ValueId result, Emitter& out) {
  const auto& arguments = frame.function.arguments();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Place& place = frame.signature.arguments[i];
    if (!place.is_sequence() || place.like_result < 0) continue;
    const auto like = static_cast<std::size_t>(place.like_result);
    if (frame.root(frame.function.results()[like]) == result)
      write_form_check(place, frame.pointer(arguments[i]), frame.signature.results[like],
                       sequence_text(frame, result), out);
  }
}

void gather_arguments(Frame& frame, Emitter& out, const std::string& text) {
  const auto& arguments = frame.function.arguments();
  Emitter checks;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (const Place& place = frame.signature.arguments[i]; place.is_sequence() && place.like_argument >= 0) {
      const auto like = static_cast<std::size_t>(place.like_argument);
      write_form_check(place, frame.pointer(arguments[i]), frame.signature.arguments[like],
                       frame.pointer(arguments[like]), checks);
    }
  const auto used = words(text + checks.text());
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Place& place = frame.signature.arguments[i];
    const std::string name = frame.pointer(arguments[i]);
    if (place.is_sequence() && used.contains(name))
      out("const auto $name$ = $gathered$;",
          {{"name", name},
           {"gathered", gathered(place, frame.type(arguments[i]), frame.arena, frame.element)}});
  }
  out("$checks$", {{"checks", checks.text()}});
}

void declare_variables(Frame& frame, Emitter& out, const std::string& text) {
  const auto used = words(text);
  for (std::size_t i = 0; i < frame.plan.buffers.size(); ++i) {
    const Buffer& buffer = frame.plan.buffers[i];
    if (!buffer.is_sequence && !buffer.is_room) continue;
    const std::string name =
        buffer.values.empty() ? frame.buffer_name(static_cast<int>(i)) : frame.pointer(buffer.values[0]);
    if (buffer.is_room && used.contains(name + "_room"))
      out("gradc::Room<$type$> $name$_room($arena$);",
          {{"type", cpp_element(frame.type(buffer.like).element)}, {"name", name}, {"arena", frame.arena}});
    if (buffer.is_sequence && used.contains(name))
      out("$type$ $name$;", {{"type", sequence_type(frame.type(buffer.like))}, {"name", name}});
  }
}

}  // namespace codegen
