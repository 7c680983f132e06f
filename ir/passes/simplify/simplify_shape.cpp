// Rules for ops that move values without changing them, for reductions over nothing, and for matmul of
// transposes.
#include <algorithm>
#include <array>
#include <numeric>

#include "ir/kind.h"
#include "ir/passes/simplify/simplify.h"

namespace ir::simplify {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

Attributes shape_attribute(const Shape& shape) { return {{"shape", shape}}; }

// A value repeated from a scalar stays one under any op that only moves values.
ValueId repeat_again(const Candidate& c) {
  const Op* repeat = c.made_by(c.x[0], Kind::Broadcast);
  if (!repeat || !c.type(repeat->operands[0]).is_scalar()) return {};
  return c.make(Kind::Broadcast, {repeat->operands[0]}, shape_attribute(c.result().extents));
}

// Where a chain of reshape, expand_dims and squeeze starts: they all leave the memory as it is.
ValueId chain_start(const Candidate& c) {
  ValueId value = c.x[0];
  for (;;) {
    const Op* op = nullptr;
    for (Kind kind : {Kind::Reshape, Kind::ExpandDims, Kind::Squeeze})
      if (!op) op = c.made_by(value, kind);
    if (!op) return value;
    value = op->operands[0];
  }
}

// A chain back to the shape where it started is nothing; a reshape needs no other step before it.
ValueId reshape(const Candidate& c) {
  const Shape shape = c.result().extents;
  const ValueId start = chain_start(c);
  if (c.type(start).extents == shape) return start;
  if (const ValueId repeated = repeat_again(c); repeated.valid()) return repeated;
  const std::vector<ValueId> from{start};
  if (c.kind == Kind::Reshape && start != c.x[0] && Candidate{c.b, c.kind, from, c.attributes}.is_typed())
    return c.make(Kind::Reshape, from, c.attributes);
  return {};
}

// broadcast to the own shape is nothing; of a broadcast, one from its source; new leading axes need no
// expand_dims
ValueId broadcast(const Candidate& c) {
  const Shape& shape = c.attributes.get<Shape>("shape");
  if (c.type(c.x[0]).extents == shape) return c.x[0];
  if (const Op* inner = c.made_by(c.x[0], Kind::Broadcast))
    return c.make(Kind::Broadcast, {inner->operands[0]}, c.attributes);
  if (const Op* expand = c.made_by(c.x[0], Kind::ExpandDims)) {
    const Integers& axes = expand->attributes.get<Integers>("axes");
    Integers leading(axes.size());
    std::iota(leading.begin(), leading.end(), 0);
    if (axes == leading) return c.make(Kind::Broadcast, {expand->operands[0]}, c.attributes);
  }
  return {};
}

// the identity is nothing; of a transpose, one by the product of the permutations
ValueId transpose(const Candidate& c) {
  const Integers& perm = c.attributes.get<Integers>("perm");
  if (std::is_sorted(perm.begin(), perm.end())) return c.x[0];
  if (const Op* inner = c.made_by(c.x[0], Kind::Transpose)) {
    const Integers& first = inner->attributes.get<Integers>("perm");
    Integers both;
    for (std::int64_t axis : perm) both.push_back(first[at(axis)]);
    return c.make(Kind::Transpose, {inner->operands[0]}, {{"perm", both}});
  }
  return repeat_again(c);
}

// A matrix whose transpose a value is: of a transpose, what it is of, and of elementwise ops on such and on what is
// repeated, the same op. Not valid where it can't be had without moving elements.
class Untransposed {
 public:
  explicit Untransposed(const Candidate& c) : c_(c) {}

  // Valid only if there is a transpose that it does without.
  ValueId operator()(ValueId value) { return c_.type(value).rank() == 2 && exists(value, 0) && found_ ? made(value) : ValueId{}; }

 private:
  const Op* elementwise(ValueId value) const {
    const OpId id = c_.b.function()[value].op;
    const bool is = id.valid() && definition(c_.b.function()[id].kind).info.trait == Trait::elementwise;
    return is ? &c_.b.function()[id] : nullptr;
  }

  bool exists(ValueId value, int depth) {
    if (const Op* op = c_.made_by(value, Kind::Transpose)) {
      found_ = true;
      return op->attributes.get<Integers>("perm") == Integers{1, 0};
    }
    if (const Op* op = c_.made_by(value, Kind::Broadcast)) return c_.type(op->operands[0]).rank() < 2;
    const Op* op = depth < 4 ? elementwise(value) : nullptr;
    return op && std::all_of(op->operands.begin(), op->operands.end(), [&](ValueId x) { return exists(x, depth + 1); });
  }

  ValueId made(ValueId value) const {
    if (const Op* op = c_.made_by(value, Kind::Transpose)) return op->operands[0];
    if (const Op* op = c_.made_by(value, Kind::Broadcast)) {
      const ValueId from = op->operands[0];
      const Shape& shape = c_.type(value).extents;
      const Shape turned{shape[1], shape[0]};
      const bool scalar = c_.type(from).is_scalar();
      return c_.make(Kind::Broadcast, {scalar ? from : c_.make(Kind::ExpandDims, {from}, {{"axes", Integers{1}}})},
                     {{"shape", turned}});
    }
    const Op op = *elementwise(value);
    std::vector<ValueId> x;
    for (ValueId operand : op.operands) x.push_back(made(operand));
    return c_.make(op.kind, x, op.attributes);
  }

  const Candidate& c_;
  bool found_ = false;
};

// the unit matrix times another is that one; a transpose of the last two axes under a matmul is one of its
// flags, also where elementwise ops come between
ValueId matmul(const Candidate& c) {
  for (std::size_t i = 0; i < 2; ++i) {
    if (!c.made_by(c.x[i], Kind::Eye)) continue;
    const bool transposed = c.attributes.get<bool>(i == 0 ? "transpose_b" : "transpose_a");
    return transposed ? c.make(Kind::Transpose, {c.x[1 - i]}, {{"perm", Integers{1, 0}}}) : c.x[1 - i];
  }
  Attributes attributes = c.attributes;
  std::vector<ValueId> x = c.x;
  bool changed = false;
  for (std::size_t i = 0; i < 2; ++i) {
    const Op* transposed = c.made_by(x[i], Kind::Transpose);
    ValueId value = transposed ? transposed->operands[0] : Untransposed(c)(x[i]);
    if (transposed) {
      Integers perm = transposed->attributes.get<Integers>("perm");
      std::swap(perm[perm.size() - 1], perm[perm.size() - 2]);
      if (!std::is_sorted(perm.begin(), perm.end())) continue;
    }
    if (!value.valid()) continue;
    const char* flag = i == 0 ? "transpose_a" : "transpose_b";
    attributes.set(flag, !attributes.get<bool>(flag));
    x[i] = value;
    changed = true;
  }
  return changed ? c.make(Kind::Matmul, x, attributes) : ValueId{};
}

// a reduction over no axes is nothing
ValueId reduction(const Candidate& c) {
  return c.attributes.get<Integers>("axes").empty() ? c.x[0] : ValueId{};
}

// a sum of zeros is zero, however many there are
ValueId sum(const Candidate& c) {
  if (const ValueId nothing = reduction(c); nothing.valid()) return nothing;
  return c.is(c.x[0], 0.0) ? c.b.full(c.result(), 0) : ValueId{};
}

bool is_whole(const Candidate& c) {
  const Shape& begin = c.attributes.get<Shape>("begin");
  return c.type(c.x[0]).extents == c.attributes.get<Shape>("shape") &&
         std::all_of(begin.begin(), begin.end(), [](const Extent& extent) { return extent == Extent(0); });
}

// all of x is x; the block of a padding where x was put is x
ValueId slice(const Candidate& c) {
  if (is_whole(c)) return c.x[0];
  const Op* padded = c.made_by(c.x[0], Kind::Pad);
  if (!padded || !(padded->attributes.get<Shape>("begin") == c.attributes.get<Shape>("begin")) ||
      padded->attributes.get_or<Shape>("strides", {}) != c.attributes.get_or<Shape>("strides", {}))
    return {};
  return c.type(padded->operands[0]).extents == c.attributes.get<Shape>("shape") ? padded->operands[0]
                                                                                 : ValueId{};
}

ValueId pad(const Candidate& c) { return is_whole(c) ? c.x[0] : ValueId{}; }

// what is put into a tensor is all of it
bool is_all(const Candidate& c) {
  const Shape& begin = c.attributes.get<Shape>("begin");
  return c.type(c.x[0]).extents == c.type(c.x[1]).extents &&
         std::all_of(begin.begin(), begin.end(), [](const Extent& extent) { return extent == Extent(0); });
}

ValueId set_slice(const Candidate& c) { return is_all(c) ? c.x[1] : ValueId{}; }

// an adjoint that is added to a part of zeros is a padding
ValueId add_slice(const Candidate& c) {
  if (is_all(c)) return c.make(Kind::Add, c.x, {});
  if (!c.b.derived || !c.is(c.x[0], 0.0)) return {};
  Attributes attributes = c.attributes;
  attributes.set("shape", c.type(c.x[0]).extents);
  return c.make(Kind::Pad, {c.x[1]}, attributes);
}

// what has the extents already
ValueId require_extents(const Candidate& c) {
  return c.type(c.x[0]).extents == c.attributes.get<Shape>("shape") ? c.x[0] : ValueId{};
}

ValueId concat(const Candidate& c) { return c.x.size() == 1 ? c.x[0] : ValueId{}; }

constexpr std::array kShapeRules{Row{Kind::Reshape, &reshape},
                                 Row{Kind::ExpandDims, &reshape},
                                 Row{Kind::Squeeze, &reshape},
                                 Row{Kind::Broadcast, &broadcast},
                                 Row{Kind::Transpose, &transpose},
                                 Row{Kind::Matmul, &matmul},
                                 Row{Kind::Sum, &sum},
                                 Row{Kind::Mean, &reduction},
                                 Row{Kind::Max, &reduction},
                                 Row{Kind::Min, &reduction},
                                 Row{Kind::Logsumexp, &reduction},
                                 Row{Kind::Slice, &slice},
                                 Row{Kind::Pad, &pad},
                                 Row{Kind::AddSlice, &add_slice},
                                 Row{Kind::SetSlice, &set_slice},
                                 Row{Kind::Concat, &concat},
                                 Row{Kind::RequireExtents, &require_extents}};

}  // namespace

std::span<const Row> shape_rules() { return kShapeRules; }

}  // namespace ir::simplify
