#include "ir/passes/simplify/rewriter.h"

#include <algorithm>

#include "ir/op.h"

namespace ir {
namespace {

Function header_of(const Function& from) {
  Function to = new_function(from.name);
  to.requirements = from.requirements;
  to.vjp = from.vjp;
  to.jvp = from.jvp;
  to.foreign = from.foreign;
  return to;
}

}  // namespace

Rewriter::Rewriter(Module& module, const Function& from, Diagnostics& diagnostics)
    : from_(from), to_(header_of(from)), builder_(module, to_, diagnostics), map_(from.values.size()) {}

Function Rewriter::run() {
  std::vector<int> place;  // of each argument
  for (ValueId argument : from_.arguments()) {
    place.push_back(takes(argument) ? static_cast<int>(to_.arguments().size()) : -1);
    if (place.back() >= 0) map_[argument.at()] = builder_.argument(from_[argument].type, from_[argument].name);
  }
  for (Function::ExtentOrigin origin : from_.extent_origins) {
    origin.argument = place[static_cast<std::size_t>(origin.argument)];
    if (origin.argument >= 0) to_.extent_origins.push_back(origin);
  }
  begun();
  visit_all(from_[from_.body]);
  builder_.set_results(given());
  for (const NamedValue& one : from_.named)
    if (now(one.value).valid()) to_.named.push_back({one.name, now(one.value)});
  return std::move(to_);
}

void Rewriter::visit_all(const Block& block) {
  for (OpId id : block.ops) visit(id);
}

BlockId Rewriter::block(BlockId id) { return block(id, from_[id].parameters, from_[id].results); }

BlockId Rewriter::block(BlockId id, const std::vector<ValueId>& parameters, const std::vector<ValueId>& results,
                        const std::vector<ValueId>& passed, const std::vector<ValueId>& more, std::size_t at) {
  Types types;
  std::vector<std::string> names;
  for (ValueId parameter : parameters) {
    types.push_back(from_[parameter].type);
    types.back().extents = substitute(types.back().extents);
    names.push_back(from_[parameter].name);
  }
  const std::size_t first = std::min(at, parameters.size());
  for (std::size_t i = 0; i < passed.size(); ++i) {
    const Value& outside = to_[passed[i]];
    const auto place = static_cast<std::ptrdiff_t>(first + i);
    types.insert(types.begin() + place, outside.type);
    // A name would make an integer an extent.
    names.insert(names.begin() + place, is_differentiable(outside.type.element) ? outside.name : "");
  }
  const std::map<std::string, Extent> symbols = symbols_;
  const BlockId copy = builder_.block(types, names);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    map_[parameters[i].at()] = to_[copy].parameters[i < first ? i : i + passed.size()];
  for (std::size_t i = 0; i < more.size(); ++i)
    if (more[i].valid()) map_[more[i].at()] = to_[copy].parameters[first + i];
  const BlockId outside = builder_.insert_into(copy);
  entered(id);
  visit_all(from_[id]);
  builder_.set_results(now(results));
  builder_.insert_into(outside);
  symbols_ = symbols;
  return copy;
}

void Rewriter::copy(OpId id) {
  const Op& op = from_[id];
  std::vector<BlockId> blocks;
  for (BlockId inner : op.blocks) blocks.push_back(block(inner));
  rebuild(op, op.attributes, op.operands, blocks, op.results);
}

void Rewriter::rebuild(const Op& op, Attributes attributes, const std::vector<ValueId>& operands,
                       const std::vector<BlockId>& blocks, const std::vector<ValueId>& results,
                       const std::vector<ValueId>& passed) {
  std::vector<ValueId> all = now(operands);
  all.insert(all.end(), passed.begin(), passed.end());
  append(op, std::move(attributes), std::move(all), blocks, results);
}

void Rewriter::append(const Op& op, Attributes attributes, std::vector<ValueId> operands, const std::vector<BlockId>& blocks,
                      const std::vector<ValueId>& results) {
  builder_.loc = op.loc;
  builder_.derived = op.derived;
  if (!symbols_.empty())
    for (const auto& [name, value] : Attributes(attributes))
      if (const Shape* shape = std::get_if<Shape>(&value)) attributes.set(name, substitute(*shape));
  const auto made = builder_.append_all(op.kind, std::move(operands), std::move(attributes), blocks, op.callee);
  GRADC_CHECK(made.size() == results.size());
  for (std::size_t i = 0; i < made.size(); ++i) replace(results[i], made[i]);
}

Shape Rewriter::substitute(Shape shape) const {
  for (Extent& extent : shape) extent = extent.substitute(symbols_);
  return shape;
}

std::vector<ValueId> Rewriter::now(const std::vector<ValueId>& olds) const {
  std::vector<ValueId> values;
  for (ValueId old : olds) values.push_back(now(old));
  return values;
}

void Rewriter::replace(ValueId old, ValueId value) {
  map_[old.at()] = value;
  if (to_[value].op.valid() && to_[value].name.empty()) to_[value].name = from_[old].name;
}

Attributes varying_of(const Function& function, const Op& op, Attributes attributes,
                      const std::vector<ValueId>& results) {
  if (!op.attributes.find("varying")) return attributes;
  const Shape& shapes = op.attributes.get<Shape>("shapes");
  std::map<ValueId, Shape> of;
  auto next = shapes.begin();
  for (std::int64_t k : op.attributes.get<Integers>("varying")) {
    const ValueId result = op.results[static_cast<std::size_t>(k)];
    const int rank = function[result].type.rank();
    of.emplace(result, Shape(next, next + rank));
    next += rank;
  }
  Integers varying;
  Shape left;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (auto found = of.find(results[i]); found != of.end()) {
      varying.push_back(static_cast<std::int64_t>(i));
      left.insert(left.end(), found->second.begin(), found->second.end());
    }
  Attributes now;
  for (const auto& [name, value] : attributes)
    if (name != "varying" && name != "shapes") now.set(name, value);
  if (!varying.empty()) {
    now.set("varying", varying);
    now.set("shapes", left);
  }
  return now;
}

bool takes_no_arguments(std::string_view pass, const PassArguments& arguments, Diagnostics& diagnostics) {
  if (arguments.empty()) return true;
  diagnostics.report(DiagnosticId::pass_usage, {}, pass, "it takes no arguments");
  return false;
}

}  // namespace ir
