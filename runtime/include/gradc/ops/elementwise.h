/// \file
/// Elementwise ops: arithmetic, comparison, selection, casts and the real functions, each on tensors and on scalars.
///
/// Binary ops broadcast as NumPy does, at run time, and throw ShapeError where shapes do not fit. Operands have one element type;
/// a scalar takes the tensor's. Integers wrap. half and bfloat16 are computed in float and rounded once.
#pragma once

#include <gradc/detail/operand.h>
#include <gradc/detail/scalar_math.h>

namespace gradc {

// Functions of one argument. GRADC_UNARY defines `name` on tensors and on scalars of the accepted types; `v`
// stands for the element, as float or double where it is real. Those that end in _FUNCTION have another form on elements of
// tensors.
#define GRADC_UNARY_BY(name, accepts, what, expression, form)                                     \
  template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>                              \
  detail::TensorLike<A> name(const A& x) {                                                        \
    using T = detail::Element<A>;                                                                 \
    static_assert(accepts, "gradc::" #name " takes " what "; convert with gradc::astype");        \
    if constexpr (accepts)                                                                        \
      return detail::map<T>(x, form(name, [](detail::Compute<T> v) { return expression; }), #name); \
    else                                                                                          \
      return {};                                                                                  \
  }                                                                                               \
  template <class T, detail::Constraint<detail::is_scalar_v<T>> = 0>                              \
  T name(T x) {                                                                                   \
    static_assert(accepts, "gradc::" #name " takes " what "; convert with gradc::astype");        \
    if constexpr (accepts) {                                                                      \
      const detail::Compute<T> v = static_cast<detail::Compute<T>>(x);                            \
      return static_cast<T>(expression);                                                          \
    } else {                                                                                      \
      return x;                                                                                   \
    }                                                                                             \
  }
#define GRADC_ONE_FORM(name, ...) __VA_ARGS__
#define GRADC_UNARY(name, accepts, what, expression) GRADC_UNARY_BY(name, accepts, what, expression, GRADC_ONE_FORM)
#define GRADC_REAL_FUNCTION(name, expression) \
  GRADC_UNARY_BY(name, detail::is_real_v<T>, "real floating point elements", expression, GRADC_FUNCTION)
#define GRADC_FIELD(name, expression) \
  GRADC_UNARY(name, detail::is_field_v<T>, "floating point or complex elements", expression)
#define GRADC_FIELD_FUNCTION(name, expression) \
  GRADC_UNARY_BY(name, detail::is_field_v<T>, "floating point or complex elements", expression, GRADC_FUNCTION)
#define GRADC_NUMBER(name, expression) \
  GRADC_UNARY(name, detail::is_real_v<T> || detail::is_integer_v<T>, "real or integer elements", expression)

/// e^x.
GRADC_FIELD_FUNCTION(exp, scalar::Math<detail::Compute<T>>::exp(v))
/// Natural logarithm; -infinity at 0, NaN below.
GRADC_FIELD_FUNCTION(log, scalar::Math<detail::Compute<T>>::log(v))
/// log(1 + x), accurate near 0.
GRADC_FIELD_FUNCTION(log1p, scalar::Math<detail::Compute<T>>::log1p(v))
/// e^x - 1, accurate near 0.
GRADC_FIELD_FUNCTION(expm1, scalar::Math<detail::Compute<T>>::expm1(v))
/// Square root; NaN below 0.
GRADC_FIELD(sqrt, scalar::Math<detail::Compute<T>>::sqrt(v))
/// 1 / sqrt(x).
GRADC_FIELD(rsqrt, scalar::rsqrt(v))
/// Hyperbolic tangent.
GRADC_FIELD_FUNCTION(tanh, scalar::Math<detail::Compute<T>>::tanh(v))
/// 1 / (1 + e^-x).
GRADC_FIELD_FUNCTION(sigmoid, scalar::sigmoid(v))
/// log(1 + e^x).
GRADC_REAL_FUNCTION(softplus, scalar::softplus(v))
/// Sine of x in radians.
GRADC_FIELD_FUNCTION(sin, scalar::Math<detail::Compute<T>>::sin(v))
/// Cosine of x in radians.
GRADC_FIELD_FUNCTION(cos, scalar::Math<detail::Compute<T>>::cos(v))
/// 1 / x.
GRADC_FIELD(reciprocal, scalar::divide(detail::Compute<T>(1), v))
/// max(x, 0); NaN stays NaN.
GRADC_NUMBER(relu, scalar::relu(v))
/// x * x.
GRADC_UNARY(square, (detail::is_field_v<T> || detail::is_integer_v<T>), "floating point, complex or integer elements", scalar::square(v))
/// -1, 0 or 1; NaN stays NaN.
GRADC_NUMBER(sign, scalar::sign(v))

#undef GRADC_NUMBER
#undef GRADC_FIELD_FUNCTION
#undef GRADC_FIELD
#undef GRADC_REAL_FUNCTION
#undef GRADC_UNARY
#undef GRADC_UNARY_BY

/// |x|; of complex x, without overflow, with gradient x/|x|, 0 at 0.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto abs(const X& x) {
  using T = detail::Element<X>;
  static_assert(detail::is_field_v<T> || detail::is_integer_v<T>, "gradc::abs takes numbers; convert with gradc::astype");
  return detail::elementwise<detail::RealOf<T>>("abs", [](auto v) { return scalar::abs(v); }, x);
}

/// -x; integers wrap.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> operator-(const A& x) {
  using T = detail::Element<A>;
  static_assert(!std::is_same_v<T, bool>, "gradc::negative takes numbers, which bools are not; convert with gradc::astype");
  return detail::map<T>(x, [](detail::Compute<T> v) { return scalar::negate(v); }, "negate");
}

/// A copy of x.
template <class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
detail::TensorLike<A> operator+(const A& x) {
  return x;
}
/// x itself.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
detail::Value<X> positive(const X& x) {
  return x;
}
/// x itself, of any kind.
template <class X>
detail::Value<X> identity(const X& x) {
  return x;
}

// Arithmetic of two operands, with the name that errors give it; `u` and `v` stand for the elements.
#define GRADC_ARITHMETIC(function, op, accepts, what, expression) \
  GRADC_ARITHMETIC_BY(function, op, accepts, what, expression, GRADC_ONE_FORM)
#define GRADC_ARITHMETIC_BY(function, op, accepts, what, expression, form)                           \
  template <class A, class B, detail::Constraint<detail::are_operands_v<A, B>> = 0>                  \
  Tensor<typename detail::Common<A, B>::Type, detail::common_rank_v<A, B>> function(const A& a,      \
                                                                                    const B& b) {    \
    GRADC_TAKES_ELEMENTS(void, op, accepts, what, A, B) {                                            \
      return detail::zip<T, T>(                                                                      \
          op, a, b, form(function, [](detail::Compute<T> u, detail::Compute<T> v) { return expression; })); \
    }                                                                                                \
  }
#define GRADC_ORDERED(function, op, expression)                                            \
  GRADC_ARITHMETIC(function, op, (!std::is_same_v<T, bool> && !detail::is_complex_v<T>),     \
                   "real or integer elements", expression)
#define GRADC_NO_BOOL(function, op, expression) \
  GRADC_ARITHMETIC(function, op, (!std::is_same_v<T, bool>), "numbers, which bools are not", expression)

// The same of two numbers, of which one may take the type of the other.
#define GRADC_OF_NUMBERS(function, op, accepts, what, expression)                                                     \
  template <class A, class B, detail::Constraint<detail::are_values_v<A, B> && !detail::are_operands_v<A, B>> = 0>   \
  auto function(const A& a, const B& b) {                                                                             \
    GRADC_TAKES_ELEMENTS(void, op, accepts, what, A, B)                                                               \
    return detail::elementwise<void>(op, [](auto u, auto v) { return expression; }, a, b);                           \
  }

/// a + b.
GRADC_NO_BOOL(operator+, "add", scalar::add(u, v))
/// a - b.
GRADC_NO_BOOL(operator-, "subtract", scalar::subtract(u, v))
/// a * b.
GRADC_NO_BOOL(operator*, "multiply", scalar::multiply(u, v))
/// a / b, as IEEE says at b = 0. Real and complex elements only.
GRADC_ARITHMETIC(operator/, "divide", detail::is_field_v<T>, "floating point or complex elements, gradc::floor_divide integers",
                 scalar::divide(u, v))
/// The operators by their names, of numbers too.
#define GRADC_NAMED(name, symbol, accepts, what)                                    \
  template <class A, class B, detail::Constraint<detail::are_operands_v<A, B>> = 0> \
  auto name(const A& a, const B& b) {                                               \
    return a symbol b;                                                              \
  }                                                                                 \
  GRADC_OF_NUMBERS(name, #name, accepts, what, scalar::name(u, v))
GRADC_NAMED(add, +, (!std::is_same_v<T, bool>), "numbers, which bools are not")
GRADC_NAMED(subtract, -, (!std::is_same_v<T, bool>), "numbers, which bools are not")
GRADC_NAMED(multiply, *, (!std::is_same_v<T, bool>), "numbers, which bools are not")
GRADC_NAMED(divide, /, detail::is_field_v<T>, "floating point or complex elements, gradc::floor_divide integers")
#undef GRADC_NAMED
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
detail::Value<X> negative(const X& x) {
  using T = detail::Element<X>;
  static_assert(!std::is_same_v<T, bool>, "gradc::negative takes numbers, which bools are not; convert with gradc::astype");
  if constexpr (detail::is_tensor_v<X>)
    return -x;
  else if constexpr (std::is_same_v<T, bool>)
    return x;
  else
    return static_cast<T>(scalar::negate(static_cast<detail::Compute<T>>(x)));
}
/// The larger of a and b; NaN if either is.
GRADC_ORDERED(maximum, "maximum", scalar::maximum(u, v))
GRADC_OF_NUMBERS(maximum, "maximum", (!std::is_same_v<T, bool> && !detail::is_complex_v<T>), "real or integer elements",
                 scalar::maximum(u, v))
/// The smaller of a and b; NaN if either is.
GRADC_ORDERED(minimum, "minimum", scalar::minimum(u, v))
GRADC_OF_NUMBERS(minimum, "minimum", (!std::is_same_v<T, bool> && !detail::is_complex_v<T>), "real or integer elements",
                 scalar::minimum(u, v))
/// a to the power b. Integers throw DomainError for b < 0.
GRADC_ARITHMETIC_BY(pow, "pow", (!std::is_same_v<T, bool>), "numbers, which bools are not", scalar::pow(u, v), GRADC_FUNCTION)
GRADC_OF_NUMBERS(pow, "pow", (!std::is_same_v<T, bool>), "numbers, which bools are not", scalar::pow(u, v))

#undef GRADC_NO_BOOL
#undef GRADC_ORDERED
#undef GRADC_ARITHMETIC
#undef GRADC_ARITHMETIC_BY
#undef GRADC_ONE_FORM
#undef GRADC_OF_NUMBERS

namespace detail {
/// Puts the elements of `value` into `target`, whose shape must be the same.
/// \throws ShapeError naming `op`.
template <class Target, class T, int R>
void store(const char* op, Target& target, const Tensor<T, R>& value) {
  static_assert(rank_v<std::remove_const_t<Target>> == R,
                "the right operand of a compound assignment has more axes than the left");
  if constexpr (std::is_same_v<Element<std::remove_const_t<Target>>, T>) {
  if (target.shape() != value.shape())
    fail_shape(std::string(op) + ": a result of shape " + to_string(value.shape()) +
               " does not fit a target of shape " + to_string(target.shape()));
  if (value.size() > 0)
    std::memcpy(static_cast<void*>(target.data()), value.data(),
                static_cast<std::size_t>(value.size()) * sizeof(T));
  }
}
}  // namespace detail

// Compound assignment, to a Tensor or StaticTensor and through a View. The right side is evaluated first, so
// that it may share memory with the left; it must broadcast to the left's shape, else ShapeError.
#define GRADC_COMPOUND(op, symbol)                                                                    \
  template <class T, int R, class B, detail::Constraint<detail::are_operands_v<Tensor<T, R>, B>> = 0> \
  Tensor<T, R>& operator symbol##=(Tensor<T, R>& a, const B& b) {                                     \
    static_assert(!detail::is_complex_v<detail::Element<B>> || detail::is_complex_v<T>,               \
                  "gradc::" op ": what is complex has no place in real elements; take gradc::real or gradc::abs of it"); \
    detail::store(op, a, a symbol b);                                                                 \
    return a;                                                                                         \
  }                                                                                                   \
  template <class T, std::int64_t... E, class B,                                                      \
            detail::Constraint<detail::are_operands_v<StaticTensor<T, E...>, B>> = 0>                 \
  StaticTensor<T, E...>& operator symbol##=(StaticTensor<T, E...>& a, const B& b) {                   \
    static_assert(!detail::is_complex_v<detail::Element<B>> || detail::is_complex_v<T>,               \
                  "gradc::" op ": what is complex has no place in real elements; take gradc::real or gradc::abs of it"); \
    detail::store(op, a, a symbol b);                                                                 \
    return a;                                                                                         \
  }                                                                                                   \
  template <class T, int R, class B, detail::Constraint<detail::are_operands_v<View<T, R>, B>> = 0>   \
  const View<T, R>& operator symbol##=(const View<T, R>& a, const B& b) {                             \
    static_assert(!detail::is_complex_v<detail::Element<B>> || detail::is_complex_v<T>,               \
                  "gradc::" op ": what is complex has no place in real elements; take gradc::real or gradc::abs of it"); \
    detail::store(op, a, a symbol b);                                                                 \
    return a;                                                                                         \
  }

GRADC_COMPOUND("add", +)
GRADC_COMPOUND("subtract", -)
GRADC_COMPOUND("multiply", *)
GRADC_COMPOUND("divide", /)

#undef GRADC_COMPOUND

// Comparisons give tensors of bool, and are false (not_equal: true) where an operand is NaN. A tensor with axes is no bool:
// `if (a == b)` of two such doesn't compile.
#define GRADC_COMPARE(function, op, accepts, what, symbol)                                              \
  template <class A, class B, detail::Constraint<detail::are_operands_v<A, B>> = 0>                     \
  Tensor<bool, detail::common_rank_v<A, B>> function(const A& a, const B& b) {                          \
    GRADC_TAKES_ELEMENTS(bool, op, accepts, what, A, B) {                                               \
      return detail::zip<bool, T>(op, a, b,                                                             \
                                  [](detail::Compute<T> u, detail::Compute<T> v) { return u symbol v; }); \
    }                                                                                                   \
  }
// By their names of numbers too.
#define GRADC_COMPARE_NUMBERS(name, accepts, what, symbol)                                                          \
  template <class A, class B, detail::Constraint<detail::are_values_v<A, B> && !detail::are_operands_v<A, B>> = 0> \
  bool name(const A& a, const B& b) {                                                                               \
    GRADC_TAKES_ELEMENTS(bool, #name, accepts, what, A, B)                                                          \
    return detail::elementwise<bool>(#name, [](auto u, auto v) { return u symbol v; }, a, b);                      \
  }
#define GRADC_ORDER(name, symbol)                                                                          \
  GRADC_COMPARE(operator symbol, #name, (!std::is_same_v<T, bool> && !detail::is_complex_v<T>),            \
                "real or integer elements", symbol)                                                        \
  template <class A, class B, detail::Constraint<detail::are_operands_v<A, B>> = 0>                        \
  Tensor<bool, detail::common_rank_v<A, B>> name(const A& a, const B& b) {                                 \
    return a symbol b;                                                                                     \
  }                                                                                                        \
  GRADC_COMPARE_NUMBERS(name, (!std::is_same_v<T, bool> && !detail::is_complex_v<T>), "real or integer elements", symbol)
#define GRADC_COMPARE_ANY(name, accepts, what, symbol)  \
  GRADC_COMPARE(name, #name, accepts, what, symbol)     \
  GRADC_COMPARE_NUMBERS(name, accepts, what, symbol)

GRADC_ORDER(greater, >)
GRADC_ORDER(less, <)
GRADC_ORDER(greater_equal, >=)
GRADC_ORDER(less_equal, <=)
GRADC_COMPARE(operator==, "equal", true, "any elements", ==)
GRADC_COMPARE(operator!=, "not_equal", true, "any elements", !=)
/// Whether a = b.
GRADC_COMPARE_ANY(equal, true, "any elements", ==)
/// Whether a != b.
GRADC_COMPARE_ANY(not_equal, true, "any elements", !=)
/// Whether both are true; both sides are evaluated.
GRADC_COMPARE_ANY(logical_and, (std::is_same_v<T, bool>), "elements of bool", &&)
/// Whether one is true; both sides are evaluated.
GRADC_COMPARE_ANY(logical_or, (std::is_same_v<T, bool>), "elements of bool", ||)

#undef GRADC_COMPARE_ANY
#undef GRADC_COMPARE_NUMBERS
#undef GRADC_ORDER
#undef GRADC_COMPARE

/// Whether x is false.
template <class X, detail::Constraint<detail::are_values_v<X>> = 0>
auto logical_not(const X& x) {
  GRADC_TAKES_ELEMENTS(bool, "logical_not", (std::is_same_v<T, bool>), "elements of bool", X)
  return detail::elementwise<bool>("logical_not", [](auto v) { return !v; }, x);
}

namespace detail {

/// The element type of where's two values: that of the tensors among them, else the common type of the scalars.
template <class A, class B, bool kTensors = are_operands_v<A, B>>
struct Choice {
  using Type = typename Common<A, B>::Type;
};
template <class A, class B>
struct Choice<A, B, false> {
  using Type = std::common_type_t<A, B>;
};

}  // namespace detail

/// a where c is true, b elsewhere; all three broadcast. The value that is not selected has no influence, even if it is NaN. With
/// three scalars it is c ? a : b.
template <class C, class A, class B, detail::Constraint<detail::are_values_v<C, A, B>> = 0>
auto where(const C& condition, const A& a, const B& b) {
  static_assert(std::is_same_v<detail::Element<C>, bool>,
                "gradc::where takes a condition of bool; compare, or convert with gradc::astype<bool>");
  using T = typename detail::Choice<A, B>::Type;
  GRADC_GO_TOGETHER("where", A, B)
  if constexpr (!detail::go_together_v<A, B>) {
    return detail::refused<T, C, A, B>();
  } else if constexpr (!detail::is_tensor_v<C> && !detail::is_tensor_v<A> && !detail::is_tensor_v<B>) {
    return condition != C() ? detail::convert_scalar<T>(a) : detail::convert_scalar<T>(b);
  } else {
    constexpr int kRank = detail::common_rank_v<Tensor<T, detail::common_rank_v<A, B>>, C>;
    using Chooser = detail::Element<C>;
    const auto c = detail::as_operand<Chooser>(condition);
    const auto x = detail::as_operand<T>(a);
    const auto y = detail::as_operand<T>(b);
    detail::Alignment rows("where", {c.shape(), x.shape(), y.shape()});
    Tensor<T, kRank> result;
    result.resize(rows.shape());
    T* to = result.data();
    for (; !rows.done(); rows.next()) {
      const auto* choose = c.data() + rows.offset(0);
      const auto* p = x.data() + rows.offset(1);
      const auto* q = y.data() + rows.offset(2);
      const std::int64_t n = rows.run();
      for (std::int64_t i = 0; i < n; ++i)
        to[i] = choose[i * rows.step(0)] != Chooser() ? static_cast<T>(p[i * rows.step(1)]) : static_cast<T>(q[i * rows.step(2)]);
      to += n;
    }
    return result;
  }
}

namespace detail {
/// One element as type D: real to integer truncates and saturates (NaN gives 0), anything to bool is "not 0".
template <class D, class T>
D cast(T value) {
  static_assert(is_complex_v<D> || !is_complex_v<T> || std::is_same_v<D, bool>,
                "gradc::astype converts complex numbers to complex ones or to bool; take gradc::real, gradc::imag or gradc::abs");
  if constexpr (std::is_same_v<D, bool>)
    return value != T{0};
  else if constexpr (is_complex_v<T> && !is_complex_v<D>)
    return D();
  else if constexpr (is_integer_v<D> && std::is_floating_point_v<T>)
    return scalar::to_integer<D>(value);
  else
    return convert_scalar<D>(value);
}
}  // namespace detail

/// x with elements of type D. Real to integer truncates toward zero and saturates (NaN gives 0); integers wrap; to bool is "not
/// 0"; complex numbers convert only to complex and bool.
template <class D, class A, detail::Constraint<detail::is_tensor_v<A>> = 0>
Tensor<D, detail::rank_v<A>> astype(const A& x) {
  return detail::map<D>(x, [](detail::Compute<detail::Element<A>> v) { return detail::cast<D>(v); }, "astype");
}
template <class D, class T, detail::Constraint<detail::is_scalar_v<T>> = 0>
D astype(T x) {
  return detail::cast<D>(static_cast<detail::Compute<T>>(x));
}

}  // namespace gradc
