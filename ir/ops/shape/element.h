// Elements and sub-tensors at indices that are values: x[i, ...] with one i64 for each of the first axes. An index
// outside its axis is an IndexError at run time.
#pragma once

#include <cmath>

#include "ir/kind.h"
#include "ir/ops/elementwise/binary.h"

namespace ir::ops {

// The number of indices among operands of which the first `others` are none; null with a diagnostic where they
// don't index x.
inline std::optional<std::size_t> checked_indices(const TypeRule& r, std::size_t others) {
  if (r.count() <= others)
    return r.fail(DiagnosticId::operand_count, r.op_name, fmt::format("at least {}", others + 1), r.count());
  const std::size_t count = r.count() - others;
  if (count > r.type(0).extents.size())
    return r.fail(DiagnosticId::rank, r.op_name, fmt::format("a tensor of rank at least {}", count), r.type(0).rank());
  for (std::size_t i = others; i < r.count(); ++i)
    if (!(r.type(i) == scalar(ElementType::i64)))
      return r.fail(DiagnosticId::type_mismatch, r.op_name,
                    fmt::format("an index is an i64, not {}", r.type(i).text()));
  return count;
}

// Whether a number is known to be 0.
inline bool is_zero(Expr x) {
  const OpId id = x.builder->function()[x.id].op;
  if (!id.valid() || x.builder->function()[id].kind != Kind::Constant) return false;
  const Attribute& value = *x.builder->function()[id].attributes.find("value");
  return value == Attribute(0.0) ? !std::signbit(std::get<double>(value)) : value == Attribute(std::int64_t{0});
}

// Whether all numbers of a tensor are.
inline bool is_zeros(Expr x) {
  const OpId id = x.builder->function()[x.id].op;
  if (!id.valid()) return false;
  const Op& op = x.builder->function()[id];
  return op.kind == Kind::Broadcast ? is_zero({x.builder, op.operands[0]}) : is_zero(x);
}

// Adds element i of u to that of y at a place.
inline void add_to_element(Literal& y, std::int64_t place, const Literal& u, std::int64_t i) {
  if (is_differentiable(y.element)) y.set(place, y.number(place) + u.number(i));
  else y.set_integer(place, wrapping(y.integers[at(place)], u.integers[at(i)], [](auto a, auto b) { return a + b; }));
}

inline Type indexed(const Type& x, std::size_t count) {
  return {x.element, {x.extents.begin() + static_cast<std::ptrdiff_t>(count), x.extents.end()}, 0};
}

// The type of x with v at indices, for the ops on x, v, i...
inline std::optional<Type> with_element(const TypeRule& r) {
  const auto count = checked_indices(r, 2);
  if (!count || !same_element(r, r.type(0), r.type(1)) || !r.same_shape(indexed(r.type(0), *count), r.type(1)))
    return std::nullopt;
  return r.type(0);
}

// The position of x[i...] in x, and how many numbers it has; null where an index is outside its axis.
struct Run {
  std::int64_t begin = 0, size = 1;
};
inline std::optional<Run> run_at(const Evaluation& e, std::size_t others) {
  const auto& extents = e.x[0].extents;
  Run run;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    const bool by_index = axis + others < e.x.size();
    const std::int64_t index = by_index ? e.x[axis + others].integers[0] : 0;
    if (by_index && (index < 0 || index >= extents[axis])) return std::nullopt;
    run.begin = run.begin * extents[axis] + index;
    if (!by_index) run.size *= extents[axis];
  }
  return run;
}

// An op on `leading` and the indices of the rule's op.
inline Expr apply_there(const Rule& r, std::size_t others, Kind kind, std::vector<Expr> leading) {
  leading.insert(leading.end(), r.x.begin() + static_cast<std::ptrdiff_t>(others), r.x.end());
  return ir::apply(kind, leading);
}

// Of the ops on x, v, i...: the element of each, in place.
inline Expr put_each(const Batch& b) {
  return one_by_one(b, b.spread(0), [&](Expr trip, Expr into, std::vector<Expr> x) {
    x[0] = into;
    x.insert(x.begin() + 2, trip);
    return ir::apply(b.kind, x);
  });
}

// The indices, which are operands from `first` on, where they are constants within x.
inline std::optional<Integers> constant_indices(const OpView& v, std::size_t first) {
  Integers indices;
  for (std::size_t i = first; i < v.op.operands.size(); ++i) {
    const auto index = known_integer(v.function, v.op.operands[i]);
    if (!index || *index < 0 || *index >= v.operand(0).extents[i - first].constant().value()) return std::nullopt;
    indices.push_back(*index);
  }
  return indices;
}

// y = x[i...]        x̄ = zeros with ȳ at i...
struct Element {
  static constexpr OpInfo info{.name = "element", .trait = Trait::element, .arity = -1};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int) {
        return apply_there(r, 1, Kind::AddElement, {zeros_like(r.x[0]), r.bar});
      },
      0b1, [](const Rule& r, int, Expr sum) { return apply_there(r, 1, Kind::AddElement, {sum, r.bar}); }};
  static constexpr Batching batch = [](const Batch& b) {
    const Type one = indexed({b.x[0].type().element, without_axis(b, 0), 0}, b.x.size() - 1);
    const Expr zeros{b.builder, b.builder->full(with_axis(b.k, one), 0)};
    return one_by_one(b, zeros, [&](Expr trip, Expr into, std::vector<Expr> x) {
      if (b.batched[0]) x.insert(x.begin() + 1, trip);
      return ir::apply(Kind::SetElement, {into, ir::apply(Kind::Element, x), trip});
    }, 0b1);
  };
  static std::optional<Type> type(const TypeRule& r) {
    const auto count = checked_indices(r, 1);
    if (!count) return std::nullopt;
    return indexed(r.type(0), *count);
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    if (const auto run = run_at(e, 1))
      for (std::int64_t i = 0; i < run->size; ++i) y.copy_element(i, e.x[0], run->begin + i);
    return y;
  }
  static std::optional<Moved> moved_from(const OpView& v, const Integers& indices) {
    auto from = constant_indices(v, 1);
    if (!from) return std::nullopt;
    from->insert(from->end(), indices.begin(), indices.end());
    return Moved{0, *from};
  }
};

// y = x with x[i...] = v        x̄ = ȳ with zeros at i...        v̄ = ȳ[i...]
struct SetElement {
  static constexpr OpInfo info{.name = "set_element", .trait = Trait::element, .arity = -1, .in_place = 0};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int i) {
        return i == 0 ? apply_there(r, 2, Kind::SetElement, {r.bar, zeros_like(r.x[1])})
                      : apply_there(r, 2, Kind::Element, {r.bar});
      },
      0b11};
  static constexpr Batching batch = &put_each;
  static std::optional<Type> type(const TypeRule& r) { return with_element(r); }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.x[0];
    if (const auto run = run_at(e, 2))
      for (std::int64_t i = 0; i < run->size; ++i) y.copy_element(run->begin + i, e.x[1], i);
    return y;
  }
  static std::optional<Moved> moved_from(const OpView& v, const Integers& indices) {
    const auto there = constant_indices(v, 2);
    if (!there) return std::nullopt;
    if (!std::equal(there->begin(), there->end(), indices.begin())) return Moved{0, indices};
    return Moved{1, {indices.begin() + static_cast<std::ptrdiff_t>(there->size()), indices.end()}};
  }
};

// y = x with v added to x[i...]        x̄ = ȳ        v̄ = ȳ[i...]
struct AddElement {
  static constexpr OpInfo info{.name = "add_element", .trait = Trait::element, .arity = -1, .in_place = 0};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int i) { return i == 0 ? r.bar : apply_there(r, 2, Kind::Element, {r.bar}); }, 0b11};
  static std::optional<Moved> moved_from(const OpView& v, const Integers& indices) {
    const auto there = constant_indices(v, 2);
    if (!there || std::equal(there->begin(), there->end(), indices.begin())) return std::nullopt;
    return Moved{0, indices};
  }
  static std::optional<int> rows_onto(const OpView&) { return 0; }
  static AddedRows rows(const Rule& r) {
    Shape row = r.x[0].shape();
    row[0] = 1;
    if (r.x.size() == 3) return {reshape(r.x[2], {1}), reshape(r.x[1], row)};
    std::vector<Expr> inside{{r.x[0].builder, r.x[0].builder->full({r.x[0].type().element, row, 0}, 0)}, r.x[1], whole(r.x[0], 0)};
    inside.insert(inside.end(), r.x.begin() + 3, r.x.end());
    return {reshape(r.x[2], {1}), ir::apply(Kind::AddElement, inside)};
  }
  static constexpr Batching batch = &put_each;
  static std::optional<Type> type(const TypeRule& r) {
    if (r.count() > 0 && !check_element(r, r.type(0), kFloat | kComplex | kInteger)) return std::nullopt;
    return with_element(r);
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.x[0];
    const auto run = run_at(e, 2);
    for (std::int64_t i = 0; run && i < run->size; ++i) add_to_element(y, run->begin + i, e.x[1], i);
    return y;
  }
};

}  // namespace ir::ops
