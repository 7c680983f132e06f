// Matrix products: the instruction set for this processor, and the element types that need no speed.
//
// The products of float and double are gradc's own and not Eigen's: Eigen's functions are templates of which
// a program keeps one copy, so that they cannot be compiled for several instruction sets side by side, and
// they allocate at each call.
#include <gradc/detail/scalar.h>
#include <gradc/detail/storage.h>
#include <gradc/kernels/matmul.h>

#include <algorithm>
#include <memory>
#include <type_traits>

#include "kernels/dispatch/dispatch.h"
#include "kernels/dispatch/instances.h"
#include "kernels/products/gemm.h"

namespace gradc {
namespace kernels {
namespace {

struct Deallocate {
  void operator()(void* memory) const { detail::deallocate(memory); }
};

// The packing buffer of this thread, allocated at its first use.
void* packing_buffer() {
  thread_local std::unique_ptr<void, Deallocate> buffer;
  if (buffer == nullptr) buffer.reset(detail::allocate(gemm_buffer_bytes<double>()));
  return buffer.get();
}

}  // namespace

template <class T>
void gemm(const Gemm<T>& product) {
  GRADC_DISPATCH(gemm(product, static_cast<T*>(packing_buffer())));
}
template <class T>
void depthwise_y(const Depthwise<T>& g) {
  GRADC_DISPATCH(depthwise_y(g));
}
template <class T>
void depthwise_x(const Depthwise<T>& g) {
  GRADC_DISPATCH(depthwise_x(g));
}
template <class T>
void depthwise_w(const Depthwise<T>& g) {
  GRADC_DISPATCH(depthwise_w(g));
}
#define GRADC_INSTANCES(T)                            \
  template void gemm(const Gemm<T>&);                 \
  template void depthwise_y(const Depthwise<T>&);     \
  template void depthwise_x(const Depthwise<T>&);     \
  template void depthwise_w(const Depthwise<T>&);
GRADC_INSTANCES(float)
GRADC_INSTANCES(double)
#undef GRADC_INSTANCES

namespace {

// One product of other element types: blocks of columns whose sums stay on the stack, in float for 16-bit
// types.
template <class T>
void multiply(const Gemm<T>& g) {
  using C = detail::Compute<T>;
  constexpr std::int64_t kColumns = 256;
  for (std::int64_t j0 = 0; j0 < g.n; j0 += kColumns) {
    const std::int64_t width = std::min(kColumns, g.n - j0);
    for (std::int64_t i = 0; i < g.m; ++i) {
      C sum[kColumns] = {};
      for (std::int64_t p = 0; p < g.k; ++p) {
        const C factor = static_cast<C>(g.a[i * g.a_row + p * g.a_column]);
        const T* row = g.b + p * g.b_row + j0 * g.b_column;
        for (std::int64_t j = 0; j < width; ++j)
          sum[j] = scalar::add(sum[j], scalar::multiply(factor, static_cast<C>(row[j * g.b_column])));
      }
      for (std::int64_t j = 0; j < width; ++j) g.c[i * g.n + j0 + j] = static_cast<T>(sum[j]);
    }
  }
}

// Writes what stands below the diagonal above it, block by block.
template <class T>
void mirror(std::int64_t n, T* c) {
  constexpr std::int64_t kBlock = 32;
  for (std::int64_t i0 = 0; i0 < n; i0 += kBlock)
    for (std::int64_t j0 = i0; j0 < n; j0 += kBlock)
      for (std::int64_t i = i0; i < std::min(i0 + kBlock, n); ++i)
        for (std::int64_t j = std::max(j0, i + 1); j < std::min(j0 + kBlock, n); ++j) c[i * n + j] = c[j * n + i];
}

}  // namespace

template <class T>
void matmul(const MatMulShape& shape, const T* a, const T* b, T* c) {
  const std::int64_t m = shape.m, n = shape.n, k = shape.k;
  if (m == 0 || n == 0) return;
  if (k == 0) {
    std::fill(c, c + shape.batch * m * n, T());
    return;
  }
  Gemm<T> product{m, n, k, a, k, 1, b, n, 1, c};
  if (shape.transpose_a) product.a_row = 1, product.a_column = m;
  if (shape.transpose_b) product.b_row = 1, product.b_column = k;
  product.lower = shape.symmetric;
  for (std::int64_t i = 0; i < shape.batch; ++i, product.a += m * k, product.b += k * n, product.c += m * n) {
    if constexpr (std::is_floating_point_v<T>)
      gemm(product);
    else
      multiply(product);
    if (shape.symmetric) mirror(n, product.c);
  }
}

#define GRADC_INSTANCES(T) template void matmul(const MatMulShape&, const T*, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
