// Convolutions over one to three axes: x (N, C, S...), w (O, C/groups, K...), y (N, O, S'...), as neural networks call
// them: cross-correlations. Three ops that are linear in each operand, each the others' transpose.
#pragma once

#include <array>

#include "ir/kind.h"
#include "ir/ops/shape/rearrange.h"

namespace ir::ops {

// A window that goes over the spatial axes, which are those from 2 on.
struct Sliding {
  Shape window, stride, dilation, low, high;

  // The steps and what is added around axes, by the names of the options. `same`: so much that there is a place for every
  // `stride` elements, what is odd of it after them.
  static Sliding of(const Attributes& a, const Shape& window, const Shape& axes, const Shape& stride = {1}) {
    Sliding s{window, listed(a, "stride", stride, window.size()), listed(a, "dilation", {1}, window.size()),
              listed(a, "padding", {0}, window.size()), {}};
    s.high = listed(a, "pad_high", s.low, window.size());
    s.low = listed(a, "pad_low", s.low, window.size());
    if (!a.get_or<bool>("same", false) || !s.are_listed()) return s;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const Extent places = Extent::floor_divide(axes[i] + s.stride[i] - 1, s.stride[i]);
      const Extent total = (places - 1) * s.stride[i] + s.span(i) - axes[i];  // below 0: what no place sees
      s.low[i] = Extent::floor_divide(Extent::max(0, total), 2);
      s.high[i] = total - s.low[i];
    }
    return s;
  }
  // An attribute, or what it is where it is missing; one number is for all axes.
  static Shape listed(const Attributes& a, std::string_view name, const Shape& fallback, std::size_t axes) {
    Shape list = a.get_or<Shape>(name, fallback);
    if (list.size() == 1) list.resize(axes, Extent(list[0]));
    return list;
  }
  bool are_listed() const {
    const auto all = lists();
    return std::all_of(all.begin(), all.end(), [&](const auto& list) { return list.second.size() == window.size(); });
  }
  // False, with a diagnostic, where a list has another length or a step is not a number of at least 1.
  bool check(const TypeRule& r) const {
    for (const auto& [name, list] : lists())
      if (list.size() != window.size()) {
        r.fail(DiagnosticId::attribute_value, r.op_name, name,
               fmt::format("has {} numbers for {} axes", list.size(), window.size()));
        return false;
      }
    for (std::size_t i = 0; i < window.size(); ++i)
      if (stride[i].constant().value_or(0) < 1 || dilation[i].constant().value_or(0) < 1) {
        r.fail(DiagnosticId::attribute_value, r.op_name, stride[i].constant().value_or(0) < 1 ? "stride" : "dilation",
               "is not a number of at least 1 that is known when code is generated");
        return false;
      }
    return true;
  }
  // How many elements the window spans.
  Extent span(std::size_t i) const { return dilation[i] * (window[i] - 1) + 1; }
  // The places of the window along an axis of n elements.
  Extent places(std::size_t i, const Extent& n) const {
    return Extent::floor_divide(n + low[i] + high[i] - span(i) + stride[i], stride[i]);
  }
  // False, with a diagnostic, where it has no place on an axis that has elements.
  bool fits(const TypeRule& r, const Shape& axes) const {
    for (std::size_t i = 0; i < window.size(); ++i) {
      const auto n = r.facts.resolve(axes[i]).constant(), found = r.facts.resolve(places(i, axes[i])).constant();
      const auto k = r.facts.resolve(window[i]).constant();
      if ((!k || *k > 0) && (!found || *found > 0 || (*found == 0 && n == 0))) continue;
      r.fail(DiagnosticId::type_mismatch, r.op_name,
             fmt::format("a window that spans {} elements has no place on an axis of {} with {} before and {} after it",
                         span(i).text(), axes[i].text(), low[i].text(), high[i].text()));
      return false;
    }
    return true;
  }
  Attributes attributes() const {
    Attributes all;
    for (const auto& [name, list] : lists()) all.set(name, list);
    return all;
  }

 private:
  std::array<std::pair<const char*, Shape>, 4> lists() const {
    return {{{"stride", stride}, {"dilation", dilation}, {"pad_low", low}, {"pad_high", high}}};
  }
};

inline Shape spatial(const Shape& shape) { return {shape.begin() + 2, shape.end()}; }
inline Shape with_spatial(Extent first, Extent second, const Shape& axes) {
  Shape shape{std::move(first), std::move(second)};
  shape.insert(shape.end(), axes.begin(), axes.end());
  return shape;
}

// What the three have in common: the shapes of x, w and y, of which an op takes two.
struct Convolution {
  static std::int64_t groups(const Attributes& attributes) { return attributes.get_or<std::int64_t>("groups", 1); }
  static Sliding sliding(const Attributes& attributes, const Shape& x, const Shape& w) {
    return Sliding::of(attributes, spatial(w), spatial(x));
  }
  // One of the three with the attributes of this one; `shape` is that of its result.
  static Expr same(const Rule& r, Kind kind, Expr a, Expr b, const Shape& x, const Shape& w, const Shape& shape = {}) {
    Attributes attributes = sliding(r.attributes, x, w).attributes();
    attributes.set("groups", groups(r.attributes));
    if (!shape.empty()) attributes.set("shape", spatial(shape));
    return apply(kind, {a, b}, attributes);
  }
  static Expr y_of(const Rule& r, Expr x, Expr w) { return same(r, Kind::Conv, x, w, x.shape(), w.shape()); }
  static Expr x_of(const Rule& r, Expr y, Expr w, const Shape& x) {
    return same(r, Kind::ConvInputGrad, y, w, x, w.shape(), x);
  }
  static Expr w_of(const Rule& r, Expr x, Expr y, const Shape& w) {
    return same(r, Kind::ConvFilterGrad, x, y, x.shape(), w, w);
  }

  // Two floating or complex operands of one rank.
  static bool check(const TypeRule& r) {
    const Type &a = r.type(0), &b = r.type(1);
    if (!check_element(r, a, kFloat | kComplex) || !same_element(r, a, b)) return false;
    if (a.rank() < 3 || a.rank() > 5 || a.rank() != b.rank()) {
      r.fail(DiagnosticId::rank, r.op_name, "two tensors of one rank, which have one to three axes after the channels",
             a.rank() != b.rank() ? b.rank() : a.rank());
      return false;
    }
    if (groups(r.attributes) >= 1) return true;
    r.fail(DiagnosticId::attribute_value, r.op_name, "groups", "is not a number of groups");
    return false;
  }
  static bool check_groups(const TypeRule& r, const Extent& filters) {
    const auto known = r.facts.resolve(filters).constant();
    if (!known || *known % groups(r.attributes) == 0) return true;
    r.fail(DiagnosticId::attribute_value, r.op_name, "groups", fmt::format("does not divide {} filters", *known));
    return false;
  }
  // Whether y is as many places as the window has on x.
  static bool check_places(const TypeRule& r, const Sliding& s, const Shape& x, const Shape& y) {
    if (!s.check(r) || !s.fits(r, x)) return false;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!r.same(s.places(i, x[i]), y[i], "the places of the filter")) return false;
    return true;
  }
  // A multiplication and an addition for each element of y and of one filter, those over the border included.
  static std::optional<Extent> work_of(const OpView& v, const Shape& w, const Shape& y) {
    if (is_complex(v.result().element)) return std::nullopt;
    return Extent(2) * product(y) * product({w.begin() + 1, w.end()});
  }
  // {batch, channels of a group, filters, groups, x, w, y, stride, dilation, low}
  static Geometry geometry(const OpView& v, const Shape& x, const Shape& w, const Shape& y) {
    const Sliding s = sliding(v.op.attributes, x, w);
    return {{x[0], w[1], w[0], Extent(groups(v.op.attributes)), spatial(x), spatial(w), spatial(y), s.stride, s.dilation,
             s.low, SourceLine{}}};
  }

  // Calls f(element of x, of w, of y) for all that meet.
  template <class F>
  static void each(const Evaluation& e, const std::vector<std::int64_t>& x, const std::vector<std::int64_t>& w,
                   const std::vector<std::int64_t>& y, F f) {
    const Sliding s = sliding(e.attributes(), as_shape(x), as_shape(w));
    const auto stride = e.values(s.stride), dilation = e.values(s.dilation), low = e.values(s.low);
    const std::int64_t filters = w[0] / groups(e.attributes());
    for (IndexWalk i(y); !i.done(); i.next())
      for (IndexWalk k({w.begin() + 1, w.end()}); !k.done(); k.next()) {
        const std::int64_t filter = i.index()[1];
        std::vector<std::int64_t> at_x{i.index()[0], filter / filters * w[1] + k.index()[0]}, at_w{filter, k.index()[0]};
        bool inside = true;
        for (std::size_t axis = 2; axis < x.size(); ++axis) {
          at_w.push_back(k.index()[axis - 1]);
          at_x.push_back(i.index()[axis] * stride[axis - 2] + at_w.back() * dilation[axis - 2] - low[axis - 2]);
          inside = inside && at_x.back() >= 0 && at_x.back() < x[axis];
        }
        if (inside) f(IndexWalk::offset(at_x, x), IndexWalk::offset(at_w, w), IndexWalk::offset(i.index(), y));
      }
  }
  // Each element of the result summed in double: f(extents, sums) adds numbers of the type that the sums have.
  template <class F>
  static Literal summed(const Evaluation& e, F f) {
    return is_complex(e.op.result().element) ? summed_in<Number>(e, f) : summed_in<double>(e, f);
  }
  template <class T, class F>
  static Literal summed_in(const Evaluation& e, F f) {
    Literal result = e.zeros();
    std::vector<T> sums(at(result.size()));
    f(result.extents, sums);
    for (std::int64_t i = 0; i < result.size(); ++i) result.set(i, sums[at(i)]);
    return result;
  }
};

// y[n, o, p] = Σ x[n, c, p stride + k dilation - low] w[o, c, k] over the channels c of o's group and the places k of the
// filter; x is 0 outside, and what such a 0 makes of a w that isn't finite is not said. A negative padding cuts off.
//   x̄ = conv_input_grad(ȳ, w)        w̄ = conv_filter_grad(x, ȳ)
struct Conv : Convolution {
  static constexpr OpInfo info{
      .name = "conv", .cpp = "gradc::conv1d(x, y, Conv?); gradc::conv2d(x, y, Conv?); gradc::conv3d(x, y, Conv?)",
      .trait = Trait::kernel, .arity = 2, .may_fail = true,
      .attributes = "dilation: extents?, groups: count?, pad_high: extents?, pad_low: extents?, padding: extents?, "
                    "same: bool?, stride: extents?"};
  static constexpr bool dear = true;
  static constexpr Derivative derivative = Bilinear{[](const Rule& r, int i) {
    return i == 0 ? x_of(r, r.bar, r.x[1], r.x[0].shape()) : w_of(r, r.x[0], r.bar, r.x[1].shape());
  }};
  static constexpr Batching batch = &over_examples;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check(r)) return std::nullopt;
    return type_of(r, r.type(0).extents, r.type(1).extents);
  }
  static std::optional<Type> type_of(const TypeRule& r, const Shape& x, const Shape& w) {
    const Sliding s = sliding(r.attributes, x, w);
    if (!r.same(x[1], Extent(groups(r.attributes)) * w[1], "the channels") || !check_groups(r, w[0]) || !s.check(r) ||
        !s.fits(r, spatial(x)))
      return std::nullopt;
    Shape axes;
    for (std::size_t i = 0; i + 2 < x.size(); ++i) axes.push_back(s.places(i, x[i + 2]));
    return Type{r.type(0).element, with_spatial(x[0], w[0], axes), 0};
  }
  static Literal evaluate(const Evaluation& e) {
    return summed(e, [&]<class T>(const auto& y, std::vector<T>& sums) {
      each(e, e.x[0].extents, e.x[1].extents, y,
           [&](std::int64_t i, std::int64_t j, std::int64_t k) { sums[at(k)] += e.x[0].as<T>(i) * e.x[1].as<T>(j); });
    });
  }
  static std::optional<Extent> work(const OpView& v) { return work_of(v, v.operand(1).extents, v.result().extents); }
  static Geometry kernel(const OpView& v) {
    return geometry(v, v.operand(0).extents, v.operand(1).extents, v.result().extents);
  }
};

// Images x (N, S..., C) and filters w (K..., C/groups, O), whose channels stand last.
inline Integers channels_second(int rank) {
  Integers perm{0, rank - 1};
  for (int axis = 1; axis + 1 < rank; ++axis) perm.push_back(axis);
  return perm;
}
inline Integers channels_last(int rank) {
  Integers perm{0};
  for (int axis = 2; axis < rank; ++axis) perm.push_back(axis);
  perm.push_back(1);
  return perm;
}
inline Integers filters_first(int rank) {
  Integers perm{rank - 1, rank - 2};
  for (int axis = 0; axis + 2 < rank; ++axis) perm.push_back(axis);
  return perm;
}
inline Shape permuted(const Shape& shape, const Integers& perm) {
  Shape out;
  for (std::int64_t axis : perm) out.push_back(shape[at(axis)]);
  return out;
}
// What is made of images with channels last by an op on ones with channels second.
template <class F>
Expr with_channels_last(Expr x, F f) {
  const Expr y = f(transpose(x, channels_second(x.rank())));
  return transpose(y, channels_last(y.rank()));
}

// The adjoint of an operand of an op on images with channels last, from that of one on images with channels second.
inline Expr adjoint_with_channels_last(const Rule& r, int i, const Attributes& attributes, const Derivative& of_second) {
  const int rank = r.x[0].rank();
  const Expr second[] = {transpose(r.x[0], channels_second(rank)), transpose(r.x[1], filters_first(rank))};
  const Expr g = std::get<Bilinear>(of_second).transpose({second, {}, transpose(r.bar, channels_second(rank)), {}, attributes}, i);
  if (i == 0) return transpose(g, channels_last(rank));
  Integers filters_last;
  for (int axis = 2; axis < rank; ++axis) filters_last.push_back(axis);
  filters_last.insert(filters_last.end(), {1, 0});
  return transpose(g, filters_last);
}

// conv of x (N, S..., C) and w (K..., C/groups, O), giving y (N, S'..., O)
struct ConvChannelsLast : Convolution {
  static constexpr OpInfo info{
      .name = "conv_channels_last",
      .cpp = "gradc::conv1d(x, y, ConvChannelsLast); gradc::conv2d(x, y, ConvChannelsLast); gradc::conv3d(x, y, ConvChannelsLast)",
      .trait = Trait::composite, .arity = 2, .may_fail = true, .attributes = Conv::info.attributes};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check(r)) return std::nullopt;
    const int rank = r.type(0).rank();
    auto y = Conv::type_of(r, permuted(r.type(0).extents, channels_second(rank)), permuted(r.type(1).extents, filters_first(rank)));
    if (y) y->extents = permuted(y->extents, channels_last(rank));
    return y;
  }
  static Expr expand(const Rule& r) {
    return with_channels_last(r.x[0], [&](Expr x) { return r.again(Kind::Conv, {x, transpose(r.x[1], filters_first(r.x[1].rank()))}); });
  }
  static constexpr Derivative derivative =
      Bilinear{[](const Rule& r, int i) { return adjoint_with_channels_last(r, i, r.attributes, Conv::derivative); }};
};

// x, with axes of that shape, from y and w: what the transpose of conv makes of y
//   ȳ = conv(x̄, w)        w̄ = conv_filter_grad(x̄, y)
struct ConvInputGrad : Convolution {
  static constexpr OpInfo info{.name = "conv_input_grad", .trait = Trait::kernel, .arity = 2, .may_fail = true,
                               .attributes = "dilation: extents?, groups: count?, pad_high: extents?, pad_low: extents?, "
                                             "shape: extents, stride: extents?"};
  static constexpr bool dear = true;
  static constexpr Derivative derivative = Bilinear{[](const Rule& r, int i) {
    return i == 0 ? y_of(r, r.bar, r.x[1]) : w_of(r, r.bar, r.x[0], r.x[1].shape());
  }};
  static constexpr Batching batch = &over_examples;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check(r)) return std::nullopt;
    return type_of(r, r.type(0).extents, r.type(1).extents);
  }
  static std::optional<Type> type_of(const TypeRule& r, const Shape& y, const Shape& w) {
    const Shape axes = r.attributes.get<Shape>("shape");
    if (axes.size() + 2 != y.size())
      return r.fail(DiagnosticId::attribute_value, r.op_name, "shape", "needs one extent for each axis after the channels");
    for (const Extent& n : axes)
      if (const auto known = r.facts.resolve(n).constant(); known && *known < 0)
        return r.fail(DiagnosticId::attribute_value, r.op_name, "padding", "cuts off more than there is");
    if (!r.same(y[1], w[0], "the filters") || !check_groups(r, w[0]) ||
        !check_places(r, Sliding::of(r.attributes, spatial(w), axes), axes, spatial(y)))
      return std::nullopt;
    return Type{r.type(0).element, with_spatial(y[0], Extent(groups(r.attributes)) * w[1], axes), 0};
  }
  static Literal evaluate(const Evaluation& e) {
    return summed(e, [&]<class T>(const auto& x, std::vector<T>& sums) {
      each(e, x, e.x[1].extents, e.x[0].extents,
           [&](std::int64_t i, std::int64_t j, std::int64_t k) { sums[at(i)] += e.x[0].as<T>(k) * e.x[1].as<T>(j); });
    });
  }
  static std::optional<Extent> work(const OpView& v) { return work_of(v, v.operand(1).extents, v.operand(0).extents); }
  static Geometry kernel(const OpView& v) {
    return geometry(v, v.result().extents, v.operand(1).extents, v.operand(0).extents);
  }
};

// w, with axes of that shape, from x and y: what the transpose of conv makes of y
//   x̄ = conv_input_grad(y, w̄)        ȳ = conv(x, w̄)
struct ConvFilterGrad : Convolution {
  static constexpr OpInfo info{.name = "conv_filter_grad", .trait = Trait::kernel, .arity = 2, .may_fail = true,
                               .attributes = "dilation: extents?, groups: count?, pad_high: extents?, pad_low: extents?, "
                                             "shape: extents, stride: extents?"};
  static constexpr bool dear = true;
  static constexpr Derivative derivative = Bilinear{[](const Rule& r, int i) {
    return i == 0 ? x_of(r, r.x[1], r.bar, r.x[0].shape()) : y_of(r, r.x[0], r.bar);
  }};
  static Extent channels(const Shape& x, const Attributes& attributes) {
    return Extent::floor_divide(x[1], groups(attributes));
  }
  static std::optional<Type> type(const TypeRule& r) {
    if (!check(r)) return std::nullopt;
    const Shape x = r.type(0).extents, y = r.type(1).extents, axes = r.attributes.get<Shape>("shape");
    if (axes.size() + 2 != x.size())
      return r.fail(DiagnosticId::attribute_value, r.op_name, "shape", "needs one extent for each axis after the channels");
    const Shape w = with_spatial(y[1], channels(x, r.attributes), axes);
    if (!r.same(x[0], y[0], "the batch") || !r.same(x[1], w[1] * Extent(groups(r.attributes)), "the channels") ||
        !check_groups(r, y[1]) || !check_places(r, sliding(r.attributes, x, w), spatial(x), spatial(y)))
      return std::nullopt;
    return Type{r.type(0).element, w, 0};
  }
  static Literal evaluate(const Evaluation& e) {
    return summed(e, [&]<class T>(const auto& w, std::vector<T>& sums) {
      each(e, e.x[0].extents, w, e.x[1].extents,
           [&](std::int64_t i, std::int64_t j, std::int64_t k) { sums[at(j)] += e.x[0].as<T>(i) * e.x[1].as<T>(k); });
    });
  }
  static std::optional<Extent> work(const OpView& v) { return work_of(v, v.result().extents, v.operand(1).extents); }
  static Geometry kernel(const OpView& v) {
    return geometry(v, v.operand(0).extents, v.result().extents, v.operand(1).extents);
  }
};

// The transpose of conv in x as an op of its own: y = conv_input_grad(x, w) with w (C, O/groups, K...) and axes of
// (S - 1) stride - low - high + dilation (K - 1) + 1 + output_padding, which is less than the stride or the dilation
struct ConvTranspose : Convolution {
  static constexpr OpInfo info{
      .name = "conv_transpose",
      .cpp = "gradc::conv_transpose1d(x, y, ConvTranspose?); gradc::conv_transpose2d(x, y, ConvTranspose?); "
             "gradc::conv_transpose3d(x, y, ConvTranspose?)",
      .trait = Trait::composite, .arity = 2, .may_fail = true,
      .attributes = "dilation: extents?, groups: count?, output_padding: extents?, pad_high: extents?, pad_low: extents?, "
                    "padding: extents?, stride: extents?",
      .moves = true};
  static constexpr bool dear = true;
  static Shape more(const Attributes& attributes, const Shape& w) {
    return Sliding::listed(attributes, "output_padding", {0}, w.size() - 2);
  }
  // Of conv_input_grad: the padding less what is added to the result leaves the places as they are.
  static Attributes transposed(const Attributes& attributes, const Shape& x, const Shape& w) {
    Sliding s = sliding(attributes, x, w);
    Shape shape;
    for (std::size_t i = 0; i < s.window.size(); ++i) {
      s.high[i] = s.high[i] - more(attributes, w)[i];
      shape.push_back((x[i + 2] - 1) * s.stride[i] - s.low[i] - s.high[i] + s.span(i));
    }
    Attributes all = s.attributes();
    all.set("groups", groups(attributes));
    all.set("shape", shape);
    return all;
  }
  static std::optional<Type> type(const TypeRule& r) {
    if (!check(r)) return std::nullopt;
    return type_of(r, r.type(0).extents, r.type(1).extents);
  }
  static std::optional<Type> type_of(const TypeRule& r, const Shape& x, const Shape& w) {
    const Shape added = more(r.attributes, w);
    const Sliding s = sliding(r.attributes, x, w);
    if (!s.check(r)) return std::nullopt;
    for (std::size_t i = 0; i < w.size() - 2; ++i) {
      const auto known = i < added.size() ? added[i].constant() : std::nullopt;
      if (added.size() != w.size() - 2 || !known || *known < 0 ||
          *known >= std::max(*s.stride[i].constant(), *s.dilation[i].constant()))
        return r.fail(DiagnosticId::attribute_value, r.op_name, "output_padding",
                      "is not a number from 0 to less than the stride or the dilation for each axis");
    }
    const Attributes all = transposed(r.attributes, x, w);
    return ConvInputGrad::type_of({r.module, r.function, r.op_name, r.operands, all, r.blocks, r.callee, r.loc, r.diagnostics,
                                   r.facts, r.scope, r.block}, x, w);
  }
  static Expr expand(const Rule& r) {
    return apply(Kind::ConvInputGrad, {r.x[0], r.x[1]}, transposed(r.attributes, r.x[0].shape(), r.x[1].shape()));
  }
};

// conv_transpose of x (N, S..., C) and w (K..., O/groups, C), giving y (N, S'..., O): the transpose in x of conv_channels_last
struct ConvTransposeChannelsLast : Convolution {
  static constexpr OpInfo info{
      .name = "conv_transpose_channels_last",
      .cpp = "gradc::conv_transpose1d(x, y, ConvTransposeChannelsLast); "
             "gradc::conv_transpose2d(x, y, ConvTransposeChannelsLast); gradc::conv_transpose3d(x, y, ConvTransposeChannelsLast)",
      .trait = Trait::composite, .arity = 2, .may_fail = true, .attributes = ConvTranspose::info.attributes, .moves = true};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check(r)) return std::nullopt;
    const int rank = r.type(0).rank();
    auto y = ConvTranspose::type_of(r, permuted(r.type(0).extents, channels_second(rank)), permuted(r.type(1).extents, filters_first(rank)));
    if (y) y->extents = permuted(y->extents, channels_last(rank));
    return y;
  }
  static Expr expand(const Rule& r) {
    return with_channels_last(
        r.x[0], [&](Expr x) { return r.again(Kind::ConvTranspose, {x, transpose(r.x[1], filters_first(r.x[1].rank()))}); });
  }
  static constexpr Derivative derivative = Bilinear{[](const Rule& r, int i) {
    const int rank = r.x[0].rank();
    return adjoint_with_channels_last(r, i,
                                      ConvTranspose::transposed(r.attributes, permuted(r.x[0].shape(), channels_second(rank)),
                                                                permuted(r.x[1].shape(), filters_first(rank))),
                                      ConvInputGrad::derivative);
  }};
};

}  // namespace ir::ops
