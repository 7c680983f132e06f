#include "codegen/analysis/ranges.h"

#include <set>

namespace codegen {
namespace {

// How much a formula grows with each step of a symbol, where that is the same for all.
std::optional<ir::Extent> slope(const ir::Extent& extent, const std::string& symbol) {
  const ir::Extent at_zero = extent.substitute({{symbol, ir::Extent(0)}});
  const ir::Extent step = extent.substitute({{symbol, ir::Extent(1)}}) - at_zero;
  if (mentions_symbol(step, symbol) || !(at_zero + step * ir::Extent::symbol(symbol) == extent)) return std::nullopt;
  return step;
}

// In a loop that runs there is a trip at least.
bool is_not_negative(const ir::Extent& step, const ir::Extent& trips) { return step.never_negative() || step == trips; }

std::optional<ir::Extent> at_end(const ir::Extent& extent, const std::string& symbol, const ir::Extent& trips,
                                 bool greatest) {
  const auto step = slope(extent, symbol);
  if (!step) return std::nullopt;
  const bool rises = is_not_negative(*step, trips);
  if (!rises && !is_not_negative(ir::Extent(0) - *step, trips)) return std::nullopt;
  return extent.substitute({{symbol, rises != greatest ? ir::Extent(0) : trips - 1}});
}

}  // namespace

bool mentions_symbol(const ir::Extent& extent, const std::string& symbol) {
  std::set<std::string> symbols;
  extent.collect_symbols(symbols);
  return symbols.contains(symbol);
}

bool replace_counter(Range& range, const std::string& counter, const std::optional<ir::Extent>& trips) {
  if (!mentions_symbol(range.low, counter) && !mentions_symbol(range.high, counter)) return true;
  if (!trips) return false;
  const auto low = at_end(range.low, counter, *trips, false);
  const auto high = at_end(range.high, counter, *trips, true);
  if (!low || !high) return false;
  range = {*low, *high};
  return true;
}

std::optional<Range> ends_of_trips(const ir::Extent& extent, const std::string& counter, const ir::Extent& trips) {
  if (!slope(extent, counter)) return std::nullopt;
  return Range{extent.substitute({{counter, ir::Extent(0)}}), extent.substitute({{counter, trips - 1}})};
}

bool is_within(const Range& range, const ir::Extent& extent) {
  return range.low.never_negative() && (extent - 1 - range.high).never_negative();
}

bool is_within(const ir::Part& part) {
  return part.begin.never_negative() && (part.end - part.begin).never_negative() && (part.extent - part.end).never_negative();
}

}  // namespace codegen
