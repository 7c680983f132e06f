// What the eager ops accept: Tensor, View and StaticTensor alike, and scalars beside them; and how operands
// of different shapes are walked together.
#pragma once

#include <gradc/detail/element.h>
#include <gradc/detail/element_math.h>
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

/// Stands before the body of an op of operands of types X..., whose element type is that of detail::CommonOf<X...>, and says
/// by the name of the op what is wrong with them, alone: that they don't go together, or that `accepts` doesn't hold for
/// that type, which is called T. What is refused gives elements of D, or of T where D is void.
#define GRADC_TAKES_ELEMENTS(D, op, accepts, what, ...)                                                                \
  using T [[maybe_unused]] = typename detail::CommonOf<__VA_ARGS__>::Type;                                             \
  GRADC_GO_TOGETHER(op, __VA_ARGS__)                                                                                   \
  static_assert(!detail::go_together_v<__VA_ARGS__> || (accepts), "gradc::" op " takes " what "; convert with gradc::astype"); \
  if constexpr (!detail::go_together_v<__VA_ARGS__> || !(accepts)) {                                                   \
    return detail::refused<D, __VA_ARGS__>();                                                                          \
  } else
/// The first part of it.
#define GRADC_GO_TOGETHER(op, ...)                                                                                     \
  static_assert(detail::CommonOf<__VA_ARGS__>::kOneType,                                                               \
                "gradc::" op " takes operands of one element type; convert one with gradc::astype");                   \
  static_assert(detail::CommonOf<__VA_ARGS__>::kIsWhole,                                                               \
                "gradc::" op ": a number that isn't whole meets a tensor of integers or bools; convert the tensor with gradc::astype"); \
  static_assert(detail::CommonOf<__VA_ARGS__>::kIsReal,                                                                \
                "gradc::" op ": a complex number meets real elements of another precision; convert one with gradc::astype");
/// The class of a braced list of tensors that aren't alike, for an overload of the op that refuses it.
#define GRADC_UNLIKE(name)                                                                                                \
  namespace detail {                                                                                                     \
  struct name##_of_unlike {                                                                                              \
    template <class A, class B, class... X>                                                                              \
    name##_of_unlike(const A&, const B&, const X&...) {                                                                  \
      static_assert(sizeof(A) == 0, "gradc::" #name " takes tensors of one class, element type and rank; convert one with " \
                                    "gradc::astype, or make a Tensor of a View");                                        \
    }                                                                                                                    \
  };                                                                                                                     \
  }
/// Stands before the body of an op of tensors of one element type, and says so by its name, alone.
#define GRADC_TAKES_ONE_TYPE(op, A, ...)                                                                                  \
  static_assert((detail::have_elements_v<detail::Element<A>, __VA_ARGS__>),                                               \
                "gradc::" op " takes operands of one element type; convert one with gradc::astype");                      \
  if constexpr (!detail::have_elements_v<detail::Element<A>, __VA_ARGS__>) {                                              \
    return {};                                                                                                            \
  } else
/// The same of an op that puts the number of type V into elements of type T.
#define GRADC_TAKES_NUMBER(op, T, V)                                                                                      \
  static_assert(detail::is_scalar_v<V>, "gradc::" op " takes a number, no tensor, beside the tensor");                    \
  static_assert(!detail::is_scalar_v<V> || detail::holds_v<T, V>,                                                         \
                "gradc::" op ": the number isn't one that the elements of the tensor may be; convert the tensor with gradc::astype"); \
  if constexpr (!detail::is_scalar_v<V> || !detail::holds_v<T, V>) {                                                      \
    return {};                                                                                                            \
  } else
#define GRADC_TAKES_REAL(op, ...) GRADC_TAKES_ELEMENTS(void, op, detail::is_real_v<T>, "real floating point elements", __VA_ARGS__)
#define GRADC_TAKES_FIELD(op, ...) \
  GRADC_TAKES_ELEMENTS(void, op, detail::is_field_v<T>, "floating point or complex elements", __VA_ARGS__)
#define GRADC_TAKES_ORDERED(op, ...) \
  GRADC_TAKES_ELEMENTS(void, op, (detail::is_real_v<T> || detail::is_integer_v<T>), "real or integer elements", __VA_ARGS__)

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

/// Whether the elements of an X may lie on a device.
template <class X>
inline constexpr bool has_device_v = false;
template <class T, int R>
inline constexpr bool has_device_v<Tensor<T, R>> = true;
template <class T, int R>
inline constexpr bool has_device_v<View<T, R>> = true;

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

/// The element type of a binary op: the tensors'; a scalar takes it. But real meets complex of the same precision. Where
/// the operands don't go together, which the op says (GRADC_TAKES_TOGETHER), it is that of the first tensor.
template <class A, class B>
struct Common {
  using OfTensor = Element<std::conditional_t<is_tensor_v<A>, A, B>>;
  using OfOther = Element<std::conditional_t<is_tensor_v<A>, B, A>>;
  static constexpr bool kWidens = is_complex_v<OfOther> && std::is_same_v<RealOf<OfOther>, OfTensor>;
  static constexpr bool kWidensOther = is_complex_v<OfTensor> && std::is_same_v<RealOf<OfTensor>, OfOther>;
  using Type = std::conditional_t<kWidens, OfOther, OfTensor>;
  static constexpr bool kOneType =
      !(is_tensor_v<A> && is_tensor_v<B>) || std::is_same_v<OfTensor, OfOther> || kWidens || kWidensOther;
  /// Whether the number among them, if there is one, may become such an element: none that isn't whole an integer or a bool, no
  /// complex one a real one of another precision.
  static constexpr bool kIsWhole = !kOneType || is_field_v<Type> || !(std::is_floating_point_v<OfOther> || is_field_v<OfOther>);
  static constexpr bool kIsReal = !kOneType || !kIsWhole || is_complex_v<Type> || !is_complex_v<OfOther>;
};

/// What may be an index: int32 or int64, in a tensor or alone.
template <class I>
inline constexpr bool is_index_v =
    std::is_same_v<Element<I>, std::int32_t> || std::is_same_v<Element<I>, std::int64_t>;

/// Whether all have elements of type T.
template <class T, class... X>
inline constexpr bool have_elements_v = (std::is_same_v<Element<X>, T> && ...);
/// Whether a number of type X may stand for an element T: none that isn't whole for an integer or a bool, no complex one for
/// a real one.
template <class T, class X>
inline constexpr bool holds_v = is_complex_v<T> || (!is_complex_v<X> && (is_real_v<T> || !(std::is_floating_point_v<X> || is_half_v<X>)));

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

/// Refuses, by the name of the op, tensors that lie on a device.
template <class... X>
void require_host_operands([[maybe_unused]] const char* op, const X&... x) {
  const auto require = [op](const auto& one) {
    using One = std::decay_t<decltype(one)>;
    if constexpr (has_device_v<One>) require_host(one.device(), op);
    static_cast<void>(op), static_cast<void>(one);
  };
  (require(x), ...);
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
Tensor<D, rank_v<A>> map(const A& x, F f, const char* op = "View::data") {
  using T = Element<A>;
  require_host_operands(op, x);
  const auto from = as_view(x);
  Tensor<D, rank_v<A>> result;
  result.resize(from.shape());
  const T* values = from.data();
  D* to = result.data();
  const std::int64_t size = result.size();
  const auto g = form_of<rank_v<A>, Compute<T>>(f);
  if constexpr (takes_arrays_v<F> && rank_v<A> > 0 && std::is_same_v<D, T> && std::is_floating_point_v<T>)
    g(values, to, size);
  else
    for (std::int64_t i = 0; i < size; ++i) to[i] = static_cast<D>(g(static_cast<Compute<T>>(values[i])));
  return result;
}

/// z = f(x, y) at each element of the shape that a and b broadcast to. T is the operands' element type.
template <class D, class T, class A, class B, class F>
Tensor<D, common_rank_v<A, B>> zip(const char* op, const A& a, const B& b, F f) {
  require_host_operands(op, a, b);
  const auto x = as_operand<T>(a);
  const auto y = as_operand<T>(b);
  const auto g = form_of<common_rank_v<A, B>, Compute<T>>(f);
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
          static_cast<D>(g(static_cast<Compute<T>>(p[i * p_step]), static_cast<Compute<T>>(q[i * q_step])));
    to += n;
  }
  return result;
}

/// The element type of an op of any operands: the tensors', which must agree; of scalars alone their common type.
template <class... X>
struct CommonOf {
  using Type = std::common_type_t<X...>;
  static constexpr bool kOneType = true, kIsWhole = true, kIsReal = true;
};
template <class X>
struct CommonOf<X> {
  using Type = Element<X>;
  static constexpr bool kOneType = true, kIsWhole = true, kIsReal = true;
};
template <class A, class B>
struct OfScalars {
  static auto common() {
    if constexpr (is_half_v<A>)
      return A();
    else
      return std::common_type_t<A, B>();
  }
  using Type = decltype(common());
  static constexpr bool kOneType = true, kIsWhole = true, kIsReal = true;
};
template <class A, class B, class... X>
struct CommonOf<A, B, X...> {
  using OfTwo = std::conditional_t<are_operands_v<A, B>, Common<A, B>, OfScalars<A, B>>;
  using Two = typename OfTwo::Type;
  // A tensor of the type stands for the tensors so far.
  using Rest = CommonOf<std::conditional_t<is_tensor_v<A> || is_tensor_v<B>, Tensor<Two, 0>, Two>, X...>;
  using Type = typename Rest::Type;
  static constexpr bool kOneType = OfTwo::kOneType && Rest::kOneType;
  static constexpr bool kIsWhole = !kOneType || (OfTwo::kIsWhole && Rest::kIsWhole);
  static constexpr bool kIsReal = !kOneType || !kIsWhole || (OfTwo::kIsReal && Rest::kIsReal);
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
  const auto g = form_of<kRank, Compute<T>>(f);
  const auto operands = std::make_tuple(as_operand<T>(x)...);
  Alignment rows(op, {std::get<I>(operands).shape()...});
  Tensor<D, kRank> result;
  result.resize(rows.shape());
  D* to = result.data();
  for (; !rows.done(); rows.next()) {
    const auto from = std::make_tuple(std::get<I>(operands).data() + rows.offset(static_cast<int>(I))...);
    const std::int64_t n = rows.run();
    for (std::int64_t i = 0; i < n; ++i)
      to[i] = static_cast<D>(g(static_cast<Compute<T>>(std::get<I>(from)[i * rows.step(static_cast<int>(I))])...));
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
  require_host_operands(op, x...);
  if constexpr ((is_tensor_v<X> && ...) && sizeof...(X) == 1)
    return map<R>(x..., f);
  else if constexpr ((is_tensor_v<X> || ...))
    return apply_at<R, T>(op, f, std::index_sequence_for<X...>(), x...);
  else
    return static_cast<R>(form_of<0, Compute<T>>(f)(static_cast<Compute<T>>(convert_scalar<T>(x))...));
}

/// Whether operands have one element type, as Common says.
template <class... X>
inline constexpr bool go_together_v = CommonOf<X...>::kOneType && CommonOf<X...>::kIsWhole && CommonOf<X...>::kIsReal;

/// The element type of operands that are multiplied, real and complex ones of the same precision too.
template <class... X>
using Product = typename CommonOf<X...>::Type;

/// What an op that has refused its operands gives: a tensor or a number of D, or of their type where D is void.
template <class D, class... X>
auto refused() {
  using T = typename CommonOf<X...>::Type;
  using R = std::conditional_t<std::is_void_v<D>, T, D>;
  constexpr int kRanks[] = {rank_v<X>...};
  constexpr int kRank = [&] {
    int most = 0;
    for (int rank : kRanks) most = rank > most ? rank : most;
    return most;
  }();
  if constexpr ((is_tensor_v<X> || ...))
    return Tensor<R, kRank>();
  else
    return R();
}

/// What stands for a result that there is none of.
struct Nothing {
  template <class T>
  operator T() const;
};

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
