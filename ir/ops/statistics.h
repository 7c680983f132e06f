// What is computed from means and sums over axes.
#pragma once

#include <cmath>
#include <limits>

#include "ir/ops/reduce.h"

namespace ir::ops {

inline const Integers& axes_of(const Rule& r) { return r.attributes.get<Integers>("axes"); }
inline bool keeps_dims(const Rule& r) { return r.attributes.get<bool>("keepdims"); }
inline Expr mean(Expr x, const Integers& axes, bool keepdims) {
  return apply(Kind::Mean, {x}, {{"axes", axes}, {"keepdims", keepdims}});
}
// x less its mean over the axes.
inline Expr centred(Expr x, const Integers& axes) { return x - broadcast(mean(x, axes, true), x.shape()); }

// y = ln(Σ eˣ / n) = logsumexp(x) - ln n, NaN for n = 0        derivative and points as of logsumexp
struct Logmeanexp : ReduceOp<kFloat> {
  static constexpr OpInfo info{.name = "logmeanexp", .cpp = "gradc::logmeanexp(x, axes?, keepdims?)",
                               .trait = Trait::composite, .attributes = "axes: integers, keepdims: bool"};
  static Expr expand(const Rule& r) {
    const Expr y = apply(Kind::Logsumexp, {r.x[0]}, r.attributes);
    return y - broadcast(apply(Kind::Log, {reduced_count(r, y.type().element)}), y.shape());
  }
};

// y = Σ (x - μ)² / d with d = n - correction, in two passes; NaN where d is not positive
//   x̄ = (2/d)(x - μ) ȳ: that of μ adds nothing, for Σ (x - μ) = 0
struct Var : ReduceOp<kFloat>, InFloat<Var> {
  static constexpr OpInfo info{.name = "var", .cpp = "gradc::var(x, axes?, keepdims?, Variance?, correction=0)",
                               .trait = Trait::composite,
                               .attributes = "axes: integers, correction: count, keepdims: bool"};
  // d, of the type of y.
  static Expr freedom(const Rule& r, Expr y) {
    const Expr d = reduced_count(r, y.type().element) - static_cast<double>(r.attributes.get<std::int64_t>("correction"));
    return broadcast(where(greater(d, 0), d, like(d, std::numeric_limits<double>::quiet_NaN())), y.shape());
  }
  static Expr expand(const Rule& r) {
    const Expr squares = sum(apply(Kind::Square, {centred(r.x[0], axes_of(r))}), axes_of(r), keeps_dims(r));
    return squares / freedom(r, squares);
  }
  static Expr vjp(const Rule& r, int) {
    return expanded(r, 2.0 * r.bar / freedom(r, r.bar)) * centred(r.x[0], axes_of(r));
  }
  static Expr jvp(const Rule& r) {
    const Expr total = sum(centred(r.x[0], axes_of(r)) * r.dots[0], axes_of(r), keeps_dims(r));
    return 2.0 * total / freedom(r, total);
  }
};

// y = √var(x)        x̄ = (x - μ) ȳ / (d y), 0 where y is 0
struct Std : ReduceOp<kFloat> {
  static constexpr OpInfo info{.name = "std", .cpp = "gradc::std(x, axes?, keepdims?, Variance?, correction=0)",
                               .trait = Trait::composite,
                               .attributes = "axes: integers, correction: count, keepdims: bool"};
  static Expr expand(const Rule& r) {
    const Expr v = apply(Kind::Var, {r.x[0]}, r.attributes), none = equal(v, 0);
    return where(none, zeros_like(v), apply(Kind::Sqrt, {where(none, like(v, 1), v)}));
  }
};

}  // namespace ir::ops
