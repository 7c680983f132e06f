#include "codegen/analysis/access.h"

#include <algorithm>
#include <numeric>

#include "ir/kind.h"

namespace codegen {
namespace {

const ir::Op* op_of(const ir::Function& function, ir::ValueId value) {
  return function[value].op.valid() ? &function[function[value].op] : nullptr;
}

// The element of a value at the index of a loop over its own shape.
Access at_index(const ir::Function& function, ir::ValueId value) {
  Access a{value, function[value].type.extents, {}};
  for (std::size_t i = 0; i < a.shape.size(); ++i)
    a.axes.push_back(a.shape[i] == ir::Extent(1) ? -1 : static_cast<int>(i));
  return a;
}

// Through a broadcast: axes are aligned at the right; an extent of 1 stands still.
void through_broadcast(Access& a, const ir::Shape& from) {
  std::vector<int> axes(a.axes.end() - static_cast<std::ptrdiff_t>(from.size()), a.axes.end());
  if (a.is_part()) a.begin.erase(a.begin.begin(), a.begin.end() - static_cast<std::ptrdiff_t>(from.size()));
  for (std::size_t d = 0; d < from.size(); ++d) {
    if (from[d] != ir::Extent(1)) continue;
    axes[d] = -1;
    if (a.is_part()) a.begin[d] = 0;
  }
  a.axes = std::move(axes);
  a.shape = from;
}

void through_slice(Access& a, const ir::Shape& begin, const ir::Shape& from) {
  a.begin.resize(from.size(), ir::Extent(0));
  for (std::size_t d = 0; d < from.size(); ++d) a.begin[d] = a.begin[d] + begin[d];
  a.shape = from;
}

// Through an alias that only adds or drops extents of 1. False for one that regroups the elements.
bool through_alias(Access& a, const ir::Shape& from) {
  if (without_ones(from) != without_ones(a.shape)) return false;
  std::vector<int> axes;
  ir::Shape begin;
  std::size_t next = 0;
  for (const ir::Extent& extent : from) {
    if (extent == ir::Extent(1)) {
      axes.push_back(-1);
      begin.emplace_back(0);
      continue;
    }
    while (a.shape[next] == ir::Extent(1)) ++next;
    if (a.is_part()) begin.push_back(a.begin[next]);
    axes.push_back(a.axes[next++]);
  }
  a.axes = std::move(axes);
  if (a.is_part()) a.begin = std::move(begin);
  a.shape = from;
  return true;
}

// Follows an access down to memory.
Access follow(const ir::Function& function, const Passed& passed, Access a, const Materialised& materialised) {
  for (;;) {
    if (const ir::ValueId outside = passed[a.root.at()]; outside.valid()) {
      a.root = outside;
      continue;
    }
    const ir::Op* op = op_of(function, a.root);
    if (!op) return a;
    const ir::Trait trait = ir::definition(op->kind).info.trait;
    const bool repeats = trait == ir::Trait::broadcast && !materialised[a.root.at()];
    const bool cuts = op->kind == ir::Kind::Slice && !materialised[a.root.at()];
    if (!repeats && !cuts && trait != ir::Trait::alias) return a;
    const ir::ValueId from = op->operands[0];
    if (cuts) {
      through_slice(a, op->attributes.get<ir::Shape>("begin"), function[from].type.extents);
    } else if (repeats) {
      through_broadcast(a, function[from].type.extents);
    } else if (!through_alias(a, function[from].type.extents)) {
      // The elements are regrouped: from here on only whole memory counts, unless all of it is one number.
      const ir::ValueId root = alias_root(function, passed, from);
      const ir::Op* base = op_of(function, root);
      const bool number = base && ir::definition(base->kind).info.trait == ir::Trait::broadcast &&
                          !materialised[root.at()] &&
                          without_ones(function[base->operands[0]].type.extents).empty();
      a.root = root;
      if (!number) return a;
      a.shape.clear();
      a.axes.clear();
      a.begin.clear();
      a.root = alias_root(function, passed, base->operands[0]);
      continue;
    }
    a.root = from;
  }
}

}  // namespace

ir::Shape without_ones(const ir::Shape& shape) {
  ir::Shape out;
  std::copy_if(shape.begin(), shape.end(), std::back_inserter(out),
               [](const auto& e) { return e != ir::Extent(1); });
  return out;
}

ir::Trait trait_of(const ir::Function& function, ir::ValueId value) {
  const ir::Op* op = op_of(function, value);
  return op ? ir::definition(op->kind).info.trait : ir::Trait::alias;
}

ir::ValueId alias_root(const ir::Function& function, const Passed& passed, ir::ValueId value) {
  for (;;) {
    if (passed[value.at()].valid()) {
      value = passed[value.at()];
      continue;
    }
    const ir::Op* op = op_of(function, value);
    if (!op || ir::definition(op->kind).info.trait != ir::Trait::alias) return value;
    value = op->operands[0];
  }
}

bool Access::fixed() const {
  return std::all_of(axes.begin(), axes.end(), [](int axis) { return axis < 0; });
}

int Access::innermost() const { return axes.empty() ? -1 : *std::max_element(axes.begin(), axes.end()); }

ir::Extent Access::start() const {
  ir::Extent out = 0, stride = 1;
  for (std::size_t d = begin.size(); d-- > 0; stride = stride * shape[d]) out = out + begin[d] * stride;
  return out;
}

bool Access::flat(const ir::Shape& loop) const {
  if (is_part()) return false;
  std::vector<int> wanted;
  for (std::size_t i = 0; i < loop.size(); ++i)
    if (loop[i] != ir::Extent(1)) wanted.push_back(static_cast<int>(i));
  std::vector<int> moving;
  std::copy_if(axes.begin(), axes.end(), std::back_inserter(moving), [](int axis) { return axis >= 0; });
  return moving == wanted;
}

Access access(const ir::Function& function, const Passed& passed, ir::ValueId operand,
              const Materialised& materialised) {
  return follow(function, passed, at_index(function, operand), materialised);
}

Access repeated(const ir::Function& function, const Passed& passed, ir::ValueId broadcast,
                const Materialised& materialised) {
  Access a = at_index(function, broadcast);
  a.root = op_of(function, broadcast)->operands[0];
  through_broadcast(a, function[a.root].type.extents);
  return follow(function, passed, std::move(a), materialised);
}

}  // namespace codegen
