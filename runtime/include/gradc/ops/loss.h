/// \file
/// Losses of two operands of one shape and one real floating type. The reduction is the last argument: `gradc::averaged`,
/// `gradc::summed` or `gradc::unreduced`; the default is the mean, for kl_div the sum. Operands don't broadcast: different shapes
/// throw ShapeError. half and bfloat16 are computed in float.
#pragma once

#include <gradc/errors.h>
#include <gradc/ops/activation.h>
#include <gradc/ops/math.h>
#include <gradc/ops/nn.h>
#include <gradc/ops/statistics.h>

#include <string>

namespace gradc {

/// Selects the mean as the reduction of a loss.
struct Averaged {
  explicit constexpr Averaged(int) {}
};
inline constexpr Averaged averaged{0};
/// Selects the sum as the reduction of a loss.
struct Summed {
  explicit constexpr Summed(int) {}
};
inline constexpr Summed summed{0};
/// Selects no reduction: a loss for each element.
struct Unreduced {
  explicit constexpr Unreduced(int) {}
};
inline constexpr Unreduced unreduced{0};
/// Selects the maximum as the reduction of `embedding_bag`.
struct Largest {
  explicit constexpr Largest(int) {}
};
inline constexpr Largest largest{0};

namespace detail {
template <class X>
inline constexpr bool is_how_v = std::is_same_v<X, Averaged> || std::is_same_v<X, Summed> || std::is_same_v<X, Unreduced>;

template <class T, class A, class How>
auto reduced_loss(const A& y, How) {
  if constexpr (std::is_same_v<How, Averaged>)
    return astype<T>(mean(y));
  else if constexpr (std::is_same_v<How, Summed>)
    return astype<T>(sum(y));
  else
    return astype<T>(y);
}

/// Whether these are tensors of one element type and rank.
template <class A, class... B>
inline constexpr bool are_alike_v = ((std::is_same_v<Element<A>, Element<B>> && rank_v<A> == rank_v<B>) && ...);

template <class A, class B>
void check_loss(const char* op, const A& a, const B& b) {
  require_same(op, "the first operand", as_view(a).shape(), "the second", as_view(b).shape());
}

template <class A>
auto huber_of(const A& e, double delta) {
  using T = Element<A>;
  require_domain(delta > 0, "huber and smooth_l1: delta and beta are above 0");
  const auto c = clip(e, static_cast<T>(-delta), static_cast<T>(delta));
  return c * (e - T(0.5) * c);
}
}  // namespace detail

// Stands before the body of a loss of tensors of one element type and rank, and says by its name what else it doesn't take.
#define GRADC_TAKES_ALIKE(op, A, ...)                                                                            \
  static_assert(detail::is_real_v<detail::Element<A>>,                                                           \
                "gradc::" op " takes real floating point elements; convert with gradc::astype");                 \
  static_assert(!detail::is_real_v<detail::Element<A>> || detail::are_alike_v<A, __VA_ARGS__>,                   \
                "gradc::" op " takes operands of one element type and rank; convert one with gradc::astype, or reshape it"); \
  if constexpr (!detail::is_real_v<detail::Element<A>> || !detail::are_alike_v<A, __VA_ARGS__>) {                \
    return detail::Value<A>(x);                                                                                  \
  } else

// The body sees the operands as a and b, in the type that they are computed in, which is T.
#define GRADC_LOSS(name, How, body)                                                                             \
  template <class A, class B, class Reduced = How,                                                              \
            detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B> && detail::is_how_v<Reduced>> = 0> \
  auto name(const A& x, const B& y, Reduced how = Reduced(0)) {                                                 \
    GRADC_TAKES_ALIKE(#name, A, B) {                                                                            \
      detail::check_loss(#name, x, y);                                                                          \
      using T [[maybe_unused]] = detail::Compute<detail::Element<A>>;                                           \
      const auto a = detail::wide(x);                                                                           \
      const auto b = detail::wide(y);                                                                           \
      return detail::reduced_loss<detail::Element<A>>(body, how);                                               \
    }                                                                                                           \
  }
// The same with a number before the reduction.
#define GRADC_LOSS_WITH(name, number, otherwise, body)                                                          \
  template <class A, class B, class Reduced = Averaged,                                                         \
            detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B> && detail::is_how_v<Reduced>> = 0> \
  auto name(const A& x, const B& y, double number, Reduced how = Reduced(0)) {                                  \
    GRADC_TAKES_ALIKE(#name, A, B) {                                                                            \
      detail::check_loss(#name, x, y);                                                                          \
      using T [[maybe_unused]] = detail::Compute<detail::Element<A>>;                                           \
      const auto a = detail::wide(x);                                                                           \
      const auto b = detail::wide(y);                                                                           \
      return detail::reduced_loss<detail::Element<A>>(body, how);                                               \
    }                                                                                                           \
  }                                                                                                             \
  template <class A, class B, class Reduced = Averaged,                                                         \
            detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B> && detail::is_how_v<Reduced>> = 0> \
  auto name(const A& x, const B& y, Reduced how = Reduced(0)) {                                                 \
    return name(x, y, otherwise, how);                                                                          \
  }

/// (x - y)^2.
GRADC_LOSS(mse, Averaged, square(a - b))
/// |x - y|.
GRADC_LOSS(l1_loss, Averaged, abs(a - b))
/// ln cosh(x - y), without overflow.
GRADC_LOSS(log_cosh, Averaged, abs(a - b) + log1p(exp(T(-2) * abs(a - b))) - T(0.693147180559945309417))
/// max(0, 1 - x y), for a y of -1 or 1.
GRADC_LOSS(hinge, Averaged, relu(T(1) - a * b))
/// -y ln x - (1 - y) ln(1 - x), each logarithm at least -100. Of logits, sigmoid_cross_entropy_with_logits is better.
GRADC_LOSS(binary_cross_entropy, Averaged, -(b * maximum(log(a), T(-100))) - (T(1) - b) * maximum(log1p(-a), T(-100)))
/// y (ln y - x), 0 where y is 0, of log-probabilities x and probabilities y; the default reduction is the sum (Kullback-Leibler
/// divergence).
GRADC_LOSS(kl_div, Summed, where(equal(b, T(0)), T(0), b * (log(b) - a)))
/// e^2/2 for |e| <= delta, else delta (|e| - delta/2), with e = x - y; delta is 1 by default (Huber, Robust estimation of a
/// location parameter, 1964).
GRADC_LOSS_WITH(huber, delta, 1.0, detail::huber_of(a - b, delta))
/// huber with delta = beta, divided by beta; beta is 1 by default (Girshick, Fast R-CNN, 2015).
GRADC_LOSS_WITH(smooth_l1, beta, 1.0, detail::huber_of(a - b, beta) / static_cast<T>(beta))
/// -p y ln sigmoid(x) - (1 - y) ln(1 - sigmoid(x)) of logits x and targets y, without overflow or cancellation; the weight p of
/// the positive class is 1 by default.
GRADC_LOSS_WITH(sigmoid_cross_entropy_with_logits, pos_weight, 1.0,
                relu(a) - a * b + (static_cast<T>(pos_weight) - T(1)) * b * relu(-a) +
                    (T(1) + (static_cast<T>(pos_weight) - T(1)) * b) * log1p(exp(-abs(a))))

#undef GRADC_LOSS
#undef GRADC_LOSS_WITH

namespace detail {
/// Whether W is a vector of weights of the classes of A.
template <class A, class W>
inline constexpr bool are_weights_v = std::is_same_v<Element<W>, Element<A>> && rank_v<W> == 1 && rank_v<A> >= 1;

/// The weight of the class of each row, 0 of those that are ignored.
template <class A, class I, class W>
auto weights_of_rows(const char* op, const A& x, const I& ids, const W& weights, std::int64_t ignore_index) {
  using T = Element<A>;
  const auto w = as_view(weights);
  const auto at = as_view(ids);
  require_extent(op, rank_v<A> - 1, as_view(x).extent(rank_v<A> - 1), "the weights of classes", 0, w.extent(0));
  Tensor<Compute<T>, rank_v<I>> weight(at.shape());
  for (std::int64_t i = 0; i < at.size(); ++i) {
    const std::int64_t id = detail::index_at(at.data(), i);
    if (id == ignore_index) continue;
    if (outside(id, w.extent(0))) fail_index(std::string(op) + ": class " + std::to_string(id) + " does not exist; there are " + std::to_string(w.extent(0)));
    weight.data()[i] = static_cast<Compute<T>>(w(id));
  }
  return weight;
}
/// The losses of rows of that weight, which is in them: their mean is over its sum.
template <class T, class L, class W, class How>
auto reduced_rows(const L& loss, const W& weight, How how) {
  if constexpr (std::is_same_v<How, Averaged>) return astype<T>(sum(loss) / sum(weight));
  else return reduced_loss<T>(loss, how);
}
}  // namespace detail

namespace detail {
template <class A, class I, class How>
auto class_loss(const char* op, const A& x, const I& ids, std::int64_t ignore_index, How how) {
  using T = Element<A>;
  constexpr int kRows = rank_v<A> - 1;
  const auto view = as_view(x);
  const auto at = as_view(ids);
  require_same(op, "ids", at.shape(), "the rows of x", Shape(view.shape().begin(), kRows));
  const std::int64_t classes = view.extent(kRows);
  Tensor<Compute<T>, kRows> loss(at.shape());
  std::int64_t counted = 0;
  for (std::int64_t i = 0; i < at.size(); ++i) {
    const std::int64_t id = index_at(at.data(), i);
    if (id == ignore_index) continue;
    if (outside(id, classes)) fail_index(std::string(op) + ": class " + std::to_string(id) + " does not exist; there are " + std::to_string(classes));
    loss.data()[i] = -static_cast<Compute<T>>(view.data()[i * classes + id]);
    ++counted;
  }
  if constexpr (std::is_same_v<How, Averaged>)
    return astype<T>(sum(loss) / static_cast<Compute<T>>(counted));
  else
    return reduced_loss<T>(loss, how);
}
}  // namespace detail

/// -x[id] over the last axis, for log-probabilities x and a class for each row; 0 where the class is `ignore_index`; the mean
/// excludes these rows.
/// \throws ShapeError unless there is a class for each row.
/// \throws IndexError for any other class that does not exist.
template <class A, class I, class How = Averaged,
          detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<I> && detail::is_how_v<How>> = 0>
auto nll_loss(const A& x, const I& ids, std::int64_t ignore_index, How how = How(0)) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::nll_loss takes real floating point elements; convert with gradc::astype");
  static_assert(detail::is_index_v<I> && detail::rank_v<I> == detail::rank_v<A> - 1, "gradc::nll_loss: a class of std::int32_t or std::int64_t for each row; convert with gradc::astype");
  return detail::class_loss("nll_loss", x, ids, ignore_index, how);
}
template <class A, class I, class How = Averaged,
          detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<I> && detail::is_how_v<How>> = 0>
auto nll_loss(const A& x, const I& ids, How how = How(0)) {
  return nll_loss(x, ids, -100, how);
}

/// The same with a weight for each class: -w[id] x[id], and the mean is over the sum of the weights of the rows that are not
/// ignored.
/// \throws ShapeError unless there is a weight for each class.
template <class A, class I, class W, class How = Averaged,
          detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<I> && detail::is_tensor_v<W> && detail::is_how_v<How>> = 0>
auto nll_loss(const A& x, const I& ids, const W& weights, std::int64_t ignore_index, How how = How(0)) {
  using T = detail::Element<A>;
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::nll_loss takes real floating point elements; convert with gradc::astype");
  static_assert(!detail::is_real_v<T> || detail::are_weights_v<A, W>,
                "gradc::nll_loss takes weights of classes that are a vector of the element type of x; convert with gradc::astype");
  if constexpr (!detail::is_real_v<T> || !detail::are_weights_v<A, W>) {
    return detail::Value<A>(x);
  } else {
    const auto weight = detail::weights_of_rows("nll_loss", x, ids, weights, ignore_index);
    const auto loss = weight * nll_loss(detail::wide(x), ids, ignore_index, unreduced);
    return detail::reduced_rows<T>(loss, weight, how);
  }
}
template <class A, class I, class W, class How = Averaged,
          detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<I> && detail::is_tensor_v<W> && detail::is_how_v<How>> = 0>
auto nll_loss(const A& x, const I& ids, const W& weights, How how = How(0)) {
  return nll_loss(x, ids, weights, -100, how);
}

/// Options of cross_entropy: the class that is ignored, the label smoothing e (Szegedy et al., Rethinking the inception
/// architecture, 2016), and the weight z of the squared logarithm of the partition function.
class CrossEntropy {
 public:
  constexpr CrossEntropy() = default;
  constexpr CrossEntropy ignore_index(std::int64_t value) const { return {value, label_smoothing_, z_loss_}; }
  constexpr CrossEntropy label_smoothing(double value) const { return {ignore_index_, value, z_loss_}; }
  constexpr CrossEntropy z_loss(double value) const { return {ignore_index_, label_smoothing_, value}; }
  constexpr std::int64_t ignore_index() const { return ignore_index_; }
  constexpr double label_smoothing() const { return label_smoothing_; }
  constexpr double z_loss() const { return z_loss_; }

 private:
  constexpr CrossEntropy(std::int64_t ignore_index, double label_smoothing, double z_loss)
      : ignore_index_(ignore_index), label_smoothing_(label_smoothing), z_loss_(z_loss) {}
  std::int64_t ignore_index_ = -100;
  double label_smoothing_ = 0, z_loss_ = 0;
};

/// l - (1 - e) x[id] - e mean(x) + z l^2 of each row of logits, l being the logarithm of the sum of its exponentials; 0 where id
/// is `ignore_index`; the mean excludes these rows.
/// \throws ShapeError unless there is a class for each row.
/// \throws IndexError for any other class that does not exist.
/// \throws DomainError for a smoothing that is not from 0 to 1.
template <class A, class I, class How = Averaged,
          detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<I> && detail::is_how_v<How>> = 0>
auto cross_entropy(const A& logits, const I& ids, CrossEntropy options, How how = How(0)) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::cross_entropy takes real floating point elements; convert with gradc::astype");
  static_assert(detail::is_index_v<I> && detail::rank_v<I> == detail::rank_v<A> - 1, "gradc::cross_entropy: a class of std::int32_t or std::int64_t for each row; convert with gradc::astype");
  if constexpr (!detail::is_real_v<detail::Element<A>> || !detail::is_index_v<I> || detail::rank_v<I> != detail::rank_v<A> - 1) {
    return detail::Value<A>(logits);
  } else {
    const double e = options.label_smoothing();
    if (!(e >= 0 && e <= 1)) fail_domain("cross_entropy: label_smoothing is a number from 0 to 1");
    using T = detail::Compute<detail::Element<A>>;
    const auto x = detail::wide(logits);
    const auto total = logsumexp(x, -1);
    auto loss = total + static_cast<T>(1 - e) * detail::class_loss("cross_entropy", x, ids, options.ignore_index(), unreduced);
    if (e != 0) loss = loss - static_cast<T>(e) * mean(x, -1);
    if (options.z_loss() != 0) loss = loss + static_cast<T>(options.z_loss()) * square(total);
    std::int64_t counted = 0;
    for (std::int64_t i = 0; i < loss.size(); ++i) {
      if (detail::as_view(ids).data()[i] == options.ignore_index()) loss.data()[i] = 0;
      else ++counted;
    }
    if constexpr (std::is_same_v<How, Averaged>)
      return astype<detail::Element<A>>(sum(loss) / static_cast<T>(counted));
    else
      return detail::reduced_loss<detail::Element<A>>(loss, how);
  }
}
template <class A, class I, class How = Averaged,
          detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<I> && detail::is_how_v<How>> = 0>
auto cross_entropy(const A& logits, const I& ids, How how = How(0)) {
  return cross_entropy(logits, ids, CrossEntropy(), how);
}

/// The same with a weight for each class: w[id] (l - (1 - e) x[id] - e l + z l^2) + e/classes times the sum of w (l - x), and the
/// mean is over the sum of the w[id] of rows that are not ignored.
/// \throws ShapeError unless there is a weight for each class.
template <class A, class I, class W, class How = Averaged,
          detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<I> && detail::is_tensor_v<W> && detail::is_how_v<How>> = 0>
auto cross_entropy(const A& logits, const I& ids, const W& weights, CrossEntropy options, How how = How(0)) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::cross_entropy takes real floating point elements; convert with gradc::astype");
  static_assert(detail::is_index_v<I> && detail::rank_v<I> == detail::rank_v<A> - 1, "gradc::cross_entropy: a class of std::int32_t or std::int64_t for each row; convert with gradc::astype");
  static_assert(!detail::is_real_v<detail::Element<A>> || detail::are_weights_v<A, W>,
                "gradc::cross_entropy takes weights of classes that are a vector of the element type of the logits; convert with "
                "gradc::astype");
  if constexpr (!detail::is_real_v<detail::Element<A>> || !detail::are_weights_v<A, W>) {
    return detail::Value<A>(logits);
  } else {
    const double e = options.label_smoothing();
    if (!(e >= 0 && e <= 1)) fail_domain("cross_entropy: label_smoothing is a number from 0 to 1");
    using T = detail::Compute<detail::Element<A>>;
    const auto x = detail::wide(logits);
    const auto w = detail::wide(weights);
    const auto total = logsumexp(x, -1);
    const auto weight = detail::weights_of_rows("cross_entropy", logits, ids, weights, options.ignore_index());
    auto loss = static_cast<T>(1 - e) * (total + detail::class_loss("cross_entropy", x, ids, options.ignore_index(), unreduced));
    if (options.z_loss() != 0) loss = loss + static_cast<T>(options.z_loss()) * square(total);
    loss = weight * loss;
    if (e != 0) loss = loss + static_cast<T>(e) * mean(w * (expand_dims(total, -1) - x), -1);
    for (std::int64_t i = 0; i < loss.size(); ++i)
      if (detail::as_view(ids).data()[i] == options.ignore_index()) loss.data()[i] = 0;
    return detail::reduced_rows<detail::Element<A>>(loss, weight, how);
  }
}
template <class A, class I, class W, class How = Averaged,
          detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<I> && detail::is_tensor_v<W> && detail::is_how_v<How>> = 0>
auto cross_entropy(const A& logits, const I& ids, const W& weights, How how = How(0)) {
  return cross_entropy(logits, ids, weights, CrossEntropy(), how);
}

/// Cross entropy of softmax(logits) along the last axis with options: a value for each row, or with a tag their sum or mean.
/// Labels are the class of each row, as cross_entropy has them, or weights y of the logits' shape and type: then the sum of -((1
/// - e) y + e/classes) log_softmax(logits), and z l^2.
/// \throws ShapeError where shapes differ.
/// \throws DomainError for a smoothing that is not from 0 to 1, or an `ignore_index` beside labels that are weights.
template <class A, class L, class How = Unreduced,
          detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<L> && detail::is_how_v<How>> = 0>
auto softmax_cross_entropy(const A& logits, const L& labels, CrossEntropy options, How how = How(0)) {
  static_assert(detail::is_real_v<detail::Element<A>>,
                "gradc::softmax_cross_entropy takes real floating point logits; convert with gradc::astype");
  if constexpr (detail::is_index_v<L>) {
    return cross_entropy(logits, labels, options, how);
  } else {
    static_assert(detail::are_alike_v<A, L>, 
                  "gradc::softmax_cross_entropy: labels are std::int32_t or std::int64_t, one for each row, or have "
                  "the logits' type and rank; convert with gradc::astype");
    if constexpr (!detail::are_alike_v<A, L>) {
      return detail::Value<A>(logits);
    } else {
      using T = detail::Element<A>;
      using C = detail::Compute<T>;
      const double e = options.label_smoothing();
      if (!(e >= 0 && e <= 1)) fail_domain("softmax_cross_entropy: label_smoothing is a number from 0 to 1");
      if (options.ignore_index() != CrossEntropy().ignore_index())
        fail_domain("softmax_cross_entropy: ignore_index is only for labels that are numbers of classes");
      detail::check_loss("softmax_cross_entropy", logits, labels);
      const auto x = detail::wide(logits);
      const auto of = [&](const auto& y) {
        auto loss = softmax_cross_entropy(x, y);
        if (options.z_loss() != 0) loss = loss + static_cast<C>(options.z_loss()) * square(logsumexp(x, -1));
        return detail::reduced_loss<T>(loss, how);
      };
      if (e == 0) return of(detail::wide(labels));
      return of(static_cast<C>(1 - e) * detail::wide(labels) + static_cast<C>(e) / static_cast<C>(x.extent(detail::rank_v<A> - 1)));
    }
  }
}
template <class A, class L, class How, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<L> && detail::is_how_v<How>> = 0>
auto softmax_cross_entropy(const A& logits, const L& labels, How how) {
  return softmax_cross_entropy(logits, labels, CrossEntropy(), how);
}

/// The mean of the rows of a table over the last axis of ids, with `summed` the sum, with `largest` the maximum. ids is [.., l],
/// the table [n, d], the result [.., d].
/// \throws IndexError for a row that does not exist.
/// \throws ShapeError for the maximum of no rows.
template <class A, class I, class How = Averaged,
          detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<I> &&
                             (detail::is_how_v<How> || std::is_same_v<How, Largest>)> = 0>
auto embedding_bag(const A& table, const I& ids, How = How(0)) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::embedding_bag takes real floating point elements; convert with gradc::astype");
  static_assert(detail::is_index_v<I>, "gradc::embedding_bag: ids are std::int32_t or std::int64_t; convert with gradc::astype");
  static_assert(detail::rank_v<A> == 2 && detail::rank_v<I> >= 1, "gradc::embedding_bag takes a matrix, and ids with an axis");
  static_assert(!std::is_same_v<How, Unreduced>, "gradc::embedding_bag gives means, sums or the greatest");
  if constexpr (!detail::is_real_v<detail::Element<A>> || !detail::is_index_v<I>) {
    return detail::Value<A>(table);
  } else {
    detail::require_indices("embedding_bag", detail::as_view(ids), detail::as_view(table).extent(0));
    if constexpr (std::is_same_v<How, Summed>)
      return sum(take(table, ids), detail::rank_v<I> - 1);
    else if constexpr (std::is_same_v<How, Largest>)
      return max(take(table, ids), detail::rank_v<I> - 1);
    else
      return mean(take(table, ids), detail::rank_v<I> - 1);
  }
}

/// max(0, |x - y| - |x - z| + margin) of vectors along the last axis (Schroff, Kalenichenko and Philbin, FaceNet, 2015).
/// \throws ShapeError for shapes that differ.
template <class A, class B, class C, class How = Averaged, detail::Constraint<detail::is_how_v<How>> = 0>
auto triplet_loss(const A& x, const B& y, const C& z, double margin = 1, How how = How(0)) {
  GRADC_TAKES_ALIKE("triplet_loss", A, B, C) {
    detail::check_loss("triplet_loss", x, y);
    detail::check_loss("triplet_loss", x, z);
    static_assert(detail::rank_v<A> >= 1, "gradc::triplet_loss takes vectors along the last axis");
    using T = detail::Compute<detail::Element<A>>;
    const auto a = detail::wide(x), b = detail::wide(y), c = detail::wide(z);
    return detail::reduced_loss<detail::Element<A>>(relu(vector_norm(a - b, -1) - vector_norm(a - c, -1) + static_cast<T>(margin)), how);
  }
}

#undef GRADC_TAKES_ALIKE

}  // namespace gradc
