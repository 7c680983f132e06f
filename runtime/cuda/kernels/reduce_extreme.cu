// The greatest and the smallest element, and where it is.
#include <gradc/cuda/kernels/reduce.h>

#include <limits>

#include "cuda/kernels/fold.h"
#include "cuda/kernels/instances.h"
#include "kernels/dispatch/at_line.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Compute;
using detail::Folding;
using detail::Pack;

// What every other element is greater than, or not smaller; of the smallest the other way round.
template <bool kSmallest, class C>
constexpr C worst() {
  using Limits = std::numeric_limits<C>;
  if constexpr (Limits::has_infinity)
    return kSmallest ? Limits::infinity() : -Limits::infinity();
  else
    return kSmallest ? Limits::max() : Limits::lowest();
}

template <bool kSmallest, class T>
struct Extreme {
  static constexpr int kPack = detail::kPackOf<T>;
  using C = Compute<T>;
  using Y = T;
  const T* x;

  const void* address() const { return x; }
  __device__ __forceinline__ C start() const { return worst<kSmallest, C>(); }
  __device__ __forceinline__ C at(std::int64_t offset, std::int64_t) const { return detail::wide(x[offset]); }
  __device__ __forceinline__ void at_pack(std::int64_t offset, C (&values)[kPack]) const {
    const auto pack = *reinterpret_cast<const Pack<T, kPack>*>(x + offset);
    GRADC_UNROLL
    for (int i = 0; i < kPack; ++i) values[i] = detail::wide(pack.value[i]);
  }
  __device__ __forceinline__ C combine(C a, C b) const {
    return kSmallest ? scalar::minimum(a, b) : scalar::maximum(a, b);
  }
  __device__ __forceinline__ T finish(C result) const { return detail::narrow<T>(result); }
};

// The first of equal ones; the first NaN, if there is one. The index of nothing is -1.
template <bool kSmallest, class T>
struct Where {
  static constexpr int kPack = 1;
  struct C {
    Compute<T> value;
    std::int64_t index;
  };
  using Y = std::int64_t;
  const T* x;

  const void* address() const { return x; }
  __device__ __forceinline__ C start() const { return {Compute<T>(0), -1}; }
  __device__ __forceinline__ C at(std::int64_t offset, std::int64_t r) const { return {detail::wide(x[offset]), r}; }
  __device__ __forceinline__ C combine(const C& a, const C& b) const {
    if (a.index < 0) return b;
    if (b.index < 0) return a;
    const bool a_is_nan = a.value != a.value, b_is_nan = b.value != b.value;
    if (a_is_nan || b_is_nan) {
      if (a_is_nan != b_is_nan) return a_is_nan ? a : b;
      return b.index < a.index ? b : a;
    }
    if (a.value == b.value) return b.index < a.index ? b : a;
    return (kSmallest ? b.value < a.value : b.value > a.value) ? b : a;
  }
  __device__ __forceinline__ std::int64_t finish(const C& result) const { return result.index; }
};

template <bool kSmallest, class T>
void extreme(const char* op, const Stream& stream, const Reduction& geometry, const T* x, T* y) {
  const Folding folding(geometry);
  if (folding.outputs == 0) return;
  if (folding.count == 0)
    fail_domain(gradc::kernels::at_line(geometry.where, op, "no elements to choose from in a tensor of shape " +
                                                                to_string(geometry.extents)));
  detail::fold(stream, folding, Extreme<kSmallest, T>{x}, y);
}

template <bool kSmallest, class T>
void place(const char* op, const char* what, const Stream& stream, const OuterAxisInner& geometry, const T* x,
           std::int64_t* y) {
  if (geometry.outer * geometry.inner == 0) return;
  if (geometry.extent == 0) fail_domain(gradc::kernels::at_line(geometry.where, op, what));
  detail::fold(stream, Folding({{geometry.outer, geometry.extent, geometry.inner}, {1}}), Where<kSmallest, T>{x}, y);
}

}  // namespace

template <class T>
void max(const Stream& stream, const Reduction& geometry, const T* x, T* y) {
  extreme<false>("max", stream, geometry, x, y);
}

template <class T>
void min(const Stream& stream, const Reduction& geometry, const T* x, T* y) {
  extreme<true>("min", stream, geometry, x, y);
}

template <class T>
void argmax(const Stream& stream, const OuterAxisInner& geometry, const T* x, std::int64_t* y) {
  place<false>("argmax", "an axis of no elements has no largest", stream, geometry, x, y);
}

template <class T>
void argmin(const Stream& stream, const OuterAxisInner& geometry, const T* x, std::int64_t* y) {
  place<true>("argmin", "an axis of no elements has no smallest", stream, geometry, x, y);
}

#define GRADC_INSTANCES(T)                                                            \
  template void max(const Stream&, const Reduction&, const T*, T*);                   \
  template void min(const Stream&, const Reduction&, const T*, T*);                   \
  template void argmax(const Stream&, const OuterAxisInner&, const T*, std::int64_t*); \
  template void argmin(const Stream&, const OuterAxisInner&, const T*, std::int64_t*);
GRADC_FOR_NUMBERS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
