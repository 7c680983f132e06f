// What is computed from sums over axes: statistics, norms, and sums of some elements.
#pragma once

#include <cmath>
#include <limits>

#include "ir/kind.h"
#include "ir/ops/elementwise/complex.h"
#include "ir/ops/reduce/nn.h"
#include "ir/ops/reduce/reduce.h"

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

// The type of a reduction of real or complex numbers that gives real ones.
inline std::optional<Type> size_type(const TypeRule& r) {
  auto type = ReduceOp<kFloat | kComplex>::type(r);
  if (type) type->element = real_of(type->element);
  return type;
}

// y = Σ |x - μ|² / d with d = n - correction, in two passes; NaN where d is not positive
//   x̄ = (2/d)(x - μ) ȳ: that of μ adds nothing, for Σ (x - μ) = 0
struct Var : InFloat<Var, true>, NotNegative {
  static constexpr OpInfo info{.name = "var", .cpp = "gradc::var(x, axes?, keepdims?, Variance?, correction=0); "
                                      "gradc::var_mean(x, axes?, keepdims?, Variance?, correction=0).variance",
                               .trait = Trait::composite,
                               .attributes = "axes: integers, correction: count, keepdims: bool"};
  static std::optional<Type> type(const TypeRule& r) { return size_type(r); }
  // d, of the type of y.
  static Expr freedom(const Rule& r, Expr y) {
    const Expr d = reduced_count(r, y.type().element) - static_cast<double>(r.attributes.get<std::int64_t>("correction"));
    const Expr undefined = like(d, std::numeric_limits<double>::quiet_NaN());
    return broadcast(where(greater(d, 0), d, undefined), y.shape());
  }
  static Expr expand(const Rule& r) {
    const Expr from_mean = centred(r.x[0], axes_of(r));
    const auto squares_of = [&](Expr x) { return sum_of_products(x, x, axes_of(r), keeps_dims(r)); };
    const bool parts = is_complex(from_mean.type().element);
    const Expr squares = parts ? squares_of(real(from_mean)) + squares_of(imag(from_mean)) : squares_of(from_mean);
    return squares / freedom(r, squares);
  }
  static Expr vjp(const Rule& r, int) {
    const Expr from_mean = centred(r.x[0], axes_of(r));
    const Expr d = freedom(r, r.bar);
    return astype(expanded(r, 2.0 * r.bar / d), from_mean.type().element) * from_mean;
  }
  static Expr jvp(const Rule& r) {
    const Expr total = sum(real(conj(centred(r.x[0], axes_of(r))) * r.dots[0]), axes_of(r), keeps_dims(r));
    return 2.0 * total / freedom(r, total);
  }
};

// the mean that var_mean gives beside the variance
struct MeanBeside : ReduceOp<kFloat> {
  static constexpr OpInfo info{.name = "mean_beside",
                               .cpp = "gradc::var_mean(x, axes?, keepdims?, Variance?, correction=0).mean",
                               .trait = Trait::composite,
                               .attributes = "axes: integers, correction: count, keepdims: bool"};
  static Expr expand(const Rule& r) { return mean(r.x[0], axes_of(r), keeps_dims(r)); }
};

// y = √var(x)        x̄ = (x - μ) ȳ / (d y), 0 where y is 0
struct Std : NotNegative {
  static constexpr OpInfo info{.name = "std", .cpp = "gradc::std(x, axes?, keepdims?, Variance?, correction=0)",
                               .trait = Trait::composite,
                               .attributes = "axes: integers, correction: count, keepdims: bool"};
  static std::optional<Type> type(const TypeRule& r) { return size_type(r); }
  static Expr expand(const Rule& r) {
    const Expr v = apply(Kind::Var, {r.x[0]}, r.attributes), none = equal(v, 0), zero = zeros_like(v);
    return where(none, zero, apply(Kind::Sqrt, {where(none, like(v, 1), v)}));
  }
};

// a/b, 0 where b is 0, whatever a is: the derivative of a norm.
inline Expr over_norm(Expr a, Expr b) {
  const Expr none = equal(b, 0);
  return where(none, zeros_like(b), a / where(none, like(b, 1), b));
}

// y = √Σ x², without overflow; 0 of none        x̄ = (x/y) ȳ, 0 where y is 0
struct EuclideanNorm : ReduceOp<kFloat>, NotNegative {
  static constexpr OpInfo info{.name = "euclidean_norm", .trait = Trait::kernel,
                               .attributes = "axes: integers, keepdims: bool"};
  static constexpr Derivative derivative = General{
      [](const Rule& r, int) { return over_norm(r.x[0], expanded(r, r.y)) * expanded(r, r.bar); },
      [](const Rule& r) { return sum(over_norm(r.x[0], expanded(r, r.y)) * r.dots[0], axes_of(r), keeps_dims(r)); }};
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    std::vector<double> total(at(y.size()));
    each_reduced(e, e.x[0], [&](std::int64_t to, std::int64_t from) {
      total[at(to)] = std::hypot(total[at(to)], e.x[0].at(from));
    });
    for (std::int64_t i = 0; i < y.size(); ++i) y.set(i, total[at(i)]);
    return y;
  }
};

// y = (Σ |x|ᵖ)^(1/p) for a p above 0, without overflow: the exponential of ln Σ e^(p ln |x|) / p; 0 of none
//   x̄ = sgn(x) (|x|/y)^(p-1) ȳ, 0 where y or x is 0: below p = 1 the derivative is infinite there
struct PowerNorm : ReduceOp<kFloat>, InFloat<PowerNorm> {
  static constexpr OpInfo info{.name = "power_norm", .trait = Trait::composite,
                               .attributes = "axes: integers, keepdims: bool, ord: real"};
  static double ord(const Rule& r) { return r.attributes.get<double>("ord"); }
  static std::optional<Type> type(const TypeRule& r) {
    if (!(r.attributes.get<double>("ord") > 0))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "ord", "is not above 0");
    return ReduceOp<kFloat>::type(r);
  }
  static Expr expand(const Rule& r) {
    const Expr logs = ord(r) * apply(Kind::Log, {apply(Kind::Abs, {r.x[0]})});
    const Expr total = apply(Kind::Logsumexp, {logs}, {{"axes", axes_of(r)}, {"keepdims", keeps_dims(r)}});
    return apply(Kind::Exp, {total / like(total, ord(r))});
  }
  static Expr weights(const Rule& r) {
    const Expr x = r.x[0], none = equal(x, 0), one = like(x, 1);
    const Expr ratio = where(none, one, apply(Kind::Abs, {x})) / where(none, one, expanded(r, r.y));
    return apply(Kind::Sign, {x}) * apply(Kind::Pow, {ratio, like(x, ord(r) - 1)});
  }
  static Expr vjp(const Rule& r, int) { return weights(r) * expanded(r, r.bar); }
  static Expr jvp(const Rule& r) { return sum(weights(r) * r.dots[0], axes_of(r), keeps_dims(r)); }
};

// y = (Σ |x|ᵖ)^(1/p) for p = ord; ∞: the greatest |x|, -∞: the smallest, 0: the number of elements that are not 0
//   derivatives of what it is: even split over the extremes times sgn(x), 0 at 0
struct VectorNorm {
  static constexpr OpInfo info{.name = "vector_norm", .cpp = "gradc::vector_norm(x, axes?, keepdims?, Norm?, ord=2)",
                               .trait = Trait::composite, .may_fail = true,
                               .attributes = "axes: integers, keepdims: bool, ord: real"};
  static std::optional<Type> type(const TypeRule& r) {
    const double ord = r.attributes.get<double>("ord");
    if (!(ord >= 0) && !(std::isinf(ord) && ord < 0))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "ord", "is below 0 and not -inf");
    const auto y = size_type(r);
    if (y && std::isinf(ord) && chooses_from_none(r, r.attributes.get<Integers>("axes"), "axes")) return std::nullopt;
    return y;
  }
  static Expr expand(const Rule& r) {
    const double ord = r.attributes.get<double>("ord");
    const Attributes over{{"axes", axes_of(r)}, {"keepdims", keeps_dims(r)}};
    const Expr x = is_complex(r.x[0].type().element) ? apply(Kind::ComplexAbs, {r.x[0]}) : r.x[0];
    if (ord == 2) return apply(Kind::EuclideanNorm, {x}, over);
    if (ord == 0) return sum(where(equal(x, 0), zeros_like(x), like(x, 1)), axes_of(r), keeps_dims(r));
    const Expr size = apply(Kind::Abs, {x});
    if (ord == 1) return sum(size, axes_of(r), keeps_dims(r));
    if (std::isinf(ord)) return apply(ord > 0 ? Kind::Max : Kind::Min, {size}, over);
    return apply(Kind::PowerNorm, {x}, r.attributes);
  }
};

// The norm along an axis, kept and repeated, and eps where it is not above that.
struct Floored {
  Expr norm, is_above;
  Floored(Expr x, std::int64_t axis, double eps) {
    const Expr y = apply(Kind::EuclideanNorm, {x}, {{"axes", Integers{axis}}, {"keepdims", true}});
    norm = broadcast(where(greater(y, eps), y, like(y, eps)), x.shape());
    is_above = broadcast(greater(y, eps), x.shape());
  }
};
inline double eps_of(const Rule& r) { return r.attributes.get<double>("eps"); }

// y = x / max(‖x‖, eps) along an axis        x̄ = (ȳ - y Σ y ȳ) / ‖x‖, and ȳ/eps where ‖x‖ is not above eps
struct Normalize : AxisOp, InFloat<Normalize> {
  static constexpr OpInfo info{.name = "normalize", .cpp = "gradc::normalize(x, axis=-1, eps=1e-12)",
                               .trait = Trait::composite, .attributes = "axis: count, eps: real"};
  static Expr expand(const Rule& r) {
    return r.x[0] / Floored(r.x[0], r.attributes.get<std::int64_t>("axis"), eps_of(r)).norm;
  }
  static Expr rule(const Rule& r, Expr v) {
    const Floored f(r.x[0], r.attributes.get<std::int64_t>("axis"), eps_of(r));
    return (v - where(f.is_above, r.y * sum_along(r, r.y * v), zeros_like(v))) / f.norm;
  }
  static Expr vjp(const Rule& r, int) { return rule(r, r.bar); }
  static Expr jvp(const Rule& r) { return rule(r, r.dots[0]); }
};

// z = Σ (x/‖x‖)(y/‖y‖) along an axis, eps a floor for each norm
//   x̄ = (y/‖y‖ - z x/‖x‖) z̄ / ‖x‖, without the second term where ‖x‖ is not above eps; likewise for y
struct CosineSimilarity : InFloat<CosineSimilarity> {
  static constexpr OpInfo info{.name = "cosine_similarity", .cpp = "gradc::cosine_similarity(x, y, axis=-1, eps=1e-8)",
                               .trait = Trait::composite, .arity = 2, .attributes = "axis: count, eps: real"};
  static std::optional<Type> type(const TypeRule& r) {
    auto type = one_type(r, kFloat);
    const auto axis = type ? r.axis(r.attributes.get<std::int64_t>("axis"), type->rank()) : std::nullopt;
    if (!axis) return std::nullopt;
    type->extents.erase(type->extents.begin() + *axis);
    return type;
  }
  static Integers axis(const Rule& r) { return {r.attributes.get<std::int64_t>("axis")}; }
  static Expr direction(const Rule& r, std::size_t i) {
    return r.x[i] / Floored(r.x[i], axis(r)[0], eps_of(r)).norm;
  }
  static Expr expand(const Rule& r) { return sum(direction(r, 0) * direction(r, 1), axis(r)); }
  static Expr along(const Rule& r, Expr y) { return broadcast(expand_dims(y, axis(r)), r.x[0].shape()); }
  static Expr weights(const Rule& r, std::size_t i) {
    const Floored f(r.x[i], axis(r)[0], eps_of(r));
    const Expr own = along(r, r.y) * r.x[i] / f.norm;
    return (direction(r, 1 - i) - where(f.is_above, own, zeros_like(own))) / f.norm;
  }
  static Expr vjp(const Rule& r, int i) { return weights(r, at(i)) * along(r, r.bar); }
  static Expr jvp(const Rule& r) {
    Expr total;
    for (std::size_t i = 0; i < 2; ++i) {
      if (!r.dots[i].valid()) continue;
      const Expr part = sum(weights(r, i) * r.dots[i], axis(r));
      total = total.valid() ? total + part : part;
    }
    return total;
  }
};

// y = Σ xᵢᵢ over the last two axes, which may differ
struct Trace {
  static constexpr OpInfo info{.name = "trace", .cpp = "gradc::trace(x)", .trait = Trait::composite, .may_fail = true};
  static std::optional<Type> type(const TypeRule& r) {
    Type y = r.type(0);
    if (!check_element(r, y, kFloat | kComplex | kInteger)) return std::nullopt;
    if (y.rank() < 2) return r.fail(DiagnosticId::rank, r.op_name, "a matrix", y.rank());
    y.extents.resize(y.extents.size() - 2);
    return y;
  }
  // The elements at multiples of columns + 1 of each matrix in row-major order.
  static Expr expand(const Rule& r) {
    const Shape shape = r.x[0].shape();
    const std::int64_t axis = r.x[0].rank() - 2;
    const Extent rows = shape[at(axis)], columns = shape.back();
    Shape flat{shape.begin(), shape.end() - 2};
    flat.push_back(rows * columns);
    Builder& b = *r.x[0].builder;
    const Expr step = broadcast({&b, b.extent_value(columns + 1)}, {Extent::min(rows, columns)});
    const Expr places =
        apply(Kind::Cumsum, {step}, {{"axis", std::int64_t{0}}, {"exclusive", true}, {"reverse", false}});
    return sum(apply(Kind::Take, {reshape(r.x[0], flat), places}, {{"axis", axis}}), {axis});
  }
};

// y[k] = the sum of the x[i] whose id is k, for k < n; an id outside is dropped        x̄[i] = ȳ[id[i]], 0 where dropped
struct SegmentSum {
  static constexpr OpInfo info{.name = "segment_sum", .cpp = "gradc::segment_sum(x, y:integer, n)",
                               .trait = Trait::composite, .arity = 2, .may_fail = true, .attributes = "n: extent"};
  static std::optional<Type> type(const TypeRule& r) {
    Type y = r.type(0);
    if (!check_element(r, y, kFloat | kComplex | kInteger) || !check_element(r, r.type(1), kInteger)) return std::nullopt;
    if (y.rank() == 0 || r.type(1).rank() != 1)
      return r.fail(DiagnosticId::type_mismatch, r.op_name, "it takes a vector of ids, one for each row");
    if (!r.same(y.extents[0], r.type(1).extents[0], "one id for each row")) return std::nullopt;
    y.extents[0] = r.attributes.get<Shape>("n")[0];
    if (const auto n = y.extents[0].constant(); n && *n < 0)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "n", "is not a number of segments");
    return y;
  }
  // What is dropped is added to a segment more, which is cut off.
  static Expr expand(const Rule& r) {
    const Extent n = r.attributes.get<Shape>("n")[0];
    Builder& b = *r.x[0].builder;
    const Expr ids = astype(r.x[1], ElementType::i64), count = broadcast({&b, b.extent_value(n)}, ids.shape());
    const Expr inside = apply(Kind::LogicalAnd, {ids < count, apply(Kind::GreaterEqual, {ids, zeros_like(ids)})});
    Shape shape = r.x[0].shape(), begin(shape.size());
    shape[0] = n + 1;
    const Expr none{&b, b.full({r.x[0].type().element, shape, 0}, 0)};
    const Expr sums = apply(Kind::ScatterAdd, {none, where(inside, ids, count), r.x[0]}, {{"axis", std::int64_t{0}}});
    shape[0] = n;
    return apply(Kind::Slice, {sums}, {{"begin", begin}, {"shape", shape}});
  }
};

}  // namespace ir::ops
