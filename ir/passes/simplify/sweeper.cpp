#include "ir/passes/simplify/sweeper.h"

#include "ir/passes/analysis/loop.h"

namespace ir {

void Sweeper::visit(OpId id) {
  if (!live_.has(id)) return;
  if (from_[id].callee.valid()) return visit_call(id);
  if (from_[id].blocks.empty()) return copy(id);
  if (is_loop(from_[id]))
    sweep_loop(from_[id]);
  else
    sweep_if(from_[id]);
}

void Sweeper::sweep_if(const Op& op) {
  std::vector<ValueId> operands{op.operands[0]}, results;
  const std::vector<ValueId>& parameters = from_[op.blocks[0]].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (live_.has(parameters[i])) operands.push_back(op.operands[i + 1]);
  for (ValueId result : op.results)
    if (live_.has(result)) results.push_back(result);
  std::vector<BlockId> blocks;
  for (BlockId arm : op.blocks) {
    std::vector<ValueId> given;
    for (std::size_t i = 0; i < op.results.size(); ++i)
      if (live_.has(op.results[i])) given.push_back(from_[arm].results[i]);
    blocks.push_back(block(arm, live(from_[arm].parameters), given));
  }
  append(op, op.attributes, operands, blocks, results);
}

void Sweeper::sweep_loop(const Op& op) {
  const Loop loop = loop_of(op);
  const Block& body = from_[loop.body];
  std::vector<ValueId> operands, given, results;
  std::int64_t carried = 0, scanned = 0;
  for (std::size_t i = 0; i < op.operands.size(); ++i) {
    if (!live_.has(body.parameters[i])) continue;
    operands.push_back(op.operands[i]);
    if (i < loop.first) continue;
    carried += i < loop.first_scanned();
    scanned += i >= loop.first_scanned() && i < loop.first_invariant();
  }
  for (std::size_t i = 0; i < body.results.size(); ++i) {
    const std::size_t stack = loop.first_stack + i - loop.carried;
    const ValueId result = op.results[i < loop.carried ? i : stack];
    if (i == loop.carried && !loop.counts) results.push_back(loop.trips);
    if (!live_.has(result)) continue;
    given.push_back(body.results[i]);
    results.push_back(result);
  }
  if (body.results.size() == loop.carried && !loop.counts) results.push_back(loop.trips);
  std::vector<BlockId> blocks;
  for (BlockId inner : op.blocks)
    blocks.push_back(
        block(inner, live(from_[inner].parameters), inner == loop.body ? given : from_[inner].results));
  Attributes attributes = op.attributes;
  attributes.set("carried", carried);
  if (loop.counts) attributes.set("scanned", scanned);
  append(op, std::move(attributes), operands, blocks, results);
}

std::vector<ValueId> Sweeper::live(const std::vector<ValueId>& values) const {
  std::vector<ValueId> left;
  for (ValueId value : values)
    if (live_.has(value)) left.push_back(value);
  return left;
}

void Sweeper::append(const Op& op, Attributes attributes, const std::vector<ValueId>& operands,
                     const std::vector<BlockId>& blocks, const std::vector<ValueId>& results) {
  rebuild(op, varying_of(from_, op, std::move(attributes), results), operands, blocks, results);
}

}  // namespace ir
