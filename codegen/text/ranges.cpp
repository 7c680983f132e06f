#include "codegen/text/ranges.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/plan/schedule.h"
#include "ir/builder.h"

namespace codegen {
namespace {

// The least and the greatest value of a formula, while a counter is replaced by its ends.
struct Range {
  ir::Extent low, high;
};

bool mentions_symbol(const ir::Extent& extent, const std::string& symbol) {
  std::set<std::string> symbols;
  extent.collect_symbols(symbols);
  return symbols.contains(symbol);
}

// How much a formula grows with each step of a symbol, where that is a number.
std::optional<std::int64_t> slope(const ir::Extent& extent, const std::string& symbol) {
  const ir::Extent at_zero = extent.substitute({{symbol, ir::Extent(0)}});
  const auto step = (extent.substitute({{symbol, ir::Extent(1)}}) - at_zero).constant();
  if (!step || !(at_zero + ir::Extent(*step) * ir::Extent::symbol(symbol) == extent)) return std::nullopt;
  return step;
}

std::optional<ir::Extent> at_end(const ir::Extent& extent, const std::string& symbol, const ir::Extent& trips,
                                 bool greatest) {
  const auto step = slope(extent, symbol);
  if (!step) return std::nullopt;
  const bool first = (*step > 0) != greatest;
  return extent.substitute({{symbol, first ? ir::Extent(0) : trips - 1}});
}

bool replace(Range& range, const OpenLoop& loop) {
  if (!mentions_symbol(range.low, loop.symbol) && !mentions_symbol(range.high, loop.symbol)) return true;
  if (!loop.trips) return false;
  const auto low = at_end(range.low, loop.symbol, *loop.trips, false);
  const auto high = at_end(range.high, loop.symbol, *loop.trips, true);
  if (!low || !high) return false;
  range = {*low, *high};
  return true;
}

bool is_proved(const Frame& frame, const ir::Extent& index, const ir::Extent& extent) {
  Range range{index, index};
  for (auto loop = frame.loops.rbegin(); loop != frame.loops.rend(); ++loop)
    if (!replace(range, *loop)) return false;
  return range.low.never_negative() && (extent - 1 - range.high).never_negative();
}

// Whether all symbols but the counter's are known before the loop.
bool is_known_outside(const Frame& frame, const ir::Extent& extent, const OpenLoop& loop) {
  std::set<std::string> symbols;
  extent.collect_symbols(symbols);
  return std::all_of(symbols.begin(), symbols.end(), [&](const std::string& symbol) {
    return symbol == loop.symbol || !frame.bound_inside(symbol, loop.body);
  });
}

// Before the innermost loop, whose every trip does the access, unless a trip may print or assert before.
bool check_before_loop(Frame& frame, const IndexCheck& check, const ir::Extent& index, ir::BlockId block,
                       const std::string& where) {
  if (frame.loops.empty() || frame.loops.back().body != block || !frame.loops.back().trips) return false;
  OpenLoop& loop = frame.loops.back();
  if (acts_within(frame.function, block)) return false;
  Range range{index, index};
  if (!is_known_outside(frame, index, loop) || !is_known_outside(frame, check.extent, loop) || !replace(range, loop) ||
      mentions_symbol(check.extent, loop.symbol))
    return false;
  if (!frame.check_once(fmt::format("{} < {}", index.text(), check.extent.text()))) return true;
  const Sizes::Outside outside(frame.extents.sizes());
  const std::string first = frame.extents.text(range.low), last = frame.extents.text(range.high),
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

}  // namespace

ir::Extent formula_of(Frame& frame, ir::ValueId integer) {
  const ir::ValueId root = frame.root(integer);
  if (const auto& known = frame.plan.formulas[root.at()]) return *known;
  if (const auto extent = ir::extent_of(frame.function, root)) {
    const auto& home = frame.plan.home[root.at()];
    if (home == Home::literal || home == Home::integer) return *extent;
  }
  const bool counter = std::any_of(frame.loops.begin(), frame.loops.end(),
                                   [&](const OpenLoop& loop) { return loop.counter == root; });
  return ir::Extent::symbol(symbol_of(frame.function, root, counter));
}

void check_index(Frame& frame, const IndexCheck& check, ir::BlockId block, Emitter& out) {
  const ir::Extent index = formula_of(frame, check.index);
  if (is_proved(frame, index, check.extent)) return;
  const std::string place = place_name(frame.module, check.loc);
  const std::string where = place.empty() ? "" : fmt::format(", \"{}\"", place);
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

}  // namespace codegen
