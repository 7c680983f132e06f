// Parts of complex numbers, and complex numbers of their parts. These ops are not holomorphic; their rules are adjoints
// for the pairing Re Σ conj(ȳ) ẏ, in which z̄ = ∂L/∂a + i ∂L/∂b of a real L at z = a + ib, as in PyTorch.
#pragma once

#include <complex>

#include "ir/kind.h"
#include "ir/ops/elementwise/complex_math.h"
#include "ir/ops/rules.h"

namespace ir::ops {

// What takes a complex tensor and gives a real one.
struct PartOp {
  static std::optional<Type> type(const TypeRule& r) {
    auto type = one_type(r, kComplex);
    if (type) type->element = real_of(type->element);
    return type;
  }
};
// What makes a complex tensor of two real ones.
struct OfPartsOp {
  static std::optional<Type> type(const TypeRule& r) {
    auto type = one_type(r, kFloat);
    if (!type) return type;
    if (bytes(type->element) == 2)
      return r.fail(DiagnosticId::element_type, r.op_name, name(type->element), "complex numbers are made of float and double");
    type->element = type->element == ElementType::f32 ? ElementType::c64 : ElementType::c128;
    return type;
  }
};

// y = Re x        x̄ = ȳ
struct Real : PartOp {
  static constexpr OpInfo info{.name = "real", .cpp = "gradc::real(x); std::real(x:complex)", .complex = GRADC_COMPLEX(std::real(x))};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return complex(r.bar, zeros_like(r.bar)); }};
};

// y = Im x        x̄ = iȳ
struct Imag : PartOp {
  static constexpr OpInfo info{.name = "imag", .cpp = "gradc::imag(x); std::imag(x:complex)", .complex = GRADC_COMPLEX(std::imag(x))};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return complex(zeros_like(r.bar), r.bar); }};
};

// y = x*, the conjugate        x̄ = ȳ*
struct Conj {
  static constexpr OpInfo info{.name = "conj", .cpp = "gradc::conj(x); std::conj(x:complex)", .complex = GRADC_COMPLEX(std::conj(x))};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return conj(r.bar); }};
  static std::optional<Type> type(const TypeRule& r) { return one_type(r, kComplex); }
};

// z = x + iy of real x and y        x̄ = Re z̄, ȳ = Im z̄
struct Complex : OfPartsOp {
  static constexpr OpInfo info{.name = "complex", .cpp = "gradc::complex(x, y)", .arity = 2,
                               .complex = {"std::complex<T>(x, y)", [](Number x, Number y, Number) { return Number(x.real(), y.real()); }}};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int i) { return i == 0 ? real(r.bar) : imag(r.bar); }};
};

// a where the size of x is not 0 divided by it, 0 elsewhere
inline Expr over_size(Expr a, Expr x) {
  const Expr size = apply(Kind::ComplexAbs, {x}), none = equal(size, 0);
  return where(none, zeros_like(a), a / astype(where(none, like(size, 1), size), a.type().element));
}

// y = x/|x|, 0 at 0        x̄ = (ȳ - Re(y* ȳ) y)/|x|, 0 at 0
struct Sgn {
  static constexpr OpInfo info{.name = "sgn", .cpp = "gradc::sgn(x)", .domain = {0.5, 2},
                               .complex = {"gradc::scalar::sgn(x)", [](Number x, Number, Number) { return complex_sign(x); }}};
  static std::optional<Type> type(const TypeRule& r) { return one_type(r, kComplex); }
  static Expr across(const Rule& r, Expr v) {
    const Expr along = astype(real(conj(r.y) * v), v.type().element);
    return over_size(v - along * r.y, r.x[0]);
  }
  static constexpr Derivative derivative = General{.vjp = [](const Rule& r, int) { return across(r, r.bar); },
                                                   .jvp = [](const Rule& r) { return across(r, r.dots[0]); },
                                                   .adjoint = true};
};

// y = |x|, without overflow        x̄ = ȳ x/|x|, 0 at 0
struct ComplexAbs : PartOp, NotNegative {
  static constexpr OpInfo info{.name = "complex_abs", .cpp = "gradc::abs(x:complex); std::abs(x:complex)", .domain = {0.5, 2},
                               .complex = GRADC_COMPLEX(std::abs(x))};
  static Expr direction(const Rule& r) { return apply(Kind::Sgn, {r.x[0]}); }
  static constexpr Derivative derivative =
      General{.vjp = [](const Rule& r, int) { return astype(r.bar, r.x[0].type().element) * direction(r); },
              .jvp = [](const Rule& r) { return real(conj(direction(r)) * r.dots[0]); },
              .adjoint = true};
};

// y = the angle of x in (-π, π]        x̄ = iȳ x/|x|², 0 at 0
struct Angle : PartOp {
  static constexpr OpInfo info{.name = "angle", .cpp = "gradc::angle(x); std::arg(x:complex)", .domain = {0.5, 2}, .complex = GRADC_COMPLEX(std::arg(x))};
  static Expr inverse(const Rule& r) { return over_size(apply(Kind::Sgn, {r.x[0]}), r.x[0]); }
  static constexpr Derivative derivative =
      General{.vjp = [](const Rule& r, int) { return complex(zeros_like(r.bar), r.bar) * inverse(r); },
              .jvp = [](const Rule& r) { return imag(conj(inverse(r)) * r.dots[0]); },
              .adjoint = true};
};

// z = x e^(iy) of real x and y        x̄ = Re(e^(-iy) z̄), ȳ = Re((iz)* z̄)
struct Polar : OfPartsOp {
  static constexpr OpInfo info{.name = "polar", .cpp = "gradc::polar(x, y); std::polar(x, y)", .arity = 2,
                               .complex = {"gradc::scalar::polar(x, y)", [](Number x, Number y, Number) {
                                             return Number(x.real() * std::cos(y.real()), x.real() * std::sin(y.real()));
                                           }}};
  // ∂z/∂x and ∂z/∂y
  static Expr partial(const Rule& r, int i) {
    return i == 0 ? apply(Kind::Polar, {like(r.x[1], 1), r.x[1]}) : complex(-imag(r.y), real(r.y));
  }
  static Expr tangent(const Rule& r) {
    Expr sum;
    for (int i = 0; i < 2; ++i) {
      const Expr dot = r.dots[at(i)];
      if (!dot.valid()) continue;
      const Expr part = partial(r, i) * astype(dot, r.y.type().element);
      sum = sum.valid() ? sum + part : part;
    }
    return sum;
  }
  static constexpr Derivative derivative =
      General{.vjp = [](const Rule& r, int i) { return real(conj(partial(r, i)) * r.bar); },
              .jvp = [](const Rule& r) { return tangent(r); },
              .adjoint = true};
};

}  // namespace ir::ops
