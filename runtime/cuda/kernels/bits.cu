// Numbers rounded to narrower formats, by the same steps as runtime/kernels/shape/bits.cpp.
#include <gradc/cuda/kernels/bits.h>

#include <type_traits>

#include "cuda/kernels/element.h"
#include "cuda/kernels/instances.h"
#include "cuda/kernels/move.h"

namespace gradc {
namespace cuda {
namespace kernels {
namespace {

using detail::Compute;

template <class C>
using Bits = std::conditional_t<sizeof(C) == 4, std::uint32_t, std::uint64_t>;
template <class T>
constexpr int exponent_bits() {
  return std::is_same_v<T, half> ? 5 : std::is_same_v<T, double> ? 11 : 8;
}
template <class T>
constexpr int mantissa_bits() {
  return std::is_same_v<T, half> ? 10 : std::is_same_v<T, bfloat16> ? 7 : std::is_same_v<T, float> ? 23 : 52;
}

// How the bits of numbers of type C are rounded: half a unit of the last bit that stays, or just less where that bit is 0, is
// added, and a carry goes into the exponent.
template <class U>
struct Steps {
  bool rounds, narrows;
  int dropped;
  U half_unit, kept, greatest, least;  // exponents that stay lie between the last two
};

template <class T>
__global__ void round_bits(std::int64_t count, Steps<Bits<Compute<T>>> g, const T* x, T* y) {
  using C = Compute<T>;
  using U = Bits<C>;
  constexpr int kMantissa = mantissa_bits<C>(), kExponent = exponent_bits<C>();
  constexpr U kSign = U{1} << (kMantissa + kExponent), kInfinite = kSign - (U{1} << kMantissa);
  for (std::int64_t element = first(); element < count; element += step()) {
    C value = detail::wide(x[element]);
    if (value == value) {
      U bits = detail::bits_as<U>(value);
      const U sign = bits & kSign;
      bits ^= sign;
      if (g.rounds && bits != kInfinite) bits = (bits + g.half_unit + (bits >> g.dropped & 1)) & g.kept;
      if (g.narrows && bits != kInfinite) {
        const U exponent = bits >> kMantissa;
        if (exponent > g.greatest) bits = kInfinite;
        if (exponent <= g.least) bits = 0;
      }
      value = detail::bits_as<C>(static_cast<U>(bits | sign));
    }
    y[element] = detail::narrow<T>(value);
  }
}

}  // namespace

namespace detail_of_bits {
void copy(const Stream& stream, std::int64_t bytes, const void* x, void* y) { detail::copy_bytes(stream, bytes, x, y); }
}  // namespace detail_of_bits

template <class T>
void reduce_precision(const Stream& stream, const Rounding& g, const T* x, T* y) {
  using C = Compute<T>;
  using U = Bits<C>;
  constexpr int kMantissa = mantissa_bits<C>(), kExponent = exponent_bits<C>();
  Steps<U> steps{};
  steps.rounds = g.mantissa_bits < mantissa_bits<T>(), steps.narrows = g.exponent_bits < exponent_bits<T>();
  steps.dropped = kMantissa - static_cast<int>(g.mantissa_bits);
  if (!steps.rounds) steps.dropped = 0;
  steps.half_unit = steps.rounds ? (U{1} << (steps.dropped - 1)) - 1 : 0;
  steps.kept = steps.rounds ? static_cast<U>(~((U{1} << steps.dropped) - 1)) : static_cast<U>(~U{0});
  const U middle = (U{1} << (kExponent - 1)) - 1, range = (U{1} << (g.exponent_bits - 1)) - 1;
  steps.greatest = middle + range, steps.least = middle > range ? middle - range : 0;
  launch(stream, round_bits<T>, g.n, steps, x, y);
}

#define GRADC_INSTANCES(T) template void reduce_precision(const Stream&, const Rounding&, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace cuda
}  // namespace gradc
