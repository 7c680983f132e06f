// Pooling over the spatial axes of x (N, C, S...), and the patches that windows see.
#pragma once

#include "ir/ops/network/conv.h"
#include "ir/ops/shape/index.h"
#include "ir/ops/reduce/statistics.h"

namespace ir::ops {

// The window of a pooling op, which steps by its own size if nothing else is said; `ceil_mode`: also to a place that lies
// in x only in part, but not to one that begins after x and what is before it.
inline Sliding pooled(const Attributes& a, const Shape& x, bool steps_by_size = true) {
  const Shape& given = a.get<Shape>("window");
  const std::size_t axes = x.size() - 2;
  const Shape window = Sliding::listed(a, "window", given, axes);
  Sliding s = Sliding::of(a, window, spatial(x), steps_by_size ? window : Shape{1});
  if (!a.get_or<bool>("ceil_mode", false) || !s.are_listed()) return s;
  for (std::size_t i = 0; i < axes; ++i) {
    const Extent n = x[i + 2], step = s.stride[i];
    const Extent all = Extent::floor_divide(n + s.low[i] + s.high[i] - s.span(i) + step + step - 1, step);
    const Extent places = Extent::min(all, Extent::floor_divide(n + s.low[i] - 1 + step, step));
    s.high[i] = (places - 1) * step + s.span(i) - n - s.low[i];
  }
  return s;
}
inline Attributes with_window(const Sliding& s) {
  Attributes all = s.attributes();
  all.set("window", s.window);
  return all;
}
// The type of x pooled; null with a diagnostic.
inline std::optional<Type> pooled_type_of(const TypeRule& r, Type y, unsigned classes, bool steps_by_size = true) {
  if (!check_element(r, y, classes)) return std::nullopt;
  if (y.rank() < 3 || y.rank() > 5)
    return r.fail(DiagnosticId::rank, r.op_name, "one to three axes after the channels", y.rank());
  const Shape& window = r.attributes.get<Shape>("window");
  if (window.size() != 1 && window.size() + 2 != y.extents.size())
    return r.fail(DiagnosticId::attribute_value, r.op_name, "window",
                  fmt::format("has {} numbers for {} axes", window.size(), y.rank() - 2));
  for (const Extent& size : window)
    if (const auto known = r.facts.resolve(size).constant(); known && *known < 1)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "window", "is not of at least 1 element");
  if (steps_by_size && !r.attributes.find("stride"))
    for (const Extent& size : window)
      if (!r.facts.resolve(size).constant())
        return r.fail(DiagnosticId::attribute_value, r.op_name, "window",
                      "is known only at run time; give a stride, which is a number that is known when code is generated");
  const Sliding s = pooled(r.attributes, y.extents, steps_by_size);
  if (!s.check(r) || !s.fits(r, spatial(y.extents))) return std::nullopt;
  for (std::size_t i = 0; i < s.window.size(); ++i) y.extents[i + 2] = s.places(i, y.extents[i + 2]);
  return y;
}
inline std::optional<Type> pooled_type(const TypeRule& r, unsigned classes, bool steps_by_size = true) {
  return pooled_type_of(r, r.type(0), classes, steps_by_size);
}
// {batch and channels, axes, window, places, stride, dilation, low}
inline Geometry pooled_geometry(const Sliding& s, const Shape& x) {
  Shape places;
  for (std::size_t i = 0; i < s.window.size(); ++i) places.push_back(s.places(i, x[i + 2]));
  return {{x[0] * x[1], spatial(x), s.window, places, s.stride, s.dilation, s.low, SourceLine{}}};
}
// Calls f(plane, place, where in the window, element of the plane or -1 outside) for all; row-major numbers.
template <class F>
void each_in_window(const Evaluation& e, const Sliding& s, const std::vector<std::int64_t>& x, F f) {
  const auto window = e.values(s.window), stride = e.values(s.stride), dilation = e.values(s.dilation), low = e.values(s.low);
  const std::vector<std::int64_t> axes(x.begin() + 2, x.end());
  std::vector<std::int64_t> places;
  for (std::size_t i = 0; i < axes.size(); ++i) places.push_back(e.value(s.places(i, axes[i])));
  for (std::int64_t plane = 0; plane < x[0] * x[1]; ++plane)
    for (IndexWalk p(places); !p.done(); p.next())
      for (IndexWalk k(window); !k.done(); k.next()) {
        bool inside = true;
        std::vector<std::int64_t> place;
        for (std::size_t i = 0; i < axes.size(); ++i) {
          place.push_back(p.index()[i] * stride[i] + k.index()[i] * dilation[i] - low[i]);
          inside = inside && place[i] >= 0 && place[i] < axes[i];
        }
        f(plane, IndexWalk::offset(p.index(), places), IndexWalk::offset(k.index(), window),
          inside ? IndexWalk::offset(place, axes) : -1);
      }
}

// y = where the greatest element that a window sees stands in row-major order among the axes after the channels: the
// first of equal ones, the first NaN if there is one, -1 where it sees none
struct MaxPoolIndex {
  static constexpr OpInfo info{
      .name = "max_pool_index", .trait = Trait::kernel, .may_fail = true,
      .attributes = "dilation: extents?, pad_high: extents?, pad_low: extents?, stride: extents?, window: extents"};
  static constexpr Derivative derivative = NoGradient{"an index has no derivative"};
  static std::optional<Type> type(const TypeRule& r) {
    auto y = pooled_type(r, kFloat | kInteger);
    if (y) y->element = ElementType::i64;
    return y;
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    const std::vector<std::int64_t>& x = e.x[0].extents;
    std::int64_t elements = 1, places = 1;
    for (std::size_t i = 2; i < x.size(); ++i) elements *= x[i], places *= y.extents[i];
    for (std::int64_t i = 0; i < y.size(); ++i) y.set_integer(i, -1);
    each_in_window(e, pooled(e.attributes(), as_shape(x)), x, [&](std::int64_t plane, std::int64_t place, std::int64_t, std::int64_t i) {
      const std::int64_t to = plane * places + place, best = y.integers[at(to)];
      if (i < 0) return;
      const double next = e.x[0].at(plane * elements + i), now = best < 0 ? next : e.x[0].at(plane * elements + best);
      if (best < 0 || (!std::isnan(now) && (std::isnan(next) || next > now))) y.set_integer(to, i);
    });
    return y;
  }
  static Geometry kernel(const OpView& v) {
    return pooled_geometry(pooled(v.op.attributes, v.operand(0).extents), v.operand(0).extents);
  }
};

// Planes of x, or of what is pooled, as rows.
inline Expr as_rows(Expr x) { return reshape(x, {x.shape()[0] * x.shape()[1], product(spatial(x.shape()))}); }
inline Expr from_rows(Expr x, const Shape& leading, const Shape& axes) {
  return reshape(x, with_spatial(leading[0], leading[1], axes));
}

// y = the greatest element that a window sees; what is added around x is -∞, and NaN wins
//   x̄ = each ȳ added to the first of the greatest in row-major order, or to the first NaN
struct MaxPool {
  static constexpr OpInfo info{
      .name = "max_pool",
      .cpp = "gradc::max_pool1d(x, window, Pool?); gradc::max_pool2d(x, window, Pool?); gradc::max_pool3d(x, window, Pool?)",
      .trait = Trait::composite, .may_fail = true,
      .attributes = "ceil_mode: bool?, count_include_pad: bool?, dilation: extents?, pad_high: extents?, pad_low: extents?, "
                    "padding: extents?, same: bool?, stride: extents?, window: extents",
      .moves = true};
  static std::optional<Type> type(const TypeRule& r) { return pooled_type(r, kFloat); }
  // Whether every place surely has an element. An axis without elements has no place where there is less around it than the
  // window is long.
  static bool sees_some(const Attributes& a, const Sliding& s, const Shape& axes) {
    const auto less = [](const Extent& x, const Extent& y) {
      return x.constant() && (*x.constant() <= 0 || (y.constant() && *x.constant() < *y.constant()));
    };
    for (std::size_t i = 0; i < s.window.size(); ++i) {
      const bool any = axes[i].constant().value_or(0) > 0 || less(s.low[i] + s.high[i], s.window[i]);
      const bool small = any && s.dilation[i] == Extent(1) && less(s.low[i], s.window[i]) && less(s.high[i], s.window[i]);
      const bool begins_inside = s.low[i] == Extent(0) && a.get_or<bool>("ceil_mode", false);
      if (!small && !begins_inside) return false;
    }
    return true;
  }
  static Expr expand(const Rule& r) {
    const Expr x = r.x[0];
    const Sliding s = pooled(r.attributes, x.shape());
    Expr index = apply(Kind::MaxPoolIndex, {x}, with_window(s));
    const Shape axes = spatial(index.shape());
    index = as_rows(index);
    Attributes along{{"axis", std::int64_t{1}}};
    const bool whole = sees_some(r.attributes, s, spatial(x.shape()));
    if (!whole) along.set("mode", static_cast<std::int64_t>(IndexMode::drop));
    Expr y = apply(Kind::TakeAlongAxis, {as_rows(x), index}, std::move(along));
    if (!whole) y = where(index < zeros_like(index), like(y, -std::numeric_limits<double>::infinity()), y);
    return from_rows(y, x.shape(), axes);
  }
};

// Sums over what windows see of each channel: x is the image of one channel.
inline Expr window_sum(Expr x, const Sliding& s) {
  const Shape shape = x.shape();
  const Expr images = reshape(x, with_spatial(shape[0] * shape[1], 1, spatial(shape)));
  Builder& b = *x.builder;
  const Expr ones{&b, b.full({x.type().element, with_spatial(1, 1, s.window), 0}, 1)};
  const Expr y = apply(Kind::Conv, {images, ones}, s.attributes());
  return from_rows(y, shape, spatial(y.shape()));
}

// y = the mean of what a window sees, of what is added around x too (as zeros) unless that isn't counted
//   x̄ = each ȳ over the same number, to all that the window sees
struct AvgPool {
  static constexpr OpInfo info{
      .name = "avg_pool",
      .cpp = "gradc::avg_pool1d(x, window, Pool?); gradc::avg_pool2d(x, window, Pool?); gradc::avg_pool3d(x, window, Pool?)",
      .trait = Trait::composite, .may_fail = true,
      .attributes = "ceil_mode: bool?, count_include_pad: bool?, dilation: extents?, pad_high: extents?, pad_low: extents?, "
                    "padding: extents?, same: bool?, stride: extents?, window: extents"};
  static std::optional<Type> type(const TypeRule& r) { return pooled_type(r, kFloat); }
  static Expr expand(const Rule& r) {
    const Expr x = r.x[0];
    Sliding s = pooled(r.attributes, x.shape());
    const Expr sums = window_sum(x, s);
    const bool of_padding = r.attributes.get_or<bool>("count_include_pad", true);
    bool is_even = !r.attributes.get_or<bool>("ceil_mode", false);
    for (std::size_t i = 0; i < s.window.size(); ++i)
      is_even = is_even && (of_padding || (s.low[i] == Extent(0) && s.high[i] == Extent(0)));
    Builder& b = *x.builder;
    if (is_even) {
      if (const auto known = product(s.window).constant()) return sums / like(sums, static_cast<double>(*known));
      const Expr count{&b, b.extent_value(product(s.window))};
      return sums / broadcast(astype(count, sums.type().element), sums.shape());
    }
    Shape counted = spatial(x.shape());
    if (of_padding) {  // as far as it was asked for, without what ceil_mode adds
      Attributes plain = r.attributes;
      plain.set("ceil_mode", false);
      const Sliding asked = pooled(plain, x.shape());
      for (std::size_t i = 0; i < counted.size(); ++i) {
        counted[i] = counted[i] + s.low[i] + asked.high[i];
        s.low[i] = 0;
        s.high[i] = s.high[i] - asked.high[i];
      }
    }
    const Expr ones{&b, b.full({x.type().element, with_spatial(1, 1, counted), 0}, 1)};
    const Shape places = spatial(sums.shape());
    return sums / broadcast(reshape(window_sum(ones, s), places), sums.shape());
  }
};

// y = (Σ |x|ᵖ)^(1/p) over what a window sees, for p = norm above 0        x̄: 0 where y is 0
struct LpPool {
  static constexpr OpInfo info{
      .name = "lp_pool",
      .cpp = "gradc::lp_pool1d(x, norm, window, Pool?); gradc::lp_pool2d(x, norm, window, Pool?); "
             "gradc::lp_pool3d(x, norm, window, Pool?)",
      .trait = Trait::composite, .may_fail = true,
      .attributes = "ceil_mode: bool?, count_include_pad: bool?, dilation: extents?, norm: real, pad_high: extents?, pad_low: extents?, "
                    "padding: extents?, same: bool?, stride: extents?, window: extents"};
  static std::optional<Type> type(const TypeRule& r) {
    return check_norm(r) ? pooled_type(r, kFloat) : std::nullopt;
  }
  static bool check_norm(const TypeRule& r) {
    const double p = r.attributes.get<double>("norm");
    if (p > 0 && !std::isinf(p)) return true;
    r.fail(DiagnosticId::attribute_value, r.op_name, "norm", "is not a number above 0");
    return false;
  }
  static Expr expand(const Rule& r) {
    const double p = r.attributes.get<double>("norm");
    const Sliding s = pooled(r.attributes, r.x[0].shape());
    const Expr size = p == 2 ? Expr{} : apply(Kind::Abs, {r.x[0]});
    const Expr powers = p == 2   ? apply(Kind::Square, {r.x[0]})
                        : p == 1 ? size
                                 : apply(Kind::Pow, {size, like(size, p)});
    const Expr sums = window_sum(powers, s), none = equal(sums, 0), some = where(none, like(sums, 1), sums);
    const Expr root = p == 2 ? apply(Kind::Sqrt, {some}) : p == 1 ? some : apply(Kind::Pow, {some, like(some, 1 / p)});
    return where(none, zeros_like(root), root);
  }
};

// The same of x (N, S..., C), whose channels stand last.
template <class Op>
struct PoolChannelsLast {
  static std::optional<Type> type(const TypeRule& r) {
    Type x = r.type(0);
    if (x.rank() >= 3) x.extents = permuted(x.extents, channels_second(x.rank()));
    auto y = pooled_type_of(r, x, kFloat);
    if (y) y->extents = permuted(y->extents, channels_last(y->rank()));
    return y;
  }
  static Expr expand(const Rule& r) {
    return with_channels_last(r.x[0], [&](Expr x) { return r.again(Op::kOfSecond, {x}); });
  }
};
// max_pool of x (N, S..., C)
struct MaxPoolChannelsLast : PoolChannelsLast<MaxPoolChannelsLast> {
  static constexpr OpInfo info{
      .name = "max_pool_channels_last",
      .cpp = "gradc::max_pool1d(x, window, PoolChannelsLast); gradc::max_pool2d(x, window, PoolChannelsLast); "
             "gradc::max_pool3d(x, window, PoolChannelsLast)",
      .trait = Trait::composite, .may_fail = true, .attributes = MaxPool::info.attributes, .moves = true};
  static constexpr Kind kOfSecond = Kind::MaxPool;
};
// avg_pool of x (N, S..., C)
struct AvgPoolChannelsLast : PoolChannelsLast<AvgPoolChannelsLast> {
  static constexpr OpInfo info{
      .name = "avg_pool_channels_last",
      .cpp = "gradc::avg_pool1d(x, window, PoolChannelsLast); gradc::avg_pool2d(x, window, PoolChannelsLast); "
             "gradc::avg_pool3d(x, window, PoolChannelsLast)",
      .trait = Trait::composite, .may_fail = true, .attributes = AvgPool::info.attributes};
  static constexpr Kind kOfSecond = Kind::AvgPool;
};

// lp_pool of x (N, S..., C)
struct LpPoolChannelsLast : PoolChannelsLast<LpPoolChannelsLast> {
  static constexpr OpInfo info{
      .name = "lp_pool_channels_last",
      .cpp = "gradc::lp_pool1d(x, norm, window, PoolChannelsLast); gradc::lp_pool2d(x, norm, window, PoolChannelsLast); "
             "gradc::lp_pool3d(x, norm, window, PoolChannelsLast)",
      .trait = Trait::composite, .may_fail = true, .attributes = LpPool::info.attributes};
  static constexpr Kind kOfSecond = Kind::LpPool;
  static std::optional<Type> type(const TypeRule& r) {
    return LpPool::check_norm(r) ? PoolChannelsLast<LpPoolChannelsLast>::type(r) : std::nullopt;
  }
};

// y = the mean of each channel, with axes of 1; the channels stand after the examples, or with `channels_last` last
struct GlobalAvgPool {
  static constexpr OpInfo info{.name = "global_avg_pool", .cpp = "gradc::global_avg_pool(x, Adaptive?)", .trait = Trait::composite,
                               .attributes = "channels_last: bool?"};
  static Integers axes(const Attributes& attributes, int rank) {
    const std::int64_t first = attributes.get_or<bool>("channels_last", false) ? 1 : 2;
    Integers axes;
    for (std::int64_t axis = first; axis < first + rank - 2; ++axis) axes.push_back(axis);
    return axes;
  }
  static std::optional<Type> type(const TypeRule& r) {
    Type y = r.type(0);
    if (!check_element(r, y, kFloat)) return std::nullopt;
    if (y.rank() < 3) return r.fail(DiagnosticId::rank, r.op_name, "axes beside those of examples and channels", y.rank());
    y.extents = reduced(y.extents, axes(r.attributes, y.rank()), true);
    return y;
  }
  static Expr expand(const Rule& r) { return mean(r.x[0], axes(r.attributes, r.x[0].rank()), true); }
};

// y (N, C Π K, P) = for each channel and place in the window what it sees from each of its P places; 0 outside
//   x̄ = fold(ȳ)
struct Unfold {
  static constexpr OpInfo info{
      .name = "unfold", .cpp = "gradc::unfold(x, window, Unfold?)", .trait = Trait::kernel, .may_fail = true,
      .attributes = "dilation: extents?, pad_high: extents?, pad_low: extents?, padding: extents?, same: bool?, "
                    "stride: extents?, window: extents"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) {
    Attributes attributes = with_window(pooled(r.attributes, r.x[0].shape(), false));
    attributes.set("shape", spatial(r.x[0].shape()));
    attributes.set("channels", Shape{r.x[0].shape()[1]});
    return apply(Kind::Fold, {r.bar}, attributes);
  }};
  // That of x's patches.
  static Shape patches(const Sliding& s, const Shape& x) {
    Shape places;
    for (std::size_t i = 0; i < s.window.size(); ++i) places.push_back(s.places(i, x[i + 2]));
    return {x[0], x[1] * product(s.window), product(places)};
  }
  static constexpr Batching batch = &over_examples;
  static std::optional<Type> type(const TypeRule& r) {
    const auto y = pooled_type(r, kFloat, false);
    if (!y) return std::nullopt;
    const Shape x = r.type(0).extents;
    return Type{y->element, patches(pooled(r.attributes, x, false), x), 0};
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    const std::vector<std::int64_t>& x = e.x[0].extents;
    const std::int64_t planes = x[0] * x[1], elements = planes == 0 ? 0 : e.x[0].size() / planes, places = y.extents[2];
    const std::int64_t taps = planes == 0 || places == 0 ? 0 : y.size() / planes / places;
    each_in_window(e, pooled(e.attributes(), as_shape(x), false), x,
                   [&](std::int64_t plane, std::int64_t place, std::int64_t tap, std::int64_t i) {
                     if (i >= 0) y.set((plane * taps + tap) * places + place, e.x[0].at(plane * elements + i));
                   });
    return y;
  }
  static Geometry kernel(const OpView& v) {
    return pooled_geometry(pooled(v.op.attributes, v.operand(0).extents, false), v.operand(0).extents);
  }
};

// y (N, C, shape) = for each element the sum of what patches x (N, C Π K, P) have of it        x̄ = unfold(ȳ)
struct Fold {
  static constexpr OpInfo info{
      .name = "fold", .cpp = "gradc::fold(x, shape, window, Unfold?)", .trait = Trait::kernel, .may_fail = true,
      .attributes = "channels: extents?, dilation: extents?, pad_high: extents?, pad_low: extents?, padding: extents?, "
                    "same: bool?, shape: extents, stride: extents?, window: extents"};
  static Shape axes(const Attributes& attributes) { return with_spatial(0, 0, attributes.get<Shape>("shape")); }
  static Sliding sliding(const Attributes& attributes) { return pooled(attributes, axes(attributes), false); }
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) {
    return apply(Kind::Unfold, {r.bar}, with_window(sliding(r.attributes)));
  }};
  static constexpr Batching batch = &over_examples;
  static std::optional<Type> type(const TypeRule& r) {
    const Type x = r.type(0);
    if (!check_element(r, x, kFloat)) return std::nullopt;
    if (x.rank() != 3) return r.fail(DiagnosticId::rank, r.op_name, "patches (N, C, P)", x.rank());
    const Shape shape = r.attributes.get<Shape>("shape"), window = r.attributes.get<Shape>("window");
    if (shape.empty() || shape.size() > 3 || (window.size() != 1 && window.size() != shape.size()))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "shape", "has another number of axes than the window");
    const Sliding s = sliding(r.attributes);
    if (!s.check(r) || !s.fits(r, shape)) return std::nullopt;
    // An adjoint knows how many; of a window that isn't known they can't be found from their product with it.
    const Extent channels = r.attributes.get_or<Shape>("channels", {Extent::floor_divide(x.extents[1], product(s.window))})[0];
    const Shape y = with_spatial(x.extents[0], channels, shape), patches = Unfold::patches(s, y);
    if (!r.same(x.extents[1], patches[1], "the elements of the window for each channel") ||
        !r.same(x.extents[2], patches[2], "the places of the window"))
      return std::nullopt;
    return Type{x.element, y, 0};
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    const std::vector<std::int64_t>& x = e.x[0].extents;
    const std::int64_t planes = y.extents[0] * y.extents[1], elements = planes == 0 ? 0 : y.size() / planes;
    const std::int64_t taps = planes == 0 || x[2] == 0 ? 0 : e.x[0].size() / planes / x[2];
    std::vector<double> sums(at(y.size()));
    each_in_window(e, sliding(e.attributes()), y.extents,
                   [&](std::int64_t plane, std::int64_t place, std::int64_t tap, std::int64_t i) {
                     if (i >= 0) sums[at(plane * elements + i)] += e.x[0].at((plane * taps + tap) * x[2] + place);
                   });
    for (std::int64_t i = 0; i < y.size(); ++i) y.set(i, sums[at(i)]);
    return y;
  }
  static Geometry kernel(const OpView& v) { return pooled_geometry(sliding(v.op.attributes), v.result().extents); }
};

}  // namespace ir::ops
