// QR factors of the last two axes, and least squares by them; leading axes are a batch. Floating values of 32 or 64 bits and
// complex ones, of which xᵀ stands for the conjugate transpose.
#pragma once

#include "ir/kind.h"
#include "ir/ops/linear_algebra/spectral.h"

namespace ir::ops {

inline bool check_matrices(const TypeRule& r, const Type& a) {
  if (!check_matrix_element(r, a, true)) return false;
  if (a.rank() < 2) return r.fail(DiagnosticId::rank, r.op_name, "matrices", a.rank()), false;
  return true;
}
inline Extent rows_of(const Shape& shape) { return shape[shape.size() - 2]; }
inline Extent lesser_of(const Shape& shape) { return Extent::min(rows_of(shape), shape.back()); }
// Matrices that have no more columns than rows; `what` says of wider ones what is wrong with them.
inline bool check_no_wider(const TypeRule& r, const Type& a, std::string_view what) {
  if (!check_matrices(r, a)) return false;
  const Extent m = rows_of(a.extents), n = a.extents.back();
  if (!m.constant() || !n.constant() || *m.constant() >= *n.constant()) return true;
  return r.fail(DiagnosticId::type_mismatch, r.op_name, fmt::format("a matrix of {} rows and {} columns {}", m.text(), n.text(), what)), false;
}
// The matrices' shape with other rows and columns.
inline Shape with_matrix(Shape shape, const Extent& m, const Extent& n) {
  shape[shape.size() - 2] = m;
  shape.back() = n;
  return shape;
}
inline Expr columns(Expr x, const Extent& begin, const Extent& count) {
  Shape shape = x.shape(), from(shape.size());
  shape.back() = count;
  from.back() = begin;
  return shape == x.shape() ? x : slice(x, from, shape);
}

// Packs (Q, R) of x = QR with no more columns than rows: the rows of Q, then those of R. QᵀQ = 1, R is upper triangular with a
// real and positive diagonal; a DomainError where the columns depend on each other
//   C = tril(M) + tril(M, -1)ᵀ, with a real diagonal, of M = R R̄ᵀ - Q̄ᵀ Q; x̄ = (Q̄ + Q C) R⁻ᵀ
//   Z = ẋ R⁻¹, X = QᵀZ, Ω = tril(X, -1) - tril(X, -1)ᵀ + i Im diag X; Q̇ = QΩ + Z - QX, Ṙ = (X - Ω) R
struct Qr : InNumbers<Qr> {
  static constexpr OpInfo info{.name = "qr", .trait = Trait::kernel, .may_fail = true, .note = "the rank may not be full"};
  static constexpr bool dear = true;
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    const Type& x = r.type(0);
    if (!check_no_wider(r, x, "has columns that depend on each other; transpose it")) return std::nullopt;
    return Type{x.element, with_matrix(x.extents, rows_of(x.extents) + x.extents.back(), x.extents.back()), 0};
  }
  struct Parts {
    Expr q, r;
    Parts(Expr packed, const Extent& m) : q(rows(packed, 0, m)), r(rows(packed, m, packed.shape().back())) {}
    Parts(const Rule& rule, Expr packed) : Parts(packed, rows_of(rule.x[0].shape())) {}
  };
  static Expr vjp(const Rule& r, int) {
    const Parts y(r, r.y), bar(r, r.bar);
    const Expr m = adjoint_matmul(y.r, upper_part(bar.r), false, true) - adjoint_matmul(bar.q, y.q, true);
    const Expr below = lower_part(m, -1), c = below + adjoint(below) + astype(real(lower_part(upper_part(m))), m.type().element);
    return triangular_solve(conj(y.r), bar.q + matmul(y.q, c), false, true, true);
  }
  static Expr jvp(const Rule& r) {
    const Parts y(r, r.y);
    const Expr z = triangular_solve(y.r, r.dots[0], false, false, true), x = adjoint_matmul(y.q, z, true);
    Expr turned = skew(lower_part(x, -1));
    if (is_complex(x.type().element)) turned = turned + 0.5 * skew(lower_part(upper_part(x)));
    return stacked({matmul(y.q, turned) + z - matmul(y.q, x), upper_part(matmul(x - turned, y.r))});
  }
  static constexpr Derivative derivative = General{.vjp = &vjp, .jvp = &jvp, .adjoint = true};
  // Each column less what it has of those before, twice.
  template <class T>
  static Literal evaluate_in(const Evaluation& e) {
    Literal y = e.zeros();
    std::int64_t next = 0;
    for (std::int64_t k = 0; k < matrices_in(e.x[0]); ++k) {
      DenseMatrix<T> q(e.x[0], k), r(q.columns, q.columns);
      for (std::int64_t j = 0; j < q.columns; ++j) {
        for (std::int64_t i = 0; i < 2 * j; ++i) {
          T along = 0;
          for (std::int64_t l = 0; l < q.rows; ++l) along += conjugate(q(l, i % j)) * q(l, j);
          for (std::int64_t l = 0; l < q.rows; ++l) q(l, j) -= along * q(l, i % j);
          r(i % j, j) += along;
        }
        for (std::int64_t l = 0; l < q.rows; ++l) r(j, j) += q(l, j) * conjugate(q(l, j));
        r(j, j) = std::sqrt(std::real(r(j, j)));
        for (std::int64_t l = 0; l < q.rows; ++l) q(l, j) /= r(j, j);
      }
      store_rows(y, next, q);
      store_rows(y, next, r);
    }
    return y;
  }
  // {batch, m, n, place}
  static Geometry kernel(const OpView& v) {
    const Shape& x = v.operand(0).extents;
    return {{ir::product({x.begin(), x.end() - 2}), rows_of(x), x.back(), SourceLine{}}};
  }
};

// Of a wide x = [X Y] they are those of X = QU and R = [U QᵀY].
struct QrOp {
  static constexpr bool dear = true;
  static Qr::Parts of_square(Expr x) {
    return Qr::Parts(apply(Kind::Qr, {columns(x, 0, lesser_of(x.shape()))}), rows_of(x.shape()));
  }
};
// Q of x = QR, of as many columns as x has rows or columns, whichever is less
struct QrQ : QrOp {
  static constexpr OpInfo info{.name = "qr_q", .cpp = "gradc::qr(x).q", .trait = Trait::composite, .may_fail = true};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_matrices(r, r.type(0))) return std::nullopt;
    const Shape& x = r.type(0).extents;
    return Type{r.type(0).element, with_matrix(x, rows_of(x), lesser_of(x)), 0};
  }
  static Expr expand(const Rule& r) { return of_square(r.x[0]).q; }
};
// R of x = QR
struct QrR : QrOp {
  static constexpr OpInfo info{.name = "qr_r", .cpp = "gradc::qr(x).r", .trait = Trait::composite, .may_fail = true};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_matrices(r, r.type(0))) return std::nullopt;
    const Shape& x = r.type(0).extents;
    return Type{r.type(0).element, with_matrix(x, lesser_of(x), x.back()), 0};
  }
  static Expr expand(const Rule& r) {
    const Expr x = r.x[0];
    const Extent k = lesser_of(x.shape()), n = x.shape().back();
    const Qr::Parts y = of_square(x);
    if (k == n) return y.r;
    return apply(Kind::Concat, {y.r, adjoint_matmul(y.q, columns(x, k, n - k), true)}, {{"axis", std::int64_t{x.rank() - 1}}});
  }
};

// y = the columns of x, which are orthonormal, and after them others that make an orthonormal basis with them: those of the
// product of the reflections H = 1 - 2vvᵀ/‖v‖² that turn the columns of x, one after the other, to the axes
//   There is no derivative: any that span the rest would do
struct CompleteBasis : InNumbers<CompleteBasis> {
  static constexpr OpInfo info{.name = "complete_basis", .trait = Trait::kernel, .note = "its derivative is an error by purpose"};
  static constexpr bool dear = true;
  static constexpr Derivative derivative =
      NoGradient{"vectors that complete a basis are any that span the rest, so that they have no derivative; take the factors "
                 "without gradc::Complete()", false};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    const Type& x = r.type(0);
    if (!check_no_wider(r, x, "has columns that depend on each other")) return std::nullopt;
    return Type{x.element, with_matrix(x.extents, rows_of(x.extents), rows_of(x.extents)), 0};
  }
  template <class T>
  static Literal evaluate_in(const Evaluation& e) {
    Literal y = e.zeros();
    std::int64_t next = 0;
    for (std::int64_t which = 0; which < matrices_in(e.x[0]); ++which) {
      const DenseMatrix<T> x(e.x[0], which);
      const std::int64_t m = x.rows, n = x.columns;
      std::vector<std::vector<T>> mirrors;
      const auto reflect = [&](std::vector<T>& a, const std::vector<T>& v) {
        T along = 0, square = 0;
        for (std::size_t i = 0; i < v.size(); ++i) along += conjugate(v[i]) * a[i], square += conjugate(v[i]) * v[i];
        for (std::size_t i = 0; i < v.size(); ++i) a[i] -= T(2) * along / square * v[i];
      };
      for (std::int64_t j = 0; j < n; ++j) {
        std::vector<T> v(at(m));
        for (std::int64_t i = 0; i < m; ++i) v[at(i)] = x(i, j);
        for (const std::vector<T>& mirror : mirrors) reflect(v, mirror);
        double square = 0;
        for (std::int64_t i = 0; i < m; ++i) {
          if (i < j) v[at(i)] = 0;
          square += std::norm(v[at(i)]);
        }
        const double first = std::abs(v[at(j)]), length = std::sqrt(square);
        v[at(j)] += first == 0 ? T(length) : v[at(j)] / first * length;
        mirrors.push_back(v);
      }
      DenseMatrix<T> whole(m, m);
      for (std::int64_t j = 0; j < m; ++j) {
        std::vector<T> column(at(m));
        column[at(j)] = 1;
        for (std::size_t k = mirrors.size(); k-- > 0;) reflect(column, mirrors[k]);
        for (std::int64_t i = 0; i < m; ++i) whole(i, j) = j < n ? x(i, j) : column[at(i)];
      }
      store_rows(y, next, whole);
    }
    return y;
  }
  static Geometry kernel(const OpView& v) { return Qr::kernel(v); }
};
inline Expr complete_basis(Expr x) {
  return rows_of(x.shape()) == x.shape().back() ? x : apply(Kind::CompleteBasis, {x});
}
// A square factor, of some vectors and of those that complete them.
struct CompleteFactor {
  static constexpr bool dear = true;
  static constexpr Derivative derivative = CompleteBasis::derivative;
  static std::optional<Type> square(const TypeRule& r, const Extent& n) {
    return Type{r.type(0).element, with_matrix(r.type(0).extents, n, n), 0};
  }
  static std::optional<Type> of_rows(const TypeRule& r) {
    return check_matrices(r, r.type(0)) ? square(r, rows_of(r.type(0).extents)) : std::nullopt;
  }
};

// Q of x = QR, of as many columns as rows: those of qr_q, and what completes them
struct QrCompleteQ : CompleteFactor {
  static constexpr OpInfo info{.name = "qr_complete_q", .cpp = "gradc::qr(x, Complete).q", .trait = Trait::composite,
                               .may_fail = true, .note = "its derivative is an error by purpose"};
  static std::optional<Type> type(const TypeRule& r) { return of_rows(r); }
  static Expr expand(const Rule& r) { return complete_basis(apply(Kind::QrQ, {r.x[0]})); }
};
// R of x = QR, of as many rows as x has: those of qr_r, and zeros
struct QrCompleteR {
  static constexpr OpInfo info{.name = "qr_complete_r", .cpp = "gradc::qr(x, Complete).r", .trait = Trait::composite, .may_fail = true};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_matrices(r, r.type(0))) return std::nullopt;
    return r.type(0);
  }
  static Expr expand(const Rule& r) {
    const Expr y = apply(Kind::QrR, {r.x[0]});
    const Shape shape = r.x[0].shape();
    return y.shape() == shape ? y : pad(y, Shape(shape.size()), shape, Shape(shape.size(), Extent(1)));
  }
};

// X with the least ‖B - AX‖ for A of full column rank, by QR: R⁻¹ Qᵀ B
//   W = (AᵀA)⁻¹ X̄ = R⁻¹ R⁻ᵀ X̄ and D = B - AX: B̄ = A W, Ā = D Wᵀ - A W Xᵀ        Ẋ = (AᵀA)⁻¹ (ȦᵀD + Aᵀ(Ḃ - ȦX))
struct Lstsq : SolveOp {
  static constexpr OpInfo info{.name = "lstsq", .cpp = "gradc::lstsq(x:batch, y:batch)", .trait = Trait::composite, .arity = 2,
                               .may_fail = true};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) {
    const Type &a = r.type(0), &b = r.type(1);
    if (!check_no_wider(r, a, "has more unknowns than equations; multiply by gradc::pinv, which gives the shortest solution") || !check_sides(r, rows_of(a.extents)))
      return std::nullopt;
    Type x = b;
    x.extents[x.extents.size() - (of_vectors(a.rank(), b.rank()) ? 1 : 2)] = a.extents.back();
    return x;
  }
  static Qr::Parts factors(const Rule& r) { return Qr::Parts(r, apply(Kind::Qr, {r.x[0]})); }
  static Expr expand(const Rule& r) {
    const Qr::Parts f = factors(r);
    return triangular_solve(f.r, times(letters(r), conj(f.q), r.x[1], true), false, false);
  }
  static Expr normal(const Rule& r, Expr b) {
    const Expr triangle = factors(r).r;
    return triangular_solve(triangle, triangular_solve(conj(triangle), b, false, true), false, false);
  }
  static Expr rest(const Rule& r) { return r.x[1] - times(letters(r), r.x[0], r.y, false); }
  static Expr vjp(const Rule& r, int i) {
    const Letters l = letters(r);
    const Expr w = normal(r, r.bar), by_b = times(l, r.x[0], w, false);
    return i == 1 ? by_b : outer(l, rest(r), conj(w)) - outer(l, by_b, conj(r.y));
  }
  static Expr jvp(const Rule& r) {
    const Letters l = letters(r);
    Expr right;
    if (r.dots[0].valid()) {
      const Expr by_a = times(l, conj(r.x[0]), times(l, r.dots[0], r.y, false), true);
      right = times(l, conj(r.dots[0]), rest(r), true) - by_a;
    }
    if (r.dots[1].valid()) {
      const Expr by_b = times(l, conj(r.x[0]), r.dots[1], true);
      right = right.valid() ? right + by_b : by_b;
    }
    return normal(r, right);
  }
  static constexpr Derivative derivative = General{.vjp = &vjp, .jvp = &jvp, .adjoint = true};
};

}  // namespace ir::ops
