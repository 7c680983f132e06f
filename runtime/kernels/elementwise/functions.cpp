// The element functions, compiled as generated kernels are: without contraction, arrays for several instruction sets. What is
// made of others here has the form of the op's expression (ir/ops/elementwise).
#include <gradc/detail/kernel.h>

#include <gradc/detail/element_math.h>
#include <gradc/detail/scalar_math.h>
#include <gradc/vector_math.h>

#include <cmath>
#include <limits>

namespace gradc {
namespace element_math {
namespace formulas {

using namespace vector_math;
using vector_math::softplus;
using std::cos, std::log10, std::sin, std::tan;
using scalar::cospi, scalar::sinpi;

template <class T>
T log_sigmoid(T x) {
  return (x < T(0) ? x : x > T(0) ? T(0) : x) - log1p(exp(-std::abs(x)));
}

template <class T>
T quick_gelu(T x) {
  return x / (T(1) + exp(T(-1.702) * x));
}

template <class T>
T gelu_tanh(T x) {
  return T(0.5) * x * (T(1) + tanh(T(0.79788456080286535588) * (x + T(0.044715) * x * x * x)));
}

template <class T>
T selu(T x) {
  return x > T(0) ? T(1.0507009873554805) * x : T(1.7580993408473766) * expm1(x);
}

template <class T>
T entr(T x) {
  return x > T(0) ? -x * log(x) : x < T(0) ? -std::numeric_limits<T>::infinity() : T(0) * x;
}

template <class T>
T softplus(T x, T y) {
  return vector_math::softplus(x * y) / y;
}

template <class T>
T elu(T x, T y) {
  return x > T(0) ? x : y * expm1(x);
}

template <class T>
T celu(T x, T y) {
  return x > T(0) ? x : y * expm1(x / y);
}

template <class T>
T swiglu(T x, T y) {
  return silu(x) * y;
}

template <class T>
T logaddexp(T x, T y) {
  return x == y ? x + T(0.693147180559945309417) : (x > y ? x : y >= x ? y : x + y) + log1p(exp(-std::abs(x - y)));
}

template <class T>
T logaddexp2(T x, T y) {
  return x == y ? x + T(1)
                : (x > y ? x : y >= x ? y : x + y) + log1p(exp2(-std::abs(x - y))) * T(1.44269504088896340736);
}

template <class T>
T xlogy(T x, T y) {
  return x == T(0) && y == y ? T(0) : x * log(y);
}

template <class T>
T xlog1py(T x, T y) {
  return x == T(0) && y == y ? T(0) : x * log1p(y);
}

}  // namespace formulas

#define GRADC_ELEMENT_FUNCTION(name)                                                  \
  float name(float x) { return formulas::name(x); }                                   \
  double name(double x) { return formulas::name(x); }                                 \
  GRADC_KERNEL void name(const float* x, float* y, std::int64_t n) {                  \
    for (std::int64_t i = 0; i < n; ++i) y[i] = formulas::name(x[i]);                 \
  }                                                                                   \
  GRADC_KERNEL void name(const double* x, double* y, std::int64_t n) {                \
    for (std::int64_t i = 0; i < n; ++i) y[i] = formulas::name(x[i]);                 \
  }
GRADC_ELEMENT_FUNCTIONS(GRADC_ELEMENT_FUNCTION)
#undef GRADC_ELEMENT_FUNCTION

#define GRADC_ELEMENT_FUNCTION(name)                           \
  float name(float x, float y) { return formulas::name(x, y); } \
  double name(double x, double y) { return formulas::name(x, y); }
GRADC_ELEMENT_FUNCTIONS_OF_2(GRADC_ELEMENT_FUNCTION)
#undef GRADC_ELEMENT_FUNCTION

}  // namespace element_math
}  // namespace gradc
