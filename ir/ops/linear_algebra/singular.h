// Singular values and what is made of them, of the last two axes; leading axes are a batch. Floating values of 32 or 64 bits and
// complex ones, of which xᵀ stands for the conjugate transpose.
#pragma once

#include "ir/kind.h"
#include "ir/ops/linear_algebra/orthogonal.h"

namespace ir::ops {

// Packs (s, U, V) of x = U diag(s) Vᵀ, k = min(m, n), s descending: s is row 0, then the rows of U and those of V; of each
// column of U the number of largest magnitude is real and positive
//   P = skew(UᵀŪ), N = skew(VᵀV̄): x̄ = U (½(P + N)/(s_j - s_i) + ½(P - N)/(s_j + s_i) + diag(s̄)) Vᵀ
//                                      + (1 - UUᵀ) Ū diag(1/s) Vᵀ + U diag(1/s) V̄ᵀ (1 - VVᵀ)
//   D = Uᵀ ẋ V: ṡ = diag(D), U̇ = U (sym(D)/(s_j - s_i) + ½skew(D)/(s_j + s_i)) + (ẋV - UD) diag(1/s), V̇ likewise with -
//   a quotient is 0 where both parts of it are within rounding of 0; with `broadening` ε x/Δ is x Δ/(Δ² + ε); complex U and V are turned alike (Phases)
struct Svd : InNumbers<Svd> {
  static constexpr OpInfo info{.name = "svd", .trait = Trait::kernel, .may_fail = true, .note = "it may not converge",
                               .attributes = "broadening: real?"};
  static constexpr bool dear = true;
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    const Type& x = r.type(0);
    if (!check_matrices(r, x) || !check_broadening(r)) return std::nullopt;
    return Type{x.element, with_matrix(x.extents, rows_of(x.extents) + x.extents.back() + 1, lesser_of(x.extents)), 0};
  }
  struct Parts {
    Expr s, u, v;
    Parts(Expr packed, const Shape& x)
        : s(real(row(packed, 0))), u(rows(packed, 1, rows_of(x))), v(rows(packed, rows_of(x) + 1, x.back())) {}
    explicit Parts(const Rule& r) : Parts(apply(Kind::Svd, {r.x[0]}, r.attributes), r.x[0].shape()) {}
    // a diag(s), of the type of a
    static Expr times(Expr a, Expr s) { return a * astype(over_rows(s, a.shape()), a.type().element); }
  };
  // x diag(1/s)
  static Expr over(Expr x, Expr s, double broadening) { return quotient(x, over_rows(s, x.shape()), s, broadening); }
  static Expr vjp(const Rule& r, int) {
    const Shape shape = r.x[0].shape();
    const Parts y(r.y, shape), bar(r.bar, shape);
    const double broadening = broadening_of(r.attributes);
    Expr u_bar = bar.u;
    if (is_complex(u_bar.type().element))
      u_bar = u_bar - Phases(y.u).adjoint_part(Phases::along(y.u, bar.u) + Phases::along(y.v, bar.v));
    const Expr uu = adjoint_matmul(y.u, u_bar, true), vv = adjoint_matmul(y.v, bar.v, true), p = skew(uu), n = skew(vv);
    Expr left = Parts::times(y.u, bar.s) + matmul(y.u, 0.5 * (over_differences(p + n, y.s, broadening) + over_sums(p - n, y.s, broadening)));
    if (rows_of(shape) != lesser_of(shape)) left = left + over(u_bar - matmul(y.u, uu), y.s, broadening);
    const Expr x_bar = adjoint_matmul(left, y.v, false, true);
    if (shape.back() == lesser_of(shape)) return x_bar;
    return x_bar + adjoint_matmul(y.u, over(bar.v - matmul(y.v, vv), y.s, broadening), false, true);
  }
  static Expr jvp(const Rule& r) {
    const Shape shape = r.x[0].shape();
    const Parts y(r.y, shape);
    const double broadening = broadening_of(r.attributes);
    const Expr xv = matmul(r.dots[0], y.v), d = adjoint_matmul(y.u, xv, true);
    const Expr even = over_differences(symmetric(d), y.s, broadening), odd = over_sums(0.5 * skew(d), y.s, broadening);
    Expr u = matmul(y.u, even + odd), v = matmul(y.v, even - odd);
    if (rows_of(shape) != lesser_of(shape)) u = u + over(xv - matmul(y.u, d), y.s, broadening);
    if (shape.back() != lesser_of(shape)) v = v + over(adjoint_matmul(r.dots[0], y.u, true) - adjoint_matmul(y.v, d, false, true), y.s, broadening);
    if (is_complex(u.type().element)) {
      const Phases phases(y.u);
      const Expr u_dot = u;
      u = u + y.u * phases.turned(u_dot, y.u);
      v = v + y.v * phases.turned(u_dot, y.v);
    }
    return stacked({as_row(astype(real(diagonal_of(d)), u.type().element)), u, v});
  }
  static constexpr Derivative derivative =
      General{.vjp = [](const Rule& r, int i) { return vjp(r, i); }, .jvp = &jvp, .adjoint = true};
  // Column j becomes a unit vector that is orthogonal to those before: of what is left of the axes, the longest.
  template <class T>
  static void set_orthogonal(DenseMatrix<T>& a, std::int64_t j) {
    std::vector<T> best;
    double longest = 0;
    for (std::int64_t axis = 0; axis < a.rows; ++axis) {
      std::vector<T> rest(at(a.rows));
      rest[at(axis)] = 1;
      for (std::int64_t k = 0; k < 2 * j; ++k) {
        T along = 0;
        for (std::int64_t i = 0; i < a.rows; ++i) along += conjugate(a(i, k % j)) * rest[at(i)];
        for (std::int64_t i = 0; i < a.rows; ++i) rest[at(i)] -= along * a(i, k % j);
      }
      double length = 0;
      for (const T& value : rest) length += std::norm(value);
      if (length > 1.000001 * longest) longest = length, best = rest;
    }
    for (std::int64_t i = 0; i < a.rows; ++i) a(i, j) = best[at(i)] / std::sqrt(longest);
  }
  template <class T>
  static Literal evaluate_in(const Evaluation& e) {
    Literal y = e.zeros();
    std::int64_t next = 0;
    for (std::int64_t k = 0; k < matrices_in(e.x[0]); ++k) {
      const DenseMatrix<T> x(e.x[0], k);
      const bool wide = x.rows < x.columns;
      DenseMatrix<T> a = wide ? transpose_of(x) : x;
      if (wide)
        for (T& value : a.values) value = conjugate(value);
      auto found = turned(a);  // a v is then U diag(s), or V diag(s)
      DenseMatrix<T> s(1, a.columns), tall(a.rows, a.columns);
      for (std::int64_t j = 0; j < a.columns; ++j) {
        s(0, j) = found.lengths[at(j)];
        for (std::int64_t i = 0; i < a.rows; ++i)
          for (std::int64_t l = 0; l < a.columns; ++l) tall(i, j) += a(i, l) * found.v(l, j);
        for (std::int64_t i = 0; i < a.rows; ++i) tall(i, j) /= found.lengths[at(j)];
        if (!(found.lengths[at(j)] > 1e-14 * found.lengths[0])) set_orthogonal(tall, j);
      }
      DenseMatrix<T> &u = wide ? found.v : tall, &v = wide ? tall : found.v;
      const std::vector<T> phases = orient(u);
      for (std::int64_t j = 0; j < u.columns; ++j)
        for (std::int64_t i = 0; i < v.rows; ++i) v(i, j) *= phases[at(j)];
      store_rows(y, next, s);
      store_rows(y, next, u);
      store_rows(y, next, v);
    }
    return y;
  }
  static Geometry kernel(const OpView& v) { return Qr::kernel(v); }
};

// The singular values, descending        x̄ = U diag(s̄) Vᵀ, ṡ = diag(Uᵀ ẋ V), also where some are equal
struct Svdvals {
  static constexpr OpInfo info{.name = "svdvals", .cpp = "gradc::svdvals(x); gradc::svd(x, Spectral?).s; gradc::svd(x, Complete).s",
                               .trait = Trait::composite, .may_fail = true, .attributes = "broadening: real?"};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_matrices(r, r.type(0)) || !check_broadening(r)) return std::nullopt;
    const Shape& x = r.type(0).extents;
    Type s{real_of(r.type(0).element), {x.begin(), x.end() - 1}, 0};
    s.extents.back() = lesser_of(x);
    return s;
  }
  static constexpr Derivative derivative =
      General{.vjp = [](const Rule& r, int) {
                const Svd::Parts y(r);
                return adjoint_matmul(Svd::Parts::times(y.u, r.bar), y.v, false, true);
              },
              .jvp = [](const Rule& r) {
                const Svd::Parts y(r);
                return real(sum(conj(y.u) * matmul(r.dots[0], y.v), {y.u.rank() - 2}));
              },
              .adjoint = true};
  static Expr expand(const Rule& r) { return Svd::Parts(r).s; }
};
// U of x = U diag(s) Vᵀ
struct SvdU {
  static constexpr OpInfo info{.name = "svd_u", .cpp = "gradc::svd(x, Spectral?).u", .trait = Trait::composite, .may_fail = true,
                               .attributes = "broadening: real?"};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) { return check_broadening(r) ? QrQ::type(r) : std::nullopt; }
  static Expr expand(const Rule& r) { return Svd::Parts(r).u; }
};
// Vᵀ of x = U diag(s) Vᵀ
struct SvdVt {
  static constexpr OpInfo info{.name = "svd_vt", .cpp = "gradc::svd(x, Spectral?).vt", .trait = Trait::composite, .may_fail = true,
                               .attributes = "broadening: real?"};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) { return check_broadening(r) ? QrR::type(r) : std::nullopt; }
  static Expr expand(const Rule& r) { return adjoint(Svd::Parts(r).v); }
};

// Whether singular values count: those above max(m, n) ε ‖x‖.
inline Expr counted(Expr s, const Shape& x) {
  const double epsilon = s.type().element == ElementType::f64 ? std::numeric_limits<double>::epsilon()
                                                              : std::numeric_limits<float>::epsilon();
  Builder& b = *s.builder;
  const Expr size = astype({&b, b.extent_value(Extent::max(rows_of(x), x.back()))}, s.type().element);
  const Expr norm = apply(Kind::EuclideanNorm, {s}, {{"axes", Integers{s.rank() - 1}}, {"keepdims", true}});
  return s > broadcast(epsilon * norm * broadcast(size, norm.shape()), s.shape());
}

// U of x = U diag(s) Vᵀ, of as many columns as rows: those of svd_u, and what completes them
struct SvdCompleteU : CompleteFactor {
  static constexpr OpInfo info{.name = "svd_complete_u", .cpp = "gradc::svd(x, Complete).u", .trait = Trait::composite,
                               .may_fail = true, .note = "its derivative is an error by purpose"};
  static std::optional<Type> type(const TypeRule& r) { return of_rows(r); }
  static Expr expand(const Rule& r) { return complete_basis(apply(Kind::SvdU, {r.x[0]})); }
};
// Vᵀ of x = U diag(s) Vᵀ, of as many rows as columns: those of svd_vt, and what completes them
struct SvdCompleteVt : CompleteFactor {
  static constexpr OpInfo info{.name = "svd_complete_vt", .cpp = "gradc::svd(x, Complete).vt", .trait = Trait::composite,
                               .may_fail = true, .note = "its derivative is an error by purpose"};
  static std::optional<Type> type(const TypeRule& r) {
    return check_matrices(r, r.type(0)) ? square(r, r.type(0).extents.back()) : std::nullopt;
  }
  static Expr expand(const Rule& r) { return adjoint(complete_basis(adjoint(apply(Kind::SvdVt, {r.x[0]})))); }
};

// y = x⁺ = V diag(1/s) Uᵀ, without singular values that are not above max(m, n) ε ‖x‖; the rank stays as it is
//   x̄ = -yᵀȳyᵀ + (1 - xy) ȳᵀ y yᵀ + yᵀy ȳᵀ (1 - yx)        ẏ = -yẋy + y yᵀẋᵀ(1 - xy) + (1 - yx) ẋᵀ yᵀ y
struct Pinv {
  static constexpr OpInfo info{.name = "pinv", .cpp = "gradc::pinv(x)", .trait = Trait::composite, .may_fail = true};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_matrices(r, r.type(0))) return std::nullopt;
    const Shape& x = r.type(0).extents;
    return Type{r.type(0).element, with_matrix(x, x.back(), rows_of(x)), 0};
  }
  static Expr expand(const Rule& r) {
    const Svd::Parts p(r);
    const Expr counts = counted(p.s, r.x[0].shape()), inverse = where(counts, 1.0 / where(counts, p.s, like(p.s, 1)), zeros_like(p.s));
    return adjoint_matmul(Svd::Parts::times(p.v, inverse), p.u, false, true);
  }
  // The three terms of either: a⁺ for the one that the others are products with.
  static Expr vjp(const Rule& r, int) {
    const Expr x = r.x[0], y = r.y, bar = r.bar;
    const Expr on_left = adjoint_matmul(adjoint_matmul(bar, y, true), y, false, true);   // ȳᵀ y yᵀ
    const Expr on_right = adjoint_matmul(y, adjoint_matmul(y, bar, false, true), true);  // yᵀ y ȳᵀ
    return on_left - matmul(x, matmul(y, on_left)) + on_right - matmul(matmul(on_right, y), x) -
           adjoint_matmul(y, adjoint_matmul(bar, y, false, true), true);
  }
  static Expr jvp(const Rule& r) {
    const Expr x = r.x[0], y = r.y, dot = r.dots[0];
    const Expr on_right = matmul(y, adjoint_matmul(y, dot, true, true));  // y yᵀ ẋᵀ
    const Expr on_left = matmul(adjoint_matmul(dot, y, true, true), y);   // ẋᵀ yᵀ y
    return on_right - matmul(matmul(on_right, x), y) + on_left - matmul(y, matmul(x, on_left)) - matmul(y, matmul(dot, y));
  }
  static constexpr Derivative derivative = General{.vjp = &vjp, .jvp = &jvp, .adjoint = true};
};

// A number for each matrix.
struct NumberOfMatrices {
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_matrices(r, r.type(0))) return std::nullopt;
    return Type{real_of(r.type(0).element), {r.type(0).extents.begin(), r.type(0).extents.end() - 2}, 0};
  }
  static Expr over(Kind kind, Expr x, Integers axes) { return apply(kind, {x}, {{"axes", std::move(axes)}, {"keepdims", false}}); }
  static Expr extreme(Kind kind, Expr s) { return over(kind, s, {s.rank() - 1}); }
};

// y = ‖x‖ of matrices: 0 Frobenius, √Σx²; 1 nuclear, Σs; 2 spectral, the greatest s; 3 the greatest sum of a column of |x|;
// 4 that of a row
//   derivatives of what it is: 0 at 0, even split over what is greatest
struct MatrixNorm : NumberOfMatrices {
  static constexpr OpInfo info{.name = "matrix_norm", .cpp = "gradc::matrix_norm(x, norm=0)", .trait = Trait::composite, .may_fail = true,
                               .attributes = "norm: count"};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) {
    if (r.attributes.get<std::int64_t>("norm") > 4) return r.fail(DiagnosticId::attribute_value, r.op_name, "norm", "is not from 0 to 4");
    return NumberOfMatrices::type(r);
  }
  static Expr expand(const Rule& r) {
    const Expr x = r.x[0];
    const std::int64_t norm = r.attributes.get<std::int64_t>("norm"), rank = x.rank();
    if (norm == 0) return over(Kind::EuclideanNorm, is_complex(x.type().element) ? magnitude(x) : x, matrix_axes(x));
    if (norm >= 3) return extreme(Kind::Max, sum(magnitude(x), {norm == 3 ? rank - 2 : rank - 1}));
    const Expr s = apply(Kind::Svdvals, {x});
    return norm == 1 ? sum(s, {rank - 2}) : extreme(Kind::Max, s);
  }
};

// y = x/σ, σ the greatest singular value of each matrix
struct SpectralNorm {
  static constexpr OpInfo info{.name = "spectral_norm", .cpp = "gradc::spectral_norm(x)", .trait = Trait::composite, .may_fail = true};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) {
    if (!NumberOfMatrices::type(r)) return std::nullopt;
    return r.type(0);
  }
  static Expr expand(const Rule& r) {
    const Integers matrix{r.x[0].rank() - 2, r.x[0].rank() - 1};
    const Expr norm = apply(Kind::MatrixNorm, {r.x[0]}, {{"norm", std::int64_t{2}}});
    return r.x[0] / astype(broadcast(expand_dims(norm, matrix), r.x[0].shape()), r.x[0].type().element);
  }
};

// y = the greatest singular value over the least, ∞ where that is 0
struct Cond : NumberOfMatrices {
  static constexpr OpInfo info{.name = "cond", .cpp = "gradc::cond(x)", .trait = Trait::composite, .may_fail = true};
  static constexpr bool dear = true;
  static Expr expand(const Rule& r) {
    const Expr s = apply(Kind::Svdvals, {r.x[0]});
    return extreme(Kind::Max, s) / extreme(Kind::Min, s);
  }
};

// y = how many singular values are above max(m, n) ε ‖x‖
struct MatrixRank : NumberOfMatrices {
  static constexpr OpInfo info{.name = "matrix_rank", .cpp = "gradc::matrix_rank(x)", .trait = Trait::composite, .may_fail = true};
  static std::optional<Type> type(const TypeRule& r) {
    auto y = NumberOfMatrices::type(r);
    if (y) y->element = ElementType::i64;
    return y;
  }
  static Expr expand(const Rule& r) {
    const Expr s = apply(Kind::Svdvals, {r.x[0]});
    return sum(astype(counted(s, r.x[0].shape()), ElementType::i64), {s.rank() - 1});
  }
};

}  // namespace ir::ops
