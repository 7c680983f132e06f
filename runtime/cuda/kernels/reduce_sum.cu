// Sums, means and products. Those of integers wrap, so that signed ones are those of unsigned ones.
#include <gradc/cuda/kernels/reduce.h>
#include <gradc/cuda/kernels/shape.h>

#include "cuda/kernels/fold.h"
#include "cuda/kernels/instances.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Compute;
using detail::Folding;
using detail::Pack;

// Elements as they are, in packs where they are adjacent.
template <class T>
struct Elements {
  static constexpr int kPack = detail::kPackOf<T>;
  const T* x;

  const void* address() const { return x; }
  __device__ __forceinline__ Compute<T> at(std::int64_t offset, std::int64_t) const { return detail::wide(x[offset]); }
  __device__ __forceinline__ void at_pack(std::int64_t offset, Compute<T> (&values)[kPack]) const {
    const auto pack = *reinterpret_cast<const Pack<T, kPack>*>(x + offset);
    GRADC_UNROLL
    for (int i = 0; i < kPack; ++i) values[i] = detail::wide(pack.value[i]);
  }
};

// Divided by `divisor` where that isn't 0.
template <class T>
struct Sum : Elements<T> {
  using C = Compute<T>;
  using Y = T;
  std::int64_t divisor = 0;

  __device__ __forceinline__ C start() const { return detail::whole<C>(0); }
  __device__ __forceinline__ C combine(C a, C b) const { return detail::plus(a, b); }
  __device__ __forceinline__ T finish(C total) const {
    if constexpr (std::is_integral_v<C>) {
      return total;
    } else {
      if (divisor == 0) return detail::narrow<T>(total);
      const auto by = static_cast<gradc::detail::RealOf<C>>(divisor);
      if constexpr (detail::is_complex_v<C>)
        return C(total.real() / by, total.imag() / by);
      else
        return detail::narrow<T>(total / by);
    }
  }
};

template <class T>
struct Product : Elements<T> {
  using C = Compute<T>;
  using Y = T;

  __device__ __forceinline__ C start() const { return detail::whole<C>(1); }
  __device__ __forceinline__ C combine(C a, C b) const { return detail::times(a, b); }
  __device__ __forceinline__ T finish(C total) const { return detail::narrow<T>(total); }
};

template <class T>
struct SumOfProducts {
  static constexpr int kPack = detail::kPackOf<T>;
  using C = Compute<T>;
  using Y = T;
  const T* x;
  const T* z;

  const void* address() const { return detail::is_aligned(x) ? z : x; }
  __device__ __forceinline__ C start() const { return C(0); }
  __device__ __forceinline__ C at(std::int64_t offset, std::int64_t) const {
    return detail::wide(x[offset]) * detail::wide(z[offset]);
  }
  __device__ __forceinline__ void at_pack(std::int64_t offset, C (&values)[kPack]) const {
    const auto first = *reinterpret_cast<const Pack<T, kPack>*>(x + offset);
    const auto second = *reinterpret_cast<const Pack<T, kPack>*>(z + offset);
    GRADC_UNROLL
    for (int i = 0; i < kPack; ++i) values[i] = detail::wide(first.value[i]) * detail::wide(second.value[i]);
  }
  __device__ __forceinline__ C combine(C a, C b) const { return a + b; }
  __device__ __forceinline__ T finish(C total) const { return detail::narrow<T>(total); }
};

template <class T, bool kInteger = std::is_integral_v<T>>
struct WrappingOf {
  using Type = T;
};
template <class T>
struct WrappingOf<T, true> {
  using Type = std::make_unsigned_t<T>;
};
template <class T>
using Wrapping = typename WrappingOf<T>::Type;

template <template <class> class Op, class T>
Op<Wrapping<T>> of(const T* x) {
  Op<Wrapping<T>> op;
  op.x = reinterpret_cast<const Wrapping<T>*>(x);
  return op;
}

}  // namespace

template <class T>
void sum(const Stream& stream, const Reduction& geometry, const T* x, T* y) {
  const Folding folding(geometry);
  if (folding.count == 0) return fill(stream, folding.outputs, T(0), y);
  detail::fold(stream, folding, of<Sum>(x), reinterpret_cast<Wrapping<T>*>(y));
}

template <class T>
void sum_of_products(const Stream& stream, const Reduction& geometry, const T* x, const T* z, T* y) {
  const Folding folding(geometry);
  if (folding.count == 0) return fill(stream, folding.outputs, T(0), y);
  detail::fold(stream, folding, SumOfProducts<T>{x, z}, y);
}

template <class T>
void prod(const Stream& stream, const Reduction& geometry, const T* x, T* y) {
  const Folding folding(geometry);
  if (folding.count == 0) return fill(stream, folding.outputs, T(1), y);
  detail::fold(stream, folding, of<Product>(x), reinterpret_cast<Wrapping<T>*>(y));
}

template <class T>
void mean(const Stream& stream, const Reduction& geometry, const T* x, T* y) {
  using C = Compute<T>;
  const Folding folding(geometry);
  if (folding.count == 0) return fill(stream, folding.outputs, static_cast<T>(scalar::divide(C(0), C(0))), y);
  Sum<T> op = of<Sum>(x);
  op.divisor = folding.count;
  detail::fold(stream, folding, op, y);
}

#define GRADC_INSTANCES(T)                                        \
  template void sum(const Stream&, const Reduction&, const T*, T*); \
  template void prod(const Stream&, const Reduction&, const T*, T*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T) template void mean(const Stream&, const Reduction&, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
GRADC_FOR_COMPLEX(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T) template void sum_of_products(const Stream&, const Reduction&, const T*, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
