/// \file
/// The 16-bit floating types, as storage: every operation on them is one on float, rounded once at the end.
#pragma once

#include <gradc/detail/target.h>

#include <cstdint>
#include <cstring>

namespace gradc {

namespace detail {

GRADC_HOST_DEVICE inline std::uint32_t float_bits(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

GRADC_HOST_DEVICE inline float bits_float(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// IEEE binary16 to binary32; exact.
GRADC_HOST_DEVICE inline float half_to_float(std::uint16_t half_bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half_bits & 0x8000u) << 16;
  const std::uint32_t exponent = (half_bits >> 10) & 0x1fu;
  const std::uint32_t mantissa = half_bits & 0x3ffu;
  if (exponent == 0x1fu) return bits_float(sign | 0x7f800000u | (mantissa << 13));
  if (exponent != 0) return bits_float(sign | ((exponent + 112u) << 23) | (mantissa << 13));
  // A denormal is mantissa * 2^-24, which float holds exactly.
  const float magnitude = static_cast<float>(mantissa) * 5.9604644775390625e-08f;
  return bits_float(sign | float_bits(magnitude));
}

/// binary32 to binary16, to nearest, ties to even; overflow gives infinity, NaN stays (a quiet) NaN.
GRADC_HOST_DEVICE inline std::uint16_t float_to_half(float value) {
  const std::uint32_t bits = float_bits(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  std::uint32_t result;
  if (magnitude > 0x7f800000u) {
    result = 0x7e00u | ((magnitude >> 13) & 0x1ffu);
  } else if (magnitude >= 0x47800000u) {  // 65536 and above
    result = 0x7c00u;
  } else if (magnitude < 0x38800000u) {  // below 2^-14: a multiple of 2^-24
    // Adding 0.5 puts the unit of a half's denormal (2^-24) at float's last place, so that the addition
    // rounds.
    result = float_bits(bits_float(magnitude) + 0.5f) - 0x3f000000u;
  } else {
    const std::uint32_t odd = (magnitude >> 13) & 1u;
    result = (magnitude - 0x38000000u + 0xfffu + odd) >> 13;  // 65520 and above carry into infinity
  }
  return static_cast<std::uint16_t>(sign | result);
}

/// bfloat16 is the upper half of a float.
GRADC_HOST_DEVICE inline float bfloat16_to_float(std::uint16_t bits) {
  return bits_float(static_cast<std::uint32_t>(bits) << 16);
}

/// binary32 to bfloat16, to nearest, ties to even; NaN stays (a quiet) NaN.
GRADC_HOST_DEVICE inline std::uint16_t float_to_bfloat16(float value) {
  const std::uint32_t bits = float_bits(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>((bits >> 16) | 0x40u);
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

/// A double rounded to float "to odd": an inexact result has its last bit set, so that rounding it again, to a format at least
/// two bits shorter, gives what rounding the double at once would (Boldo and Melquiond, 2008).
GRADC_HOST_DEVICE inline float round_to_odd(double value) {
  const float nearest = static_cast<float>(value);
  const double back = static_cast<double>(nearest);
  if (back == value || value != value) return nearest;
  std::uint32_t bits = float_bits(nearest);
  if ((bits & 1u) != 0) return nearest;
  const bool rounded_away = (value < 0) ? back < value : back > value;
  bits = rounded_away ? bits - 1u : bits + 1u;
  return bits_float(bits);
}

}  // namespace detail

/// IEEE binary16: 11 significant bits, largest value 65504.
class half {
 public:
  half() = default;
  GRADC_HOST_DEVICE explicit half(float value) : bits_(detail::float_to_half(value)) {}
  GRADC_HOST_DEVICE explicit half(double value) : bits_(detail::float_to_half(detail::round_to_odd(value))) {}
  GRADC_HOST_DEVICE explicit half(int value) : half(static_cast<double>(value)) {}
  GRADC_HOST_DEVICE operator float() const { return detail::half_to_float(bits_); }

  /// The value with this bit pattern.
  GRADC_HOST_DEVICE static half from_bits(std::uint16_t bits) {
    half value;
    value.bits_ = bits;
    return value;
  }
  GRADC_HOST_DEVICE std::uint16_t bits() const { return bits_; }

 private:
  std::uint16_t bits_;
};

/// The upper 16 bits of an IEEE binary32: 8 significant bits, float's range.
class bfloat16 {
 public:
  bfloat16() = default;
  GRADC_HOST_DEVICE explicit bfloat16(float value) : bits_(detail::float_to_bfloat16(value)) {}
  GRADC_HOST_DEVICE explicit bfloat16(double value) : bits_(detail::float_to_bfloat16(detail::round_to_odd(value))) {}
  GRADC_HOST_DEVICE explicit bfloat16(int value) : bfloat16(static_cast<double>(value)) {}
  GRADC_HOST_DEVICE operator float() const { return detail::bfloat16_to_float(bits_); }

  /// The value with this bit pattern.
  GRADC_HOST_DEVICE static bfloat16 from_bits(std::uint16_t bits) {
    bfloat16 value;
    value.bits_ = bits;
    return value;
  }
  GRADC_HOST_DEVICE std::uint16_t bits() const { return bits_; }

 private:
  std::uint16_t bits_;
};

}  // namespace gradc
