#include "tool/lower/region.h"

#include <algorithm>

#include "ir/kind.h"
#include "ir/op.h"

namespace tool {
namespace {

// Those of loops are passed on as they are.
bool is_of_integers(const ir::Extent& extent) {
  std::set<std::string> symbols;
  extent.collect_symbols(symbols);
  return std::any_of(symbols.begin(), symbols.end(), [](const std::string& symbol) { return symbol.starts_with('%'); });
}

}  // namespace

std::vector<ir::ValueId> Regions::open(const std::vector<ir::Type>& parameters, const std::vector<std::string>& names) {
  note_ops();
  const ir::BlockId block = builder_.block(parameters, names);
  open_.push_back({{block, {}, {}, {}}, builder_.insert_into(block)});
  return function_[block].parameters;
}

Region Regions::close() {
  note_ops();
  builder_.insert_into(open_.back().outside);
  Region closed = std::move(open_.back().region);
  open_.pop_back();
  return closed;
}

void Regions::resume(Region region) {
  note_ops();
  const ir::BlockId outside = builder_.insert_into(region.block);
  open_.push_back({std::move(region), outside});
}

// What was appended since stands in the block that ops went into.
void Regions::note_ops() { home_.resize(function_.ops.size(), builder_.insertion()); }

ir::BlockId Regions::home_of(ir::ValueId value) {
  note_ops();
  const ir::Value& known = function_[value];
  return known.op.valid() ? home_[known.op.at()] : known.block;
}

bool Regions::sees(ir::ValueId value) {
  const ir::BlockId home = home_of(value);
  return home == function_.body ||
         std::any_of(open_.begin(), open_.end(), [&](const Open& one) { return one.region.block == home; });
}

ir::ValueId Regions::outside(ir::ValueId parameter) const {
  for (const Open& one : open_)
    for (std::size_t i = 0; i < one.region.inner.size(); ++i)
      if (one.region.inner[i] == parameter) return one.region.outer[i];
  return {};
}

ir::ValueId Regions::use(ir::ValueId value) {
  if (!value.valid() || open_.empty()) return value;
  const ir::BlockId home = home_of(value);
  std::size_t level = open_.size();
  while (level > 0 && open_[level - 1].region.block != home) --level;
  if (level == open_.size()) return value;
  GRADC_CHECK(level > 0 || home == function_.body);
  std::map<ir::ValueId, ir::ValueId>& made = open_.back().region.made;
  if (const auto found = made.find(value); found != made.end()) return found->second;
  if (const ir::OpId id = function_[value].op; id.valid() && function_[id].operands.empty() && function_[id].blocks.empty() && !function_[id].callee.valid()) {
    const ir::Op again = function_[id];
    return made[value] = builder_.append(again.kind, {}, again.attributes, function_[value].name);
  }
  const ir::ElementType element = function_[value].type.element;
  const bool is_whole = element == ir::ElementType::i64;
  if (const auto extent = builder_.extent_of(value); extent && (is_of_integers(*extent) ? level == 0 && is_whole : true)) {
    const ir::ValueId again = builder_.extent_value(*extent);
    return made[value] = is_whole ? again : builder_.append(ir::Kind::Astype, {again}, {{"to", element}});
  }
  for (; level < open_.size(); ++level) {
    Region& region = open_[level].region;
    const auto known = std::find(region.outer.begin(), region.outer.end(), value);
    if (known != region.outer.end()) {
      value = region.inner[static_cast<std::size_t>(known - region.outer.begin())];
      continue;
    }
    const ir::Value outside = function_[value];
    const ir::ValueId inside{static_cast<std::int32_t>(function_.values.size())};
    std::vector<ir::ValueId>& parameters = function_[region.block].parameters;
    function_.values.push_back({outside.type, outside.name, {}, region.block, static_cast<int>(parameters.size())});
    parameters.push_back(inside);
    region.outer.push_back(value);
    region.inner.push_back(inside);
    value = inside;
  }
  return value;
}

std::vector<ir::ValueId> Regions::use(const std::vector<ir::ValueId>& values) {
  std::vector<ir::ValueId> now;
  for (ir::ValueId value : values) now.push_back(use(value));
  return now;
}

void set_parameters(ir::Function& function, ir::BlockId block, const std::vector<ir::ValueId>& parameters) {
  function[block].parameters = parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) function[parameters[i]].index = static_cast<int>(i);
}

std::vector<ir::ValueId> share_captures(ir::Function& function, std::vector<Region*> regions) {
  std::vector<ir::ValueId> all;
  for (const Region* region : regions)
    for (ir::ValueId outer : region->outer)
      if (std::find(all.begin(), all.end(), outer) == all.end()) all.push_back(outer);
  for (Region* region : regions) {
    std::vector<ir::ValueId> parameters;
    for (ir::ValueId parameter : function[region->block].parameters)
      if (std::find(region->inner.begin(), region->inner.end(), parameter) == region->inner.end())
        parameters.push_back(parameter);
    for (ir::ValueId outer : all) {
      const auto known = std::find(region->outer.begin(), region->outer.end(), outer);
      if (known != region->outer.end()) {
        parameters.push_back(region->inner[static_cast<std::size_t>(known - region->outer.begin())]);
        continue;
      }
      parameters.push_back({static_cast<std::int32_t>(function.values.size())});
      ir::Value unread = function[outer];
      unread.op = {};
      unread.block = region->block;
      function.values.push_back(std::move(unread));
    }
    set_parameters(function, region->block, parameters);
  }
  return all;
}

}  // namespace tool
