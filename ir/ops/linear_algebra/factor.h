// Factorisations, solutions of linear systems, determinants. The last two axes are the matrix; leading axes are a batch.
// Floating values of 32 or 64 bits and complex ones, of which xᵀ stands for the conjugate transpose in what is not holomorphic:
// there the rules conjugate by themselves. What has no solution is a DomainError at run time.
// M. Giles, "Collected matrix derivative results for forward and reverse mode algorithmic differentiation", 2008.
#pragma once

#include "ir/kind.h"
#include "ir/ops/linear_algebra/linalg.h"
#include "ir/ops/linear_algebra/products.h"

namespace ir::ops {

inline Expr transposed(Expr a) {
  Integers perm;
  for (int axis = 0; axis < a.rank(); ++axis) perm.push_back(axis);
  std::swap(perm[perm.size() - 2], perm[perm.size() - 1]);
  return transpose(a, perm);
}
inline Expr adjoint(Expr a) { return conj(transposed(a)); }
inline Expr symmetric(Expr a) { return 0.5 * (a + adjoint(a)); }
// The product of matrices, or of their adjoints.
inline Expr adjoint_matmul(Expr a, Expr b, bool of_a = false, bool of_b = false) {
  return matmul(of_a ? conj(a) : a, of_b ? conj(b) : b, of_a, of_b);
}
inline Expr lower_part(Expr a, std::int64_t offset = 0) { return apply(Kind::Tril, {a}, {{"offset", offset}}); }
inline Expr upper_part(Expr a, std::int64_t offset = 0) { return apply(Kind::Triu, {a}, {{"offset", offset}}); }
// A number for each matrix, repeated to the matrices.
inline Expr for_each_element(Expr number, Expr matrix) {
  const std::int64_t rank = matrix.rank();
  return broadcast(expand_dims(number, {rank - 2, rank - 1}), matrix.shape());
}
inline Integers matrix_axes(Expr a) { return {a.rank() - 2, a.rank() - 1}; }

inline bool check_matrix_element(const TypeRule& r, const Type& a, bool may_be_complex = false) {
  if (a.is_tensor() && (a.element == ElementType::f32 || a.element == ElementType::f64)) return true;
  if (a.is_tensor() && may_be_complex && is_complex(a.element)) return true;
  r.fail(DiagnosticId::element_type, r.op_name, a.is_tensor() ? name(a.element) : a.text(),
         is_complex(a.element) ? "it takes float and double, no complex matrices"
                               : "it takes float and double; convert with gradc::astype<float>");
  return false;
}
inline bool check_square(const TypeRule& r, const Type& a, bool may_be_complex = false) {
  if (!check_matrix_element(r, a, may_be_complex)) return false;
  if (a.rank() < 2) return r.fail(DiagnosticId::rank, r.op_name, "square matrices", a.rank()), false;
  return r.same(a.extents[a.extents.size() - 2], a.extents.back(), "the two axes of a square matrix");
}

// The elements of one matrix of a batch, for values that are slow and obvious: double, or Number.
template <class T>
struct DenseMatrix {
  DenseMatrix(std::int64_t m, std::int64_t n) : rows(m), columns(n), values(at(m * n)) {}
  DenseMatrix(const Literal& from, std::int64_t which)
      : DenseMatrix(from.extents[from.extents.size() - 2], from.extents.back()) {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = from.as<T>(which * rows * columns + static_cast<std::int64_t>(i));
  }
  T& operator()(std::int64_t i, std::int64_t j) { return values[at(i * columns + j)]; }
  T operator()(std::int64_t i, std::int64_t j) const { return values[at(i * columns + j)]; }
  void store(Literal& to, std::int64_t which) const {
    for (std::size_t i = 0; i < values.size(); ++i) to.set(which * rows * columns + static_cast<std::int64_t>(i), values[i]);
  }
  std::int64_t rows, columns;
  std::vector<T> values;
};
using MatrixOf = DenseMatrix<double>;
inline double conjugate(double x) { return x; }
inline Number conjugate(Number x) { return std::conj(x); }
inline std::int64_t matrices_in(const Literal& a) {
  std::int64_t count = 1;
  for (std::size_t axis = 0; axis + 2 < a.extents.size(); ++axis) count *= a.extents[axis];
  return count;
}
// Gauss elimination of [a | b] with row exchanges: b becomes a⁻¹ b; the result is det a. Of a singular a b is
// left as it is.
template <class T>
T eliminate(DenseMatrix<T>& a, DenseMatrix<T>& b) {
  T det = 1;
  for (std::int64_t k = 0; k < a.rows; ++k) {
    std::int64_t best = k;
    for (std::int64_t i = k + 1; i < a.rows; ++i)
      if (std::abs(a(i, k)) > std::abs(a(best, k))) best = i;
    if (best != k) det = -det;
    for (std::int64_t j = 0; j < a.columns; ++j) std::swap(a(k, j), a(best, j));
    for (std::int64_t j = 0; j < b.columns; ++j) std::swap(b(k, j), b(best, j));
    det *= a(k, k);
    if (a(k, k) == T(0)) return 0;
    for (std::int64_t i = 0; i < a.rows; ++i) {
      if (i == k) continue;
      const T factor = a(i, k) / a(k, k);
      for (std::int64_t j = k; j < a.columns; ++j) a(i, j) -= factor * a(k, j);
      for (std::int64_t j = 0; j < b.columns; ++j) b(i, j) -= factor * b(k, j);
    }
  }
  for (std::int64_t k = 0; k < a.rows; ++k)
    for (std::int64_t j = 0; j < b.columns; ++j) b(k, j) /= a(k, k);
  return det;
}
template <class T = double>
DenseMatrix<T> unit(std::int64_t n) {
  DenseMatrix<T> one(n, n);
  for (std::int64_t i = 0; i < n; ++i) one(i, i) = 1;
  return one;
}
template <class T>
DenseMatrix<T> transpose_of(const DenseMatrix<T>& a) {
  DenseMatrix<T> t(a.columns, a.rows);
  for (std::int64_t i = 0; i < a.rows; ++i)
    for (std::int64_t j = 0; j < a.columns; ++j) t(j, i) = a(i, j);
  return t;
}

// Ops that say so (`kIsHolomorphic`, `kTakesComplex`) take complex matrices.
template <class Op>
constexpr bool takes_complex() {
  return requires { Op::kIsHolomorphic; } || requires { Op::kTakesComplex; };
}

// An op of square matrices; `Op::one` is its value of one, written into a result.
template <class Op>
struct SquareOp {
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_square(r, r.type(0), takes_complex<Op>())) return std::nullopt;
    return r.type(0);
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    for (std::int64_t k = 0; k < matrices_in(e.x[0]); ++k) {
      if constexpr (takes_complex<Op>())
        if (y.is_complex()) {
          Op::one(DenseMatrix<Number>(e.x[0], k)).store(y, k);
          continue;
        }
      Op::one(MatrixOf(e.x[0], k)).store(y, k);
    }
    return y;
  }
  // {batch, n}, and of what may fail the place
  static Geometry kernel(const OpView& v) {
    const Shape& a = v.operand(0).extents;
    Geometry g{{ir::product({a.begin(), a.end() - 2}), a.back()}};
    if (Op::info.may_fail) g.fields.emplace_back(SourceLine{});
    return g;
  }
};
// One that gives a number for each matrix, `kIsReal`: a real one.
template <class Op, bool kIsReal = false>
struct NumberOfMatrix : SquareOp<Op> {
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_square(r, r.type(0), takes_complex<Op>())) return std::nullopt;
    const ElementType element = r.type(0).element;
    return Type{kIsReal ? real_of(element) : element, {r.type(0).extents.begin(), r.type(0).extents.end() - 2}, 0};
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    for (std::int64_t k = 0; k < matrices_in(e.x[0]); ++k) {
      if constexpr (takes_complex<Op>())
        if (e.x[0].is_complex()) {
          y.set(k, Op::one(DenseMatrix<Number>(e.x[0], k)));
          continue;
        }
      y.set(k, Op::one(MatrixOf(e.x[0], k)));
    }
    return y;
  }
};

inline Expr triangular_solve(Expr a, Expr b, bool lower, bool transpose, bool right = false) {
  return apply(Kind::TriangularSolve, {a, b}, {{"right", right}, {"transpose", transpose}, {"unit_diagonal", false}, {"upper", !lower}});
}

// y = L, lower triangular with LLᵀ = (x + xᵀ)/2, which must be positive definite
//   x̄ = sym(L⁻ᵀ Φ(Lᵀȳ) L⁻¹), ẏ = L Φ(L⁻¹ ẋ L⁻ᵀ), Φ(a) being the lower triangle with half the diagonal
struct Cholesky : SquareOp<Cholesky> {
  static constexpr OpInfo info{.name = "cholesky", .cpp = "gradc::cholesky(x)", .trait = Trait::kernel, .may_fail = true,
                               .note = "the matrix may not be positive definite"};
  static constexpr bool dear = true;
  static Expr halved(Expr a) { return 0.5 * (lower_part(a) + lower_part(a, -1)); }
  // L⁻ᵀ a L⁻¹ or, not transposed, L⁻¹ a L⁻ᵀ.
  static Expr between(Expr l, Expr a, bool transpose) {
    if (transpose) l = conj(l);
    return adjoint(triangular_solve(l, adjoint(triangular_solve(l, a, true, transpose)), true, transpose));
  }
  static constexpr Derivative derivative =
      General{.vjp = [](const Rule& r, int) { return symmetric(between(r.y, halved(adjoint_matmul(r.y, r.bar, true)), true)); },
              .jvp = [](const Rule& r) { return matmul(r.y, halved(between(r.y, symmetric(r.dots[0]), false))); },
              .adjoint = true};
  static constexpr bool kTakesComplex = true;
  template <class T>
  static DenseMatrix<T> one(const DenseMatrix<T>& a) {
    DenseMatrix<T> l(a.rows, a.rows);
    for (std::int64_t i = 0; i < a.rows; ++i)
      for (std::int64_t j = 0; j <= i; ++j) {
        T sum = 0.5 * (a(i, j) + conjugate(a(j, i)));
        for (std::int64_t k = 0; k < j; ++k) sum -= l(i, k) * conjugate(l(j, k));
        l(i, j) = i == j ? T(std::sqrt(std::real(sum))) : sum / l(j, j);
      }
    return l;
  }
};

// What solves share. The right side is vectors, with one axis less than the matrices, or matrices, of which each system may
// have several: axes before those of its batch.
struct SolveOp {
  // Sides of which there are k stand before the batch of the systems; a vector is a matrix of one column then.
  static Expr for_batch(const Batch& b) {
    const int a_rank = b.x[0].rank() - b.batched[0], b_rank = b.x[1].rank() - b.batched[1];
    if (b.batched[0]) return b_rank > a_rank ? Expr{} : over_rest<>(b);
    if (!of_vectors(a_rank, b_rank)) return apply(b.kind, {b.x[0], b.x[1]}, b.attributes);
    const Expr columns = expand_dims(b.x[1], {b_rank + 1});
    return apply(Kind::Squeeze, {apply(b.kind, {b.x[0], columns}, b.attributes)}, {{"axes", Integers{b_rank + 1}}});
  }
  static constexpr Batching batch = &for_batch;
  static bool of_vectors(int a, int b) { return b + 1 == a; }
  // The letters of an einsum for a matrix of the system, and for a side whose rows, or columns, are `index`.
  static std::string axes(int count, char first) {
    std::string letters;
    for (int i = 0; i < count; ++i) letters += static_cast<char>(first + i);
    return letters;
  }
  struct Letters {
    int a, x;  // ranks
    bool right = false;
    std::string matrix(char row, char column) const { return axes(a - 2, 'a') + row + column; }
    std::string side(char index) const {
      const std::string all = axes(std::max(x - a, 0), 'A') + axes(a - 2, 'a');
      return all + (of_vectors(a, x) ? std::string(1, index) : right ? std::string{'K', index} : std::string{index, 'K'});
    }
  };
  // Σ g xᵀ for matrices like a.
  static Expr outer(const Letters& l, Expr g, Expr x) {
    return einsum(l.side('Y') + "," + l.side('Z') + "->" + l.matrix('Y', 'Z'), {g, x});
  }
  static Expr times(const Letters& l, Expr a, Expr x, bool transpose) {
    return einsum((transpose ? l.matrix('Z', 'Y') : l.matrix('Y', 'Z')) + "," + l.side('Z') + "->" + l.side('Y'), {a, x});
  }
  static Letters letters(const Rule& r, bool right = false) { return {r.x[0].rank(), r.x[1].rank(), right}; }

  // What the right side must have in common with systems of m equations.
  static bool check_sides(const TypeRule& r, const Extent& m, bool right = false) {
    const Type &a = r.type(0), &b = r.type(1);
    if (!check_matrix_element(r, b, true) || !same_element(r, a, b)) return false;
    const int extra = b.rank() - a.rank();
    if (extra < -1) return r.fail(DiagnosticId::rank, r.op_name, "a right side of as many axes as the matrices, or one less", b.rank()), false;
    for (int axis = 0; axis + 2 < a.rank(); ++axis)
      if (!r.same(a.extents[at(axis)], b.extents[at(axis + std::max(extra, 0))], fmt::format("axis {}", axis))) return false;
    const bool last = extra < 0 || right;
    return r.same(m, b.extents[b.extents.size() - (last ? 1 : 2)], "the equations and the right side");
  }
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_square(r, r.type(0), true) || !check_sides(r, r.type(0).extents.back())) return std::nullopt;
    return r.type(1);
  }
  // {batch, n, columns, sides}; flags and the place follow
  static Geometry geometry(const OpView& v, bool right = false) {
    const Shape &a = v.operand(0).extents, &b = v.operand(1).extents;
    const std::size_t extra = b.size() < a.size() ? 0 : b.size() - a.size();
    return {{ir::product({a.begin(), a.end() - 2}), a.back(), b.size() < a.size() ? Extent(1) : b[b.size() - (right ? 2 : 1)],
             ir::product({b.begin(), b.begin() + static_cast<std::ptrdiff_t>(extra)})}};
  }
  // The value: `system` makes the matrix of the system from the operand.
  template <class System>
  static Literal value(const Evaluation& e, System system, bool right = false) {
    return e.x[1].is_complex() ? value_in<Number>(e, system, right) : value_in<double>(e, system, right);
  }
  template <class T, class System>
  static Literal value_in(const Evaluation& e, System system, bool right) {
    Literal y = e.x[1];
    const std::int64_t n = e.x[0].extents.back(), matrices = matrices_in(e.x[0]);
    const std::int64_t columns = matrices == 0 || n == 0 ? 0 : of_vectors(static_cast<int>(e.x[0].rank()), static_cast<int>(y.rank()))
                                                                ? 1 : y.extents[y.extents.size() - (right ? 2 : 1)];
    for (std::int64_t k = 0; columns > 0 && k < y.size() / (n * columns); ++k) {
      DenseMatrix<T> a = system(DenseMatrix<T>(e.x[0], k % matrices)), b(right ? columns : n, right ? n : columns);
      for (std::int64_t i = 0; i < n * columns; ++i) b.values[at(i)] = y.as<T>(k * n * columns + i);
      if (right) b = transpose_of(b);
      eliminate(a, b);
      (right ? transpose_of(b) : b).store(y, k);
    }
    return y;
  }
};

// X = op(A)⁻¹ B by substitution, of which only a triangle of A is read; op is the identity or the transpose. From the right:
// X = B op(A)⁻¹
//   G = op(A)⁻ᵀ X̄; B̄ = G; Ā = -mask(G Xᵀ), transposed -mask(X Gᵀ)        Ẋ = op(A)⁻¹(Ḃ - op(mask Ȧ) X)
struct TriangularSolve : SolveOp {
  static constexpr OpInfo info{.name = "triangular_solve", .cpp = "gradc::triangular_solve(x:batch, y:batch, Triangular?, upper=0, transpose=0, unit_diagonal=0, right=0)",
                               .trait = Trait::kernel, .arity = 2, .may_fail = true, .note = "a zero on the diagonal",
                               .attributes = "right: bool, transpose: bool, unit_diagonal: bool, upper: bool"};
  static constexpr bool dear = true;
  static bool flag(const Attributes& attributes, const char* name) { return attributes.get<bool>(name); }
  static bool flag(const Rule& r, const char* name) { return flag(r.attributes, name); }
  static Expr mask(const Rule& r, Expr a) {
    const bool strict = flag(r, "unit_diagonal");
    return flag(r, "upper") ? upper_part(a, strict ? 1 : 0) : lower_part(a, strict ? -1 : 0);
  }
  static Expr solved(const Rule& r, Expr b, bool transpose) {
    Attributes attributes = r.attributes;
    attributes.set("transpose", transpose);
    return apply(Kind::TriangularSolve, {r.x[0], b}, attributes);
  }
  // From the right it is the system of the transpose, in rows.
  static bool is_transposed(const Rule& r) { return flag(r, "transpose") != flag(r, "right"); }
  static Expr vjp(const Rule& r, int i) {
    const Expr g = solved(r, r.bar, !flag(r, "transpose"));
    if (i == 1) return g;
    const Letters l = letters(r, flag(r, "right"));
    return -mask(r, is_transposed(r) ? outer(l, r.y, g) : outer(l, g, r.y));
  }
  static Expr jvp(const Rule& r) {
    Expr right = r.dots[1];
    if (r.dots[0].valid()) {
      const Expr by_a = times(letters(r, flag(r, "right")), mask(r, r.dots[0]), r.y, is_transposed(r));
      right = right.valid() ? right - by_a : -by_a;
    }
    return solved(r, right, flag(r, "transpose"));
  }
  static constexpr Derivative derivative = General{&vjp, &jvp};
  static std::optional<Type> type(const TypeRule& r) {
    const bool right = flag(r.attributes, "right");
    if (!check_square(r, r.type(0), true) || !check_sides(r, r.type(0).extents.back(), right)) return std::nullopt;
    if (right && of_vectors(r.type(0).rank(), r.type(1).rank()))
      return r.fail(DiagnosticId::rank, r.op_name, "matrices on the left, as the system is on the right", r.type(1).rank());
    return r.type(1);
  }
  static Literal evaluate(const Evaluation& e) {
    const bool right = flag(e.attributes(), "right");
    return value(e, [&](const auto& a) {
      auto t = a;
      std::fill(t.values.begin(), t.values.end(), 0);
      for (std::int64_t i = 0; i < a.rows; ++i)
        for (std::int64_t j = 0; j < a.rows; ++j)
          if (flag(e.attributes(), "upper") ? i <= j : i >= j) {
            t(i, j) = a(i, j);
            if (i == j && flag(e.attributes(), "unit_diagonal")) t(i, j) = 1;
          }
      return flag(e.attributes(), "transpose") != right ? transpose_of(t) : t;
    }, right);
  }
  static Geometry kernel(const OpView& v) {
    Geometry g = geometry(v, flag(v.op.attributes, "right"));
    for (const char* name : {"upper", "transpose", "unit_diagonal", "right"}) g.fields.push_back(flag(v.op.attributes, name));
    g.fields.emplace_back(SourceLine{});
    return g;
  }
};

// X = A⁻¹ B, or A⁻ᵀ B, by LU with row exchanges
//   G = A⁻ᵀ X̄; B̄ = G; Ā = -G Xᵀ, transposed -X Gᵀ        Ẋ = A⁻¹(Ḃ - Ȧ X)
struct Solve : SolveOp {
  static constexpr OpInfo info{.name = "solve", .cpp = "gradc::solve(x:batch, y:batch, Solve?, transpose=0)", .trait = Trait::kernel, .arity = 2,
                               .may_fail = true, .note = "the matrix may be singular", .attributes = "transpose: bool"};
  static constexpr bool dear = true;
  static bool is_transposed(const Rule& r) { return r.attributes.get<bool>("transpose"); }
  static Expr solved(const Rule& r, Expr b, bool transpose) {
    return apply(Kind::Solve, {r.x[0], b}, {{"transpose", transpose}});
  }
  static Expr vjp(const Rule& r, int i) {
    const Expr g = solved(r, r.bar, !is_transposed(r));
    if (i == 1) return g;
    return -(is_transposed(r) ? outer(letters(r), r.y, g) : outer(letters(r), g, r.y));
  }
  static Expr jvp(const Rule& r) {
    Expr right = r.dots[1];
    if (r.dots[0].valid()) {
      const Expr by_a = times(letters(r), r.dots[0], r.y, is_transposed(r));
      right = right.valid() ? right - by_a : -by_a;
    }
    return solved(r, right, is_transposed(r));
  }
  static constexpr Derivative derivative = General{&vjp, &jvp};
  static Literal evaluate(const Evaluation& e) {
    const bool transpose = e.attributes().get<bool>("transpose");
    return value(e, [&](const auto& a) { return transpose ? transpose_of(a) : a; });
  }
  static Geometry kernel(const OpView& v) {
    Geometry g = geometry(v);
    g.fields.push_back(v.op.attributes.get<bool>("transpose"));
    g.fields.emplace_back(SourceLine{});
    return g;
  }
};

// X = (L Lᵀ)⁻¹ B for a lower triangular L: two solutions by substitution
//   G = (L Lᵀ)⁻¹ X̄; B̄ = G; L̄ = -tril((G Xᵀ + X Gᵀ) L); Ẋ = (L Lᵀ)⁻¹(Ḃ - (L̇ Lᵀ + L L̇ᵀ) X)
struct CholeskySolve : SolveOp {
  static constexpr OpInfo info{.name = "cholesky_solve", .cpp = "gradc::cholesky_solve(x:batch, y:batch)", .trait = Trait::composite,
                               .arity = 2, .may_fail = true};
  static constexpr bool dear = true;
  static Expr vjp(const Rule& r, int i) {
    const Expr g = apply(Kind::CholeskySolve, {r.x[0], r.bar});
    if (i == 1) return g;
    const Expr one = outer(letters(r), g, conj(r.y));
    return -lower_part(matmul(one + adjoint(one), lower_part(r.x[0])));
  }
  static Expr jvp(const Rule& r) {
    Expr right = r.dots[1];
    if (r.dots[0].valid()) {
      const Expr one = adjoint_matmul(lower_part(r.dots[0]), lower_part(r.x[0]), false, true);
      const Expr by_l = times(letters(r), one + adjoint(one), r.y, false);
      right = right.valid() ? right - by_l : -by_l;
    }
    return apply(Kind::CholeskySolve, {r.x[0], right});
  }
  static constexpr Derivative derivative = General{.vjp = &vjp, .jvp = &jvp, .adjoint = true};
  static std::optional<Type> type(const TypeRule& r) {
    return SolveOp::type(r);
  }
  static Expr expand(const Rule& r) {
    return triangular_solve(conj(r.x[0]), triangular_solve(r.x[0], r.x[1], true, false), true, true);
  }
};

// y = det x        x̄ = ȳ cofactor(x), also where x is singular
struct Det : NumberOfMatrix<Det> {
  static constexpr OpInfo info{.name = "det", .cpp = "gradc::det(x)", .trait = Trait::kernel};
  static constexpr bool dear = true;
  static Expr cofactor(Expr a) { return apply(Kind::Cofactor, {a}); }
  static constexpr Derivative derivative =
      General{[](const Rule& r, int) { return for_each_element(r.bar, r.x[0]) * cofactor(r.x[0]); },
              [](const Rule& r) { return sum(cofactor(r.x[0]) * r.dots[0], matrix_axes(r.x[0])); }};
  static constexpr bool kIsHolomorphic = true;
  template <class T>
  static T one(DenseMatrix<T> a) {
    DenseMatrix<T> none(a.rows, 0);
    return eliminate(a, none);
  }
};

// y = the derivative of det x by x: det(x) x⁻ᵀ, and its limit where x is singular
//   ẏ = det(x) (tr(x⁻¹ẋ) x⁻ᵀ - (x⁻¹ ẋ x⁻¹)ᵀ), of which the transpose has the same form; of a singular x a DomainError
struct Cofactor : SquareOp<Cofactor> {
  static constexpr OpInfo info{.name = "cofactor", .cpp = "gradc::cofactor(x)", .trait = Trait::kernel};
  static constexpr bool dear = true;
  static Expr along(const Rule& r, Expr direction) {
    const Expr inverse = apply(Kind::Inv, {r.x[0]}), t = transposed(inverse);
    const Expr trace = for_each_element(sum(t * direction, matrix_axes(direction)), direction);
    return for_each_element(apply(Kind::Det, {r.x[0]}), direction) *
           (trace * t - matmul(t, matmul(direction, t, true)));
  }
  static constexpr Derivative derivative = General{[](const Rule& r, int) { return along(r, r.bar); },
                                                   [](const Rule& r) { return along(r, r.dots[0]); }};
  static constexpr bool kIsHolomorphic = true;
  template <class T>
  static DenseMatrix<T> one(const DenseMatrix<T>& a) {
    DenseMatrix<T> y(a.rows, a.rows);
    for (std::int64_t i = 0; i < a.rows; ++i)
      for (std::int64_t j = 0; j < a.rows; ++j) {
        DenseMatrix<T> minor(a.rows - 1, a.rows - 1);
        for (std::int64_t k = 0; k < minor.rows; ++k)
          for (std::int64_t l = 0; l < minor.rows; ++l) minor(k, l) = a(k + (k >= i), l + (l >= j));
        y(i, j) = (i + j) % 2 == 0 ? Det::one(minor) : -Det::one(minor);
      }
    return y;
  }
};

// y = x⁻¹; with `infinite` a singular x is no error, but gives its cofactors over 0        x̄ = -yᵀ ȳ yᵀ, ẏ = -y ẋ y
struct Inv : SquareOp<Inv> {
  static constexpr OpInfo info{.name = "inv", .cpp = "gradc::inv(x)", .trait = Trait::kernel, .may_fail = true,
                               .note = "the matrix may be singular", .attributes = "infinite: bool?"};
  static constexpr bool dear = true;
  static constexpr Derivative derivative =
      General{[](const Rule& r, int) { return -matmul(r.y, matmul(r.bar, r.y, false, true), true); },
              [](const Rule& r) { return -matmul(r.y, matmul(r.dots[0], r.y)); }};
  static constexpr bool kIsHolomorphic = true;
  static bool is_infinite(const Attributes& attributes) { return attributes.get_or<bool>("infinite", false); }
  template <class T>
  static DenseMatrix<T> inverse(const DenseMatrix<T>& x, bool infinite) {
    DenseMatrix<T> a = x, y = unit<T>(a.rows);
    if (eliminate(a, y) != T(0) || !infinite) return y;
    y = transpose_of(Cofactor::one(x));
    for (T& value : y.values) value /= 0.0;
    return y;
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    const bool infinite = is_infinite(e.attributes());
    for (std::int64_t k = 0; k < matrices_in(y); ++k)
      if (y.is_complex())
        inverse(DenseMatrix<Number>(e.x[0], k), infinite).store(y, k);
      else
        inverse(MatrixOf(e.x[0], k), infinite).store(y, k);
    return y;
  }
  // {batch, n, place, infinite}
  static Geometry kernel(const OpView& v) {
    Geometry g = SquareOp<Inv>::kernel(v);
    if (is_infinite(v.op.attributes)) g.fields.push_back(true);
    return g;
  }
};
// What is infinite, or no number, where x is singular.
inline Expr inverse_or_infinite(Expr x) { return apply(Kind::Inv, {x}, {{"infinite", true}}); }

// y = ln |det x|, -∞ of a singular x        x̄ = ȳ x⁻ᵀ, of a singular x ±∞ or NaN
struct Logabsdet : NumberOfMatrix<Logabsdet, true> {
  static constexpr OpInfo info{.name = "logabsdet", .cpp = "gradc::slogdet(x).logabsdet", .trait = Trait::kernel};
  static constexpr bool dear = true;
  static Expr inverse(const Rule& r) { return inverse_or_infinite(r.x[0]); }
  static constexpr Derivative derivative = General{
      .vjp = [](const Rule& r, int) {
        return for_each_element(astype(r.bar, r.x[0].type().element), r.x[0]) * adjoint(inverse(r));
      },
      .jvp = [](const Rule& r) { return real(sum(transposed(inverse(r)) * r.dots[0], matrix_axes(r.x[0]))); },
      .adjoint = true};
  static constexpr bool kTakesComplex = true;
  template <class T>
  static double one(const DenseMatrix<T>& a) { return std::log(std::abs(Det::one(a))); }
};

// y = the sign of det x, 0 of a singular x        dy = 0
struct DetSign : NumberOfMatrix<DetSign> {
  static constexpr OpInfo info{.name = "det_sign", .cpp = "gradc::slogdet(x:real).sign", .trait = Trait::kernel};
  static constexpr Derivative derivative = NoGradient{"a sign is constant between its steps"};
  static double one(const MatrixOf& a) {
    const double det = Det::one(a);
    return det > 0 ? 1 : det < 0 ? -1 : det;
  }
};

// y = det x/|det x| of complex x, 0 of a singular x        x̄ = i Im(y* ȳ) x⁻ᵀ, ẏ = i Im(tr(x⁻¹ẋ)) y, of a singular x ±∞ or NaN
struct DetPhase : NumberOfMatrix<DetPhase> {
  static constexpr OpInfo info{.name = "det_phase", .cpp = "gradc::slogdet(x:complex).sign", .trait = Trait::kernel};
  static std::optional<Type> type(const TypeRule& r) {
    if (!check_element(r, r.type(0), kComplex)) return std::nullopt;
    return NumberOfMatrix<DetPhase>::type(r);
  }
  static Expr turned(Expr angle) { return complex(zeros_like(angle), angle); }
  static constexpr Derivative derivative = General{
      .vjp = [](const Rule& r, int) {
        return for_each_element(turned(imag(conj(r.y) * r.bar)), r.x[0]) * adjoint(inverse_or_infinite(r.x[0]));
      },
      .jvp = [](const Rule& r) {
        return turned(imag(sum(transposed(inverse_or_infinite(r.x[0])) * r.dots[0], matrix_axes(r.x[0])))) * r.y;
      },
      .adjoint = true};
  static constexpr bool kTakesComplex = true;
  template <class T>
  static T one(const DenseMatrix<T>& a) {
    const T det = Det::one(a);
    return det == T(0) ? det : det / std::abs(det);
  }
};

// y = ln det((x + xᵀ)/2) = 2 Σ ln L_ii for LLᵀ = (x + xᵀ)/2, which must be positive definite        x̄ = ȳ (LLᵀ)⁻¹
struct Logdet : NumberOfMatrix<Logdet, true> {
  static constexpr OpInfo info{.name = "logdet", .cpp = "gradc::logdet(x)", .trait = Trait::composite, .may_fail = true};
  static constexpr bool dear = true;
  static Expr inverse(const Rule& r) { return apply(Kind::Inv, {symmetric(r.x[0])}); }
  static constexpr Derivative derivative = General{
      .vjp = [](const Rule& r, int) { return for_each_element(astype(r.bar, r.x[0].type().element), r.x[0]) * inverse(r); },
      .jvp = [](const Rule& r) { return real(sum(conj(inverse(r)) * r.dots[0], matrix_axes(r.x[0]))); },
      .adjoint = true};
  static constexpr bool kTakesComplex = true;
  static Expr expand(const Rule& r) {
    const Expr l = apply(Kind::Cholesky, {r.x[0]});
    const std::int64_t rank = l.rank();
    const Expr d = apply(Kind::Diagonal, {l}, {{"axis1", rank - 2}, {"axis2", rank - 1}, {"offset", std::int64_t{0}}});
    return 2.0 * sum(apply(Kind::Log, {real(d)}), {rank - 2});
  }
  template <class T>
  static double one(const DenseMatrix<T>& a) {
    const DenseMatrix<T> l = Cholesky::one(a);
    double sum = 0;
    for (std::int64_t i = 0; i < l.rows; ++i) sum += 2 * std::log(std::real(l(i, i)));
    return sum;
  }
};

}  // namespace ir::ops
