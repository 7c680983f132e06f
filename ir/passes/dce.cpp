// Dead code: ops are pure, so that one whose results nobody reads can go.
//
//  1. In each block, from the last op to the first: an op is live if a result of it is a result of the block
//  or an
//     operand of a live op, or if it binds an extent symbol that a live op after it names. Its own blocks are
//     walked the same way, their results all being live.
//  2. Rebuild the function from the live ops.
//
// In: a function that verifies. Out: the same function without the others; idempotent. Parameters and results
// of blocks, and functions that nobody calls, stay.
#include <set>

#include "ir/op.h"
#include "ir/passes/rewriter.h"

namespace ir {
namespace {

class Sweeper : public Rewriter {
 public:
  Sweeper(Module& module, const Function& from, Diagnostics& diagnostics)
      : Rewriter(module, from, diagnostics), read_(from.values.size()), live_(from.ops.size()) {
    mark(from.body);
  }

 private:
  void mark(BlockId id) {
    const Block& block = from_[id];
    for (ValueId result : block.results) read_[result.at()] = true;
    for (auto op_id = block.ops.rbegin(); op_id != block.ops.rend(); ++op_id) {
      const Op& op = from_[*op_id];
      for (ValueId result : op.results)
        if (read_[result.at()]) live_[op_id->at()] = true;
      if (binds_what_is_named(op)) live_[op_id->at()] = true;
      if (!live_[op_id->at()]) continue;
      named_.merge(symbols_named(from_, op));
      for (BlockId inner : op.blocks) collect_symbols(from_, inner, named_);
      for (ValueId operand : op.operands) read_[operand.at()] = true;
      for (BlockId inner : op.blocks) mark(inner);
    }
  }

  // A symbol of a name that is bound elsewhere too keeps an op too many, which does no harm.
  bool binds_what_is_named(const Op& op) const {
    const std::string_view name = definition(op.kind).info.binds;
    const Attribute* attribute = name.empty() ? nullptr : op.attributes.find(name);
    const auto* shape = attribute ? std::get_if<Shape>(attribute) : nullptr;
    for (std::size_t i = 0; shape && i < shape->size(); ++i)
      if (const auto symbol = (*shape)[i].as_symbol(); symbol && named_.contains(*symbol)) return true;
    return false;
  }

  void visit(OpId id) override {
    if (live_[id.at()]) copy(id);
  }

  std::vector<bool> read_, live_;
  std::set<std::string> named_;  // by live ops that come later
};

}  // namespace

Function without_dead_ops(Module& module, const Function& function, Diagnostics& diagnostics) {
  return Sweeper(module, function, diagnostics).run();
}

std::optional<Module> run_dce_pass(const Module& module, const PassArguments& arguments,
                                   Diagnostics& diagnostics) {
  if (!takes_no_arguments("dce", arguments, diagnostics)) return std::nullopt;
  return rewrite_functions<Sweeper>(module, diagnostics);
}

}  // namespace ir
