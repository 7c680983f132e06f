// Shape ops that are compositions of the ops in shape.h, slice.h and position.h.
#pragma once

#include "ir/kind.h"
#include "ir/ops/shape/element.h"
#include "ir/ops/shape/position.h"
#include "ir/ops/shape/slice.h"

namespace ir::ops {

inline Expr slice(Expr x, const Shape& begin, const Shape& shape, const Shape& strides = {}) {
  Attributes block{{"begin", begin}, {"shape", shape}};
  if (!strides.empty()) block.set("strides", strides);
  return apply(Kind::Slice, {x}, block);
}
inline Expr pad(Expr x, const Shape& begin, const Shape& shape, const Shape& strides) {
  return apply(Kind::Pad, {x}, {{"begin", begin}, {"shape", shape}, {"strides", strides}});
}
inline Expr iota(Builder& b, const Extent& n, ElementType element = ElementType::i64) {
  return {&b, b.append(Kind::Iota, {}, {{"n", Shape{n}}, {"to", element}})};
}
inline Expr take(Expr x, Expr indices, std::int64_t axis) {
  return apply(Kind::Take, {x, indices}, {{"axis", axis}});
}
// The axis of x that an attribute names; null with a diagnostic.
inline std::optional<std::int64_t> axis_of(const TypeRule& r, std::string_view name, int rank) {
  const auto axis = r.axis(r.attributes.get<std::int64_t>(name), rank);
  return axis ? std::optional<std::int64_t>(*axis) : std::nullopt;
}
// y = x backwards along those axes        x̄ = ȳ backwards
struct Flip {
  static constexpr OpInfo info{.name = "flip", .cpp = "gradc::flip(x, axes?)", .trait = Trait::composite,
                               .may_fail = true, .attributes = "axes: integers", .moves = true};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return r.again(Kind::Flip, {r.bar}); }};
  static std::optional<Type> type(const TypeRule& r) {
    if (!checked_axes(r, r.type(0).rank())) return std::nullopt;
    return r.type(0);
  }
  static Expr expand(const Rule& r) {
    const Shape shape = r.x[0].shape();
    Shape begin(shape.size()), strides(shape.size(), Extent(1));
    for (std::int64_t axis : r.attributes.get<Integers>("axes")) {
      begin[at(axis)] = Extent::max(0, shape[at(axis)] - 1);
      strides[at(axis)] = -1;
    }
    return r.attributes.get<Integers>("axes").empty() ? r.x[0] : slice(r.x[0], begin, shape, strides);
  }
};

// y = x repeated as a whole, so many times along each axis; what is missing on the left of x or of the list is 1
struct Tile {
  static constexpr OpInfo info{.name = "tile", .cpp = "gradc::tile(x, reps)", .trait = Trait::composite,
                               .attributes = "reps: extents"};
  // x, the tensor that x is repeated to, both with an axis before each that is repeated, and the result.
  struct Shapes {
    Shape x, repeated, y;
  };
  static Shapes shapes(Shape x, Shape reps) {
    const std::size_t rank = std::max(x.size(), reps.size());
    x.insert(x.begin(), rank - x.size(), Extent(1));
    reps.insert(reps.begin(), rank - reps.size(), Extent(1));
    Shapes s;
    for (std::size_t axis = 0; axis < rank; ++axis) {
      if (reps[axis] != Extent(1)) s.x.push_back(1), s.repeated.push_back(reps[axis]);
      if (reps[axis] == Extent(1) || x[axis] != Extent(1)) s.x.push_back(x[axis]), s.repeated.push_back(x[axis]);
      s.y.push_back(reps[axis] * x[axis]);
    }
    return s;
  }
  static std::optional<Type> type(const TypeRule& r) {
    const Shape& reps = r.attributes.get<Shape>("reps");
    for (const Extent& rep : reps)
      if (const auto known = r.facts.resolve(rep).constant(); known && *known < 0)
        return r.fail(DiagnosticId::attribute_value, r.op_name, "reps", "is less than 0");
    const Shapes s = shapes(r.type(0).extents, reps);
    if (s.y.size() > kMostAxes) return r.fail(DiagnosticId::rank, r.op_name, "at most 8 axes", s.y.size());
    return Type{r.type(0).element, s.y, 0};
  }
  static Expr expand(const Rule& r) {
    const Shape own = r.x[0].shape(), &reps = r.attributes.get<Shape>("reps");
    const Shapes s = shapes(own, reps);
    if (s.x.size() <= kMostAxes) return reshape(broadcast(reshape(r.x[0], s.x), s.repeated), s.y);
    // Too many axes at once: one after the other, what is before it and what is from it on being an axis each.
    Expr y = r.x[0];
    Shape shape = own;
    shape.insert(shape.begin(), s.y.size() - own.size(), Extent(1));
    for (std::size_t axis = s.y.size() - reps.size(); axis < s.y.size(); ++axis) {
      const Extent rep = reps[axis + reps.size() - s.y.size()];
      if (rep == Extent(1)) continue;
      const Extent before = product(shape, 0, axis), rest = product(shape, axis, shape.size());
      y = broadcast(reshape(y, {before, 1, rest}), {before, rep, rest});
      shape[axis] = shape[axis] * rep;
      y = reshape(y, shape);
    }
    return y;
  }
  static Extent product(const Shape& shape, std::size_t begin, std::size_t end) {
    Extent all(1);
    for (std::size_t axis = begin; axis < end; ++axis) all = all * shape[axis];
    return all;
  }
};

// y = x with each element n times along an axis
struct Repeat {
  static constexpr OpInfo info{.name = "repeat", .cpp = "gradc::repeat(x, n, axis)", .trait = Trait::composite,
                               .attributes = "axis: count, n: extent"};
  static std::optional<Type> type(const TypeRule& r) {
    Type y = r.type(0);
    const auto axis = axis_of(r, "axis", y.rank());
    if (!axis) return std::nullopt;
    const Extent n = r.attributes.get<Shape>("n")[0];
    if (const auto known = r.facts.resolve(n).constant(); known && *known < 0)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "n", "is less than 0");
    y.extents[at(*axis)] = y.extents[at(*axis)] * n;
    return y;
  }
  static Expr expand(const Rule& r) {
    const auto axis = r.attributes.get<std::int64_t>("axis");
    const Extent n = r.attributes.get<Shape>("n")[0];
    Shape repeated = r.x[0].shape(), shape = repeated;
    repeated.insert(repeated.begin() + axis + 1, n);
    shape[at(axis)] = shape[at(axis)] * n;
    if (repeated.size() > kMostAxes) {  // no room for another axis: those up to this one and those after it are one each
      const Extent before = Tile::product(repeated, 0, at(axis) + 1), rest = Tile::product(repeated, at(axis) + 2, repeated.size());
      return reshape(broadcast(reshape(r.x[0], {before, 1, rest}), {before, n, rest}), shape);
    }
    return reshape(broadcast(expand_dims(r.x[0], {axis + 1}), repeated), shape);
  }
};

// y = x₀, x₁, ... along a new axis
struct Stack {
  static constexpr OpInfo info{.name = "stack", .cpp = "gradc::stack(xs, place)", .trait = Trait::composite, .arity = -1,
                               .attributes = "place: count", .moves = true};
  static std::optional<Type> type(const TypeRule& r) {
    if (r.count() == 0) return r.fail(DiagnosticId::operand_count, r.op_name, "one or more", 0);
    for (std::size_t i = 1; i < r.count(); ++i)
      if (!same_element(r, r.type(0), r.type(i)) || !r.same_shape(r.type(0), r.type(i))) return std::nullopt;
    Type y = r.type(0);
    const auto place = axis_of(r, "place", y.rank() + 1);
    if (!place) return std::nullopt;
    y.extents.insert(y.extents.begin() + *place, static_cast<std::int64_t>(r.count()));
    return y;
  }
  static Expr expand(const Rule& r) {
    const auto place = r.attributes.get<std::int64_t>("place");
    std::vector<Expr> pieces;
    for (Expr x : r.x) pieces.push_back(expand_dims(x, {place}));
    return apply(Kind::Concat, pieces, {{"axis", place}});
  }
};

// Ops that put the axes in another order, which Op::order gives; null with a diagnostic where there is none.
template <class Op>
struct Reordering {
  static std::optional<Type> type(const TypeRule& r) {
    const int rank = r.type(0).rank();
    if constexpr (requires { Op::kAxes; }) {
      if (rank < Op::kAxes) return r.fail(DiagnosticId::rank, r.op_name, fmt::format("at least {} axes", Op::kAxes), rank);
    } else {
      for (const char* name : {"axis1", "axis2"})
        if (!axis_of(r, name, rank)) return std::nullopt;
    }
    Type y = r.type(0);
    const Integers perm = Op::order(r.attributes, rank);
    for (std::size_t i = 0; i < perm.size(); ++i) y.extents[i] = r.type(0).extents[at(perm[i])];
    return y;
  }
  static Expr expand(const Rule& r) { return transpose(r.x[0], Op::order(r.attributes, r.x[0].rank())); }
  static Integers in_order(int rank) {
    Integers perm;
    for (int i = 0; i < rank; ++i) perm.push_back(i);
    return perm;
  }
};

// y = x with the last two axes in each other's place
struct MatrixTranspose : Reordering<MatrixTranspose> {
  static constexpr OpInfo info{.name = "matrix_transpose", .cpp = "gradc::matrix_transpose(x)",
                               .trait = Trait::composite, .moves = true};
  static constexpr int kAxes = 2;
  static Integers order(const Attributes&, int rank) {
    Integers perm = in_order(rank);
    std::swap(perm[at(rank - 1)], perm[at(rank - 2)]);
    return perm;
  }
};
// y = xᴴ: x with the last two axes in each other's place, and conjugated
struct MatrixAdjoint : Reordering<MatrixTranspose> {
  static constexpr OpInfo info{.name = "matrix_adjoint", .cpp = "gradc::matrix_adjoint(x)", .trait = Trait::composite, .moves = true};
  static Expr expand(const Rule& r) { return conj(ir::apply(Kind::MatrixTranspose, {r.x[0]})); }
};
// y = x with two axes in each other's place
struct Swapaxes : Reordering<Swapaxes> {
  static constexpr OpInfo info{.name = "swapaxes", .cpp = "gradc::swapaxes(x, axis1, axis2)", .trait = Trait::composite,
                               .attributes = "axis1: count, axis2: count", .moves = true};
  static Integers order(const Attributes& attributes, int rank) {
    Integers perm = in_order(rank);
    std::swap(perm[at(attributes.get<std::int64_t>("axis1"))], perm[at(attributes.get<std::int64_t>("axis2"))]);
    return perm;
  }
};
// y = x with axis1 at the place axis2, the others in their order
struct Moveaxis : Reordering<Moveaxis> {
  static constexpr OpInfo info{.name = "moveaxis", .cpp = "gradc::moveaxis(x, axis1, axis2)", .trait = Trait::composite,
                               .attributes = "axis1: count, axis2: count", .moves = true};
  static Integers order(const Attributes& attributes, int rank) {
    Integers perm = in_order(rank);
    const auto from = attributes.get<std::int64_t>("axis1");
    perm.erase(perm.begin() + from);
    perm.insert(perm.begin() + attributes.get<std::int64_t>("axis2"), from);
    return perm;
  }
};

// y = the elements of x in row-major order
struct Flatten {
  static constexpr OpInfo info{.name = "flatten", .cpp = "gradc::flatten(x)", .trait = Trait::composite, .moves = true};
  static std::optional<Type> type(const TypeRule& r) {
    return Type{r.type(0).element, {product(r.type(0).extents)}, 0};
  }
  static Expr expand(const Rule& r) { return reshape(r.x[0], {product(r.x[0].shape())}); }
};

// The first element of the k-th diagonal of rows of n, in row-major order.
inline Extent diagonal_begin(std::int64_t k, const Extent& n) { return k >= 0 ? Extent(k) : Extent(-k) * n; }

// y = the matrix with the vector x on its k-th diagonal, above the main one where k is positive        x̄ = that of ȳ
struct Diag {
  static constexpr OpInfo info{.name = "diag", .cpp = "gradc::diag(x, offset=0)", .trait = Trait::composite,
                               .attributes = "offset: integer"};
  static Extent order(const Shape& x, const Attributes& attributes) {
    return x[0] + std::abs(attributes.get<std::int64_t>("offset"));
  }
  static std::optional<Type> type(const TypeRule& r) {
    if (r.type(0).rank() != 1) return r.fail(DiagnosticId::rank, r.op_name, "a vector", r.type(0).rank());
    const Extent n = order(r.type(0).extents, r.attributes);
    return Type{r.type(0).element, {n, n}, 0};
  }
  static Expr expand(const Rule& r) {
    const Extent n = order(r.x[0].shape(), r.attributes);
    const Extent begin = diagonal_begin(r.attributes.get<std::int64_t>("offset"), n);
    return reshape(pad(r.x[0], {begin}, {n * n}, {n + 1}), {n, n});
  }
};

// y = the k-th diagonals of the matrices that two axes of x are, as a last axis
struct Diagonal {
  static constexpr OpInfo info{.name = "diagonal", .cpp = "gradc::diagonal(x, offset=0, axis1=0, axis2=1)",
                               .trait = Trait::composite, .may_fail = true,
                               .attributes = "axis1: count, axis2: count, offset: integer"};
  // The axes that stay, then the two.
  static Integers order(const Attributes& attributes, int rank) {
    const Integers two{attributes.get<std::int64_t>("axis1"), attributes.get<std::int64_t>("axis2")};
    Integers perm;
    for (int i = 0; i < rank; ++i)
      if (!contains(two, i)) perm.push_back(i);
    perm.insert(perm.end(), two.begin(), two.end());
    return perm;
  }
  // How long the diagonal of an m x n matrix is.
  static Extent length(std::int64_t k, const Extent& m, const Extent& n) {
    return Extent::max(0, Extent::min(m + std::min<std::int64_t>(k, 0), n - std::max<std::int64_t>(k, 0)));
  }
  static std::optional<Type> type(const TypeRule& r) {
    const int rank = r.type(0).rank();
    const auto axis1 = axis_of(r, "axis1", rank);
    const auto axis2 = axis1 ? axis_of(r, "axis2", rank) : std::nullopt;
    if (!axis2) return std::nullopt;
    if (*axis1 == *axis2) return r.fail(DiagnosticId::axis_repeated, r.op_name, *axis1);
    Shape shape;
    for (std::int64_t axis : order(r.attributes, rank)) shape.push_back(r.type(0).extents[at(axis)]);
    const Extent n = shape.back(), m = shape[at(rank - 2)];
    shape.resize(at(rank - 2));
    shape.push_back(length(r.attributes.get<std::int64_t>("offset"), m, n));
    return Type{r.type(0).element, shape, 0};
  }
  static Expr expand(const Rule& r) {
    const int rank = r.x[0].rank();
    const Expr x = transpose(r.x[0], order(r.attributes, rank));
    const auto k = r.attributes.get<std::int64_t>("offset");
    Shape shape = x.shape(), begin(at(rank - 1)), strides(at(rank - 1), Extent(1));
    const Extent n = shape.back(), m = shape[at(rank - 2)];
    shape.resize(at(rank - 1));
    shape.back() = m * n;
    // Where the diagonal is empty it begins wherever there is room.
    if (k != 0) begin.back() = Extent::min(diagonal_begin(k, n), m * n);
    strides.back() = n + 1;
    Shape box = shape;
    box.back() = length(k, m, n);
    return slice(reshape(x, shape), begin, box, strides);
  }
};

// Where the column is less than the row + k, in matrices of a shape.
inline Expr below_diagonal(Expr x, std::int64_t k) {
  const Shape shape = x.shape();
  const Shape matrix{shape.end() - 2, shape.end()};
  Builder& b = *x.builder;
  const Expr rows = static_cast<double>(k) + iota(b, matrix[0]);
  return broadcast(broadcast(iota(b, matrix[1]), matrix) < broadcast(expand_dims(rows, {1}), matrix), shape);
}
template <class Op>
struct Triangle {
  static std::optional<Type> type(const TypeRule& r) {
    if (r.type(0).rank() < 2) return r.fail(DiagnosticId::rank, r.op_name, "at least 2 axes", r.type(0).rank());
    return r.type(0);
  }
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return r.again(Op::kind(), {r.bar}); }};
};
// y = x with zeros above the k-th diagonal of the last two axes        x̄ = ȳ likewise
struct Tril : Triangle<Tril> {
  static constexpr OpInfo info{.name = "tril", .cpp = "gradc::tril(x, offset=0)", .trait = Trait::composite,
                               .attributes = "offset: integer", .moves = true};
  static Kind kind() { return Kind::Tril; }
  static Expr expand(const Rule& r) {
    return where(below_diagonal(r.x[0], r.attributes.get<std::int64_t>("offset") + 1), r.x[0], zeros_like(r.x[0]));
  }
};
// y = x with zeros below the k-th diagonal of the last two axes        x̄ = ȳ likewise
struct Triu : Triangle<Triu> {
  static constexpr OpInfo info{.name = "triu", .cpp = "gradc::triu(x, offset=0)", .trait = Trait::composite,
                               .attributes = "offset: integer", .moves = true};
  static Kind kind() { return Kind::Triu; }
  static Expr expand(const Rule& r) {
    return where(below_diagonal(r.x[0], r.attributes.get<std::int64_t>("offset")), zeros_like(r.x[0]), r.x[0]);
  }
};

// y = n numbers from a to b at even distances: a (1 - t) + b t        ā = Σ (1 - t) ȳ        b̄ = Σ t ȳ
struct Linspace {
  static constexpr OpInfo info{.name = "linspace", .cpp = "gradc::linspace(x, y, n)", .trait = Trait::composite,
                               .arity = 2, .attributes = "n: extent"};
  static std::optional<Type> type(const TypeRule& r) {
    for (std::size_t i : {0u, 1u}) {
      if (!check_element(r, r.type(i), kFloat)) return std::nullopt;
      if (r.type(i).rank() != 0) return r.fail(DiagnosticId::rank, r.op_name, "two numbers", r.type(i).rank());
    }
    if (!same_element(r, r.type(0), r.type(1))) return std::nullopt;
    const Shape& shape = r.attributes.get<Shape>("n");
    if (const auto n = shape[0].constant(); n && *n < 0)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "n", "is less than 0");
    return Type{r.type(0).element, shape, 0};
  }
  static Expr expand(const Rule& r) {
    const Shape shape = r.attributes.get<Shape>("n");
    const ElementType element = r.x[0].type().element;
    Builder& b = *r.x[0].builder;
    const Expr last{&b, b.extent_value(Extent::max(1, shape[0] - 1))};
    const Expr t = iota(b, shape[0], element) / broadcast(astype(last, element), shape);
    return broadcast(r.x[0], shape) * (1.0 - t) + broadcast(r.x[1], shape) * t;
  }
};

// y = the n×n unit matrix
struct Eye {
  static constexpr OpInfo info{.name = "eye", .cpp = "gradc::eye<to>(n)", .trait = Trait::composite, .arity = 0,
                               .attributes = "n: extent, to: element"};
  static constexpr Derivative derivative = NoGradient{"a constant"};
  static std::optional<Type> type(const TypeRule& r) {
    const Extent n = r.attributes.get<Shape>("n")[0];
    const Type y{r.attributes.get<ElementType>("to"), {n, n}, 0};
    if (!check_element(r, y, kFloat | kComplex | kInteger) || !PositionOp::check_count(r, "n", n)) return std::nullopt;
    return y;
  }
  static Expr expand(const Rule& r) {
    const Extent n = r.attributes.get<Shape>("n")[0];
    const Expr places = iota(*r.builder, n);
    const Shape shape{n, n};
    return astype(equal(broadcast(expand_dims(places, {1}), shape), broadcast(places, shape)), r.attributes.get<ElementType>("to"));
  }
};

// y = the number v in the shape of x        v̄ = Σ ȳ
struct FullLike {
  static constexpr OpInfo info{.name = "full_like", .cpp = "gradc::full_like(x, y:like); gradc::zeros_like(x, y:like=0); "
                                                            "gradc::ones_like(x, y:like=1)",
                               .trait = Trait::composite, .arity = 2};
  // Of x it has the shape alone.
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return sum_to(r.bar, {}); }, 0b10};
  static std::optional<Type> type(const TypeRule& r) {
    if (!same_element(r, r.type(0), r.type(1))) return std::nullopt;
    if (r.type(1).rank() != 0) return r.fail(DiagnosticId::rank, r.op_name, "a number", r.type(1).rank());
    return r.type(0);
  }
  static Expr expand(const Rule& r) { return broadcast(r.x[1], r.x[0].shape()); }
};

}  // namespace ir::ops
