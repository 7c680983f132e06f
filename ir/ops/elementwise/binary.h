// Binary arithmetic on operands of one shape. The Builder's callers broadcast before.
#pragma once

#include <cmath>
#include <limits>

#include "ir/kind.h"
#include "ir/ops/elementwise/complex_math.h"
#include "ir/ops/rules.h"

namespace ir::ops {

// Wrapping two's complement arithmetic, as generated code computes it.
template <class F>
constexpr std::int64_t wrapping(std::int64_t x, std::int64_t y, F f) {
  return static_cast<std::int64_t>(f(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)));
}

// z = x + y         dz = dx + dy
struct Add : RingOp {
  static constexpr OpInfo info{
      .name = "add", .cpp = "gradc::operator+(x, y); gradc::add(x, y); std::operator+(x:complex, y); std::operator+(x, y:complex)", .arity = 2, .scalar = GRADC_SCALAR(x + y),
      .integer = {"gradc::scalar::add(x, y)", [](std::int64_t x, std::int64_t y, std::int64_t) {
                    return wrapping(x, y, [](auto a, auto b) { return a + b; });
                  }},
      .complex = GRADC_COMPLEX(x + y)};
  static Range range(const OpView&, std::span<const Range> x) { return Range::sum(x[0], x[1]); }
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return r.bar; }};
  static std::optional<Extent> extent(const OpView&, std::span<const std::optional<Extent>> x) {
    if (!x[0] || !x[1]) return std::nullopt;
    return *x[0] + *x[1];
  }
};

// z = x - y         dz = dx - dy
struct Subtract : RingOp {
  static constexpr OpInfo info{
      .name = "subtract", .cpp = "gradc::operator-(x, y); gradc::subtract(x, y); std::operator-(x:complex, y); std::operator-(x, y:complex)", .arity = 2,
      .scalar = GRADC_SCALAR(x - y),
      .integer = {"gradc::scalar::subtract(x, y)", [](std::int64_t x, std::int64_t y, std::int64_t) {
                    return wrapping(x, y, [](auto a, auto b) { return a - b; });
                  }},
      .complex = GRADC_COMPLEX(x - y)};
  static Range range(const OpView&, std::span<const Range> x) { return Range::sum(x[0], Range::negative(x[1])); }
  static constexpr Derivative derivative = Linear{[](const Rule& r, int i) { return i == 0 ? r.bar : -r.bar; }};
  static std::optional<Extent> extent(const OpView& v, std::span<const std::optional<Extent>> x) {
    return x[0] && x[1] ? not_wrapped(v, *x[0] - *x[1]) : std::nullopt;
  }
};

// z = x y           dz = y dx + x dy
struct Multiply : RingOp {
  static constexpr OpInfo info{
      .name = "multiply", .cpp = "gradc::operator*(x, y); gradc::multiply(x, y); std::operator*(x:complex, y); std::operator*(x, y:complex)", .arity = 2,
      .scalar = GRADC_SCALAR(x * y),
      .integer = {"gradc::scalar::multiply(x, y)", [](std::int64_t x, std::int64_t y, std::int64_t) {
                    return wrapping(x, y, [](auto a, auto b) { return a * b; });
                  }},
      .complex = {"gradc::scalar::multiply(x, y)", [](Number x, Number y, Number) { return x * y; }}};
  static Range range(const OpView& v, std::span<const Range> x) { return v.op.operands[0] == v.op.operands[1] ? Range::product(Range::magnitude(x[0]), Range::magnitude(x[0])) : Range::product(x[0], x[1]); }
  static constexpr Derivative derivative = Bilinear{[](const Rule& r, int i) { return r.bar * r.x[i == 0 ? 1 : 0]; }};
  static std::optional<Extent> extent(const OpView&, std::span<const std::optional<Extent>> x) {
    if (!x[0] || !x[1]) return std::nullopt;
    return *x[0] * *x[1];
  }
};

// z = x / y         dz = dx/y - (z/y) dy: x/y² would overflow sooner
struct Divide : FieldOp {
  static constexpr OpInfo info{.name = "divide", .cpp = "gradc::operator/(x, y); gradc::divide(x, y); std::operator/(x:complex, y); std::operator/(x, y:complex)", .arity = 2,
                               .domain = {0.5, 2}, .scalar = GRADC_SCALAR(x / y),
                               .complex = {"gradc::scalar::divide(x, y)", [](Number x, Number y, Number) { return x / y; }}};
  static constexpr Singular singular{.operand = 1, .mirrored = true};
  static Range range(const OpView&, std::span<const Range> x) { return Range::product(x[0], Range::inverse(x[1])); }
  static constexpr Derivative derivative = General{
      [](const Rule& r, int i) { return i == 0 ? r.bar / r.x[1] : -(r.bar * (r.y / r.x[1])); },
      [](const Rule& r) {
        if (!r.dots[1].valid()) return r.dots[0] / r.x[1];
        const Expr by_y = r.dots[1] * (r.y / r.x[1]);
        return r.dots[0].valid() ? r.dots[0] / r.x[1] - by_y : -by_y;
      }};
};

// z = x / y of integers, truncated toward zero as in C++; division by zero is a DomainError at run time.
struct Quotient {
  static constexpr OpInfo info{.name = "quotient", .arity = 2, .domain = {1, 9},
                               .integer = {"gradc::scalar::quotient(x, y)",
                                           [](std::int64_t x, std::int64_t y, std::int64_t) {
                                             return y == 0 ? 0 : y == -1 ? wrapping(0, x, [](auto a, auto b) { return a - b; })
                                                                         : x / y;
                                           }}, .may_fail = true};
  static constexpr Derivative derivative = NoGradient{"integers have no derivative"};
  static std::optional<Type> type(const TypeRule& r) { return one_type(r, kInteger); }
  static std::optional<Extent> extent(const OpView&, std::span<const std::optional<Extent>> x) {
    if (!x[0] || !x[1] || !x[0]->never_negative()) return std::nullopt;
    const auto divisor = x[1]->constant();
    if (!divisor || *divisor <= 0) return std::nullopt;
    return Extent::floor_divide(*x[0], *x[1]);
  }
};

// z = x % y of integers, with the sign of x as in C++; division by zero is a DomainError at run time.
struct Modulo {
  static constexpr OpInfo info{.name = "modulo", .arity = 2, .domain = {1, 9},
                               .integer = {"gradc::scalar::modulo(x, y)",
                                           [](std::int64_t x, std::int64_t y, std::int64_t) -> std::int64_t {
                                             return y == 0 || y == -1 ? 0 : x % y;
                                           }}, .may_fail = true};
  static constexpr Derivative derivative = NoGradient{"integers have no derivative"};
  static std::optional<Type> type(const TypeRule& r) { return one_type(r, kInteger); }
};

// What the ops on the bits of integers share.
struct BitOp {
  static constexpr Derivative derivative = NoGradient{"integers have no derivative"};
  static std::optional<Type> type(const TypeRule& r) { return one_type(r, kInteger); }
};

// z = x & y of integers
struct BitAnd : BitOp {
  static constexpr OpInfo info{.name = "bit_and", .cpp = "gradc::bitwise_and(x, y)", .arity = 2, .domain = {0, 99}, .integer = GRADC_INTEGER(x & y)};
};

// z = x | y of integers
struct BitOr : BitOp {
  static constexpr OpInfo info{.name = "bit_or", .cpp = "gradc::bitwise_or(x, y)", .arity = 2, .domain = {0, 99}, .integer = GRADC_INTEGER(x | y)};
};

// z = x ^ y of integers
struct BitXor : BitOp {
  static constexpr OpInfo info{.name = "bit_xor", .cpp = "gradc::bitwise_xor(x, y); gradc::bitwise_not(x, y:like=-1)",
                               .arity = 2, .domain = {0, 99}, .integer = GRADC_INTEGER(x ^ y)};
};

// z = x << y of integers, wrapping; 0 where y is negative or the width at least.
struct ShiftLeft : BitOp {
  static constexpr OpInfo info{.name = "shift_left", .cpp = "gradc::left_shift(x, y)", .arity = 2, .domain = {0, 9},
                               .integer = {"gradc::scalar::shift_left(x, y)",
                                           [](std::int64_t x, std::int64_t y, std::int64_t) {
                                             return y < 0 || y > 63 ? 0 : wrapping(x, y, [](auto a, auto b) { return a << b; });
                                           }}};
};

// z = x >> y of integers, with copies of the sign of x; no bit of x stays where y is negative or the width at least.
struct ShiftRight : BitOp {
  static constexpr OpInfo info{.name = "shift_right", .cpp = "gradc::right_shift(x, y)", .arity = 2, .domain = {0, 9},
                               .integer = {"gradc::scalar::shift_right(x, y)",
                                           [](std::int64_t x, std::int64_t y, std::int64_t) {
                                             return x >> (y < 0 || y > 63 ? 63 : y);
                                           }}};
};

// z = x^y; of integers it wraps, and a y below 0 is a DomainError at run time
//                   ∂z/∂x = y x^(y-1), 0 where y = 0
//                   ∂z/∂y = z ln x; where x = 0 it is 0 for y ≥ 0 and -∞ for y < 0; NaN where x < 0
struct Pow : RingOp {
  static constexpr OpInfo info{.name = "pow", .cpp = "gradc::pow(x, y); std::pow(x, y)", .arity = 2,
                               .domain = {0.3, 2.5}, .scalar = GRADC_SCALAR(std::pow(x, y)),
                               .integer = {"gradc::scalar::power(x, y)",
                                           [](std::int64_t x, std::int64_t y, std::int64_t) {
                                             std::int64_t z = 1;
                                             for (; y > 0; y /= 2, x = wrapping(x, x, [](auto a, auto b) { return a * b; }))
                                               if (y % 2 == 1) z = wrapping(z, x, [](auto a, auto b) { return a * b; });
                                             return z;
                                           }},
                               .complex = {"gradc::scalar::power(x, y)", [](Number x, Number y, Number) { return complex_power(x, y); }},
                               .may_fail = true};
  // Powers of whole exponents, none below 0, have a derivative everywhere; of 1 and more they have one from 0 on.
  static bool is_singular(const OpView&, std::span<const Range> x, const std::vector<bool>& active) {
    if (active[1] || !(x[1].low >= 0)) return true;
    return !(x[1].is_number() && std::floor(x[1].low) == x[1].low) && !(x[1].low >= 1 && x[0].low >= 0);
  }
  static constexpr Singular singular{.applies = &is_singular};
  static constexpr Derivative derivative = Pointwise{
      {[](const Rule& r) {
         const Expr y = r.x[1];
         return where(equal(y, 0), zeros_like(y), y * apply(Kind::Pow, {r.x[0], y - 1.0}));
       },
       [](const Rule& r) {
         const Expr x = r.x[0], y = r.x[1];
         const Expr at_zero = where(less(real(y), 0), like(y, -std::numeric_limits<double>::infinity()), zeros_like(y));
         // Inside the arm not selected log sees 1, so that second derivatives stay finite.
         const Expr is_zero = equal(x, 0);
         return where(is_zero, at_zero, r.y * apply(Kind::Log, {where(is_zero, like(x, 1), x)}));
       }}};
};

// The adjoint or tangent of x in an op that picks one of x and y: all of it where x wins, half at a tie.
inline Expr share(Expr wins, Expr tie, Expr bar) {
  return where(wins, bar, where(tie, 0.5 * bar, zeros_like(bar)));
}

template <bool kMax>
Expr share_of(const Rule& r, int i, Expr bar) {
  const Expr mine = r.x[static_cast<std::size_t>(i)], other = r.x[static_cast<std::size_t>(1 - i)];
  return share(kMax ? mine > other : mine < other, equal(mine, other), bar);
}

// z = max(x, y); NaN if either is        the greater gets the derivative; half each at a tie; none where NaN
struct Maximum : InParts<Maximum, NumberOp> {
  static constexpr OpInfo info{.name = "maximum", .cpp = "gradc::maximum(x, y)", .arity = 2,
                               .scalar = GRADC_SCALAR(x > y ? x : y >= x ? y : x + y),
                               .integer = GRADC_INTEGER(x > y ? x : y)};
  static Range range(const OpView&, std::span<const Range> x) { return Range::greater(x[0], x[1]); }
  static Expr part(const Rule& r, int i, Expr g) { return share_of<true>(r, i, g); }
  static std::optional<Extent> extent(const OpView& v, std::span<const std::optional<Extent>> x) {
    if (!x[0] || !x[1] || is_unsigned(v.result().element)) return std::nullopt;
    return Extent::max(*x[0], *x[1]);
  }
};

// z = min(x, y); NaN if either is        the smaller gets the derivative; half each at a tie; none where NaN
struct Minimum : InParts<Minimum, NumberOp> {
  static constexpr OpInfo info{.name = "minimum", .cpp = "gradc::minimum(x, y)", .arity = 2,
                               .scalar = GRADC_SCALAR(x < y ? x : y <= x ? y : x + y),
                               .integer = GRADC_INTEGER(x < y ? x : y)};
  static Range range(const OpView&, std::span<const Range> x) { return Range::lesser(x[0], x[1]); }
  static Expr part(const Rule& r, int i, Expr g) { return share_of<false>(r, i, g); }
  static std::optional<Extent> extent(const OpView& v, std::span<const std::optional<Extent>> x) {
    if (!x[0] || !x[1] || is_unsigned(v.result().element)) return std::nullopt;
    return Extent::min(*x[0], *x[1]);
  }
};

}  // namespace ir::ops
