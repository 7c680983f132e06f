// Gated units and attention.
#pragma once

#include <array>
#include <limits>

#include "ir/kind.h"
#include "ir/ops/cumulative.h"

namespace ir::ops {

// y = a σ(b) of the two halves a and b of x along an axis; an odd extent is an error, at run time where it isn't known
struct Glu {
  static constexpr OpInfo info{.name = "glu", .cpp = "gradc::glu(x, axis=-1)", .trait = Trait::composite,
                               .may_fail = true, .attributes = "axis: count"};
  static std::optional<Type> type(const TypeRule& r) {
    Type y = r.type(0);
    if (!check_element(r, y, kFloat)) return std::nullopt;
    const auto axis = r.axis(r.attributes.get<std::int64_t>("axis"), y.rank());
    if (!axis) return std::nullopt;
    Extent& n = y.extents[at(*axis)];
    if (const auto known = r.facts.resolve(n).constant(); known && *known % 2 != 0)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "axis", fmt::format("has an odd extent, {}", *known));
    n = Extent::floor_divide(n, 2);
    return y;
  }
  static Expr expand(const Rule& r) {
    const auto axis = at(axis_of(r));
    Shape shape = r.x[0].shape(), begin(shape.size());
    const Extent half = Extent::floor_divide(shape[axis], 2);
    shape[axis] = half + half;
    const Expr x = r.x[0].shape() == shape ? r.x[0] : apply(Kind::RequireExtents, {r.x[0]}, {{"shape", shape}});
    shape[axis] = half;
    const auto part = [&] { return apply(Kind::Slice, {x}, {{"begin", begin}, {"shape", shape}}); };
    const Expr a = part();
    begin[axis] = half;
    return a * apply(Kind::Sigmoid, {part()});
  }
};

// O = P V with P = softmax of scale Q Kᵀ + bias along the keys, of Q (..., S, D), K (..., T, D), V (..., T, E) and a bias
// (..., S, T) that may be missing; scale = 0 stands for 1/√D. `causal`: query i sees key j where j ≤ i + (T - S).
//   What is masked is -∞, not a great number. A query that sees nothing, all of whose scores are -∞, has a row of zeros
//   and no derivative.
struct ScaledDotProductAttention {
  static constexpr OpInfo info{
      .name = "scaled_dot_product_attention",
      .cpp = "gradc::scaled_dot_product_attention(x, y, z, Attention?, causal=0, scale=0); "
             "gradc::scaled_dot_product_attention(x, y, z, u, Attention?, causal=0, scale=0)",
      .trait = Trait::composite, .arity = -1, .attributes = "causal: bool, scale: real"};
  static std::optional<Type> type(const TypeRule& r) {
    if (r.count() != 3 && r.count() != 4)
      return r.fail(DiagnosticId::operand_count, r.op_name, "3 or 4", r.count());
    for (std::size_t i = 0; i < r.count(); ++i) {
      if (!check_element(r, r.type(i), kFloat) || !same_element(r, r.type(0), r.type(i))) return std::nullopt;
      if (r.type(i).rank() < 2 || r.type(i).rank() != r.type(0).rank())
        return r.fail(DiagnosticId::rank, r.op_name, "operands of one rank, 2 or more", r.type(i).rank());
    }
    const std::size_t last = r.type(0).extents.size() - 1;
    // Axes of the operands that are one: {operand, its axis, operand, its axis}.
    std::vector<std::array<std::size_t, 4>> pairs{{0, last, 1, last}, {1, last - 1, 2, last - 1}};
    if (r.count() == 4) pairs.insert(pairs.end(), {{0, last - 1, 3, last - 1}, {1, last - 1, 3, last}});
    for (std::size_t axis = 0; axis + 1 < last; ++axis)
      for (std::size_t i = 1; i < r.count(); ++i) pairs.push_back({0, axis, i, axis});
    for (const auto& [i, a, j, b] : pairs)
      if (!r.same(r.type(i).extents[a], r.type(j).extents[b], fmt::format("operands {} and {}", i, j))) return std::nullopt;
    Type y = r.type(0);
    y.extents[last] = r.type(2).extents[last];
    return y;
  }
  static Expr counted(Expr like_this, const Extent& n) {  // 0, 1, ... n - 1
    Builder& b = *like_this.builder;
    return apply(Kind::Cumsum, {{&b, b.full({ElementType::i64, {n}, 0}, 1)}},
                 {{"axis", std::int64_t{0}}, {"exclusive", true}, {"reverse", false}});
  }
  static Expr expand(const Rule& r) {
    const Expr q = r.x[0], k = r.x[1], v = r.x[2];
    Builder& b = *q.builder;
    const double minus = -std::numeric_limits<double>::infinity(), scale = r.attributes.get<double>("scale");
    Expr s = apply(Kind::Matmul, {q, k}, {{"transpose_a", false}, {"transpose_b", true}});
    if (scale != 0) {
      s = scale * s;
    } else {
      const Expr width = astype({&b, b.extent_value(q.shape().back())}, s.type().element);
      s = s * broadcast(apply(Kind::Rsqrt, {width}), s.shape());
    }
    if (r.x.size() > 3) s = s + r.x[3];
    const Extent queries = s.shape()[s.shape().size() - 2], keys = s.shape().back();
    if (r.attributes.get<bool>("causal")) {
      const Expr first{&b, b.extent_value(keys - queries)}, i = counted(q, queries);
      const Expr limit = broadcast(expand_dims(i + broadcast(first, i.shape()), {1}), {queries, keys});
      const Expr seen = apply(Kind::LessEqual, {broadcast(counted(q, keys), {queries, keys}), limit});
      s = where(broadcast(seen, s.shape()), s, like(s, minus));
    }
    const Integers last{s.rank() - 1};
    const Expr blind = broadcast(apply(Kind::All, {equal(s, minus)}, {{"axes", last}, {"keepdims", true}}), s.shape());
    const Expr p = apply(Kind::Softmax, {where(blind, zeros_like(s), s)}, {{"axis", last[0]}});
    return apply(Kind::Matmul, {where(blind, zeros_like(p), p), v}, {{"transpose_a", false}, {"transpose_b", false}});
  }
};

}  // namespace ir::ops
