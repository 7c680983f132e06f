// Random numbers: functions of a key, which is a seed and a stream (u64 scalars). The generator is Philox4x32-10 (Salmon,
// Moraes, Dror, Shaw, SC 2011); gradc/kernels/random.h says which word becomes which number. Keys have no derivative.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "ir/kind.h"
#include "ir/ops/shape/rearrange.h"

namespace ir::ops {

// One block of four words, the slow way.
inline std::array<std::uint32_t, 4> philox(std::uint64_t seed, std::uint64_t stream, std::uint64_t number) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  std::array<std::uint32_t, 4> c{low(number), high(number), low(stream), high(stream)};
  std::uint32_t k0 = low(seed), k1 = high(seed);
  for (int round = 0; round < 10; ++round, k0 += 0x9E3779B9, k1 += 0xBB67AE85) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0], b = std::uint64_t{0xCD9E8D57} * c[2];
    c = {high(b) ^ c[1] ^ k0, low(b), high(a) ^ c[3] ^ k1, low(a)};
  }
  return c;
}

inline bool check_key(const TypeRule& r, std::size_t first) {
  for (std::size_t i = first; i < first + 2; ++i) {
    if (!(r.type(i) == scalar(ElementType::u64))) {
      r.fail(DiagnosticId::type_mismatch, r.op_name, "a key is two numbers of u64");
      return false;
    }
  }
  return true;
}

// Why the table test doesn't compare them with the same in f64.
inline constexpr std::string_view kApart = "of f64 it draws other numbers than of f32";

// Ops that draw numbers of the type `to` in a shape, and the words that they are made of.
struct DrawOp {
  static constexpr Derivative derivative = NoGradient{"random numbers depend on their key alone"};
  static std::optional<std::size_t> drawn_under(const OpView&) { return 0; }
  static std::optional<Type> draws(const TypeRule& r, ElementType element) {
    const Shape& shape = r.attributes.get<Shape>("shape");
    if (!check_key(r, 0)) return std::nullopt;
    if (shape.size() > 8) return r.fail(DiagnosticId::rank, r.op_name, "at most 8 axes", shape.size());
    for (const Extent& extent : shape)
      if (const auto known = r.facts.resolve(extent).constant(); known && *known < 0)
        return r.fail(DiagnosticId::attribute_value, r.op_name, "shape", "has an extent less than 0");
    return Type{element, shape, 0};
  }
  static std::optional<Type> type(const TypeRule& r) {
    const auto element = r.attributes.get<ElementType>("to");
    if (!check_element(r, scalar(element), kFloat)) return std::nullopt;
    return draws(r, element);
  }
  static Geometry kernel(const OpView& v) { return {{product(v.result().extents)}}; }

  static std::uint32_t word(const Evaluation& e, std::int64_t i) {
    return philox(key(e, 0), key(e, 1), static_cast<std::uint64_t>(i / 4))[at(i % 4)];
  }
  static std::uint64_t key(const Evaluation& e, std::size_t i) { return static_cast<std::uint64_t>(e.x[i].integers[0]); }
  // Uniform number i of those that are made of one word or, of f64, of two.
  static double number(const Evaluation& e, std::int64_t i) {
    if (e.op.result().element != ElementType::f64) return static_cast<double>(word(e, i) >> 8) * 0x1p-24;
    return (static_cast<double>(word(e, 2 * i) >> 5) * 0x1p26 + static_cast<double>(word(e, 2 * i + 1) >> 6)) * 0x1p-53;
  }
};

// y = 32 random bits each
struct RandomBits : DrawOp {
  static constexpr OpInfo info{.name = "random_bits",
                               .cpp = "gradc::random_bits(key, shape); "
                                      "gradc::random_bits_like(key, shape:like)", .trait = Trait::kernel,
                               .arity = 2, .attributes = "shape: extents"};
  static std::optional<Type> type(const TypeRule& r) { return draws(r, ElementType::u32); }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    for (std::int64_t i = 0; i < y.size(); ++i) y.set_integer(i, word(e, i));
    return y;
  }
};

// y = uniform numbers in [0, 1): 24 bits of a word, of f64 53 bits of two; of 16 bits rounded towards 0
struct RandomUniform : DrawOp {
  static constexpr OpInfo info{.name = "random_uniform",
                               .cpp = "gradc::random_uniform<to>(key, shape); "
                                      "gradc::random_uniform_like(key, shape:like)",
                               .trait = Trait::kernel, .arity = 2,
                               .note = kApart, .attributes = "shape: extents, to: element"};
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    const ElementType element = e.op.result().element;
    const int digits = element == ElementType::f16 ? 11 : element == ElementType::bf16 ? 8 : 53;
    for (std::int64_t i = 0; i < y.size(); ++i) {
      const double u = number(e, i);
      int exponent = 0;
      std::frexp(u, &exponent);
      const double unit = std::ldexp(1.0, std::max(exponent - digits, element == ElementType::f64 ? -53 : -24));
      y.set(i, std::floor(u / unit) * unit);
    }
    return y;
  }
};

// y = numbers of the standard normal distribution: r cos a and r sin a of r = √(-2 ln (1 - u)), a = 2πv, each of two
// uniform numbers (Box, Muller 1958)
struct RandomNormal : DrawOp {
  static constexpr OpInfo info{.name = "random_normal",
                               .cpp = "gradc::random_normal<to>(key, shape); "
                                      "gradc::random_normal_like(key, shape:like)",
                               .trait = Trait::kernel, .arity = 2,
                               .note = kApart, .attributes = "shape: extents, to: element"};
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    for (std::int64_t i = 0; i < y.size(); ++i) {
      const std::int64_t pair = i - i % 2;
      const double r = std::sqrt(-2 * std::log(1 - number(e, pair))), a = 2 * std::numbers::pi * number(e, pair + 1);
      y.set(i, r * (i % 2 == 0 ? std::cos(a) : std::sin(a)));
    }
    return y;
  }
};

// y[..., 2] = the seeds and streams of the keys made of a key and numbers
struct FoldIn : DrawOp {
  static constexpr OpInfo info{.name = "fold_in", .trait = Trait::kernel, .arity = 3};
  static std::optional<std::size_t> drawn_under(const OpView&) { return std::nullopt; }  // other numbers than those of draws
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_key(r, 0)) return std::nullopt;
    Type y = r.type(2);
    if (y.element != ElementType::u64) return r.fail(DiagnosticId::element_type, r.op_name, name(y.element), "it takes u64");
    if (y.rank() > 7) return r.fail(DiagnosticId::rank, r.op_name, "at most 7 axes", y.rank());
    y.extents.emplace_back(2);
    return y;
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    for (std::int64_t i = 0; i < e.x[2].size(); ++i) {
      const auto words = philox(key(e, 0) ^ 0x6b79732061706172, key(e, 1), static_cast<std::uint64_t>(e.x[2].integers[at(i)]));
      for (std::size_t part : {0u, 1u})
        y.set_integer(2 * i + static_cast<std::int64_t>(part),
                      static_cast<std::int64_t>(words[2 * part] | std::uint64_t{words[2 * part + 1]} << 32));
    }
    return y;
  }
  static Geometry kernel(const OpView& v) { return {{product(v.operand(2).extents)}}; }
};
// The seed or the stream of one such key.
template <class Op>
struct FoldedOp {
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_key(r, 0)) return std::nullopt;
    if (!(r.type(2) == scalar(ElementType::u64)))
      return r.fail(DiagnosticId::type_mismatch, r.op_name, "what is folded into a key is a number of u64");
    return r.type(2);
  }
  static Expr expand(const Rule& r) {
    const Expr part{r.builder, r.builder->constant_integer(ElementType::i64, Op::kPart)};
    return apply(Kind::Element, {apply(Kind::FoldIn, {r.x[0], r.x[1], r.x[2]}), part});
  }
};
// y = the seed of the key made of a key and a number
struct FoldInSeed : FoldedOp<FoldInSeed> {
  static constexpr OpInfo info{.name = "fold_in_seed", .cpp = "gradc::fold_in(key, x).seed", .trait = Trait::composite,
                               .arity = 3};
  static constexpr std::int64_t kPart = 0;
};
// y = the stream of the key made of a key and a number
struct FoldInStream : FoldedOp<FoldInStream> {
  static constexpr OpInfo info{.name = "fold_in_stream", .cpp = "gradc::fold_in(key, x).stream",
                               .trait = Trait::composite, .arity = 3};
  static constexpr std::int64_t kPart = 1;
};

// Uniform numbers under the key that stands at operands first and first + 1.
inline Expr uniform(const Rule& r, std::size_t first, const Shape& shape, ElementType element) {
  return apply(Kind::RandomUniform, {r.x[first], r.x[first + 1]}, {{"shape", shape}, {"to", element}});
}
// -ln(1 - u), where u is at least `least`: numbers of the exponential distribution.
inline Expr negative_log(Expr u, double least) {
  return -apply(Kind::Log1p, {-(least > 0 ? apply(Kind::Maximum, {u, like(u, least)}) : u)});
}
inline Expr gumbel(const Rule& r, std::size_t first, const Shape& shape, ElementType element) {
  return -apply(Kind::Log, {negative_log(uniform(r, first, shape, element), element == ElementType::f64 ? 0x1p-54 : 0x1p-25)});
}
// What numbers of an element type are drawn in.
inline ElementType drawn_in(ElementType element) { return element == ElementType::f64 ? element : ElementType::f32; }

// Composite ops that draw between two numbers a and b, to which they have derivatives.
struct BetweenOp : DrawOp {
  static std::optional<Type> type(const TypeRule& r) {
    for (std::size_t i : {2u, 3u}) {
      if (!check_element(r, r.type(i), kFloat) || !same_element(r, r.type(2), r.type(i))) return std::nullopt;
      if (r.type(i).rank() != 0) return r.fail(DiagnosticId::rank, r.op_name, "two numbers", r.type(i).rank());
    }
    return draws(r, r.type(2).element);
  }
};

// y = a + (b - a) u, u uniform in [0, 1)        ā = Σ (1 - u) ȳ        b̄ = Σ u ȳ
struct RandomUniformBetween : BetweenOp {
  static constexpr OpInfo info{.name = "random_uniform_between",
                               .cpp = "gradc::random_uniform(key, shape, x, y); "
                                      "gradc::random_uniform_like(key, shape:like, x, y)",
                               .trait = Trait::composite, .arity = 4,
                               .note = kApart, .attributes = "shape: extents"};
  static constexpr Derivative derivative = ByExpansion{};
  static Expr expand(const Rule& r) {
    const Shape& shape = r.attributes.get<Shape>("shape");
    const Expr u = uniform(r, 0, shape, r.x[2].type().element);
    return apply(Kind::Lerp, {broadcast(r.x[2], shape), broadcast(r.x[3], shape), u});
  }
};

// y = numbers of the standard normal distribution between a and b: Φ⁻¹ between Φ(a) and Φ(b), on the side of 0 where
// that has digits; clipped to them where it has not
struct RandomTruncatedNormal : BetweenOp {
  static constexpr OpInfo info{.name = "random_truncated_normal",
                               .cpp = "gradc::random_truncated_normal(key, shape, x, y); "
                                      "gradc::random_truncated_normal_like(key, shape:like, x, y)", .trait = Trait::composite,
                               .arity = 4,
                               .note = kApart, .attributes = "shape: extents"};
  static constexpr Derivative derivative = ByExpansion{};
  static Expr expand(const Rule& r) {
    const Shape& shape = r.attributes.get<Shape>("shape");
    const Expr mirrored = greater(r.x[2], 0);
    const Expr a = where(mirrored, -r.x[3], r.x[2]), b = where(mirrored, -r.x[2], r.x[3]);
    const auto below = [&](Expr x) { return broadcast(apply(Kind::Ndtr, {x}), shape); };
    const Expr u = uniform(r, 0, shape, a.type().element);
    const Expr x = apply(Kind::Clip, {apply(Kind::Ndtri, {apply(Kind::Lerp, {below(a), below(b), u})}),
                                      broadcast(a, shape), broadcast(b, shape)});
    return where(broadcast(mirrored, shape), -x, x);
  }
};

// y = numbers of the exponential distribution of mean 1: -ln(1 - u)
struct RandomExponential : DrawOp {
  static constexpr OpInfo info{.name = "random_exponential",
                               .cpp = "gradc::random_exponential<to>(key, shape); "
                                      "gradc::random_exponential_like(key, shape:like)",
                               .trait = Trait::composite, .arity = 2,
                               .note = kApart, .attributes = "shape: extents, to: element"};
  static Expr expand(const Rule& r) {
    return negative_log(uniform(r, 0, r.attributes.get<Shape>("shape"), drawn_in(r.attributes.get<ElementType>("to"))), 0);
  }
};

// y = numbers of the standard Gumbel distribution: -ln of exponential ones, of which none is 0
struct RandomGumbel : DrawOp {
  static constexpr OpInfo info{.name = "random_gumbel",
                               .cpp = "gradc::random_gumbel<to>(key, shape); "
                                      "gradc::random_gumbel_like(key, shape:like)",
                               .trait = Trait::composite, .arity = 2,
                               .note = kApart, .attributes = "shape: extents, to: element"};
  static Expr expand(const Rule& r) {
    return gumbel(r, 0, r.attributes.get<Shape>("shape"), drawn_in(r.attributes.get<ElementType>("to")));
  }
};

// y = numbers of the gamma distribution of the shapes a and of scale 1: the y with P(a, y) = u for a uniform u of f64
//   dy/da at that u: the derivative of the distribution function by a over the density, with its sign turned
struct RandomGamma : DrawOp {
  static constexpr OpInfo info{.name = "random_gamma", .cpp = "gradc::random_gamma(key, x)", .trait = Trait::composite,
                               .arity = 3, .domain = {0.4, 4}};
  static constexpr Derivative derivative = ByExpansion{};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_key(r, 0) || !check_element(r, r.type(2), kFloat)) return std::nullopt;
    return r.type(2);
  }
  static Expr expand(const Rule& r) {
    const Expr shapes = astype(r.x[2], ElementType::f64);
    return astype(apply(Kind::Gammaincinv, {shapes, uniform(r, 0, shapes.shape(), ElementType::f64)}), r.x[2].type().element);
  }
};

// y = whole numbers in [low, high)
struct RandomIntegers : DrawOp {
  static constexpr OpInfo info{.name = "random_integers",
                               .cpp = "gradc::random_integers(key, shape, low, high); "
                                      "gradc::random_integers_like(key, shape:like, low, high)",
                               .trait = Trait::composite, .arity = 2,
                               .attributes = "high: integer, low: integer, shape: extents"};
  static std::optional<Type> type(const TypeRule& r) {
    const auto low = r.attributes.get<std::int64_t>("low"), high = r.attributes.get<std::int64_t>("high");
    if (low >= high || high - low > std::int64_t{1} << 31)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "high", "is not above low, by at most 2^31");
    return draws(r, ElementType::i64);
  }
  static Expr expand(const Rule& r) {
    const auto low = r.attributes.get<std::int64_t>("low"), high = r.attributes.get<std::int64_t>("high");
    const Expr bits = apply(Kind::RandomBits, {r.x[0], r.x[1]}, {{"shape", r.attributes.get<Shape>("shape")}});
    const Expr wide = astype(bits, ElementType::i64);
    const auto whole = [&](std::int64_t value) {
      return broadcast({r.builder, r.builder->constant_integer(ElementType::i64, value)}, wide.shape());
    };
    return whole(low) + apply(Kind::ShiftRight, {wide * whole(high - low), whole(32)});
  }
};

// y = whether a uniform number is less than p
struct RandomBernoulli : DrawOp {
  static constexpr OpInfo info{.name = "random_bernoulli", .cpp = "gradc::random_bernoulli(key, x)",
                               .trait = Trait::composite, .arity = 3};
  static constexpr Derivative derivative = NoGradient{"what is drawn with a probability has no derivative to it"};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_key(r, 0) || !check_element(r, r.type(2), kFloat)) return std::nullopt;
    return Type{ElementType::boolean, r.type(2).extents, 0};
  }
  static Expr expand(const Rule& r) {
    return uniform(r, 0, r.x[2].shape(), r.x[2].type().element) < r.x[2];
  }
};

// y = 0, 1, ..., n - 1 in random order
struct RandomPermutation : DrawOp {
  static constexpr OpInfo info{.name = "random_permutation", .cpp = "gradc::random_permutation(key, n)",
                               .trait = Trait::composite, .arity = 2, .attributes = "n: extent"};
  static std::optional<Type> type(const TypeRule& r) {
    const Type y{ElementType::i64, r.attributes.get<Shape>("n"), 0};
    if (!check_key(r, 0) || !PositionOp::check_count(r, "n", y.extents[0])) return std::nullopt;
    return y;
  }
  static Expr expand(const Rule& r) {
    return apply(Kind::Argsort, {uniform(r, 0, r.attributes.get<Shape>("n"), ElementType::f64)},
                 {{"axis", std::int64_t{0}}, {"descending", false}});
  }
};

// Ops on logits z under a key, along an axis.
struct LogitsOp : DrawOp {
  static std::optional<std::size_t> drawn_under(const OpView&) { return 1; }
  static bool check(const TypeRule& r) {
    return check_element(r, r.type(0), kFloat) && check_key(r, 1) &&
           r.axis(r.attributes.get<std::int64_t>("axis"), r.type(0).rank());
  }
  static Expr noisy(const Rule& r) { return r.x[0] + gumbel(r, 1, r.x[0].shape(), r.x[0].type().element); }
};

// y = a class along the axis, with probability softmax(z): the first greatest of z + Gumbel noise
struct RandomCategorical : LogitsOp {
  static constexpr OpInfo info{.name = "random_categorical", .cpp = "gradc::random_categorical(x, key, axis=-1)",
                               .trait = Trait::composite, .arity = 3, .may_fail = true,
                               .note = kApart, .attributes = "axis: count"};
  static constexpr Derivative derivative = NoGradient{"a class that is drawn has no derivative"};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check(r)) return std::nullopt;
    Type y{ElementType::i64, r.type(0).extents, 0};
    const auto axis = y.extents.begin() + r.attributes.get<std::int64_t>("axis");
    if (r.facts.resolve(*axis) == Extent(0)) return r.fail(DiagnosticId::attribute_value, r.op_name, "axis", "has no classes");
    y.extents.erase(axis);
    return y;
  }
  static Expr expand(const Rule& r) { return apply(Kind::Argmax, {noisy(r)}, r.attributes); }
};

// y = softmax((z + g)/t) along the axis, g Gumbel noise; with `hard` 1 at its first greatest element and 0 elsewhere, with the
// derivatives of the softmax s: straight through. (z + g)/t is ln s but for what all of a line have
//   z̄ = s (ȳ - Σ s ȳ)/t        t̄ = -Σ ȳ (s ln s - s Σ s ln s)/t
struct GumbelSoftmax : LogitsOp, InFloat<GumbelSoftmax> {
  static constexpr OpInfo info{.name = "gumbel_softmax", .cpp = "gradc::gumbel_softmax(x, key, y:like, axis=-1, hard=0)",
                               .trait = Trait::composite, .arity = 4,
                               .note = kApart, .attributes = "axis: count, hard: bool?"};
  using InFloat<GumbelSoftmax>::derivative;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check(r) || !same_element(r, r.type(0), r.type(3))) return std::nullopt;
    if (r.type(3).rank() != 0) return r.fail(DiagnosticId::rank, r.op_name, "a number", r.type(3).rank());
    return r.type(0);
  }
  static Expr expand(const Rule& r) {
    const auto axis = r.attributes.get<std::int64_t>("axis");
    const Expr y = soft(r);
    if (!is_hard(r)) return y;
    Builder& b = *y.builder;
    const Expr count{&b, b.append(Kind::Iota, {}, {{"n", Shape{y.shape()[at(axis)]}}, {"to", ElementType::i64}})};
    Integers after;
    for (std::int64_t i = axis + 1; i < y.rank(); ++i) after.push_back(i - axis);
    const Expr chosen = expand_dims(apply(Kind::Argmax, {y}, {{"axis", axis}}), {axis});
    return astype(equal(broadcast(expand_dims(count, after), y.shape()), broadcast(chosen, y.shape())), y.type().element);
  }
  static Expr vjp(const Rule& r, int i) {
    const Expr s = is_hard(r) ? soft(r) : r.y;
    return i == 0 ? by_logits(r, s, r.bar) : sum_to(r.bar * by_temperature(r, s), {});
  }
  static Expr jvp(const Rule& r) {
    const Expr s = is_hard(r) ? soft(r) : r.y;
    Expr y;
    if (r.dots[0].valid()) y = by_logits(r, s, r.dots[0]);
    if (!r.dots[3].valid()) return y;
    const Expr part = broadcast(r.dots[3], s.shape()) * by_temperature(r, s);
    return y.valid() ? y + part : part;
  }

 private:
  static bool is_hard(const Rule& r) { return r.attributes.get_or<bool>("hard", false); }
  static Expr soft(const Rule& r) {
    return apply(Kind::Softmax, {noisy(r) / broadcast(r.x[3], r.x[0].shape())}, {{"axis", r.attributes.get<std::int64_t>("axis")}});
  }
  // s times what v is more than its mean under s.
  static Expr by_logits(const Rule& r, Expr s, Expr v) {
    return s * (v - broadcast(sum_of_products(s, v, {r.attributes.get<std::int64_t>("axis")}, true), s.shape())) /
           broadcast(r.x[3], s.shape());
  }
  static Expr by_temperature(const Rule& r, Expr s) {
    const Expr logs = apply(Kind::Xlogy, {s, s});
    const Expr total = broadcast(sum(logs, {r.attributes.get<std::int64_t>("axis")}, true), s.shape());
    return (s * total - logs) / broadcast(r.x[3], s.shape());
  }
};

// y = x/(1 - rate) where a uniform number (of f32) is at least the rate, else 0        x̄ = dropout ȳ under the same key
struct Dropout : DrawOp {
  static constexpr OpInfo info{.name = "dropout", .cpp = "gradc::dropout(x, key, rate)", .trait = Trait::composite,
                               .arity = 3, .attributes = "rate: real"};
  static std::optional<std::size_t> drawn_under(const OpView& v) {
    const double rate = v.op.attributes.get<double>("rate");
    return rate > 0 && rate < 1 ? std::optional<std::size_t>(1) : std::nullopt;
  }
  static constexpr Derivative derivative =
      Linear{[](const Rule& r, int) { return r.again(Kind::Dropout, {r.bar, r.x[1], r.x[2]}); }, 1u};
  static std::optional<Type> type(const TypeRule& r) {
    const double rate = r.attributes.get<double>("rate");
    if (!check_element(r, r.type(0), kFloat) || !check_key(r, 1)) return std::nullopt;
    if (!(rate >= 0 && rate <= 1)) return r.fail(DiagnosticId::attribute_value, r.op_name, "rate", "is not from 0 to 1");
    return r.type(0);
  }
  static Expr expand(const Rule& r) {
    const double rate = r.attributes.get<double>("rate");
    const Expr x = r.x[0];
    if (rate == 0) return x;
    if (rate == 1) return zeros_like(x);
    const Expr u = uniform(r, 1, x.shape(), ElementType::f32);
    return where(apply(Kind::GreaterEqual, {u, like(u, rate)}), x / like(x, 1 - rate), zeros_like(x));
  }
};

}  // namespace ir::ops
