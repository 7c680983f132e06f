#include "codegen/text/statements/sequence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "codegen/interface/names.h"
#include "codegen/text/emitter.h"
#include "ir/builder.h"
#include "ir/check.h"
#include "ir/kind.h"

namespace codegen {
namespace {

// Whether C++ adds such numbers by += without a conversion.
bool adds_plainly(ir::ElementType element) {
  return element == ir::ElementType::f32 || element == ir::ElementType::f64 || ir::is_complex(element);
}

class Statement {
 public:
  Statement(const SequenceOp& s, Emitter& out) : s_(s), out_(out) {}

  void empty() { begin_empty(); }

  void fill() {
    begin_empty();
    resize(0, 1);
  }

  void push() {
    take_over();
    out_("$s$.push($arena$, $value$);", {{"s", s_.result}, {"arena", s_.arena}, {"value", kept(1)}});
  }

  void pop() {
    out_("gradc::require_not_empty($name$, $s$.size()$where$);",
         {{"name", quoted(s_.name)}, {"s", s_.operands[0]}, {"where", comma_where(s_.where)}});
    take_over();
    out_("$s$.pop();", {{"s", s_.result}});
  }

  void resize() {
    take_over();
    resize(1, 2);
  }

  void set() {
    check_index(2);
    take_over();
    if (s_.moved || type(1).is_scalar())
      out_("$s$[$i$] = $value$;", {{"s", elements(s_.result)}, {"i", s_.operands[2]}, {"value", value(1)}});
    else
      out_("gradc::assign($arena$, $s$[$i$], $value$);",
           {{"arena", s_.arena}, {"s", s_.result}, {"i", s_.operands[2]}, {"value", value(1)}});
  }

  void add_at() {
    check_index(2);
    take_over();
    const bool plain = type(1).is_scalar() && adds_plainly(type(1).element);
    out_(plain ? "$s$[$i$] += $value$;" : "gradc::add_into($s$[$i$], $value$);",
         {{"s", elements(s_.result)}, {"i", s_.operands[2]}, {"value", value(1)}});
  }

  void set_element() { element("="); }
  void add_element() { element("+="); }

  void add() {
    take_over();
    out_("$s$.add($other$);", {{"s", s_.result}, {"other", s_.operands[1]}});
  }

  void splice() {
    take_over();
    out_("$s$.splice($arena$, $other$);", {{"s", s_.result}, {"arena", s_.arena}, {"other", s_.operands[1]}});
  }

  void zeros_like() { begin_as("assign_zeros", "zeros_like"); }

  void pack() {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < s_.operands.size(); ++i) {
      const bool is_number = type(i).is_scalar() && !is_word(s_.operands[i]), is_tensor = type(i).is_tensor() && !type(i).is_scalar();
      values.push_back(is_number   ? fmt::format("{}({})", cpp_element(type(i).element), value(i))
                       : is_tensor ? view(s_.operands[i], type(i), true)
                                   : value(i));
    }
    begin_with(wrapped(fmt::format("gradc::keep({}, ", s_.arena), values, ",", ")"));
  }

  void size() { number(s_.operands[0] + ".size()"); }

  void sum() {
    if (result_type().is_scalar())
      number(fmt::format("{}.sum({})", s_.operands[0], s_.operands[1]));
    else
      out_("$s$.sum($from$, $to$);",
           {{"s", s_.operands[0]}, {"from", s_.operands[1]}, {"to", view(s_.result, result_type(), false)}});
  }

  void at() {
    const bool of_any = is_of_any();
    if (!of_any) check_index(1);
    const std::string element =
        of_any ? fmt::format("{}[{}].as<{}>()", s_.operands[0], *ir::known_integer(s_.function, s_.op.operands[1]),
                             sequence_value_type(ir::sequence_of(result_type())))
               : fmt::format("{}[{}]", elements(s_.operands[0]), s_.operands[1]);
    if (!result_type().is_tensor())
      s_.declared ? begin_as("assign", "copy", element) : begin_with(element);
    else if (result_type().is_scalar())
      number(element);
    else
      tensor_at(element);
  }

 private:
  // s[i][j] = v, or s[i].data()[...] = v of tensors.
  void element(std::string_view assignment) {
    const auto levels = static_cast<std::size_t>(type(0).sequence_depth);
    std::string path = s_.operands[0];
    for (std::size_t i = 0; i < levels; ++i) {
      if (i == 0)
        check_index(2);
      else
        check_index(2 + i, path);
      path += fmt::format("[{}]", s_.operands[2 + i]);
    }
    const std::string value = path;
    std::vector<std::string> indices(s_.operands.begin() + static_cast<std::ptrdiff_t>(2 + levels), s_.operands.end());
    for (std::size_t axis = 0; axis < indices.size(); ++axis)
      out_("gradc::check_index($name$, $axis$, $i$, $value$.extent($axis$)$where$);", {{"name", quoted(s_.name)},
                                                                                     {"axis", fmt::to_string(axis)},
                                                                                     {"i", indices[axis]},
                                                                                     {"value", value},
                                                                                     {"where", comma_where(s_.where)}});
    take_over();
    path = elements(s_.result) + path.substr(s_.operands[0].size());
    if (!indices.empty()) {
      const auto factor = [](const std::string& text) { return text.find(' ') == std::string::npos ? text : "(" + text + ")"; };
      std::string position = indices[0];  // row-major
      for (std::size_t axis = 1; axis < indices.size(); ++axis)
        position = fmt::format("{} * {}.extent({}) + {}", factor(position), path, axis, factor(indices[axis]));
      path += fmt::format(".data()[{}]", position);
    }
    const bool plain = assignment == "=" || adds_plainly(type(1).element);
    out_(plain ? "$to$ $op$ $value$;" : "gradc::add_into($to$, $value$);",
         {{"to", path}, {"op", assignment}, {"value", s_.operands[1]}});
  }

  const ir::Type& type(std::size_t operand) const { return s_.function[s_.op.operands[operand]].type; }
  const ir::Type& result_type() const { return s_.function[s_.op.results[0]].type; }

  // The variable of the result: empty, what an expression gives, or what a member function makes it from
  // another.
  void begin_empty() {
    if (s_.declared)
      out_(s_.reuses ? "$s$.clear($arena$);" : "$s$ = {};", {{"s", s_.result}, {"arena", s_.arena}});
    else
      out_("$type$ $s$;", {{"type", sequence_type(result_type())}, {"s", s_.result}});
  }
  void begin_with(const std::string& value) {
    out_(s_.declared ? "$s$ = $value$;" : "$type$ $s$ = $value$;",
         {{"type", sequence_type(result_type())}, {"s", s_.result}, {"value", value}});
  }
  void begin_as(const std::string& assignment, const std::string& maker) {
    begin_as(assignment, maker, s_.operands[0]);
  }
  void begin_as(const std::string& assignment, const std::string& maker, const std::string& from) {
    if (s_.declared && s_.reuses)
      out_("$s$.$assign$($arena$, $from$);",
           {{"s", s_.result}, {"assign", assignment}, {"arena", s_.arena}, {"from", from}});
    else
      begin_with(fmt::format("{}.{}({})", from, maker, s_.arena));
  }

  void take_over() {
    if (!s_.in_place)
      begin_as("assign", "copy");
    else if (s_.result != s_.operands[0])
      begin_with(s_.operands[0]);
  }

  void number(const std::string& value) {
    out_(s_.declared ? "$to$ = $value$;" : "const $type$ $to$ = $value$;",
         {{"type", cpp_element(result_type().element)}, {"to", s_.result}, {"value", value}});
  }

  std::string view(const std::string& pointer, const ir::Type& type, bool constant) const {
    std::vector<std::string> extents;
    for (const ir::Extent& extent : type.extents) extents.push_back(s_.extent(extent));
    return fmt::format("gradc::View<{}{}, {}>({}, {{{}}})", constant ? "const " : "",
                       cpp_element(type.element), type.rank(), pointer, fmt::join(extents, ", "));
  }

  // Whether it reads what a call has kept: passes alone make that, so that what is read is there.
  bool is_of_any() const { return type(0) == ir::sequence_of_any(); }

  // An operand as a value of a sequence, and one that may stay in it.
  std::string value(std::size_t operand) const {
    const bool is_tensor = type(operand).is_tensor() && !type(operand).is_scalar();
    return is_tensor ? view(s_.operands[operand], type(operand), !s_.moved) : s_.operands[operand];
  }
  std::string kept(std::size_t operand) const {
    if (s_.moved || type(operand).is_scalar()) return value(operand);
    return fmt::format("gradc::copied({}, {})", s_.arena, value(operand));
  }

  void check_index(std::size_t index) {
    if (s_.check_before) elements_ = s_.check_before(s_.op.operands[index]);
    if (!elements_) check_index(index, s_.operands[0]);
  }
  // What has the elements of the variable of the first operand, or of another one.
  std::string elements(const std::string& variable) const {
    return elements_ && variable == s_.operands[0] ? *elements_ : variable;
  }
  void check_index(std::size_t index, const std::string& sequence) {
    out_("gradc::require_value($name$, $i$, $s$.size()$where$);", {{"name", quoted(s_.name)},
                                                                   {"i", s_.operands[index]},
                                                                   {"s", sequence},
                                                                   {"where", comma_where(s_.where)}});
  }

  void resize(std::size_t size, std::size_t value_operand) {
    out_("$s$.resize($arena$, $n$, $value$);",
         {{"s", s_.result}, {"arena", s_.arena}, {"n", s_.operands[size]}, {"value", value(value_operand)}});
  }

  // Extents that are known are checked; the others are known from here on. A symbol that stands twice is
  // bound where it comes first.
  void tensor_at(const std::string& element) {
    const ir::Type& type = result_type();
    for (std::size_t axis = 0; axis < type.extents.size(); ++axis) {
      const std::string extent = fmt::format("{}.extent({})", element, axis);
      const auto symbol = type.extents[axis].as_symbol();
      if (const auto bound = symbol ? s_.bind(*symbol) : std::nullopt)
        out_("[[maybe_unused]] const std::int64_t $name$ = $extent$;",
             {{"name", *bound}, {"extent", extent}});
      else if (!is_of_any())
        out_("gradc::require_extent($name$, $axis$, $extent$, $value$$where$);",
             {{"name", quoted("a value of " + s_.name)},
              {"axis", fmt::to_string(axis)},
              {"extent", extent},
              {"value", s_.extent(type.extents[axis])},
              {"where", s_.where.empty() ? "" : ", nullptr, " + quoted(s_.where)}});
    }
    if (s_.takes_room)
      out_("$type$* const $to$ = $to$_room.take($n$);",
           {{"type", cpp_element(type.element)}, {"to", s_.result}, {"n", s_.extent(ir::product(type.extents))}});
    if (s_.declared)
      out_("gradc::kernels::copy($n$, $element$.data(), $to$);",
           {{"n", s_.extent(ir::product(type.extents))}, {"element", element}, {"to", s_.result}});
    else
      out_("$type$* const $to$ = $element$.data();",
           {{"type", cpp_element(type.element)}, {"to", s_.result}, {"element", element}});
  }

  const SequenceOp& s_;
  Emitter& out_;
  std::optional<std::string> elements_;  // where indices were checked before the loop
};

struct Writer {
  ir::Kind kind;
  void (Statement::*write)();
};
constexpr std::array kWriters = {
    Writer{ir::Kind::SequenceEmpty, &Statement::empty},
    Writer{ir::Kind::SequencePush, &Statement::push},
    Writer{ir::Kind::SequenceAt, &Statement::at},
    Writer{ir::Kind::SequenceSize, &Statement::size},
    Writer{ir::Kind::SequenceFill, &Statement::fill},
    Writer{ir::Kind::SequenceSet, &Statement::set},
    Writer{ir::Kind::SequencePop, &Statement::pop},
    Writer{ir::Kind::SequenceResize, &Statement::resize},
    Writer{ir::Kind::SequenceZerosLike, &Statement::zeros_like},
    Writer{ir::Kind::SequenceAdd, &Statement::add},
    Writer{ir::Kind::SequenceAddAt, &Statement::add_at},
    Writer{ir::Kind::SequenceSetElement, &Statement::set_element},
    Writer{ir::Kind::SequenceAddElement, &Statement::add_element},
    Writer{ir::Kind::SequenceSum, &Statement::sum},
    Writer{ir::Kind::SequenceSplice, &Statement::splice},
    Writer{ir::Kind::SequencePack, &Statement::pack},
};

}  // namespace

void write_sequence_op(const SequenceOp& op, Emitter& out) {
  const auto writer =
      std::find_if(kWriters.begin(), kWriters.end(), [&](const Writer& w) { return w.kind == op.op.kind; });
  GRADC_CHECK(writer != kWriters.end());
  Statement statement(op, out);
  (statement.*writer->write)();
}

std::string gathered(const Place& place, const ir::Type& type, const std::string& arena,
                     const std::string& element) {
  return fmt::format("gradc::gather<{}>({}, {}{})", sequence_type(type), arena, place.expression,
                     accessors(place, element));
}

void write_scattered(const Place& place, const std::string& sequence, const std::string& element,
                     Emitter& out) {
  out(place.stacked ? "gradc::scatter_numbers($sequence$, $to$$accessors$);" : "gradc::scatter($sequence$, $to$$accessors$);",
      {{"sequence", sequence}, {"to", place.expression}, {"accessors", accessors(place, element)}});
}

void write_form_check(const Place& place, const std::string& sequence, const Place& like,
                      const std::string& like_sequence, Emitter& out) {
  out("gradc::require_same_form($name$, $sequence$, $like_name$, $like$);",
      {{"name", quoted(shown(place))},
       {"sequence", sequence},
       {"like_name", quoted(shown(like))},
       {"like", like_sequence}});
}

}  // namespace codegen
