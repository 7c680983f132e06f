// Cells of recurrent networks: one step of a sequence. The rows of weights and biases are those of the gates, one after
// the other, as PyTorch has them.
#pragma once

#include "ir/kind.h"
#include "ir/ops/rules.h"

namespace ir::ops {

// The checks of a cell with that many gates: inputs x [..., k], states [..., n], weights [gates n, k] and [gates n, n],
// biases [gates n].
inline std::optional<Type> cell_type(const TypeRule& r, int gates, std::size_t states) {
  for (std::size_t i = 0; i < r.count(); ++i)
    if (!check_element(r, r.type(i), kFloat) || !same_element(r, r.type(0), r.type(i))) return std::nullopt;
  const Type x = r.type(0), h = r.type(1), w = r.type(1 + states), u = r.type(2 + states);
  if (x.rank() < 1 || h.rank() < 1 || w.rank() != 2 || u.rank() != 2)
    return r.fail(DiagnosticId::rank, r.op_name, "inputs and states with an axis, weights with two", w.rank());
  Type before = x;
  before.extents.back() = h.extents.back();
  for (std::size_t i = 1; i <= states; ++i)
    if (!r.same_shape(before, r.type(i))) return std::nullopt;
  const Extent n = h.extents.back(), rows = n * Extent(gates);
  if (!r.same_shape({x.element, {rows, x.extents.back()}, 0}, w) || !r.same_shape({x.element, {rows, n}, 0}, u))
    return std::nullopt;
  for (std::size_t i = 3 + states; i < r.count(); ++i)
    if (!r.same_shape({x.element, {rows}, 0}, r.type(i))) return std::nullopt;
  return h;
}

// x Wᵀ + b
inline Expr of_layer(Expr x, Expr w, Expr b) { return apply(Kind::LinearLayer, {x, w, b}); }

// Part k of what a layer gives for several gates of n numbers each.
inline Expr gate(Expr all, std::int64_t k, const Extent& n) {
  Shape begin(at(all.rank()), Extent(0)), shape = all.shape();
  begin.back() = n * Extent(k);
  shape.back() = n;
  return apply(Kind::Slice, {all}, {{"begin", begin}, {"shape", shape}});
}

// x [..., k], h and c [..., n], W [4n, k], U [4n, n], b [4n]
struct LstmOp {
  static std::optional<Type> type(const TypeRule& r) { return cell_type(r, 4, 2); }
  struct Gates {
    Expr memory, output;
  };
  static Gates gates(const Rule& r) {
    const Extent n = r.x[1].shape().back();
    const Expr all = of_layer(r.x[0], r.x[3], r.x[5]) + apply(Kind::LinearLayer, {r.x[1], r.x[4]});
    const auto sigmoid = [&](std::int64_t k) { return apply(Kind::Sigmoid, {gate(all, k, n)}); };
    return {sigmoid(1) * r.x[2] + sigmoid(0) * apply(Kind::Tanh, {gate(all, 2, n)}), gate(all, 3, n)};
  }
};

// Of z = x Wᵀ + h Uᵀ + b in four parts i, f, g, o: the state σ(o) tanh c' for c' = σ(f) c + σ(i) tanh g
struct LstmState : LstmOp {
  static constexpr OpInfo info{.name = "lstm_state", .cpp = "gradc::lstm_cell(x, y, z, u, v, w).h",
                               .trait = Trait::composite, .arity = 6, .may_fail = true};
  static Expr expand(const Rule& r) {
    const Gates g = gates(r);
    return apply(Kind::Sigmoid, {g.output}) * apply(Kind::Tanh, {g.memory});
  }
};

// c' of the same
struct LstmMemory : LstmOp {
  static constexpr OpInfo info{.name = "lstm_memory", .cpp = "gradc::lstm_cell(x, y, z, u, v, w).c",
                               .trait = Trait::composite, .arity = 6, .may_fail = true};
  static Expr expand(const Rule& r) { return gates(r).memory; }
};

// Of x Wᵀ + b and h Uᵀ + d in three parts each: (1 - z) n + z h for r = σ(p₀ + q₀), z = σ(p₁ + q₁), n = tanh(p₂ + r q₂)
struct GruCell {
  static constexpr OpInfo info{.name = "gru_cell", .cpp = "gradc::gru_cell(x, y, z, u, v, w)",
                               .trait = Trait::composite, .arity = 6, .may_fail = true};
  static std::optional<Type> type(const TypeRule& r) { return cell_type(r, 3, 1); }
  static Expr expand(const Rule& r) {
    const Extent n = r.x[1].shape().back();
    const Expr p = of_layer(r.x[0], r.x[2], r.x[4]), q = of_layer(r.x[1], r.x[3], r.x[5]);
    const auto sigmoid = [&](std::int64_t k) { return apply(Kind::Sigmoid, {gate(p, k, n) + gate(q, k, n)}); };
    const Expr fresh = apply(Kind::Tanh, {gate(p, 2, n) + sigmoid(0) * gate(q, 2, n)});
    return fresh + sigmoid(1) * (r.x[1] - fresh);
  }
};

}  // namespace ir::ops
