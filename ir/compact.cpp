#include "ir/compact.h"

namespace ir {
namespace {

class Compactor {
 public:
  explicit Compactor(Function& function)
      : from_(function), blocks_(function.blocks.size()), ops_(function.ops.size()), values_(function.values.size()) {}

  std::vector<ValueId> run() {
    drop_unread_numbers();
    mark();
    number(from_.values, values_);
    number(from_.ops, ops_);
    number(from_.blocks, blocks_);
    for (Value& value : from_.values) {
      if (value.op.valid()) value.op = ops_[value.op.at()];
      if (value.block.valid()) value.block = blocks_[value.block.at()];
    }
    for (Op& op : from_.ops) {
      renumber(op.operands, values_);
      renumber(op.results, values_);
      renumber(op.blocks, blocks_);
    }
    for (Block& block : from_.blocks) {
      if (block.around.valid()) block.around = blocks_[block.around.at()];
      renumber(block.parameters, values_);
      renumber(block.ops, ops_);
      renumber(block.results, values_);
    }
    from_.body = blocks_[from_.body.at()];
    for (NamedValue& one : from_.named) one.value = values_[one.value.at()];
    return values_;
  }

 private:
  // Ops that take nothing and that nothing reads.
  void drop_unread_numbers() {
    std::vector<bool> read(from_.values.size());
    for (const NamedValue& one : from_.named) read[one.value.at()] = true;
    for (const Block& block : from_.blocks) {
      for (ValueId result : block.results) read[result.at()] = true;
      for (OpId id : block.ops)
        for (ValueId operand : from_[id].operands) read[operand.at()] = true;
    }
    for (Block& block : from_.blocks)
      std::erase_if(block.ops, [&](OpId id) {
        const Op& op = from_[id];
        return op.operands.empty() && op.blocks.empty() && !op.callee.valid() && op.results.size() == 1 &&
               !read[op.results[0].at()];
      });
  }
  void mark() {
    std::vector<BlockId> open{from_.body};
    while (!open.empty()) {
      const BlockId id = open.back();
      open.pop_back();
      blocks_[id.at()] = id;
      for (ValueId parameter : from_[id].parameters) values_[parameter.at()] = parameter;
      for (OpId op : from_[id].ops) {
        ops_[op.at()] = op;
        for (ValueId result : from_[op].results) values_[result.at()] = result;
        open.insert(open.end(), from_[op].blocks.begin(), from_[op].blocks.end());
      }
    }
  }
  // Keeps the items that were marked and gives them their new numbers.
  template <class Item, class Id>
  static void number(std::vector<Item>& items, std::vector<Id>& ids) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!ids[i].valid()) continue;
      if (next != i) items[next] = std::move(items[i]);
      ids[i] = {static_cast<std::int32_t>(next++)};
    }
    items.resize(next);
  }
  template <class Id>
  static void renumber(std::vector<Id>& list, const std::vector<Id>& ids) {
    for (Id& id : list) id = ids[id.at()];
  }

  Function& from_;
  std::vector<BlockId> blocks_;
  std::vector<OpId> ops_;
  std::vector<ValueId> values_;
};

}  // namespace

std::vector<ValueId> compact(Function& function) { return Compactor(function).run(); }

}  // namespace ir
