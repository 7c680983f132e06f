// What the eager ops accept: Tensor, View and StaticTensor alike, and scalars beside them; and how operands
// of different shapes are walked together.
#pragma once

#include <gradc/element.h>
#include <gradc/static_tensor.h>
#include <gradc/tensor.h>

#include <cstdint>
#include <initializer_list>
#include <tuple>
#include <type_traits>
#include <utility>

/// Stands before the body of an op that takes what `condition` holds for, and says `text` of the rest, alone: the body is not
/// looked at then.
#define GRADC_TAKES(condition, text) \
  static_assert(condition, text);    \
  if constexpr (!(condition)) {      \
    return {};                       \
  } else

namespace gradc {
namespace detail {

/// Element type and rank of a tensor-like type; a scalar has rank 0 and is not tensor-like.
template <class X>
struct Operand {
  static constexpr bool kIsTensor = false;
  static constexpr int kRank = 0;
  using Element = X;
};

template <class T, int R>
struct Operand<Tensor<T, R>> {
  static constexpr bool kIsTensor = true;
  static constexpr int kRank = R;
  using Element = T;
};

template <class T, int R>
struct Operand<View<T, R>> {
  static constexpr bool kIsTensor = true;
  static constexpr int kRank = R;
  using Element = std::remove_const_t<T>;
};

template <class T, std::int64_t... E>
struct Operand<StaticTensor<T, E...>> {
  static constexpr bool kIsTensor = true;
  static constexpr int kRank = static_cast<int>(sizeof...(E));
  using Element = T;
};

template <class X>
inline constexpr bool is_tensor_v = Operand<X>::kIsTensor;
template <class X>
inline constexpr int rank_v = Operand<X>::kRank;
template <class X>
using Element = typename Operand<X>::Element;

/// The tensor that an op gives back for an operand of its own shape and type.
template <class X>
using TensorLike = Tensor<Element<X>, rank_v<X>>;

/// Whether A and B are operands of a binary op: one tensor at least, and no third kind of thing.
template <class A, class B>
inline constexpr bool are_operands_v = (is_tensor_v<A> && (is_tensor_v<B> || is_scalar_v<B>)) ||
                                       (is_tensor_v<B> && is_scalar_v<A>);

/// The element type of a binary op: the tensors', which must agree; a scalar takes it. But real meets complex of the
/// same precision.
template <class A, class B>
struct Common {
  using OfTensor = Element<std::conditional_t<is_tensor_v<A>, A, B>>;
  using OfOther = Element<std::conditional_t<is_tensor_v<A>, B, A>>;
  static constexpr bool kWidens = is_complex_v<OfOther> && std::is_same_v<RealOf<OfOther>, OfTensor>;
  static constexpr bool kWidensOther = is_complex_v<OfTensor> && std::is_same_v<RealOf<OfTensor>, OfOther>;
  using Type = std::conditional_t<kWidens, OfOther, OfTensor>;
  static_assert(!(is_tensor_v<A> && is_tensor_v<B>) || std::is_same_v<Element<A>, Element<B>> || kWidens || kWidensOther,
                "the operands have different element types; convert one with gradc::astype");
  static_assert(is_complex_v<Type> || !is_complex_v<OfOther>,
                "a complex number meets real elements of another precision; convert one with gradc::astype");
  static_assert(is_tensor_v<A> || !(is_integer_v<Type> && (std::is_floating_point_v<A> || is_half_v<A>)),
                "a floating point scalar meets a tensor of integers; convert the tensor with gradc::astype");
  static_assert(is_tensor_v<B> || !(is_integer_v<Type> && (std::is_floating_point_v<B> || is_half_v<B>)),
                "a floating point scalar meets a tensor of integers; convert the tensor with gradc::astype");
};

/// Numbers: real, complex or integers.
template <class T>
inline constexpr bool is_numeric_v = is_field_v<T> || is_integer_v<T>;

template <class A, class B>
inline constexpr int common_rank_v = rank_v<A> > rank_v<B> ? rank_v<A> : rank_v<B>;

/// A number as element type T; 16-bit types are reached through double, which holds every float and int
/// exactly.
template <class T, class X>
T convert_scalar(X value) {
  if constexpr (std::is_same_v<T, X>)
    return value;
  else if constexpr (is_complex_v<T> && is_complex_v<X>)
    return T(static_cast<RealOf<T>>(value.real()), static_cast<RealOf<T>>(value.imag()));
  else if constexpr (is_complex_v<T>)
    return T(convert_scalar<RealOf<T>>(value));
  else if constexpr (is_half_v<T>)
    return T(static_cast<double>(value));
  else if constexpr (is_half_v<X>)
    return static_cast<T>(static_cast<float>(value));
  else
    return static_cast<T>(value);
}

/// A scalar with the face of a rank-0 view.
template <class T>
struct ScalarOperand {
  T value;
  const T* data() const { return &value; }
  static Shape shape() { return Shape(); }
};

/// An operand as something with data() and shape().
template <class T, class X>
auto as_operand(const X& x) {
  if constexpr (is_tensor_v<X>)
    return View<const Element<X>, rank_v<X>>(x);
  else
    return ScalarOperand<T>{convert_scalar<T>(x)};
}

/// The read-only view of a tensor-like value.
template <class X>
View<const Element<X>, rank_v<X>> as_view(const X& x) {
  return View<const Element<X>, rank_v<X>>(x);
}

/// Walks up to three operands over the shape they broadcast to, in runs along the innermost axes that all of
/// them traverse evenly. NumPy's rule: shapes are aligned at the right, extents are equal or 1.
class Alignment {
 public:
  /// Throws ShapeError, naming `op` and the shapes, where they do not broadcast.
  Alignment(const char* op, std::initializer_list<Shape> operands);

  /// What the operands broadcast to.
  const Shape& shape() const { return shape_; }

  /// One run: `run()` elements, of which operand k's lie at `offset(k) + i * step(k)`; a step is 0 or 1.
  bool done() const { return runs_left_ == 0; }
  std::int64_t run() const { return run_; }
  std::int64_t offset(int operand) const { return offset_[operand]; }
  std::int64_t step(int operand) const { return step_[operand]; }
  void next();

 private:
  static constexpr int kMaxOperands = 3;

  Shape shape_;
  int operands_ = 0;
  int outer_rank_ = 0;
  std::int64_t runs_left_ = 0;
  std::int64_t run_ = 1;
  std::int64_t step_[kMaxOperands] = {};
  std::int64_t offset_[kMaxOperands] = {};
  std::int64_t extents_[kMaxRank] = {};
  std::int64_t index_[kMaxRank] = {};
  std::int64_t strides_[kMaxOperands][kMaxRank] = {};
};

/// y = f(x) at each element; 16-bit elements reach f as float.
template <class D, class A, class F>
Tensor<D, rank_v<A>> map(const A& x, F f) {
  using T = Element<A>;
  const auto from = as_view(x);
  Tensor<D, rank_v<A>> result;
  result.resize(from.shape());
  const T* values = from.data();
  D* to = result.data();
  const std::int64_t size = result.size();
  for (std::int64_t i = 0; i < size; ++i) to[i] = static_cast<D>(f(static_cast<Compute<T>>(values[i])));
  return result;
}

/// z = f(x, y) at each element of the shape that a and b broadcast to. T is the operands' element type.
template <class D, class T, class A, class B, class F>
Tensor<D, common_rank_v<A, B>> zip(const char* op, const A& a, const B& b, F f) {
  const auto x = as_operand<T>(a);
  const auto y = as_operand<T>(b);
  Alignment rows(op, {x.shape(), y.shape()});
  Tensor<D, common_rank_v<A, B>> result;
  result.resize(rows.shape());
  D* to = result.data();
  for (; !rows.done(); rows.next()) {
    const auto* p = x.data() + rows.offset(0);
    const auto* q = y.data() + rows.offset(1);
    const std::int64_t n = rows.run(), p_step = rows.step(0), q_step = rows.step(1);
    for (std::int64_t i = 0; i < n; ++i)
      to[i] =
          static_cast<D>(f(static_cast<Compute<T>>(p[i * p_step]), static_cast<Compute<T>>(q[i * q_step])));
    to += n;
  }
  return result;
}

/// The element type of an op of any operands: the tensors', which must agree; of scalars alone their common type.
template <class... X>
struct CommonOf {
  using Type = std::common_type_t<X...>;
};
template <class X>
struct CommonOf<X> {
  using Type = Element<X>;
};
template <class A, class B, class... X>
struct CommonOf<A, B, X...> {
  template <class P, class Q>
  static auto of_two() {
    if constexpr (are_operands_v<P, Q>)
      return typename Common<P, Q>::Type();
    else if constexpr (is_half_v<P>)
      return P();
    else
      return std::common_type_t<P, Q>();
  }
  // A tensor of the type stands for the tensors so far.
  using Two = decltype(of_two<A, B>());
  using Type =
      typename CommonOf<std::conditional_t<is_tensor_v<A> || is_tensor_v<B>, Tensor<Two, 0>, Two>, X...>::Type;
};

template <class... X>
inline constexpr bool are_values_v = ((is_tensor_v<X> || is_scalar_v<X>)&&...);

template <class D, class T, class F, class... X, std::size_t... I>
auto apply_at(const char* op, F f, std::index_sequence<I...>, const X&... x) {
  constexpr int kRanks[] = {rank_v<X>...};
  constexpr int kRank = [&] {
    int most = 0;
    for (int rank : kRanks) most = rank > most ? rank : most;
    return most;
  }();
  const auto operands = std::make_tuple(as_operand<T>(x)...);
  Alignment rows(op, {std::get<I>(operands).shape()...});
  Tensor<D, kRank> result;
  result.resize(rows.shape());
  D* to = result.data();
  for (; !rows.done(); rows.next()) {
    const T* const from[] = {std::get<I>(operands).data() + rows.offset(static_cast<int>(I))...};
    const std::int64_t n = rows.run();
    for (std::int64_t i = 0; i < n; ++i)
      to[i] = static_cast<D>(f(static_cast<Compute<T>>(from[I][i * rows.step(static_cast<int>(I))])...));
    to += n;
  }
  return result;
}

/// f at each element of what up to three operands broadcast to, as a tensor of D, or of the operands' element type
/// where D is void; at scalars, a scalar. 16-bit elements reach f as float. Throws ShapeError, naming `op`.
template <class D, class F, class... X>
auto elementwise(const char* op, F f, const X&... x) {
  using T = typename CommonOf<X...>::Type;
  using R = std::conditional_t<std::is_void_v<D>, T, D>;
  if constexpr ((is_tensor_v<X> || ...))
    return apply_at<R, T>(op, f, std::index_sequence_for<X...>(), x...);
  else
    return static_cast<R>(f(static_cast<Compute<T>>(convert_scalar<T>(x))...));
}

/// The same for real and complex elements.
template <class D = void, class F, class... X>
auto field_elementwise(const char* op, F f, const X&... x) {
  static_assert(is_field_v<typename CommonOf<X...>::Type>,
                "this op takes floating point or complex elements; convert with gradc::astype");
  return elementwise<D>(op, f, x...);
}

/// The same for real elements alone.
template <class D = void, class F, class... X>
auto real_elementwise(const char* op, F f, const X&... x) {
  static_assert(is_real_v<typename CommonOf<X...>::Type>,
                "this op takes real floating point elements; convert with gradc::astype");
  return elementwise<D>(op, f, x...);
}

/// The same for real elements and integers.
template <class F, class... X>
auto number_elementwise(const char* op, F f, const X&... x) {
  using T = typename CommonOf<X...>::Type;
  static_assert(is_real_v<T> || is_integer_v<T>, "this op takes real or integer elements; convert with gradc::astype");
  return elementwise<void>(op, f, x...);
}

/// A tensor-like value as a Tensor, anything else as it is.
template <class X, bool kTensor = is_tensor_v<X>>
struct ValueOf {
  using Type = TensorLike<X>;
};
template <class X>
struct ValueOf<X, false> {
  using Type = X;
};
template <class X>
using Value = typename ValueOf<X>::Type;

}  // namespace detail
}  // namespace gradc
