/// \file
/// Gated units and attention, on tensors of real floating types. half and bfloat16 are computed in float.
#pragma once

#include <gradc/ops/activation.h>
#include <gradc/ops/linalg.h>
#include <gradc/ops/nn.h>
#include <gradc/ops/random.h>
#include <gradc/ops/rearrange.h>
#include <gradc/ops/statistics.h>

#include <cmath>
#include <limits>

namespace gradc {

/// a sigmoid(b) of the two halves a and b of x along `axis` (Dauphin et al., Language modeling with gated convolutional networks,
/// 2017).
/// \throws ShapeError where the extent is odd.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> glu(const A& x, int axis = -1) {
  static_assert(detail::is_real_v<detail::Element<A>>, "gradc::glu takes real floating point elements; convert with gradc::astype");
  static_assert(detail::rank_v<A> >= 1, "gradc::glu: a scalar has no axis");
  const auto w = detail::wide(x);
  const int along = detail::normalised_axis("glu", axis, detail::rank_v<A>);
  Shape begin, box = w.shape();
  for (int i = 0; i < detail::rank_v<A>; ++i) begin.push_back(0);
  detail::require_of("glu", box[along] % 2 == 0, "the axis has an odd extent", box);
  box[along] = box[along] / 2;
  const auto half_from = [&](std::int64_t from) {
    begin[along] = from;
    Tensor<detail::Compute<detail::Element<A>>, detail::rank_v<A>> part(box);
    kernels::slice({w.shape(), begin, box}, w.data(), part.data());
    return part;
  };
  return astype<detail::Element<A>>(half_from(0) * sigmoid(half_from(box[along])));
}

/// Options of attention. causal: query i attends to key j where j <= i + (keys - queries), with top_left where j <= i. scale: of
/// the scores, by default 1/sqrt(D). dropout: the rate of dropout of the weights, which needs a key.
class Attention {
 public:
  constexpr Attention() = default;
  constexpr Attention causal(bool value = true) const { return {value, top_left_, scale_, dropout_}; }
  constexpr Attention top_left(bool value = true) const { return {causal_, value, scale_, dropout_}; }
  constexpr Attention scale(double value) const { return {causal_, top_left_, value, dropout_}; }
  constexpr Attention dropout(double rate) const { return {causal_, top_left_, scale_, rate}; }
  constexpr bool is_causal() const { return causal_; }
  constexpr bool is_top_left() const { return top_left_; }
  constexpr double scale() const { return scale_; }
  constexpr double dropout() const { return dropout_; }

 private:
  constexpr Attention(bool causal, bool top_left, double scale, double dropout)
      : causal_(causal), top_left_(top_left), scale_(scale), dropout_(dropout) {}
  bool causal_ = false, top_left_ = false;
  double scale_ = 0, dropout_ = 0;
};

namespace detail {
/// How many heads of queries, on the axis before the last two, share one of keys.
inline std::int64_t sharing(const Shape& q, const Shape& k) {
  const int axis = q.rank() - 3;
  return axis >= 0 && k[axis] > 0 && q[axis] % k[axis] == 0 ? q[axis] / k[axis] : 1;
}
template <class K>
auto shared_heads(const K& k, std::int64_t times) {
  if constexpr (rank_v<K> >= 3) return repeat(wide(k), times, rank_v<K> - 3);
  else return wide(k);
}

/// Softmax of the rows of the scores, what is masked left out and what is dropped under a key, if there is one, times the values.
template <class V, class T, int kRank>
TensorLike<V> attended(Tensor<T, kRank> scores, const V& v, Attention options, const Key* key = nullptr) {
  require_domain(options.dropout() == 0 || key, "scaled_dot_product_attention: dropout needs a key");
  const std::int64_t queries = scores.extent(kRank - 2), keys = scores.extent(kRank - 1);
  const T none = -std::numeric_limits<T>::infinity();
  const std::int64_t rows = queries == 0 || keys == 0 ? 0 : scores.size() / keys;
  for (std::int64_t row = 0; row < rows; ++row) {
    T* s = scores.data() + row * keys;
    const std::int64_t last = !options.is_causal() ? keys - 1 : row % queries + (options.is_top_left() ? 0 : keys - queries);
    T largest = none, total = 0;
    for (std::int64_t j = 0; j < keys; ++j) {
      if (j > last) s[j] = none;
      largest = scalar::maximum(largest, s[j]);
    }
    for (std::int64_t j = 0; j < keys; ++j) total += s[j] = largest == none ? T(0) : std::exp(s[j] - largest);
    for (std::int64_t j = 0; j < keys && !(largest == none); ++j) s[j] /= total;
  }
  if (key) scores = gradc::dropout(scores, *key, options.dropout());
  return astype<Element<V>>(matmul(scores, shared_heads(v, sharing(scores.shape(), as_view(v).shape()))));
}

template <class A, class K, class V>
auto scores_of(const A& q, const K& k, const V& v, Attention options) {
  using T = Compute<Element<A>>;
  constexpr int kRank = rank_v<A>;
  const char* op = "scaled_dot_product_attention";
  const Shape qs = as_view(q).shape(), ks = as_view(k).shape(), vs = as_view(v).shape();
  const std::int64_t times = sharing(qs, ks);
  Shape heads(ks.begin(), kRank - 2);
  if (times != 1) heads[kRank - 3] = qs[kRank - 3];
  require_same(op, "the leading axes of the queries", Shape(qs.begin(), kRank - 2), "those of the keys", heads);
  require_same(op, "the leading axes and number of keys", Shape(ks.begin(), kRank - 1), "those of the values", Shape(vs.begin(), kRank - 1));
  const T scale = options.scale() != 0 ? static_cast<T>(options.scale()) : T(1) / std::sqrt(static_cast<T>(qs[kRank - 1]));
  return scale * matmul(wide(q), shared_heads(k, times), MatMul().transpose_b());
}

/// The scores and a bias of their shape but for axes of 1, or -infinity where a mask of bool is false.
template <class T, int kRank, class B>
Tensor<T, kRank> with_bias(Tensor<T, kRank> scores, const B& bias) {
  Shape expected = scores.shape();
  for (int axis = 0; axis < kRank; ++axis)
    if (as_view(bias).extent(axis) == 1) expected[axis] = 1;
  require_same("scaled_dot_product_attention", "bias", as_view(bias).shape(), "the scores", expected);
  if constexpr (std::is_same_v<Element<B>, bool>) return where(bias, scores, -std::numeric_limits<T>::infinity());
  else return scores + wide(bias);
}
}  // namespace detail

// Stands before the body of attention of A, K and V, and says what it doesn't take.
#define GRADC_TAKES_ATTENTION(A, K, V)                                                                             \
  static_assert(detail::is_real_v<detail::Element<A>>,                                                             \
                "gradc::scaled_dot_product_attention takes real floating point elements; convert with gradc::astype"); \
  static_assert(detail::rank_v<A> >= 2 && detail::rank_v<K> == detail::rank_v<A> && detail::rank_v<V> == detail::rank_v<A>, \
                "gradc::scaled_dot_product_attention takes operands of one rank, 2 or more");                      \
  static_assert(!detail::is_real_v<detail::Element<A>> || detail::have_elements_v<detail::Element<A>, K, V>,       \
                "gradc::scaled_dot_product_attention takes operands of one element type; convert one with gradc::astype"); \
  if constexpr (!detail::is_real_v<detail::Element<A>> || !detail::have_elements_v<detail::Element<A>, K, V> ||    \
                !(detail::rank_v<A> >= 2 && detail::rank_v<K> == detail::rank_v<A> && detail::rank_v<V> == detail::rank_v<A>)) { \
    return {};                                                                                                     \
  } else
// The same with a bias or mask B.
#define GRADC_TAKES_BIAS(A, B)                                                                                     \
  static_assert(detail::rank_v<B> == detail::rank_v<A>,                                                            \
                "gradc::scaled_dot_product_attention takes a bias or mask of the rank of the queries");            \
  static_assert(detail::have_elements_v<detail::Element<A>, B> || detail::have_elements_v<bool, B>,                \
                "gradc::scaled_dot_product_attention takes a bias of the element type of the queries, or a mask of bool; " \
                "convert with gradc::astype");                                                                     \
  if constexpr (detail::rank_v<B> != detail::rank_v<A> ||                                                          \
                !(detail::have_elements_v<detail::Element<A>, B> || detail::have_elements_v<bool, B>)) {           \
    return {};                                                                                                     \
  } else

/// softmax(scale q k^T) v over the keys, for queries (..., S, D), keys (..., T, D) and values (..., T, E) (Vaswani et al.,
/// Attention is all you need, 2017). A query that attends to no key gives zeros. Keys and values may have fewer heads, on the
/// axis before the last two: groups of heads of the queries share them (grouped-query attention, Ainslie et al., 2023). In
/// generated code this needs extents that are known when code is generated.
/// \throws ShapeError where the extents do not match.
template <class A, class K, class V, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<V>> = 0>
detail::TensorLike<A> scaled_dot_product_attention(const A& q, const K& k, const V& v, Attention options = Attention()) {
  GRADC_TAKES_ATTENTION(A, K, V) {
    return detail::attended(detail::scores_of(q, k, v, options), v, options);
  }
}

/// The same with a bias (..., S, T) that is added to the scores, or a mask of bool, true where a query attends to a key. Axes of
/// extent 1 broadcast.
template <class A, class K, class V, class B, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B>> = 0>
detail::TensorLike<A> scaled_dot_product_attention(const A& q, const K& k, const V& v, const B& bias,
                                                   Attention options = Attention()) {
  GRADC_TAKES_ATTENTION(A, K, V) {
    GRADC_TAKES_BIAS(A, B)
    return detail::attended(detail::with_bias(detail::scores_of(q, k, v, options), bias), v, options);
  }
}

/// The same with dropout of the weights, gradc::Attention().dropout(rate), under a key.
template <class A, class K, class V, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<V>> = 0>
detail::TensorLike<A> scaled_dot_product_attention(const A& q, const K& k, const V& v, const Key& key,
                                                   Attention options = Attention()) {
  GRADC_TAKES_ATTENTION(A, K, V) {
    return detail::attended(detail::scores_of(q, k, v, options), v, options, &key);
  }
}
template <class A, class K, class V, class B, detail::Constraint<detail::is_tensor_v<A> && detail::is_tensor_v<B>> = 0>
detail::TensorLike<A> scaled_dot_product_attention(const A& q, const K& k, const V& v, const B& bias, const Key& key,
                                                   Attention options = Attention()) {
  GRADC_TAKES_ATTENTION(A, K, V) {
    GRADC_TAKES_BIAS(A, B)
    return detail::attended(detail::with_bias(detail::scores_of(q, k, v, options), bias), v, options, &key);
  }
}

/// x (..., S, D) with each pair (a, b) of its last axis rotated: (a cos - b sin, b cos + a sin), with cos and sin of shape (S,
/// D/2) (Su et al., RoFormer, 2021). A pair is elements k and k + D/2 or, interleaved, 2k and 2k + 1.
/// \throws ShapeError for an odd D and other shapes.
template <class A, class C, class S, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> rotary_embedding(const A& x, const C& cosine, const S& sine, bool interleaved = false) {
  using T = detail::Compute<detail::Element<A>>;
  constexpr int kRank = detail::rank_v<A>;
  static_assert(detail::is_real_v<detail::Element<A>> && kRank >= 2 && detail::rank_v<C> == 2 && detail::rank_v<S> == 2,
                "gradc::rotary_embedding takes real floating point elements and angles of rank 2");
  GRADC_TAKES_ONE_TYPE("rotary_embedding", A, C, S) {
    detail::TensorLike<A> y(detail::as_view(x));
    const std::int64_t rows = y.extent(kRank - 2), width = y.extent(kRank - 1), half = width / 2;
    detail::require_of("rotary_embedding", width % 2 == 0, "the last axis has an odd extent", y.shape());
    const auto c = detail::as_view(cosine);
    const auto s = detail::as_view(sine);
    for (const Shape& angles : {c.shape(), s.shape()})
      detail::require_same("rotary_embedding", "angles", angles, "half the rows", Shape{rows, half});
    auto* at = y.data();
    for (std::int64_t i = 0; width > 0 && i < y.size() / width; ++i, at += width) {
      for (std::int64_t k = 0; k < half; ++k) {
        auto& p = at[interleaved ? 2 * k : k];
        auto& q = at[interleaved ? 2 * k + 1 : k + half];
        const T a = static_cast<T>(p), b = static_cast<T>(q);
        const T u = static_cast<T>(c(i % rows, k)), v = static_cast<T>(s(i % rows, k));
        p = static_cast<detail::Element<A>>(a * u - b * v);
        q = static_cast<detail::Element<A>>(b * u + a * v);
      }
    }
    return y;
  }
}

#undef GRADC_TAKES_ATTENTION
#undef GRADC_TAKES_BIAS

}  // namespace gradc
