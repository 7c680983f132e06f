// Functions of elements that are others in a row: powers of whole exponents, scaling by powers of two, choices.
#pragma once

#include <limits>

#include "ir/kind.h"
#include "ir/ops/rules.h"

namespace ir::ops {

// y = xⁿ for a whole n by repeated squaring; 1 for n = 0, also at 0, ∞ and NaN        dy/dx = n xⁿ⁻¹, 0 for n = 0
struct IntegerPow {
  static constexpr OpInfo info{.name = "integer_pow", .cpp = "gradc::integer_pow(x, exponent)", .trait = Trait::composite,
                               .attributes = "exponent: integer"};
  static constexpr Singular singular{.mirrored = true, .applies = [](const OpView& v, std::span<const Range>, const std::vector<bool>&) {
    return v.op.attributes.get<std::int64_t>("exponent") < 0;
  }};
  static Range range(const OpView& v, std::span<const Range>) {
    return v.op.attributes.get<std::int64_t>("exponent") % 2 == 0 ? Range::not_negative() : Range{};
  }
  static constexpr Derivative derivative = Pointwise{{[](const Rule& r) {
    const auto n = r.attributes.get<std::int64_t>("exponent");
    if (n == 0) return zeros_like(r.x[0]);
    return static_cast<double>(n) * apply(Kind::IntegerPow, {r.x[0]}, {{"exponent", n - 1}});
  }}};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kFloat | kComplex | kInteger)) return std::nullopt;
    const auto n = r.attributes.get<std::int64_t>("exponent");
    if (n < 0 && is_integer(r.type(0).element))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "exponent", "is less than 0, for which integers have no power");
    if (n < -65536 || n > 65536)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "exponent", "is not from -65536 to 65536");
    return r.type(0);
  }
  static Expr expand(const Rule& r) {
    const auto exponent = r.attributes.get<std::int64_t>("exponent");
    Expr power, square = r.x[0];
    for (std::int64_t n = std::abs(exponent); n > 0; n /= 2) {
      if (n % 2 == 1) power = power.valid() ? power * square : square;
      if (n > 1) square = square * square;
    }
    if (!power.valid()) return like(r.x[0], 1);
    return exponent < 0 ? apply(Kind::Reciprocal, {power}) : power;
  }
};

// y = x 2ⁿ for whole n, a number or one for each x. In three steps: a power of two that is no number of the type may
// give one        dy/dx = 2ⁿ
struct Ldexp {
  static constexpr OpInfo info{.name = "ldexp", .cpp = "gradc::ldexp(x, y:integer)", .trait = Trait::composite, .arity = 2};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kFloat) || !check_element(r, r.type(1), kInteger)) return std::nullopt;
    if (r.type(1).rank() != 0 && !r.same_shape(r.type(0), r.type(1))) return std::nullopt;
    return r.type(0);
  }
  static Expr expand(const Rule& r) {
    const ElementType element = r.x[0].type().element;
    const double most = element == ElementType::f64 ? 3066 : 378;  // thirds of it are exponents of the type
    const Expr n = broadcast(astype(r.x[1], element), r.x[0].shape());
    const Expr within = apply(Kind::Clip, {n, like(n, -most), like(n, most)});
    const Expr third = apply(Kind::Trunc, {within / like(n, 3)});
    const auto power = [](Expr e) { return apply(Kind::Exp2, {e}); };
    return r.x[0] * power(third) * power(third) * power(within - third - third);
  }
};

// y = Σ xₖ of tensors of one shape        x̄ₖ = ȳ
struct AddN {
  static constexpr OpInfo info{.name = "add_n", .cpp = "gradc::add_n(xs)", .trait = Trait::composite, .arity = -1};
  static std::optional<Type> type(const TypeRule& r) {
    if (r.count() == 0) return r.fail(DiagnosticId::operand_count, r.op_name, "one or more", 0);
    return one_type(r, kFloat | kComplex | kInteger);
  }
  static Expr expand(const Rule& r) {
    Expr sum = r.x[0];
    for (std::size_t i = 1; i < r.x.size(); ++i) sum = sum + r.x[i];
    return sum;
  }
};

// y = xₖ where the index, a number or one for each element, is k; the first below 0, the last beyond it
struct SelectN {
  static constexpr OpInfo info{.name = "select_n", .cpp = "gradc::select_n(i:integer, xs)", .trait = Trait::composite,
                               .arity = -1};
  static std::optional<Type> type(const TypeRule& r) {
    if (r.count() < 2) return r.fail(DiagnosticId::operand_count, r.op_name, "an index and one or more", r.count());
    if (!check_element(r, r.type(0), kInteger)) return std::nullopt;
    const auto y = one_type(r, kEvery, 1);
    if (y && r.type(0).rank() != 0 && !r.same_shape(*y, r.type(0))) return std::nullopt;
    return y;
  }
  static Expr expand(const Rule& r) {
    Expr y = r.x.back();
    for (std::size_t k = r.x.size() - 1; k-- > 1;) {
      const Expr before = less(r.x[0], static_cast<double>(k));
      y = where(broadcast(before, y.shape()), r.x[k], y);
    }
    return y;
  }
};

// y = whether |a - b| ≤ atol + rtol |b|; infinities are close to themselves alone, NaN to nothing
struct Isclose {
  static constexpr OpInfo info{.name = "isclose", .cpp = "gradc::isclose(x, y, rtol=1e-5, atol=1e-8)",
                               .trait = Trait::composite, .arity = 2, .attributes = "atol: real, rtol: real",
                               .broadcasts = true};
  static constexpr Derivative derivative = NoGradient{"a comparison"};
  static std::optional<Type> type(const TypeRule& r) {
    for (const char* name : {"atol", "rtol"})
      if (!(r.attributes.get<double>(name) >= 0))
        return r.fail(DiagnosticId::attribute_value, r.op_name, name, "is less than 0");
    const auto x = one_type(r, kFloat);
    return x ? std::optional(Type{ElementType::boolean, x->extents, 0}) : std::nullopt;
  }
  static Expr expand(const Rule& r) {
    const Expr a = r.x[0], b = r.x[1], magnitude = apply(Kind::Abs, {b});
    const Expr room = r.attributes.get<double>("atol") + r.attributes.get<double>("rtol") * magnitude;
    const Expr finite = less(magnitude, std::numeric_limits<double>::infinity());
    const Expr near = apply(Kind::LessEqual, {apply(Kind::Abs, {a - b}), room});
    return apply(Kind::LogicalOr, {equal(a, b), apply(Kind::LogicalAnd, {finite, near})});
  }
};

}  // namespace ir::ops
