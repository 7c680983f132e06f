// Functions of elements of tensors for the eager ops: those of <gradc/vector_math.h> and what is made of them, compiled into the
// library, so that they give the same bits as in generated kernels however the program is compiled.
#pragma once

#include <cstdint>
#include <type_traits>

/// Lists of them by the number of operands.
#define GRADC_ELEMENT_FUNCTIONS(X)                                                                               \
  X(exp) X(exp2) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinpi) \
  X(cospi) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(erf) X(erfc) X(ndtr) X(cbrt) X(sigmoid)         \
  X(softplus) X(silu) X(mish) X(gelu) X(gelu_tanh) X(quick_gelu) X(selu) X(logit) X(log_sigmoid) X(log1mexp) X(entr)
#define GRADC_ELEMENT_FUNCTIONS_OF_2(X) \
  X(pow) X(atan2) X(softplus) X(elu) X(celu) X(swiglu) X(logaddexp) X(logaddexp2) X(logsubexp) X(xlogy) X(xlog1py)

namespace gradc {
namespace element_math {

#define GRADC_ELEMENT_FUNCTION(name) \
  float name(float x);               \
  double name(double x);             \
  void name(const float* x, float* y, std::int64_t n); \
  void name(const double* x, double* y, std::int64_t n);
GRADC_ELEMENT_FUNCTIONS(GRADC_ELEMENT_FUNCTION)
#undef GRADC_ELEMENT_FUNCTION

#define GRADC_ELEMENT_FUNCTION(name) \
  float name(float x, float y);      \
  double name(double x, double y);
GRADC_ELEMENT_FUNCTIONS_OF_2(GRADC_ELEMENT_FUNCTION)
#undef GRADC_ELEMENT_FUNCTION

}  // namespace element_math

namespace detail {

/// A function that elements of tensors have in another form than numbers; perhaps with a form of whole arrays.
template <class N, class E, bool TakesArrays>
struct Function {
  N of_number;
  E of_elements;
};
template <bool TakesArrays, class N, class E>
Function<N, E, TakesArrays> function(N of_number, E of_elements) {
  return {of_number, of_elements};
}

/// The form of a function for operands of that rank, of elements that are computed in C. A tensor without axes is a number.
template <int Rank, class C, class F>
constexpr F form_of(F f) {
  return f;
}
template <int Rank, class C, class N, class E, bool TakesArrays>
constexpr auto form_of(Function<N, E, TakesArrays> f) {
  if constexpr (Rank > 0 && std::is_floating_point_v<C>)
    return f.of_elements;
  else
    return f.of_number;
}

template <class F>
inline constexpr bool takes_arrays_v = false;
template <class N, class E>
inline constexpr bool takes_arrays_v<Function<N, E, true>> = true;

}  // namespace detail
}  // namespace gradc

/// The element function `name`, and what it is of numbers.
#define GRADC_FUNCTION(name, ...) \
  detail::function<true>(__VA_ARGS__, [](auto... v) { return element_math::name(v...); })
