// Arrays of a few elements whose extents are known: where their elements come from, and which of them go into blocks and out of
// them element by element.
#pragma once

#include <optional>
#include <vector>

#include "ir/function.h"
#include "ir/op.h"

namespace ir {

// How many elements there are in a tensor with axes, if they are few: at most 64.
std::optional<std::int64_t> few_elements(const Type& type);

// What an op says of the element at these indices of its result (OpDefinition::moved_from), which has few, as its operands have;
// and whether it says something.
std::optional<Moved> moved_from(const Function& function, const Op& op, const Integers& indices);
bool moves_elements(const Function& function, const Op& op);

struct Place {
  ValueId tensor;
  Integers indices;
};
// Where an element comes from, as far as ops say it.
Place moved(const Function& function, Place place);
// The number that an element is, without indices; not valid where it isn't one by itself. One of an argument of the function
// stays an element of that: nothing writes over it.
Place settled(const Function& function, Place place);

// Which small arrays, of at most 16 elements, go into blocks and out of them element by element. It is taken of all of them at
// first, and withdrawn where something speaks against it, until nothing does:
//   - what a block takes is read at constant indices alone, and passed on or given only where it goes apart too;
//   - what it gives is made of numbers, and of arrays that go apart; so is what a block takes that isn't carried;
//   - what an `if` yields is read so as well. What a loop yields may be read as a whole behind it.
class SmallArrays {
 public:
  explicit SmallArrays(const Function& function);

  // A parameter of a block of a loop or an `if`, or a result of one.
  bool is_apart(ValueId value) const { return apart_[value.at()]; }

 private:
  struct Form {
    std::size_t shift, first, carried, results;  // operands before those that blocks take; as in Loop; results that may go apart
  };
  static Form form_of(const Op& op);
  void begin(const Op& op);
  bool is_small(ValueId value) const;
  bool narrow();
  bool is_made(ValueId array) const;
  bool is_read(ValueId array) const;
  bool is_apart_behind(BlockId block, std::size_t result) const;

  const Function& function_;
  std::vector<std::vector<OpId>> readers_;    // by value
  std::vector<std::vector<BlockId>> givers_;  // by value
  std::vector<OpId> owner_;                   // by block
  std::vector<bool> made_, read_, apart_;     // by value
};

}  // namespace ir
