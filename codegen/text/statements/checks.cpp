#include "codegen/text/statements/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "codegen/analysis/ranges.h"
#include "codegen/interface/location.h"

namespace codegen {
namespace {

template <class F>
bool is_known(const ir::Extent& extent, F knows) {
  std::set<std::string> symbols;
  extent.collect_symbols(symbols);
  return std::all_of(symbols.begin(), symbols.end(), knows);
}

std::string origin(const Frame& frame, std::size_t argument, std::size_t axis) {
  for (const auto& origin : frame.function.extent_origins)
    if (origin.argument == static_cast<int>(argument) && origin.axis == static_cast<int>(axis))
      return place_name(frame.module, origin.loc);
  return {};
}

void check_axis(const Frame& frame, std::size_t argument, std::size_t axis, Emitter& out) {
  const Place& place = frame.signature.arguments[argument];
  const ir::Extent& extent = frame.function[frame.function.arguments()[argument]].type.extents[axis];
  if (is_static_axis(place, axis) || place.form == CppValue::Form::pointer || place.counted) return;
  // Leaves of the elements of one vector have one size.
  const auto& before = frame.signature.arguments;
  const auto is_known = [&](const Place& other) { return other.stacked && other.expression == place.expression; };
  if (place.stacked && axis == 0 && std::any_of(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(argument), is_known)) return;
  const std::string number = fmt::to_string(axis_as_written(place, axis)), where = comma_where(origin(frame, argument, axis));
  if (auto symbol = extent.as_symbol()) {
    const Extents::Binding& b = *frame.extents.binding(*symbol);
    if (b.argument == argument && b.axis == static_cast<int>(axis)) return;
    if (b.axis >= 0) {
      out("gradc::require_extent($tensor$, $axis$, $extent$, $other$, $k$, $bound$$where$);",
          {{"tensor", quoted(part_name(place.expression))},
           {"axis", number},
           {"extent", extent_at(place, axis)},
           {"other", quoted(part_name(frame.signature.arguments[b.argument].expression))},
           {"k", fmt::to_string(axis_as_written(frame.signature.arguments[b.argument], static_cast<std::size_t>(b.axis)))},
           {"bound", b.name},
           {"where", where}});
      return;
    }
  }
  const std::string words = extent.constant() ? "nullptr" : frame.extents.what(extent);
  out("gradc::require_extent($tensor$, $axis$, $extent$, $value$$what$$where$);",
      {{"tensor", quoted(part_name(place.expression))},
       {"axis", number},
       {"extent", extent_at(place, axis)},
       {"value", frame.extents.text(extent)},
       {"what", extent.constant() && where.empty() ? "" : ", " + words},
       {"where", where}});
}

void check_requirement(const Frame& frame, const ir::Requirement& requirement, Emitter& out) {
  const std::string where = comma_where(place_name(frame.module, requirement.loc));
  for (const auto& [mine, other] :
       {std::pair{requirement.left, requirement.right}, std::pair{requirement.right, requirement.left}}) {
    const auto symbol = mine.as_symbol();
    if (!symbol || frame.extents.binding(*symbol)->axis < 0) continue;
    const Extents::Binding& b = *frame.extents.binding(*symbol);
    out("gradc::require_extent($tensor$, $axis$, $name$, $value$, $what$$where$);",
        {{"tensor", quoted(part_name(frame.signature.arguments[b.argument].expression))},
         {"axis", fmt::to_string(axis_as_written(frame.signature.arguments[b.argument], static_cast<std::size_t>(b.axis)))},
         {"name", b.name},
         {"value", frame.extents.text(other)},
         {"what", frame.extents.what(other)},
         {"where", where}});
    return;
  }
  out("gradc::require_equal_sizes($left_words$, $left$, $right_words$, $right$$where$);",
      {{"left_words", quoted(frame.extents.words(requirement.left))},
       {"left", frame.extents.text(requirement.left)},
       {"right_words", quoted(frame.extents.words(requirement.right))},
       {"right", frame.extents.text(requirement.right)},
       {"where", where}});
}

// Never negative by itself, by what has been checked, or as what is made of such.
bool is_sure(const Frame& frame, const ir::Extent& extent) {
  if (extent.never_negative() || frame.is_checked(fmt::format("{} >= 0", extent.text()))) return true;
  const auto& product = frame.extents.sizes().product(extent);
  if (!product || product->coefficient < 0) return false;
  return std::all_of(product->factors.begin(), product->factors.end(), [&](const ir::Extent& factor) {
    if (factor == extent) {
      const ir::Extent::Atom& atom = extent.terms()[0].atoms[0];
      return extent.terms().size() == 1 && atom.kind == ir::Extent::Atom::Kind::floor_divide && is_sure(frame, atom.operands[0]) &&
             is_sure(frame, atom.operands[1]);
    }
    return is_sure(frame, factor);
  });
}

// The adjoint of a part is a part too: where the value itself is never made, that is where it is missed.
bool check_parts(Frame& frame, const ir::Op& op, const std::string& where, Emitter& out) {
  const auto hook = ir::definition(op.kind).parts;
  const std::vector<ir::Part> parts = hook ? hook({frame.function, op}) : std::vector<ir::Part>{};
  for (std::size_t axis = 0; axis < parts.size(); ++axis) {
    const auto& [begin, end, extent] = parts[axis];
    if (is_within(parts[axis])) continue;
    if (!frame.check_once(fmt::format("[{}, {}) of {}", begin.text(), end.text(), extent.text()))) continue;
    // Of elements that the source has one by one, it is their indices that may be missing.
    const ir::Attribute* const elements = op.attributes.find("elements_of");
    out(elements ? "gradc::check_indices($op$, $axis$, $begin$, $last$, $count$, $extent$$where$);"
                 : "gradc::require_part($op$, $axis$, $begin$, $end$, $extent$$where$);",
        {{"op", quoted(elements ? std::get<std::string>(*elements) : called(frame.module, op))},
         {"last", frame.extents.text(end - 1)},
         {"count", frame.extents.text(end - begin)},
         {"axis", fmt::to_string(axis)},
         {"begin", frame.extents.text(begin)},
         {"end", frame.extents.text(end)},
         {"extent", frame.extents.text(extent)},
         {"where", comma_where(where)}});
    frame.check_once(fmt::format("{} >= 0", (end - begin).text()));  // what is as long needs no check of that
  }
  return !parts.empty();
}

}  // namespace

void check_results(Frame& frame, const ir::Op& op, Emitter& out) {
  // What an arm or a trip would make is checked there, what a sequence holds is there, and a derivative has the extents of
  // what it is one of, at a place of the source.
  const ir::Trait trait = ir::definition(op.kind).info.trait;
  const std::string where = place_name(frame.module, op.loc);
  if (check_parts(frame, op, where, out)) return;
  if (trait == ir::Trait::control || trait == ir::Trait::sequence || op.derived || where.empty()) return;
  for (ir::ValueId result : op.results) {
    const ir::Type& type = frame.function[result].type;
    if (is_undefined(frame.function, result)) continue;
    for (std::size_t axis = 0; type.is_tensor() && axis < type.extents.size(); ++axis) {
      const ir::Extent& extent = type.extents[axis];
      if (is_sure(frame, extent) || !is_known(extent, [&](const std::string& symbol) { return frame.extents.knows(symbol); })) continue;
      if (!frame.check_once(fmt::format("{} >= 0", extent.text()))) continue;
      out("gradc::require_not_negative($op$, $axis$, $extent$, $words$$where$);",
          {{"op", quoted(called(frame.module, op))},
           {"axis", fmt::to_string(axis)},
           {"extent", frame.extents.text(extent)},
           {"words", frame.extents.what(extent)},
           {"where", comma_where(where)}});
    }
  }
}

void check_arguments(Frame& frame, Emitter& out) {
  // What is sure to be made, before there is memory for it, and before sums of extents, which don't overflow then.
  for (ir::OpId id : frame.function[frame.function.body].ops) {
    const ir::Op& op = frame.function[id];
    const auto is_bound = [&](const ir::Extent& extent) {
      return is_known(extent, [&](const std::string& symbol) { return frame.extents.binding(symbol) != nullptr; });
    };
    const auto parts = ir::definition(op.kind).parts;
    bool bound = !parts || [&] {
      const std::vector<ir::Part> all = parts({frame.function, op});
      return std::all_of(all.begin(), all.end(), [&](const ir::Part& part) {
        return is_bound(part.begin) && is_bound(part.end) && is_bound(part.extent);
      });
    }();
    for (ir::ValueId result : op.results) {
      const ir::Shape& extents = frame.function[result].type.extents;
      bound = bound && std::all_of(extents.begin(), extents.end(), is_bound);
    }
    if (bound) check_results(frame, op, out);
  }
  const std::vector<ir::ValueId>& arguments = frame.function.arguments();
  for (std::size_t a = frame.signature.trusted; a < arguments.size(); ++a)
    for (std::size_t axis = 0; frame.type(arguments[a]).is_tensor() && axis < frame.type(arguments[a]).extents.size(); ++axis)
      check_axis(frame, a, axis, out);
  for (const ir::Requirement& requirement : frame.function.requirements) check_requirement(frame, requirement, out);
}

}  // namespace codegen
