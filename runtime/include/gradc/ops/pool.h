/// \file
/// Pooling, patches and resampling of images x (N, C, S...), over the axes after the channels. Elements: real floating types.
#pragma once

#include <gradc/kernels/pool.h>
#include <gradc/ops/conv.h>
#include <gradc/ops/index.h>
#include <gradc/ops/math.h>
#include <gradc/ops/statistics.h>

#include <limits>

namespace gradc {

/// Options of max_pool, avg_pool and lp_pool, chained: gradc::Pool().stride(2).padding(1). The default stride is the size of the
/// window.
class Pool : public detail::WindowOptions<Pool> {
 public:
  constexpr Pool() = default;
  /// Also positions where the window extends beyond x, unless it begins after x and its leading padding.
  constexpr Pool ceil_mode(bool value = true) const {
    Pool changed = *this;
    changed.ceil_ = value;
    return changed;
  }
  /// Whether padding counts in a mean, as zeros; true by default.
  constexpr Pool count_include_pad(bool value = true) const {
    Pool changed = *this;
    changed.counts_padding_ = value;
    return changed;
  }
  /// Padding such that the result has ceil(n / stride) elements along an axis.
  constexpr Pool same(bool value = true) const {
    Pool changed = *this;
    changed.sliding_.same = value;
    return changed;
  }
  constexpr bool is_ceil() const { return ceil_; }
  constexpr bool counts_padding() const { return counts_padding_; }

 private:
  friend detail::WindowOptions<Pool>;
  bool ceil_ = false, counts_padding_ = true;
};

/// Options of pooling with channels last, of x (N, S..., C): gradc::max_pool2d(x, 2, gradc::PoolChannelsLast()).
class PoolChannelsLast : public detail::WindowOptions<PoolChannelsLast> {
 public:
  constexpr PoolChannelsLast() = default;
  constexpr PoolChannelsLast ceil_mode(bool value = true) const {
    PoolChannelsLast changed = *this;
    changed.ceil_ = value;
    return changed;
  }
  constexpr PoolChannelsLast count_include_pad(bool value = true) const {
    PoolChannelsLast changed = *this;
    changed.counts_padding_ = value;
    return changed;
  }
  constexpr PoolChannelsLast same(bool value = true) const {
    PoolChannelsLast changed = *this;
    changed.sliding_.same = value;
    return changed;
  }
  constexpr bool is_ceil() const { return ceil_; }
  constexpr bool counts_padding() const { return counts_padding_; }

 private:
  friend detail::WindowOptions<PoolChannelsLast>;
  bool ceil_ = false, counts_padding_ = true;
};

/// Options of unfold and fold.
class Unfold : public detail::WindowOptions<Unfold> {
 public:
  constexpr Unfold() = default;
  constexpr Unfold same(bool value = true) const {
    Unfold changed = *this;
    changed.sliding_.same = value;
    return changed;
  }

 private:
  friend detail::WindowOptions<Unfold>;
};

/// Options of resize_nearest and resize_bilinear.
class Resize {
 public:
  constexpr Resize() = default;
  /// The corner elements of x and of the result coincide (resize_bilinear).
  constexpr Resize align_corners(bool value = true) const {
    Resize changed = *this;
    changed.align_corners_ = value;
    return changed;
  }
  /// Elements are at the centres of their cells. The default of resize_bilinear, not of resize_nearest.
  constexpr Resize half_pixel(bool value = true) const {
    Resize changed = *this;
    changed.half_pixel_ = value ? 1 : 0;
    return changed;
  }
  /// Channels are last: x is (N, S..., C).
  constexpr Resize channels_last(bool value = true) const {
    Resize changed = *this;
    changed.channels_last_ = value;
    return changed;
  }
  constexpr bool aligns_corners() const { return align_corners_; }
  constexpr bool has_channels_last() const { return channels_last_; }
  constexpr bool is_half_pixel(bool fallback) const { return half_pixel_ < 0 ? fallback : half_pixel_ == 1; }

 private:
  bool align_corners_ = false, channels_last_ = false;
  int half_pixel_ = -1;
};

/// Options of adaptive_avg_pool and global_avg_pool.
class Adaptive {
 public:
  constexpr Adaptive() = default;
  /// Channels are last: x is (N, S..., C).
  constexpr Adaptive channels_last(bool value = true) const {
    Adaptive changed = *this;
    changed.channels_last_ = value;
    return changed;
  }
  constexpr bool has_channels_last() const { return channels_last_; }

 private:
  bool channels_last_ = false;
};

namespace detail {
/// A window given as one number for all axes, or as one for each.
template <int kAxes>
Shape window_of(std::int64_t all) {
  Shape shape;
  for (int i = 0; i < kAxes; ++i) shape.push_back(all);
  return shape;
}

template <int kAxes, class A>
void check_pooled() {
  static_assert(rank_v<A> == kAxes + 2, "gradc: pooling takes x (N, C, S...)");
}

inline kernels::Pooling pooling(const Slid& s, std::int64_t planes) {
  kernels::Pooling g{planes, s.x, s.window, s.y, {}, {}, {}};
  for (int i = 0; i < 3; ++i) g.stride[i] = s.stride[i], g.dilation[i] = s.dilation[i], g.low[i] = s.low[i];
  return g;
}

template <class Options>
Slid pooled(const char* op, const Shape& x, const Shape& window, const Options& options, bool ceil_mode) {
  Sliding sliding = options.sliding();
  if (!sliding.has_stride)
    sliding.stride = window.rank() == 1   ? PerAxis(window[0])
                     : window.rank() == 2 ? PerAxis::of(window[0], window[1])
                                          : PerAxis::of(window[0], window[1], window[2]);
  return slid(op, x, window, sliding, ceil_mode);
}

template <class A, class Options>
TensorLike<A> max_pooled(const char* op, const A& x, const Shape& window, const Options& options) {
  using T = Element<A>;
  const auto images = as_view(x);
  const Slid s = pooled(op, images.shape(), window, options, options.is_ceil());
  const std::int64_t planes = images.extent(0) * images.extent(1), size = s.x.size(), places = s.y.size();
  Tensor<std::int64_t, 2> index(Shape{planes, places});
  kernels::max_pool_index(pooling(s, planes), images.data(), index.data());
  TensorLike<A> y;
  y.resize(with_axes(images.extent(0), images.extent(1), s.y));
  for (std::int64_t plane = 0; plane < planes; ++plane)
    for (std::int64_t p = 0; p < places; ++p) {
      const std::int64_t from = index.data()[plane * places + p];
      y.data()[plane * places + p] =
          from < 0 ? convert_scalar<T>(-std::numeric_limits<double>::infinity()) : images.data()[plane * size + from];
    }
  return y;
}

/// Sums over what the window sees of images (planes, 1, S...).
template <class T, int R>
Tensor<T, R> window_sums(const Slid& s, std::int64_t planes, const T* x) {
  Tensor<T, R> y;
  y.resize(with_axes(planes, 1, s.y));
  const Tensor<T, 1> ones = full<T, 1>(Shape{s.window.size()}, T(1));
  kernels::conv(convolution(s, planes, 1, 1, 1), x, ones.data(), y.data());
  return y;
}

template <class A, class Options>
TensorLike<A> avg_pooled(const char* op, const A& x, const Shape& window, const Options& options) {
  using T = Compute<Element<A>>;
  constexpr int kRank = rank_v<A>;
  const auto images = wide(x);
  const Shape shape = images.shape();
  Slid s = pooled(op, shape, window, options, options.is_ceil());
  const Tensor<T, kRank> sums = window_sums<T, kRank>(s, shape[0] * shape[1], images.data());
  const Slid asked = pooled(op, shape, window, options, false);
  bool is_even = !options.is_ceil();
  for (int i = 0; i < window.rank(); ++i)
    is_even = is_even && (options.counts_padding() || (asked.low[i] == 0 && asked.high[i] == 0));
  const View<const T, kRank> pooled_sums(sums.data(), with_axes(shape[0], shape[1], s.y));
  if (is_even) return astype<Element<A>>(pooled_sums / static_cast<T>(window.size()));
  if (options.counts_padding())  // as far as it was asked for, without what ceil_mode adds
    for (int i = 0; i < window.rank(); ++i) s.x[i] += asked.low[i] + asked.high[i], s.low[i] = 0;
  const Tensor<T, 1> ones = full<T, 1>(Shape{s.x.size()}, T(1));
  return astype<Element<A>>(pooled_sums / window_sums<T, kRank>(s, 1, ones.data()));
}

template <class A, class Options>
TensorLike<A> lp_pooled(const char* op, const A& x, double norm, const Shape& window, const Options& options) {
  using T = Compute<Element<A>>;
  constexpr int kRank = rank_v<A>;
  require_of(op, norm > 0 && norm <= std::numeric_limits<double>::max(), "the norm is not a number above 0", as_view(x).shape());
  const auto images = wide(x);
  const Shape shape = images.shape();
  const Slid s = pooled(op, shape, window, options, options.is_ceil());
  const T p = static_cast<T>(norm);
  const Tensor<T, kRank> powers = pow(abs(images), p);
  const Tensor<T, kRank> sums = window_sums<T, kRank>(s, shape[0] * shape[1], powers.data());
  const View<const T, kRank> pooled_sums(sums.data(), with_axes(shape[0], shape[1], s.y));
  return astype<Element<A>>(pow(pooled_sums, T(1) / p));
}

/// One axis after the other, from `first` on, resampled to `extents`.
template <class A>
TensorLike<A> resampled(const char* op, const A& x, int first, const std::int64_t* extents, int count, std::int64_t mode) {
  using T = Element<A>;
  Tensor<Compute<T>, rank_v<A>> y(wide(x));
  for (int i = 0; i < count; ++i) {
    Shape shape = y.shape();
    if (shape[i + first] == extents[i]) continue;
    const kernels::OuterAxisInner g = around_axis(shape, i + first);
    require_of(op, extents[i] >= 0 && (g.extent > 0 || extents[i] == 0), "the result has elements but the input has none", shape);
    shape[i + first] = extents[i];
    Tensor<Compute<T>, rank_v<A>> next;
    next.resize(shape);
    kernels::resample({g.outer, g.extent, g.inner, extents[i], mode}, y.data(), next.data());
    y = std::move(next);
  }
  return astype<T>(y);
}
}  // namespace detail

#define GRADC_POOL(name, pooled, axes)                                                                       \
  template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>                                         \
  detail::TensorLike<A> name(const A& x, std::int64_t window, Pool options = Pool()) {                       \
    static_assert(detail::is_real_v<detail::Element<A>>,                                                     \
                  "gradc::" #name " takes real floating point elements; convert with gradc::astype");        \
    detail::check_pooled<axes, A>();                                                                         \
    return detail::pooled(#name, x, detail::window_of<axes>(window), options);                               \
  }                                                                                                          \
  template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>                                         \
  detail::TensorLike<A> name(const A& x, const std::int64_t (&window)[axes], Pool options = Pool()) {        \
    static_assert(detail::is_real_v<detail::Element<A>>,                                                     \
                  "gradc::" #name " takes real floating point elements; convert with gradc::astype");        \
    detail::check_pooled<axes, A>();                                                                         \
    return detail::pooled(#name, x, Shape(window, axes), options);                                           \
  }                                                                                                          \
  template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>                                         \
  detail::TensorLike<A> name(const A& x, std::int64_t window, PoolChannelsLast options) {                    \
    static_assert(detail::is_real_v<detail::Element<A>>,                                                     \
                  "gradc::" #name " takes real floating point elements; convert with gradc::astype");        \
    detail::check_pooled<axes, A>();                                                                         \
    return detail::with_channels_last(                                                                       \
        detail::pooled(#name, detail::with_channels_second(x), detail::window_of<axes>(window), options));   \
  }                                                                                                          \
  template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>                                         \
  detail::TensorLike<A> name(const A& x, const std::int64_t (&window)[axes], PoolChannelsLast options) {     \
    static_assert(detail::is_real_v<detail::Element<A>>,                                                     \
                  "gradc::" #name " takes real floating point elements; convert with gradc::astype");        \
    detail::check_pooled<axes, A>();                                                                         \
    return detail::with_channels_last(                                                                       \
        detail::pooled(#name, detail::with_channels_second(x), Shape(window, axes), options));               \
  }
// T, of all: float, double, half and bfloat16 (computed in float). A ShapeError where the window is larger than what it goes
// over, or a step or an extent of the window is less than 1.

// The largest element that the window sees from each place; what is added around x is -infinity, NaN wins.

/// Over one axis.
GRADC_POOL(max_pool1d, max_pooled, 1)
/// Over two axes: max_pool2d(x, {2, 2}) or max_pool2d(x, 2).
GRADC_POOL(max_pool2d, max_pooled, 2)
/// Over three axes.
GRADC_POOL(max_pool3d, max_pooled, 3)

// The mean of what the window sees from each place.

/// Over one axis.
GRADC_POOL(avg_pool1d, avg_pooled, 1)
/// Over two axes.
GRADC_POOL(avg_pool2d, avg_pooled, 2)
/// Over three axes.
GRADC_POOL(avg_pool3d, avg_pooled, 3)
#undef GRADC_POOL

#define GRADC_LP_POOL(name, axes)                                                                                       \
  template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>                                                   \
  detail::TensorLike<A> name(const A& x, double norm, std::int64_t window, Pool options = Pool()) {                    \
    static_assert(detail::is_real_v<detail::Element<A>>,                                                               \
                  "gradc::" #name " takes real floating point elements; convert with gradc::astype");                  \
    detail::check_pooled<axes, A>();                                                                                   \
    return detail::lp_pooled(#name, x, norm, detail::window_of<axes>(window), options);                                \
  }                                                                                                                    \
  template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>                                                   \
  detail::TensorLike<A> name(const A& x, double norm, const std::int64_t (&window)[axes], Pool options = Pool()) {     \
    static_assert(detail::is_real_v<detail::Element<A>>,                                                               \
                  "gradc::" #name " takes real floating point elements; convert with gradc::astype");                  \
    detail::check_pooled<axes, A>();                                                                                   \
    return detail::lp_pooled(#name, x, norm, Shape(window, axes), options);                                            \
  }                                                                                                                    \
  template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>                                                   \
  detail::TensorLike<A> name(const A& x, double norm, std::int64_t window, PoolChannelsLast options) {                 \
    static_assert(detail::is_real_v<detail::Element<A>>,                                                               \
                  "gradc::" #name " takes real floating point elements; convert with gradc::astype");                  \
    detail::check_pooled<axes, A>();                                                                                   \
    return detail::with_channels_last(                                                                                 \
        detail::lp_pooled(#name, detail::with_channels_second(x), norm, detail::window_of<axes>(window), options));    \
  }                                                                                                                    \
  template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>                                                   \
  detail::TensorLike<A> name(const A& x, double norm, const std::int64_t (&window)[axes], PoolChannelsLast options) {  \
    static_assert(detail::is_real_v<detail::Element<A>>,                                                               \
                  "gradc::" #name " takes real floating point elements; convert with gradc::astype");                  \
    detail::check_pooled<axes, A>();                                                                                   \
    return detail::with_channels_last(                                                                                 \
        detail::lp_pooled(#name, detail::with_channels_second(x), norm, Shape(window, axes), options));                \
  }
// (the sum of |x|^norm)^(1/norm) over what the window sees, for a norm above 0. A ShapeError for another.

/// Over one axis.
GRADC_LP_POOL(lp_pool1d, 1)
/// Over two axes.
GRADC_LP_POOL(lp_pool2d, 2)
/// Over three axes.
GRADC_LP_POOL(lp_pool3d, 3)
#undef GRADC_LP_POOL

/// The mean of each channel; the other axes have extent 1.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> global_avg_pool(const A& x, Adaptive options = Adaptive()) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::global_avg_pool takes real floating point elements; convert with gradc::astype");
  static_assert(detail::rank_v<A> >= 3, "gradc::global_avg_pool takes x (N, C, S...), or (N, S..., C)");
  int axes[kMaxRank];
  for (int i = 2; i < detail::rank_v<A>; ++i) axes[i - 2] = options.has_channels_last() ? i - 1 : i;
  return detail::reduce<detail::rank_v<A>>("global_avg_pool", &kernels::mean<detail::Element<A>>, x, axes, detail::rank_v<A> - 2, true);
}

/// Means over bins of each axis after the channels; the result has the given extents. Bin i is [floor(i S / n), ceil((i + 1) S /
/// n)), which overlap where n does not divide S.
/// \throws ShapeError for an axis without elements.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> adaptive_avg_pool(const A& x, const std::int64_t (&extents)[N], Adaptive options = Adaptive()) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::adaptive_avg_pool takes real floating point elements; convert with gradc::astype");
  static_assert(static_cast<int>(N) + 2 == detail::rank_v<A>, "gradc::adaptive_avg_pool takes an extent for each axis after the channels");
  return detail::resampled("adaptive_avg_pool", x, options.has_channels_last() ? 1 : 2, extents, static_cast<int>(N), 0);
}

/// x resized along the axes after the channels to the given extents. Element i is that of x at floor(i S / n), or with half_pixel
/// at floor((i + 1/2) S / n).
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> resize_nearest(const A& x, const std::int64_t (&extents)[N], Resize options = Resize()) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::resize_nearest takes real floating point elements; convert with gradc::astype");
  static_assert(static_cast<int>(N) + 2 == detail::rank_v<A>, "gradc::resize_nearest takes an extent for each axis after the channels");
  require_shape(!options.aligns_corners(), "resize_nearest: align_corners is only for resize_bilinear");
  return detail::resampled("resize_nearest", x, options.has_channels_last() ? 1 : 2, extents, static_cast<int>(N), options.is_half_pixel(false) ? 2 : 1);
}

/// x resized along the axes after the channels to the given extents, by linear interpolation at (i + 1/2) S / n - 1/2; without
/// half_pixel at i S / n, with align_corners at i (S - 1) / (n - 1).
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> resize_bilinear(const A& x, const std::int64_t (&extents)[N], Resize options = Resize()) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::resize_bilinear takes real floating point elements; convert with gradc::astype");
  static_assert(static_cast<int>(N) + 2 == detail::rank_v<A>, "gradc::resize_bilinear takes an extent for each axis after the channels");
  require_shape(!options.aligns_corners() || !options.is_half_pixel(false), "resize_bilinear: half_pixel does not go with align_corners");
  return detail::resampled("resize_bilinear", x, options.has_channels_last() ? 1 : 2, extents, static_cast<int>(N),
                           options.aligns_corners() ? 4 : options.is_half_pixel(true) ? 3 : 5);
}

/// The elements in the window at each of its positions, as columns: (N, C window, positions); 0 outside of x.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, 3> unfold(const A& x, const std::int64_t (&window)[N], Unfold options = Unfold()) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::unfold takes real floating point elements; convert with gradc::astype");
  detail::check_pooled<static_cast<int>(N), A>();
  const auto images = detail::as_view(x);
  const detail::Slid s = detail::slid("unfold", images.shape(), Shape(window, static_cast<int>(N)), options.sliding());
  Tensor<detail::Element<A>, 3> y;
  y.resize(Shape{images.extent(0), images.extent(1) * s.window.size(), s.y.size()});
  kernels::unfold(detail::pooling(s, images.extent(0) * images.extent(1)), images.data(), y.data());
  return y;
}

/// The transpose of unfold: images with the given extents after the channels; each element is the sum of its copies in the
/// columns.
/// \throws ShapeError where the columns don't match the extents.
template <class A, std::size_t N, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<detail::Element<A>, static_cast<int>(N) + 2> fold(const A& x, const std::int64_t (&extents)[N], const std::int64_t (&window)[N],
                                                         Unfold options = Unfold()) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::fold takes real floating point elements; convert with gradc::astype");
  static_assert(detail::rank_v<A> == 3, "gradc::fold takes columns (N, C, places)");
  const auto columns = detail::as_view(x);
  const Shape axes(extents, static_cast<int>(N)), size(window, static_cast<int>(N));
  detail::require_of("fold", size.size() > 0 && columns.extent(1) % size.size() == 0, "the columns are not those of the window", columns.shape());
  const Shape shape = detail::with_axes(columns.extent(0), columns.extent(1) / size.size(), axes);
  const detail::Slid s = detail::slid("fold", shape, size, options.sliding());
  detail::require_of("fold", columns.extent(2) == s.y.size(), "there is another number of columns than places", columns.shape());
  Tensor<detail::Element<A>, static_cast<int>(N) + 2> y;
  y.resize(shape);
  kernels::fold(detail::pooling(s, shape[0] * shape[1]), columns.data(), y.data());
  return y;
}

/// Options of depth_to_space and space_to_depth.
class Blocks {
 public:
  constexpr Blocks() = default;
  /// Images are (N, H, W, C).
  constexpr Blocks channels_last(bool value = true) const { return Blocks(value); }
  constexpr bool has_channels_last() const { return channels_last_; }

 private:
  explicit constexpr Blocks(bool channels_last) : channels_last_(channels_last) {}
  bool channels_last_ = false;
};

/// Channels (block block C) of images rearranged to blocks of pixels (Shi et al., Efficient sub-pixel convolution, 2016): y[n, c,
/// h block + i, w block + j] = x[n, (i block + j) C + c, h, w].
/// \throws ShapeError where the channels are not a multiple of block².
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> depth_to_space(const A& x, std::int64_t block, Blocks options = Blocks()) {
  static_assert(detail::rank_v<A> == 4, "gradc::depth_to_space takes x (N, C, H, W), or (N, H, W, C)");
  const Shape s = detail::as_view(x).shape();
  const std::int64_t channels = s[options.has_channels_last() ? 3 : 1];
  detail::require_of("depth_to_space", block >= 1 && channels % (block * block) == 0, "the block does not divide the channels", s);
  const std::int64_t c = channels / (block * block);
  if (options.has_channels_last()) {
    const auto apart = transpose(reshape<6>(x, Shape{s[0], s[1], s[2], block, block, c}), {0, 1, 3, 2, 4, 5});
    return reshape<4>(apart, Shape{s[0], s[1] * block, s[2] * block, c});
  }
  const auto apart = transpose(reshape<6>(x, Shape{s[0], block, block, c, s[2], s[3]}), {0, 3, 4, 1, 5, 2});
  return reshape<4>(apart, Shape{s[0], c, s[2] * block, s[3] * block});
}

/// Blocks of pixels rearranged to channels, the inverse of depth_to_space: y[n, (i block + j) C + c, h, w] = x[n, c, h block + i,
/// w block + j].
/// \throws ShapeError where an axis is not a multiple of block.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> space_to_depth(const A& x, std::int64_t block, Blocks options = Blocks()) {
  static_assert(detail::rank_v<A> == 4, "gradc::space_to_depth takes x (N, C, H, W), or (N, H, W, C)");
  const Shape s = detail::as_view(x).shape();
  const int first = options.has_channels_last() ? 1 : 2;
  detail::require_of("space_to_depth", block >= 1 && s[first] % block == 0 && s[first + 1] % block == 0, "the block does not divide an axis", s);
  const std::int64_t h = s[first] / block, w = s[first + 1] / block;
  if (options.has_channels_last()) {
    const auto apart = transpose(reshape<6>(x, Shape{s[0], h, block, w, block, s[3]}), {0, 1, 3, 2, 4, 5});
    return reshape<4>(apart, Shape{s[0], h, w, s[3] * block * block});
  }
  const auto apart = transpose(reshape<6>(x, Shape{s[0], s[1], h, block, w, block}), {0, 3, 5, 1, 2, 4});
  return reshape<4>(apart, Shape{s[0], s[1] * block * block, h, w});
}

}  // namespace gradc
