#include "ir/passes/reverse/tables.h"

#include <algorithm>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/analysis/loop.h"

namespace ir {
namespace {

// The op that has the block; not valid for the body.
OpId owner_of(const Function& f, BlockId block) {
  if (!f[block].around.valid()) return {};
  const std::vector<OpId>& ops = f[f[block].around].ops;
  const auto found = std::find_if(ops.begin(), ops.end(), [&](OpId id) {
    const std::vector<BlockId>& blocks = f[id].blocks;
    return std::find(blocks.begin(), blocks.end(), block) != blocks.end();
  });
  return found == ops.end() ? OpId{} : *found;
}

bool is_in_loop(const Function& f, OpId owner, BlockId block) {
  for (; owner.valid(); owner = owner_of(f, block = f[block].around))
    if (is_loop(f[owner])) return true;
  return false;
}

bool passes_on(const Op& op) {
  return op.kind == Kind::SequenceAt || op.kind == Kind::Element || op.kind == Kind::After ||
         definition(op.kind).info.trait == Trait::alias;
}

// Whether the last that was done to a value is a write into it.
bool is_written(const Function& f, ValueId value) {
  const OpId id = f[value].op;
  if (!id.valid()) return false;
  const Op& op = f[id];
  if (definition(op.kind).info.in_place >= 0) return true;
  if (passes_on(op)) return is_written(f, op.operands[0]);
  const auto k = static_cast<std::size_t>(f[value].index);
  if (is_loop(op)) return k < loop_of(op).carried && is_written(f, f[loop_of(op).body].results[k]);
  return std::any_of(op.blocks.begin(), op.blocks.end(),
                     [&](BlockId arm) { return k < f[arm].results.size() && is_written(f, f[arm].results[k]); });
}

}  // namespace

bool is_table(const Function& f, OpId owner, BlockId block, ValueId value) {
  if (!is_in_loop(f, owner, block)) return false;
  for (;;) {
    const Value& v = f[value];
    if (v.op.valid()) {
      const Op& op = f[v.op];
      if (!passes_on(op)) return is_written(f, value) && is_in_loop(f, owner, block);
      value = op.operands[0];
      continue;
    }
    if (!owner.valid()) return false;
    const Op& op = f[owner];
    block = f[block].around;
    owner = owner_of(f, block);
    const auto i = static_cast<std::size_t>(v.index);
    if (!is_loop(op)) {
      value = op.operands[i + 1];
      continue;
    }
    const Loop loop = loop_of(op);
    if (i < loop.first) return false;
    if (i < loop.first_scanned()) {
      const ValueId next = f[loop.body].results[i - loop.first];
      if (next != f[loop.body].parameters[i]) return is_written(f, next);
    }
    value = op.operands[i];
  }
}

}  // namespace ir
