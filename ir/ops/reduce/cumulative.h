// Scans along an axis: each element of the result is made of those before it, or with `reverse` after it.
#pragma once

#include <cmath>
#include <limits>

#include "ir/kind.h"
#include "ir/ops/reduce/nn.h"

namespace ir::ops {

inline std::int64_t axis_of(const Rule& r) { return r.attributes.get<std::int64_t>("axis"); }
inline bool is_reverse(const Rule& r) { return r.attributes.get<bool>("reverse"); }
inline bool is_exclusive(const Rule& r) { return r.attributes.get<bool>("exclusive"); }

// An op that keeps the shape, and its kernel, which takes {outer, n, inner} and the flags among the attributes.
template <unsigned kClasses>
struct ScanOp {
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    const auto type = one_type(r, kClasses);
    if (!type || !r.axis(r.attributes.get<std::int64_t>("axis"), type->rank())) return std::nullopt;
    return type;
  }
  static Geometry kernel(const OpView& v) {
    Geometry g = around_axis(v.result().extents, v.op.attributes.get<std::int64_t>("axis"));
    for (const auto& [name, value] : v.op.attributes)
      if (const bool* flag = std::get_if<bool>(&value)) g.fields.emplace_back(*flag);
    return g;
  }
};

// Calls f(positions along the axis, in the order of the scan) for every line of x.
template <class F>
void each_scanned(const Evaluation& e, F f) {
  const bool reverse = e.attributes().get_or<bool>("reverse", false);
  each_line(e.x[0], e.attributes().get<std::int64_t>("axis"), [&](std::vector<std::int64_t> line) {
    if (reverse) std::reverse(line.begin(), line.end());
    f(line);
  });
}

// Each element's neighbour: the one before it along the axis or, reversed, the one after it. What has none gets zero or,
// `at_edge`, itself.
inline Expr neighbour(Expr x, std::int64_t axis, bool reverse, bool at_edge = false) {
  const Shape whole = x.shape();
  const Extent n = whole[at(axis)], rest = Extent::max(n - 1, 0), one = n - rest;
  const auto part = [&](const Extent& begin, const Extent& extent) {
    Shape from(whole.size()), shape = whole;
    from[at(axis)] = begin, shape[at(axis)] = extent;
    return apply(Kind::Slice, {x}, {{"begin", from}, {"shape", shape}});
  };
  const Expr kept = reverse ? part(one, rest) : part(0, rest);
  if (at_edge) {
    const Expr edge = reverse ? part(rest, one) : part(0, one);
    return apply(Kind::Concat, reverse ? std::vector{kept, edge} : std::vector{edge, kept}, {{"axis", axis}});
  }
  Shape begin(whole.size());
  if (!reverse) begin[at(axis)] = one;
  return apply(Kind::Pad, {kept}, {{"begin", begin}, {"shape", whole}});
}

inline Expr cumulative_product(Expr x, std::int64_t axis, bool exclusive, bool reverse) {
  return apply(Kind::Cumprod, {x}, {{"axis", axis}, {"exclusive", exclusive}, {"reverse", reverse}});
}
inline Expr recurrence(Expr a, Expr b, std::int64_t axis, bool reverse) {
  return apply(Kind::LinearRecurrence, {a, b}, {{"axis", axis}, {"reverse", reverse}});
}

// yᵢ = aᵢ yᵢ₋₁ + bᵢ, the first being b₀ whatever a₀ is; reversed, yᵢ = aᵢ yᵢ₊₁ + bᵢ; of integers it wraps
//   b̄ᵢ = ȳᵢ + aᵢ₊₁ b̄ᵢ₊₁, a recurrence the other way; āᵢ = b̄ᵢ yᵢ₋₁; ẏ is a recurrence over ḃᵢ + ȧᵢ yᵢ₋₁
struct LinearRecurrence : ScanOp<kFloat | kComplex | kInteger>, InNumbers<LinearRecurrence> {
  static constexpr OpInfo info{.name = "linear_recurrence", .trait = Trait::kernel, .arity = 2,
                               .domain = {-1.2, 1.2}, .attributes = "axis: count, reverse: bool"};
  static Expr before(const Rule& r) { return neighbour(r.y, axis_of(r), is_reverse(r)); }
  static constexpr Derivative derivative = General{
      [](const Rule& r, int i) {
        const Expr total = recurrence(neighbour(r.x[0], axis_of(r), !is_reverse(r)), r.bar, axis_of(r), !is_reverse(r));
        return i == 1 ? total : total * before(r);
      },
      [](const Rule& r) {
        Expr dot = r.dots[1];
        if (r.dots[0].valid()) {
          const Expr part = r.dots[0] * before(r);
          dot = dot.valid() ? dot + part : part;
        }
        return recurrence(r.x[0], dot, axis_of(r), is_reverse(r));
      }};
  static Literal evaluate(const Evaluation& e) {
    if (is_integer(e.x[0].element)) return evaluate_integers(e);
    return InNumbers::evaluate(e);
  }
  static Literal evaluate_integers(const Evaluation& e) {
    Literal y = e.zeros();
    const auto bits = [](const Literal& x, std::int64_t i) { return static_cast<std::uint64_t>(x.integers[at(i)]); };
    each_scanned(e, [&](const auto& line) {
      for (std::size_t k = 0; k < line.size(); ++k)
        y.set_integer(line[k], static_cast<std::int64_t>(bits(e.x[1], line[k]) +
                                                         (k == 0 ? 0 : bits(e.x[0], line[k]) * bits(y, line[k - 1]))));
    });
    return y;
  }
  template <class T>
  static Literal evaluate_in(const Evaluation& e) {
    Literal y = e.zeros();
    each_scanned(e, [&](const auto& line) {
      for (std::size_t k = 0; k < line.size(); ++k)
        y.set(line[k], e.x[1].as<T>(line[k]) + (k == 0 ? T(0) : e.x[0].as<T>(line[k]) * y.as<T>(line[k - 1])));
    });
    return y;
  }
};

// yᵢ = Σ xⱼ for j ≤ i, exclusive: j < i; of integers it wraps        x̄ = the sums of ȳ the other way
struct Cumsum : ScanOp<kFloat | kComplex | kInteger>, InNumbers<Cumsum> {
  static constexpr OpInfo info{.name = "cumsum", .cpp = "gradc::cumsum(x, axis, Scan?, exclusive=0, reverse=0)",
                               .trait = Trait::kernel,
                               .attributes = "axis: count, exclusive: bool, reverse: bool"};
  static std::optional<Extent> work(const OpView& v) { return work_on(v, 0, 1); }
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) {
    Attributes other = r.attributes;
    other.set("reverse", !is_reverse(r));
    return apply(Kind::Cumsum, {r.bar}, other);
  }};
  template <class T>
  static Literal evaluate_in(const Evaluation& e) {
    const bool exclusive = e.attributes().get<bool>("exclusive");
    Literal y = e.zeros();
    each_scanned(e, [&](const auto& line) {
      T total = 0;
      std::uint64_t whole = 0;
      for (std::int64_t i : line) {
        const T before = total;
        const std::uint64_t whole_before = whole;
        total += is_differentiable(y.element) ? e.x[0].as<T>(i) : T(0);
        whole += is_differentiable(y.element) ? 0 : static_cast<std::uint64_t>(e.x[0].integers[at(i)]);
        if (is_differentiable(y.element))
          y.set(i, exclusive ? before : total);
        else
          y.set_integer(i, static_cast<std::int64_t>(exclusive ? whole_before : whole));
      }
    });
    return y;
  }
};

// yᵢ = Π xⱼ for j ≤ i, exclusive: j < i
//   x̄ᵢ = Pᵢ sᵢ with P the exclusive products and s a recurrence: sᵢ = ȳᵢ + xᵢ₊₁ sᵢ₊₁, exclusive: sᵢ = ȳᵢ₊₁ + xᵢ₊₁ sᵢ₊₁.
//   Nothing is divided, so that it is exact where there are zeros.
struct Cumprod : ScanOp<kFloat | kComplex>, InNumbers<Cumprod> {
  static constexpr OpInfo info{.name = "cumprod", .cpp = "gradc::cumprod(x, axis, Scan?, exclusive=0, reverse=0)",
                               .trait = Trait::kernel, .domain = {-1.2, 1.2},
                               .attributes = "axis: count, exclusive: bool, reverse: bool"};
  static Expr products_before(const Rule& r) { return cumulative_product(r.x[0], axis_of(r), true, is_reverse(r)); }
  static constexpr Derivative derivative = General{
      [](const Rule& r, int) {
        const std::int64_t axis = axis_of(r);
        const bool back = !is_reverse(r);
        const Expr s = is_exclusive(r) ? neighbour(recurrence(r.x[0], r.bar, axis, back), axis, back)
                                       : recurrence(neighbour(r.x[0], axis, back), r.bar, axis, back);
        return products_before(r) * s;
      },
      [](const Rule& r) {
        const Expr dot = recurrence(r.x[0], products_before(r) * r.dots[0], axis_of(r), is_reverse(r));
        return is_exclusive(r) ? neighbour(dot, axis_of(r), is_reverse(r)) : dot;
      }};
  template <class T>
  static Literal evaluate_in(const Evaluation& e) {
    const bool exclusive = e.attributes().get<bool>("exclusive");
    Literal y = e.zeros();
    each_scanned(e, [&](const auto& line) {
      T total = 1;
      for (std::int64_t i : line) {
        const T before = total;
        total *= e.x[0].as<T>(i);
        y.set(i, exclusive ? before : total);
      }
    });
    return y;
  }
};

// yᵢ = ln Σ e^xⱼ for j ≤ i
//   x̄ᵢ = e^(xᵢ - yᵢ) sᵢ with sᵢ = ȳᵢ + e^(yᵢ - yᵢ₊₁) sᵢ₊₁: no exponent is above 0. Where yᵢ = -∞ both are 0: no mass,
//   no gradient. From an element that is +∞ on it is NaN.
struct Cumlogsumexp : ScanOp<kFloat> {
  static constexpr OpInfo info{.name = "cumlogsumexp", .cpp = "gradc::cumlogsumexp(x, axis)", .trait = Trait::kernel,
                               .attributes = "axis: count"};
  // e^(a - b), 0 where a = -∞.
  static Expr ratio(Expr a, Expr b) {
    const Expr none = equal(a, -std::numeric_limits<double>::infinity());
    return where(none, zeros_like(a), apply(Kind::Exp, {where(none, zeros_like(a), a - b)}));
  }
  static constexpr Derivative derivative =
      General{[](const Rule& r, int) {
                const Expr share = ratio(r.y, neighbour(r.y, axis_of(r), true, true));
                return ratio(r.x[0], r.y) * recurrence(share, r.bar, axis_of(r), true);
              },
              [](const Rule& r) {
                const Expr share = ratio(neighbour(r.y, axis_of(r), false, true), r.y);
                return recurrence(share, ratio(r.x[0], r.y) * r.dots[0], axis_of(r), false);
              }};
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    each_scanned(e, [&](const auto& line) {
      double greatest = -std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < line.size(); ++k) {
        greatest = std::fmax(greatest, e.x[0].at(line[k]));
        const double shift = std::isfinite(greatest) ? greatest : 0;
        double total = 0;
        for (std::size_t j = 0; j <= k; ++j) total += std::exp(e.x[0].at(line[j]) - shift);
        y.set(line[k], shift + std::log(total));
      }
    });
    return y;
  }
};

// Calls f(i, where the greatest or smallest element up to i stands): the last of equal ones, and the last NaN.
template <class F>
void each_winner(const Evaluation& e, bool smallest, F f) {
  each_scanned(e, [&](const auto& line) {
    std::int64_t best = line[0];
    for (std::int64_t i : line) {
      const double now = e.x[0].at(best), next = e.x[0].at(i);
      if (std::isnan(next) || (!std::isnan(now) && (smallest ? next <= now : next >= now))) best = i;
      f(i, best);
    }
  });
}

// yᵢ = where in row-major order the greatest xⱼ for j ≤ i stands, `smallest`: the smallest; the last of equal ones, and
// the last NaN if there is one
struct CumulativeWinner {
  static constexpr OpInfo info{.name = "cumulative_winner", .trait = Trait::kernel,
                               .attributes = "axis: count, smallest: bool"};
  static constexpr Derivative derivative = NoGradient{"an index has no derivative"};
  static std::optional<Type> type(const TypeRule& r) {
    auto type = ScanOp<kFloat | kInteger>::type(r);
    if (type) type->element = ElementType::i64;
    return type;
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    each_winner(e, e.attributes().get<bool>("smallest"),
                [&](std::int64_t i, std::int64_t best) { y.set_integer(i, best); });
    return y;
  }
  static Geometry kernel(const OpView& v) { return ScanOp<kFloat>::kernel(v); }
};

template <bool kSmallest>
struct CumulativeExtreme : ScanOp<kFloat | kInteger> {
  static Expr flat(Expr x) { return reshape(x, {product(x.shape())}); }
  static Expr winner(const Rule& r) {
    return flat(apply(Kind::CumulativeWinner, {r.x[0]}, {{"axis", axis_of(r)}, {"smallest", kSmallest}}));
  }
  static constexpr Derivative derivative =
      General{[](const Rule& r, int) {
                const Expr sum = apply(Kind::ScatterAdd, {flat(zeros_like(r.x[0])), winner(r), flat(r.bar)},
                                       {{"axis", std::int64_t{0}}});
                return reshape(sum, r.x[0].shape());
              },
              [](const Rule& r) {
                return reshape(apply(Kind::Take, {flat(r.dots[0]), winner(r)}, {{"axis", std::int64_t{0}}}), r.y.shape());
              }};
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    each_winner(e, kSmallest, [&](std::int64_t i, std::int64_t best) { y.copy_element(i, e.x[0], best); });
    return y;
  }
};

// yᵢ = the greatest xⱼ for j ≤ i; NaN from the first NaN on        x̄: each ȳᵢ goes to the last of the greatest
struct Cummax : CumulativeExtreme<false> {
  static constexpr OpInfo info{.name = "cummax", .cpp = "gradc::cummax(x, axis)", .trait = Trait::kernel,
                               .attributes = "axis: count"};
};

// yᵢ = the smallest xⱼ for j ≤ i; NaN from the first NaN on        x̄: each ȳᵢ goes to the last of the smallest
struct Cummin : CumulativeExtreme<true> {
  static constexpr OpInfo info{.name = "cummin", .cpp = "gradc::cummin(x, axis)", .trait = Trait::kernel,
                               .attributes = "axis: count"};
};

}  // namespace ir::ops
