#include "codegen/report/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "codegen/analysis/symbols.h"

namespace codegen {

Spot spot_in(const ir::Module& module, ir::LocId loc, const std::string& source) {
  Spot spot{place_name(module, loc), 0};
  const ir::Location* location = module.location(loc);
  if (location && spot.place == fmt::format("{}:{}", source, location->line)) spot.line = location->line;
  return spot;
}

Words::Words(const ir::Module& module, const Planned& planned, const Signature& signature, std::string source)
    : module_(module), planned_(planned), extents_(module, planned.function, signature.arguments), source_(std::move(source)) {
  extents_.integer = [this](ir::ValueId integer) { return value(integer); };
  for (ir::ValueId entered : planned.plan.entered) {
    const ir::Value& v = planned.function[entered];
    const bool is_argument = !v.op.valid() && v.block == planned.function.body;
    const std::string name = is_argument ? signature.arguments[static_cast<std::size_t>(v.index)].expression : value(entered);
    extents_.name(entry_symbol(planned.function, entered), v.type.is_tensor() ? name : name + ".size()");
  }
}

std::string Words::text(const ir::Extent& extent) {
  std::set<std::string> symbols;
  extent.collect_symbols(symbols);
  for (const std::string& symbol : symbols)
    if (!extents_.knows(symbol)) extents_.name(symbol, symbol.substr(std::min(symbol.find_first_not_of("%#@"), symbol.size())));
  return extents_.words(extent);
}

std::string Words::type(const ir::Type& type) {
  std::vector<std::string> axes;
  for (const ir::Extent& extent : type.extents) axes.push_back(type.is_tensor() ? text(extent) : "?");
  const std::string element(ir::name(type.element));
  const std::string one = axes.empty() ? element : fmt::format("{}[{}]", element, fmt::join(axes, ", "));
  return type.is_tensor() ? one : fmt::format("sequence of {}", one);
}

std::string Words::value(ir::ValueId value) const {
  const std::string& name = planned_.function[value].name;
  return name.empty() ? fmt::format("%{}", value.index) : name;
}

Spot Words::spot(ir::LocId loc) const { return spot_in(module_, loc, source_); }

}  // namespace codegen
