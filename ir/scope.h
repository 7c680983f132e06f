// Which extent symbols are known in which block. A symbol is bound where it stands alone as an extent of a parameter,
// or in the attribute of an op that names what its results have (OpInfo::binds), or as `%name` by an integer
// parameter of that name; and it is known from there to the end of the block, in the blocks inside too. Where a symbol
// is known already it isn't bound again: its second place says that it is the same.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "ir/function.h"

namespace ir {

// The symbol `%name` of a parameter: of an integer scalar with a name that no parameter before it, nor one of a block
// around, has.
std::optional<std::string> integer_symbol(const Function& function, ValueId parameter);

// What the arguments of a function bind; in all blocks it is the same.
std::set<std::string> argument_symbols(const Function& function);
bool has_only(const Extent& extent, const std::set<std::string>& symbols);

// The symbols that an op itself names: in its attributes and in the types of its results; not those in its blocks.
std::set<std::string> symbols_named(const Function& function, const Op& op);
// Those that stand in a block or the blocks inside: in types of parameters and in ops.
void collect_symbols(const Function& function, BlockId block, std::set<std::string>& symbols);
// Those that an op of the block binds.
std::set<std::string> bound_by(const Function& function, OpId op, BlockId block);

class Scope {
 public:
  explicit Scope(const Function& function) : function_(function) {}

  // The parameters of a block, whose surroundings have been entered.
  void enter(BlockId block);
  void bind(BlockId block, const std::string& symbol) { bound_[block].insert(symbol); }
  // What an op appended to the block binds.
  void append(BlockId block, const Op& op);
  // A block with everything in it.
  void walk(BlockId block);
  // Whether the symbol is known in the block.
  bool has(BlockId block, const std::string& symbol) const;
  // Whether all symbols of the extent are.
  bool knows(BlockId block, const Extent& extent) const;

 private:
  const Function& function_;
  std::map<BlockId, std::set<std::string>> bound_;
};

}  // namespace ir
