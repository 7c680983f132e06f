#include "codegen/analysis/nesting.h"

#include <algorithm>

#include "ir/kind.h"

namespace codegen {
namespace {

std::size_t count(const ir::Op& op, const char* attribute) {
  return static_cast<std::size_t>(op.attributes.get<std::int64_t>(attribute));
}

void nest(const ir::Function& function, ir::BlockId block, Nesting& nesting) {
  for (ir::ValueId parameter : function[block].parameters) nesting.block_of[parameter.at()] = block;
  for (ir::OpId id : function[block].ops) {
    for (ir::ValueId result : function[id].results) nesting.block_of[result.at()] = block;
    for (ir::BlockId inner : function[id].blocks) {
      nesting.owner[inner.at()] = id;
      nesting.parent[inner.at()] = block;
      nesting.depth[inner.at()] = nesting.depth[block.at()] + 1;
      nest(function, inner, nesting);
    }
  }
}

}  // namespace

bool varies(const ir::Op& op, std::size_t k) {
  const auto* list = op.attributes.find("varying") ? &op.attributes.get<ir::Integers>("varying") : nullptr;
  return list && std::find(list->begin(), list->end(), static_cast<std::int64_t>(k)) != list->end();
}

bool is_branch(const ir::Op& op) { return op.kind == ir::Kind::If; }
bool is_iteration(const ir::Op& op) { return op.kind == ir::Kind::While || op.kind == ir::Kind::Scan; }

Iteration iteration(const ir::Function& function, const ir::Op& op) {
  Iteration it;
  const std::size_t carried = count(op, "carried");
  const bool counted = op.kind == ir::Kind::Scan;
  it.body = op.blocks.back();
  const ir::Block& body = function[it.body];
  const std::size_t first = counted ? 1 : 0;  // of the carried values, among operands and parameters
  std::size_t stacked = carried;              // the first stack among the results
  if (counted) {
    it.trips = op.operands[0];
    it.counter = body.parameters[0];
    it.reverse = op.attributes.get_or<bool>("reverse", false);
    it.ends = op.attributes.get_or<bool>("ends", false);
    for (std::size_t i = 0; i < count(op, "scanned"); ++i)
      it.scanned.push_back({op.operands[first + carried + i], body.parameters[first + carried + i]});
  } else {
    it.condition = op.blocks[0];
    it.trips = op.results[stacked++];
  }
  for (std::size_t i = 0; i < carried; ++i)
    it.carried.push_back({op.operands[first + i], body.parameters[first + i], body.results[i], op.results[i]});
  for (std::size_t i = carried; i < body.results.size(); ++i)
    it.stacked.push_back({op.results[stacked + i - carried], body.results[i]});
  return it;
}

bool Nesting::is_body_of_iteration(const ir::Function& function, ir::BlockId block) const {
  return owner[block.at()].valid() && is_iteration(function[owner[block.at()]]);
}

Nesting nesting_of(const ir::Function& function) {
  Nesting nesting{std::vector<ir::BlockId>(function.values.size()), std::vector<ir::OpId>(function.blocks.size()),
                  std::vector<ir::BlockId>(function.blocks.size()), std::vector<int>(function.blocks.size())};
  nest(function, function.body, nesting);
  return nesting;
}

bool is_undefined(const ir::Function& function, ir::ValueId value) {
  const ir::OpId id = function[value].op;
  if (!id.valid()) return false;
  const ir::Op& op = function[id];
  return op.kind == ir::Kind::Undefined ||
         (op.kind == ir::Kind::SequenceEmpty && op.attributes.get_or<bool>("undefined", false));
}

}  // namespace codegen
