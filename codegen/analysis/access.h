// How an elementwise op reads its operands: through reshapes, broadcasts and slices, down to the value that has
// memory of its own. None of these ops is carried out where it can be expressed in the index.
#pragma once

#include <vector>

#include "ir/op.h"

namespace codegen {

// What a value is but another name of, by value; not valid where there is nothing (passed.h).
using Passed = std::vector<ir::ValueId>;

// The extents that are not 1.
ir::Shape without_ones(const ir::Shape& shape);
// The value that another shows: the operand of reshapes, labels and the like, what is passed for a parameter of a
// block, all the way down.
ir::ValueId alias_root(const ir::Function& function, const Passed& passed, ir::ValueId value);
ir::Trait trait_of(const ir::Function& function,
                   ir::ValueId value);  // of the op that yields it; alias for arguments and parameters

// One element of `root` for each index of a loop over a shape: dimension d of `shape`, by which the memory of
// root is indexed row-major, runs with loop axis axes[d] from begin[d] on, or stands there where that is -1.
struct Access {
  ir::ValueId root;
  ir::Shape shape;
  std::vector<int> axes;
  ir::Shape begin = {};  // of a part; empty where all is read

  bool is_part() const { return !begin.empty(); }
  ir::Extent start() const;  // where in memory the first element is

  bool fixed() const;  // the same element everywhere
  // Element i of the loop is element i of the memory.
  bool flat(const ir::Shape& loop) const;
  int innermost() const;  // the greatest loop axis that it runs with, or -1
  friend bool operator==(const Access&, const Access&) = default;
};

// Which broadcasts and slices must be carried out after all, because something other than an index reads them.
using Materialised = std::vector<bool>;  // by value

Access access(const ir::Function& function, const Passed& passed, ir::ValueId operand,
              const Materialised& materialised);
// The element of its operand that a materialised broadcast repeats.
Access repeated(const ir::Function& function, const Passed& passed, ir::ValueId broadcast,
                const Materialised& materialised);

}  // namespace codegen
