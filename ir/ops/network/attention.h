// Gated units and attention.
#pragma once

#include <array>
#include <limits>

#include "ir/kind.h"
#include "ir/ops/reduce/cumulative.h"
#include "ir/ops/network/random.h"

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

// O = P V with P = softmax of S = scale Q Kᵀ + bias along the keys, of Q (..., S, D), K (..., T, D), V (..., T, E) and a bias
// (..., S, T) that may be missing, or a mask of bool: which keys a query sees; an axis of 1 of them is repeated. scale = 0 stands
// for 1/√D. `causal`: query i sees key j where j ≤ i + (T - S), or with `top_left` j ≤ i. K and V may have fewer heads, on the
// axis before the last two: each is shared by a group of queries'. `dropout`, under a key: as many of P are 0, the others more.
//   What is masked is -∞, not a great number. A query that sees nothing, all of whose scores are -∞, has a row of zeros
//   and no derivative.
//   V̄ = Pᵀ Ō        S̄ = P (Ō Vᵀ - Σ P Ō Vᵀ)        Q̄ = scale S̄ K        K̄ = scale S̄ᵀ Q, where P is computed again and not kept
struct ScaledDotProductAttention : InFloat<ScaledDotProductAttention> {
  static constexpr OpInfo info{
      .name = "scaled_dot_product_attention",
      .cpp = "gradc::scaled_dot_product_attention(x, y, z, Attention?, causal=0, scale=0); "
             "gradc::scaled_dot_product_attention(x, y, z, key, Attention?, causal=0, scale=0); "
             "gradc::scaled_dot_product_attention(x, y, z, u, Attention?, causal=0, scale=0); "
             "gradc::scaled_dot_product_attention(x, y, z, u, key, Attention?, causal=0, scale=0)",
      .trait = Trait::composite, .arity = -1, .attributes = "causal: bool, dropout: real?, scale: real, top_left: bool?"};
  static constexpr bool dear = true;
  static std::optional<std::size_t> drawn_under(const OpView& v) {
    const double rate = v.op.attributes.get_or<double>("dropout", 0);
    return rate > 0 && rate < 1 ? std::optional(v.op.operands.size() - 2) : std::nullopt;
  }
  // How many heads of queries share one of keys.
  static Extent group(const Extent& queries, const Extent& keys) {
    if (keys == Extent(1)) return queries;
    const auto q = queries.constant(), k = keys.constant();
    return q && k && *k > 0 && *q % *k == 0 ? Extent(*q / *k) : Extent(1);
  }
  static std::optional<Type> type(const TypeRule& r) {
    if (r.count() < 3 || r.count() > 6)
      return r.fail(DiagnosticId::operand_count, r.op_name, "3 to 6", r.count());
    const bool has_key = r.count() > 4;
    const std::size_t count = r.count() - (has_key ? 2 : 0);
    if (has_key && !check_key(r, count)) return std::nullopt;
    const double rate = r.attributes.get_or<double>("dropout", 0);
    if (!(rate >= 0 && rate <= 1)) return r.fail(DiagnosticId::attribute_value, r.op_name, "dropout", "is not from 0 to 1");
    if (rate > 0 && !has_key)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "dropout", "needs a key, after the tensors");
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_mask = i == 3 && r.type(i).is_tensor() && r.type(i).element == ElementType::boolean;
      if (!is_mask && (!check_element(r, r.type(i), kFloat) || !same_element(r, r.type(0), r.type(i)))) return std::nullopt;
      if (r.type(i).rank() < 2 || r.type(i).rank() != r.type(0).rank())
        return r.fail(DiagnosticId::rank, r.op_name, "operands of one rank, 2 or more", r.type(i).rank());
    }
    const std::size_t last = r.type(0).extents.size() - 1;
    // Axes of the operands that are one: {operand, its axis, operand, its axis}.
    std::vector<std::array<std::size_t, 4>> pairs{{0, last, 1, last}, {1, last - 1, 2, last - 1}};
    const auto repeats = [&](std::size_t axis) { return r.facts.resolve(r.type(3).extents[axis]) == Extent(1); };
    if (count == 4 && !repeats(last - 1)) pairs.push_back({0, last - 1, 3, last - 1});
    if (count == 4 && !repeats(last)) pairs.push_back({1, last - 1, 3, last});
    for (std::size_t axis = 0; axis + 1 < last; ++axis) {
      const auto heads = [&](std::size_t i) { return r.facts.resolve(r.type(i).extents[axis]); };
      const bool grouped = axis + 2 == last && group(heads(0), heads(1)) != Extent(1);
      if (grouped) pairs.push_back({1, axis, 2, axis});
      for (std::size_t i = grouped ? 3 : 1; i < count; ++i)
        if (i < 3 || !repeats(axis)) pairs.push_back({0, axis, i, axis});
    }
    for (const auto& [i, a, j, b] : pairs)
      if (!r.same(r.type(i).extents[a], r.type(j).extents[b], fmt::format("operands {} and {}", i, j))) return std::nullopt;
    Type y = r.type(0);
    y.extents[last] = r.type(2).extents[last];
    return y;
  }
  static Expr expand(const Rule& r) { return by_groups(dropped(r, probabilities(r)), r.x[2], false); }
  static Expr vjp(const Rule& r, int i) {
    std::vector<Expr> x(r.x.begin(), r.x.end());
    for (Expr& operand : x)
      if (!operand.type().is_scalar()) operand = apply(Kind::After, {operand, r.bar});
    const Rule again{x, r.y, r.bar, {}, r.attributes, r.builder};
    const Expr p = probabilities(again);
    if (i == 2) return by_groups_transposed(dropped(r, p), r.bar, r.x[2]);
    const Expr scores = softmax_derivative(p, dropped(r, by_groups(r.bar, r.x[2], true)));
    if (i == 3) return sum_to(scores, r.x[3].shape());
    return scaled(r, i == 0 ? by_groups(scores, r.x[1], false) : by_groups_transposed(scores, r.x[0], r.x[1]));
  }
  static Expr jvp(const Rule& r) {
    const auto plus = [](Expr a, Expr b) { return a.valid() ? a + b : b; };
    const Expr p = probabilities(r);
    Expr scores, y;
    if (r.dots[0].valid()) scores = scaled(r, by_groups(r.dots[0], r.x[1], true));
    if (r.dots[1].valid()) scores = plus(scores, scaled(r, by_groups(r.x[0], r.dots[1], true)));
    if (has_bias(r) && r.dots[3].valid()) scores = plus(scores, broadcast(r.dots[3], p.shape()));
    if (scores.valid()) y = by_groups(dropped(r, softmax_derivative(p, scores)), r.x[2], false);
    return r.dots[2].valid() ? plus(y, by_groups(dropped(r, p), r.dots[2], false)) : y;
  }

 private:
  static bool has_bias(const Rule& r) { return r.x.size() == 4 || r.x.size() == 6; }
  static Expr counted(Expr like_this, const Extent& n) {  // 0, 1, ... n - 1
    Builder& b = *like_this.builder;
    return apply(Kind::Cumsum, {{&b, b.full({ElementType::i64, {n}, 0}, 1)}},
                 {{"axis", std::int64_t{0}}, {"exclusive", true}, {"reverse", false}});
  }
  static Expr scaled(const Rule& r, Expr s) {
    const double scale = r.attributes.get<double>("scale");
    if (scale != 0) return scale * s;
    Builder& b = *s.builder;
    const Expr width = astype({&b, b.extent_value(r.x[0].shape().back())}, s.type().element);
    return s * broadcast(apply(Kind::Rsqrt, {width}), s.shape());
  }
  static Expr probabilities(const Rule& r) {
    const Expr q = r.x[0];
    Builder& b = *q.builder;
    const double minus = -std::numeric_limits<double>::infinity();
    Expr s = scaled(r, by_groups(q, r.x[1], true));
    if (has_bias(r)) {
      const Expr beside = broadcast(r.x[3], s.shape());
      s = beside.type().element == ElementType::boolean ? where(beside, s, like(s, minus)) : s + beside;
    }
    const Extent queries = s.shape()[s.shape().size() - 2], keys = s.shape().back();
    if (r.attributes.get<bool>("causal")) {
      const bool top_left = r.attributes.get_or<bool>("top_left", false);
      const Expr first{&b, b.extent_value(top_left ? Extent(0) : keys - queries)}, i = counted(q, queries);
      const Expr limit = broadcast(expand_dims(i + broadcast(first, i.shape()), {1}), {queries, keys});
      const Expr seen = apply(Kind::LessEqual, {broadcast(counted(q, keys), {queries, keys}), limit});
      s = where(broadcast(seen, s.shape()), s, like(s, minus));
    }
    const Integers last{s.rank() - 1};
    const Expr blind = broadcast(apply(Kind::All, {equal(s, minus)}, {{"axes", last}, {"keepdims", true}}), s.shape());
    const Expr p = apply(Kind::Softmax, {where(blind, zeros_like(s), s)}, {{"axis", last[0]}});
    return where(blind, zeros_like(p), p);
  }
  static Expr dropped(const Rule& r, Expr p) {
    if (r.x.size() < 5) return p;
    return apply(Kind::Dropout, {p, r.x[r.x.size() - 2], r.x.back()}, {{"rate", r.attributes.get_or<double>("dropout", 0)}});
  }
  // The derivative of softmax, either way, where it gave p.
  static Expr softmax_derivative(Expr p, Expr v) {
    return p * (v - broadcast(sum_of_products(p, v, {p.rank() - 1}, true), v.shape()));
  }
  // x with the heads that share one of `matrices` as rows of one.
  static Expr grouped(Expr x, Expr matrices) {
    Shape rows = x.shape();
    const std::size_t rank = rows.size();
    const Extent shared = rank < 3 ? Extent(1) : group(rows[rank - 3], matrices.shape()[rank - 3]);
    if (shared == Extent(1)) return x;
    rows[rank - 3] = matrices.shape()[rank - 3];
    rows[rank - 2] = shared * rows[rank - 2];
    return reshape(x, rows);
  }
  // x times the matrix that its head has, or times its transpose.
  static Expr by_groups(Expr x, Expr matrices, bool transpose) {
    const Expr y = apply(Kind::Matmul, {grouped(x, matrices), matrices}, {{"transpose_a", false}, {"transpose_b", transpose}});
    Shape shape = x.shape();
    shape.back() = y.shape().back();
    return y.shape() == shape ? y : reshape(y, shape);
  }
  // xᵀ y, summed over the heads that share one of `matrices`.
  static Expr by_groups_transposed(Expr x, Expr y, Expr matrices) {
    return apply(Kind::Matmul, {grouped(x, matrices), grouped(y, matrices)}, {{"transpose_a", true}, {"transpose_b", false}});
  }
};

// y = x with each pair (a, b) of its last axis turned by an angle: (a cos - b sin, b cos + a sin); the pair is elements k and
// k + D/2, or with `interleaved` 2k and 2k + 1. cos and sin are (S, D/2) for x (..., S, D). An odd D is an error, at run time
// where it isn't known        x̄ = ȳ turned back
struct RotaryEmbedding {
  static constexpr OpInfo info{.name = "rotary_embedding", .cpp = "gradc::rotary_embedding(x, y, z, interleaved=0)",
                               .trait = Trait::composite, .arity = 3, .may_fail = true, .attributes = "interleaved: bool"};
  static std::optional<Type> type(const TypeRule& r) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (!check_element(r, r.type(i), kFloat) || !same_element(r, r.type(0), r.type(i))) return std::nullopt;
      if (i == 0 ? r.type(0).rank() < 2 : r.type(i).rank() != 2)
        return r.fail(DiagnosticId::rank, r.op_name, i == 0 ? "2 axes or more" : "angles of rank 2", r.type(i).rank());
    }
    const Shape& x = r.type(0).extents;
    if (const auto known = r.facts.resolve(x.back()).constant(); known && *known % 2 != 0)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "axis", fmt::format("has an odd extent, {}", *known));
    for (std::size_t i : {1u, 2u})
      if (!r.same_shape({r.type(0).element, {x[x.size() - 2], Extent::floor_divide(x.back(), 2)}, 0}, r.type(i)))
        return std::nullopt;
    return r.type(0);
  }
  static Expr expand(const Rule& r) {
    const Shape shape = r.x[0].shape();
    if (shape.size() == 8) {  // no room for an axis of pairs: those of the batch are one
      Extent batch(1);
      for (std::size_t axis = 0; axis + 2 < shape.size(); ++axis) batch = batch * shape[axis];
      const Expr rows = reshape(r.x[0], {batch, shape[shape.size() - 2], shape.back()});
      return reshape(apply(Kind::RotaryEmbedding, {rows, r.x[1], r.x[2]}, r.attributes), shape);
    }
    const Extent half = Extent::floor_divide(shape.back(), 2);
    Shape even = shape, pairs(shape.begin(), shape.end() - 1);
    even.back() = half + half;
    const Expr x = even == shape ? r.x[0] : apply(Kind::RequireExtents, {r.x[0]}, {{"shape", even}});
    const bool interleaved = r.attributes.get<bool>("interleaved");
    pairs.insert(pairs.end(), {interleaved ? half : Extent(2), interleaved ? Extent(2) : half});
    const std::size_t axis = interleaved ? shape.size() : shape.size() - 1;  // of the two of a pair
    const Expr both = reshape(x, pairs);
    const auto part = [&](std::int64_t which) {
      Shape begin(pairs.size()), one = pairs;
      begin[axis] = which;
      one[axis] = 1;
      return apply(Kind::Squeeze, {apply(Kind::Slice, {both}, {{"begin", begin}, {"shape", one}})},
                   {{"axes", Integers{static_cast<std::int64_t>(axis)}}});
    };
    const Expr a = part(0), b = part(1), cosine = broadcast(r.x[1], a.shape()), sine = broadcast(r.x[2], a.shape());
    const auto place = static_cast<std::int64_t>(axis);
    const Expr turned = apply(Kind::Concat, {expand_dims(a * cosine - b * sine, {place}), expand_dims(b * cosine + a * sine, {place})},
                              {{"axis", place}});
    const Expr y = reshape(turned, even);
    return even == shape ? y : apply(Kind::RequireExtents, {y}, {{"shape", shape}});
  }
};

}  // namespace ir::ops
