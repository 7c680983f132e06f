#include "codegen/text/statements/element.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "codegen/analysis/effects.h"
#include "codegen/analysis/ranges.h"
#include "codegen/interface/location.h"
#include "ir/kind.h"

namespace codegen {
namespace {

struct IndexCheck {
  std::string name;  // of what is indexed
  int axis = 0;
  ir::ValueId index;
  ir::Extent extent;
  ir::LocId loc;
};

bool is_proved(const Frame& frame, const ir::Extent& index, const ir::Extent& extent) {
  Range range{index, index};
  for (auto loop = frame.loops.rbegin(); loop != frame.loops.rend(); ++loop)
    if (!replace_counter(range, loop->symbol, loop->trips)) return false;
  return is_within(range, extent);
}

// Whether all symbols but the counter's are known before the loop.
bool is_known_outside(const Frame& frame, const ir::Extent& extent, const OpenLoop& loop) {
  std::set<std::string> symbols;
  extent.collect_symbols(symbols);
  return std::all_of(symbols.begin(), symbols.end(), [&](const std::string& symbol) {
    return symbol == loop.symbol || !frame.bound_inside(symbol, loop.body);
  });
}

bool check_before_loop(Frame& frame, const IndexCheck& check, const ir::Extent& index, ir::BlockId block,
                       const std::string& where) {
  const std::optional<Range> range = indices_of_trips(frame, index, block);
  if (!range) return false;
  OpenLoop& loop = frame.loops.back();
  if (!is_known_outside(frame, check.extent, loop) || mentions_symbol(check.extent, loop.symbol)) return false;
  if (!frame.check_once(fmt::format("{} < {}", index.text(), check.extent.text()))) return true;
  const Sizes::Outside outside(frame.extents.sizes());
  const std::string first = frame.extents.text(range->low), last = frame.extents.text(range->high),
                    extent = frame.extents.text(check.extent);
  loop.checks(R"(gradc::check_indices("$name$", $axis$, $first$, $last$, $trips$, $extent$$where$);)",
              {{"name", check.name},
               {"axis", fmt::to_string(check.axis)},
               {"first", first},
               {"last", last},
               {"trips", loop.count},
               {"extent", extent},
               {"where", where}});
  return true;
}

// Before a statement of the block: proved, checked once before the loop that it runs with, or checked where it is used.
void check_index(Frame& frame, const IndexCheck& check, ir::BlockId block, Emitter& out) {
  const ir::Extent index = frame.formula_of(check.index);
  if (is_proved(frame, index, check.extent)) return;
  const std::string where = comma_where(place_name(frame.module, check.loc));
  if (check_before_loop(frame, check, index, block, where)) return;
  if (!frame.check_once(fmt::format("{} < {}", index.text(), check.extent.text()))) return;
  const std::string text = frame.extents.text(index), extent = frame.extents.text(check.extent);
  out(R"(gradc::check_index("$name$", $axis$, $index$, $extent$$where$);)",
      {{"name", check.name},
       {"axis", fmt::to_string(check.axis)},
       {"index", text},
       {"extent", extent},
       {"where", where}});
}

Term index_term(Frame& frame, ir::ValueId index) {
  if (const auto number = frame.formula_of(index).constant()) return literal_term(fmt::to_string(*number));
  return frame.number(frame.root(index));
}

// Row-major: each index times the elements that one of its steps passes over.
std::string position(Frame& frame, const ir::Op& op, std::size_t first) {
  const ir::Shape& shape = frame.type(op.operands[0]).extents;
  std::string text;
  for (std::size_t i = first; i < op.operands.size(); ++i) {
    const auto axis = static_cast<std::ptrdiff_t>(i - first);
    const ir::Extent stride = ir::product({shape.begin() + axis + 1, shape.end()});
    const Term index = index_term(frame, op.operands[i]);
    if (index.text == "0") continue;
    const bool plain = stride == ir::Extent(1);
    const std::string one = plain && index.binding <= Binding::sum ? index.text : parenthesised(index, Binding::unary);
    if (!text.empty()) text += " + ";
    text += plain ? one : fmt::format("{} * {}", one, frame.extents.sizes().stride(stride));
  }
  return text.empty() ? "0" : text;
}

// Compares the access with those of other trips.
void claim(Frame& frame, const std::vector<ClaimText>& claims, const std::string& element, const ir::Extent& count, Emitter& out) {
  for (const auto& [variable, access] : claims) {
    const std::string kind = access->writes && access->alike != 0 ? fmt::format(", {}", access->alike) : "";
    out("$claim$.$does$($tensor$, $element$, $count$$kind$);", {{"claim", variable},
                                                                {"does", access->writes ? "writes" : "reads"},
                                                                {"tensor", fmt::to_string(access->tensor)},
                                                                {"element", element},
                                                                {"count", frame.extents.text(count)},
                                                                {"kind", kind}});
  }
}

std::string name_of(const ir::Op& op, const Frame& frame) {
  const std::string& own = op.results.empty() ? std::string() : frame.function[op.results[0]].name;
  const ir::ValueId root = frame.root(op.operands[0]);
  const bool is_own = ir::definition(op.kind).info.in_place >= 0 && !own.empty();
  const std::string& name = is_own ? own : frame.function[root].name;
  // An adjoint has no element where what it is one of has none.
  if (name.size() > 4 && name.ends_with("_bar")) return name.substr(0, name.size() - 4);
  return is_own ? own : frame.spoken(root);
}

void check_indices(Frame& frame, const ir::Op& op, std::size_t first, ir::BlockId block, Emitter& out) {
  const ir::Shape& shape = frame.type(op.operands[0]).extents;
  for (std::size_t i = first; i < op.operands.size(); ++i)
    check_index(frame, {name_of(op, frame), static_cast<int>(i - first), op.operands[i], shape[i - first], op.loc},
                block, out);
  const auto claims = frame.claims.find(op.results[0]);
  if (claims == frame.claims.end()) return;
  const auto given = static_cast<std::ptrdiff_t>(op.operands.size() - first);
  claim(frame, claims->second, position(frame, op, first), ir::product({shape.begin() + given, shape.end()}), out);
}

bool is_sum(const ir::Op& op) { return op.kind == ir::Kind::AddElement; }

// The tensor before the write, where it lives on or is someone else's.
void copy_before(Frame& frame, const ir::Op& op, Emitter& out) {
  const ir::ValueId from = frame.root(op.operands[0]), to = op.results[0];
  if (frame.has_memory(from) && frame.pointer(from) == frame.pointer(to)) return;
  if (frame.plan.buffer_of[from.at()] == frame.plan.buffer_of[to.at()]) return;
  write_copy(frame, out, from, frame.pointer(to));
}

// A number of the host as one of the element type in memory.
std::string as_number(Frame& frame, ir::ValueId value) {
  return fmt::format("{}({})", cpp_element(frame.type(value).element), frame.stored_number(value));
}

// The extents that are not the same by name. What has been checked since the scope began is known.
void check_extents(Frame& frame, const ir::Op& op, Emitter& out) {
  const ir::Shape &is = frame.type(op.operands[0]).extents, &wanted = frame.type(op.results[0]).extents;
  const std::string place = named_place(frame.module, op);
  for (std::size_t axis = 0; axis < is.size(); ++axis) {
    const std::string extent = frame.extents.text(is[axis]), expected = frame.extents.text(wanted[axis]);
    if (extent == expected || !frame.check_once(fmt::format("{} == {}", extent, expected))) continue;
    const std::string words = wanted[axis].constant() ? "nullptr" : fmt::format("\"{}\"", frame.extents.words(wanted[axis]));
    out("gradc::require_extent(\"$name$\", $axis$, $extent$, $expected$, $words$$where$);",
        {{"name", name_of(op, frame)},
         {"axis", fmt::to_string(axis)},
         {"extent", extent},
         {"expected", expected},
         {"words", words},
         {"where", comma_where(place)}});
  }
}

}  // namespace

std::optional<Range> indices_of_trips(const Frame& frame, const ir::Extent& index, ir::BlockId block) {
  if (frame.loops.empty() || frame.loops.back().body != block || !frame.loops.back().trips) return std::nullopt;
  const OpenLoop& loop = frame.loops.back();
  if (acts_within(frame.function, block) || !is_known_outside(frame, index, loop)) return std::nullopt;
  return ends_of_trips(index, loop.symbol, *loop.trips);
}

void write_copy(Frame& frame, Emitter& out, ir::ValueId from, const std::string& to) {
  if (frame.plan.side == Side::device && is_number(frame.function, frame.plan, from) && !is_undefined(frame.function, from))
    return frame.backend.call_kernel(out, frame.stream, "fill", "1", {as_number(frame, from), to});
  if (!frame.has_memory(from)) {
    GRADC_CHECK(is_undefined(frame.function, from));
    return;
  }
  const std::string count = frame.extents.text(ir::product(frame.shape(from)));
  frame.backend.call_kernel(out, frame.stream, "copy", count, {frame.pointer(from), to});
}

Term read_element(Frame& frame, const ir::Op& op, ir::BlockId block, Emitter& checks) {
  check_indices(frame, op, 1, block, checks);
  const ir::ValueId from = frame.root(op.operands[0]);
  const std::string element = fmt::format("{}[{}]", frame.pointer(from), position(frame, op, 1));
  return {frame.backend.load(element, frame.type(from).element), Binding::atom};
}

void write_element(Frame& frame, const ir::Op& op, ir::BlockId block, Emitter& checks, Emitter& out) {
  check_indices(frame, op, 2, block, checks);
  copy_before(frame, op, out);
  const ir::ValueId to = op.results[0];
  const ir::ElementType type = frame.type(to).element;
  const std::string element = fmt::format("{}[{}]", frame.pointer(to), position(frame, op, 2));
  const ir::ValueId value = frame.root(op.operands[1]);
  if (!is_sum(op)) {
    out("$element$ = $value$;", {{"element", element}, {"value", frame.stored_number(value)}});
    return;
  }
  const Term term = frame.number(value);
  frame.backend.add_to(out, element, term.text, type);
}

void write_part(Frame& frame, const ir::Op& op, ir::BlockId block, Emitter& out) {
  const bool writes = ir::definition(op.kind).info.in_place >= 0;
  const std::size_t first = writes ? 2 : 1;
  check_indices(frame, op, first, block, out);
  const ir::ValueId result = op.results[0];
  const std::string type = cpp_element(frame.type(result).element);
  if (op.kind == ir::Kind::RequireExtents) {
    check_extents(frame, op, out);
    frame.call(result, frame.pointer(frame.root(op.operands[0])));
    return;
  }
  if (!writes) {
    const std::string at = position(frame, op, first);
    const std::string base = frame.pointer(frame.root(op.operands[0]));
    const std::string name = frame.declare(result);
    const std::string shape = frame.extents.shape_comment(frame.type(result).extents);
    out("const $type$* const $name$ = $base$$offset$;  // $shape$",
        {{"type", type},
         {"name", name},
         {"base", base},
         {"offset", at == "0" ? "" : " + " + at},
         {"shape", shape.empty() ? "one number" : shape}});
    return;
  }
  copy_before(frame, op, out);
  const ir::ValueId value = frame.root(op.operands[1]);
  const std::string at = position(frame, op, first);
  const std::string part = frame.pointer(result) + (at == "0" ? "" : " + " + at);
  if (!is_sum(op)) {
    write_copy(frame, out, value, part);
    return;
  }
  if (is_undefined(frame.function, value)) return;
  if (frame.plan.side == Side::device) {
    const std::string count = frame.extents.text(ir::product(frame.type(value).extents));
    const std::string from = frame.has_memory(value) ? frame.pointer(value)
                                                     : fmt::format("{}::number({}, {})", frame.backend.runtime(), frame.stream, as_number(frame, value));
    frame.backend.call_kernel(out, frame.stream, "add_to", count, {from, part});
    return;
  }
  frame.enter();
  const std::string row = frame.names().fresh("part"), index = frame.names().index();
  Emitter body;
  body("$type$* const $row$ = $part$;", {{"type", type}, {"row", row}, {"part", part}});
  frame.backend.open_loop(body, index, "0", frame.extents.text(ir::product(frame.type(value).extents)));
  const ir::ElementType element = frame.type(result).element;
  frame.backend.add_to(body, fmt::format("{}[{}]", row, index),
                       frame.backend.load(fmt::format("{}[{}]", frame.pointer(value), index), element), element);
  frame.backend.close_loop(body);
  out("{\n  $body$\n}", {{"body", frame.leave(body.text())}});
}

void write_claims(Frame& frame, const ir::Op& op, Emitter& out) {
  const auto claims = frame.claims.find(op.results[0]);
  if (claims == frame.claims.end()) return;
  claim(frame, claims->second, frame.stored_number(frame.root(op.operands.back())), 1, out);
}

std::string stack_offset(const Frame& frame, const std::string& counter, const ir::Extent& size) {
  return size == ir::Extent(1) ? counter : fmt::format("{} * {}", counter, frame.extents.sizes().stride(size));
}

}  // namespace codegen
