#include "conversions.h"

namespace conversions {
namespace {

template <class From, class To>
Vector through(const Vector& x) {
  return gradc::astype<double>(gradc::astype<To>(gradc::astype<From>(x)));
}
template <class From>
Vector to_each(const Vector& x) {
  return gradc::concat(
      {through<From, float>(x), through<From, double>(x), through<From, std::int8_t>(x),
       through<From, std::uint8_t>(x), through<From, std::int32_t>(x), through<From, std::int64_t>(x),
       through<From, std::uint32_t>(x), through<From, std::uint64_t>(x), through<From, bool>(x),
       through<From, gradc::half>(x), through<From, gradc::bfloat16>(x)},
      0);
}
// Its real part, and whether it is other than 0, of complex numbers of either precision.
template <class From, class T>
Vector through_complex(const Vector& x) {
  using C = std::complex<T>;
  const auto z = gradc::astype<C>(gradc::astype<From>(x));
  const auto other = gradc::astype<std::complex<double>>(gradc::astype<std::complex<float>>(z));
  return gradc::concat({gradc::astype<double>(gradc::real(z)), gradc::real(other),
                        gradc::astype<double>(gradc::astype<bool>(z))},
                       0);
}
template <class From>
Vector to_complex(const Vector& x) {
  return gradc::concat({through_complex<From, float>(x), through_complex<From, double>(x)}, 0);
}

}  // namespace

GRADC_DIFFERENTIATE(vjp)
Vector of_types(const Vector& x) {
  return gradc::concat({to_each<float>(x), to_each<double>(x), to_each<std::int8_t>(x),
                        to_each<std::uint8_t>(x), to_each<std::int32_t>(x), to_each<std::int64_t>(x),
                        to_each<std::uint32_t>(x), to_each<std::uint64_t>(x), to_each<bool>(x),
                        to_each<gradc::half>(x), to_each<gradc::bfloat16>(x)},
                       0);
}

GRADC_DIFFERENTIATE(vjp)
Vector of_complex_types(const Vector& x) {
  return gradc::concat({to_complex<float>(x), to_complex<double>(x), to_complex<std::int32_t>(x),
                        to_complex<std::int64_t>(x), to_complex<bool>(x)},
                       0);
}

// Above what a signed integer holds, and above what float and double hold without rounding.
GRADC_DIFFERENTIATE(gradient)
double of_huge_integers(double x) {
  const std::uint64_t most = 0xFFFFFFFFFFFFFFFFu;
  std::uint64_t half = 1;
  half <<= 63;
  const std::uint64_t rounded_once = 0x8000008000000001u;  // to double it is a tie of floats
  const std::int64_t odd = 9007199254740993;
  return x * static_cast<double>(most) + x * x * static_cast<double>(half) + x * static_cast<double>(static_cast<float>(rounded_once)) +
         x * static_cast<double>(odd);
}

GRADC_DIFFERENTIATE(gradient)
double of_nonzero(const CVector& z) {
  const auto some = gradc::astype<bool>(z);
  const double first = gradc::astype<bool>(z(0)) ? gradc::real(z)(1) : 7;
  return first + gradc::sum(gradc::where(some, gradc::real(z * z), gradc::imag(z))) +
         gradc::sum(gradc::astype<double>(some) * gradc::imag(z));
}

}  // namespace conversions
