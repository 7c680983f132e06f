// Eigenvalues and eigenvectors of the last two axes; leading axes are a batch. Floating values of 32 or 64 bits and complex
// ones, of which xᵀ stands for the conjugate transpose. An op with several results gives them as the rows of one matrix, of
// which other ops take the parts; what is real of complex ones has an imaginary part of 0 there.
#pragma once

#include "ir/kind.h"
#include "ir/ops/linear_algebra/factor.h"

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
inline Expr magnitude(Expr x) { return apply(is_complex(x.type().element) ? Kind::ComplexAbs : Kind::Abs, {x}); }
// How the quotients in the derivatives of vectors are broadened: 0, not at all.
inline double broadening_of(const Attributes& attributes) { return attributes.get_or<double>("broadening", 0); }
inline bool check_broadening(const TypeRule& r) {
  if (broadening_of(r.attributes) >= 0) return true;
  r.fail(DiagnosticId::attribute_value, r.op_name, "broadening", "is less than 0");
  return false;
}
// x / d for real d, and 0 where both are within the rounding of numbers like l, a vector for each matrix: what belongs to equal
// or zero l has no direction, and none is asked for. Broadened by ε, it is x d/(d² + ε).
inline Expr quotient(Expr x, Expr d, Expr l, double broadening) {
  if (broadening > 0) return x * astype(d / (d * d + like(d, broadening)), x.type().element);
  const double rounding = 16 * (l.type().element == ElementType::f64 ? std::numeric_limits<double>::epsilon()
                                                                     : std::numeric_limits<float>::epsilon());
  const Expr tolerance = for_each_element(rounding * sum(apply(Kind::Abs, {l}), {l.rank() - 1}), x);
  const auto small = [&](Expr value) { return apply(Kind::LessEqual, {magnitude(value), tolerance}); };
  const Expr none = apply(Kind::LogicalAnd, {small(d), small(x)});
  return where(none, zeros_like(x), x / astype(where(none, like(d, 1), d), x.type().element));
}
// x_ij / (l_j - l_i), 0 on the diagonal, and x_ij / (l_j + l_i), where real x has a diagonal of zeros.
inline Expr over_differences(Expr x, Expr l, double broadening) {
  return quotient(lower_part(x, -1) + upper_part(x, 1), over_rows(l, x.shape()) - over_columns(l, x.shape()), l, broadening);
}
inline Expr over_sums(Expr x, Expr l, double broadening) {
  const Expr with_diagonal = is_complex(x.type().element) ? x : lower_part(x, -1) + upper_part(x, 1);
  return quotient(with_diagonal, over_rows(l, x.shape()) + over_columns(l, x.shape()), l, broadening);
}
inline Expr skew(Expr a) { return a - adjoint(a); }

// Columns v_j of complex vectors have a phase that is chosen so that their greatest number p_j is real and positive. The rules
// below are those of vectors whose change is orthogonal to them; to keep p_j real, φ_j = -Im(ṗ_j)/p_j more turns them.
class Phases {
 public:
  explicit Phases(Expr v) : v_(v) {
    const Expr re = real(v);
    Builder& b = *v.builder;
    Shape none = v.shape();  // 0 behind each column, so that one without numbers has a greatest, too
    none[none.size() - 2] = 1;
    const Expr real_ones = where(equal(imag(v), 0), re, zeros_like(re));
    const Expr least{&b, b.full({re.type().element, none, 0}, 0)};
    const Expr place = apply(Kind::Argmax, {stacked({real_ones, least})}, {{"axis", std::int64_t{v.rank() - 2}}});
    chosen_ = transposed(apply(Kind::OneHot, {place}, {{"n", Shape{v.shape()[at(v.rank() - 2)]}}, {"to", re.type().element}}));
    greatest_ = over_columns_of(chosen_ * re);
  }
  // i φ_j for each element of the columns of x.
  Expr turned(Expr v_dot, Expr x) const {
    return imaginary(over_rows(-over_columns_of(chosen_ * imag(v_dot)) / greatest_, x.shape()));
  }
  // What the adjoint of v is less because of φ, `along` being Im diag(vᵀv̄), with all else that turns with v.
  Expr adjoint_part(Expr along) const { return imaginary(chosen_ * over_rows(along / greatest_, v_.shape())); }
  // Im diag(aᵀb)
  static Expr along(Expr a, Expr b) { return over_columns_of(imag(conj(a) * b)); }

 private:
  static Expr over_columns_of(Expr x) { return sum(x, {x.rank() - 2}); }
  static Expr imaginary(Expr x) { return complex(zeros_like(x), x); }
  Expr v_, chosen_, greatest_;
};

// Makes the number of largest magnitude in each column real and positive; gives what each column was multiplied by.
template <class T>
std::vector<T> orient(DenseMatrix<T>& q) {
  std::vector<T> phases(at(q.columns), T(1));
  for (std::int64_t j = 0; j < q.columns; ++j) {
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < q.rows; ++i)
      if (std::abs(q(i, j)) > std::abs(q(best, j)) * (1 + 1e-9)) best = i;
    if (q.rows == 0 || q(best, j) == T(0)) continue;
    const double size = std::abs(q(best, j));
    phases[at(j)] = conjugate(q(best, j)) / size;
    for (std::int64_t i = 0; i < q.rows; ++i) q(i, j) *= phases[at(j)];
    q(best, j) = size;
  }
  return phases;
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
// The columns of v that make those of a orthogonal, a's lengths then descending; v is square and orthonormal. Complex columns
// x + iy are real ones of twice the rows, of which (x; y) and (-y; x), which is i times it, come with one length: one of them is
// taken.
struct Turned {
  std::vector<double> lengths;
  MatrixOf v;
};
inline Turned turned(MatrixOf a) {
  MatrixOf v = unit(a.columns), sorted(a.columns, a.columns);
  make_orthogonal(a, v);
  std::vector<std::pair<double, std::int64_t>> order;
  for (std::int64_t j = 0; j < a.columns; ++j) {
    double length = 0;
    for (std::int64_t i = 0; i < a.rows; ++i) length += a(i, j) * a(i, j);
    order.emplace_back(-std::sqrt(length), j);
  }
  std::sort(order.begin(), order.end());
  std::vector<double> lengths;
  for (std::int64_t j = 0; j < a.columns; ++j) {
    lengths.push_back(-order[at(j)].first);
    for (std::int64_t i = 0; i < a.columns; ++i) sorted(i, j) = v(i, order[at(j)].second);
  }
  return {lengths, sorted};
}
struct ComplexTurned {
  std::vector<double> lengths;
  DenseMatrix<Number> v;
};
inline ComplexTurned turned(const DenseMatrix<Number>& a) {
  const std::int64_t m = a.rows, n = a.columns;
  MatrixOf twice(2 * m, 2 * n);
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      twice(i, j) = twice(m + i, n + j) = a(i, j).real();
      twice(m + i, j) = a(i, j).imag();
      twice(i, n + j) = -a(i, j).imag();
    }
  const Turned all = turned(twice);
  ComplexTurned found{{}, DenseMatrix<Number>(n, n)};
  std::int64_t next = 0;
  for (std::int64_t j = 0; j < 2 * n && next < n; ++j) {
    std::vector<Number> rest(at(n));
    for (std::int64_t i = 0; i < n; ++i) rest[at(i)] = {all.v(i, j), all.v(n + i, j)};
    for (std::int64_t k = 0; k < 2 * next; ++k) {
      Number along = 0;
      for (std::int64_t i = 0; i < n; ++i) along += std::conj(found.v(i, k % next)) * rest[at(i)];
      for (std::int64_t i = 0; i < n; ++i) rest[at(i)] -= along * found.v(i, k % next);
    }
    double length = 0;
    for (const Number& value : rest) length += std::norm(value);
    if (length < 0.25) continue;
    for (std::int64_t i = 0; i < n; ++i) found.v(i, next) = rest[at(i)] / std::sqrt(length);
    found.lengths.push_back(all.lengths[at(j)]);
    ++next;
  }
  return found;
}
template <class T>
void store_rows(Literal& to, std::int64_t& next, const DenseMatrix<T>& part) {
  for (const T& value : part.values) to.set(next++, value);
}

// Packs (w, V) of (x + xᵀ)/2 = V diag(w) Vᵀ, w ascending: w is row 0, V the others; of each column of V the number of
// largest magnitude is real and positive
//   x̄ = sym(V(diag w̄ + F ∘ ½skew(VᵀV̄))Vᵀ), ẇ = diag(P), V̇ = V(F ∘ P) with P = VᵀẋV, F_ij = 1/(w_j - w_i), 0 where equal and
//   nothing is over it; with `broadening` ε F = Δ/(Δ² + ε) for a difference Δ; of complex vectors turned (Phases)
struct Eigh : InNumbers<Eigh> {
  static constexpr OpInfo info{.name = "eigh", .trait = Trait::kernel, .may_fail = true, .note = "it may not converge",
                               .attributes = "broadening: real?"};
  static constexpr bool dear = true;
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_square(r, r.type(0), true) || !check_broadening(r)) return std::nullopt;
    Type y = r.type(0);
    y.extents[y.extents.size() - 2] = y.extents.back() + 1;
    return y;
  }
  static Expr vectors(Expr y) { return rows(y, 1, y.shape().back()); }
  static Expr values(Expr y) { return real(row(y, 0)); }
  static Expr as_values(Expr w, Expr v) { return astype(over_rows(w, v.shape()), v.type().element); }
  static Expr vjp(const Rule& r, int) {
    const Expr v = vectors(r.y);
    Expr v_bar = vectors(r.bar);
    if (is_complex(v.type().element)) v_bar = v_bar - Phases(v).adjoint_part(Phases::along(v, v_bar));
    const Expr turned = over_differences(0.5 * skew(adjoint_matmul(v, v_bar, true)), values(r.y), broadening_of(r.attributes));
    return symmetric(adjoint_matmul(v * as_values(values(r.bar), v) + matmul(v, turned), v, false, true));
  }
  static Expr jvp(const Rule& r) {
    const Expr v = vectors(r.y), p = adjoint_matmul(v, matmul(symmetric(r.dots[0]), v), true);
    Expr v_dot = matmul(v, over_differences(p, values(r.y), broadening_of(r.attributes)));
    if (is_complex(v.type().element)) v_dot = v_dot + v * Phases(v).turned(v_dot, v);
    return stacked({as_row(astype(real(diagonal_of(p)), v.type().element)), v_dot});
  }
  static constexpr Derivative derivative =
      General{.vjp = [](const Rule& r, int i) { return vjp(r, i); }, .jvp = &jvp, .adjoint = true};
  template <class T>
  static Literal evaluate_in(const Evaluation& e) {
    Literal y = e.zeros();
    std::int64_t next = 0;
    for (std::int64_t k = 0; k < matrices_in(e.x[0]); ++k) {
      const DenseMatrix<T> a(e.x[0], k);
      const std::int64_t n = a.rows;
      DenseMatrix<T> s(n, n), w(1, n), v(n, n);
      double shift = 0;  // makes it positive definite: its columns, orthogonal, are then V diag(w)
      for (const T& value : a.values) shift += std::abs(value);
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j) s(i, j) = 0.5 * (a(i, j) + conjugate(a(j, i))) + (i == j ? shift : 0);
      const auto descending = turned(s);
      for (std::int64_t j = 0; j < n; ++j) {
        w(0, j) = descending.lengths[at(n - 1 - j)] - shift;
        for (std::int64_t i = 0; i < n; ++i) v(i, j) = descending.v(i, n - 1 - j);
      }
      orient(v);
      store_rows(y, next, w);
      store_rows(y, next, v);
    }
    return y;
  }
  static Geometry kernel(const OpView& v) { return SquareOp<Eigh>::kernel(v); }
};

// w of eigh(x)        x̄ = V diag(w̄) Vᵀ, ẇ = diag(Vᵀ ẋ V), also where some are equal
struct Eigvalsh {
  static constexpr OpInfo info{.name = "eigvalsh", .cpp = "gradc::eigvalsh(x); gradc::eigh(x, Spectral?).w", .trait = Trait::composite,
                               .may_fail = true, .attributes = "broadening: real?"};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_square(r, r.type(0), true) || !check_broadening(r)) return std::nullopt;
    return Type{real_of(r.type(0).element), {r.type(0).extents.begin(), r.type(0).extents.end() - 1}, 0};
  }
  static Expr vectors(const Rule& r) { return Eigh::vectors(apply(Kind::Eigh, {r.x[0]}, r.attributes)); }
  static constexpr Derivative derivative =
      General{.vjp = [](const Rule& r, int) {
                const Expr v = vectors(r);
                return adjoint_matmul(v * Eigh::as_values(r.bar, v), v, false, true);
              },
              .jvp = [](const Rule& r) {
                const Expr v = vectors(r);
                return real(sum(conj(v) * matmul(symmetric(r.dots[0]), v), {v.rank() - 2}));
              },
              .adjoint = true};
  static Expr expand(const Rule& r) { return Eigh::values(apply(Kind::Eigh, {r.x[0]}, r.attributes)); }
};

// V of eigh(x)
struct EighVectors {
  static constexpr OpInfo info{.name = "eigh_vectors", .cpp = "gradc::eigh(x, Spectral?).v", .trait = Trait::composite,
                               .may_fail = true, .attributes = "broadening: real?"};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_square(r, r.type(0), true) || !check_broadening(r)) return std::nullopt;
    return r.type(0);
  }
  static Expr expand(const Rule& r) { return Eigh::vectors(apply(Kind::Eigh, {r.x[0]}, r.attributes)); }
};

}  // namespace ir::ops
