// Sorting, order statistics, and what else is made of indices: composites of index.h and position.h.
#pragma once

#include "ir/kind.h"
#include "ir/ops/reduce/cumulative.h"
#include "ir/ops/shape/index.h"
#include "ir/ops/shape/position.h"
#include "ir/ops/shape/rearrange.h"

namespace ir::ops {

// y = x in order along an axis, NaN as the greatest        x̄ = ȳ at the places that its elements came from
struct Sort {
  static constexpr OpInfo info{.name = "sort", .cpp = "gradc::sort(x, axis=-1, descending=0)",
                               .trait = Trait::composite, .may_fail = true,
                               .attributes = "axis: count, descending: bool"};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kFloat | kInteger) || !axis_of(r, "axis", r.type(0).rank())) return std::nullopt;
    return r.type(0);
  }
  static Expr expand(const Rule& r) {
    return apply(Kind::TakeAlongAxis, {r.x[0], r.again(Kind::Argsort, {r.x[0]})},
                 {{"axis", r.attributes.get<std::int64_t>("axis")}});
  }
};

// y = the n greatest elements along an axis, the greatest first        x̄ = ȳ at their places
struct TopKValues {
  static constexpr OpInfo info{.name = "top_k_values", .cpp = "gradc::top_k_values(x, n, axis=-1); gradc::top_k(x, n, axis=-1).values",
                               .trait = Trait::composite, .may_fail = true, .attributes = "axis: count, n: extent"};
  static std::optional<Type> type(const TypeRule& r) {
    auto y = TopKIndices::type(r);
    if (y) y->element = r.type(0).element;
    return y;
  }
  static Expr expand(const Rule& r) {
    return apply(Kind::TakeAlongAxis, {r.x[0], r.again(Kind::TopKIndices, {r.x[0]})},
                 {{"axis", r.attributes.get<std::int64_t>("axis")}});
  }
};

// What order statistics along an axis share; an axis without elements has none.
struct OrderStatistic {
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kFloat)) return std::nullopt;
    const auto axis = axis_of(r, "axis", r.type(0).rank());
    if (!axis) return std::nullopt;
    if (r.facts.resolve(r.type(0).extents[at(*axis)]) == Extent(0))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "axis", "has no elements");
    return Type{r.type(0).element, reduced(r.type(0).extents, {*axis}, r.attributes.get<bool>("keepdims")), 0};
  }
  static std::int64_t axis(const Rule& r) { return r.attributes.get<std::int64_t>("axis"); }
  static Expr sorted(const Rule& r) {
    return apply(Kind::Sort, {r.x[0]}, {{"axis", axis(r)}, {"descending", false}});
  }
  // The elements at a place along the axis, as an axis of 1. Along no elements there is none, which the mode says better than
  // the place, -1, that it would have.
  static Expr element(const Rule& r, Expr sorted, Expr place) {
    Shape shape = sorted.shape();
    shape[at(axis(r))] = 1;
    return apply(Kind::TakeAlongAxis, {sorted, broadcast(place, shape)},
                 {{"axis", axis(r)}, {"mode", static_cast<std::int64_t>(IndexMode::clip)}});
  }
  static Expr element(const Rule& r, Expr sorted, const Extent& place) {
    Builder& b = *sorted.builder;
    return element(r, sorted, Expr{&b, b.extent_value(place)});
  }
  // The statistic, or NaN where there is one: sorted, it is the last.
  static Expr finish(const Rule& r, Expr sorted, Expr y) {
    const Expr last = element(r, sorted, sorted.shape()[at(axis(r))] - 1);
    const Expr whole = where(equal(last, last), y, last);
    return r.attributes.get<bool>("keepdims") ? whole : ir::apply(Kind::Squeeze, {whole}, {{"axes", Integers{axis(r)}}});
  }
};

// y = the middle element along an axis in order, or the mean of the two; NaN where one is        x̄ = ȳ at their places
struct Median : OrderStatistic {
  static constexpr OpInfo info{.name = "median", .cpp = "gradc::median(x, axis, keepdims?)", .trait = Trait::composite,
                               .may_fail = true, .attributes = "axis: count, keepdims: bool"};
  static Expr expand(const Rule& r) {
    const Expr order = sorted(r);
    const Extent n = order.shape()[at(axis(r))];
    const Expr low = element(r, order, Extent::floor_divide(n - 1, 2)), high = element(r, order, Extent::floor_divide(n, 2));
    return finish(r, order, 0.5 * low + 0.5 * high);
  }
};

// y = what is at q (n - 1) along an axis in order, linearly between the two elements around it; NaN where one is. With
// `interpolation` 1 it is the lower of the two, 2 the higher, 3 their mean, 4 the nearer, of equally near ones that at an even
// place
//   x̄ = ȳ in those parts at their places
struct Quantile : OrderStatistic {
  static constexpr OpInfo info{.name = "quantile", .cpp = "gradc::quantile(x, fraction, axis, keepdims?, interpolation?)",
                               .trait = Trait::composite, .may_fail = true,
                               .attributes = "axis: count, fraction: real, interpolation: count?, keepdims: bool"};
  enum Interpolation : std::int64_t { linear, lower, higher, midpoint, nearest };
  static std::optional<Type> type(const TypeRule& r) {
    if (const double q = r.attributes.get<double>("fraction"); !(q >= 0 && q <= 1))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "fraction", "is not between 0 and 1");
    if (r.attributes.get_or<std::int64_t>("interpolation", linear) > nearest)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "interpolation", "is not one of 0 to 4");
    return OrderStatistic::type(r);
  }
  static Expr expand(const Rule& r) {
    const Expr order = sorted(r);
    Builder& b = *order.builder;
    const Expr last{&b, b.extent_value(order.shape()[at(axis(r))] - 1)};
    const Expr place = r.attributes.get<double>("fraction") * astype(last, ElementType::f64);
    const Expr below = ir::apply(Kind::Floor, {place});
    const Expr low = astype(below, ElementType::i64), high = ir::apply(Kind::Minimum, {1.0 + low, last});
    const auto elements = [&](Expr at_place) { return element(r, order, at_place); };
    const auto how = r.attributes.get_or<std::int64_t>("interpolation", linear);
    if (how == lower) return finish(r, order, elements(low));
    if (how == higher) return finish(r, order, elements(astype(ir::apply(Kind::Ceil, {place}), ElementType::i64)));
    if (how == nearest) return finish(r, order, elements(astype(ir::apply(Kind::Round, {place}), ElementType::i64)));
    const Expr a = elements(low), c = elements(high);
    if (how == midpoint) {
      const Expr between = broadcast(ir::apply(Kind::NotEqual, {place, below}), a.shape());
      return finish(r, order, where(between, 0.5 * a + 0.5 * c, a));
    }
    const Expr part = broadcast(astype(place - below, a.type().element), a.shape());
    // Beside an infinity of no weight is no NaN.
    return finish(r, order, where(equal(part, 0), a, (1.0 - part) * a + part * c));
  }
};

// y = v where the mask is true, else x        x̄ = ȳ elsewhere        v̄ = Σ ȳ there
struct MaskedFill {
  static constexpr OpInfo info{.name = "masked_fill", .cpp = "gradc::masked_fill(x, y, z:like)",
                               .trait = Trait::composite, .arity = 3};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(1), kBoolean) || !same_element(r, r.type(0), r.type(2))) return std::nullopt;
    if (r.type(2).rank() != 0) return r.fail(DiagnosticId::rank, r.op_name, "a number", r.type(2).rank());
    if (!r.same_shape({ElementType::boolean, r.type(0).extents, 0}, r.type(1))) return std::nullopt;
    return r.type(0);
  }
  static Expr expand(const Rule& r) { return where(r.x[1], broadcast(r.x[2], r.x[0].shape()), r.x[0]); }
};

// y[..., k] = on where k = idx, else off        on̄ = Σ ȳ there        off̄ = Σ ȳ elsewhere
struct OneHotOf {
  static constexpr OpInfo info{.name = "one_hot_of", .cpp = "gradc::one_hot(x:integer, n, y, z)",
                               .trait = Trait::composite, .arity = 3, .attributes = "n: extent"};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kInteger) || !same_element(r, r.type(1), r.type(2))) return std::nullopt;
    for (std::size_t i : {1u, 2u})
      if (r.type(i).rank() != 0) return r.fail(DiagnosticId::rank, r.op_name, "two numbers", r.type(i).rank());
    const Shape& n = r.attributes.get<Shape>("n");
    if (const auto known = n[0].constant(); known && *known < 0)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "n", "is not a number of classes");
    Type y{r.type(1).element, r.type(0).extents, 0};
    y.extents.push_back(n[0]);
    return y;
  }
  static Expr expand(const Rule& r) {
    const Expr hit = ir::apply(Kind::OneHot, {r.x[0]}, {{"n", r.attributes.get<Shape>("n")}, {"to", ElementType::boolean}});
    return where(hit, broadcast(r.x[1], hit.shape()), broadcast(r.x[2], hit.shape()));
  }
};

// y = what of x along an axis stands at the first n true elements of the mask, then v
//   x̄ = ȳ there        v̄ = Σ ȳ of the rest
struct Compress {
  static constexpr OpInfo info{.name = "compress", .cpp = "gradc::compress(x, y, n, axis=0, z:like=0)",
                               .trait = Trait::composite, .arity = 3, .may_fail = true,
                               .attributes = "axis: count, n: extent"};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(1), kBoolean) || !same_element(r, r.type(0), r.type(2))) return std::nullopt;
    if (r.type(2).rank() != 0) return r.fail(DiagnosticId::rank, r.op_name, "a number", r.type(2).rank());
    Type y = r.type(0);
    const auto axis = axis_of(r, "axis", y.rank());
    if (!axis || !r.same_shape({ElementType::boolean, {y.extents[at(*axis)]}, 0}, r.type(1))) return std::nullopt;
    y.extents[at(*axis)] = r.attributes.get<Shape>("n")[0];
    if (!PositionOp::check_count(r, "n", y.extents[at(*axis)])) return std::nullopt;
    return y;
  }
  static Expr expand(const Rule& r) {
    const auto axis = r.attributes.get<std::int64_t>("axis");
    const Expr places = ir::apply(Kind::Nonzero, {r.x[1]}, {{"n", r.attributes.get<Shape>("n")}});
    const Expr found = ir::apply(Kind::Take, {r.x[0], places},
                                 {{"axis", axis}, {"mode", static_cast<std::int64_t>(IndexMode::drop)}});
    return where(over_gathered(r, less(places, 0), found.shape()), broadcast(r.x[2], found.shape()), found);
  }
};

// y[i] = x at the multi-indices along the last axis of idx, which are into the first `depth` axes        x̄ = ȳ added there
//   The first `batch` axes of both, if there are such, go together: y[b, i] = x[b] at idx[b, i]. With a mode each index of a
//   multi-index is clipped to its axis, or the whole dropped where one is outside.
struct GatherNd {
  static constexpr OpInfo info{.name = "gather_nd", .cpp = "gradc::gather_nd<depth, batch>(x, y:integer, mode?)",
                               .trait = Trait::composite, .arity = 2, .may_fail = true,
                               .attributes = "batch: count?, depth: count, mode: count?"};
  static std::int64_t together(const Attributes& attributes) { return attributes.get_or<std::int64_t>("batch", 0); }
  static std::optional<Type> type(const TypeRule& r) {
    const Shape &x = r.type(0).extents, &indices = r.type(1).extents;
    const auto depth = r.attributes.get<std::int64_t>("depth");
    if (!check_indices(r)) return std::nullopt;
    const auto first = together(r.attributes);
    if (first + depth > r.type(0).rank())
      return r.fail(DiagnosticId::rank, r.op_name, fmt::format("at least {} axes", first + depth), x.size());
    if (r.type(1).rank() <= first)
      return r.fail(DiagnosticId::rank, r.op_name, "multi-indices along the last axis, after those that go together", r.type(1).rank());
    if (!r.same(indices.back(), depth, "an index for each axis")) return std::nullopt;
    for (std::size_t axis = 0; axis < at(first); ++axis)
      if (!r.same(x[axis], indices[axis], "axes that go together")) return std::nullopt;
    Type y{r.type(0).element, {indices.begin(), indices.end() - 1}, 0};
    y.extents.insert(y.extents.end(), x.begin() + first + depth, x.end());
    return y;
  }
  static std::int64_t outer_axes(const Rule& r) { return together(r.attributes) + r.attributes.get<std::int64_t>("depth"); }
  // x with the first axes as one, and the places on it.
  static Expr rows(const Rule& r) {
    const Shape x = r.x[0].shape();
    Shape shape{product({x.begin(), x.begin() + outer_axes(r)})};
    shape.insert(shape.end(), x.begin() + outer_axes(r), x.end());
    return reshape(r.x[0], shape);
  }
  // Numbers for the axes of multi-indices, repeated over these.
  static Expr for_axes(Expr indices, const Shape& numbers) {
    Builder& b = *indices.builder;
    std::vector<Expr> each;
    for (const Extent& number : numbers) each.push_back(expand_dims({&b, b.extent_value(number)}, {0}));
    return broadcast(ir::apply(Kind::Concat, each, {{"axis", std::int64_t{0}}}), indices.shape());
  }
  // The places in a tensor of that shape, -1 where an index is outside: so that no step of the way fails.
  static Expr places_inside(Expr indices, const Shape& shape) {
    const Integers last{indices.rank() - 1};
    const Expr within = ir::apply(Kind::LogicalAnd, {ir::apply(Kind::GreaterEqual, {indices, zeros_like(indices)}),
                                                     indices < for_axes(indices, shape)});
    Shape strides(shape.size(), Extent(1));
    for (std::size_t axis = shape.size() - 1; axis > 0; --axis) strides[axis - 1] = strides[axis] * shape[axis];
    const Expr places = sum(indices * for_axes(indices, strides), last);
    const Expr inside = ir::apply(Kind::All, {within}, {{"axes", last}, {"keepdims", false}});
    return where(inside, places, like(places, -1));
  }
  static Expr places(const Rule& r) {
    const Shape x = r.x[0].shape();
    const auto first = together(r.attributes);
    const Shape inner{x.begin() + first, x.begin() + outer_axes(r)}, leading{x.begin(), x.begin() + first};
    const IndexMode mode = inner.empty() ? IndexMode::error : index_mode(r.attributes);
    Expr indices = mode == IndexMode::error ? r.x[1] : astype(r.x[1], ElementType::i64);
    if (mode == IndexMode::clip) {
      Shape greatest = inner;
      for (Extent& extent : greatest) extent = extent - 1;
      indices = ir::apply(Kind::Maximum, {ir::apply(Kind::Minimum, {indices, for_axes(indices, greatest)}), zeros_like(indices)});
    }
    const Expr places = mode == IndexMode::drop ? places_inside(indices, inner)
                                                : ir::apply(Kind::RavelIndex, {indices}, {{"shape", inner}});
    if (first == 0) return places;
    const Expr number = iota(*places.builder, product(leading));
    const Expr begin = number * broadcast({places.builder, places.builder->extent_value(product(inner))}, number.shape());
    Integers others;
    for (std::int64_t axis = first; axis + 1 < r.x[1].rank(); ++axis) others.push_back(axis);
    const Expr moved = places + broadcast(expand_dims(reshape(begin, leading), others), places.shape());
    return mode == IndexMode::drop ? where(less(places, 0), places, moved) : moved;
  }
  // Of take and scatter_add at the places: what is outside has none.
  static Attributes at_places(const Rule& r) {
    Attributes attributes{{"axis", std::int64_t{0}}};
    if (index_mode(r.attributes) == IndexMode::drop) attributes.set("mode", static_cast<std::int64_t>(IndexMode::drop));
    return attributes;
  }
  static Expr expand(const Rule& r) { return ir::apply(Kind::Take, {rows(r), places(r)}, at_places(r)); }
};

// y = x with u added at the multi-indices along the last axis of idx, which are into the first `depth` axes; what is
// added twice counts twice        x̄ = ȳ        ū = ȳ there
struct ScatterNdAdd {
  static constexpr OpInfo info{.name = "scatter_nd_add", .cpp = "gradc::scatter_nd_add<depth>(x, y:integer, z, mode?)",
                               .trait = Trait::composite, .arity = 3, .may_fail = true,
                               .attributes = "depth: count, mode: count?"};
  static std::optional<Type> type(const TypeRule& r) {
    const auto there = GatherNd::type(r);
    if (!there || !check_element(r, r.type(0), kFloat | kComplex | kInteger) || !same_element(r, r.type(0), r.type(2)) ||
        !r.same_shape(*there, r.type(2)))
      return std::nullopt;
    return r.type(0);
  }
  static Expr expand(const Rule& r) {
    const Shape x = r.x[0].shape();
    return reshape(ir::apply(Kind::ScatterAdd, {GatherNd::rows(r), GatherNd::places(r), r.x[2]}, GatherNd::at_places(r)), x);
  }
};

// y = x with what is at idx along an axis multiplied by u; an index that comes twice multiplies twice. Of indices in order, the
// equal ones side by side, yᵢ = uᵢ yᵢ₋₁, or x u for the first of equal ones; the last of equal ones stays
//   x̄ = ȳ Π u; ū = ȳ x times the product of the others at the same place, in which nothing is divided
struct ScatterMul : ScatterOp<kFloat | kComplex | kInteger> {
  static constexpr OpInfo info{.name = "scatter_mul", .cpp = "gradc::scatter_mul(x, y:integer, z, axis=0, mode?)",
                               .trait = Trait::composite, .arity = 3, .may_fail = true, .attributes = "axis: count, mode: count?"};
  static Expr expand(const Rule& r) {
    const auto axis = axis_of(r);
    const Expr x = r.x[0];
    const Extent n = product(r.x[1].shape()), extent = x.shape()[at(axis)];
    Builder& b = *x.builder;
    const auto each = [&](Expr number) { return broadcast(number, {n}); };
    Expr index = reshape(astype(r.x[1], ElementType::i64), {n});
    if (index_mode(r.attributes) == IndexMode::clip)
      index = ir::apply(Kind::Maximum, {ir::apply(Kind::Minimum, {index, each({&b, b.extent_value(extent - 1)})}), each(whole(x, 0))});
    const Expr order = ir::apply(Kind::Argsort, {index}, {{"axis", std::int64_t{0}}, {"descending", false}});
    index = take(index, order, 0);
    Shape shape = x.shape();
    shape[at(axis)] = n;
    const Expr u = take(reshape(r.x[2], shape), order, axis);
    const Expr count{&b, b.append(Kind::Iota, {}, {{"n", Shape{n}}, {"to", ElementType::i64}})};
    const Expr is_first = ir::apply(Kind::LogicalOr, {equal(count, 0), ir::apply(Kind::NotEqual, {index, neighbour(index, 0, false)})});
    const Expr first = over_gathered(r, is_first, shape), none = zeros_like(u);
    const Expr there = r.again(Kind::Take, {x, index});
    const Expr products = recurrence(where(first, none, u), where(first, there * u, none), axis, false);
    return r.again(Kind::ScatterUpdate, {x, index, products});
  }
};

// y[k] = how many ids are k, 0 <= k < n; an id outside is an error
struct Bincount {
  static constexpr OpInfo info{.name = "bincount", .cpp = "gradc::bincount(x:integer, n)", .trait = Trait::composite,
                               .may_fail = true, .attributes = "n: extent"};
  static std::optional<Type> type(const TypeRule& r) {
    const Type y{ElementType::i64, r.attributes.get<Shape>("n"), 0};
    if (!check_element(r, r.type(0), kInteger) || !PositionOp::check_count(r, "n", y.extents[0])) return std::nullopt;
    return y;
  }
  static Expr expand(const Rule& r) {
    Builder& b = *r.x[0].builder;
    const Expr none{&b, b.full({ElementType::i64, r.attributes.get<Shape>("n"), 0}, 0)};
    const Expr ones{&b, b.full({ElementType::i64, r.x[0].shape(), 0}, 1)};
    return ir::apply(Kind::ScatterAdd, {none, r.x[0], ones}, {{"axis", std::int64_t{0}}});
  }
};

// y[k] = the sum of the weights whose ids are k, 0 <= k < n; an id outside is an error        w̄ = ȳ taken at the ids
struct WeightedBincount {
  static constexpr OpInfo info{.name = "weighted_bincount", .cpp = "gradc::bincount(x:integer, n, y)",
                               .trait = Trait::composite, .arity = 2, .may_fail = true, .attributes = "n: extent"};
  static std::optional<Type> type(const TypeRule& r) {
    const Type y{r.type(1).element, r.attributes.get<Shape>("n"), 0};
    if (!check_element(r, r.type(0), kInteger) || !check_element(r, r.type(1), kFloat | kComplex | kInteger) ||
        !PositionOp::check_count(r, "n", y.extents[0]) ||
        !r.same_shape({y.element, r.type(0).extents, 0}, r.type(1)))
      return std::nullopt;
    return y;
  }
  static Expr expand(const Rule& r) {
    Builder& b = *r.x[0].builder;
    const Expr none{&b, b.full({r.x[1].type().element, r.attributes.get<Shape>("n"), 0}, 0)};
    return ir::apply(Kind::ScatterAdd, {none, r.x[0], r.x[1]}, {{"axis", std::int64_t{0}}});
  }
};

// y = x with element k of an axis idx[k] times, n in all        x̄ = sums of ȳ. Counts that make less than n are an IndexError
struct RepeatCounts {
  static constexpr OpInfo info{.name = "repeat_counts", .cpp = "gradc::repeat(x, y:integer, n, axis)", .trait = Trait::composite,
                               .arity = 2, .may_fail = true, .attributes = "axis: count, n: extent"};
  static std::optional<Type> type(const TypeRule& r) {
    Type y = r.type(0);
    const auto axis = check_element(r, r.type(1), kInteger) ? axis_of(r, "axis", y.rank()) : std::nullopt;
    if (!axis || !r.same_shape({r.type(1).element, {y.extents[at(*axis)]}, 0}, r.type(1))) return std::nullopt;
    y.extents[at(*axis)] = r.attributes.get<Shape>("n")[0];
    if (!PositionOp::check_count(r, "n", y.extents[at(*axis)])) return std::nullopt;
    return y;
  }
  static Expr expand(const Rule& r) {
    Builder& b = *r.x[1].builder;
    const Expr ends = ir::apply(Kind::Cumsum, {astype(r.x[1], ElementType::i64)},
                                {{"axis", std::int64_t{0}}, {"exclusive", false}, {"reverse", false}});
    const Expr count{&b, b.append(Kind::Iota, {}, {{"n", r.attributes.get<Shape>("n")}, {"to", ElementType::i64}})};
    const Expr places = ir::apply(Kind::Searchsorted, {ends, count}, {{"right", true}});
    return ir::apply(Kind::Take, {r.x[0], places}, {{"axis", r.attributes.get<std::int64_t>("axis")}});
  }
};

}  // namespace ir::ops
