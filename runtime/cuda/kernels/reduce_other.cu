// Counts, norms, and logs of sums of powers.
#include <gradc/cuda/kernels/reduce.h>
#include <gradc/cuda/kernels/shape.h>

#include <cmath>
#include <limits>

#include "cuda/kernels/fold.h"
#include "cuda/kernels/instances.h"
#include "cuda/kernels/powers.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Compute;
using detail::Folding;
using detail::Pack;

template <class T>
__device__ __forceinline__ std::int64_t is_not_zero(T x) {
  if constexpr (detail::is_complex_v<T>)
    return x.real() != 0 || x.imag() != 0 ? 1 : 0;
  else
    return detail::wide(x) != Compute<T>(0) ? 1 : 0;
}

template <class T>
struct Nonzero {
  static constexpr int kPack = detail::kPackOf<T>;
  using C = std::int64_t;
  using Y = std::int64_t;
  const T* x;

  const void* address() const { return x; }
  __device__ __forceinline__ C start() const { return 0; }
  __device__ __forceinline__ C at(std::int64_t offset, std::int64_t) const { return is_not_zero(x[offset]); }
  __device__ __forceinline__ void at_pack(std::int64_t offset, C (&values)[kPack]) const {
    const auto pack = *reinterpret_cast<const Pack<T, kPack>*>(x + offset);
    GRADC_UNROLL
    for (int i = 0; i < kPack; ++i) values[i] = is_not_zero(pack.value[i]);
  }
  __device__ __forceinline__ C combine(C a, C b) const { return a + b; }
  __device__ __forceinline__ std::int64_t finish(C total) const { return total; }
};

// Whether at least so many are true.
struct Trues : Nonzero<std::uint8_t> {
  using Y = bool;
  std::int64_t least = 1;

  __device__ __forceinline__ bool finish(C total) const { return total >= least; }
};

void count_trues(const Stream& stream, const Folding& folding, std::int64_t least, const bool* x, bool* y) {
  Trues op;
  op.x = reinterpret_cast<const std::uint8_t*>(x);
  op.least = least;
  detail::fold(stream, folding, op, y);
}

// Squares of what isn't double neither overflow nor vanish in double. Of double, large and small elements are summed apart,
// by a scale (J. L. Blue: A portable Fortran program to find the Euclidean norm of a vector, TOMS 1978).
struct Squares {
  double middle, large, small;
};
constexpr double kLarge = 0x1p500, kSmall = 0x1p-450, kDown = 0x1p-520, kUp = 0x1p520;

template <class T>
struct Norm {
  static constexpr int kPack = 1;
  static constexpr bool kScales = std::is_same_v<T, double>;
  using C = std::conditional_t<kScales, Squares, double>;
  using Y = T;
  const T* x;

  const void* address() const { return x; }
  __device__ __forceinline__ C start() const { return C{}; }
  __device__ __forceinline__ C at(std::int64_t offset, std::int64_t) const {
    const auto value = static_cast<double>(detail::wide(x[offset]));
    if constexpr (kScales) {
      const double size = std::fabs(value);
      if (size > kLarge) return {0, (value * kDown) * (value * kDown), 0};
      if (size < kSmall) return {0, 0, (value * kUp) * (value * kUp)};
      return {value * value, 0, 0};
    } else {
      return value * value;
    }
  }
  __device__ __forceinline__ C combine(const C& a, const C& b) const {
    if constexpr (kScales)
      return {a.middle + b.middle, a.large + b.large, a.small + b.small};
    else
      return a + b;
  }
  __device__ __forceinline__ T finish(const C& total) const {
    if constexpr (kScales) {
      if (total.large > 0) return std::sqrt(total.large + (total.middle * kDown) * kDown) * kUp;
      if (total.middle != 0) return std::sqrt(total.middle + (total.small * kDown) * kDown);
      return std::sqrt(total.small) * kDown;
    } else {
      return detail::narrow<T>(static_cast<Compute<T>>(std::sqrt(total)));
    }
  }
};

template <class T>
struct LogSumExp {
  static constexpr int kPack = detail::kPackOf<T>;
  using R = Compute<T>;
  using C = detail::Powers<R>;
  using Y = T;
  const T* x;

  const void* address() const { return x; }
  __device__ __forceinline__ C start() const { return C::none(); }
  __device__ __forceinline__ C at(std::int64_t offset, std::int64_t) const { return {detail::wide(x[offset]), R(1)}; }
  __device__ __forceinline__ void at_pack(std::int64_t offset, C (&values)[kPack]) const {
    const auto pack = *reinterpret_cast<const Pack<T, kPack>*>(x + offset);
    GRADC_UNROLL
    for (int i = 0; i < kPack; ++i) values[i] = {detail::wide(pack.value[i]), R(1)};
  }
  __device__ __forceinline__ C combine(const C& a, const C& b) const { return detail::together(a, b); }
  __device__ __forceinline__ T finish(const C& total) const { return detail::narrow<T>(total.greatest + std::log(total.sum)); }
};

}  // namespace

void any(const Stream& stream, const Reduction& geometry, const bool* x, bool* y) {
  const Folding folding(geometry);
  if (folding.count == 0) return fill(stream, folding.outputs, false, y);
  count_trues(stream, folding, 1, x, y);
}

void all(const Stream& stream, const Reduction& geometry, const bool* x, bool* y) {
  const Folding folding(geometry);
  if (folding.count == 0) return fill(stream, folding.outputs, true, y);
  count_trues(stream, folding, folding.count, x, y);
}

template <class T>
void count_nonzero(const Stream& stream, const Reduction& geometry, const T* x, std::int64_t* y) {
  const Folding folding(geometry);
  if (folding.count == 0) return fill(stream, folding.outputs, std::int64_t{0}, y);
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<std::conditional_t<std::is_same_v<T, bool>, char, T>>;
    detail::fold(stream, folding, Nonzero<U>{reinterpret_cast<const U*>(x)}, y);
  } else {
    detail::fold(stream, folding, Nonzero<T>{x}, y);
  }
}

template <class T>
void euclidean_norm(const Stream& stream, const Reduction& geometry, const T* x, T* y) {
  const Folding folding(geometry);
  if (folding.count == 0) return fill(stream, folding.outputs, T(0), y);
  detail::fold(stream, folding, Norm<T>{x}, y);
}

template <class T>
void logsumexp(const Stream& stream, const Reduction& geometry, const T* x, T* y) {
  const Folding folding(geometry);
  if (folding.count == 0)
    return fill(stream, folding.outputs, static_cast<T>(-std::numeric_limits<Compute<T>>::infinity()), y);
  detail::fold(stream, folding, LogSumExp<T>{x}, y);
}

#define GRADC_INSTANCES(T)                                                     \
  template void euclidean_norm(const Stream&, const Reduction&, const T*, T*); \
  template void logsumexp(const Stream&, const Reduction&, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

#define GRADC_INSTANCES(T) template void count_nonzero(const Stream&, const Reduction&, const T*, std::int64_t*);
GRADC_FOR_ALL(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
