// Integers that are places in a tensor: what indexing, sorting and padding are made of. None has a derivative.
#pragma once

#include <cmath>

#include "ir/ops/rules.h"

namespace ir::ops {

struct PositionOp {
  static constexpr Derivative derivative = NoGradient{"indices have no derivative"};
  // False, with a diagnostic, where an extent is known to be less than 0.
  static bool check_count(const TypeRule& r, std::string_view attribute, const Extent& extent) {
    const auto known = r.facts.resolve(extent).constant();
    if (!known || *known >= 0) return true;
    r.fail(DiagnosticId::attribute_value, r.op_name, attribute, "is less than 0");
    return false;
  }
};

// y = 0, 1, ..., n - 1
struct Iota : PositionOp, NotNegative {
  static constexpr OpInfo info{.name = "iota", .cpp = "gradc::iota<to>(n)", .trait = Trait::kernel, .arity = 0,
                               .attributes = "n: extent, to: element"};
  static std::optional<Type> type(const TypeRule& r) {
    const Type y{r.attributes.get<ElementType>("to"), r.attributes.get<Shape>("n"), 0};
    if (!check_element(r, y, kFloat | kInteger) || !check_count(r, "n", y.extents[0])) return std::nullopt;
    return y;
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    for (std::int64_t i = 0; i < y.size(); ++i) y.set_integer(i, i);
    return y;
  }
  static Geometry kernel(const OpView& v) { return {{v.result().extents[0]}}; }
};

// The place, on an axis of n elements, of what stands at each place of the axis padded by `low` and `high`: mirrored
// at the ends without (0) or with (1) the end itself, the end (2), or round from the other end (3).
struct PadIndex : PositionOp {
  static constexpr OpInfo info{.name = "pad_index", .trait = Trait::kernel, .arity = 0, .may_fail = true,
                               .attributes = "high: extent, low: extent, mode: count, n: extent"};
  static Extent one(const Attributes& attributes, std::string_view name) {
    return attributes.get<Shape>(name)[0];
  }
  static std::optional<Type> type(const TypeRule& r) {
    const Extent n = one(r.attributes, "n");
    const auto mode = r.attributes.get<std::int64_t>("mode");
    if (mode > 3) return r.fail(DiagnosticId::attribute_value, r.op_name, "mode", "is 0, 1, 2 or 3");
    for (const char* side : {"low", "high"}) {
      const Extent width = one(r.attributes, side);
      if (!check_count(r, side, width)) return std::nullopt;
      if (const auto room = r.facts.resolve(n - width - (mode == 0 ? 1 : 0)).constant();
          mode < 2 && width != Extent(0) && room && *room < 0)
        return r.fail(DiagnosticId::attribute_value, r.op_name, side,
                      mode == 0 ? "is not less than the extent" : "is more than the extent");
    }
    return Type{ElementType::i64, {one(r.attributes, "low") + n + one(r.attributes, "high")}, 0};
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    const std::int64_t n = e.value(one(e.attributes(), "n")), low = e.value(one(e.attributes(), "low"));
    const auto mode = e.attributes().get<std::int64_t>("mode");
    for (std::int64_t i = 0; n > 0 && i < y.size(); ++i) {
      std::int64_t place = i - low;
      if (mode == 3) place = (place % n + n) % n;
      if (mode == 2) place = std::max<std::int64_t>(0, std::min(place, n - 1));
      if (mode < 2 && place < 0) place = mode == 0 ? -place : -1 - place;
      if (mode < 2 && place >= n) place = 2 * (n - 1) - place + (mode == 0 ? 0 : 1);
      y.set_integer(i, place);
    }
    return y;
  }
  // {n, low, high, mode, line}
  static Geometry kernel(const OpView& v) {
    const Attributes& a = v.op.attributes;
    return {{one(a, "n"), one(a, "low"), one(a, "high"), Extent(a.get<std::int64_t>("mode")), SourceLine{}}};
  }
};

// y = the row-major places in a tensor of that shape of the multi-indices along the last axis of x
struct RavelIndex : PositionOp {
  static constexpr OpInfo info{.name = "ravel_index", .cpp = "gradc::ravel_index(x:integer, shape)",
                               .trait = Trait::kernel, .may_fail = true, .attributes = "shape: extents"};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kInteger)) return std::nullopt;
    const Shape& extents = r.type(0).extents;
    if (extents.empty()) return r.fail(DiagnosticId::rank, r.op_name, "multi-indices along the last axis", 0);
    const auto axes = static_cast<std::int64_t>(r.attributes.get<Shape>("shape").size());
    if (!r.same(extents.back(), axes, "an index for each axis")) return std::nullopt;
    return Type{ElementType::i64, {extents.begin(), extents.end() - 1}, 0};
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    const auto extents = e.values(e.attributes().get<Shape>("shape"));
    for (std::int64_t i = 0, next = 0; i < y.size(); ++i) {
      std::vector<std::int64_t> index;
      for (std::size_t axis = 0; axis < extents.size(); ++axis) index.push_back(e.x[0].integers[at(next++)]);
      y.set_integer(i, IndexWalk::offset(index, extents));
    }
    return y;
  }
  static Geometry kernel(const OpView& v) {
    return {{product(v.result().extents), v.op.attributes.get<Shape>("shape"), SourceLine{}}};
  }
};

// y = the places of the first n true elements of a vector; -1, which is none, where there are fewer
struct Nonzero : PositionOp {
  static constexpr OpInfo info{.name = "nonzero", .cpp = "gradc::nonzero(x, n)", .trait = Trait::kernel,
                               .attributes = "n: extent"};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kBoolean)) return std::nullopt;
    if (r.type(0).rank() != 1) return r.fail(DiagnosticId::rank, r.op_name, "a vector", r.type(0).rank());
    const Type y{ElementType::i64, r.attributes.get<Shape>("n"), 0};
    if (!check_count(r, "n", y.extents[0])) return std::nullopt;
    return y;
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    std::int64_t found = 0;
    for (std::int64_t i = 0; i < e.x[0].size() && found < y.size(); ++i)
      if (e.x[0].integers[at(i)] != 0) y.set_integer(found++, i);
    while (found < y.size()) y.set_integer(found++, -1);
    return y;
  }
  static Geometry kernel(const OpView& v) { return {{v.operand(0).extents[0], v.result().extents[0]}}; }
};

// y = the places of the first n true elements of a vector; `fill` where there are fewer
struct NonzeroFilled : PositionOp {
  static constexpr OpInfo info{.name = "nonzero_filled", .cpp = "gradc::nonzero(x, n, fill)", .trait = Trait::composite,
                               .attributes = "fill: integer, n: extent"};
  static std::optional<Type> type(const TypeRule& r) { return Nonzero::type(r); }
  static Expr expand(const Rule& r) {
    const Expr places = apply(Kind::Nonzero, {r.x[0]}, {{"n", r.attributes.get<Shape>("n")}}), none = less(places, 0);
    return where(none, broadcast(whole(places, r.attributes.get<std::int64_t>("fill")), places.shape()), places);
  }
};

// Whether a comes before b in ascending order, in which NaN is the greatest.
inline bool comes_before(double a, double b) { return a < b || (std::isnan(b) && !std::isnan(a)); }

// The permutations that sort x along an axis, equal elements in their order.
inline Literal sorted_places(const Evaluation& e, std::int64_t axis, bool descending) {
  const Literal& x = e.x[0];
  Literal y = Literal::zeros(ElementType::i64, x.extents);
  const std::int64_t n = x.extents[at(axis)];
  std::int64_t inner = 1;
  for (std::int64_t i = axis + 1; i < x.rank(); ++i) inner *= x.extents[at(i)];
  for (std::int64_t begin = 0; begin < x.size(); ++begin) {
    if (begin / inner % n != 0) continue;
    std::vector<std::int64_t> order;
    for (std::int64_t k = 0; k < n; ++k) order.push_back(k);
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t i, std::int64_t j) {
      const double a = x.at(begin + i * inner), b = x.at(begin + j * inner);
      return descending ? comes_before(b, a) : comes_before(a, b);
    });
    for (std::int64_t k = 0; k < n; ++k) y.set_integer(begin + k * inner, order[at(k)]);
  }
  return y;
}

// y = the places along an axis of its elements in order; equal elements stay in theirs, NaN counts as the greatest
struct Argsort : PositionOp {
  static constexpr OpInfo info{.name = "argsort", .cpp = "gradc::argsort(x, axis=-1, descending=0)",
                               .trait = Trait::kernel, .attributes = "axis: count, descending: bool"};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kFloat | kInteger) ||
        !r.axis(r.attributes.get<std::int64_t>("axis"), r.type(0).rank()))
      return std::nullopt;
    return Type{ElementType::i64, r.type(0).extents, 0};
  }
  static Literal evaluate(const Evaluation& e) {
    return sorted_places(e, e.attributes().get<std::int64_t>("axis"), e.attributes().get<bool>("descending"));
  }
  static Geometry kernel(const OpView& v) {
    Geometry g = around_axis(v.operand(0).extents, v.op.attributes.get<std::int64_t>("axis"));
    g.fields.emplace_back(v.op.attributes.get<bool>("descending"));
    return g;
  }
};

// y = the places along an axis of its n greatest elements, the greatest first and of equal ones the first; NaN counts
// as the greatest
struct TopKIndices : PositionOp {
  static constexpr OpInfo info{.name = "top_k_indices", .cpp = "gradc::top_k_indices(x, n, axis=-1); gradc::top_k(x, n, axis=-1).indices",
                               .trait = Trait::kernel, .may_fail = true, .attributes = "axis: count, n: extent"};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kFloat | kInteger)) return std::nullopt;
    const auto axis = r.axis(r.attributes.get<std::int64_t>("axis"), r.type(0).rank());
    if (!axis) return std::nullopt;
    Type y{ElementType::i64, r.type(0).extents, 0};
    const Extent n = r.attributes.get<Shape>("n")[0];
    if (!check_count(r, "n", n)) return std::nullopt;
    if (const auto room = r.facts.resolve(y.extents[at(*axis)] - n).constant(); room && *room < 0)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "n", "is more than the axis has");
    y.extents[at(*axis)] = n;
    return y;
  }
  static Literal evaluate(const Evaluation& e) {
    const auto axis = at(e.attributes().get<std::int64_t>("axis"));
    const Literal order = sorted_places(e, static_cast<std::int64_t>(axis), true);
    Literal y = e.zeros();
    for (IndexWalk i(y.extents); !i.done(); i.next())
      if (i.index()[axis] < order.extents[axis])
        y.copy_element(IndexWalk::offset(i.index(), y.extents), order, IndexWalk::offset(i.index(), order.extents));
    return y;
  }
  static Geometry kernel(const OpView& v) {
    Geometry g = around_axis(v.operand(0).extents, v.op.attributes.get<std::int64_t>("axis"));
    g.fields.emplace_back(v.op.attributes.get<Shape>("n")[0]);
    g.fields.emplace_back(SourceLine{});
    return g;
  }
};

// y = how many elements of the sorted vector x come before each v: those less than v, with `right` also those equal
struct Searchsorted : PositionOp {
  static constexpr OpInfo info{.name = "searchsorted", .cpp = "gradc::searchsorted(x, y, right=0)",
                               .trait = Trait::kernel, .arity = 2, .attributes = "right: bool"};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kFloat | kInteger) || !same_element(r, r.type(0), r.type(1))) return std::nullopt;
    if (r.type(0).rank() != 1) return r.fail(DiagnosticId::rank, r.op_name, "a sorted vector", r.type(0).rank());
    return Type{ElementType::i64, r.type(1).extents, 0};
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    const bool right = e.attributes().get<bool>("right");
    for (std::int64_t i = 0; i < y.size(); ++i)
      for (std::int64_t k = 0; k < e.x[0].size(); ++k) {
        const double x = e.x[0].at(k), v = e.x[1].at(i);
        if (right ? !comes_before(v, x) : comes_before(x, v)) y.set_integer(i, y.integers[at(i)] + 1);
      }
    return y;
  }
  // {extent, count, right}
  static Geometry kernel(const OpView& v) {
    return {{v.operand(0).extents[0], product(v.operand(1).extents), v.op.attributes.get<bool>("right")}};
  }
};

}  // namespace ir::ops
