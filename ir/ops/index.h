// Reading and adding at integer indices. An index outside its axis is an IndexError at run time.
#pragma once

#include "ir/ops/rules.h"

namespace ir::ops {

// {outer, extent, inner, count}: `count` indices along an axis.
inline Geometry around_indices(const Type& x, const Type& indices, std::int64_t axis) {
  Geometry g = around_axis(x.extents, axis);
  g.fields.push_back(product(indices.extents));
  return g;
}

// Calls f(position in x, position in the gathered tensor) for each element gathered; skips what lies outside.
template <class F>
void each_gathered(const Literal& x, const Literal& indices, std::int64_t axis, F f) {
  std::int64_t outer = 1, inner = 1;
  for (std::int64_t i = 0; i < axis; ++i) outer *= x.extents[at(i)];
  for (std::int64_t i = axis + 1; i < x.rank(); ++i) inner *= x.extents[at(i)];
  const std::int64_t extent = x.extents[at(axis)];
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t k = 0; k < indices.size(); ++k) {
      const std::int64_t index = indices.integers[at(k)];
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
  static constexpr OpInfo info{.name = "take", .cpp = "gradc::take(x, y:integer, axis=0); gradc::embedding_lookup(x, y:integer, axis=0)",
                               .trait = Trait::kernel, .arity = 2, .may_fail = true, .attributes = "axis: count"};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int) { return r.again(Kind::ScatterAdd, {zeros_like(r.x[0]), r.x[1], r.bar}); }, 0b01,
      [](const Rule& r, int, Expr sum) { return r.again(Kind::ScatterAdd, {sum, r.x[1], r.bar}); }};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(1), kInteger)) return std::nullopt;
    const auto axis = r.axis(r.attributes.get<std::int64_t>("axis"), r.type(0).rank());
    if (!axis) return std::nullopt;
    return Type{r.type(0).element, gathered(r.type(0).extents, r.type(1).extents, *axis), 0};
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    each_gathered(e.x[0], e.x[1], e.attributes().get<std::int64_t>("axis"),
                  [&](std::int64_t from, std::int64_t to) { y.copy_element(to, e.x[0], from); });
    return y;
  }
  static Geometry kernel(const OpView& v) {
    return around_indices(v.operand(0), v.operand(1), v.op.attributes.get<std::int64_t>("axis"));
  }
};

// y = x with u added at idx along an axis        x̄ = ȳ        ū = ȳ taken at idx
struct ScatterAdd {
  static constexpr OpInfo info{.name = "scatter_add", .trait = Trait::kernel, .arity = 3, .in_place = 0,
                               .may_fail = true, .attributes = "axis: count"};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int i) { return i == 0 ? r.bar : r.again(Kind::Take, {r.bar, r.x[1]}); }, 0b101};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kFloat | kInteger) || !check_element(r, r.type(1), kInteger) ||
        !same_element(r, r.type(0), r.type(2)))
      return std::nullopt;
    const auto axis = r.axis(r.attributes.get<std::int64_t>("axis"), r.type(0).rank());
    if (!axis) return std::nullopt;
    const Type updates{r.type(0).element, gathered(r.type(0).extents, r.type(1).extents, *axis), 0};
    if (!r.same_shape(updates, r.type(2))) return std::nullopt;
    return r.type(0);
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.x[0];
    each_gathered(y, e.x[1], e.attributes().get<std::int64_t>("axis"),
                  [&](std::int64_t to, std::int64_t from) { y.set(to, y.at(to) + e.x[2].at(from)); });
    return y;
  }
  static Geometry kernel(const OpView& v) {
    return around_indices(v.operand(0), v.operand(1), v.op.attributes.get<std::int64_t>("axis"));
  }
};

// y[..., k] = 1 where k = idx, else 0; an index outside gives a row of zeros
struct OneHot {
  static constexpr OpInfo info{.name = "one_hot", .cpp = "gradc::one_hot<to>(x, n)", .trait = Trait::kernel,
                               .attributes = "n: extent, to: element"};
  static constexpr Derivative derivative = NoGradient{"indices have no derivative"};
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
