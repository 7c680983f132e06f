/// \file
/// Normalization of real floating tensors: x minus its mean over some axes, divided by its standard deviation, times a scale,
/// plus an offset. The variance is the biased one, computed in two passes; eps is added inside of the square root; half and
/// bfloat16 are computed in float.
#pragma once

#include <gradc/ops/pool.h>
#include <gradc/ops/rearrange.h>
#include <gradc/ops/statistics.h>

#include <string>

namespace gradc {

// Stands before the body of a normalisation of x with parameters of `axes` axes, and says by its name what it doesn't take;
// `fit` is a condition about ranks, and `text` what it says.
#define GRADC_TAKES_NORMALISED(op, fit, text, axes, A, ...)                                                             \
  static_assert(detail::is_real_v<detail::Element<A>>,                                                                  \
                "gradc::" op " takes real floating point elements; convert with gradc::astype");                        \
  static_assert(fit, "gradc::" op ": " text);                                                                           \
  static_assert(!detail::is_real_v<detail::Element<A>> || !(fit) || detail::are_parameters_v<axes, A, __VA_ARGS__>,     \
                "gradc::" op ": all that goes with x has its element type and as many axes as the scale; convert with gradc::astype"); \
  if constexpr (!detail::is_real_v<detail::Element<A>> || !(fit) || !detail::are_parameters_v<axes, A, __VA_ARGS__>) {  \
    return {};                                                                                                          \
  } else

namespace detail {
/// x as a tensor of that rank, with the extents given.
template <int R, class A>
auto viewed(const A& x, const Shape& shape) {
  const auto view = as_view(x);
  return View<const Element<A>, R>(view.data(), shape);
}

/// A vector over the channels, on axis 1 of a tensor of rank R.
template <int R, class A>
auto over_channels(const A& vector) {
  Shape shape;
  for (int axis = 0; axis < R; ++axis) shape.push_back(axis == 1 ? as_view(vector).extent(0) : 1);
  return viewed<R>(vector, shape);
}

template <class A>
void require_channels(const char* op, const char* name, const A& vector, const Shape& x) {
  require_same(op, name, as_view(vector).shape(), "the channels of x", Shape{x[1]});
}

/// (x - mean) / sqrt(var + eps) over the last `count` axes, or without the mean.
template <class A>
auto standardised(const char* op, const A& x, int count, double eps, bool centred) {
  using T = Element<A>;
  constexpr int kRank = rank_v<A>;
  int axes[kRank];
  for (int i = 0; i < count; ++i) axes[i] = kRank - count + i;
  const auto mean_of = [&](const auto& y) { return reduce<kRank>(op, &kernels::mean<T>, y, axes, count, true); };
  const Tensor<T, kRank> d = centred ? x - mean_of(x) : Tensor<T, kRank>(x);
  return d * rsqrt(mean_of(square(d)) + static_cast<T>(eps));
}

/// Whether parameters have the element type of x and that many axes.
template <int kAxes, class A, class... X>
inline constexpr bool are_parameters_v = ((std::is_same_v<Element<A>, Element<X>> && rank_v<X> == kAxes) && ...);
/// Whether a scale has last axes of x.
template <class A, class Scale>
inline constexpr bool is_trailing_v = rank_v<Scale> >= 1 && rank_v<Scale> <= rank_v<A>;

template <class A, class Scale, class... Offset>
void check_trailing(const char* op, const A& x, const Scale& scale, const Offset&... offset) {
  constexpr int kAxes = rank_v<Scale>;
  const Shape shape = as_view(x).shape();
  const Shape trailing(shape.begin() + (rank_v<A> - kAxes), kAxes);
  require_same(op, "the scale", as_view(scale).shape(), "the last axes of x", trailing);
  (require_same(op, "the offset", as_view(offset).shape(), "the last axes of x", trailing), ...);
}
}  // namespace detail

/// scale (x - mean) / sqrt(var + eps) + offset over the last axes of x, which are those of `scale` and `offset` (Ba, Kiros and
/// Hinton, Layer normalization, 2016).
/// \throws ShapeError where they differ.
template <class A, class S, class O, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<S>> = 0>
detail::TensorLike<A> layer_norm(const A& x, const S& scale, const O& offset, double eps = 1e-5) {
  GRADC_TAKES_NORMALISED("layer_norm", (detail::is_trailing_v<A, S>), "the scale has the last axes of x, one or more", detail::rank_v<S>, A, S, O) {
    detail::check_trailing("layer_norm", x, scale, offset);
    const auto hat = detail::standardised("layer_norm", detail::wide(x), detail::rank_v<S>, eps, true);
    return astype<detail::Element<A>>(hat * detail::wide(scale) + detail::wide(offset));
  }
}

/// scale x / sqrt(mean of x^2 + eps) over the last axes of x, which are those of `scale` (Zhang and Sennrich, Root mean square
/// layer normalization, 2019).
/// \throws ShapeError where they differ.
template <class A, class S, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<S>> = 0>
detail::TensorLike<A> rms_norm(const A& x, const S& scale, double eps = 1e-5) {
  GRADC_TAKES_NORMALISED("rms_norm", (detail::is_trailing_v<A, S>), "the scale has the last axes of x, one or more", detail::rank_v<S>, A, S) {
    detail::check_trailing("rms_norm", x, scale);
    const auto hat = detail::standardised("rms_norm", detail::wide(x), detail::rank_v<S>, eps, false);
    return astype<detail::Element<A>>(hat * detail::wide(scale));
  }
}

/// scale (x - mean) / sqrt(var + eps) + offset, the statistics over `groups` groups of adjacent channels (axis 1) and all axes
/// after them, for each example (axis 0); scale and offset are vectors over the channels (Wu and He, Group normalization, 2018).
/// \throws ShapeError where the extents differ or the groups do not divide the channels.
template <class A, class S, class O, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<S>> = 0>
detail::TensorLike<A> group_norm(const A& x, const S& scale, const O& offset, int groups, double eps = 1e-5) {
  constexpr int kRank = detail::rank_v<A>;
  GRADC_TAKES_NORMALISED("group_norm", (kRank >= 2 && detail::rank_v<S> == 1), "x has examples on axis 0 and channels on axis 1, the scale is a vector", 1, A, S, O) {
    const char* op = "group_norm";
    const auto w = detail::wide(x);
    const Shape shape = w.shape();
    detail::require_channels(op, "scale", scale, shape);
    detail::require_channels(op, "offset", offset, shape);
    detail::require_of(op, groups > 0 && shape[1] % groups == 0, "the groups do not divide the channels", shape);
    const std::int64_t lines = shape[0] * groups;
    const auto hat = detail::standardised(
        op, detail::viewed<2>(w, Shape{lines, lines == 0 ? 0 : w.size() / lines}), 1, eps, true);
    return astype<detail::Element<A>>(detail::viewed<kRank>(hat, shape) * detail::over_channels<kRank>(detail::wide(scale)) +
                                      detail::over_channels<kRank>(detail::wide(offset)));
  }
}

/// As group_norm, with a group for each channel; x has axes after the channels (Ulyanov, Vedaldi and Lempitsky, Instance
/// normalization, 2016).
template <class A, class S, class O, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<S>> = 0>
detail::TensorLike<A> instance_norm(const A& x, const S& scale, const O& offset, double eps = 1e-5) {
  constexpr int kRank = detail::rank_v<A>;
  GRADC_TAKES_NORMALISED("instance_norm", (kRank >= 3 && detail::rank_v<S> == 1), "x has examples on axis 0, channels on axis 1, and axes after them, the scale is a vector", 1, A, S, O) {
    const auto w = detail::wide(x);
    detail::require_channels("instance_norm", "scale", scale, w.shape());
    detail::require_channels("instance_norm", "offset", offset, w.shape());
    const auto hat = detail::standardised("instance_norm", w, kRank - 2, eps, true);
    return astype<detail::Element<A>>(hat * detail::over_channels<kRank>(detail::wide(scale)) +
                                      detail::over_channels<kRank>(detail::wide(offset)));
  }
}

/// scale (x - mean) / sqrt(variance + eps) + offset for each channel (axis 1), with the given mean and variance: running
/// averages, or gradc::mean and gradc::var of the batch.
/// \throws ShapeError where the extents differ.
template <class A, class S, class O, class M, class V, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<S>> = 0>
detail::TensorLike<A> batch_norm_inference(const A& x, const S& scale, const O& offset, const M& mean, const V& variance,
                                           double eps = 1e-5) {
  constexpr int kRank = detail::rank_v<A>;
  GRADC_TAKES_NORMALISED("batch_norm_inference", (kRank >= 2 && detail::rank_v<S> == 1), "x has channels on axis 1, the scale is a vector", 1, A, S, O, M, V) {
    const char* op = "batch_norm_inference";
    const auto w = detail::wide(x);
    detail::require_channels(op, "scale", scale, w.shape());
    detail::require_channels(op, "offset", offset, w.shape());
    detail::require_channels(op, "mean", mean, w.shape());
    detail::require_channels(op, "variance", variance, w.shape());
    const auto factor = detail::wide(scale) * rsqrt(detail::wide(variance) + static_cast<detail::Compute<detail::Element<A>>>(eps));
    return astype<detail::Element<A>>((w - detail::over_channels<kRank>(detail::wide(mean))) * detail::over_channels<kRank>(factor) +
                                      detail::over_channels<kRank>(detail::wide(offset)));
  }
}

/// Options of `batch_norm_training`.
class BatchNorm {
 public:
  constexpr BatchNorm() = default;
  /// Whether the returned variance is the unbiased one; y is always computed with the biased one.
  constexpr BatchNorm unbiased(bool value = true) const { return BatchNorm(value, momentum_); }
  /// The weight of a batch in the running averages, by default 0.1.
  constexpr BatchNorm momentum(double value) const { return BatchNorm(unbiased_, value); }
  constexpr bool is_unbiased() const { return unbiased_; }
  constexpr double momentum() const { return momentum_; }

 private:
  constexpr BatchNorm(bool unbiased, double momentum) : unbiased_(unbiased), momentum_(momentum) {}
  bool unbiased_ = false;
  double momentum_ = 0.1;
};

/// The result of `batch_norm_training`.
template <class T, int R>
struct BatchNormalized {
  Tensor<T, R> y;
  Tensor<T, 1> mean;
  Tensor<T, 1> variance;
};

/// scale (x - mean) / sqrt(var + eps) + offset for each channel (axis 1), with the mean and variance of the batch over all other
/// axes, which are results too (Ioffe and Szegedy, Batch normalization, 2015). Running averages are computed from these and held
/// constant: running = lerp(running, stop_gradient(mean), 0.1).
/// \throws ShapeError where the extents differ.
template <class A, class S, class O, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<S>> = 0>
BatchNormalized<detail::Element<A>, detail::rank_v<A>> batch_norm_training(const A& x, const S& scale, const O& offset,
                                                                           BatchNorm options = BatchNorm(), double eps = 1e-5) {
  using T = detail::Element<A>;
  constexpr int kRank = detail::rank_v<A>;
  GRADC_TAKES_NORMALISED("batch_norm_training", (kRank >= 2 && detail::rank_v<S> == 1), "x has channels on axis 1, the scale is a vector", 1, A, S, O) {
    int axes[kRank];
    for (int i = 1; i < kRank; ++i) axes[i - 1] = i == 1 ? 0 : i;
    const auto w = detail::wide(x);
    const auto mean = detail::reduce<1>("batch_norm_training", &kernels::mean<detail::Compute<T>>, w, axes, kRank - 1, false);
    const auto biased = detail::variance<1>("batch_norm_training", w, axes, kRank - 1, false, Variance());
    return {astype<T>(batch_norm_inference(w, detail::wide(scale), detail::wide(offset), mean, biased, eps)), astype<T>(mean),
            detail::var_over<1>(x, axes, kRank - 1, false, Variance().correction(options.is_unbiased() ? 1 : 0))};
  }
}
/// The same without options.
template <class A, class S, class O, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<S>> = 0>
auto batch_norm_training(const A& x, const S& scale, const O& offset, double eps) {
  return batch_norm_training(x, scale, offset, BatchNorm(), eps);
}

/// The result of `batch_norm_training` with running averages.
template <class T, int R>
struct RunningBatchNormalized {
  Tensor<T, R> y;
  Tensor<T, 1> mean;
  Tensor<T, 1> variance;
  Tensor<T, 1> running_mean;
  Tensor<T, 1> running_variance;
};

/// As above, with running averages, which have no derivative: (1 - m) old + m batch, with the momentum m.
/// gradc::BatchNorm().unbiased() gives those of PyTorch.
template <class A, class S, class O, class M, class V, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<M>> = 0>
RunningBatchNormalized<detail::Element<A>, detail::rank_v<A>> batch_norm_training(const A& x, const S& scale, const O& offset,
                                                                                  const M& mean, const V& variance,
                                                                                  BatchNorm options = BatchNorm(), double eps = 1e-5) {
  using T = detail::Element<A>;
  GRADC_TAKES_NORMALISED("batch_norm_training", (detail::rank_v<A> >= 2 && detail::rank_v<S> == 1), "x has channels on axis 1, the scale is a vector", 1, A, S, O, M, V) {
    const char* op = "batch_norm_training";
    detail::require_channels(op, "running mean", mean, detail::as_view(x).shape());
    detail::require_channels(op, "running variance", variance, detail::as_view(x).shape());
    auto batch = batch_norm_training(x, scale, offset, options, eps);
    const auto m = static_cast<detail::Compute<T>>(options.momentum());
    const auto average = [&](const auto& old, const auto& now) {
      const auto before = detail::wide(old);
      return astype<T>(before + m * (detail::wide(now) - before));
    };
    auto next_mean = average(mean, batch.mean), next_variance = average(variance, batch.variance);
    return {std::move(batch.y), std::move(batch.mean), std::move(batch.variance), std::move(next_mean), std::move(next_variance)};
  }
}

/// x / (bias + alpha / size times the sum of x^2 over `size` adjacent channels)^beta; an even size has one more channel before
/// than after (Krizhevsky, Sutskever and Hinton, ImageNet classification, 2012).
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> local_response_norm(const A& x, int size, double alpha = 1e-4, double beta = 0.75, double bias = 1) {
  using T = detail::Compute<detail::Element<A>>;
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::local_response_norm takes real floating point elements; convert with gradc::astype");
  static_assert(detail::rank_v<A> >= 3, "gradc::local_response_norm takes x (N, C, S...)");
  require_shape(size >= 1, "local_response_norm: size is less than 1");
  const auto w = detail::wide(x);
  const Shape shape = w.shape();
  const Shape rows{shape[0], 1, shape[1], detail::around_axis(shape, 1).inner};
  const auto squares = square(w);
  const detail::Slid s = detail::slid("local_response_norm", rows, Shape{size, 1},
                                      Pool().stride(1).pad_low(size / 2, 0).pad_high((size - 1) / 2, 0).sliding());
  const auto sums = detail::window_sums<T, 4>(s, shape[0], squares.data());
  const auto base = detail::viewed<detail::rank_v<A>>(sums, shape) * static_cast<T>(alpha / size) + static_cast<T>(bias);
  return astype<detail::Element<A>>(w * pow(base, static_cast<T>(-beta)));
}

/// length x / |x| for each index of `axis`, |x| being the Euclidean norm over all other axes; 0 where that is 0 (Salimans and
/// Kingma, Weight normalization, 2016).
template <class A, class L, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<L>> = 0>
detail::TensorLike<A> weight_norm(const A& x, const L& length, int axis = 0) {
  using T = detail::Element<A>;
  constexpr int kRank = detail::rank_v<A>;
  static_assert(kRank >= 1 && detail::rank_v<L> == 1, "gradc::weight_norm: the lengths are a vector");
  static_assert(detail::is_real_v<T>, "gradc::weight_norm takes real floating point elements; convert with gradc::astype");
  static_assert(!detail::is_real_v<T> || std::is_same_v<T, detail::Element<L>>,
                "gradc::weight_norm takes operands of one element type; convert one with gradc::astype");
  if constexpr (!detail::is_real_v<T> || !std::is_same_v<T, detail::Element<L>>) {
    return {};
  } else {
    const int along = detail::normalised_axis("weight_norm", axis, kRank);
    const auto w = detail::wide(x);
    detail::require_same("weight_norm", "the lengths", detail::as_view(length).shape(), "the axis of x", Shape{w.extent(along)});
    int others[kRank];
    Shape shape;
    for (int i = 0, next = 0; i < kRank; ++i) {
      if (i != along) others[next++] = i;
      shape.push_back(i == along ? w.extent(i) : 1);
    }
    using C = detail::Compute<T>;
    const auto norm = detail::reduce<kRank>("weight_norm", &kernels::euclidean_norm<C>, w, others, kRank - 1, true);
    const auto lengths = detail::wide(length);
    const auto none = equal(norm, C(0));
    const auto factor = where(none, C(0), detail::viewed<kRank>(lengths, shape) / where(none, C(1), norm));
    return astype<T>(w * factor);
  }
}

#undef GRADC_TAKES_NORMALISED

}  // namespace gradc
