// Reductions over axes (sorted, within the rank), with or without keeping them as extents of 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "ir/kind.h"
#include "ir/ops/rules.h"

namespace ir::ops {

// Whether there is a result that is known to be made of no elements: false, or with a diagnostic of that attribute true.
inline bool chooses_from_none(const TypeRule& r, const Integers& axes, std::string_view attribute) {
  bool is_empty = false;
  for (std::size_t axis = 0; axis < r.type(0).extents.size(); ++axis) {
    const auto extent = r.facts.resolve(r.type(0).extents[axis]).constant();
    const bool is_reduced = std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(axis)) != axes.end();
    if (is_reduced) is_empty = is_empty || extent == 0;
    else if (!extent || *extent == 0) return false;
  }
  if (is_empty) r.fail(DiagnosticId::attribute_value, r.op_name, attribute, "has no elements to choose from");
  return is_empty;
}

// The attributes and shapes that all reductions share.
template <unsigned kClasses>
struct ReduceOp {
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kClasses)) return std::nullopt;
    const Integers* axes = checked_axes(r, r.type(0).rank());
    if (!axes) return std::nullopt;
    return Type{r.type(0).element, reduced(r.type(0).extents, *axes, r.attributes.get<bool>("keepdims")), 0};
  }
  static Geometry kernel(const OpView& v) {
    Geometry g{{v.operand(0).extents, as_shape(v.op.attributes.get<Integers>("axes"))}};
    if (definition(v.op.kind).info.may_fail) g.fields.emplace_back(SourceLine{});
    return g;
  }
  static Lines lines(const OpView& v) { return {v.op.attributes.get<Integers>("axes"), {}}; }
};

inline Expr expanded(const Rule& r, Expr y) {
  return expand_reduced(y, r.x[0], r.attributes.get<Integers>("axes"), r.attributes.get<bool>("keepdims"));
}

// Calls f(position in y, element of x) for every element of x in row-major order.
template <class F>
void each_reduced(const Evaluation& e, const Literal& x, F f) {
  const Integers& axes = e.attributes().get<Integers>("axes");
  std::vector<std::int64_t> kept = x.extents;
  for (std::int64_t axis : axes) kept[at(axis)] = 1;
  for (IndexWalk i(x.extents); !i.done(); i.next()) {
    auto to = i.index();
    for (std::int64_t axis : axes) to[at(axis)] = 0;
    f(IndexWalk::offset(to, kept), IndexWalk::offset(i.index(), x.extents));
  }
}

// y = Σ x        x̄ = ȳ repeated
struct Sum : ReduceOp<kFloat | kComplex | kInteger>, InNumbers<Sum> {
  static constexpr OpInfo info{.name = "sum", .cpp = "gradc::sum(x, axes?, keepdims?)", .trait = Trait::kernel,
                               .attributes = "axes: integers, keepdims: bool"};
  static std::optional<Extent> work(const OpView& v) { return work_on(v, 0, 1); }
  static Lines lines(const OpView& v) { return {v.op.attributes.get<Integers>("axes"), Kind::Sum}; }
  static Range range(const OpView&, std::span<const Range> x) { return Range{x[0].low >= 0 ? 0 : -Range::kMost, x[0].high <= 0 ? 0 : Range::kMost}; }
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return expanded(r, r.bar); }};
  template <class T>
  static Literal evaluate_in(const Evaluation& e) {
    Literal y = e.zeros();
    std::vector<T> total(at(y.size()));
    each_reduced(e, e.x[0], [&](std::int64_t to, std::int64_t from) {
      if (is_differentiable(y.element))
        total[at(to)] += e.x[0].as<T>(from);
      else
        y.set_integer(to, static_cast<std::int64_t>(static_cast<std::uint64_t>(y.integers[at(to)]) +
                                                    static_cast<std::uint64_t>(e.x[0].integers[at(from)])));
    });
    for (std::int64_t i = 0; is_differentiable(y.element) && i < y.size(); ++i) y.set(i, total[at(i)]);
    return y;
  }
};

// z = Σ x y, of operands of one shape        x̄ = z̄ y, ȳ = z̄ x, with z̄ repeated
//   For rules: of both in memory the products need not be written there.
struct SumOfProducts : ReduceOp<kFloat> {
  static constexpr OpInfo info{.name = "sum_of_products", .trait = Trait::kernel, .arity = 2,
                               .attributes = "axes: integers, keepdims: bool"};
  static std::optional<Extent> work(const OpView& v) { return work_on(v, 0, 2); }
  static Lines lines(const OpView& v) { return {v.op.attributes.get<Integers>("axes"), Kind::SumOfProducts}; }
  static constexpr Derivative derivative =
      Bilinear{[](const Rule& r, int i) { return expanded(r, r.bar) * r.x[i == 0 ? 1 : 0]; }};
  static std::optional<Type> type(const TypeRule& r) {
    if (!same_element(r, r.type(0), r.type(1)) || !r.same_shape(r.type(0), r.type(1))) return std::nullopt;
    return ReduceOp<kFloat>::type(r);
  }
  static Literal evaluate(const Evaluation& e) {
    Literal z = e.zeros();
    std::vector<double> total(at(z.size()));
    each_reduced(e, e.x[0], [&](std::int64_t to, std::int64_t from) { total[at(to)] += e.x[0].at(from) * e.x[1].at(from); });
    for (std::int64_t i = 0; i < z.size(); ++i) z.set(i, total[at(i)]);
    return z;
  }
};
inline Expr sum_of_products(Expr x, Expr y, const Integers& axes, bool keepdims = false) {
  return axes.empty() ? x * y : apply(Kind::SumOfProducts, {x, y}, {{"axes", axes}, {"keepdims", keepdims}});
}

// y = Π x; of integers it wraps
//   x̄ = ȳ times the product of all other elements, which is made of products before and after each along one axis
//   after the other: nothing is divided, so that it is exact where there are zeros.
struct Prod : ReduceOp<kFloat | kComplex | kInteger>, InNumbers<Prod> {
  static constexpr OpInfo info{.name = "prod", .cpp = "gradc::prod(x, axes?, keepdims?)", .trait = Trait::kernel,
                               .domain = {-1.2, 1.2}, .attributes = "axes: integers, keepdims: bool"};
  static std::optional<Extent> work(const OpView& v) { return work_on(v, 0, 1); }
  static Expr others(const Rule& r) {
    const Integers& axes = r.attributes.get<Integers>("axes");
    Expr rest = r.x[0], all = like(rest, 1);
    for (std::size_t k = axes.size(); k-- > 0;) {
      const auto along = [&](bool reverse) {
        return apply(Kind::Cumprod, {rest}, {{"axis", axes[k]}, {"exclusive", true}, {"reverse", reverse}});
      };
      all = all * broadcast(along(false) * along(true), all.shape());
      rest = apply(Kind::Prod, {rest}, {{"axes", Integers{axes[k]}}, {"keepdims", true}});
    }
    return all;
  }
  static constexpr Derivative derivative =
      General{[](const Rule& r, int) { return others(r) * expanded(r, r.bar); },
              [](const Rule& r) {
                return sum(others(r) * r.dots[0], r.attributes.get<Integers>("axes"), r.attributes.get<bool>("keepdims"));
              }};
  template <class T>
  static Literal evaluate_in(const Evaluation& e) {
    Literal y = e.zeros();
    for (std::int64_t i = 0; i < y.size(); ++i) y.set(i, 1);
    std::vector<T> total(at(y.size()), 1);
    each_reduced(e, e.x[0], [&](std::int64_t to, std::int64_t from) {
      if (is_differentiable(y.element))
        total[at(to)] *= e.x[0].as<T>(from);
      else
        y.set_integer(to, static_cast<std::int64_t>(static_cast<std::uint64_t>(y.integers[at(to)]) *
                                                    static_cast<std::uint64_t>(e.x[0].integers[at(from)])));
    });
    for (std::int64_t i = 0; is_differentiable(y.element) && i < y.size(); ++i) y.set(i, total[at(i)]);
    return y;
  }
};

// The number of elements that each element of the result is made of, as a real.
inline Expr reduced_count(const Rule& r, ElementType element) {
  Extent count = 1;
  for (std::int64_t axis : r.attributes.get<Integers>("axes")) count = count * r.x[0].shape()[at(axis)];
  Builder& b = *r.x[0].builder;
  return astype({&b, b.extent_value(count)}, element);
}

// y = Σ x / n, NaN for n = 0        x̄ = ȳ/n repeated
struct Mean : ReduceOp<kFloat | kComplex>, InNumbers<Mean>, SameRange {
  static constexpr OpInfo info{.name = "mean", .cpp = "gradc::mean(x, axes?, keepdims?)", .trait = Trait::kernel,
                               .attributes = "axes: integers, keepdims: bool"};
  static std::optional<Extent> work(const OpView& v) { return work_on(v, 0, 1); }
  static Lines lines(const OpView& v) { return {v.op.attributes.get<Integers>("axes"), Kind::Sum, true}; }
  static Expr spread(const Rule& r) {
    return expanded(r, r.bar / broadcast(reduced_count(r, r.bar.type().element), r.bar.shape()));
  }
  static constexpr Derivative derivative =
      Linear{[](const Rule& r, int) { return in_float(&spread, r, r.bar.type().element); }};
  template <class T>
  static Literal evaluate_in(const Evaluation& e) {
    Literal y = e.zeros();
    std::vector<T> total(at(y.size()));
    each_reduced(e, e.x[0], [&](std::int64_t to, std::int64_t from) { total[at(to)] += e.x[0].as<T>(from); });
    const double count = y.size() == 0 ? 1 : static_cast<double>(e.x[0].size()) / static_cast<double>(y.size());
    for (std::int64_t i = 0; i < y.size(); ++i) y.set(i, total[at(i)] / count);
    return y;
  }
};

// The weights of the elements that reach the extreme y: an even split among them, NaN where y is NaN.
inline Expr extreme_weights(const Rule& r) {
  const Expr x = r.x[0], y = expanded(r, r.y);
  const Expr hit = astype(equal(x, y), x.type().element);
  const Expr count = sum(hit, r.attributes.get<Integers>("axes"), r.attributes.get<bool>("keepdims"));
  return where(equal(y, y), hit / expanded(r, count), y);
}
inline Expr extreme_vjp(const Rule& r, int) { return extreme_weights(r) * expanded(r, r.bar); }
inline Expr extreme_jvp(const Rule& r) {
  return sum(extreme_weights(r) * r.dots[0], r.attributes.get<Integers>("axes"), r.attributes.get<bool>("keepdims"));
}

template <class Better>
Literal extreme(const Evaluation& e, Better better) {
  Literal y = e.zeros();
  std::vector<bool> seen(at(y.size()));
  each_reduced(e, e.x[0], [&](std::int64_t to, std::int64_t from) {
    const double now = y.at(to), next = e.x[0].at(from);
    const bool take = !seen[at(to)] || (!std::isnan(now) && (std::isnan(next) || better(next, now)));
    if (take) y.copy_element(to, e.x[0], from);
    seen[at(to)] = true;
  });
  return y;
}

// One that chooses an element, of which there must be one.
struct ExtremeOp : ReduceOp<kFloat | kInteger> {
  static std::optional<Extent> work(const OpView& v) { return work_on(v, 0, 1); }
  static std::optional<Type> type(const TypeRule& r) {
    const auto y = ReduceOp::type(r);
    if (y && chooses_from_none(r, r.attributes.get<Integers>("axes"), "axes")) return std::nullopt;
    return y;
  }
};

// y = the greatest element; NaN if any is        x̄ = ȳ split evenly among the greatest; NaN where y is
struct Max : ExtremeOp, SameRange {
  static constexpr OpInfo info{.name = "max", .cpp = "gradc::max(x, axes?, keepdims?)", .trait = Trait::kernel,
                               .may_fail = true, .note = "an empty reduction has no value",
                               .attributes = "axes: integers, keepdims: bool"};
  static constexpr Derivative derivative = General{&extreme_vjp, &extreme_jvp};
  static Literal evaluate(const Evaluation& e) {
    return extreme(e, [](double a, double b) { return a > b; });
  }
};

// y = the smallest element; NaN if any is        x̄ = ȳ split evenly among the smallest; NaN where y is
struct Min : ExtremeOp, SameRange {
  static constexpr OpInfo info{.name = "min", .cpp = "gradc::min(x, axes?, keepdims?)", .trait = Trait::kernel,
                               .may_fail = true, .note = "an empty reduction has no value",
                               .attributes = "axes: integers, keepdims: bool"};
  static constexpr Derivative derivative = General{&extreme_vjp, &extreme_jvp};
  static Literal evaluate(const Evaluation& e) {
    return extreme(e, [](double a, double b) { return a < b; });
  }
};

// y = ln Σ eˣ = m + ln Σ e^(x-m) with m the greatest finite element or 0; -∞ for no elements
//   x̄ = w ȳ with w = e^(x-y). Where y = -∞ w is 0: no mass, no gradient. Where y = +∞ it is an even split
//   among the elements that are +∞, the limit of the softmax.
struct Logsumexp : ReduceOp<kFloat> {
  static constexpr OpInfo info{.name = "logsumexp", .cpp = "gradc::logsumexp(x, axes?, keepdims?)",
                               .trait = Trait::kernel, .attributes = "axes: integers, keepdims: bool"};
  static Expr weights(const Rule& r) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const Expr x = r.x[0], y = expanded(r, r.y);
    const Expr low = equal(y, -kInfinity), high = equal(y, kInfinity);
    // exp sees 0 where y is infinite, so that nothing it makes is NaN.
    const Expr zero = zeros_like(x), not_high = where(high, zero, x - y), shift = where(low, zero, not_high);
    const Expr hit = astype(equal(x, kInfinity), x.type().element);
    const Expr count = sum(hit, r.attributes.get<Integers>("axes"), r.attributes.get<bool>("keepdims"));
    const Expr split = hit / expanded(r, count);
    return where(low, zero, where(high, split, apply(Kind::Exp, {shift})));
  }
  static constexpr Derivative derivative =
      General{[](const Rule& r, int) {
                const Expr bar = expanded(r, r.bar);
                return weights(r) * bar;
              },
              [](const Rule& r) {
                return sum(weights(r) * r.dots[0], r.attributes.get<Integers>("axes"),
                           r.attributes.get<bool>("keepdims"));
              }};
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    std::vector<double> greatest(at(y.size()), -std::numeric_limits<double>::infinity()), total(at(y.size()));
    each_reduced(e, e.x[0], [&](std::int64_t to, std::int64_t from) {
      greatest[at(to)] = std::fmax(greatest[at(to)], e.x[0].at(from));
    });
    for (double& m : greatest) m = std::isfinite(m) ? m : 0;
    each_reduced(e, e.x[0], [&](std::int64_t to, std::int64_t from) {
      total[at(to)] += std::exp(e.x[0].at(from) - greatest[at(to)]);
    });
    for (std::int64_t i = 0; i < y.size(); ++i) y.set(i, greatest[at(i)] + std::log(total[at(i)]));
    return y;
  }
};

// How many elements of x that are reduced to each element of y are not 0.
inline std::vector<std::int64_t> nonzeros(const Evaluation& e, std::int64_t size) {
  std::vector<std::int64_t> found(at(size));
  each_reduced(e, e.x[0], [&](std::int64_t to, std::int64_t from) { found[at(to)] += e.x[0].at(from) != 0 ? 1 : 0; });
  return found;
}

// A truth value of truth values: Op::of(how many are true, how many there are).
template <class Op>
struct TruthOp : ReduceOp<kBoolean> {
  static constexpr Derivative derivative = NoGradient{"a truth value has no derivative"};
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    const auto found = nonzeros(e, y.size());
    const std::int64_t each = y.size() == 0 ? 0 : e.x[0].size() / y.size();
    for (std::int64_t i = 0; i < y.size(); ++i) y.set_integer(i, Op::of(found[at(i)], each));
    return y;
  }
};

// y = whether any element is true; false of none
struct Any : TruthOp<Any> {
  static constexpr OpInfo info{.name = "any", .cpp = "gradc::any(x, axes?, keepdims?)", .trait = Trait::kernel,
                               .attributes = "axes: integers, keepdims: bool"};
  static bool of(std::int64_t found, std::int64_t) { return found > 0; }
};

// y = whether all elements are true; true of none
struct All : TruthOp<All> {
  static constexpr OpInfo info{.name = "all", .cpp = "gradc::all(x, axes?, keepdims?)", .trait = Trait::kernel,
                               .attributes = "axes: integers, keepdims: bool"};
  static bool of(std::int64_t found, std::int64_t each) { return found == each; }
};

// y = the number (i64) of elements that are not 0; NaN is not
struct CountNonzero : ReduceOp<kFloat | kInteger | kBoolean> {
  static constexpr OpInfo info{.name = "count_nonzero", .cpp = "gradc::count_nonzero(x, axes?, keepdims?)",
                               .trait = Trait::kernel, .attributes = "axes: integers, keepdims: bool"};
  static constexpr Derivative derivative = NoGradient{"a number of elements has no derivative"};
  static std::optional<Type> type(const TypeRule& r) {
    auto type = ReduceOp<kFloat | kInteger | kBoolean>::type(r);
    if (type) type->element = ElementType::i64;
    return type;
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    const auto found = nonzeros(e, y.size());
    for (std::int64_t i = 0; i < y.size(); ++i) y.set_integer(i, found[at(i)]);
    return y;
  }
};

template <bool kSmallest>
struct IndexOfExtreme {
  static constexpr Batching batch = &over_rest<>;
  static constexpr Derivative derivative = NoGradient{"an index has no derivative"};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kFloat | kInteger)) return std::nullopt;
    const auto axis = r.axis(r.attributes.get<std::int64_t>("axis"), r.type(0).rank());
    if (!axis || chooses_from_none(r, {*axis}, "axis")) return std::nullopt;
    return Type{ElementType::i64, reduced(r.type(0).extents, {*axis}, false), 0};
  }
  static Literal evaluate(const Evaluation& e) {
    const Literal& x = e.x[0];
    const auto axis = at(e.attributes().get<std::int64_t>("axis"));
    Literal y = e.zeros();
    for (IndexWalk i(x.extents); !i.done(); i.next()) {
      auto best = i.index(), to = i.index();
      to.erase(to.begin() + static_cast<std::ptrdiff_t>(axis));
      const std::int64_t place = IndexWalk::offset(to, y.extents);
      best[axis] = y.integers[at(place)];
      const double now = x.at(IndexWalk::offset(best, x.extents));
      const double next = x.at(IndexWalk::offset(i.index(), x.extents));
      const bool better = kSmallest ? next < now : next > now;
      if (!std::isnan(now) && (std::isnan(next) || better)) y.set_integer(place, i.index()[axis]);
    }
    return y;
  }
  static Geometry kernel(const OpView& v) {
    Geometry g = around_axis(v.operand(0).extents, v.op.attributes.get<std::int64_t>("axis"));
    g.fields.emplace_back(SourceLine{});
    return g;
  }
};

// y = the index (i64) of the first greatest element along an axis; the first NaN counts as greatest
struct Argmax : IndexOfExtreme<false> {
  static constexpr OpInfo info{.name = "argmax", .cpp = "gradc::argmax(x, axis)", .trait = Trait::kernel,
                               .may_fail = true, .note = "an empty reduction has no value", .attributes = "axis: count"};
};

// y = the index (i64) of the first smallest element along an axis; the first NaN counts as smallest
struct Argmin : IndexOfExtreme<true> {
  static constexpr OpInfo info{.name = "argmin", .cpp = "gradc::argmin(x, axis)", .trait = Trait::kernel,
                               .may_fail = true, .note = "an empty reduction has no value", .attributes = "axis: count"};
};

}  // namespace ir::ops
