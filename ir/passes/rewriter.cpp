#include "ir/passes/rewriter.h"

#include "ir/op.h"

namespace ir {
namespace {

Function header_of(const Function& from) {
  Function to = new_function(from.name);
  to.requirements = from.requirements;
  to.extent_origins = from.extent_origins;
  return to;
}

}  // namespace

Rewriter::Rewriter(Module& module, const Function& from, Diagnostics& diagnostics)
    : from_(from), to_(header_of(from)), builder_(module, to_, diagnostics), map_(from.values.size()) {}

Function Rewriter::run() {
  for (ValueId argument : from_.arguments())
    map_[argument.at()] = builder_.argument(from_[argument].type, from_[argument].name);
  visit_all(from_[from_.body]);
  builder_.set_results(now(from_.results()));
  return std::move(to_);
}

void Rewriter::visit_all(const Block& block) {
  for (OpId id : block.ops) visit(id);
}

BlockId Rewriter::block(BlockId id) {
  Types types;
  std::vector<std::string> names;
  for (ValueId parameter : from_[id].parameters) {
    types.push_back(from_[parameter].type);
    names.push_back(from_[parameter].name);
  }
  const BlockId copy = builder_.block(types, names);
  for (std::size_t i = 0; i < types.size(); ++i) map_[from_[id].parameters[i].at()] = to_[copy].parameters[i];
  const BlockId outside = builder_.insert_into(copy);
  visit_all(from_[id]);
  builder_.set_results(now(from_[id].results));
  builder_.insert_into(outside);
  return copy;
}

void Rewriter::copy(OpId id) {
  const Op& op = from_[id];
  std::vector<BlockId> blocks;
  for (BlockId inner : op.blocks) blocks.push_back(block(inner));
  builder_.loc = op.loc;
  builder_.derived = op.derived;
  const auto results = builder_.append_all(op.kind, now(op.operands), op.attributes, blocks, op.callee);
  GRADC_CHECK(results.size() == op.results.size());
  for (std::size_t i = 0; i < results.size(); ++i) replace(op.results[i], results[i]);
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

bool takes_no_arguments(std::string_view pass, const PassArguments& arguments, Diagnostics& diagnostics) {
  if (arguments.empty()) return true;
  diagnostics.report(DiagnosticId::pass_usage, {}, pass, "it takes no arguments");
  return false;
}

}  // namespace ir
