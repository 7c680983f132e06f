// Where ops and blocks of a function stand, how often its values are read, and what the parameters of blocks stand for.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/function.h"

namespace ir {

class Surroundings {
 public:
  explicit Surroundings(const Function& function);

  BlockId block_of(OpId id) const { return block_[id.at()]; }
  // The op that a block belongs to; not valid for the body of the function.
  OpId owner(BlockId block) const { return owner_[block.at()]; }
  int uses(ValueId value) const { return uses_[value.at()]; }

  // What a parameter is in all trips, or in an arm; not valid where trips change it, and for arguments.
  ValueId passed(ValueId parameter) const;
  // The same as far out as it goes; of another value itself.
  ValueId outside(ValueId value) const;

  std::optional<std::int64_t> known_integer(ValueId value) const;
  // What an integer is, of extents and integer arguments alone.
  std::optional<Extent> extent(ValueId integer) const;
  // The scan whose counter an index is, or runs with: what is added to it is the same in all trips, and is the number where that is known.
  struct Counter {
    OpId loop;
    std::optional<std::int64_t> added;
  };
  std::optional<Counter> counter_of(ValueId index) const;
  // Whether a tensor of real numbers is zeros everywhere.
  bool is_zeros(ValueId value) const;

 private:
  const Function& f_;
  std::vector<int> uses_;
  std::vector<BlockId> block_;
  std::vector<OpId> owner_;
  std::set<std::string> symbols_;  // of arguments
};

}  // namespace ir
