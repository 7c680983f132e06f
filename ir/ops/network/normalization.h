// Normalisation: x less its mean over some axes, over its deviation, times a scale and plus an offset. The variance is
// biased and taken in two passes; eps stands inside the root. Of f16 and bf16 all is computed in f32.
#pragma once

#include <functional>

#include "ir/kind.h"
#include "ir/ops/network/pool.h"

namespace ir::ops {

// A sum over the axes, which are dropped, as a mean that repeats along them.
inline Expr averaged(Expr total, Expr x, const Integers& axes) {
  if (axes.empty()) return total;
  Extent count = 1;
  for (std::int64_t axis : axes) count = count * x.shape()[at(axis)];
  Builder& b = *x.builder;
  return expand_dims(total / broadcast(astype({&b, b.extent_value(count)}, total.type().element), total.shape()), axes);
}

// y = γ x̂ + β, where Op says over what x is standardised, and how γ and β are repeated to its shape:
//   x̄ = N(ȳ γ) with N the derivative of x̂; γ̄ = Σ ȳ x̂ and β̄ = Σ ȳ over what they are repeated along
template <class Op>
struct Normalization : InFloat<Normalization<Op>> {
  static Expr expand(const Rule& r) {
    const Expr y = Op::repeated(r, r.x[1]) * Op::standardised(r).hat;
    return r.x.size() > 2 ? y + Op::repeated(r, r.x[2]) : y;
  }
  static Expr vjp(const Rule& r, int i) {
    if (i == 0) return Op::standardised(r).through_scaled(r.bar, r.x[1]);
    return i == 1 ? Op::summed_products(r, r.bar, Op::standardised(r).hat) : Op::summed(r, r.bar);
  }
  static Expr jvp(const Rule& r) {
    Expr total;
    for (std::size_t i = 0; i < r.dots.size(); ++i) {
      if (!r.dots[i].valid()) continue;
      const Expr part = i == 0   ? Op::repeated(r, r.x[1]) * Op::standardised(r).through(r.dots[0])
                        : i == 1 ? Op::repeated(r, r.dots[1]) * Op::standardised(r).hat
                                 : Op::repeated(r, r.dots[2]);
      total = total.valid() ? total + part : part;
    }
    return total;
  }
};

// x̂ = (x - μ) r with r = 1/√(mean (x - μ)² + eps), or without μ, over the last axes of x.
class OverLastAxes {
 public:
  OverLastAxes(Expr x, Integers axes, double eps, bool centred) : axes_(std::move(axes)), centred_(centred) {
    const Expr d = centred_ ? x - mean_of(x) : x;
    const Expr v = averaged(sum_of_products(d, d, axes_), x, axes_);
    r_ = broadcast(apply(Kind::Rsqrt, {v + like(v, eps)}), x.shape());
    hat = d * r_;
  }
  // The derivative of x̂ applied to g, either way for it is symmetric: r (g - mean g - x̂ mean (g x̂)).
  Expr through(Expr g) const {
    const Expr along = g - hat * broadcast(averaged(sum_of_products(g, hat, axes_), g, axes_), g.shape());
    return r_ * (centred_ ? along - mean_of(g) : along);
  }
  Expr through_scaled(Expr bar, Expr scale) const { return through(bar * broadcast(scale, bar.shape())); }

  Expr hat;

 private:
  Expr mean_of(Expr x) const { return broadcast(mean(x, axes_, true), x.shape()); }

  Integers axes_;
  bool centred_;
  Expr r_;
};

// Over the last axes of x, which are those of γ and β.
template <bool kCentred>
struct TrailingNorm : Normalization<TrailingNorm<kCentred>> {
  static std::optional<Type> type(const TypeRule& r) {
    const Type x = r.type(0), scale = r.type(1);
    if (!check_element(r, x, kFloat)) return std::nullopt;
    if (scale.rank() == 0 || scale.rank() > x.rank())
      return r.fail(DiagnosticId::rank, r.op_name, fmt::format("a scale of rank 1 to {}", x.rank()), scale.rank());
    const Type trailing{x.element, {x.extents.end() - scale.rank(), x.extents.end()}, 0};
    for (std::size_t i = 1; i < r.count(); ++i)
      if (!same_element(r, x, r.type(i)) || !r.same_shape(trailing, r.type(i))) return std::nullopt;
    return x;
  }
  static OverLastAxes standardised(const Rule& r) {
    Integers axes;
    for (int axis = r.x[0].rank() - r.x[1].rank(); axis < r.x[0].rank(); ++axis) axes.push_back(axis);
    return {r.x[0], axes, eps_of(r), kCentred};
  }
  static Expr repeated(const Rule& r, Expr scale) { return broadcast(scale, r.x[0].shape()); }
  static Expr summed(const Rule& r, Expr g) { return sum_to(g, r.x[1].shape()); }
  static Expr summed_products(const Rule& r, Expr g, Expr hat) {
    Integers leading;
    for (int axis = 0; axis < r.x[0].rank() - r.x[1].rank(); ++axis) leading.push_back(axis);
    return sum_of_products(g, hat, leading);
  }
};

// w = y x̂ + z over the axes of y, the last of x
struct LayerNorm : TrailingNorm<true> {
  static constexpr OpInfo info{.name = "layer_norm", .cpp = "gradc::layer_norm(x, y, z, eps=1e-5)",
                               .trait = Trait::composite, .arity = 3, .attributes = "eps: real"};
};

// z = y x/√(mean x² + eps) over the axes of y, the last of x
struct RmsNorm : TrailingNorm<false> {
  static constexpr OpInfo info{.name = "rms_norm", .cpp = "gradc::rms_norm(x, y, eps=1e-5)",
                               .trait = Trait::composite, .arity = 2, .attributes = "eps: real"};
};

// Whether x has channels on its axis 1, as many as each vector after it has elements.
inline bool check_channels(const TypeRule& r, int least_rank) {
  const Type x = r.type(0);
  if (!check_element(r, x, kFloat)) return false;
  if (x.rank() < least_rank) {
    r.fail(DiagnosticId::rank, r.op_name, fmt::format("a tensor of rank {} or more, with channels on axis 1", least_rank), x.rank());
    return false;
  }
  const Type channels{x.element, {x.extents[1]}, 0};
  for (std::size_t i = 1; i < r.count(); ++i)
    if (!same_element(r, x, r.type(i)) || !r.same_shape(channels, r.type(i))) return false;
  return true;
}
// The axes of examples and places: all but the channels, axis 1.
inline Integers all_but_channels(Expr x) {
  Integers others{0};
  for (int axis = 2; axis < x.rank(); ++axis) others.push_back(axis);
  return others;
}
// A vector over the channels, repeated to the shape of x.
inline Expr over_channels(Expr vector, Expr x) { return broadcast(expand_dims(vector, all_but_channels(x)), x.shape()); }

// x̂ as above, over the places of each channel and what is pooled of them: numbers for each channel of each example, or for
// each channel of all examples, of which groups share their mean. Of γ too there is one for each channel, so that sums over
// the places of a channel are taken once, for x̄ and γ̄ alike.
class OverPlaces {
 public:
  using Pool = std::function<Expr(Expr)>;  // of [N, C, 1...] or [1, C, 1...] to the same shape
  // `checked`: x, or x of the extents that it must have.
  OverPlaces(Expr x, Expr checked, Integers places, Pool pool, double eps) : places_(std::move(places)), pool_(std::move(pool)) {
    const Expr average = places_.empty() ? checked : mean(checked, places_, true);
    const Expr d = x - broadcast(pool_(average), x.shape());
    const Expr v = pool_(averaged(sum_of_products(d, d, places_), x, places_));
    r_ = broadcast(apply(Kind::Rsqrt, {v + like(v, eps)}), x.shape());
    hat = d * r_;
  }
  // r (g - mean g - x̂ mean (g x̂)).
  Expr through(Expr g) const { return through_scaled(g, {}); }
  // Of g = ȳ γ.
  Expr through_scaled(Expr bar, Expr scale) const {
    const auto scaled = [&](Expr x) { return scale.valid() ? x * over_channels(scale, x) : x; };
    const auto pooled = [&](Expr total) { return broadcast(pool_(scaled(averaged(total, bar, places_))), bar.shape()); };
    return r_ * (scaled(bar) - hat * pooled(sum_of_products(bar, hat, places_)) - pooled(sum(bar, places_)));
  }

  Expr hat;

 private:
  Integers places_;
  Pool pool_;
  Expr r_;
};

// For each channel of each example, or for groups of channels.
template <class Op>
struct ChannelNorm : Normalization<ChannelNorm<Op>> {
  static OverPlaces standardised(const Rule& r) { return Op::standardised(r); }
  static Expr repeated(const Rule& r, Expr scale) { return over_channels(scale, r.x[0]); }
  static Integers spatial(Expr x) {
    Integers axes;
    for (int axis = 2; axis < x.rank(); ++axis) axes.push_back(axis);
    return axes;
  }
  // Sums over the same places as for x̄, and then over examples.
  static Expr summed(const Rule&, Expr g) { return Op::kOfAll ? sum(g, all_but_channels(g)) : sum(sum(g, spatial(g)), {0}); }
  static Expr summed_products(const Rule&, Expr g, Expr hat) {
    return Op::kOfAll ? sum_of_products(g, hat, all_but_channels(g)) : sum(sum_of_products(g, hat, spatial(g)), {0});
  }
};

// w = y x̂ + z over the axes from 2 on, for each example (axis 0) and channel (axis 1)
struct InstanceNorm : ChannelNorm<InstanceNorm> {
  static constexpr bool kOfAll = false;
  static constexpr OpInfo info{.name = "instance_norm", .cpp = "gradc::instance_norm(x, y, z, eps=1e-5)",
                               .trait = Trait::composite, .arity = 3, .attributes = "eps: real"};
  static std::optional<Type> type(const TypeRule& r) {
    return check_channels(r, 3) ? std::optional(r.type(0)) : std::nullopt;
  }
  static OverPlaces standardised(const Rule& r) {
    return {r.x[0], r.x[0], spatial(r.x[0]), [](Expr each) { return each; }, eps_of(r)};
  }
};

// w = y x̂ + z over `groups` groups of adjacent channels (axis 1) and the axes from 2 on, for each example (axis 0)
//   A number of channels that isn't a multiple of `groups` is an error, at run time where it isn't known before.
struct GroupNorm : ChannelNorm<GroupNorm> {
  static constexpr bool kOfAll = false;
  static constexpr OpInfo info{.name = "group_norm", .cpp = "gradc::group_norm(x, y, z, groups, eps=1e-5)",
                               .trait = Trait::composite, .arity = 3, .may_fail = true,
                               .attributes = "eps: real, groups: count"};
  static std::int64_t groups(const Attributes& attributes) { return attributes.get<std::int64_t>("groups"); }
  static std::optional<Type> type(const TypeRule& r) {
    const std::int64_t n = groups(r.attributes);
    if (n < 1) return r.fail(DiagnosticId::attribute_value, r.op_name, "groups", "is not a number of groups");
    if (!check_channels(r, 2)) return std::nullopt;
    const auto channels = r.facts.resolve(r.type(0).extents[1]).constant();
    if (channels && *channels % n != 0)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "groups",
                    fmt::format("does not divide the {} channels", *channels));
    return r.type(0);
  }
  static Expr required(Expr x, const Shape& shape) {
    return x.shape() == shape ? x : apply(Kind::RequireExtents, {x}, {{"shape", shape}});
  }
  static OverPlaces standardised(const Rule& r) {
    const Extent n = groups(r.attributes);
    const Shape shape = r.x[0].shape();
    const Extent size = Extent::floor_divide(shape[1], n);
    const auto with_channels = [](Shape of, const Extent& channels) {
      of[1] = channels;
      return of;
    };
    const auto pool = [=](Expr each) {
      const Expr grouped = reshape(required(each, with_channels(each.shape(), n * size)), {shape[0], n, size});
      const Expr pooled = broadcast(mean(grouped, {2}, true), grouped.shape());
      return required(reshape(pooled, with_channels(each.shape(), n * size)), with_channels(each.shape(), shape[1]));
    };
    return {r.x[0], required(r.x[0], with_channels(shape, n * size)), spatial(r.x[0]), pool, eps_of(r)};
  }
};

// w = y (x - u)/√(v + eps) + z for each channel (axis 1), u and v being a mean and a variance
//   of s = 1/√(v + eps): x̄ = w̄ y s; ȳ = Σ w̄ (x - u) s; z̄ = Σ w̄; ū = -Σ w̄ y s; v̄ = -Σ w̄ y (x - u) s³/2
struct BatchNormInference : InFloat<BatchNormInference> {
  static constexpr OpInfo info{.name = "batch_norm_inference", .cpp = "gradc::batch_norm_inference(x, y, z, u, v, eps=1e-5)",
                               .trait = Trait::composite, .arity = 5, .domain = {0.3, 2}, .attributes = "eps: real"};
  static std::optional<Type> type(const TypeRule& r) {
    return check_channels(r, 2) ? std::optional(r.type(0)) : std::nullopt;
  }
  static Expr expand(const Rule& r) {
    return centred(r) * over_channels(r.x[1] * root(r), r.x[0]) + over_channels(r.x[2], r.x[0]);
  }
  static Expr vjp(const Rule& r, int i) {
    const Expr g = r.bar * slope(r, i);
    return i == 0 ? g : sum(g, all_but_channels(g));
  }
  static Expr jvp(const Rule& r) {
    Expr total;
    for (std::size_t i = 0; i < r.dots.size(); ++i) {
      if (!r.dots[i].valid()) continue;
      const Expr part = (i == 0 ? r.dots[i] : over_channels(r.dots[i], r.x[0])) * slope(r, static_cast<int>(i));
      total = total.valid() ? total + part : part;
    }
    return total;
  }

 private:
  static Expr centred(const Rule& r) { return r.x[0] - over_channels(r.x[3], r.x[0]); }
  static Expr root(const Rule& r) { return apply(Kind::Rsqrt, {r.x[4] + like(r.x[4], eps_of(r))}); }
  // The derivative of each element by operand i.
  static Expr slope(const Rule& r, int i) {
    const Expr s = root(r);
    switch (i) {
      case 0: return over_channels(r.x[1] * s, r.x[0]);
      case 1: return centred(r) * over_channels(s, r.x[0]);
      case 2: return like(r.x[0], 1);
      case 3: return -over_channels(r.x[1] * s, r.x[0]);
      default: return centred(r) * over_channels(-0.5 * r.x[1] * (s * s * s), r.x[0]);
    }
  }
};

// What batch_norm_training gives of a batch: over all axes but the channels (axis 1).
struct OfBatch {
  static std::optional<Type> statistic(const TypeRule& r) {
    if (!check_channels(r, 2)) return std::nullopt;
    return Type{r.type(0).element, {r.type(0).extents[1]}, 0};
  }
};

// w = y x̂ + z for each channel (axis 1), standardised over all other axes
struct BatchNormTraining : ChannelNorm<BatchNormTraining> {
  static constexpr bool kOfAll = true;
  static constexpr std::string_view kOptions = "eps: real, momentum: real?, unbiased: bool?";
  static constexpr OpInfo info{.name = "batch_norm_training",
                               .cpp = "gradc::batch_norm_training(x, y, z, BatchNorm?, eps=1e-5).y; "
                                      "gradc::batch_norm_training(x, y, z, u, v, BatchNorm?, eps=1e-5).y",
                               .trait = Trait::composite, .arity = 3, .attributes = kOptions};
  static std::optional<Type> type(const TypeRule& r) {
    return check_channels(r, 2) ? std::optional(r.type(0)) : std::nullopt;
  }
  static OverPlaces standardised(const Rule& r) {
    return {r.x[0], r.x[0], all_but_channels(r.x[0]), [](Expr each) { return each; }, eps_of(r)};
  }
};

// the mean of each channel that batch_norm_training takes
struct BatchMean {
  static constexpr OpInfo info{.name = "batch_mean",
                               .cpp = "gradc::batch_norm_training(x, y, z, BatchNorm?, eps=1e-5).mean; "
                                      "gradc::batch_norm_training(x, y, z, u, v, BatchNorm?, eps=1e-5).mean",
                               .trait = Trait::composite, .arity = 3, .attributes = BatchNormTraining::kOptions};
  static std::optional<Type> type(const TypeRule& r) { return OfBatch::statistic(r); }
  static Expr expand(const Rule& r) { return mean(r.x[0], all_but_channels(r.x[0]), false); }
};

// the variance of each channel that batch_norm_training takes; `unbiased`: Σ (x - μ)² over n - 1
struct BatchVariance {
  static constexpr OpInfo info{.name = "batch_variance",
                               .cpp = "gradc::batch_norm_training(x, y, z, BatchNorm?, eps=1e-5).variance; "
                                      "gradc::batch_norm_training(x, y, z, u, v, BatchNorm?, eps=1e-5).variance",
                               .trait = Trait::composite, .arity = 3, .attributes = BatchNormTraining::kOptions};
  static std::optional<Type> type(const TypeRule& r) { return OfBatch::statistic(r); }
  static Expr expand(const Rule& r) {
    const std::int64_t correction = r.attributes.get_or<bool>("unbiased", false) ? 1 : 0;
    return apply(Kind::Var, {r.x[0]}, {{"axes", all_but_channels(r.x[0])}, {"correction", correction}, {"keepdims", false}});
  }
};

// A running average over batches: the old one, operand kRunning, and what there is of this one, by the part `momentum` (0.1).
template <class Op>
struct RunningAverage {
  static constexpr Derivative derivative = NoGradient{"running averages are held constant"};
  static std::optional<Type> type(const TypeRule& r) { return OfBatch::statistic(r); }
  static Expr expand(const Rule& r) {
    const Expr old = r.x[Op::kRunning], now = apply(Op::kOfBatch, {r.x[0], r.x[1], r.x[2]}, r.attributes);
    return apply(Kind::Lerp, {old, now, like(old, r.attributes.get_or<double>("momentum", 0.1))});
  }
};
// u (1 - m) + m μ, the running mean with that of the batch, m being `momentum`, 0.1 where it is missing
struct RunningMean : RunningAverage<RunningMean> {
  static constexpr OpInfo info{.name = "running_mean",
                               .cpp = "gradc::batch_norm_training(x, y, z, u, v, BatchNorm?, eps=1e-5).running_mean",
                               .trait = Trait::composite, .arity = 5, .attributes = BatchNormTraining::kOptions};
  static constexpr std::size_t kRunning = 3;
  static constexpr Kind kOfBatch = Kind::BatchMean;
};
// v (1 - m) + m σ², the running variance with that of the batch, `unbiased` as it says
struct RunningVariance : RunningAverage<RunningVariance> {
  static constexpr OpInfo info{.name = "running_variance",
                               .cpp = "gradc::batch_norm_training(x, y, z, u, v, BatchNorm?, eps=1e-5).running_variance",
                               .trait = Trait::composite, .arity = 5, .attributes = BatchNormTraining::kOptions};
  static constexpr std::size_t kRunning = 4;
  static constexpr Kind kOfBatch = Kind::BatchVariance;
};

// y = x / (bias + alpha/size Σ x²)^beta, the sum over `size` adjacent channels (axis 1), of an even number one more before
struct LocalResponseNorm {
  static constexpr OpInfo info{.name = "local_response_norm",
                               .cpp = "gradc::local_response_norm(x, size, alpha=1e-4, beta=0.75, bias=1)",
                               .trait = Trait::composite, .may_fail = true,
                               .attributes = "alpha: real, beta: real, bias: real, size: count"};
  static std::optional<Type> type(const TypeRule& r) {
    if (r.attributes.get<std::int64_t>("size") < 1)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "size", "is not a number of channels");
    return check_channels(r, 3) ? std::optional(r.type(0)) : std::nullopt;
  }
  static Expr expand(const Rule& r) {
    const Expr x = r.x[0];
    const Shape shape = x.shape();
    const auto size = r.attributes.get<std::int64_t>("size");
    const Shape rows{shape[0], 1, shape[1], product(spatial(shape))};
    const Sliding s{{size, 1}, {1, 1}, {1, 1}, {size / 2, 0}, {(size - 1) / 2, 0}};
    const Expr sums = reshape(window_sum(reshape(apply(Kind::Square, {x}), rows), s), shape);
    const double scale = r.attributes.get<double>("alpha") / static_cast<double>(size);
    const Expr base = scale * sums + like(x, r.attributes.get<double>("bias"));
    return x * apply(Kind::Pow, {base, like(x, -r.attributes.get<double>("beta"))});
  }
};

// z = y x/‖x‖ for each place along an axis, the norm being over all others; 0 where that is 0
struct WeightNorm {
  static constexpr OpInfo info{.name = "weight_norm", .cpp = "gradc::weight_norm(x, y, axis=0)", .trait = Trait::composite,
                               .arity = 2, .attributes = "axis: count"};
  static std::optional<Type> type(const TypeRule& r) {
    const Type x = r.type(0);
    const auto axis = check_element(r, x, kFloat) ? r.axis(r.attributes.get<std::int64_t>("axis"), x.rank()) : std::nullopt;
    if (!axis || !same_element(r, x, r.type(1)) || !r.same_shape({x.element, {x.extents[at(*axis)]}, 0}, r.type(1)))
      return std::nullopt;
    return x;
  }
  static Expr expand(const Rule& r) {
    Integers others;
    for (int axis = 0; axis < r.x[0].rank(); ++axis)
      if (axis != r.attributes.get<std::int64_t>("axis")) others.push_back(axis);
    const Expr norm = apply(Kind::EuclideanNorm, {r.x[0]}, {{"axes", others}, {"keepdims", false}});
    return r.x[0] * broadcast(expand_dims(over_norm(r.x[1], norm), others), r.x[0].shape());
  }
};

}  // namespace ir::ops
