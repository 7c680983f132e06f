// Functions of square matrices that are not functions of their elements; leading axes are a batch. Real floating values of 32
// or 64 bits and complex ones, of which xᵀ stands for the conjugate transpose but in expm.
// N. Higham, "Functions of Matrices", 2008.
#pragma once

#include "ir/kind.h"
#include "ir/ops/linear_algebra/spectral.h"

namespace ir::ops {

// y = eˣ = Σ xⁿ/n!
//   ẏ is the upper right block of the exponential of [x ẋ; 0 x], x̄ that of [xᵀ ȳ; 0 xᵀ]
struct Expm : SquareOp<Expm> {
  static constexpr OpInfo info{.name = "expm", .cpp = "gradc::expm(x)", .trait = Trait::kernel};
  static constexpr bool dear = true;
  static Expr along(Expr x, Expr direction) {
    const std::int64_t last = x.rank() - 1;
    const Expr top = apply(Kind::Concat, {x, direction}, {{"axis", last}}), bottom = apply(Kind::Concat, {zeros_like(x), x}, {{"axis", last}});
    const Expr y = apply(Kind::Expm, {stacked({top, bottom})});
    Shape begin(x.shape().size());
    begin.back() = x.shape().back();
    return slice(y, begin, x.shape());
  }
  static constexpr Derivative derivative = General{[](const Rule& r, int) { return along(transposed(r.x[0]), r.bar); },
                                                   [](const Rule& r) { return along(r.x[0], r.dots[0]); }};
  static constexpr bool kIsHolomorphic = true;
  template <class T>
  static DenseMatrix<T> product(const DenseMatrix<T>& a, const DenseMatrix<T>& b) {
    DenseMatrix<T> c(a.rows, a.rows);
    for (std::int64_t i = 0; i < a.rows; ++i)
      for (std::int64_t j = 0; j < a.rows; ++j)
        for (std::int64_t k = 0; k < a.rows; ++k) c(i, j) += a(i, k) * b(k, j);
    return c;
  }
  // The series at x / 2⁸, squared eight times.
  template <class T>
  static DenseMatrix<T> one(DenseMatrix<T> x) {
    for (T& value : x.values) value /= 256;
    DenseMatrix<T> y = unit<T>(x.rows), term = y;
    for (int n = 1; n < 40; ++n) {
      term = product(term, x);
      for (std::size_t i = 0; i < y.values.size(); ++i) y.values[i] += term.values[i] /= static_cast<double>(n);
    }
    for (int k = 0; k < 8; ++k) y = product(y, y);
    return y;
  }
};

// y = X with AX + XA = B for A = (a + aᵀ)/2, which must be positive definite
//   G is that of a and X̄: B̄ = G, ā = -sym(G Xᵀ + Xᵀ G)        Ẋ is that of a and Ḃ - ȦX - XȦ
struct Lyapunov : InNumbers<Lyapunov> {
  static constexpr OpInfo info{.name = "lyapunov", .trait = Trait::kernel, .arity = 2, .may_fail = true,
                               .note = "the matrix may not be positive definite"};
  static constexpr bool dear = true;
  static Expr solved(Expr a, Expr b) { return apply(Kind::Lyapunov, {a, b}); }
  static Expr vjp(const Rule& r, int i) {
    const Expr g = solved(r.x[0], r.bar);
    return i == 1 ? g : -symmetric(adjoint_matmul(g, r.y, false, true) + adjoint_matmul(r.y, g, true));
  }
  static Expr jvp(const Rule& r) {
    Expr right = r.dots[1];
    if (r.dots[0].valid()) {
      const Expr a = symmetric(r.dots[0]), by_a = matmul(a, r.y) + matmul(r.y, a);
      right = right.valid() ? right - by_a : -by_a;
    }
    return solved(r.x[0], right);
  }
  static constexpr Derivative derivative = General{.vjp = &vjp, .jvp = &jvp, .adjoint = true};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_square(r, r.type(0), true) || !check_square(r, r.type(1), true) || !same_element(r, r.type(0), r.type(1)) ||
        !r.same_shape(r.type(0), r.type(1)))
      return std::nullopt;
    return r.type(1);
  }
  // As one system for the elements.
  template <class T>
  static Literal evaluate_in(const Evaluation& e) {
    Literal y = e.zeros();
    for (std::int64_t k = 0; k < matrices_in(y); ++k) {
      const DenseMatrix<T> a(e.x[0], k), b(e.x[1], k);
      const std::int64_t n = a.rows;
      DenseMatrix<T> system(n * n, n * n), x(n * n, 1);
      x.values = b.values;
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j)
          for (std::int64_t l = 0; l < n; ++l) {
            system(i * n + j, l * n + j) += 0.5 * (a(i, l) + conjugate(a(l, i)));
            system(i * n + j, i * n + l) += 0.5 * (a(l, j) + conjugate(a(j, l)));
          }
      eliminate(system, x);
      x.store(y, k);
    }
    return y;
  }
  static Geometry kernel(const OpView& v) { return SquareOp<Lyapunov>::kernel(v); }
};

// y = the positive definite square root of (x + xᵀ)/2, which must be positive definite
//   y ẏ + ẏ y = sym(ẋ), y x̄ + x̄ y = sym(ȳ)
struct Sqrtm : SquareOp<Sqrtm> {
  static constexpr OpInfo info{.name = "sqrtm", .cpp = "gradc::sqrtm(x)", .trait = Trait::kernel, .may_fail = true,
                               .note = "the matrix may not be positive definite"};
  static constexpr bool dear = true;
  static constexpr Derivative derivative =
      General{.vjp = [](const Rule& r, int) { return Lyapunov::solved(r.y, symmetric(r.bar)); },
              .jvp = [](const Rule& r) { return Lyapunov::solved(r.y, symmetric(r.dots[0])); },
              .adjoint = true};
  static constexpr bool kTakesComplex = true;
  // y ← (y + y⁻¹ x)/2
  template <class T>
  static DenseMatrix<T> one(const DenseMatrix<T>& a) {
    DenseMatrix<T> x = a, y = unit<T>(a.rows);
    for (std::int64_t i = 0; i < a.rows; ++i)
      for (std::int64_t j = 0; j < a.rows; ++j) x(i, j) = 0.5 * (a(i, j) + conjugate(a(j, i)));
    for (int k = 0; k < 12; ++k) {
      DenseMatrix<T> system = y, next = x;
      eliminate(system, next);
      for (std::size_t i = 0; i < y.values.size(); ++i) y.values[i] = 0.5 * (y.values[i] + next.values[i]);
    }
    return y;
  }
};

}  // namespace ir::ops
