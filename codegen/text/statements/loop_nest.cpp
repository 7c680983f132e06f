// What is kept is loaded at the outermost loop that it depends on. A value that is read once and has no name of the user's
// becomes part of the expression that reads it.
//
// A loop with several functions inside is long, and each of its trips waits for one function after the other. So it is
// cut into stages with one of them each, which run over a block of elements in turn; what later ones read of earlier ones is
// kept in arrays of a block. Sums are made of such blocks too, and what is added to parts of a tensor is added by a loop of its
// own over a block, as it may lie beside what another element is added to.
#include "codegen/text/statements/loop_nest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace codegen {
namespace {

constexpr std::int64_t kBlock = 512;

// Longer expressions are read more easily in two statements.
constexpr std::size_t kLongestPart = 72;

class LoopNest {
 public:
  LoopNest(const Frame& frame, const Kernel& kernel, const KernelNames& names, Names& scope)
      : frame_(frame), kernel_(kernel), names_(names), scope_(scope), locals_(kernel.loads.size()), terms_(kernel.nodes.size()) {
    for (std::size_t a = 0; a < kernel.axes.size(); ++a) counters_.push_back(scope_.index());
    if (!names.count.empty()) element_ = counters_.size() == 1 ? counters_[0] : scope_.fresh("element");
    for (const Load& load : kernel.loads) places_.push_back(place(load.from));
  }

  void write(Emitter& out) {
    if (!names_.count.empty()) return write_elements(out);
    const std::vector<std::size_t> ends = stages();
    const bool has_blocks = !kernel_.sums.empty() || !kernel_.parts.empty();
    if (ends.size() > 1 || (has_blocks && kernel_.axes.size() == 1)) return write_in_blocks(ends, out);
    if (has_blocks) return write_rows_in_blocks(out);
    if (counters_.empty()) {
      out("{");
      out.indent();
    }
    const int innermost = static_cast<int>(counters_.size()) - 1;
    for (int axis = 0; axis <= innermost; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      open_axis(out, a);
      if (axis < innermost) load(out, axis);
    }
    element(out);
    for (int axis = 0; axis <= innermost; ++axis) frame_.backend.close_loop(out);
    if (counters_.empty()) {
      out.dedent();
      out("}");
    }
  }

 private:
  // The trips of an axis: all of them, or, of the outermost one, those of a range.
  std::string first(std::size_t axis) const { return axis == 0 && names_.range ? names_.range->first : "0"; }
  std::string end(std::size_t axis) const { return axis == 0 && names_.range ? names_.range->second : names_.extents[axis]; }
  void open_axis(Emitter& out, std::size_t axis) const { frame_.backend.open_loop(out, counters_[axis], first(axis), end(axis)); }

  // The elements that one thread of a device computes; the place of one along each axis. Neighbours lie in one row, so that the
  // places of the first one say those of all.
  void write_elements(Emitter& out) {
    Emitter body;
    for (int axis = 0; axis + 1 < static_cast<int>(counters_.size()); ++axis) load(body, axis);
    element(body);
    const std::string begin = names_.in_lanes ? scope_.fresh("begin") : element_;
    std::string inner, column;  // elements that one step along the axis passes over; the innermost place of the first neighbour
    std::vector<std::string> places;
    for (std::size_t axis = counters_.size(); counters_.size() > 1 && axis-- > 0;) {
      const std::string steps = inner.empty() ? begin : fmt::format("{} / {}", begin, inner.find(' ') == std::string::npos ? inner : "(" + inner + ")");
      const std::string text = axis == 0 ? steps : fmt::format("{} % {}", steps, names_.extents[axis]);
      const bool is_innermost = axis + 1 == counters_.size();
      const bool is_used = mentions(body.text(), counters_[axis]);
      if (is_used && is_innermost && names_.in_lanes) column = scope_.fresh(counters_[axis] + "_begin");
      if (is_used) places.push_back(fmt::format("{} = {}", is_innermost && names_.in_lanes ? column : counters_[axis], text));
      inner = inner.empty() ? names_.extents[axis] : names_.extents[axis] + " * " + inner;
    }
    const std::string declared = places.empty() ? "" : fmt::format("const std::int64_t {};", fmt::join(places, ", "));
    if (names_.in_lanes)
      frame_.backend.open_lanes(out, element_, begin, names_.count, aligned(), declared);
    else
      frame_.backend.open_elements(out, element_, names_.count);
    if (!names_.in_lanes && !declared.empty()) out("$declared$", {{"declared", declared}});
    if (!column.empty())
      out("const std::int64_t $j$ = $column$ + ($element$ - $begin$);",
          {{"j", counters_.back()}, {"column", column}, {"element", element_}, {"begin", begin}});
    out("$body$", {{"body", body.text()}});
    frame_.backend.close_loop(out);
    if (names_.in_lanes) frame_.backend.close_loop(out);
  }

  // The pointers that run with the elements.
  std::vector<std::string> aligned() const {
    std::vector<std::string> pointers;
    const auto add = [&](const Elements& elements, const std::string& pointer) {
      if (is_element(elements) && std::find(pointers.begin(), pointers.end(), pointer) == pointers.end()) pointers.push_back(pointer);
    };
    for (std::size_t l = 0; l < kernel_.loads.size(); ++l) add(kernel_.loads[l].from, names_.from[l]);
    for (std::size_t s = 0; s < kernel_.stores.size(); ++s) add(kernel_.stores[s].to, names_.to[s]);
    return pointers;
  }

  // Whether element i of the kernel is element i of the tensor.
  bool is_element(const Elements& elements) const {
    if (element_.empty() || elements.index.size() != counters_.size()) return false;
    for (std::size_t axis = 0; axis < elements.index.size(); ++axis)
      if (elements.index[axis].axis != static_cast<int>(axis) || elements.index[axis].begin != ir::Extent(0)) return false;
    return !elements.is_part;
  }

  void element(Emitter& out) {
    load(out, std::max(static_cast<int>(counters_.size()) - 1, 0));
    for (std::size_t n = 0; n < kernel_.nodes.size(); ++n) statement(out, n);
  }

  std::string place(const Elements& elements) const {
    if (is_element(elements)) return element_;
    std::string text;
    for (const IndexTerm& term : elements.index) {
      const bool begins = term.begin != ir::Extent(0), is_scaled = term.stride != ir::Extent(1);
      if (term.axis < 0 && !begins) continue;
      if (!text.empty()) text += " + ";
      const auto place = (term.begin * term.stride).constant();
      if (term.axis < 0 && place) {
        text += fmt::to_string(*place);
        continue;
      }
      std::string index = term.axis < 0 ? names_.size(term.begin) : counter(term);
      if (term.axis >= 0 && begins) index += " + " + names_.size(term.begin);
      if (is_scaled && term.axis >= 0 && begins) index = "(" + index + ")";
      text += is_scaled ? index + " * " + names_.size(term.stride) : index;
    }
    return text.empty() ? "0" : text;
  }

  const std::string& counter(const IndexTerm& term) const { return counters_[static_cast<std::size_t>(term.axis)]; }

  // "x_ij"
  std::string element_name(const Elements& elements) {
    std::string letters;
    for (const IndexTerm& term : elements.index)
      if (term.axis >= 0) letters += counter(term);
    return scope_.fresh(frame_.element_name(elements.tensor) + "_" + (letters.empty() ? "0" : letters));
  }

  // --- stages

  bool has_function(const Node& node) const {
    return node.op.of_tensor && ir::is_float(node.op.working) && ir::calls_vector_function(scalar_expression(node.op));
  }

  // One past the last node of each stage: between two functions, where the fewest values are read later.
  std::vector<std::size_t> stages() const {
    const std::size_t count = kernel_.nodes.size();
    if (!names_.may_block || kernel_.axes.size() != 1) return {count};
    std::vector<std::size_t> last_read(count, 0), crossing(count + 1, 0), ends;
    for (std::size_t n = 0; n < count; ++n)
      for (const Operand& operand : kernel_.nodes[n].operands)
        if (operand.of == Operand::Of::node) last_read[operand.index] = n;
    for (std::size_t n = 0; n < count; ++n)
      for (std::size_t at = n + 1; at <= last_read[n]; ++at) ++crossing[at];
    std::size_t function = count;  // the last one so far
    for (std::size_t n = 0; n < count; ++n) {
      if (!has_function(kernel_.nodes[n])) continue;
      if (function != count) {
        std::size_t best = n;
        for (std::size_t at = n; at > function; --at)
          if (crossing[at] < crossing[best]) best = at;
        ends.push_back(best);
      }
      function = n;
    }
    ends.push_back(count);
    return ends;
  }

  void write_in_blocks(const std::vector<std::size_t>& ends, Emitter& out) {
    find_last_reads(ends);
    const std::string begin = scope_.fresh("begin"), size = scope_.fresh("size"), k = scope_.fresh("k");
    const std::vector<BlockSum> sums = block_sums(begin, k, true, out);
    const std::vector<std::string> parts = block_parts(k);
    std::vector<std::string> bodies;
    for (std::size_t s = 0, n = 0; s < ends.size(); ++s) {
      Emitter body;
      stage_ = s;
      if (s == 0) load(body, 0);
      for (; n < ends[s]; ++n) statement(body, n);
      bodies.push_back(body.text());
    }
    // A stage begins with what it reads of earlier ones, and ends with what later ones read of it.
    std::vector<Emitter> heads(ends.size()), tails(ends.size());
    Emitter arrays;
    for (const Local& local : defined_) {
      std::string array;
      for (std::size_t s = local.load.empty() ? local.stage + 1 : 0; s < ends.size(); ++s) {
        if (!mentions(bodies[s], local.name)) continue;
        if (!local.load.empty()) {
          heads[s]("const $type$ $name$ = $value$;", {{"type", local.type}, {"name", local.name}, {"value", local.load}});
          continue;
        }
        if (array.empty()) {
          array = scope_.fresh(local.name + "_block");
          arrays("$type$ $array$[$block$];", {{"type", local.type}, {"array", array}, {"block", std::to_string(kBlock)}});
          tails[local.stage]("$array$[$k$] = $name$;", {{"array", array}, {"k", k}, {"name", local.name}});
        }
        heads[s]("const $type$ $name$ = $array$[$k$];", {{"type", local.type}, {"name", local.name}, {"array", array}, {"k", k}});
      }
    }
    declare_block_arrays(arrays);
    frame_.backend.open_blocks(out, begin, size, first(0), end(0), kBlock);
    out("$arrays$", {{"arrays", arrays.text()}});
    for (std::size_t s = 0; s < ends.size(); ++s) {
      frame_.backend.open_loop(out, k, "0", size);
      if (mentions(heads[s].text() + bodies[s], counters_[0]))
        out("const std::int64_t $i$ = $begin$ + $k$;", {{"i", counters_[0]}, {"begin", begin}, {"k", k}});
      out("$head$\n$body$\n$tail$", {{"head", heads[s].text()}, {"body", bodies[s]}, {"tail", tails[s].text()}});
      frame_.backend.close_loop(out);
      for (const BlockSum& sum : sums)
        if (stage_of_[sum.node] == s) out("$sum$add($terms$, $size$);", {{"sum", sum.access}, {"terms", sum.terms}, {"size", size}});
    }
    add_to_parts(parts, begin, size, k, out);
    frame_.backend.close_loop(out);
    write_totals(sums, out);
  }

  // The elements of a range, which begins and ends anywhere: rows from the one that has the first on, and of a row what is in it.
  void open_rows(Emitter& out) const {
    std::string inner;
    for (std::size_t axis = 1; axis < names_.extents.size(); ++axis) inner += (axis == 1 ? "" : " * ") + names_.extents[axis];
    out("for (std::int64_t $i$ = $first$ / $divisor$; $i$ * $inner$ < $last$; ++$i$) {",
        {{"i", counters_[0]}, {"first", names_.range->first}, {"divisor", names_.extents.size() > 2 ? "(" + inner + ")" : inner},
         {"inner", inner}, {"last", names_.range->second}});
    out.indent();
  }
  void open_row(Emitter& out, const std::string& row, const std::string& end) const {
    std::string place = counters_[0];
    for (std::size_t axis = 1; axis < names_.extents.size(); ++axis) {
      if (axis > 1) place = "(" + place + " + " + counters_[axis - 1] + ")";
      place += " * " + names_.extents[axis];
    }
    const auto write = [&](std::string_view text) {
      out(text, {{"row", row}, {"place", place}, {"end", end}, {"last", names_.range->second}, {"columns", names_.extents.back()}});
    };
    write("const std::int64_t $row$ = $place$;");
    write("const std::int64_t $end$ = $last$ - $row$ < $columns$ ? $last$ - $row$ : $columns$;");
  }

  // With several axes a block is a part of a row; a block of terms of sums is filled by one row after the other.
  void write_rows_in_blocks(Emitter& out) {
    const std::string begin = scope_.fresh("begin"), size = scope_.fresh("size"), k = scope_.fresh("k"), filled = scope_.fresh("filled");
    const auto write = [&](std::string_view text) {
      out(text, {{"begin", begin}, {"size", size}, {"k", k}, {"filled", filled},
                 {"i", counters_.back()}, {"most", std::to_string(kBlock)}});
    };
    const std::vector<BlockSum> sums = block_sums(begin, filled + " + " + k, false, out);
    const std::vector<std::string> parts = block_parts(k);
    declare_block_arrays(out);
    if (!sums.empty()) write("std::int64_t $filled$ = 0;");
    const int innermost = static_cast<int>(counters_.size()) - 1;
    const std::string row = names_.range ? scope_.fresh("row") : "", end = names_.range ? scope_.fresh("end") : names_.extents.back();
    for (int axis = 0; axis < innermost; ++axis) {
      if (axis == 0 && names_.range)
        open_rows(out);
      else
        open_axis(out, static_cast<std::size_t>(axis));
      load(out, axis);
    }
    if (names_.range) open_row(out, row, end);
    Emitter body, adds;
    element(body);
    for (const BlockSum& sum : sums) adds("$sum$add($terms$, $filled$);", {{"sum", sum.access}, {"terms", sum.terms}, {"filled", filled}});
    out("for (std::int64_t $begin$ = $first$; $begin$ < $end$;) {",
        {{"begin", begin},
         {"first", names_.range ? fmt::format("{0} > {1} ? {0} - {1} : 0", names_.range->first, row) : "0"},
         {"end", end}});
    out.indent();
    const std::string room = std::to_string(kBlock) + (sums.empty() ? "" : " - " + filled);
    out("const std::int64_t $size$ = $end$ - $begin$ < $room$ ? $end$ - $begin$ : $room$;",
        {{"size", size}, {"end", end}, {"begin", begin}, {"room", room}});
    frame_.backend.open_loop(out, k, "0", size);
    if (mentions(body.text(), counters_.back())) write("const std::int64_t $i$ = $begin$ + $k$;");
    out("$body$", {{"body", body.text()}});
    frame_.backend.close_loop(out);
    add_to_parts(parts, begin, size, k, out);
    write("$begin$ += $size$;");
    if (!sums.empty()) {
      write("$filled$ += $size$;\nif ($filled$ == $most$) {");
      out.indent();
      out("$adds$\n$filled$ = 0;", {{"adds", adds.text()}, {"filled", filled}});
      out.dedent();
      out("}");
    }
    for (int axis = 0; axis <= innermost; ++axis) frame_.backend.close_loop(out);
    out("$adds$", {{"adds", adds.text()}});
    write_totals(sums, out);
  }

  // --- parts and sums

  // An array of a block for each part that is added to: what is added. What is assigned goes where it belongs.
  std::vector<std::string> block_parts(const std::string& k) {
    std::vector<std::string> names;
    for (std::size_t p = 0; p < kernel_.parts.size(); ++p) {
      const PartStore& part = kernel_.parts[p];
      names.emplace_back();
      if (part.is_first) {
        targets_[part.node].push_back({names_.parts[p], place(part.to), false});
        continue;
      }
      const std::string wish = value_identifier(kernel_.nodes[part.node].name);
      names.back() = scope_.fresh(wish.empty() ? "part" : wish + "_block");
      targets_[part.node].push_back({names.back(), k});
    }
    return names;
  }

  void add_to_parts(const std::vector<std::string>& parts, const std::string& begin, const std::string& size, const std::string& k,
                    Emitter& out) const {
    for (std::size_t p = 0; p < parts.size(); ++p) {
      if (parts[p].empty()) continue;
      frame_.backend.open_loop(out, k, "0", size);
      out("const std::int64_t $i$ = $begin$ + $k$;", {{"i", counters_.back()}, {"begin", begin}, {"k", k}});
      out("$memory$[$index$] += $part$[$k$];",
          {{"memory", names_.parts[p]}, {"index", place(kernel_.parts[p].to)}, {"part", parts[p]}, {"k", k}});
      frame_.backend.close_loop(out);
    }
  }

  struct BlockSum {
    std::size_t node;
    std::string access, terms;  // of its members; of a block
  };

  // One for each node that is summed. What is stored in one piece is summed where it is.
  std::vector<BlockSum> block_sums(const std::string& begin, const std::string& k, bool in_one_piece, Emitter& out) {
    std::vector<BlockSum> sums;
    for (std::size_t s = 0; s < kernel_.sums.size(); ++s) {
      const Sum& sum = kernel_.sums[s];
      if (std::any_of(sums.begin(), sums.end(), [&](const BlockSum& each) { return each.node == sum.node; })) continue;
      std::string terms;
      if (const Store* store = kernel_.store_of(sum.node); store && in_one_piece) {
        terms = names_.to[static_cast<std::size_t>(store - kernel_.stores.data())] + " + " + begin;
      } else {
        terms = scope_.fresh("term");
        targets_[sum.node].push_back({terms, k});
      }
      if (names_.range) {
        sums.push_back({sum.node, names_.sums[s] + "->", terms});
        continue;
      }
      const std::string name = scope_.fresh("sum");
      sums.push_back({sum.node, name + ".", terms});
      out("$type$ $name$;", {{"type", frame_.backend.block_sum_type(kernel_.nodes[sum.node].op.result)}, {"name", name}});
    }
    return sums;
  }

  void declare_block_arrays(Emitter& out) const {
    for (const auto& [n, targets] : targets_)
      for (const Target& array : targets)
        if (array.is_block) out("$type$ $array$[$block$];", {{"type", frame_.backend.compute_type(kernel_.nodes[n].op.result)},
                                         {"array", array.memory},
                                         {"block", std::to_string(kBlock)}});
  }

  void write_totals(const std::vector<BlockSum>& sums, Emitter& out) const {
    if (names_.range) return;
    std::string count;
    for (const std::string& extent : names_.extents) count += (count.empty() ? "" : " * ") + extent;
    for (std::size_t i = 0; i < kernel_.sums.size(); ++i) {
      const Sum& sum = kernel_.sums[i];
      const auto of = std::find_if(sums.begin(), sums.end(), [&](const BlockSum& each) { return each.node == sum.node; });
      const std::string number = frame_.backend.convert(count, ir::ElementType::i64, kernel_.nodes[sum.node].op.result);
      out("$to$ = $sum$total()$over$;", {{"to", names_.sums[i]}, {"sum", of->access}, {"over", sum.is_mean ? " / " + number : ""}});
    }
  }

  // A node that has no store.
  void put_into_targets(Emitter& out, std::size_t n, const Term& term) {
    std::string text = term.text;
    if (kernel_.nodes[n].is_read || targets_.at(n).size() > 1) {
      name_term(out, n, term);
      text = terms_[n].text;
    }
    fill_targets(out, n, text);
  }
  void fill_targets(Emitter& out, std::size_t n, const std::string& value) const {
    for (const Target& target : targets_.at(n))
      out("$memory$[$index$] = $value$;", {{"memory", target.memory}, {"index", target.index}, {"value", value}});
  }

  // By node: the last stage that reads it.
  void find_last_reads(const std::vector<std::size_t>& ends) {
    stage_of_.clear();
    last_read_.assign(kernel_.nodes.size(), 0);
    for (std::size_t s = 0, n = 0; s < ends.size(); ++s)
      for (; n < ends[s]; ++n) {
        stage_of_.push_back(s);
        for (const Operand& operand : kernel_.nodes[n].operands)
          if (operand.of == Operand::Of::node) last_read_[operand.index] = s;
      }
  }
  bool is_read_later(std::size_t n) const { return !last_read_.empty() && last_read_[n] > stage_of_[n]; }

  // --- loads

  void load(Emitter& out, int level) {
    for (std::size_t l = 0; l < kernel_.loads.size(); ++l) {
      const Load& load = kernel_.loads[l];
      if (load.level() != level || !load.kept) continue;
      const std::string value = memory_element(l);
      locals_[l] = element_name(load.from);
      if (last_read_.empty() || is_written(load.from))
        define(out, load.from.element, locals_[l], value);
      else  // each stage that reads it loads it
        defined_.push_back({frame_.backend.compute_type(load.from.element), locals_[l], 0, value});
    }
  }

  bool is_written(const Elements& elements) const {
    return elements.memory != kForeign && std::any_of(kernel_.stores.begin(), kernel_.stores.end(), [&](const Store& store) {
             return store.to.memory == elements.memory;
           });
  }

  std::string memory_element(std::size_t l) const {
    const Elements& from = kernel_.loads[l].from;
    return frame_.backend.load(fmt::format("{}[{}]", names_.from[l], places_[l]), from.element);
  }

  // --- statements

  Term operand(const Operand& operand) {
    switch (operand.of) {
      case Operand::Of::node:
        return terms_[operand.index];
      case Operand::Of::number:
        return names_.numbers[operand.index];
      case Operand::Of::load:
        break;
    }
    const std::string& local = locals_[operand.index];
    return {local.empty() ? memory_element(operand.index) : local, Binding::atom};
  }

  void statement(Emitter& out, std::size_t n) {
    const Node& node = kernel_.nodes[n];
    std::vector<Term> operands;
    for (const Operand& each : node.operands) operands.push_back(operand(each));
    const Term term = formula(node.op, operands, frame_.backend);
    if (const Store* to = kernel_.store_of(n))
      store(out, n, *to, term);
    else if (targets_.contains(n))
      put_into_targets(out, n, term);
    else
      local(out, n, term);
  }

  // A conversion that changes nothing is no statement either.
  static bool is_inlined(const Node& node, const Term& term) {
    if (is_word(term.text)) return true;
    return node.is_read && node.mentions == 1 && node.name.empty() && term.text.size() <= kLongestPart;
  }

  void local(Emitter& out, std::size_t n, const Term& term) {
    const Node& node = kernel_.nodes[n];
    terms_[n] = term;
    if (!is_inlined(node, term) || (!is_word(term.text) && is_read_later(n))) name_term(out, n, term);
  }

  void name_term(Emitter& out, std::size_t n, const Term& term) {
    const std::string wish = value_identifier(kernel_.nodes[n].name);
    terms_[n] = {wish.empty() ? scope_.numbered("t") : scope_.fresh(wish), Binding::atom};
    define(out, kernel_.nodes[n].op.result, terms_[n].text, term.text);
  }

  void store(Emitter& out, std::size_t n, const Store& store, const Term& term) {
    const ir::ElementType element = store.to.element;
    std::string text = term.text;
    const bool has_targets = targets_.contains(n);
    if (kernel_.nodes[n].is_read || has_targets) {
      text = element_name(store.to);
      terms_[n] = {text, Binding::atom};
      define(out, element, text, term.text);
    }
    if (has_targets) fill_targets(out, n, text);
    out("$memory$[$index$] = $value$;", {{"memory", names_.to[static_cast<std::size_t>(&store - kernel_.stores.data())]},
                                         {"index", place(store.to)},
                                         {"value", frame_.backend.store(text, element)}});
  }

  void define(Emitter& out, ir::ElementType element, const std::string& name, const std::string& value) {
    out("const $type$ $name$ = $value$;",
        {{"type", frame_.backend.compute_type(element)}, {"name", name}, {"value", value}});
    defined_.push_back({frame_.backend.compute_type(element), name, stage_, ""});
  }

  // A variable of an element, and the stage that defines it.
  struct Local {
    std::string type, name;
    std::size_t stage;
    std::string load;  // from memory that is not written; empty for any other
  };

  const Frame& frame_;
  const Kernel& kernel_;
  const KernelNames& names_;
  Names& scope_;
  std::size_t stage_ = 0;               // that is being written
  std::vector<std::size_t> stage_of_;   // by node; empty where there is one stage
  std::vector<std::size_t> last_read_;  // by node
  // Memory that a node's value goes to: an array of a block, or a tensor, and where in it.
  struct Target {
    std::string memory, index;
    bool is_block = true;
  };
  std::map<std::size_t, std::vector<Target>> targets_;  // by node
  std::vector<Local> defined_;
  std::vector<std::string> counters_;  // by axis
  std::string element_;                // of all; where a thread of a device computes one after another
  std::vector<std::string> places_;    // by load: its index
  std::vector<std::string> locals_;    // by load: its variable, where it is kept
  std::vector<Term> terms_;            // by node
};

}  // namespace

void write_loop_nest(const Frame& frame, const Kernel& kernel, const KernelNames& names, Names& scope, Emitter& out) {
  LoopNest(frame, kernel, names, scope).write(out);
}

}  // namespace codegen
