#include <gradc/kernels/bits.h>

#include "kernels/dispatch/instances.h"

namespace gradc {
namespace kernels {
namespace {

// The bits of numbers of type C, and how many are the exponent and the mantissa of T.
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

}  // namespace

// Of numbers of type C, in which those of T are computed: half a unit of the last bit that stays, or just
// less where that bit is 0, is added to the bits, and a carry goes into the exponent.
template <class T>
void reduce_precision(const Rounding& g, const T* x, T* y) {
  using C = detail::Compute<T>;
  using U = Bits<C>;
  constexpr int kMantissa = mantissa_bits<C>(), kExponent = exponent_bits<C>();
  constexpr U kSign = U{1} << (kMantissa + kExponent), kInfinite = kSign - (U{1} << kMantissa);
  const bool rounds = g.mantissa_bits < mantissa_bits<T>(), narrows = g.exponent_bits < exponent_bits<T>();
  const int dropped = kMantissa - static_cast<int>(g.mantissa_bits);
  const U half_unit = rounds ? (U{1} << (dropped - 1)) - 1 : 0,
          kept = rounds ? ~((U{1} << dropped) - 1) : ~U{0};
  const U middle = (U{1} << (kExponent - 1)) - 1,
          range = (U{1} << (g.exponent_bits - 1)) - 1;  // the biases of the exponents
  for (std::int64_t i = 0; i < g.n; ++i) {
    C value = static_cast<C>(x[i]);
    if (value == value) {
      U bits;
      std::memcpy(&bits, &value, sizeof bits);
      const U sign = bits & kSign;
      bits ^= sign;
      if (rounds && bits != kInfinite) bits = (bits + half_unit + (bits >> dropped & 1)) & kept;
      if (narrows && bits != kInfinite) {
        const U exponent = bits >> kMantissa;
        if (exponent > middle + range) bits = kInfinite;
        if (exponent <= middle - range) bits = 0;
      }
      bits |= sign;
      std::memcpy(&value, &bits, sizeof bits);
    }
    y[i] = static_cast<T>(value);
  }
}

#define GRADC_INSTANCES(T) template void reduce_precision(const Rounding&, const T*, T*);
GRADC_FOR_REALS(GRADC_INSTANCES)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
