// Resampling along axes, and blocks of places as channels.
#pragma once

#include "ir/kind.h"
#include "ir/ops/shape/rearrange.h"

namespace ir::ops {

// The weights by which n elements along an axis are made of others.
struct Weights {
  enum Mode : std::int64_t { bins, nearest, nearest_centre, linear, linear_corners, linear_edges };
  // Calls f(element, weight) for what element i of n is made of, of so many.
  template <class F>
  static void each(std::int64_t mode, std::int64_t i, std::int64_t n, std::int64_t of, F f) {
    if (mode == bins) {
      const std::int64_t begin = i * of / n, end = ((i + 1) * of + n - 1) / n;
      for (std::int64_t j = begin; j < end; ++j) f(j, 1.0 / static_cast<double>(end - begin));
    } else if (mode == nearest) {
      f(i * of / n, 1.0);
    } else if (mode == nearest_centre) {
      f((2 * i + 1) * of / (2 * n), 1.0);
    } else {
      const double x = static_cast<double>(i), scale = static_cast<double>(of) / static_cast<double>(n);
      const double place = mode == linear           ? std::fmax((x + 0.5) * scale - 0.5, 0)
                           : mode == linear_corners ? (n > 1 ? x * static_cast<double>(of - 1) / static_cast<double>(n - 1) : 0)
                                                    : x * scale;
      const auto left = std::min(static_cast<std::int64_t>(place), of - 1), right = std::min(left + 1, of - 1);
      const double t = right > left ? place - static_cast<double>(left) : 0;
      f(left, 1 - t);
      if (right > left) f(right, t);
    }
  }
};

// An op along an axis of x, which has `n` elements then.
template <class Op>
struct Resampling {
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    Type y = r.type(0);
    const auto axis = check_element(r, y, kFloat) ? r.axis(r.attributes.get<std::int64_t>("axis"), y.rank()) : std::nullopt;
    if (!axis) return std::nullopt;
    if (r.attributes.get<std::int64_t>("mode") > Weights::linear_edges)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "mode", "is not one of 0 to 5");
    const Extent n = r.attributes.get<Shape>("n")[0], of = std::exchange(y.extents[at(*axis)], n);
    const auto known = r.facts.resolve(n).constant(), before = r.facts.resolve(of).constant();
    if ((known && *known < 0) || (Op::kMakes && known && *known > 0 && before == 0))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "n", "is not a number of elements that can be made");
    return y;
  }
  static Expr other(const Rule& r, Kind kind) {
    Attributes attributes = r.attributes;
    attributes.set("n", Shape{r.x[0].shape()[at(r.attributes.get<std::int64_t>("axis"))]});
    return apply(kind, {r.bar}, attributes);
  }
  template <class F>
  static Literal summed(const Evaluation& e, F f) {
    Literal y = e.zeros();
    const auto axis = at(e.attributes().get<std::int64_t>("axis"));
    std::vector<double> sums(at(y.size()));
    const Literal& x = e.x[0];
    const bool makes = Op::kMakes;
    const std::int64_t made = makes ? y.extents[axis] : x.extents[axis], of = makes ? x.extents[axis] : y.extents[axis];
    for (IndexWalk i(makes ? y.extents : x.extents); !i.done(); i.next())
      Weights::each(e.attributes().get<std::int64_t>("mode"), i.index()[axis], made, of, [&](std::int64_t j, double weight) {
        auto there = i.index();
        there[axis] = j;
        f(sums, IndexWalk::offset(i.index(), makes ? y.extents : x.extents),
          IndexWalk::offset(there, makes ? x.extents : y.extents), weight);
      });
    for (std::int64_t i = 0; i < y.size(); ++i) y.set(i, sums[at(i)]);
    return y;
  }
  // {outer, extent of x, inner, n, mode, line}
  static Geometry kernel(const OpView& v) {
    Geometry g = around_axis(v.operand(0).extents, v.op.attributes.get<std::int64_t>("axis"));
    g.fields.emplace_back(v.op.attributes.get<Shape>("n")[0]);
    g.fields.emplace_back(Extent(v.op.attributes.get<std::int64_t>("mode")));
    g.fields.emplace_back(SourceLine{});
    return g;
  }
};

// y = W x along an axis: n elements, each the mean of a bin [⌊i S/n⌋, ⌈(i + 1) S/n⌉) (mode 0), the nearest (⌊i S/n⌋: 1,
// ⌊(i + ½) S/n⌋: 2), or between two neighbours by where it lies: (i + ½) S/n - ½, not less than 0 (3), i (S - 1)/(n - 1)
// (4), i S/n (5)        x̄ = Wᵀ ȳ
struct Resample : Resampling<Resample> {
  static constexpr bool kMakes = true;
  static constexpr OpInfo info{.name = "resample", .trait = Trait::kernel, .may_fail = true,
                               .attributes = "axis: count, mode: count, n: extent"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return other(r, Kind::ResampleGrad); }};
  static Literal evaluate(const Evaluation& e) {
    return summed(e, [&](std::vector<double>& sums, std::int64_t to, std::int64_t from, double weight) {
      sums[at(to)] += weight * e.x[0].at(from);
    });
  }
};

// y = Wᵀ x along an axis: n elements of which those of x were made by resample        x̄ = W ȳ
struct ResampleGrad : Resampling<ResampleGrad> {
  static constexpr bool kMakes = false;
  static constexpr OpInfo info{.name = "resample_grad", .trait = Trait::kernel, .may_fail = true,
                               .attributes = "axis: count, mode: count, n: extent"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return other(r, Kind::Resample); }};
  static Literal evaluate(const Evaluation& e) {
    return summed(e, [&](std::vector<double>& sums, std::int64_t from, std::int64_t to, double weight) {
      sums[at(to)] += weight * e.x[0].at(from);
    });
  }
};

// The axes after the channels resampled to `shape`; with `channels_last` those between the examples and the channels.
struct ToShape {
  static std::size_t first_axis(const Attributes& attributes) { return attributes.get_or<bool>("channels_last", false) ? 1 : 2; }
  static std::optional<Type> type(const TypeRule& r) {
    Type y = r.type(0);
    const Shape& shape = r.attributes.get<Shape>("shape");
    if (!check_element(r, y, kFloat)) return std::nullopt;
    if (y.rank() < 3) return r.fail(DiagnosticId::rank, r.op_name, "axes after the channels", y.rank());
    if (shape.size() + 2 != y.extents.size())
      return r.fail(DiagnosticId::attribute_value, r.op_name, "shape", fmt::format("has {} extents for {} axes", shape.size(), y.rank() - 2));
    const std::size_t first = first_axis(r.attributes);
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const auto known = r.facts.resolve(shape[i]).constant(), before = r.facts.resolve(y.extents[i + first]).constant();
      if ((known && *known < 0) || (known && *known > 0 && before == 0))
        return r.fail(DiagnosticId::attribute_value, r.op_name, "shape", "is not one that can be made");
      y.extents[i + first] = shape[i];
    }
    return y;
  }
  static Expr resampled(const Rule& r, std::int64_t mode) {
    Expr y = r.x[0];
    const Shape& shape = r.attributes.get<Shape>("shape");
    const std::size_t first = first_axis(r.attributes);
    for (std::size_t i = 0; i < shape.size(); ++i)
      if (y.shape()[i + first] != shape[i])
        y = apply(Kind::Resample, {y}, {{"axis", static_cast<std::int64_t>(i + first)}, {"mode", mode}, {"n", Shape{shape[i]}}});
    return y;
  }
};

// y = means over bins of each axis that overlap where the extents don't divide: [⌊i S/n⌋, ⌈(i + 1) S/n⌉)
struct AdaptiveAvgPool : ToShape {
  static constexpr OpInfo info{.name = "adaptive_avg_pool", .cpp = "gradc::adaptive_avg_pool(x, shape, Adaptive?)",
                               .trait = Trait::composite, .may_fail = true, .attributes = "channels_last: bool?, shape: extents"};
  static Expr expand(const Rule& r) { return resampled(r, Weights::bins); }
};

// y[i] = x[⌊i S/n⌋], half_pixel: x[⌊(i + ½) S/n⌋], along each axis after the channels, or with channels_last before them
struct ResizeNearest : ToShape {
  static constexpr OpInfo info{.name = "resize_nearest", .cpp = "gradc::resize_nearest(x, shape, Resize?)",
                               .trait = Trait::composite, .may_fail = true,
                               .attributes = "align_corners: bool?, channels_last: bool?, half_pixel: bool?, shape: extents", .moves = true};
  static std::optional<Type> type(const TypeRule& r) {
    if (r.attributes.get_or<bool>("align_corners", false))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "align_corners", "is only for resize_bilinear");
    return ToShape::type(r);
  }
  static Expr expand(const Rule& r) {
    return resampled(r, r.attributes.get_or<bool>("half_pixel", false) ? Weights::nearest_centre : Weights::nearest);
  }
};

// y between the neighbours of each place along each axis after the channels, or with channels_last before them:
// (i + ½) S/n - ½, not less than 0; half_pixel false: i S/n; align_corners: i (S - 1)/(n - 1)
struct ResizeBilinear : ToShape {
  static constexpr OpInfo info{.name = "resize_bilinear", .cpp = "gradc::resize_bilinear(x, shape, Resize?)",
                               .trait = Trait::composite, .may_fail = true,
                               .attributes = "align_corners: bool?, channels_last: bool?, half_pixel: bool?, shape: extents"};
  static std::optional<Type> type(const TypeRule& r) {
    if (r.attributes.get_or<bool>("align_corners", false) && r.attributes.get_or<bool>("half_pixel", false))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "half_pixel", "does not go with align_corners");
    return ToShape::type(r);
  }
  static Expr expand(const Rule& r) {
    if (r.attributes.get_or<bool>("align_corners", false)) return resampled(r, Weights::linear_corners);
    return resampled(r, r.attributes.get_or<bool>("half_pixel", true) ? Weights::linear : Weights::linear_edges);
  }
};

// Channels that are blocks of places, as the places, and back, of (N, C, H, W) or with `channels_last` (N, H, W, C). An extent
// that isn't a multiple of what it is divided by is an error, at run time where it isn't known before.
template <class Op>
struct Blocks {
  struct Axes {
    std::size_t channels, height, width;
  };
  static Axes axes(const Attributes& attributes) {
    return attributes.get_or<bool>("channels_last", false) ? Axes{3, 1, 2} : Axes{1, 2, 3};
  }
  static std::int64_t block(const Attributes& attributes) { return attributes.get<std::int64_t>("block"); }
  static std::optional<Type> type(const TypeRule& r) {
    Type y = r.type(0);
    const Axes a = axes(r.attributes);
    if (y.rank() != 4) return r.fail(DiagnosticId::rank, r.op_name, a.channels == 1 ? "(N, C, H, W)" : "(N, H, W, C)", y.rank());
    const std::int64_t n = block(r.attributes);
    if (n < 1) return r.fail(DiagnosticId::attribute_value, r.op_name, "block", "is not a number of at least 1");
    for (const auto& [axis, size] : Op::divided(a, n))
      if (const auto known = r.facts.resolve(y.extents[axis]).constant(); known && *known % size != 0)
        return r.fail(DiagnosticId::attribute_value, r.op_name, "block", fmt::format("does not divide {} by {}", *known, size));
    y.extents = Op::made(a, y.extents, n);
    return y;
  }
  // x with the extents that it must have.
  static Expr even(const Rule& r) {
    const Expr x = r.x[0];
    Shape shape = x.shape();
    for (const auto& [axis, size] : Op::divided(axes(r.attributes), block(r.attributes)))
      shape[axis] = Extent::floor_divide(shape[axis], size) * Extent(size);
    return x.shape() == shape ? x : apply(Kind::RequireExtents, {x}, {{"shape", shape}});
  }
  // The axes of x apart, in another order, and together as y.
  static Expr expand(const Rule& r) {
    const Axes a = axes(r.attributes);
    const Shape y = Op::made(a, r.x[0].shape(), block(r.attributes));
    return reshape(transpose(reshape(even(r), Op::apart(a, r.x[0].shape(), y, block(r.attributes))), Op::order(a)), y);
  }
};

// y[n, c, h b + i, w b + j] = x[n, (i b + j) C + c, h, w], b = block and C the channels of y        x̄ = space_to_depth(ȳ)
struct DepthToSpace : Blocks<DepthToSpace> {
  static constexpr OpInfo info{.name = "depth_to_space", .cpp = "gradc::depth_to_space(x, block, Blocks?)", .trait = Trait::composite,
                               .may_fail = true, .attributes = "block: count, channels_last: bool?", .moves = true};
  static std::vector<std::pair<std::size_t, std::int64_t>> divided(Axes a, std::int64_t n) { return {{a.channels, n * n}}; }
  static Shape made(Axes a, Shape x, const Extent& n) {
    x[a.channels] = Extent::floor_divide(x[a.channels], n * n);
    x[a.height] = x[a.height] * n;
    x[a.width] = x[a.width] * n;
    return x;
  }
  static Shape apart(Axes a, const Shape& x, const Shape& y, const Extent& n) {
    if (a.channels == 1) return {y[0], n, n, y[1], x[2], x[3]};
    return {y[0], x[1], x[2], n, n, y[3]};
  }
  static Integers order(Axes a) { return a.channels == 1 ? Integers{0, 3, 4, 1, 5, 2} : Integers{0, 1, 3, 2, 4, 5}; }
};

// y[n, (i b + j) C + c, h, w] = x[n, c, h b + i, w b + j], b = block and C the channels of x        x̄ = depth_to_space(ȳ)
struct SpaceToDepth : Blocks<SpaceToDepth> {
  static constexpr OpInfo info{.name = "space_to_depth", .cpp = "gradc::space_to_depth(x, block, Blocks?)", .trait = Trait::composite,
                               .may_fail = true, .attributes = "block: count, channels_last: bool?", .moves = true};
  static std::vector<std::pair<std::size_t, std::int64_t>> divided(Axes a, std::int64_t n) { return {{a.height, n}, {a.width, n}}; }
  static Shape made(Axes a, Shape x, const Extent& n) {
    x[a.channels] = x[a.channels] * n * n;
    x[a.height] = Extent::floor_divide(x[a.height], n);
    x[a.width] = Extent::floor_divide(x[a.width], n);
    return x;
  }
  static Shape apart(Axes a, const Shape& x, const Shape& y, const Extent& n) {
    if (a.channels == 1) return {x[0], x[1], y[2], n, y[3], n};
    return {x[0], y[1], n, y[2], n, x[3]};
  }
  static Integers order(Axes a) { return a.channels == 1 ? Integers{0, 3, 5, 1, 2, 4} : Integers{0, 1, 3, 2, 4, 5}; }
};

}  // namespace ir::ops
