/// \file
/// Statistics over axes, which are given as to any reduction (reduce.h).
#pragma once

#include <gradc/ops/elementwise.h>
#include <gradc/ops/index.h>
#include <gradc/ops/math.h>
#include <gradc/ops/reduce.h>
#include <gradc/ops/shape.h>

#include <cmath>
#include <limits>

namespace gradc {

/// Options of `var` and `std`: the sum of squares is divided by n - correction.
class Variance {
 public:
  constexpr Variance() = default;
  constexpr Variance correction(int value) const { return Variance(value); }
  constexpr int correction() const { return correction_; }

 private:
  explicit constexpr Variance(int value) : correction_(value) {}
  int correction_ = 0;
};

namespace detail {
/// x in the type that it is computed in.
template <class A>
auto wide(const A& x) {
  if constexpr (is_half_v<Element<A>>)
    return astype<float>(x);
  else
    return as_view(x);
}

/// x less its mean over the axes; of half and bfloat16 in float.
template <class A>
auto centred(const char* op, const A& x, const int* axes, int count) {
  const auto w = wide(x);
  return w - reduce<rank_v<A>>(op, &kernels::mean<Compute<Element<A>>>, w, axes, count, true);
}

template <int R, class A>
auto variance(const char* op, const A& x, const int* axes, int count, bool keep, Variance options) {
  using T = Compute<Element<A>>;
  const auto squares = square(centred(op, x, axes, count));
  auto y = reduce<R>(op, &kernels::sum<T>, squares, axes, count, keep);
  const auto n = y.size() == 0 ? 0 : x.size() / y.size();
  const T d = static_cast<T>(n) - static_cast<T>(options.correction());
  return y / (d > 0 ? d : std::numeric_limits<T>::quiet_NaN());
}

template <int R, class A>
Tensor<RealOf<Element<A>>, R> variance_of(const char* op, const A& x, const int* axes, int count, bool keep, Variance options) {
  if constexpr (is_complex_v<Element<A>>)
    return variance_of<R>(op, real(x), axes, count, keep, options) + variance_of<R>(op, imag(x), axes, count, keep, options);
  else
    return astype<Element<A>>(variance<R>(op, x, axes, count, keep, options));
}

template <int R, class A>
Tensor<RealOf<Element<A>>, R> var_over(const A& x, const int* axes, int count, bool keep, Variance options) {
  static_assert(is_field_v<Element<A>>, "gradc::var takes floating point or complex elements; convert with gradc::astype");
  return variance_of<R>("var", x, axes, count, keep, options);
}

template <int R, class A>
Tensor<RealOf<Element<A>>, R> std_over(const A& x, const int* axes, int count, bool keep, Variance options) {
  static_assert(is_field_v<Element<A>>, "gradc::std takes floating point or complex elements; convert with gradc::astype");
  if constexpr (is_complex_v<Element<A>>)
    return sqrt(variance_of<R>("std", x, axes, count, keep, options));
  else
    return astype<Element<A>>(sqrt(variance<R>("std", x, axes, count, keep, options)));
}

template <int R, class A>
Tensor<Element<A>, R> logmeanexp_over(const A& x, const int* axes, int count, bool keep, NoOptions) {
  using T = Compute<Element<A>>;
  static_assert(is_real_v<T>, "gradc::logmeanexp takes real floating point elements; convert with gradc::astype");
  if constexpr (is_real_v<T>) {
    auto y = reduce<R>("logmeanexp", &kernels::logsumexp<T>, wide(x), axes, count, keep);
    const auto n = y.size() == 0 ? 0 : x.size() / y.size();
    return astype<Element<A>>(y - std::log(static_cast<T>(n)));
  } else {
    return {};
  }
}

template <int R, class A>
Tensor<Element<A>, R> norm_of_power(const A& x, double ord, const int* axes, int count, bool keep) {
  using T = Compute<Element<A>>;
  const auto size = abs(wide(x));
  const T p = static_cast<T>(ord);
  auto total = reduce<R>("vector_norm", &kernels::logsumexp<T>, p * log(size), axes, count, keep);
  return astype<Element<A>>(exp(total / p));
}
}  // namespace detail

/// Options of `vector_norm`: which norm, 2 without them.
class Norm {
 public:
  constexpr Norm() = default;
  constexpr Norm ord(double value) const { return Norm(value); }
  constexpr double ord() const { return ord_; }

 private:
  explicit constexpr Norm(double value) : ord_(value) {}
  double ord_ = 2;
};

namespace detail {
template <int R, class A>
Tensor<RealOf<Element<A>>, R> vector_norm_over(const A& x, const int* axes, int count, bool keep, Norm options) {
  using T = Element<A>;
  static_assert(is_field_v<T>, "gradc::vector_norm takes floating point or complex elements; convert with gradc::astype");
  if constexpr (is_complex_v<T>) {
    return vector_norm_over<R>(abs(x), axes, count, keep, options);
  } else {
    const char* op = "vector_norm";
    const double ord = options.ord();
    if (ord == 2) return reduce<R>(op, &kernels::euclidean_norm<T>, x, axes, count, keep);
    if (ord == 1) return reduce<R>(op, &kernels::sum<T>, abs(x), axes, count, keep);
    if (ord == 0) return astype<T>(reduce<R>(op, &kernels::count_nonzero<T>, x, axes, count, keep));
    if (std::isinf(ord))
      return reduce<R>(op, ord > 0 ? &kernels::max<T> : &kernels::min<T>, abs(x), axes, count, keep);
    if (!(ord > 0)) fail_domain("vector_norm: ord is not a number from 0 on, or an infinity");
    return norm_of_power<R>(x, ord, axes, count, keep);
  }
}

/// The Euclidean norm along an axis, kept, and eps where that is larger; of half and bfloat16 in float.
template <class A>
auto floored_norm(const char* op, const A& x, int axis, double eps) {
  static_assert(rank_v<A> >= 1, "gradc::normalize and gradc::cosine_similarity: a scalar has no axis");
  using T = Compute<Element<A>>;
  if constexpr (is_real_v<T>) {
    auto norm = reduce<rank_v<A>>(op, &kernels::euclidean_norm<T>, wide(x), &axis, 1, true);
    return where(norm > static_cast<T>(eps), norm, static_cast<T>(eps));
  } else {
    return Tensor<T, rank_v<A>>();
  }
}
}  // namespace detail

/// The variance, in two passes: the sum of (x - mean)^2 divided by n - correction, with gradc::Variance().correction(1) for the
/// unbiased estimate. NaN where n - correction is not positive.
GRADC_OVER_AXES(var, Variance)
/// The square root of `var`.
GRADC_OVER_AXES(std, Variance)
/// The result of `var_mean`.
template <class T, int R>
struct VarMean {
  Tensor<T, R> variance;
  Tensor<T, R> mean;
};

namespace detail {
template <int R, class A>
VarMean<Element<A>, R> var_mean_over(const A& x, const int* axes, int count, bool keep, Variance options) {
  static_assert(is_real_v<Element<A>>, "gradc::var_mean takes real floating point elements; take gradc::var and gradc::mean");
  if constexpr (is_real_v<Element<A>>)
    return {variance_of<R>("var_mean", x, axes, count, keep, options), reduce<R>("var_mean", &kernels::mean<Element<A>>, x, axes, count, keep)};
  else
    return {};
}
}  // namespace detail

/// `var` and `mean` over the same axes: auto [variance, mean] = gradc::var_mean(x, 1).
GRADC_OVER_AXES(var_mean, Variance)
/// log of the mean of e^x, without overflow; NaN over no elements.
GRADC_OVER_AXES(logmeanexp, detail::NoOptions)

/// (sum of |x|^p)^(1/p), without overflow, with p = 2 or gradc::Norm().ord(p): p above 0, infinity for the largest |x|, -infinity
/// for the smallest, 0 for the number of elements that are not 0. 0 over no elements, but for the infinities, which throw
/// DomainError.
GRADC_OVER_AXES(vector_norm, Norm)

/// x divided by its Euclidean norm along `axis`, or by eps where the norm is smaller.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> normalize(const A& x, int axis = -1, double eps = 1e-12) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::normalize takes real floating point elements; convert with gradc::astype");
  if constexpr (!detail::is_real_v<detail::Element<A>>) return {};
  else
  return astype<detail::Element<A>>(detail::wide(x) / detail::floored_norm("normalize", x, axis, eps));
}

/// The cosine of the angle between a and b along `axis`, which is reduced; each norm is at least eps.
/// \throws ShapeError where the shapes differ.
template <class A, class B, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B>> = 0>
Tensor<detail::Element<A>, detail::reduced_rank_v<A, 1>> cosine_similarity(const A& a, const B& b, int axis = -1,
                                                                           double eps = 1e-8) {
  using T = detail::Element<A>;
  const char* op = "cosine_similarity";
  static_assert(detail::is_real_v<T>, "gradc::cosine_similarity takes real floating point elements; convert with gradc::astype");
  static_assert(std::is_same_v<T, detail::Element<B>> && detail::rank_v<A> == detail::rank_v<B>,
                "gradc::cosine_similarity takes operands of one element type and rank; convert one with gradc::astype, or reshape it");
  detail::require_same(op, "a", detail::as_view(a).shape(), "b", detail::as_view(b).shape());
  if constexpr (detail::is_real_v<T>) {
    const auto products = (detail::wide(a) / detail::floored_norm(op, a, axis, eps)) *
                          (detail::wide(b) / detail::floored_norm(op, b, axis, eps));
    return astype<T>(sum(products, axis));
  } else {
    return {};
  }
}

/// The sum of the elements (i, i) of the last two axes, whose extents may differ.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
auto trace(const A& x) {
  using T = detail::Element<A>;
  constexpr int kRank = detail::rank_v<A>;
  static_assert(kRank >= 2, "gradc::trace takes a matrix, or a tensor of matrices");
  static_assert(detail::is_field_v<T> || detail::is_integer_v<T>, "gradc::trace takes numbers; convert with gradc::astype");
  const auto view = detail::as_view(x);
  const std::int64_t rows = view.extent(kRank - 2), columns = view.extent(kRank - 1);
  const std::int64_t count = rows < columns ? rows : columns;
  Tensor<T, kRank - 2> result(Shape(view.shape().begin(), kRank - 2));
  for (std::int64_t k = 0; k < result.size(); ++k) {
    detail::Compute<T> total = 0;
    for (std::int64_t i = 0; i < count; ++i)
      total = scalar::add(total, static_cast<detail::Compute<T>>(view.data()[k * rows * columns + i * (columns + 1)]));
    result.data()[k] = static_cast<T>(total);
  }
  return result;
}

/// Row k of the result is the sum of the rows i of x with ids[i] = k; an id outside [0, n) is dropped.
/// \throws ShapeError unless there is one id for each row.
template <class A, class I, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<I>> = 0>
detail::TensorLike<A> segment_sum(const A& x, const I& ids, std::int64_t n) {
  using T = detail::Element<A>;
  static_assert(detail::rank_v<A> >= 1 && detail::rank_v<I> == 1, "gradc::segment_sum: ids are a vector, one for each row");
  static_assert(detail::is_index_v<I>, "gradc::segment_sum: ids are std::int32_t or std::int64_t; convert with gradc::astype");
  static_assert(detail::is_field_v<T> || detail::is_integer_v<T>,
                "gradc::segment_sum takes numbers; convert with gradc::astype");
  const auto view = detail::as_view(x);
  const auto at = detail::as_view(ids);
  Shape shape = view.shape();
  detail::require_count("segment_sum", "the number of segments", n);
  detail::require_same("segment_sum", "ids", at.shape(), "the rows of x", Shape(shape.begin(), 1));
  shape[0] = n;
  Tensor<detail::Compute<T>, detail::rank_v<A>> sums(shape);
  const std::int64_t row = view.extent(0) == 0 ? 0 : view.size() / view.extent(0);
  for (std::int64_t i = 0; i < at.size(); ++i) {
    const std::int64_t k = detail::index_at(at.data(), i);
    if (k < 0 || k >= n) continue;
    for (std::int64_t j = 0; j < row; ++j) {
      auto& total = sums.data()[k * row + j];
      total = scalar::add(total, static_cast<detail::Compute<T>>(view.data()[i * row + j]));
    }
  }
  return astype<T>(sums);
}

}  // namespace gradc
