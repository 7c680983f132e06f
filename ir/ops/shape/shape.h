// Shape ops: linear, of any element type, nothing saved but shapes. Each VJP is the transpose of the op.
#pragma once

#include "ir/kind.h"
#include "ir/ops/rules.h"

namespace ir::ops {

// y = x in another shape of as many elements        x̄ = reshape(ȳ, shape of x)
struct Reshape {
  // Where the first axes stay, what is known of the others is enough.
  static bool same_after_common_axes(const TypeRule& r, const Shape& shape) {
    const Shape& from = r.type(0).extents;
    for (std::size_t i = 0; i < std::min(from.size(), shape.size()) && from[i] == shape[i]; ++i) {
      const auto rest = static_cast<std::ptrdiff_t>(i) + 1;
      if (r.facts.equal(product({from.begin() + rest, from.end()}), product({shape.begin() + rest, shape.end()}))) return true;
    }
    return false;
  }
  static constexpr OpInfo info{.name = "reshape", .cpp = "gradc::reshape(x, shape)", .trait = Trait::alias,
                               .attributes = "shape: extents"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return reshape(r.bar, r.x[0].shape()); }};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    const Shape& shape = r.attributes.get<Shape>("shape");
    if (!same_after_common_axes(r, shape) && !r.same(product(r.type(0).extents), product(shape), "the numbers of elements"))
      return std::nullopt;
    return Type{r.type(0).element, shape, 0};
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.x[0];
    y.extents = e.values(e.op.result().extents);
    return y;
  }
  static std::optional<Moved> moved_from(const OpView& v, const Integers& indices) {
    const std::int64_t offset = IndexWalk::offset(indices, constants(v.result().extents).value());
    return Moved{0, IndexWalk::indices(offset, constants(v.operand(0).extents).value())};
  }
};

// y with axes permuted: axis i of y is axis perm[i] of x        x̄ = transpose(ȳ, the inverse permutation)
struct Transpose {
  static constexpr OpInfo info{.name = "transpose", .cpp = "gradc::transpose(x, perm?)", .trait = Trait::kernel,
                               .attributes = "perm: integers"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) {
    const Integers& perm = r.attributes.get<Integers>("perm");
    Integers inverse(perm.size());
    for (std::size_t i = 0; i < perm.size(); ++i) inverse[at(perm[i])] = static_cast<std::int64_t>(i);
    return transpose(r.bar, inverse);
  }};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    const Integers& perm = r.attributes.get<Integers>("perm");
    Integers sorted = perm;
    std::sort(sorted.begin(), sorted.end());
    Type y{r.type(0).element, {}, 0};
    if (perm.size() != r.type(0).extents.size())
      return r.fail(DiagnosticId::attribute_value, r.op_name, "perm",
                    fmt::format("has {} axes for a tensor of rank {}", perm.size(), r.type(0).rank()));
    for (std::size_t i = 0; i < perm.size(); ++i) {
      if (sorted[i] != static_cast<std::int64_t>(i))
        return r.fail(DiagnosticId::attribute_value, r.op_name, "perm", "names each axis exactly once");
      y.extents.push_back(r.type(0).extents[at(perm[i])]);
    }
    return y;
  }
  static Literal evaluate(const Evaluation& e) {
    const Integers& perm = e.attributes().get<Integers>("perm");
    Literal y = e.zeros();
    for (IndexWalk i(e.x[0].extents); !i.done(); i.next()) {
      std::vector<std::int64_t> to;
      for (std::int64_t axis : perm) to.push_back(i.index()[at(axis)]);
      y.copy_element(IndexWalk::offset(to, y.extents), e.x[0], IndexWalk::offset(i.index(), e.x[0].extents));
    }
    return y;
  }
  static std::optional<Moved> moved_from(const OpView& v, const Integers& indices) {
    const Integers& perm = v.op.attributes.get<Integers>("perm");
    Moved from{0, Integers(perm.size())};
    for (std::size_t i = 0; i < perm.size(); ++i) from.indices[at(perm[i])] = indices[i];
    return from;
  }
  static Geometry kernel(const OpView& v) {
    return {{v.operand(0).extents, as_shape(v.op.attributes.get<Integers>("perm"))}};
  }
};

// y = x with axes of extent 1 inserted (numbered in y)        x̄ = squeeze(ȳ)
struct ExpandDims {
  static constexpr OpInfo info{.name = "expand_dims", .cpp = "gradc::expand_dims(x, axes)", .trait = Trait::alias,
                               .attributes = "axes: integers"};
  static constexpr Derivative derivative =
      Linear{[](const Rule& r, int) { return r.again(Kind::Squeeze, {r.bar}); }};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    const int rank = r.type(0).rank() + static_cast<int>(r.attributes.get<Integers>("axes").size());
    const Integers* axes = checked_axes(r, rank);
    if (!axes) return std::nullopt;
    Type y{r.type(0).element, {}, 0};
    auto next = r.type(0).extents.begin();
    for (int i = 0; i < rank; ++i) y.extents.push_back(contains(*axes, i) ? Extent(1) : *next++);
    return y;
  }
  static Literal evaluate(const Evaluation& e) { return Reshape::evaluate(e); }
  static std::optional<Moved> moved_from(const OpView& v, const Integers& indices) { return Reshape::moved_from(v, indices); }
};

// y = x without those axes, each of extent 1        x̄ = expand_dims(ȳ)
struct Squeeze {
  static constexpr OpInfo info{.name = "squeeze", .cpp = "gradc::squeeze(x, axes)", .trait = Trait::alias,
                               .attributes = "axes: integers"};
  static constexpr Derivative derivative =
      Linear{[](const Rule& r, int) { return r.again(Kind::ExpandDims, {r.bar}); }};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    const Integers* axes = checked_axes(r, r.type(0).rank());
    if (!axes) return std::nullopt;
    for (std::int64_t axis : *axes)
      if (!r.same(r.type(0).extents[at(axis)], 1, "an axis can only be squeezed where its extent is 1"))
        return std::nullopt;
    return Type{r.type(0).element, reduced(r.type(0).extents, *axes, false), 0};
  }
  static Literal evaluate(const Evaluation& e) { return Reshape::evaluate(e); }
  static std::optional<Moved> moved_from(const OpView& v, const Integers& indices) { return Reshape::moved_from(v, indices); }
};

// y = x repeated to a shape, aligned right: axes that are missing or of extent 1        x̄ = ȳ summed over them
struct Broadcast {
  static constexpr OpInfo info{.name = "broadcast", .cpp = "gradc::broadcast_to(x, shape)",
                               .trait = Trait::broadcast, .attributes = "shape: extents"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return sum_to(r.bar, r.x[0].shape()); }};
  static Expr for_batch(const Batch& b) {
    const Shape shape = b.attributes.get<Shape>("shape");
    Shape aligned = b.x[0].shape();
    aligned.insert(aligned.begin() + 1, shape.size() + 1 - aligned.size(), Extent(1));
    return broadcast(reshape(b.x[0], aligned), with_axis(b.k, shape));
  }
  static constexpr Batching batch = &for_batch;
  static std::optional<Type> type(const TypeRule& r) {
    const Shape& shape = r.attributes.get<Shape>("shape");
    const Shape& from = r.type(0).extents;
    if (from.size() > shape.size())
      return r.fail(DiagnosticId::rank, r.op_name, fmt::format("a tensor of rank at most {}", shape.size()),
                    from.size());
    const std::size_t extra = shape.size() - from.size();
    for (std::size_t i = 0; i < from.size(); ++i)
      if (r.facts.resolve(from[i]) != Extent(1) &&
          !r.same(from[i], shape[i + extra], "only an extent known to be 1 is repeated"))
        return std::nullopt;
    return Type{r.type(0).element, shape, 0};
  }
  static Literal evaluate(const Evaluation& e) {
    const Literal& x = e.x[0];
    Literal y = e.zeros();
    for (IndexWalk i(y.extents); !i.done(); i.next()) {
      std::vector<std::int64_t> from(i.index().end() - x.rank(), i.index().end());
      for (std::size_t axis = 0; axis < from.size(); ++axis)
        if (x.extents[axis] == 1) from[axis] = 0;
      y.copy_element(IndexWalk::offset(i.index(), y.extents), x, IndexWalk::offset(from, x.extents));
    }
    return y;
  }
  static std::optional<Moved> moved_from(const OpView& v, const Integers& indices) {
    const Shape& from = v.operand(0).extents;
    Moved out{0, {indices.end() - v.operand(0).rank(), indices.end()}};
    for (std::size_t axis = 0; axis < from.size(); ++axis)
      if (from[axis] == Extent(1)) out.indices[axis] = 0;
    return out;
  }
  static Geometry kernel(const OpView& v) { return {{v.operand(0).extents, v.result().extents}}; }
};

// y = x₀, x₁, ... one after the other along an axis        x̄ᵢ = the i-th part of ȳ
struct Concat {
  static constexpr OpInfo info{.name = "concat", .cpp = "gradc::concat(xs, axis)", .trait = Trait::kernel,
                               .arity = -1, .attributes = "axis: count"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int i) {
    const auto axis = at(r.attributes.get<std::int64_t>("axis"));
    Shape begin(r.bar.shape().size());
    for (int before = 0; before < i; ++before) begin[axis] = begin[axis] + r.x[at(before)].shape()[axis];
    return apply(Kind::Slice, {r.bar}, {{"begin", begin}, {"shape", r.x[at(i)].shape()}});
  }};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (r.count() == 0) return r.fail(DiagnosticId::operand_count, r.op_name, "one or more", 0);
    Type y = r.type(0);
    const auto axis = r.axis(r.attributes.get<std::int64_t>("axis"), y.rank());
    if (!axis) return std::nullopt;
    for (std::size_t i = 1; i < r.count(); ++i) {
      if (!same_element(r, y, r.type(i))) return std::nullopt;
      Type x = r.type(i);
      if (x.rank() != y.rank()) {
        r.same_shape(y, x);
        return std::nullopt;
      }
      const Extent joined = y.extents[at(*axis)] + x.extents[at(*axis)];
      x.extents[at(*axis)] = y.extents[at(*axis)];
      if (!r.same_shape(y, x)) return std::nullopt;
      y.extents[at(*axis)] = joined;
    }
    return y;
  }
  static Literal evaluate(const Evaluation& e) {
    const auto axis = at(e.attributes().get<std::int64_t>("axis"));
    Literal y = e.zeros();
    std::int64_t offset = 0;
    for (const Literal& x : e.x) {
      for (IndexWalk i(x.extents); !i.done(); i.next()) {
        auto to = i.index();
        to[axis] += offset;
        y.copy_element(IndexWalk::offset(to, y.extents), x, IndexWalk::offset(i.index(), x.extents));
      }
      offset += x.extents[axis];
    }
    return y;
  }
  static std::optional<Moved> moved_from(const OpView& v, const Integers& indices) {
    const auto axis = at(v.op.attributes.get<std::int64_t>("axis"));
    Moved from{0, indices};
    for (; from.indices[axis] >= v.operand(from.operand).extents[axis].constant().value(); ++from.operand)
      from.indices[axis] -= v.operand(from.operand).extents[axis].constant().value();
    return from;
  }
  // {outer, the run of each operand}
  static Geometry kernel(const OpView& v) {
    const auto axis = v.op.attributes.get<std::int64_t>("axis");
    const Shape& shape = v.result().extents;
    Shape runs;
    for (std::size_t i = 0; i < v.op.operands.size(); ++i) {
      const Shape& x = v.operand(i).extents;
      runs.push_back(product({x.begin() + axis, x.end()}));
    }
    return {{product({shape.begin(), shape.begin() + axis}), runs}};
  }
};

// y[(i + shift) mod n] = x[i] along each of those axes        x̄ = ȳ rolled back
struct Roll {
  static constexpr OpInfo info{.name = "roll", .cpp = "gradc::roll(x, shifts, along)", .trait = Trait::kernel,
                               .attributes = "along: integers, shifts: extents"};
  static std::optional<Extent> work(const OpView& v) { return work_on(v, 0, 0); }
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) {
    Shape back;
    for (const Extent& shift : r.attributes.get<Shape>("shifts")) back.push_back(0 - shift);
    return apply(Kind::Roll, {r.bar}, {{"along", r.attributes.get<Integers>("along")}, {"shifts", back}});
  }};
  // Of every axis, 0 where it has none.
  static Shape shifts(const Attributes& attributes, std::size_t rank) {
    Shape all(rank);
    const Shape& given = attributes.get<Shape>("shifts");
    for (std::size_t i = 0; i < given.size(); ++i) all[at(attributes.get<Integers>("along")[i])] = given[i];
    return all;
  }
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    const Integers& along = r.attributes.get<Integers>("along");
    if (along.size() != r.attributes.get<Shape>("shifts").size())
      return r.fail(DiagnosticId::attribute_value, r.op_name, "shifts",
                    fmt::format("needs one shift for each of the {} axes", along.size()));
    for (std::size_t i = 0; i < along.size(); ++i) {
      if (!r.axis(along[i], r.type(0).rank())) return std::nullopt;
      if (std::find(along.begin(), along.begin() + static_cast<std::ptrdiff_t>(i), along[i]) !=
          along.begin() + static_cast<std::ptrdiff_t>(i))
        return r.fail(DiagnosticId::axis_repeated, r.op_name, along[i]);
    }
    return r.type(0);
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    const auto by = e.values(shifts(e.attributes(), y.extents.size()));
    for (IndexWalk i(y.extents); !i.done(); i.next()) {
      auto to = i.index();
      for (std::size_t axis = 0; axis < to.size(); ++axis) {
        const std::int64_t n = y.extents[axis];
        to[axis] = ((to[axis] + by[axis] % n) % n + n) % n;
      }
      y.copy_element(IndexWalk::offset(to, y.extents), e.x[0], IndexWalk::offset(i.index(), y.extents));
    }
    return y;
  }
  static Geometry kernel(const OpView& v) {
    return {{v.operand(0).extents, shifts(v.op.attributes, v.operand(0).extents.size())}};
  }
};

}  // namespace ir::ops
