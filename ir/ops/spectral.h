// Eigenvalues and eigenvectors of the last two axes; leading axes are a batch. Real floating values of 32 or 64 bits. An op
// with several results gives them as the rows of one matrix, of which other ops take the parts.
#pragma once

#include "ir/kind.h"
#include "ir/ops/factor.h"

namespace ir::ops {

// Rows of the matrices, from `begin` on; without their axis if it is one as a vector.
inline Expr rows(Expr x, const Extent& begin, const Extent& count) {
  Shape shape = x.shape(), from(shape.size());
  shape[shape.size() - 2] = count;
  from[from.size() - 2] = begin;
  return slice(x, from, shape);
}
inline Expr row(Expr x, const Extent& which) {
  return apply(Kind::Squeeze, {rows(x, which, 1)}, {{"axes", Integers{x.rank() - 2}}});
}
inline Expr as_row(Expr v) { return expand_dims(v, {v.rank() - 1}); }
inline Expr stacked(const std::vector<Expr>& parts) {
  return apply(Kind::Concat, parts, {{"axis", std::int64_t{parts[0].rank() - 2}}});
}
// v repeated over rows, or over columns.
inline Expr over_rows(Expr v, const Shape& shape) { return broadcast(as_row(v), shape); }
inline Expr over_columns(Expr v, const Shape& shape) { return broadcast(expand_dims(v, {v.rank()}), shape); }
inline Expr diagonal_of(Expr a) {
  const std::int64_t rank = a.rank();
  return apply(Kind::Diagonal, {a}, {{"axis1", rank - 2}, {"axis2", rank - 1}, {"offset", std::int64_t{0}}});
}
// x / d, and 0 where both are within the rounding of numbers like l, a vector for each matrix: what belongs to equal or zero l
// has no direction, and none is asked for.
inline Expr quotient(Expr x, Expr d, Expr l) {
  const double rounding = 16 * (x.type().element == ElementType::f64 ? std::numeric_limits<double>::epsilon()
                                                                     : std::numeric_limits<float>::epsilon());
  const Expr tolerance = for_each_element(rounding * sum(apply(Kind::Abs, {l}), {l.rank() - 1}), x);
  const auto small = [&](Expr value) { return apply(Kind::LessEqual, {apply(Kind::Abs, {value}), tolerance}); };
  const Expr none = apply(Kind::LogicalAnd, {small(d), small(x)});
  return where(none, zeros_like(x), x / where(none, like(d, 1), d));
}
// x_ij / (l_j - l_i) and x_ij / (l_j + l_i), 0 on the diagonal.
inline Expr over_differences(Expr x, Expr l) {
  return quotient(lower_part(x, -1) + upper_part(x, 1), over_rows(l, x.shape()) - over_columns(l, x.shape()), l);
}
inline Expr over_sums(Expr x, Expr l) {
  return quotient(lower_part(x, -1) + upper_part(x, 1), over_rows(l, x.shape()) + over_columns(l, x.shape()), l);
}
inline Expr skew(Expr a) { return a - transposed(a); }

// Makes the number of largest magnitude in each column positive.
inline void orient(MatrixOf& q) {
  for (std::int64_t j = 0; j < q.columns; ++j) {
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < q.rows; ++i)
      if (std::fabs(q(i, j)) > std::fabs(q(best, j)) * (1 + 1e-9)) best = i;
    if (q.rows == 0 || q(best, j) >= 0) continue;
    for (std::int64_t i = 0; i < q.rows; ++i) q(i, j) = -q(i, j);
  }
}
// Turns columns p and q of a matrix by the angle of that cosine and sine.
inline void rotate(MatrixOf& a, std::int64_t p, std::int64_t q, double c, double s) {
  for (std::int64_t i = 0; i < a.rows; ++i) {
    const double x = a(i, p), y = a(i, q);
    a(i, p) = c * x - s * y;
    a(i, q) = s * x + c * y;
  }
}
// One-sided Jacobi rotations: the columns of a become orthogonal, those of v turn with them.
inline void make_orthogonal(MatrixOf& a, MatrixOf& v) {
  bool turned = true;
  for (int sweep = 0; turned && sweep < 60; ++sweep) {
    turned = false;
    for (std::int64_t p = 0; p < a.columns; ++p)
      for (std::int64_t q = p + 1; q < a.columns; ++q) {
        double pp = 0, qq = 0, pq = 0;
        for (std::int64_t i = 0; i < a.rows; ++i) pp += a(i, p) * a(i, p), qq += a(i, q) * a(i, q), pq += a(i, p) * a(i, q);
        if (!(pq * pq > 1e-33 * pp * qq)) continue;
        turned = true;
        const double zeta = (qq - pp) / (2 * pq);
        const double t = (zeta >= 0 ? 1 : -1) / (std::fabs(zeta) + std::sqrt(1 + zeta * zeta)), c = 1 / std::sqrt(1 + t * t);
        rotate(a, p, q, c, c * t);
        rotate(v, p, q, c, c * t);
      }
  }
}
inline void store_rows(Literal& to, std::int64_t& next, const MatrixOf& part) {
  for (double value : part.values) to.set(next++, value);
}

// Packs (w, V) of (x + xᵀ)/2 = V diag(w) Vᵀ, w ascending: w is row 0, V the others; of each column of V the number of
// largest magnitude is positive
//   x̄ = sym(V(diag w̄ + F ∘ ½skew(VᵀV̄))Vᵀ), ẇ = diag(P), V̇ = V(F ∘ P) with P = VᵀẋV, F_ij = 1/(w_j - w_i), 0 where equal
struct Eigh {
  static constexpr OpInfo info{.name = "eigh", .trait = Trait::kernel, .may_fail = true, .note = "it may not converge"};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_square(r, r.type(0))) return std::nullopt;
    Type y = r.type(0);
    y.extents[y.extents.size() - 2] = y.extents.back() + 1;
    return y;
  }
  static Expr vectors(Expr y) { return rows(y, 1, y.shape().back()); }
  static Expr vjp(const Rule& r, int) {
    const Expr v = vectors(r.y), turned = over_differences(0.5 * skew(matmul(v, vectors(r.bar), true)), row(r.y, 0));
    return symmetric(matmul(v * over_rows(row(r.bar, 0), v.shape()) + matmul(v, turned), v, false, true));
  }
  static Expr jvp(const Rule& r) {
    const Expr v = vectors(r.y), p = matmul(v, matmul(symmetric(r.dots[0]), v), true);
    return stacked({as_row(diagonal_of(p)), matmul(v, over_differences(p, row(r.y, 0)))});
  }
  static constexpr Derivative derivative = General{[](const Rule& r, int i) { return vjp(r, i); }, &jvp};
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    std::int64_t next = 0;
    for (std::int64_t k = 0; k < matrices_in(e.x[0]); ++k) {
      const MatrixOf a(e.x[0], k);
      const std::int64_t n = a.rows;
      MatrixOf s(n, n), v = unit(n), w(1, n);
      double shift = 0;  // makes it positive definite: its columns, orthogonal, are then V diag(w)
      for (std::int64_t i = 0; i < n * n; ++i) shift += std::fabs(a.values[at(i)]);
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j) s(i, j) = 0.5 * (a(i, j) + a(j, i)) + (i == j ? shift : 0);
      make_orthogonal(s, v);
      std::vector<std::pair<double, std::int64_t>> order;
      for (std::int64_t j = 0; j < n; ++j) {
        double length = 0;
        for (std::int64_t i = 0; i < n; ++i) length += s(i, j) * s(i, j);
        order.emplace_back(std::sqrt(length) - shift, j);
      }
      std::sort(order.begin(), order.end());
      MatrixOf sorted(n, n);
      for (std::int64_t j = 0; j < n; ++j) {
        w(0, j) = order[at(j)].first;
        for (std::int64_t i = 0; i < n; ++i) sorted(i, j) = v(i, order[at(j)].second);
      }
      orient(sorted);
      store_rows(y, next, w);
      store_rows(y, next, sorted);
    }
    return y;
  }
  static Geometry kernel(const OpView& v) { return SquareOp<Eigh>::kernel(v); }
};

// w of eigh(x)        x̄ = V diag(w̄) Vᵀ, ẇ = diag(Vᵀ ẋ V), also where some are equal
struct Eigvalsh {
  static constexpr OpInfo info{.name = "eigvalsh", .cpp = "gradc::eigvalsh(x); gradc::eigh(x).w", .trait = Trait::composite,
                               .may_fail = true};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_square(r, r.type(0))) return std::nullopt;
    return Type{r.type(0).element, {r.type(0).extents.begin(), r.type(0).extents.end() - 1}, 0};
  }
  static Expr vectors(const Rule& r) { return Eigh::vectors(apply(Kind::Eigh, {r.x[0]})); }
  static constexpr Derivative derivative =
      General{[](const Rule& r, int) {
                const Expr v = vectors(r);
                return matmul(v * over_rows(r.bar, v.shape()), v, false, true);
              },
              [](const Rule& r) {
                const Expr v = vectors(r);
                return sum(v * matmul(symmetric(r.dots[0]), v), {v.rank() - 2});
              }};
  static Expr expand(const Rule& r) { return row(apply(Kind::Eigh, {r.x[0]}), 0); }
};

// V of eigh(x)
struct EighVectors {
  static constexpr OpInfo info{.name = "eigh_vectors", .cpp = "gradc::eigh(x).v", .trait = Trait::composite, .may_fail = true};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_square(r, r.type(0))) return std::nullopt;
    return r.type(0);
  }
  static Expr expand(const Rule& r) { return Eigh::vectors(apply(Kind::Eigh, {r.x[0]})); }
};

}  // namespace ir::ops
