#include "tool/lower/calls/reached.h"

#include <fmt/format.h>

#include <algorithm>

namespace tool {
namespace {

// From then on what a function was made for differs only in what differs between those.
constexpr std::size_t kMostVersions = 4;

}  // namespace

bool written_through(clang::QualType type) {
  if (type->isReferenceType() || type->isPointerType()) return !type->getPointeeType().isConstQualified();
  return false;
}

void Reached::add(Cell& object, bool by_alias) {
  Cell& at = resolved(object);
  if (const auto before = order_.find(&at); before != order_.end()) {
    overlaps |= !by_alias;
    key += fmt::format("={}", before->second);
    return;
  }
  order_.emplace(&at, order_.size());
  objects.push_back(&at);
  mirrored[&at] = nullptr;
  overlaps |= at.projection != nullptr;
  if (!at.type || at.is_leaf()) {
    leaves.push_back(&at);
    key += at.type ? at.type->name : "?";
    return;
  }
  key += fmt::format("{{{}", static_cast<const void*>(at.type));  // one for each lambda and function
  for (Cell& member : at.members) add(member, member.alias != nullptr);
  key += "}";
  if (!at.target) return;
  key += fmt::format(">{}:", at.depth);
  add(*at.target);
}

// What the function may write through a parameter: the object itself where it is passed to be written, and all that
// references, views, pointers and iterators in it lead to, however it is passed.
void Reached::mark_writable(Cell& object, bool is_writable) {
  Cell& at = resolved(object);
  is_writable |= object.alias != nullptr;
  if (!marked.emplace(&at, is_writable).second) return;
  if (!at.type || at.is_leaf()) {
    if (is_writable) writable.insert(&at);
    return;
  }
  for (Cell& member : at.members) mark_writable(member, is_writable);
  if (at.target) mark_writable(*at.target, true);
}

// Extents that are no numbers, or that `open` has, are symbols, one for those that are equal here.
std::string Reached::describe_recursive(ir::Builder& builder, const Axes& open) {
  std::string text;
  std::vector<ir::Extent> seen;
  types.clear();
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const Cell& leaf = *leaves[i];
    const bool ready = leaf.state == Cell::State::ready;
    ir::Type type = ready ? builder.facts().resolve(builder.type(leaf.value)) : ir::scalar(leaf.type->element);
    text += fmt::format(";{}", type.rank());
    for (std::size_t axis = 0; axis < type.extents.size() && type.is_tensor(); ++axis) {
      ir::Extent& extent = type.extents[axis];
      if (!extent.constant() || open.count({i, axis}) != 0) {
        const auto same = std::find_if(seen.begin(), seen.end(), [&](const ir::Extent& other) { return builder.facts().equal(other, extent); });
        const auto number = std::distance(seen.begin(), same);
        if (same == seen.end()) seen.push_back(extent);
        extent = ir::Extent::symbol(fmt::format("#{}", number));
      }
      text += fmt::format(",{}", extent.text());
    }
    types.push_back(std::move(type));
  }
  known.assign(leaves.size(), std::nullopt);
  unset.assign(leaves.size(), false);
  return text;
}

std::string Reached::recursive_version(ir::Builder& builder, const Versions& versions) {
  const std::string exact = describe_recursive(builder, {});
  if (versions.size() < kMostVersions || versions.count(exact) != 0) return exact;
  Axes open;
  for (const auto& [other, made] : versions)
    for (std::size_t i = 0; i < types.size(); ++i) {
      const ir::Shape &mine = types[i].extents, &theirs = made.types[i].extents;
      for (std::size_t axis = 0; axis < mine.size() && axis < theirs.size(); ++axis)
        if (mine[axis].constant() != theirs[axis].constant()) open.emplace(i, axis);
    }
  return describe_recursive(builder, open);
}

// Symbols that stand alone as an extent of some leaf have numbers; extents made of those are what they are outside, others
// symbols of their own. `unknown`: leaves that are not to be known as integers.
std::string Reached::describe(ir::Builder& builder, const Axes& open, const std::set<std::size_t>& unknown) {
  types.clear();
  unset.clear();
  std::map<std::string, ir::Extent> alone;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const Cell& leaf = *leaves[i];
    unset.push_back(leaf.state != Cell::State::ready);
    types.push_back(unset.back() ? ir::scalar(leaf.type->element) : builder.facts().resolve(builder.type(leaf.value)));
    for (std::size_t axis = 0; axis < types[i].extents.size() && types[i].is_tensor(); ++axis)
      if (const auto symbol = types[i].extents[axis].as_symbol(); symbol && open.count({i, axis}) == 0)
        alone.emplace(*symbol, ir::Extent::symbol(fmt::format("#{}", alone.size())));
  }
  const auto inside = [&](const ir::Extent& extent) -> std::optional<ir::Extent> {
    std::set<std::string> needed;
    extent.collect_symbols(needed);
    const bool all = std::all_of(needed.begin(), needed.end(), [&](const std::string& symbol) { return alone.count(symbol) != 0; });
    return all ? std::optional(extent.substitute(alone)) : std::nullopt;
  };
  std::string text;
  std::vector<ir::Extent> seen;
  known.assign(leaves.size(), std::nullopt);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    ir::Type& type = types[i];
    text += fmt::format(";{}{}", unset[i] ? "-" : "", type.rank());
    for (std::size_t axis = 0; axis < type.extents.size() && type.is_tensor(); ++axis) {
      ir::Extent& extent = type.extents[axis];
      const bool is_open = open.count({i, axis}) != 0;
      if (const auto now = is_open ? std::nullopt : inside(extent)) {
        extent = *now;
      } else {
        const auto same = std::find_if(seen.begin(), seen.end(), [&](const ir::Extent& other) { return builder.facts().equal(other, extent); });
        const auto number = std::distance(seen.begin(), same);
        if (same == seen.end()) seen.push_back(extent);
        extent = ir::Extent::symbol(fmt::format("?{}", number));
      }
      text += fmt::format(",{}", extent.text());
    }
    if (unset[i] || !type.is_scalar() || !(is_integer(type.element) || type.element == ir::ElementType::boolean)) continue;
    const auto number = ir::known_integer(builder.function(), leaves[i]->value);
    const auto extent = number ? std::nullopt : builder.extent_of(leaves[i]->value);
    if (number && unknown.count(i) == 0)
      known[i] = ir::Extent(*number);
    else if (extent && type.element == ir::ElementType::i64 && unknown.count(i) == 0)
      known[i] = inside(*extent);
    // Extents inside may depend on an integer that is an extent outside, and only then.
    text += known[i] ? fmt::format("={}", known[i]->text()) : number || extent ? "e" : "v";
  }
  return text;
}

std::string Reached::version(ir::Builder& builder, const Versions& versions) {
  const std::string exact = describe(builder, {}, {});
  if (versions.size() < kMostVersions || versions.count(exact) != 0) return exact;
  Axes open;
  std::set<std::size_t> unknown;
  for (const auto& [other, made] : versions)
    for (std::size_t i = 0; i < types.size(); ++i) {
      const ir::Shape &mine = types[i].extents, &theirs = made.types[i].extents;
      for (std::size_t axis = 0; axis < mine.size() && axis < theirs.size(); ++axis)
        if (!(mine[axis] == theirs[axis])) open.emplace(i, axis);
      const auto &knows = known[i], &knew = made.known[i];
      if (knows.has_value() != knew.has_value() || (knows && !(*knows == *knew))) unknown.insert(i);
    }
  return describe(builder, open, unknown);
}

}  // namespace tool
