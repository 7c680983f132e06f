// Padding as users ask for it: by so many elements before, after and between those of each axis.
#pragma once

#include "ir/kind.h"
#include "ir/ops/shape/rearrange.h"

namespace ir::ops {

// `widths` has two numbers for each axis, before and after, or three: those between neighbours as well.
struct Widths {
  Extent low, high, between;
};
inline std::vector<Widths> widths_of(const Attributes& attributes, std::size_t rank) {
  const Shape& all = attributes.get<Shape>("widths");
  const std::size_t each = rank == 0 ? 2 : all.size() / rank;
  std::vector<Widths> list;
  for (std::size_t axis = 0; axis < rank; ++axis)
    list.push_back({all[axis * each], all[axis * each + 1], each == 3 ? all[axis * each + 2] : Extent(0)});
  return list;
}
inline bool check_widths(const TypeRule& r, std::size_t most) {
  const std::size_t rank = r.type(0).extents.size(), size = r.attributes.get<Shape>("widths").size();
  if (size == 2 * rank || size == most * rank) return true;
  r.fail(DiagnosticId::attribute_value, r.op_name, "widths",
         fmt::format("needs two numbers{} for each of the {} axes", most == 3 ? " or three" : "", rank));
  return false;
}

// y = x with v around it, and between its elements; a negative width cuts off        x̄ = ȳ at x        v̄ = Σ ȳ elsewhere
struct PadWith {
  static constexpr OpInfo info{.name = "pad_with", .cpp = "gradc::pad(x, widths, y:like=0)", .trait = Trait::composite,
                               .arity = 2, .may_fail = true, .attributes = "widths: extents", .moves = true};
  static Extent spread(const Extent& n, const Widths& w) {
    return w.between == Extent(0) ? n : Extent::max(0, n + (n - 1) * w.between);
  }
  static std::optional<Type> type(const TypeRule& r) {
    if (!same_element(r, r.type(0), r.type(1)) || !check_widths(r, 3)) return std::nullopt;
    if (r.type(1).rank() != 0) return r.fail(DiagnosticId::rank, r.op_name, "a number", r.type(1).rank());
    Type y = r.type(0);
    const auto widths = widths_of(r.attributes, y.extents.size());
    for (std::size_t axis = 0; axis < widths.size(); ++axis) {
      const Widths& w = widths[axis];
      y.extents[axis] = spread(y.extents[axis], w) + w.low + w.high;
      for (const Extent& least : {w.between, y.extents[axis]})
        if (const auto known = r.facts.resolve(least).constant(); known && *known < 0)
          return r.fail(DiagnosticId::attribute_value, r.op_name, "widths",
                        least == w.between ? "puts less than no elements between" : "cuts off more than there is");
    }
    return y;
  }
  static Expr expand(const Rule& r) {
    const Expr x = r.x[0];
    const Shape shape = x.shape();
    Shape begin, whole, strides, from, left;
    const auto widths = widths_of(r.attributes, shape.size());
    for (std::size_t axis = 0; axis < widths.size(); ++axis) {
      const Widths& w = widths[axis];
      begin.push_back(Extent::max(0, w.low));
      whole.push_back(spread(shape[axis], w) + begin.back() + Extent::max(0, w.high));
      strides.push_back(w.between + 1);
      from.push_back(begin.back() - w.low);
      left.push_back(spread(shape[axis], w) + w.low + w.high);
    }
    Attributes block{{"begin", begin}};
    if (strides != Shape(strides.size(), Extent(1))) block.set("strides", strides);
    Expr y;
    if (is_zero(r.x[1])) {
      block.set("shape", whole);
      y = ir::apply(Kind::Pad, {x}, block);
    } else {
      y = ir::apply(Kind::SetSlice, {broadcast(r.x[1], whole), x}, block);
    }
    return whole == left ? y : slice(y, from, left);
  }
};

// y = x padded by elements of its own: each axis in its turn is taken at the places that pad_index gives
//   x̄ = ȳ added at those places: what is there several times gets all of it
template <std::int64_t kMode>
struct PadBy {
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_widths(r, 2)) return std::nullopt;
    Type y = r.type(0);
    const auto widths = widths_of(r.attributes, y.extents.size());
    for (std::size_t axis = 0; axis < widths.size(); ++axis) {
      const Extent n = y.extents[axis];
      for (const Extent& width : {widths[axis].low, widths[axis].high}) {
        const auto known = r.facts.resolve(width).constant();
        const auto room = r.facts.resolve(n - width - (kMode == 0 ? 1 : 0)).constant();
        const bool mirrored_too_far = kMode < 2 && width != Extent(0) && room && *room < 0;
        if ((known && *known < 0) || mirrored_too_far || (n == Extent(0) && known && *known > 0))
          return r.fail(DiagnosticId::attribute_value, r.op_name, "widths",
                        fmt::format("can't be {} on an axis of {}", width.text(), n.text()));
      }
      y.extents[axis] = n + widths[axis].low + widths[axis].high;
    }
    return y;
  }
  static Expr expand(const Rule& r) {
    Expr y = r.x[0];
    const auto widths = widths_of(r.attributes, y.shape().size());
    for (std::size_t axis = 0; axis < widths.size(); ++axis) {
      const auto& [low, high, between] = widths[axis];
      if (low == Extent(0) && high == Extent(0)) continue;
      Builder& b = *y.builder;
      const Expr places{&b, b.append(Kind::PadIndex, {}, {{"high", Shape{high}}, {"low", Shape{low}}, {"mode", kMode},
                                                          {"n", Shape{y.shape()[axis]}}})};
      y = take(y, places, static_cast<std::int64_t>(axis));
    }
    return y;
  }
};
// mirrored at its ends: 3 2 | 1 2 3 | 2 1
struct PadReflect : PadBy<0> {
  static constexpr OpInfo info{.name = "pad_reflect", .cpp = "gradc::pad_reflect(x, widths)", .trait = Trait::composite,
                               .may_fail = true, .attributes = "widths: extents"};
};
// mirrored at its ends with the ends themselves: 2 1 | 1 2 3 | 3 2
struct PadSymmetric : PadBy<1> {
  static constexpr OpInfo info{.name = "pad_symmetric", .cpp = "gradc::pad_symmetric(x, widths)",
                               .trait = Trait::composite, .may_fail = true, .attributes = "widths: extents"};
};
// the ends repeated: 1 1 | 1 2 3 | 3 3
struct PadEdge : PadBy<2> {
  static constexpr OpInfo info{.name = "pad_edge", .cpp = "gradc::pad_edge(x, widths)", .trait = Trait::composite,
                               .may_fail = true, .attributes = "widths: extents"};
};
// round from the other end: 2 3 | 1 2 3 | 1 2
struct PadWrap : PadBy<3> {
  static constexpr OpInfo info{.name = "pad_wrap", .cpp = "gradc::pad_wrap(x, widths)", .trait = Trait::composite,
                               .may_fail = true, .attributes = "widths: extents"};
};

}  // namespace ir::ops
