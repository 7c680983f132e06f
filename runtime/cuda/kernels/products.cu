// Matrix products: those of integers in squares through shared memory, which no library has; others by a library.
#include <gradc/cuda/kernels/matmul.h>
#include <gradc/cuda/kernels/shape.h>

#include <algorithm>
#include <type_traits>

#include "cuda/kernels/axes.h"
#include "cuda/kernels/element.h"
#include "cuda/kernels/instances.h"
#include "cuda/kernels/unroll.h"
#include "cuda/products.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

constexpr int kSquare = 16;

// The distances between neighbours in the operands.
struct Product {
  std::int64_t m, n, k;
  std::int64_t a_row, a_column, b_row, b_column;
  detail::Divisor row_squares, column_squares;
  bool add;
};

template <class T>
__global__ void __launch_bounds__(kSquare* kSquare) multiply(std::int64_t squares, Product g, const T* __restrict__ a,
                                                             const T* __restrict__ b, T* __restrict__ c) {
  __shared__ T left[kSquare][kSquare + 1];
  __shared__ T right[kSquare][kSquare + 1];
  const int i = static_cast<int>(threadIdx.x) / kSquare, j = static_cast<int>(threadIdx.x) % kSquare;
  for (std::int64_t square = static_cast<std::int64_t>(blockIdx.x); square < squares;
       square += static_cast<std::int64_t>(gridDim.x)) {
    std::int64_t batch = square;
    const std::int64_t column = g.column_squares.split(batch) * kSquare, row = g.row_squares.split(batch) * kSquare;
    const T* const from_a = a + batch * g.m * g.k;
    const T* const from_b = b + batch * g.k * g.n;
    T sum = T(0);
    for (std::int64_t k0 = 0; k0 < g.k; k0 += kSquare) {
      left[i][j] = row + i < g.m && k0 + j < g.k ? from_a[(row + i) * g.a_row + (k0 + j) * g.a_column] : T(0);
      right[i][j] = k0 + i < g.k && column + j < g.n ? from_b[(k0 + i) * g.b_row + (column + j) * g.b_column] : T(0);
      __syncthreads();
      GRADC_UNROLL
      for (int p = 0; p < kSquare; ++p) sum = detail::plus(sum, detail::times(left[i][p], right[p][j]));
      __syncthreads();
    }
    if (row + i < g.m && column + j < g.n) {
      T& to = c[(batch * g.m + row + i) * g.n + column + j];
      to = g.add ? detail::plus(to, sum) : sum;
    }
  }
}

// Wrapping integers are those of unsigned ones.
template <class T>
void product(const Stream& stream, const MatMulShape& shape, const T* a, const T* b, T* c, bool add) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    const std::int64_t rows = detail::divided_up(shape.m, kSquare), columns = detail::divided_up(shape.n, kSquare);
    const std::int64_t squares = rows * columns * shape.batch;
    Product g{
        shape.m, shape.n, shape.k, shape.k, 1, shape.n, 1, detail::Divisor(rows, squares), detail::Divisor(columns, squares),
        add};
    if (shape.transpose_a) g.a_row = 1, g.a_column = shape.m;
    if (shape.transpose_b) g.b_row = 1, g.b_column = shape.k;
    launch_blocks(stream, multiply<U>, std::min(squares, kMostBlocks), kSquare * kSquare, squares, g,
                  reinterpret_cast<const U*>(a), reinterpret_cast<const U*>(b), reinterpret_cast<U*>(c));
  } else {
    detail::library_product(stream, shape, a, b, c, add);
  }
}

}  // namespace

template <class T>
void matmul(const Stream& stream, const MatMulShape& shape, const T* a, const T* b, T* c) {
  const std::int64_t size = shape.batch * shape.m * shape.n;
  if (size == 0) return;
  if (shape.k == 0)
    fill(stream, size, T(), c);
  else
    product(stream, shape, a, b, c, false);
}

template <class T>
void add_matmul(const Stream& stream, const MatMulShape& shape, const T* a, const T* b, const T* c, T* y) {
  const std::int64_t size = shape.batch * shape.m * shape.n;
  copy(stream, size, c, y);
  if (size != 0 && shape.k != 0) product(stream, shape, a, b, y, true);
}

#define GRADC_INSTANCES(T)                                                          \
  template void matmul(const Stream&, const MatMulShape&, const T*, const T*, T*);  \
  template void add_matmul(const Stream&, const MatMulShape&, const T*, const T*, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
