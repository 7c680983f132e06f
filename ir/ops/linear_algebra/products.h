// Products of tensors: composite ops, each an einsum, which is made of sums, transposes and products of matrices or of
// elements. Real floating values and integers.
#pragma once

#include <array>

#include "ir/kind.h"
#include "ir/ops/shape/rearrange.h"
#include "runtime/include/gradc/detail/contraction.h"

namespace ir::ops {

inline Expr matmul(Expr a, Expr b, bool transpose_a = false, bool transpose_b = false) {
  return apply(Kind::Matmul, {a, b}, {{"transpose_a", transpose_a}, {"transpose_b", transpose_b}});
}
// What an einsum takes an extent for that is not known yet.
inline double likely(const Extent& extent) { return static_cast<double>(extent.constant().value_or(64)); }

// The steps of an einsum as ops.
struct InOps {
  using Value = Expr;
  static Extent at_axis(Expr x, int axis) { return x.builder->facts().resolve(x.shape()[at(axis)]); }
  static Integers list(const std::vector<int>& axes) { return {axes.begin(), axes.end()}; }
  static double extent(Expr x, int axis) { return likely(at_axis(x, axis)); }
  static bool is_one(Expr x, int axis) { return at_axis(x, axis) == Extent(1); }
  static Expr squeeze(Expr x, int axis) { return apply(Kind::Squeeze, {x}, {{"axes", Integers{axis}}}); }
  static Expr sum(Expr x, const std::vector<int>& axes) {
    Integers sorted = list(axes);
    std::sort(sorted.begin(), sorted.end());
    return ir::sum(x, sorted);
  }
  static Expr transpose(Expr x, const std::vector<int>& perm) { return ir::transpose(x, list(perm)); }
  static Expr diagonal(Expr x, int axis1, int axis2) {
    return apply(Kind::Diagonal, {x}, {{"axis1", std::int64_t{axis1}}, {"axis2", std::int64_t{axis2}}, {"offset", std::int64_t{0}}});
  }
  static Expr multiply(Expr a, const std::vector<int>& of_a, Expr b, const std::vector<int>& of_b, int rank) {
    Shape shape(at(rank));
    Integers not_a, not_b;
    for (int axis = 0; axis < rank; ++axis) {
      const auto in_a = std::find(of_a.begin(), of_a.end(), axis), in_b = std::find(of_b.begin(), of_b.end(), axis);
      if (in_a == of_a.end()) not_a.push_back(axis);
      if (in_b == of_b.end()) not_b.push_back(axis);
      shape[at(axis)] = in_a != of_a.end() ? a.shape()[at(in_a - of_a.begin())] : b.shape()[at(in_b - of_b.begin())];
    }
    return broadcast(expand_dims(a, not_a), shape) * broadcast(expand_dims(b, not_b), shape);
  }
  static Expr matmul(Expr a, Expr b, int batch, int rows, int inner, int columns, bool transpose_a, bool transpose_b) {
    const auto part = [](Expr x, int from, int count) {
      const Shape shape = x.shape();
      return Shape(shape.begin() + from, shape.begin() + from + count);
    };
    const Shape leading = part(a, 0, batch), m = part(a, transpose_a ? batch + inner : batch, rows),
                k = part(a, transpose_a ? batch : batch + rows, inner), n = part(b, transpose_b ? batch : batch + inner, columns);
    const auto matrices = [&](Expr x, const Shape& first, const Shape& second) {
      Shape shape = leading;
      shape.insert(shape.end(), {product(first), product(second)});
      return reshape(x, shape);
    };
    const Expr y = ops::matmul(transpose_a ? matrices(a, k, m) : matrices(a, m, k), transpose_b ? matrices(b, n, k) : matrices(b, k, n),
                               transpose_a, transpose_b);
    Shape shape = leading;
    shape.insert(shape.end(), m.begin(), m.end());
    shape.insert(shape.end(), n.begin(), n.end());
    return reshape(y, shape);
  }
};
// As much of it as a type rule needs, of shapes.
struct InShapes {
  using Value = Shape;
  static double extent(const Shape& x, int axis) { return likely(x[at(axis)]); }
  static bool is_one(const Shape& x, int axis) { return x[at(axis)] == Extent(1); }
  static Shape squeeze(Shape x, int axis) {
    x.erase(x.begin() + axis);
    return x;
  }
  static Shape diagonal(Shape x, int axis1, int axis2) {
    const Extent n = x[at(axis1)];
    x.erase(x.begin() + axis2);
    x.erase(x.begin() + axis1);
    x.push_back(n);
    return x;
  }
};

inline gradc::contraction::Letters letters_of(const std::string& spec, const std::vector<int>& ranks) {
  return gradc::contraction::parse(spec, ranks);
}
inline std::optional<Type> einsum_type(const TypeRule& r, const std::string& spec) {
  std::vector<int> ranks;
  std::vector<Shape> shapes;
  if (r.count() == 0) return r.fail(DiagnosticId::operand_count, r.op_name, "one or more", 0);
  for (std::size_t i = 0; i < r.count(); ++i) {
    if (!check_element(r, r.type(i), kFloat | kComplex | kInteger) || !same_element(r, r.type(0), r.type(i))) return std::nullopt;
    ranks.push_back(r.type(i).rank());
    shapes.push_back(r.facts.resolve(r.type(i)).extents);
  }
  const auto letters = letters_of(spec, ranks);
  if (!letters.fault.empty()) return r.fail(DiagnosticId::attribute_value, r.op_name, "spec", letters.fault);
  std::map<char, Extent> extents;
  for (std::size_t i = 0; i < r.count(); ++i)
    for (std::size_t axis = 0; axis < shapes[i].size(); ++axis) {
      const char letter = letters.operands[i][axis];
      const auto [found, is_new] = extents.emplace(letter, shapes[i][axis]);
      const Extent known = r.facts.resolve(found->second), mine = r.facts.resolve(shapes[i][axis]);
      const bool repeats = !gradc::contraction::is_letter(letter);
      if (is_new || (repeats && mine == Extent(1))) continue;
      if (repeats && known == Extent(1))
        found->second = mine;
      else if (!r.same(known, mine, repeats ? std::string("the axes of a batch") : fmt::format("the letter {}", letter)))
        return std::nullopt;
    }
  InShapes target;
  if (!gradc::contraction::Evaluation<InShapes>(target, letters, shapes).plan())
    return r.fail(DiagnosticId::attribute_value, r.op_name, "spec", "needs an intermediate tensor of more than 8 axes");
  Type y{r.type(0).element, {}, 0};
  for (char letter : letters.result) y.extents.push_back(r.facts.resolve(extents.at(letter)));
  return y;
}
inline Expr einsum(const std::string& spec, std::vector<Expr> x) {
  std::vector<int> ranks;
  for (const Expr& one : x) ranks.push_back(one.rank());
  const auto letters = letters_of(spec, ranks);
  GRADC_CHECK(letters.fault.empty());
  InOps target;
  gradc::contraction::Evaluation<InOps> evaluation(target, letters, std::move(x));
  GRADC_CHECK(evaluation.plan());
  return evaluation.value();
}

// y = the sum over all letters that are not in the result of the products of the operands' elements: "ij,jk->ik". A letter
// is an axis, twice in one operand its diagonal; `...` are leading axes, which broadcast.
//   x̄ₖ = the einsum of ȳ and the others for the letters of x̄ₖ, repeated along those that are nowhere else, on the diagonal
struct Einsum {
  static constexpr const char* kForms =
      "gradc::einsum<rank>(spec, x); gradc::einsum<rank>(spec, x, y); gradc::einsum<rank>(spec, x, y, z); "
      "gradc::einsum<rank>(spec, x, y, z, u); gradc::einsum<rank>(spec, x, y, z, u, v); gradc::einsum<rank>(spec, x, y, z, u, v, w)";
  static constexpr OpInfo info{.name = "einsum", .cpp = kForms, .trait = Trait::composite, .arity = -1, .may_fail = true,
                               .attributes = "rank: count, spec: string"};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) {
    const auto y = einsum_type(r, r.attributes.get<std::string>("spec"));
    if (y && y->rank() != r.attributes.get<std::int64_t>("rank"))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "rank", fmt::format("is not {}, that of the result", y->rank()));
    return y;
  }
  static Expr expand(const Rule& r) { return einsum(r.attributes.get<std::string>("spec"), {r.x.begin(), r.x.end()}); }
};

inline bool check_ranks(const TypeRule& r, std::initializer_list<int> least) {
  std::size_t i = 0;
  for (int rank : least)
    if (const int mine = r.type(i++).rank(); mine < rank)
      return r.fail(DiagnosticId::rank, r.op_name, fmt::format("at least {} {} in operand {}", rank, rank == 1 ? "axis" : "axes", i - 1), mine), false;
  return true;
}

// y = Σ_j A_ij x_j        Ā = ȳ xᵀ, x̄ = Aᵀ ȳ, summed over what broadcasts
struct Matvec {
  static constexpr const char* kSpec = "...ij,...j->...i";
  static constexpr OpInfo info{.name = "matvec", .cpp = "gradc::matvec(x, y)", .trait = Trait::composite, .arity = 2};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) {
    return check_ranks(r, {2, 1}) ? einsum_type(r, kSpec) : std::nullopt;
  }
  static Expr expand(const Rule& r) { return einsum(kSpec, {r.x[0], r.x[1]}); }
};

// y = Σ_i a_i* b_i along the last axis
struct Vecdot {
  static constexpr const char* kSpec = "...i,...i->...";
  static constexpr OpInfo info{.name = "vecdot", .cpp = "gradc::vecdot(x, y); gradc::vdot(x, y)", .trait = Trait::composite, .arity = 2};
  static std::optional<Type> type(const TypeRule& r) {
    return check_ranks(r, {1, 1}) ? einsum_type(r, kSpec) : std::nullopt;
  }
  static Expr expand(const Rule& r) { return einsum(kSpec, {conj(r.x[0]), r.x[1]}); }
};

// y = x Wᵀ + b along the last axis of x; W is [n, k], b (which may be missing) [n]
struct LinearLayer {
  static constexpr const char* kSpec = "...k,nk->...n";
  static constexpr OpInfo info{.name = "linear", .cpp = "gradc::linear(x, y, z); gradc::linear(x, y)", .trait = Trait::composite, .arity = -1};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) {
    if (r.count() != 2 && r.count() != 3) return r.fail(DiagnosticId::operand_count, r.op_name, "two or three", r.count());
    if (!check_element(r, r.type(0), kFloat | kComplex | kInteger) || !same_element(r, r.type(0), r.type(1)) || !check_ranks(r, {1}))
      return std::nullopt;
    if (r.type(1).rank() != 2) return r.fail(DiagnosticId::rank, r.op_name, "weights of two axes", r.type(1).rank());
    Type y = r.type(0);
    if (!r.same(y.extents.back(), r.type(1).extents[1], "the inputs of the weights")) return std::nullopt;
    y.extents.back() = r.type(1).extents[0];
    if (r.count() == 2) return y;
    const Type& bias = r.type(2);
    if (!same_element(r, y, bias)) return std::nullopt;
    if (bias.rank() != 1) return r.fail(DiagnosticId::rank, r.op_name, "a bias of one axis", bias.rank());
    if (!r.same(y.extents.back(), bias.extents[0], "the outputs of the weights and the bias")) return std::nullopt;
    return y;
  }
  static Expr expand(const Rule& r) {
    const Expr y = einsum(kSpec, {r.x[0], r.x[1]});
    return r.x.size() == 2 ? y : y + broadcast(r.x[2], y.shape());
  }
};

// y = the sum over the axes `along` of a and as many of b, in pairs; the other axes of a, then those of b
//   ā = the einsum of ȳ and b for the letters of a; b̄ = that of ȳ and a for those of b
struct Tensordot {
  static constexpr OpInfo info{.name = "tensordot", .cpp = "gradc::tensordot(x, y, along, along_y)", .trait = Trait::composite,
                               .arity = 2, .may_fail = true, .attributes = "along: integers, along_y: integers"};
  static constexpr bool dear = true;
  static std::string spec(const Attributes& attributes, int rank_a, int rank_b) {
    const Integers &of_a = attributes.get<Integers>("along"), &of_b = attributes.get<Integers>("along_y");
    std::string a, b, y;
    for (int i = 0; i < rank_a; ++i) a += static_cast<char>('a' + i);
    for (int i = 0; i < rank_b; ++i) b += static_cast<char>('A' + i);
    for (std::size_t k = 0; k < of_a.size(); ++k) b[at(of_b[k])] = a[at(of_a[k])];
    for (char letter : a + b)
      if (std::count(a.begin(), a.end(), letter) + std::count(b.begin(), b.end(), letter) == 1) y += letter;
    return a + "," + b + "->" + y;
  }
  static std::optional<Type> type(const TypeRule& r) {
    const Integers* lists[] = {&r.attributes.get<Integers>("along"), &r.attributes.get<Integers>("along_y")};
    if (lists[0]->size() != lists[1]->size())
      return r.fail(DiagnosticId::attribute_value, r.op_name, "along_y", fmt::format("needs one axis for each of the {} of the other", lists[0]->size()));
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t k = 0; k < lists[i]->size(); ++k) {
        if (!r.axis((*lists[i])[k], r.type(i).rank())) return std::nullopt;
        if (std::count(lists[i]->begin(), lists[i]->end(), (*lists[i])[k]) > 1)
          return r.fail(DiagnosticId::axis_repeated, r.op_name, (*lists[i])[k]);
      }
    return einsum_type(r, spec(r.attributes, r.type(0).rank(), r.type(1).rank()));
  }
  static Expr expand(const Rule& r) { return einsum(spec(r.attributes, r.x[0].rank(), r.x[1].rank()), {r.x[0], r.x[1]}); }
  static constexpr Derivative derivative = Bilinear{[](const Rule& r, int i) {
    const std::string forward = spec(r.attributes, r.x[0].rank(), r.x[1].rank());
    const std::size_t comma = forward.find(','), arrow = forward.find("->");
    const std::string a = forward.substr(0, comma), b = forward.substr(comma + 1, arrow - comma - 1), y = forward.substr(arrow + 2);
    return i == 0 ? einsum(y + "," + b + "->" + a, {r.bar, r.x[1]}) : einsum(a + "," + y + "->" + b, {r.x[0], r.bar});
  }};
};

// y = the blocks A_ij B
struct Kron {
  static constexpr const char* kSpec = "...ij,...kl->...ikjl";
  static constexpr OpInfo info{.name = "kron", .cpp = "gradc::kron(x, y)", .trait = Trait::composite, .arity = 2, .may_fail = true};
  static Shape joined(Shape shape) {
    const std::size_t rank = shape.size();
    const Extent rows = shape[rank - 4] * shape[rank - 3], columns = shape[rank - 2] * shape[rank - 1];
    shape.resize(rank - 4);
    shape.insert(shape.end(), {rows, columns});
    return shape;
  }
  static std::optional<Type> type(const TypeRule& r) {
    auto y = check_ranks(r, {2, 2}) ? einsum_type(r, kSpec) : std::nullopt;
    if (y) y->extents = joined(y->extents);
    return y;
  }
  static Expr expand(const Rule& r) {
    const Expr y = einsum(kSpec, {r.x[0], r.x[1]});
    return reshape(y, joined(y.shape()));
  }
};

// y = xⁿ of square matrices, for n < 0 of the inverse; by squaring
struct MatrixPower {
  static constexpr OpInfo info{.name = "matrix_power", .cpp = "gradc::matrix_power(x, exponent)", .trait = Trait::composite,
                               .may_fail = true, .attributes = "exponent: integer"};
  static constexpr bool dear = true;
  static std::optional<Type> type(const TypeRule& r) {
    const Type& x = r.type(0);
    if (!check_element(r, x, kFloat | kComplex)) return std::nullopt;
    if (x.rank() < 2) return r.fail(DiagnosticId::rank, r.op_name, "square matrices", x.rank());
    if (!r.same(x.extents[x.extents.size() - 2], x.extents.back(), "the two axes of a square matrix")) return std::nullopt;
    const std::int64_t n = r.attributes.get<std::int64_t>("exponent");
    if (n < -65536 || n > 65536) return r.fail(DiagnosticId::attribute_value, r.op_name, "exponent", "is beyond 65536");
    if (n < 0 && x.element != ElementType::f32 && x.element != ElementType::f64 && !is_complex(x.element))
      return r.fail(DiagnosticId::element_type, r.op_name, name(x.element), "inverses are of float, double and complex numbers");
    return x;
  }
  static Expr expand(const Rule& r) {
    std::int64_t n = r.attributes.get<std::int64_t>("exponent");
    Expr square = r.x[0], y;
    if (n == 0) {
      const Shape shape = square.shape();
      const Expr ones{square.builder, square.builder->full({square.type().element, {shape.back()}, 0}, 1)};
      return broadcast(apply(Kind::Diag, {ones}, {{"offset", std::int64_t{0}}}), shape);
    }
    if (n < 0) square = apply(Kind::Inv, {square});
    for (n = n < 0 ? -n : n;; square = matmul(square, square)) {
      if (n % 2 != 0) y = y.valid() ? matmul(y, square) : square;
      if ((n /= 2) == 0) return y;
    }
  }
};

}  // namespace ir::ops
