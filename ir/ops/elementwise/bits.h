// What has to do with the bits that numbers are kept in.
#pragma once

#include <cmath>
#include <limits>

#include "ir/kind.h"
#include "ir/ops/rules.h"

namespace ir::ops {

// How many bits of a floating number are its exponent and its mantissa, the others being a sign.
struct FloatFormat {
  int exponent, mantissa;
  int bias() const { return (1 << (exponent - 1)) - 1; }
};
inline FloatFormat format_of(ElementType element) {
  switch (element) {
    case ElementType::f16:
      return {5, 10};
    case ElementType::bf16:
      return {8, 7};
    case ElementType::f32:
      return {8, 23};
    default:
      return {11, 52};
  }
}

// y = the number whose bits are those of x, of another type of the same width
struct Bitcast {
  static constexpr OpInfo info{
      .name = "bitcast", .cpp = "gradc::bitcast<to>(x)", .trait = Trait::kernel, .attributes = "to: element"};
  static constexpr Derivative derivative =
      NoGradient{"bits have no derivative; gradc::astype converts the number"};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    Type y = r.type(0);
    y.element = r.attributes.get<ElementType>("to");
    if (!check_element(r, r.type(0), kFloat | kInteger) || !check_element(r, y, kFloat | kInteger))
      return std::nullopt;
    if (bytes(y.element) != bytes(r.type(0).element))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "to",
                    fmt::format("is not of as many bits as {}", name(r.type(0).element)));
    return y;
  }
  static std::uint64_t bits_of(ElementType element, double x) {
    const FloatFormat f = format_of(element);
    const std::uint64_t sign = std::signbit(x) ? std::uint64_t{1} << (f.exponent + f.mantissa) : 0;
    const std::uint64_t infinite = ((std::uint64_t{1} << f.exponent) - 1) << f.mantissa;
    if (std::isnan(x)) return sign | infinite | std::uint64_t{1} << (f.mantissa - 1);
    if (std::isinf(x)) return sign | infinite;
    int exponent = 0;
    std::frexp(x, &exponent);
    const int biased =
        x == 0 ? 0 : std::max(exponent - 1 + f.bias(), 0);  // 0: x is a multiple of the least number
    const double whole = std::ldexp(std::fabs(x), f.mantissa + f.bias() - std::max(biased, 1));
    const auto mantissa =
        static_cast<std::uint64_t>(whole) - (biased > 0 ? std::uint64_t{1} << f.mantissa : 0);
    return sign | static_cast<std::uint64_t>(biased) << f.mantissa | mantissa;
  }
  static double number_of(ElementType element, std::uint64_t bits) {
    const FloatFormat f = format_of(element);
    const std::uint64_t mantissa = bits & ((std::uint64_t{1} << f.mantissa) - 1);
    const int biased = static_cast<int>(bits >> f.mantissa & ((std::uint64_t{1} << f.exponent) - 1));
    double x =
        mantissa == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    if (biased != (1 << f.exponent) - 1)
      x = std::ldexp(static_cast<double>(mantissa | (biased > 0 ? std::uint64_t{1} << f.mantissa : 0)),
                     std::max(biased, 1) - f.bias() - f.mantissa);
    return (bits >> (f.exponent + f.mantissa) & 1) != 0 ? -x : x;
  }
  static Literal evaluate(const Evaluation& e) {
    const Literal& x = e.x[0];
    Literal y = e.zeros();
    for (std::int64_t i = 0; i < x.size(); ++i) {
      const std::uint64_t bits =
          x.is_real() ? bits_of(x.element, x.at(i)) : static_cast<std::uint64_t>(x.integers[at(i)]);
      if (y.is_real())
        y.set(i, number_of(y.element, bits));
      else
        y.set_integer(i, static_cast<std::int64_t>(bits));
    }
    return y;
  }
  static Geometry kernel(const OpView& v) { return {{product(v.operand(0).extents)}}; }
};

// y = x rounded, halves to even, to a format of so many bits of exponent and mantissa: beyond its greatest
// number infinite, 0 where its exponent would be too small. x̄ and ẏ are rounded likewise: what is rounded
// here is rounded on the way back; with `straight` they are not
struct ReducePrecision {
  static constexpr OpInfo info{.name = "reduce_precision",
                               .cpp = "gradc::reduce_precision(x, exponent_bits, mantissa_bits, straight=0)",
                               .trait = Trait::kernel,
                               .attributes = "exponent_bits: count, mantissa_bits: count, straight: bool?"};
  static Expr through(const Rule& r, Expr v) {
    return r.attributes.get_or<bool>("straight", false) ? v : r.again(Kind::ReducePrecision, {v});
  }
  static constexpr Derivative derivative =
      General{[](const Rule& r, int) { return through(r, r.bar); }, [](const Rule& r) { return through(r, r.dots[0]); }};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kFloat)) return std::nullopt;
    if (const auto e = r.attributes.get<std::int64_t>("exponent_bits"); e < 2 || e > 11)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "exponent_bits", "is not from 2 to 11");
    if (const auto m = r.attributes.get<std::int64_t>("mantissa_bits"); m < 1 || m > 52)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "mantissa_bits", "is not from 1 to 52");
    return r.type(0);
  }
  static double rounded(FloatFormat of_x, FloatFormat f, double x) {
    if (x == 0 || !std::isfinite(x)) return x;
    int exponent = 0;
    std::frexp(x, &exponent);
    if (f.mantissa < of_x.mantissa) {
      const int scale =
          f.mantissa + 1 -
          std::max(exponent, 2 - of_x.bias());  // numbers below the normal ones have no more bits
      x = std::ldexp(std::nearbyint(std::ldexp(x, scale)), -scale);
    }
    if (f.exponent >= of_x.exponent) return x;
    if (std::fabs(x) >= std::ldexp(1, f.bias() + 1))
      return std::copysign(std::numeric_limits<double>::infinity(), x);
    return std::fabs(x) < std::ldexp(1, 1 - f.bias()) ? std::copysign(0.0, x) : x;
  }
  static Literal evaluate(const Evaluation& e) {
    const FloatFormat f{static_cast<int>(e.attributes().get<std::int64_t>("exponent_bits")),
                        static_cast<int>(e.attributes().get<std::int64_t>("mantissa_bits"))};
    Literal y = e.zeros();
    for (std::int64_t i = 0; i < y.size(); ++i) y.set(i, rounded(format_of(y.element), f, e.x[0].at(i)));
    return y;
  }
  // {n, exponent bits, mantissa bits}
  static Geometry kernel(const OpView& v) {
    return {{product(v.operand(0).extents), Extent(v.op.attributes.get<std::int64_t>("exponent_bits")),
             Extent(v.op.attributes.get<std::int64_t>("mantissa_bits"))}};
  }
};

}  // namespace ir::ops
