/// \file
/// Random numbers under keys (gradc/key.h): no state, the same bits everywhere (gradc/kernels/random.h says which). A shape is a
/// braced list, f<float>(key, {2, 3}), or one whose rank is given, f<float, 2>(key, x.shape()); f_like(key, x) draws in the shape
/// and the element type of a tensor.
#pragma once

#include <gradc/kernels/random.h>
#include <gradc/key.h>
#include <gradc/ops/elementwise.h>
#include <gradc/ops/math.h>
#include <gradc/ops/nn.h>
#include <gradc/ops/reduce.h>
#include <gradc/ops/sort.h>
#include <gradc/ops/special.h>

#include <algorithm>
#include <array>

namespace gradc {

// What stands before the body of an op that draws elements T, as GRADC_TAKES does.
#define GRADC_DRAWS(op, T) \
  GRADC_TAKES(detail::is_real_v<T>, "gradc::" op " draws real floating point elements; convert with gradc::astype")

/// The key derived from a key and a number: equal numbers give equal keys, other numbers independent ones.
inline Key fold_in(const Key& key, std::uint64_t number) {
  std::uint64_t made[2];
  kernels::fold_in({1}, &key.seed, &key.stream, &number, made);
  return {made[0], made[1]};
}
/// N keys derived from one: auto [a, b] = gradc::split<2>(key).
template <std::size_t n>
std::array<Key, n> split(const Key& key) {
  std::array<Key, n> keys;
  for (std::size_t i = 0; i < n; ++i) keys[i] = fold_in(key, i);
  return keys;
}

// The same of one that takes logits along an axis.
#define GRADC_TAKES_LOGITS(op, A)                                                                                     \
  static_assert(detail::rank_v<A> >= 1, "gradc::" op ": a scalar has no axis");                                       \
  static_assert(detail::is_real_v<detail::Element<A>>,                                                                \
                "gradc::" op " takes real floating point logits; convert with gradc::astype");                        \
  if constexpr (detail::rank_v<A> < 1 || !detail::is_real_v<detail::Element<A>>) {                                    \
    return {};                                                                                                        \
  } else

namespace detail {
template <class T, int R, class Kernel>
Tensor<T, R> drawn(Kernel kernel, const Key& key, const Shape& shape) {
  Tensor<T, R> result;
  result.resize(shape);
  kernel(kernels::Draw{result.size()}, &key.seed, &key.stream, result.data());
  return result;
}
/// What is made of uniform numbers u: -log(1 - u), u at least `least`, and -log of that.
template <class T>
auto negative_log(Compute<T> least) {
  return function<false>([=](Compute<T> u) { return -std::log1p(-std::max(u, least)); },
                         [=](Compute<T> u) { return -element_math::log1p(-std::max(u, least)); });
}
template <class T>
auto negative_log_of_negative_log(Compute<T> least) {
  const auto once = negative_log<T>(least);
  return function<false>([=](Compute<T> u) { return -std::log(once.of_number(u)); },
                         [=](Compute<T> u) { return -element_math::log(once.of_elements(u)); });
}
/// Half of the least number that a uniform one can be but 0.
template <class T>
inline constexpr Compute<T> kBelowUniform = std::is_same_v<T, double> ? Compute<T>(0x1p-54) : Compute<T>(0x1p-25);
}  // namespace detail

/// 32 random bits each.
template <std::size_t N>
Tensor<std::uint32_t, static_cast<int>(N)> random_bits(const Key& key, const std::int64_t (&shape)[N]) {
  return detail::drawn<std::uint32_t, static_cast<int>(N)>(&kernels::random_bits, key, Shape(shape, static_cast<int>(N)));
}
template <int R>
Tensor<std::uint32_t, R> random_bits(const Key& key, const Shape& shape) {
  return detail::drawn<std::uint32_t, R>(&kernels::random_bits, key, shape);
}
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<std::uint32_t, detail::rank_v<A>> random_bits_like(const Key& key, const A& x) {
  return random_bits<detail::rank_v<A>>(key, detail::as_view(x).shape());
}

/// Uniform numbers in [0, 1).
template <class T, int R>
Tensor<T, R> random_uniform(const Key& key, const Shape& shape) {
  GRADC_DRAWS("random_uniform", T)
  return detail::drawn<T, R>(&kernels::random_uniform<T>, key, shape);
}
template <class T, std::size_t N>
Tensor<T, static_cast<int>(N)> random_uniform(const Key& key, const std::int64_t (&shape)[N]) {
  return random_uniform<T, static_cast<int>(N)>(key, Shape(shape, static_cast<int>(N)));
}
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> random_uniform_like(const Key& key, const A& x) {
  return random_uniform<detail::Element<A>, detail::rank_v<A>>(key, detail::as_view(x).shape());
}
/// Uniform numbers in [low, high), differentiable with respect to low and high.
template <class T, int R>
Tensor<T, R> random_uniform(const Key& key, const Shape& shape, T low, T high) {
  GRADC_DRAWS("random_uniform", T) {
    using C = detail::Compute<T>;
    return detail::map<T>(lerp(static_cast<C>(low), static_cast<C>(high), random_uniform<C, R>(key, shape)),
                          [](auto x) { return x; });
  }
}
template <class T, std::size_t N>
Tensor<T, static_cast<int>(N)> random_uniform(const Key& key, const std::int64_t (&shape)[N], T low, T high) {
  return random_uniform<T, static_cast<int>(N)>(key, Shape(shape, static_cast<int>(N)), low, high);
}
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> random_uniform_like(const Key& key, const A& x, detail::Element<A> low, detail::Element<A> high) {
  return random_uniform<detail::Element<A>, detail::rank_v<A>>(key, detail::as_view(x).shape(), low, high);
}

/// Numbers of the standard normal distribution.
template <class T, int R>
Tensor<T, R> random_normal(const Key& key, const Shape& shape) {
  GRADC_DRAWS("random_normal", T)
  return detail::drawn<T, R>(&kernels::random_normal<T>, key, shape);
}
template <class T, std::size_t N>
Tensor<T, static_cast<int>(N)> random_normal(const Key& key, const std::int64_t (&shape)[N]) {
  return random_normal<T, static_cast<int>(N)>(key, Shape(shape, static_cast<int>(N)));
}
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> random_normal_like(const Key& key, const A& x) {
  return random_normal<detail::Element<A>, detail::rank_v<A>>(key, detail::as_view(x).shape());
}

/// Numbers of the exponential distribution of mean 1.
template <class T, int R>
Tensor<T, R> random_exponential(const Key& key, const Shape& shape) {
  GRADC_DRAWS("random_exponential", T)
  return detail::map<T>(random_uniform<detail::Compute<T>, R>(key, shape), detail::negative_log<T>(0));
}
template <class T, std::size_t N>
Tensor<T, static_cast<int>(N)> random_exponential(const Key& key, const std::int64_t (&shape)[N]) {
  return random_exponential<T, static_cast<int>(N)>(key, Shape(shape, static_cast<int>(N)));
}
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> random_exponential_like(const Key& key, const A& x) {
  return random_exponential<detail::Element<A>, detail::rank_v<A>>(key, detail::as_view(x).shape());
}

/// Numbers of the standard Gumbel distribution, -log of exponential ones.
template <class T, int R>
Tensor<T, R> random_gumbel(const Key& key, const Shape& shape) {
  GRADC_DRAWS("random_gumbel", T) {
    return detail::map<T>(random_uniform<detail::Compute<T>, R>(key, shape),
                          detail::negative_log_of_negative_log<T>(detail::kBelowUniform<T>));
  }
}
template <class T, std::size_t N>
Tensor<T, static_cast<int>(N)> random_gumbel(const Key& key, const std::int64_t (&shape)[N]) {
  return random_gumbel<T, static_cast<int>(N)>(key, Shape(shape, static_cast<int>(N)));
}
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> random_gumbel_like(const Key& key, const A& x) {
  return random_gumbel<detail::Element<A>, detail::rank_v<A>>(key, detail::as_view(x).shape());
}

/// Standard normal numbers truncated to [low, high], by the inverse distribution function of the tail with more precision.
/// Differentiable with respect to low and high.
template <class T, int R>
Tensor<T, R> random_truncated_normal(const Key& key, const Shape& shape, T low, T high) {
  GRADC_DRAWS("random_truncated_normal", T) {
    using C = detail::Compute<T>;
    const C a = static_cast<C>(low), b = static_cast<C>(high), sign = a > 0 ? C(-1) : C(1);
    const C from = a > 0 ? -b : a, to = a > 0 ? -a : b;
    const auto x = clip(ndtri(lerp(ndtr(from), ndtr(to), random_uniform<C, R>(key, shape))), from, to);
    return detail::map<T>(x, [=](auto v) { return sign * v; });
  }
}
template <class T, std::size_t N>
Tensor<T, static_cast<int>(N)> random_truncated_normal(const Key& key, const std::int64_t (&shape)[N], T low, T high) {
  return random_truncated_normal<T, static_cast<int>(N)>(key, Shape(shape, static_cast<int>(N)), low, high);
}
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> random_truncated_normal_like(const Key& key, const A& x, detail::Element<A> low, detail::Element<A> high) {
  return random_truncated_normal<detail::Element<A>, detail::rank_v<A>>(key, detail::as_view(x).shape(), low, high);
}

/// Integers in [low, high); throws ShapeError unless 0 < high - low <= 2^31.
template <int R>
Tensor<std::int64_t, R> random_integers(const Key& key, const Shape& shape, std::int64_t low, std::int64_t high) {
  require_shape(low < high && high - low <= std::int64_t{1} << 31,
                "random_integers: low is less than high, by at most 2^31");
  return detail::map<std::int64_t>(random_bits<R>(key, shape), [=](std::uint32_t bits) {
    return low + (static_cast<std::int64_t>(bits) * (high - low) >> 32);
  });
}
template <std::size_t N>
Tensor<std::int64_t, static_cast<int>(N)> random_integers(const Key& key, const std::int64_t (&shape)[N],
                                                          std::int64_t low, std::int64_t high) {
  return random_integers<static_cast<int>(N)>(key, Shape(shape, static_cast<int>(N)), low, high);
}
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<std::int64_t, detail::rank_v<A>> random_integers_like(const Key& key, const A& x, std::int64_t low, std::int64_t high) {
  return random_integers<detail::rank_v<A>>(key, detail::as_view(x).shape(), low, high);
}

/// Numbers of the gamma distribution with the given shape parameters, above 0, and scale 1, by the inverse distribution function
/// in double. Differentiable with respect to the shape parameters for a fixed uniform number, by the implicit function theorem
/// (Figurnov, Mohamed and Mnih, Implicit reparameterization gradients, 2018). NaN for a shape that is not above 0.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> random_gamma(const Key& key, const A& shapes) {
  using T = detail::Element<A>;
  GRADC_TAKES(detail::is_real_v<T>, "gradc::random_gamma takes real floating point shapes; convert with gradc::astype")
  return astype<T>(gammaincinv(astype<double>(shapes), random_uniform<double, detail::rank_v<A>>(key, detail::as_view(shapes).shape())));
}

/// True with probability p, for each element of p. There is no derivative with respect to p; gradc::gumbel_softmax has one.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<bool, detail::rank_v<A>> random_bernoulli(const Key& key, const A& p) {
  using T = detail::Element<A>;
  GRADC_TAKES(detail::is_real_v<T>, "gradc::random_bernoulli takes real floating point probabilities; convert with gradc::astype")
  return random_uniform<T, detail::rank_v<A>>(key, detail::as_view(p).shape()) < p;
}

/// The numbers 0, 1, ..., n - 1 in random order.
inline Tensor<std::int64_t, 1> random_permutation(const Key& key, std::int64_t n) {
  return argsort(random_uniform<double>(key, {n}));
}

/// A class drawn from unnormalized log-probabilities along an axis, which is reduced.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<std::int64_t, (detail::rank_v<A> < 1 ? 0 : detail::rank_v<A> - 1)> random_categorical(const A& logits, const Key& key,
                                                                                         int axis = -1) {
  using T = detail::Element<A>;
  GRADC_TAKES_LOGITS("random_categorical", A)
  return argmax(logits + random_gumbel<T, detail::rank_v<A>>(key, detail::as_view(logits).shape()), axis);
}

/// softmax((z + g) / temperature) along an axis, g being Gumbel noise: a differentiable relaxation of categorical sampling (Jang,
/// Gu and Poole, 2017; Maddison, Mnih and Teh, 2017). hard: 1 at the first maximum and 0 elsewhere, with the derivative of the
/// relaxation.
template <class A, class T, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> gumbel_softmax(const A& logits, const Key& key, T temperature, int axis = -1, bool hard = false) {
  GRADC_TAKES_LOGITS("gumbel_softmax", A) {
    GRADC_TAKES(detail::rank_v<T> == 0, "gradc::gumbel_softmax takes a number as its temperature") {
      using E = detail::Element<A>;
      constexpr int kRank = detail::rank_v<A>;
      detail::TensorLike<A> y =
          softmax((logits + random_gumbel<E, kRank>(key, detail::as_view(logits).shape())) / temperature, axis);
      if (!hard) return y;
      const int along = detail::normalised_axis("gumbel_softmax", axis, kRank);
      return astype<E>(moveaxis(one_hot<E>(argmax(y, along), y.extent(along)), -1, along));
    }
  }
}

/// Each element of x is 0 with probability `rate`, and else divided by 1 - rate (Srivastava et al., Dropout, 2014). The mask
/// depends on the key and the shape alone. Rate 0 gives x, rate 1 zeros.
/// \throws DomainError unless the rate is in [0, 1].
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> dropout(const A& x, const Key& key, double rate) {
  GRADC_TAKES(detail::is_real_v<detail::Element<A>>,
              "gradc::dropout takes real floating point elements; convert with gradc::astype") {
    using T = detail::Element<A>;
    if (!(rate >= 0 && rate <= 1)) fail_domain("dropout: the rate is a number from 0 to 1");
    if (rate == 0) return detail::TensorLike<A>(detail::as_view(x));
    const auto kept = random_uniform<float, detail::rank_v<A>>(key, detail::as_view(x).shape());
    const auto scale = static_cast<detail::Compute<T>>(1 - rate);
    detail::TensorLike<A> result = detail::map<T>(x, [=](auto v) { return rate == 1 ? 0 : v / scale; });
    for (std::int64_t i = 0; i < result.size(); ++i)
      if (!(kept.data()[i] >= static_cast<float>(rate))) result.data()[i] = T(0);
    return result;
  }
}
/// The arguments in the order of other libraries, for an error that says theirs here.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> dropout(const A&, double, const Key&) {
  GRADC_TAKES(sizeof(A) == 0, "gradc::dropout takes the key before the rate: dropout(x, key, rate)") return {};
}

#undef GRADC_DRAWS
#undef GRADC_TAKES_LOGITS

}  // namespace gradc
