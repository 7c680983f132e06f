#include "codegen/kernel/kernel.h"

#include <algorithm>

namespace codegen {

int Load::level() const {
  int out = 0;
  for (const IndexTerm& term : from.index) out = std::max(out, term.axis);
  return out;
}

const Store* Kernel::store_of(std::size_t node) const {
  const auto found = std::find_if(stores.begin(), stores.end(), [&](const Store& store) { return store.node == node; });
  return found == stores.end() ? nullptr : &*found;
}

bool Kernel::is_given(std::size_t node) const {
  const auto is_of = [&](const auto& each) { return each.node == node; };
  return std::any_of(stores.begin(), stores.end(), is_of) || std::any_of(sums.begin(), sums.end(), is_of) ||
         std::any_of(parts.begin(), parts.end(), is_of);
}

ir::Extent Kernel::size() const {
  ir::Extent all = 1;
  for (const Axis& axis : axes) all = all * axis.extent;
  return all;
}

int Kernel::cost() const {
  int out = 2 * static_cast<int>(loads.size() + stores.size());
  for (const Node& node : nodes) out += ir::flops(scalar_expression(node.op));
  return out;
}

bool Kernel::is_divisible() const { return parts.empty() && !axes.empty(); }

}  // namespace codegen
