#include "codegen/kernel/kernel.h"

#include <algorithm>

namespace codegen {

const Store* Kernel::store_of(std::size_t node) const {
  const auto found = std::find_if(stores.begin(), stores.end(), [&](const Store& store) { return store.node == node; });
  return found == stores.end() ? nullptr : &*found;
}

ir::Extent Kernel::size() const {
  ir::Extent all = 1;
  for (const Axis& axis : axes) all = all * axis.extent;
  return all;
}

}  // namespace codegen
