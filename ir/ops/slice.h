// Parts of a tensor and where they are put: blocks, perhaps with strides, at places that are known when code is
// generated or that are values. Linear; each VJP is made of the others.
#pragma once

#include "ir/kind.h"
#include "ir/ops/rules.h"

namespace ir::ops {

// The stride of each axis, 1 where none are given; negative ones go back from `begin`.
inline Shape strides_of(const Attributes& attributes, std::size_t rank) {
  return attributes.find("strides") ? attributes.get<Shape>("strides") : Shape(rank, Extent(1));
}

// The block of the rule's op, of that shape, in another op.
inline Attributes same_block(const Rule& r, const Shape& shape) {
  Attributes block{{"begin", r.attributes.get<Shape>("begin")}, {"shape", shape}};
  if (const Attribute* strides = r.attributes.find("strides")) block.set("strides", *strides);
  return block;
}

// False, with a diagnostic, where a block isn't one of that rank, or is known to reach out of the whole.
inline bool check_block(const TypeRule& r, const Shape& shape, const Shape& whole) {
  const Shape& begin = r.attributes.get<Shape>("begin");
  const auto wrong = [&](std::string_view attribute, const std::string& what) {
    r.fail(DiagnosticId::attribute_value, r.op_name, attribute, what);
    return false;
  };
  if (begin.size() != whole.size() || shape.size() != whole.size())
    return wrong("shape", fmt::format("needs one extent for each of the {} axes", whole.size()));
  const Shape strides = strides_of(r.attributes, whole.size());
  if (strides.size() != whole.size())
    return wrong("strides", fmt::format("needs one stride for each of the {} axes", whole.size()));
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (strides[axis] == Extent(0)) return wrong("strides", "is 0");
    const Extent last = begin[axis] + (shape[axis] - 1) * strides[axis];
    Shape rooms{begin[axis], shape[axis]};
    if (strides[axis] == Extent(1)) rooms.push_back(whole[axis] - begin[axis] - shape[axis]);
    if (const auto n = r.facts.resolve(shape[axis]).constant(); n && *n > 0)
      rooms.insert(rooms.end(), {whole[axis] - 1 - begin[axis], last, whole[axis] - 1 - last});
    for (const Extent& room : rooms)
      if (const auto known = r.facts.resolve(room).constant(); known && *known < 0)
        return wrong("shape", fmt::format("is a block of {} from {} on that {} does not have", text(shape), text(begin),
                                          text(whole)));
  }
  return true;
}

// Calls f(position in the whole, position in the block) for each element of the block.
template <class F>
void each_in_block(const std::vector<std::int64_t>& whole, const std::vector<std::int64_t>& begin,
                   const std::vector<std::int64_t>& strides, const std::vector<std::int64_t>& box, F f) {
  for (IndexWalk i(box); !i.done(); i.next()) {
    auto place = i.index();
    for (std::size_t axis = 0; axis < place.size(); ++axis) place[axis] = begin[axis] + place[axis] * strides[axis];
    f(IndexWalk::offset(place, whole), IndexWalk::offset(i.index(), box));
  }
}
template <class F>
void each_in_block(const Evaluation& e, const std::vector<std::int64_t>& whole, const std::vector<std::int64_t>& box,
                   F f) {
  each_in_block(whole, e.values(e.attributes().get<Shape>("begin")),
                e.values(strides_of(e.attributes(), whole.size())), box, f);
}

// {whole, begin, box}, and the strides if there are some
inline Geometry block_geometry(const OpView& v, const Shape& whole, const Shape& box) {
  Geometry g{{whole, v.op.attributes.get<Shape>("begin"), box}};
  if (v.op.attributes.find("strides")) g.fields.emplace_back(v.op.attributes.get<Shape>("strides"));
  return g;
}

// y[i] = x[begin + i strides], of that shape        x̄ = ȳ padded with zeros
struct Slice {
  static constexpr OpInfo info{.name = "slice", .cpp = "gradc::slice(x, begin, end); gradc::slice(x, begin, end, strides)",
                               .trait = Trait::kernel, .may_fail = true,
                               .attributes = "begin: extents, shape: extents, strides: extents?"};
  static constexpr Derivative derivative =
      Linear{[](const Rule& r, int) { return apply(Kind::Pad, {r.bar}, same_block(r, r.x[0].shape())); }};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    const Shape& shape = r.attributes.get<Shape>("shape");
    if (!check_block(r, shape, r.type(0).extents)) return std::nullopt;
    return Type{r.type(0).element, shape, 0};
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    each_in_block(e, e.x[0].extents, y.extents,
                  [&](std::int64_t from, std::int64_t to) { y.copy_element(to, e.x[0], from); });
    return y;
  }
  static Geometry kernel(const OpView& v) { return block_geometry(v, v.operand(0).extents, v.result().extents); }
};

// y = zeros of that shape, but y[begin + i strides] = x[i]        x̄ = that block of ȳ
struct Pad {
  static constexpr OpInfo info{.name = "pad", .trait = Trait::kernel,
                               .attributes = "begin: extents, shape: extents, strides: extents?"};
  static constexpr Derivative derivative =
      Linear{[](const Rule& r, int) { return apply(Kind::Slice, {r.bar}, same_block(r, r.x[0].shape())); }};
  static constexpr Batching batch = &over_rest<>;
  // Where the block has whole rows.
  static std::optional<int> rows_onto(const OpView& v) {
    const Shape &x = v.operand(0).extents, &y = v.result().extents;
    if (x.empty() || !std::equal(x.begin() + 1, x.end(), y.begin() + 1)) return std::nullopt;
    return -1;
  }
  static AddedRows rows(const Rule& r) {
    const Shape n{r.x[0].shape()[0]};
    Builder& b = *r.x[0].builder;
    const auto all = [&](const Extent& extent) { return broadcast(Expr{&b, b.extent_value(extent)}, n); };
    const Expr count{&b, b.append(Kind::Iota, {}, {{"n", n}, {"to", ElementType::i64}})};
    const Extent stride = strides_of(r.attributes, r.x[0].shape().size())[0];
    return {all(r.attributes.get<Shape>("begin")[0]) + count * all(stride), r.x[0]};
  }
  static std::optional<Type> type(const TypeRule& r) {
    const Shape& shape = r.attributes.get<Shape>("shape");
    if (!check_block(r, r.type(0).extents, shape)) return std::nullopt;
    return Type{r.type(0).element, shape, 0};
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    each_in_block(e, y.extents, e.x[0].extents,
                  [&](std::int64_t to, std::int64_t from) { y.copy_element(to, e.x[0], from); });
    return y;
  }
  static Geometry kernel(const OpView& v) { return block_geometry(v, v.result().extents, v.operand(0).extents); }
};

// y = x, but y[begin + i strides] = u[i]        x̄ = ȳ with zeros in that block        ū = that block of ȳ
struct SetSlice {
  static constexpr OpInfo info{.name = "set_slice", .trait = Trait::kernel, .arity = 2, .in_place = 0,
                               .attributes = "begin: extents, strides: extents?"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int i) {
    return i == 0 ? r.again(Kind::SetSlice, {r.bar, zeros_like(r.x[1])})
                  : apply(Kind::Slice, {r.bar}, same_block(r, r.x[1].shape()));
  }};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!same_element(r, r.type(0), r.type(1)) || !check_block(r, r.type(1).extents, r.type(0).extents))
      return std::nullopt;
    return r.type(0);
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.x[0];
    each_in_block(e, y.extents, e.x[1].extents,
                  [&](std::int64_t to, std::int64_t from) { y.copy_element(to, e.x[1], from); });
    return y;
  }
  static Geometry kernel(const OpView& v) { return block_geometry(v, v.operand(0).extents, v.operand(1).extents); }
};

// Whether `starts` are as many integers as x has axes, and a block of that shape can lie in x. Where that isn't known
// it is a ShapeError at run time.
inline bool check_dynamic_block(const TypeRule& r, const Type& starts, const Shape& shape) {
  const Shape& whole = r.type(0).extents;
  if (!check_element(r, starts, kInteger)) return false;
  if (shape.size() != whole.size()) {
    r.fail(DiagnosticId::attribute_value, r.op_name, "shape",
           fmt::format("needs one extent for each of the {} axes", whole.size()));
    return false;
  }
  if (starts.rank() != 1) {
    r.fail(DiagnosticId::rank, r.op_name, "a vector of places", starts.rank());
    return false;
  }
  if (!r.same(starts.extents[0], static_cast<std::int64_t>(whole.size()), "a place for each axis")) return false;
  for (std::size_t axis = 0; axis < whole.size(); ++axis)
    for (const Extent& room : {shape[axis], whole[axis] - shape[axis]})
      if (const auto known = r.facts.resolve(room).constant(); known && *known < 0) {
        r.fail(DiagnosticId::attribute_value, r.op_name, "shape",
               fmt::format("is a block of {} that {} does not have", text(shape), text(whole)));
        return false;
      }
  return true;
}

// Calls f(position in the whole, position in the block), for a block whose place is clamped into the whole.
template <class F>
void each_in_dynamic_block(const Literal& whole, const Literal& starts, const std::vector<std::int64_t>& box, F f) {
  std::vector<std::int64_t> begin = starts.integers;
  for (std::size_t axis = 0; axis < box.size(); ++axis)
    begin[axis] = std::max<std::int64_t>(0, std::min(begin[axis], whole.extents[axis] - box[axis]));
  each_in_block(whole.extents, begin, std::vector<std::int64_t>(box.size(), 1), box, f);
}

// The block begins where the axis of a batch does, in an op whose places stand last.
inline Expr over_dynamic_rest(const Batch& b) {
  std::vector<Expr> x;
  for (std::size_t i = 0; i + 1 < b.x.size(); ++i) x.push_back(b.spread(i));
  if (b.batched.back()) return {};
  const Expr starts = b.x.back(), zero{b.builder, b.builder->full({starts.type().element, {1}, 0}, 0)};
  x.push_back(apply(Kind::Concat, {zero, starts}, {{"axis", std::int64_t{0}}}));
  return apply(b.kind, x, over_rest(b.attributes, b.k));
}

// y = the block of that shape of x that begins at the values of `starts`, each clamped so that the block lies in x
//   x̄ = zeros with ȳ there
struct DynamicSlice {
  static constexpr OpInfo info{.name = "dynamic_slice", .cpp = "gradc::dynamic_slice(x, y:integer, shape)",
                               .trait = Trait::kernel, .arity = 2, .may_fail = true, .attributes = "shape: extents"};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int) {
        return ir::apply(Kind::DynamicUpdateSlice, {zeros_like(r.x[0]), r.bar, r.x[1]});
      },
      0b01};
  static constexpr Batching batch = &over_dynamic_rest;
  static std::optional<Type> type(const TypeRule& r) {
    const Shape& shape = r.attributes.get<Shape>("shape");
    if (!check_dynamic_block(r, r.type(1), shape)) return std::nullopt;
    return Type{r.type(0).element, shape, 0};
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    each_in_dynamic_block(e.x[0], e.x[1], y.extents,
                          [&](std::int64_t from, std::int64_t to) { y.copy_element(to, e.x[0], from); });
    return y;
  }
  static Geometry kernel(const OpView& v) { return {{v.operand(0).extents, v.result().extents, SourceLine{}}}; }
};

// y = x with the block u put where dynamic_slice would read it        x̄ = ȳ with zeros there        ū = ȳ there
struct DynamicUpdateSlice {
  static constexpr OpInfo info{.name = "dynamic_update_slice", .cpp = "gradc::dynamic_update_slice(x, y, z:integer)",
                               .trait = Trait::kernel, .arity = 3, .in_place = 0, .may_fail = true};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int i) {
        return i == 0 ? ir::apply(Kind::DynamicUpdateSlice, {r.bar, zeros_like(r.x[1]), r.x[2]})
                      : ir::apply(Kind::DynamicSlice, {r.bar, r.x[2]}, {{"shape", r.x[1].shape()}});
      },
      0b011};
  static constexpr Batching batch = &over_dynamic_rest;
  static std::optional<Type> type(const TypeRule& r) {
    if (!same_element(r, r.type(0), r.type(1)) || !check_dynamic_block(r, r.type(2), r.type(1).extents))
      return std::nullopt;
    return r.type(0);
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.x[0];
    each_in_dynamic_block(y, e.x[2], e.x[1].extents,
                          [&](std::int64_t to, std::int64_t from) { y.copy_element(to, e.x[1], from); });
    return y;
  }
  static Geometry kernel(const OpView& v) { return {{v.operand(0).extents, v.operand(1).extents, SourceLine{}}}; }
};

}  // namespace ir::ops
