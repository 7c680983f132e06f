// Reading and adding at integer indices. An index outside its axis is an IndexError at run time.
#pragma once

#include <cmath>

#include "ir/kind.h"
#include "ir/ops/rules.h"

namespace ir::ops {

// What becomes of an index outside its axis, as gradc::Mode has it: an error, the nearest inside, or nothing.
enum class IndexMode : std::int64_t { error, clip, drop };
inline IndexMode index_mode(const Attributes& attributes) {
  return static_cast<IndexMode>(attributes.get_or<std::int64_t>("mode", 0));
}

// {outer, extent, inner, count, mode, line}: `count` indices along an axis.
inline Geometry around_indices(const OpView& v, const Extent& count) {
  Geometry g = around_axis(v.operand(0).extents, v.op.attributes.get<std::int64_t>("axis"));
  g.fields.push_back(count);
  g.fields.emplace_back(Extent(static_cast<std::int64_t>(index_mode(v.op.attributes))));
  g.fields.emplace_back(SourceLine{});
  return g;
}

// Whether the indices are integers, and their mode one that there is.
inline bool check_indices(const TypeRule& r) {
  if (!check_element(r, r.type(1), kInteger)) return false;
  if (r.attributes.get_or<std::int64_t>("mode", 0) <= static_cast<std::int64_t>(IndexMode::drop)) return true;
  r.fail(DiagnosticId::attribute_value, r.op_name, "mode", "is none of error, clip and drop");
  return false;
}
// The axis of an op with indices; null with a diagnostic.
inline std::optional<int> checked_axis_and_mode(const TypeRule& r) {
  if (!check_indices(r)) return std::nullopt;
  return r.axis(r.attributes.get<std::int64_t>("axis"), r.type(0).rank());
}
// The place on an axis that an index means: with clip the nearest. It may lie outside.
inline std::int64_t place_of(const Attributes& attributes, std::int64_t index, std::int64_t extent) {
  return index_mode(attributes) == IndexMode::clip ? std::max<std::int64_t>(0, std::min(index, extent - 1)) : index;
}

// Calls f(position in x, position in the gathered tensor) for each element gathered; skips what lies outside.
template <class F>
void each_gathered(const Evaluation& e, const Literal& x, const Literal& indices, F f) {
  const std::int64_t axis = e.attributes().get<std::int64_t>("axis");
  std::int64_t outer = 1, inner = 1;
  for (std::int64_t i = 0; i < axis; ++i) outer *= x.extents[at(i)];
  for (std::int64_t i = axis + 1; i < x.rank(); ++i) inner *= x.extents[at(i)];
  const std::int64_t extent = x.extents[at(axis)];
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t k = 0; k < indices.size(); ++k) {
      const std::int64_t index = place_of(e.attributes(), indices.integers[at(k)], extent);
      for (std::int64_t i = 0; i < inner && index >= 0 && index < extent; ++i)
        f((o * extent + index) * inner + i, (o * indices.size() + k) * inner + i);
    }
}

inline Shape gathered(const Shape& x, const Shape& indices, std::int64_t axis) {
  Shape shape{x.begin(), x.begin() + axis};
  shape.insert(shape.end(), indices.begin(), indices.end());
  shape.insert(shape.end(), x.begin() + axis + 1, x.end());
  return shape;
}

// y = x[..., idx, ...] along an axis        x̄ = ȳ added at idx: duplicates accumulate
struct Take {
  static constexpr OpInfo info{.name = "take",
                               .cpp = "gradc::take(x, y:integer, axis=0, mode?); gradc::embedding_lookup(x, y:integer, axis=0)",
                               .trait = Trait::kernel, .arity = 2, .may_fail = true,
                               .attributes = "axis: count, mode: count?"};
  static std::optional<Extent> work(const OpView& v) { return work_on(v, 0, 0); }
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int) { return r.again(Kind::ScatterAdd, {zeros_like(r.x[0]), r.x[1], r.bar}); }, 0b01,
      [](const Rule& r, int, Expr sum) { return r.again(Kind::ScatterAdd, {sum, r.x[1], r.bar}); }};
  static constexpr Batching batch = &over_rest<0b01>;
  static std::optional<Type> type(const TypeRule& r) {
    const auto axis = checked_axis_and_mode(r);
    if (!axis) return std::nullopt;
    return Type{r.type(0).element, gathered(r.type(0).extents, r.type(1).extents, *axis), 0};
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    each_gathered(e, e.x[0], e.x[1], [&](std::int64_t from, std::int64_t to) { y.copy_element(to, e.x[0], from); });
    return y;
  }
  static Geometry kernel(const OpView& v) { return around_indices(v, product(v.operand(1).extents)); }
};

inline constexpr unsigned kAnything = ~0u;  // complex numbers, too

// What ops on x, indices and updates along an axis share: the result is like x, the updates like what a take gives.
template <unsigned kClasses>
struct ScatterOp {
  static constexpr Batching batch = &over_rest<0b101>;
  static std::optional<Type> type(const TypeRule& r) {
    if ((kClasses != kAnything && !check_element(r, r.type(0), kClasses)) || !same_element(r, r.type(0), r.type(2))) return std::nullopt;
    const auto axis = checked_axis_and_mode(r);
    if (!axis) return std::nullopt;
    const Type updates{r.type(0).element, gathered(r.type(0).extents, r.type(1).extents, *axis), 0};
    if (!r.same_shape(updates, r.type(2))) return std::nullopt;
    return r.type(0);
  }
  static Geometry kernel(const OpView& v) { return around_indices(v, product(v.operand(1).extents)); }
};

// y = x with u added at idx along an axis        x̄ = ȳ        ū = ȳ taken at idx
struct ScatterAdd : ScatterOp<kFloat | kComplex | kInteger> {
  static constexpr OpInfo info{.name = "scatter_add", .cpp = "gradc::scatter_add(x, y:integer, z, axis=0, mode?)",
                               .trait = Trait::kernel, .arity = 3, .in_place = 0, .may_fail = true,
                               .attributes = "axis: count, mode: count?"};
  static std::optional<Extent> work(const OpView& v) { return work_on(v, 2, 1); }
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int i) { return i == 0 ? r.bar : r.again(Kind::Take, {r.bar, r.x[1]}); }, 0b101};
  static std::optional<int> rows_onto(const OpView& v) {
    if (v.op.attributes.get<std::int64_t>("axis") != 0) return std::nullopt;
    return 0;
  }
  static AddedRows rows(const Rule& r) {
    const Extent count = product(r.x[1].shape());
    Shape shape = r.x[0].shape();
    shape[0] = count;
    Expr indices = reshape(astype(r.x[1], ElementType::i64), {count}), rows = reshape(r.x[2], shape);
    Builder& b = *indices.builder;
    const auto all = [&](Expr number) { return broadcast(number, {count}); };
    const Expr zero = all(whole(indices, 0));
    const Expr end = all({&b, b.extent_value(r.x[0].shape()[0])});
    const IndexMode mode = index_mode(r.attributes);
    if (mode == IndexMode::clip)
      indices = ir::apply(Kind::Maximum, {ir::apply(Kind::Minimum, {indices, end - all(whole(indices, 1))}), zero});
    if (mode == IndexMode::drop) {
      const Expr is_inside =
          ir::apply(Kind::LogicalAnd, {ir::apply(Kind::GreaterEqual, {indices, zero}), indices < end});
      Integers others;
      for (int axis = 1; axis < rows.rank(); ++axis) others.push_back(axis);
      rows = where(broadcast(expand_dims(is_inside, others), shape), rows, zeros_like(rows));
      indices = where(is_inside, indices, zero);
    }
    return {indices, rows};
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.x[0];
    each_gathered(e, y, e.x[1],
                  [&](std::int64_t to, std::int64_t from) { y.set(to, y.number(to) + e.x[2].number(from)); });
    return y;
  }
};

// A value for each index, repeated over what is gathered at it.
inline Expr over_gathered(const Rule& r, Expr value, const Shape& shape) {
  Integers inner;
  for (std::int64_t i = r.attributes.get<std::int64_t>("axis") + 1; i < r.x[0].rank(); ++i)
    inner.push_back(value.rank() + static_cast<std::int64_t>(inner.size()));
  return broadcast(expand_dims(value, inner), shape);
}

// y = x but u at idx along an axis, the last of those with one index        x̄ = ȳ, 0 at idx
//   ū = ȳ taken at idx where u is the last with its index, else 0; `unique` promises that no index comes twice, so that each is
struct ScatterUpdate : ScatterOp<kAnything> {
  static constexpr OpInfo info{.name = "scatter_update",
                               .cpp = "gradc::scatter_update(x, y:integer, z, axis=0, mode?, Scatter?)", .trait = Trait::kernel,
                               .arity = 3, .in_place = 0, .may_fail = true,
                               .attributes = "axis: count, mode: count?, unique: bool?"};
  static Attributes with_mode(const Attributes& given, std::int64_t axis) {
    Attributes attributes{{"axis", axis}};
    if (const Attribute* mode = given.find("mode")) attributes.set("mode", *mode);
    return attributes;
  }
  // Whether an index is the last of its value: what it writes of its own place is what is found there.
  static Expr is_last(const Rule& r) {
    Builder& b = *r.x[0].builder;
    const Shape shape = r.x[1].shape();
    const Expr count{&b, b.append(Kind::Iota, {}, {{"n", Shape{product(shape)}}, {"to", ElementType::i64}})};
    const Expr places = reshape(count, shape);
    const Extent extent = r.x[0].shape()[at(r.attributes.get<std::int64_t>("axis"))];
    const Attributes along = with_mode(r.attributes, 0);
    const Expr none{&b, b.full({ElementType::i64, {extent}, 0}, 0)};
    const Expr last = ir::apply(Kind::ScatterUpdate, {none, r.x[1], places}, along);
    return equal(ir::apply(Kind::Take, {last, r.x[1]}, along), places);
  }
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int i) {
        if (i == 0) return r.again(Kind::ScatterUpdate, {r.bar, r.x[1], zeros_like(r.x[2])});
        const auto axis = r.attributes.get<std::int64_t>("axis");
        const Expr there = ir::apply(Kind::Take, {r.bar, r.x[1]}, with_mode(r.attributes, axis));
        if (r.attributes.get_or<bool>("unique", false)) return there;
        return where(over_gathered(r, is_last(r), there.shape()), there, zeros_like(there));
      },
      0b101};
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.x[0];
    each_gathered(e, y, e.x[1], [&](std::int64_t to, std::int64_t from) { y.copy_element(to, e.x[2], from); });
    return y;
  }
};

// The extreme of x and the updates at each place; the adjoint goes in even parts to those that it is.
struct ScatterExtreme : ScatterOp<kFloat | kInteger> {
  struct Shares {
    Expr x, u;
  };
  static Shares shares(const Rule& r) {
    const ElementType element = r.y.type().element;
    const Expr there = r.again(Kind::Take, {r.y, r.x[1]});
    const Expr x = astype(equal(r.x[0], r.y), element), u = astype(equal(r.x[2], there), element);
    const Expr count = r.again(Kind::ScatterAdd, {x, r.x[1], u});
    const Expr of_u = r.again(Kind::Take, {count, r.x[1]}), none = equal(of_u, 0);  // none: an update that is dropped
    const Expr share = where(none, zeros_like(u), u / where(none, like(of_u, 1), of_u));
    return {where(equal(r.y, r.y), x / count, r.y), where(equal(there, there), share, there)};
  }
  static constexpr Derivative derivative = General{
      [](const Rule& r, int i) {
        const Shares share = shares(r);
        return i == 0 ? share.x * r.bar : share.u * r.again(Kind::Take, {r.bar, r.x[1]});
      },
      [](const Rule& r) {
        const Shares share = shares(r);
        const Expr x = r.dots[0].valid() ? share.x * r.dots[0] : zeros_like(r.y);
        return r.dots[2].valid() ? r.again(Kind::ScatterAdd, {x, r.x[1], share.u * r.dots[2]}) : x;
      },
      0b101};
  template <class Better>
  static Literal extreme(const Evaluation& e, Better better) {
    Literal y = e.x[0];
    each_gathered(e, y, e.x[1], [&](std::int64_t to, std::int64_t from) {
      const double now = y.at(to), next = e.x[2].at(from);
      if (!std::isnan(now) && (std::isnan(next) || better(next, now))) y.copy_element(to, e.x[2], from);
    });
    return y;
  }
};

// y = the greatest of x and the updates at each place; NaN if one is        x̄, ū: ȳ in even parts to those that y is, NaN
// where y is
struct ScatterMax : ScatterExtreme {
  static constexpr OpInfo info{.name = "scatter_max", .cpp = "gradc::scatter_max(x, y:integer, z, axis=0, mode?)",
                               .trait = Trait::kernel, .arity = 3, .in_place = 0, .may_fail = true,
                               .attributes = "axis: count, mode: count?"};
  static Literal evaluate(const Evaluation& e) {
    return extreme(e, [](double a, double b) { return a > b; });
  }
};

// y = the smallest of x and the updates at each place; NaN if one is        x̄, ū: ȳ in even parts to those that y is, NaN
// where y is
struct ScatterMin : ScatterExtreme {
  static constexpr OpInfo info{.name = "scatter_min", .cpp = "gradc::scatter_min(x, y:integer, z, axis=0, mode?)",
                               .trait = Trait::kernel, .arity = 3, .in_place = 0, .may_fail = true,
                               .attributes = "axis: count, mode: count?"};
  static Literal evaluate(const Evaluation& e) {
    return extreme(e, [](double a, double b) { return a < b; });
  }
};

// The indices of an op along an axis, of x's shape but on that axis; null with a diagnostic where they aren't.
inline std::optional<Shape> shape_along(const TypeRule& r) {
  const auto axis = checked_axis_and_mode(r);
  if (!axis) return std::nullopt;
  Type expected = r.type(0), indices = r.type(1);
  indices.element = expected.element;
  if (indices.rank() == expected.rank()) expected.extents[at(*axis)] = indices.extents[at(*axis)];
  if (!r.same_shape(expected, indices)) return std::nullopt;
  return indices.extents;
}

// Calls f(position in x, position in the indices) for each index along the axis; skips what lies outside.
template <class F>
void each_along(const Evaluation& e, const Literal& x, F f) {
  const auto axis = at(e.attributes().get<std::int64_t>("axis"));
  const Literal& indices = e.x[1];
  for (IndexWalk i(indices.extents); !i.done(); i.next()) {
    const std::int64_t place = IndexWalk::offset(i.index(), indices.extents);
    const std::int64_t index = place_of(e.attributes(), indices.integers[at(place)], x.extents[axis]);
    if (index < 0 || index >= x.extents[axis]) continue;
    auto there = i.index();
    there[axis] = index;
    f(IndexWalk::offset(there, x.extents), place);
  }
}
inline Geometry indices_along(const OpView& v) {
  return around_indices(v, v.operand(1).extents[at(v.op.attributes.get<std::int64_t>("axis"))]);
}

// y[.., k, ..] = x[.., idx[.., k, ..], ..] along an axis        x̄ = ȳ added there: duplicates accumulate
struct TakeAlongAxis {
  static constexpr OpInfo info{.name = "take_along_axis", .cpp = "gradc::take_along_axis(x, y:integer, axis, mode?)",
                               .trait = Trait::kernel, .arity = 2, .may_fail = true,
                               .attributes = "axis: count, mode: count?"};
  static std::optional<Extent> work(const OpView& v) { return work_on(v, 0, 0); }
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int) { return r.again(Kind::AddAlongAxis, {zeros_like(r.x[0]), r.x[1], r.bar}); }, 0b01,
      [](const Rule& r, int, Expr sum) { return r.again(Kind::AddAlongAxis, {sum, r.x[1], r.bar}); }};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    const auto shape = shape_along(r);
    if (!shape) return std::nullopt;
    return Type{r.type(0).element, *shape, 0};
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    each_along(e, e.x[0], [&](std::int64_t from, std::int64_t to) { y.copy_element(to, e.x[0], from); });
    return y;
  }
  static Geometry kernel(const OpView& v) { return indices_along(v); }
};

// y = x with u[.., k, ..] added at [.., idx[.., k, ..], ..]        x̄ = ȳ        ū = ȳ taken there
struct AddAlongAxis {
  static constexpr OpInfo info{.name = "add_along_axis", .cpp = "gradc::add_along_axis(x, y:integer, z, axis, mode?)",
                               .trait = Trait::kernel, .arity = 3, .in_place = 0, .may_fail = true,
                               .attributes = "axis: count, mode: count?"};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int i) { return i == 0 ? r.bar : r.again(Kind::TakeAlongAxis, {r.bar, r.x[1]}); }, 0b101};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kFloat | kComplex | kInteger) || !same_element(r, r.type(0), r.type(2))) return std::nullopt;
    const auto shape = shape_along(r);
    if (!shape || !r.same_shape({r.type(0).element, *shape, 0}, r.type(2))) return std::nullopt;
    return r.type(0);
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.x[0];
    each_along(e, y, [&](std::int64_t to, std::int64_t from) { y.set(to, y.number(to) + e.x[2].number(from)); });
    return y;
  }
  static Geometry kernel(const OpView& v) { return indices_along(v); }
};

// y[..., k] = 1 where k = idx, else 0; an index outside gives a row of zeros
struct OneHot {
  static constexpr OpInfo info{.name = "one_hot", .cpp = "gradc::one_hot<to>(x, n)", .trait = Trait::kernel,
                               .attributes = "n: extent, to: element"};
  static constexpr Derivative derivative = NoGradient{"indices have no derivative"};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kInteger)) return std::nullopt;
    Type y{r.attributes.get<ElementType>("to"), r.type(0).extents, 0};
    if (!check_element(r, y, kFloat | kInteger | kBoolean)) return std::nullopt;
    y.extents.push_back(r.attributes.get<Shape>("n")[0]);
    if (const auto n = y.extents.back().constant(); n && *n < 0)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "n", "is not a number of classes");
    return y;
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    const std::int64_t n = y.extents.back();
    for (std::int64_t i = 0; i < e.x[0].size(); ++i) {
      const std::int64_t id = e.x[0].integers[at(i)];
      if (id >= 0 && id < n) y.set(i * n + id, 1);
    }
    return y;
  }
  static Geometry kernel(const OpView& v) {
    return {{product(v.operand(0).extents), v.op.attributes.get<Shape>("n")[0]}};
  }
};

}  // namespace ir::ops
