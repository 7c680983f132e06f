#include "kernels/products/library.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#if defined(GRADC_BLAS_EIGEN)
#include "kernels/linalg/dense.h"
#elif defined(GRADC_BLAS_OPENBLAS)
#include <cblas.h>
#elif defined(GRADC_BLAS_MKL)
#include <mkl_cblas.h>
#elif defined(GRADC_BLAS_ONEDNN)
#include <dnnl.h>
#endif

namespace gradc {
namespace kernels {
namespace {

constexpr std::int64_t kThin = 4, kSmall = 32 * 32 * 32;  // below these a call costs more than it gains

// An operand as a matrix whose rows, or else columns, are adjacent.
struct Operand {
  bool transposed;
  std::int64_t stride;
};
Operand operand(std::int64_t row, std::int64_t column) { return column == 1 ? Operand{false, row} : Operand{true, column}; }

#if defined(GRADC_BLAS_EIGEN)

template <class T, class A>
void multiply(const Gemm<T>& g, const A& a) {
  using Stride = Eigen::OuterStride<>;
  MatrixOut<T> c(g.c, g.m, g.n);
  const auto by = [&](const auto& b) {
    if (g.add)
      c.noalias() += a * b;
    else
      c.noalias() = a * b;
  };
  const Operand b = operand(g.b_row, g.b_column);
  if (b.transposed)
    by(Eigen::Map<const Matrix<T>, 0, Stride>(g.b, g.n, g.k, Stride(b.stride)).transpose());
  else
    by(Eigen::Map<const Matrix<T>, 0, Stride>(g.b, g.k, g.n, Stride(b.stride)));
}

template <class T>
bool run(const Gemm<T>& g) {
  using Stride = Eigen::OuterStride<>;
  const Operand a = operand(g.a_row, g.a_column);
  if (a.transposed)
    multiply(g, Eigen::Map<const Matrix<T>, 0, Stride>(g.a, g.k, g.m, Stride(a.stride)).transpose());
  else
    multiply(g, Eigen::Map<const Matrix<T>, 0, Stride>(g.a, g.m, g.k, Stride(a.stride)));
  return true;
}

#elif defined(GRADC_BLAS_ONEDNN)

template <class T>
bool run(const Gemm<T>& g) {
  if constexpr (std::is_same_v<T, float>) {
    const Operand a = operand(g.a_row, g.a_column), b = operand(g.b_row, g.b_column);
    return dnnl_sgemm(a.transposed ? 'T' : 'N', b.transposed ? 'T' : 'N', g.m, g.n, g.k, 1, g.a, a.stride, g.b, b.stride,
                      g.add ? 1.0f : 0.0f, g.c, g.n) == dnnl_success;
  } else {
    return false;
  }
}

#else

template <class T>
bool run(const Gemm<T>& g) {
  const Operand a = operand(g.a_row, g.a_column), b = operand(g.b_row, g.b_column);
  if (std::max({g.m, g.n, g.k, a.stride, b.stride}) > std::numeric_limits<int>::max()) return false;
  const auto multiply = [&](auto gemm) {
    const auto turned = [](bool transposed) { return transposed ? CblasTrans : CblasNoTrans; };
    const auto number = [](std::int64_t extent) { return static_cast<int>(extent); };
    gemm(CblasRowMajor, turned(a.transposed), turned(b.transposed), number(g.m), number(g.n), number(g.k), T(1), g.a,
         number(a.stride), g.b, number(b.stride), g.add ? T(1) : T(0), g.c, number(g.n));
  };
  if constexpr (std::is_same_v<T, float>)
    multiply(&cblas_sgemm);
  else
    multiply(&cblas_dgemm);
  return true;
}

#endif

}  // namespace

template <class T>
bool multiply_by_library(const Gemm<T>& g) {
  if (g.patches != nullptr || g.c_row != 0 || g.m < kThin || g.n < kThin || g.k < kThin || g.m * g.n * g.k < kSmall) return false;
  return run(g);
}

#define GRADC_INSTANCES(T) template bool multiply_by_library(const Gemm<T>&);
GRADC_INSTANCES(float)
GRADC_INSTANCES(double)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
