/// \file
/// Convolutions over one to three axes: x (N, C, S...), filters (O, C / groups, K...), y (N, O, S'...), cross-correlations as
/// neural networks call them (Dumoulin and Visin, A guide to convolution arithmetic, 2016).
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/detail/scalar.h>
#include <gradc/kernels/conv.h>
#include <gradc/ops/geometry.h>
#include <gradc/ops/rearrange.h>

namespace gradc {

namespace detail {
/// A number for each axis, or one for all.
class PerAxis {
 public:
  constexpr explicit PerAxis(std::int64_t all) : numbers_{all}, count_(1) {}
  template <class... I>
  static constexpr PerAxis of(I... numbers) {
    static_assert(sizeof...(I) >= 1 && sizeof...(I) <= 3 && (std::is_integral_v<I> && ...),
                  "gradc: an option takes one integer, or one for each axis");
    PerAxis list(0);
    const std::int64_t given[] = {static_cast<std::int64_t>(numbers)...};
    for (std::size_t i = 0; i < sizeof...(I); ++i) list.numbers_[i] = given[i];
    list.count_ = static_cast<int>(sizeof...(I));
    return list;
  }
  constexpr bool fits(int axes) const { return count_ == 1 || count_ == axes; }
  constexpr std::int64_t operator[](int axis) const { return numbers_[count_ == 1 ? 0 : axis]; }

 private:
  std::int64_t numbers_[3] = {};
  int count_;
};

/// The geometry of a window that slides over axes.
struct Sliding {
  PerAxis stride{1}, dilation{1}, low{0}, high{0};
  bool has_stride = false, has_low = false, has_high = false, same = false;

  /// The elements that a window of k spans along an axis.
  std::int64_t span(int axis, std::int64_t k) const { return dilation[axis] * (k - 1) + 1; }
};

/// The setters of options about windows, chained.
template <class Options>
class WindowOptions {
 public:
  /// The stride of the window, one number for all axes or one for each.
  template <class... I>
  constexpr Options stride(I... steps) const {
    Options changed = self();
    changed.sliding_.stride = PerAxis::of(steps...), changed.sliding_.has_stride = true;
    return changed;
  }
  /// The dilation: the distance between neighbouring elements of a window.
  template <class... I>
  constexpr Options dilation(I... steps) const {
    Options changed = self();
    changed.sliding_.dilation = PerAxis::of(steps...);
    return changed;
  }
  /// The padding before and after each axis; a negative number crops.
  template <class... I>
  constexpr Options padding(I... widths) const {
    Options changed = self();
    if (!sliding_.has_low) changed.sliding_.low = PerAxis::of(widths...);
    if (!sliding_.has_high) changed.sliding_.high = PerAxis::of(widths...);
    return changed;
  }
  /// The padding before each axis; overrides `padding`.
  template <class... I>
  constexpr Options pad_low(I... widths) const {
    Options changed = self();
    changed.sliding_.low = PerAxis::of(widths...), changed.sliding_.has_low = true;
    return changed;
  }
  /// The padding after each axis; overrides `padding`.
  template <class... I>
  constexpr Options pad_high(I... widths) const {
    Options changed = self();
    changed.sliding_.high = PerAxis::of(widths...), changed.sliding_.has_high = true;
    return changed;
  }
  constexpr const Sliding& sliding() const { return sliding_; }

 protected:
  constexpr WindowOptions() = default;
  Sliding sliding_;

 private:
  constexpr const Options& self() const { return static_cast<const Options&>(*this); }
};

/// The window over the axes of x from 2 on, with `same` as padding, and the number of its positions. Throws ShapeError, naming
/// `op`.
struct Slid {
  Shape x, window, y;
  std::int64_t stride[3], dilation[3], low[3], high[3];
};
Slid slid(const char* op, const Shape& x, const Shape& window, const Sliding& sliding, bool ceil_mode = false);
/// That of a convolution, whose filters have the shape w.
Slid convolved(const char* op, const Shape& x, const Shape& w, const Sliding& sliding, std::int64_t groups);
/// The window of the transpose and what it makes of x.
Slid transposed(const char* op, const Shape& x, const Shape& w, const Sliding& sliding, std::int64_t groups,
                const PerAxis& output_padding);
}  // namespace detail

/// Options of conv1d, conv2d and conv3d, chained: gradc::Conv().stride(2, 2).padding(1).
class Conv : public detail::WindowOptions<Conv> {
 public:
  constexpr Conv() = default;
  /// The number of groups of channels and filters; each group is convolved separately.
  constexpr Conv groups(std::int64_t count) const {
    Conv changed = *this;
    changed.groups_ = count;
    return changed;
  }
  /// Padding such that the result has ceil(n / stride) elements along an axis; an odd element of padding is put at the end.
  constexpr Conv same(bool value = true) const {
    Conv changed = *this;
    changed.sliding_.same = value;
    return changed;
  }
  constexpr std::int64_t group_count() const { return groups_; }

 private:
  friend detail::WindowOptions<Conv>;
  std::int64_t groups_ = 1;
};

/// Options of convolutions with channels last, of x (N, S..., C) and filters (K..., C / groups, O): gradc::conv2d(x, w,
/// gradc::ConvChannelsLast().stride(2)).
class ConvChannelsLast : public detail::WindowOptions<ConvChannelsLast> {
 public:
  constexpr ConvChannelsLast() = default;
  constexpr ConvChannelsLast groups(std::int64_t count) const {
    ConvChannelsLast changed = *this;
    changed.groups_ = count;
    return changed;
  }
  constexpr ConvChannelsLast same(bool value = true) const {
    ConvChannelsLast changed = *this;
    changed.sliding_.same = value;
    return changed;
  }
  constexpr std::int64_t group_count() const { return groups_; }

 private:
  friend detail::WindowOptions<ConvChannelsLast>;
  std::int64_t groups_ = 1;
};

/// Options of conv_transpose1d, 2d and 3d: those of the convolution whose transpose it is.
class ConvTranspose : public detail::WindowOptions<ConvTranspose> {
 public:
  constexpr ConvTranspose() = default;
  constexpr ConvTranspose groups(std::int64_t count) const {
    ConvTranspose changed = *this;
    changed.groups_ = count;
    return changed;
  }
  /// Additional extent of the result: less than the stride or the dilation.
  template <class... I>
  constexpr ConvTranspose output_padding(I... widths) const {
    ConvTranspose changed = *this;
    changed.output_padding_ = detail::PerAxis::of(widths...);
    return changed;
  }
  constexpr std::int64_t group_count() const { return groups_; }
  constexpr const detail::PerAxis& added() const { return output_padding_; }

 private:
  friend detail::WindowOptions<ConvTranspose>;
  std::int64_t groups_ = 1;
  detail::PerAxis output_padding_{0};
};

/// Options of transposed convolutions with channels last, of x (N, S..., C) and filters (K..., O / groups, C).
class ConvTransposeChannelsLast : public detail::WindowOptions<ConvTransposeChannelsLast> {
 public:
  constexpr ConvTransposeChannelsLast() = default;
  constexpr ConvTransposeChannelsLast groups(std::int64_t count) const {
    ConvTransposeChannelsLast changed = *this;
    changed.groups_ = count;
    return changed;
  }
  /// Additional extent of the result: less than the stride or the dilation.
  template <class... I>
  constexpr ConvTransposeChannelsLast output_padding(I... widths) const {
    ConvTransposeChannelsLast changed = *this;
    changed.output_padding_ = detail::PerAxis::of(widths...);
    return changed;
  }
  constexpr std::int64_t group_count() const { return groups_; }
  constexpr const detail::PerAxis& added() const { return output_padding_; }

 private:
  friend detail::WindowOptions<ConvTransposeChannelsLast>;
  std::int64_t groups_ = 1;
  detail::PerAxis output_padding_{0};
};

namespace detail {
inline kernels::Convolution convolution(const Slid& s, std::int64_t batch, std::int64_t channels, std::int64_t filters,
                                        std::int64_t groups) {
  kernels::Convolution g{batch, channels, filters, groups, s.x, s.window, s.y, {}, {}, {}};
  for (int i = 0; i < 3; ++i) g.stride[i] = s.stride[i], g.dilation[i] = s.dilation[i], g.low[i] = s.low[i];
  return g;
}

/// Whether these are images and filters over so many axes.
template <int kAxes, class A, class W>
inline constexpr bool are_convolved_v = rank_v<A> == kAxes + 2 && rank_v<W> == kAxes + 2;

inline Shape with_axes(std::int64_t first, std::int64_t second, const Shape& axes) {
  Shape shape{first, second};
  for (const std::int64_t extent : axes) shape.push_back(extent);
  return shape;
}

template <int kAxes, class A, class W, class Options>
TensorLike<A> conv(const char* op, const A& x, const W& w, const Options& options) {
  const auto images = as_view(x);
  const auto filters = as_view(w);
  const std::int64_t groups = options.group_count(), count = filters.extent(0);
  const Slid s = convolved(op, images.shape(), filters.shape(), options.sliding(), groups);
  TensorLike<A> y;
  y.resize(with_axes(images.extent(0), count, s.y));
  kernels::conv(convolution(s, images.extent(0), filters.extent(1), count, groups), images.data(), filters.data(), y.data());
  return y;
}

/// Images with their channels second, and last again; filters likewise.
template <class A>
TensorLike<A> with_channels_second(const A& x) {
  return moveaxis(x, -1, 1);
}
template <class A>
TensorLike<A> with_channels_last(const A& y) {
  return moveaxis(y, 1, -1);
}
template <int kAxes, class A, class W>
TensorLike<A> conv_channels_last(const char* op, const A& x, const W& w, const ConvChannelsLast& options) {
  const auto filters = moveaxis(moveaxis(w, -1, 0), -1, 1);
  return with_channels_last(conv<kAxes>(op, with_channels_second(x), filters, options));
}

template <int kAxes, class A, class W, class Options>
TensorLike<A> conv_transpose(const char* op, const A& x, const W& w, const Options& options) {
  const auto images = as_view(x);
  const auto filters = as_view(w);
  const std::int64_t groups = options.group_count(), count = filters.extent(0);
  const Slid s = transposed(op, images.shape(), filters.shape(), options.sliding(), groups, options.added());
  TensorLike<A> y;
  y.resize(with_axes(images.extent(0), groups * filters.extent(1), s.x));
  kernels::conv_input_grad(convolution(s, images.extent(0), filters.extent(1), count, groups), images.data(), filters.data(),
                           y.data());
  return y;
}
template <int kAxes, class A, class W>
TensorLike<A> conv_transpose_channels_last(const char* op, const A& x, const W& w, const ConvTransposeChannelsLast& options) {
  const auto filters = moveaxis(moveaxis(w, -1, 0), -1, 1);
  return with_channels_last(conv_transpose<kAxes>(op, with_channels_second(x), filters, options));
}
}  // namespace detail

#define GRADC_CONVOLUTION(name, op, axes, Options)                                                            \
  template <class A, class W, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<W>> = 0>       \
  Tensor<detail::Product<A, W>, axes + 2> name(const A& x, const W& filters, Options options = Options()) {   \
    using T = detail::Product<A, W>;                                                                          \
    static_assert(detail::is_field_v<T>,                                                                      \
                  "gradc::" #name " takes floating point or complex elements; convert with gradc::astype");   \
    static_assert(!detail::is_field_v<T> || detail::go_together_v<A, W>,                                      \
                  "gradc::" #name " takes operands of one element type; convert one with gradc::astype");     \
    static_assert(detail::are_convolved_v<axes, A, W>,                                                        \
                  "gradc::" #name " takes x with examples, channels and " #axes " axes more, and filters of as many axes"); \
    if constexpr (!detail::is_field_v<T> || !detail::go_together_v<A, W> || !detail::are_convolved_v<axes, A, W>) \
      return {};                                                                                              \
    else if constexpr (!detail::have_elements_v<T, A, W>)                                                     \
      return detail::op<axes>(#name, astype<T>(x), astype<T>(filters), options);                              \
    else                                                                                                      \
      return detail::op<axes>(#name, x, filters, options);                                                    \
  }
#define GRADC_CONVOLUTION_OF_LAST(name, op, axes, Options)                                                    \
  template <class A, class W, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<W>> = 0>       \
  Tensor<detail::Product<A, W>, axes + 2> name(const A& x, const W& filters, Options options) {               \
    using T = detail::Product<A, W>;                                                                          \
    static_assert(detail::is_field_v<T>,                                                                      \
                  "gradc::" #name " takes floating point or complex elements; convert with gradc::astype");   \
    static_assert(!detail::is_field_v<T> || detail::go_together_v<A, W>,                                      \
                  "gradc::" #name " takes operands of one element type; convert one with gradc::astype");     \
    static_assert(detail::are_convolved_v<axes, A, W>,                                                        \
                  "gradc::" #name " takes x with examples, channels and " #axes " axes more, and filters of as many axes"); \
    if constexpr (!detail::is_field_v<T> || !detail::go_together_v<A, W> || !detail::are_convolved_v<axes, A, W>) \
      return {};                                                                                              \
    else if constexpr (!detail::have_elements_v<T, A, W>)                                                     \
      return detail::op<axes>(#name, astype<T>(x), astype<T>(filters), options);                              \
    else                                                                                                      \
      return detail::op<axes>(#name, x, filters, options);                                                    \
  }
// y[n, o, p] = the sum of x[n, c, p stride + k dilation - low] w[o, c, k] over the channels c of o's group and the places k
// of the filter; x is 0 outside. T: float, double, half and bfloat16 (summed in float), and
// complex numbers. A ShapeError where the channels of
// x aren't those of the filters, the groups don't divide the filters, a step is less than 1, or the filter is larger than
// what it goes over.

/// A convolution over one axis.
GRADC_CONVOLUTION(conv1d, conv, 1, Conv)
GRADC_CONVOLUTION_OF_LAST(conv1d, conv_channels_last, 1, ConvChannelsLast)
/// A convolution over two axes.
GRADC_CONVOLUTION(conv2d, conv, 2, Conv)
GRADC_CONVOLUTION_OF_LAST(conv2d, conv_channels_last, 2, ConvChannelsLast)
/// A convolution over three axes.
GRADC_CONVOLUTION(conv3d, conv, 3, Conv)
GRADC_CONVOLUTION_OF_LAST(conv3d, conv_channels_last, 3, ConvChannelsLast)

// The transpose of a convolution in x: of x (N, C, S...) and filters (C, O / groups, K...) a tensor (N, O, S'...) with S' =
// (S - 1) stride - low - high + dilation (K - 1) + 1 + output_padding. Errors as above, and where output_padding isn't less
// than the stride or the dilation.

/// The transpose of conv1d.
GRADC_CONVOLUTION(conv_transpose1d, conv_transpose, 1, ConvTranspose)
GRADC_CONVOLUTION_OF_LAST(conv_transpose1d, conv_transpose_channels_last, 1, ConvTransposeChannelsLast)
/// The transpose of conv2d.
GRADC_CONVOLUTION(conv_transpose2d, conv_transpose, 2, ConvTranspose)
GRADC_CONVOLUTION_OF_LAST(conv_transpose2d, conv_transpose_channels_last, 2, ConvTransposeChannelsLast)
/// The transpose of conv3d.
GRADC_CONVOLUTION(conv_transpose3d, conv_transpose, 3, ConvTranspose)
GRADC_CONVOLUTION_OF_LAST(conv_transpose3d, conv_transpose_channels_last, 3, ConvTransposeChannelsLast)
#undef GRADC_CONVOLUTION_OF_LAST
#undef GRADC_CONVOLUTION

}  // namespace gradc
