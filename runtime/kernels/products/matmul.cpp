// Matrix products: the instruction set for this processor, and the element types that need no speed.
//
// The products of float and double are gradc's own and not Eigen's: Eigen's functions are templates of which
// a program keeps one copy, so that they cannot be compiled for several instruction sets side by side, and
// they allocate at each call.
#include <gradc/detail/parallel.h>
#include <gradc/detail/scalar.h>
#include <gradc/detail/storage.h>
#include <gradc/kernels/matmul.h>

#include <algorithm>
#include <memory>
#include <type_traits>

#include "kernels/dispatch/dispatch.h"
#include "kernels/dispatch/instances.h"
#include "kernels/products/gemm.h"
#include "kernels/products/library.h"

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

// How a product is cut for several threads: such that the way to compute each element is that of the whole, and so its bits.
constexpr std::int64_t kUnit = 256;      // columns of a row that parts have a multiple of: whole blocks of vectors
constexpr std::int64_t kFilters = 32;    // rows of a product that sums over places: whole tiles
constexpr std::int64_t kFewProducts = 8;  // are cut each, where they are large
constexpr std::int64_t kManyParts = 32;  // there are smaller ones where there would be fewer

template <class T>
void run_on_this_thread(const Gemm<T>& product) {
  GRADC_DISPATCH(gemm(product, static_cast<T*>(packing_buffer())));
}

std::int64_t quotient_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// Some multiply-and-adds are one operation of a kernel that computes element by element.
template <class T>
std::int64_t cost_of_element(const Gemm<T>& g) {
  return 1 + g.k / (16 / static_cast<std::int64_t>(sizeof(T)));
}

template <class T>
void run_images(const Gemm<T>& g) {
  detail::in_parallel({g.n / g.c_run, g.m * g.c_run * cost_of_element(g)}, [&](std::int64_t first, std::int64_t last) {
    Gemm<T> part = g;
    part.n = (last - first) * g.c_run;
    part.b += first * g.patches->image;
    part.c += first * g.c_jump;
    run_on_this_thread(part);
  });
}

// `way`: what c_row says of how parts of rows are computed.
template <class T>
void run_rows(const Gemm<T>& g, std::int64_t unit, std::int64_t way) {
  detail::in_parallel({quotient_up(g.m, unit), unit * g.n * cost_of_element(g)}, [&](std::int64_t first, std::int64_t last) {
    Gemm<T> part = g;
    part.m = std::min(last * unit, g.m) - first * unit;
    part.a += first * unit * g.a_row;
    part.c += first * unit * g.n;
    part.c_row = way;
    if (g.lower) part.lower = false, part.n = std::min(g.n, last * unit);
    run_on_this_thread(part);
  });
}

// A product of one row or column.
template <class T>
void run_vector(const Gemm<T>& g) {
  const std::int64_t size = g.m * g.n;
  detail::in_parallel({quotient_up(size, kUnit), kUnit * cost_of_element(g)}, [&](std::int64_t first, std::int64_t last) {
    Gemm<T> part = g;
    const std::int64_t begin = first * kUnit, count = std::min(last * kUnit, size) - begin;
    if (g.n == 1)
      part.m = count, part.a += begin * g.a_row;
    else
      part.n = count, part.b += begin * g.b_column;
    part.c += begin;
    run_on_this_thread(part);
  });
}

template <class T>
void run_blocks(const Gemm<T>& g) {
  std::int64_t rows = kGemmRows, columns = kGemmColumns;
  const auto parts = [&] { return quotient_up(g.m, rows) * quotient_up(g.n, columns); };
  while (parts() < kManyParts && columns > 128) columns /= 2;
  while (parts() < kManyParts && rows > 24) rows /= 2;
  const std::int64_t high = quotient_up(g.m, rows);
  detail::in_parallel({parts(), rows * columns * cost_of_element(g)}, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t at = first; at < last;) {
      const std::int64_t j = at / high * columns, i = at % high * rows, some = std::min(last - at, high - at % high);
      Gemm<T> part = g;
      part.m = std::min(some * rows, g.m - i), part.n = std::min(columns, g.n - j);
      part.a += i * g.a_row, part.b += j * g.b_column, part.c += i * g.n + j;
      part.c_row = g.n;
      run_on_this_thread(part);
      at += some;
    }
  });
}

// Calls f for parts of the images.
template <class T, class F>
void each_image(const Depthwise<T>& g, F f) {
  const Patches& p = g.patches;
  const std::int64_t y = g.channels * g.filters * p.y[0] * p.y[1] * p.y[2];
  const std::int64_t x = g.channels * p.x[0] * p.x[1] * p.x[2];
  detail::in_parallel({g.batch, y * p.w[0] * p.w[1] * p.w[2]}, [&](std::int64_t first, std::int64_t last) {
    Depthwise<T> part = g;
    part.batch = last - first;
    part.x += first * x, part.y += first * y;
    f(part);
  });
}

}  // namespace

template <class T>
void gemm(const Gemm<T>& g) {
#ifdef GRADC_BLAS_LIBRARY
  if (multiply_by_library(g)) return;
#endif
  if (!detail::is_worth_threads({g.m * g.n, cost_of_element(g)})) return run_on_this_thread(g);
  const bool along_k = g.a_column == 1 && g.b_row == 1;
  if (g.patches != nullptr && g.c_row != 0)
    run_images(g);
  else if (g.patches != nullptr)
    run_rows(g, kFilters, g.m <= kGemmRows ? 0 : g.n);
  else if (g.m == 1 || g.n == 1)
    run_vector(g);
  else if (g.m < 4)
    run_on_this_thread(g);
  else if (g.n < 4 && along_k)
    run_rows(g, kFilters, 0);
  else if (g.lower)
    run_rows(g, kFilters, g.n);
  else
    run_blocks(g);
}
template <class T>
void depthwise_y(const Depthwise<T>& g) {
  each_image(g, [](const Depthwise<T>& part) { GRADC_DISPATCH(depthwise_y(part)); });
}
template <class T>
void depthwise_x(const Depthwise<T>& g) {
  each_image(g, [](const Depthwise<T>& part) { GRADC_DISPATCH(depthwise_x(part)); });
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

// Rows of one product of other element types: blocks of columns whose sums stay on the stack, in float for 16-bit
// types.
template <class T>
void multiply_rows(const Gemm<T>& g, std::int64_t first, std::int64_t last) {
  using C = detail::Compute<T>;
  constexpr std::int64_t kColumns = 256;
  for (std::int64_t j0 = 0; j0 < g.n; j0 += kColumns) {
    const std::int64_t width = std::min(kColumns, g.n - j0);
    for (std::int64_t i = first; i < last; ++i) {
      C sum[kColumns] = {};
      for (std::int64_t p = 0; p < g.k; ++p) {
        const C factor = static_cast<C>(g.a[i * g.a_row + p * g.a_column]);
        const T* row = g.b + p * g.b_row + j0 * g.b_column;
        for (std::int64_t j = 0; j < width; ++j)
          sum[j] = scalar::add(sum[j], scalar::multiply(factor, static_cast<C>(row[j * g.b_column])));
      }
      T* const to = g.c + i * g.n + j0;
      for (std::int64_t j = 0; j < width; ++j)
        to[j] = static_cast<T>(g.add ? scalar::add(static_cast<C>(to[j]), sum[j]) : sum[j]);
    }
  }
}

template <class T>
void multiply(const Gemm<T>& g) {
  detail::in_parallel({g.m, g.n * 4 * g.k}, [&](std::int64_t first, std::int64_t last) { multiply_rows(g, first, last); });
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

// Products that c is set to, or that are added to it. k >= 1.
template <class T>
void products(const MatMulShape& shape, const T* a, const T* b, T* c, bool add) {
  const std::int64_t m = shape.m, n = shape.n, k = shape.k;
  Gemm<T> product{m, n, k, a, k, 1, b, n, 1, c};
  product.add = add;
  if (shape.transpose_a) product.a_row = 1, product.a_column = m;
  if (shape.transpose_b) product.b_row = 1, product.b_column = k;
  product.lower = shape.symmetric;
  const auto each = [&](std::int64_t first, std::int64_t last) {
    Gemm<T> one = product;
    one.a += first * m * k, one.b += first * k * n, one.c += first * m * n;
    for (std::int64_t i = first; i < last; ++i, one.a += m * k, one.b += k * n, one.c += m * n) {
      if constexpr (std::is_floating_point_v<T>)
        gemm(one);
      else
        multiply(one);
      if (shape.symmetric) mirror(n, one.c);
    }
  };
  const Work work{shape.batch, m * n * cost_of_element(product)};
  const bool is_one_enough = shape.batch < kFewProducts && detail::is_worth_threads({m * n, cost_of_element(product)});
  if (is_one_enough || shape.batch == 1) return each(0, shape.batch);
  detail::in_parallel(work, each);
}

}  // namespace

template <class T>
void matmul(const MatMulShape& shape, const T* a, const T* b, T* c) {
  const std::int64_t size = shape.batch * shape.m * shape.n;
  if (size == 0) return;
  if (shape.k == 0)
    std::fill(c, c + size, T());
  else
    products(shape, a, b, c, false);
}

template <class T>
void add_matmul(const MatMulShape& shape, const T* a, const T* b, const T* c, T* y) {
  const std::int64_t size = shape.batch * shape.m * shape.n;
  if (y != c) std::copy(c, c + size, y);
  if (size != 0 && shape.k != 0) products(shape, a, b, y, true);
}

#define GRADC_INSTANCES(T)                                             \
  template void matmul(const MatMulShape&, const T*, const T*, T*);    \
  template void add_matmul(const MatMulShape&, const T*, const T*, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
