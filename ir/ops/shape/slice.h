// Parts of a tensor and where they are put: blocks, perhaps with strides, at places that are known when code is
// generated or that are values. Linear; each VJP is made of the others.
#pragma once

#include "ir/kind.h"
#include "ir/ops/shape/element.h"
#include "ir/ops/rules.h"

namespace ir::ops {

// The stride of each axis, 1 where none are given; negative ones go back from `begin`.
inline Shape strides_of(const Attributes& attributes, std::size_t rank) {
  return attributes.find("strides") ? attributes.get<Shape>("strides") : Shape(rank, Extent(1));
}

// The block of the rule's op, of that shape, in another op.
inline Attributes same_block(const Rule& r, const Shape& shape) {
  Attributes block{{"begin", r.attributes.get<Shape>("begin")}, {"shape", shape}};
  for (const char* name : {"strides", "end", "elements_of"})
    if (const Attribute* attribute = r.attributes.find(name)) block.set(name, *attribute);
  return block;
}

// The block of the rule's op, which needs no shape, in another op.
inline Expr at_same_block(const Rule& r, Kind kind, const std::vector<Expr>& operands) {
  Attributes block;
  for (const auto& [name, attribute] : r.attributes)
    if (name != "shape") block.set(name, attribute);
  return apply(kind, operands, block);
}

// What an op reads or writes of a whole: where it has an `end`, it isn't certain that there is such a block. `elements_of`
// names the tensor, where the source reads or writes its elements there one by one.
inline std::vector<Part> checked_parts(const Attributes& attributes, const Shape& whole) {
  std::vector<Part> parts;
  const Attribute* end = attributes.find("end");
  if (!end) return parts;
  const Shape &from = attributes.get<Shape>("begin"), &to = std::get<Shape>(*end);
  const Shape strides = strides_of(attributes, whole.size());
  for (std::size_t axis = 0; axis < whole.size(); ++axis) {
    const auto stride = strides[axis].constant();
    if (stride && *stride < 0) parts.push_back({to[axis] + 1, from[axis] + 1, whole[axis]});
    else parts.push_back({from[axis], to[axis], whole[axis]});
  }
  return parts;
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
  if (r.attributes.get_or<Shape>("end", strides).size() != whole.size())
    return wrong("end", fmt::format("needs one bound for each of the {} axes", whole.size()));
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

// Calls f(position in the whole, position in the block) for each element of the block that is in the whole.
template <class F>
void each_in_block(const std::vector<std::int64_t>& whole, const std::vector<std::int64_t>& begin,
                   const std::vector<std::int64_t>& strides, const std::vector<std::int64_t>& box, F f) {
  for (IndexWalk i(box); !i.done(); i.next()) {
    auto place = i.index();
    bool inside = true;
    for (std::size_t axis = 0; axis < place.size(); ++axis) {
      place[axis] = begin[axis] + place[axis] * strides[axis];
      inside = inside && place[axis] >= 0 && place[axis] < whole[axis];
    }
    if (inside) f(IndexWalk::offset(place, whole), IndexWalk::offset(i.index(), box));
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

// y[i] = x[begin + i strides], of that shape, an IndexError where that isn't in x        x̄ = ȳ padded with zeros
struct Slice {
  static constexpr OpInfo info{.name = "slice", .cpp = "gradc::slice(x, begin, end); gradc::slice(x, begin, end, strides)",
                               .trait = Trait::kernel, .may_fail = true,
                               .attributes = "begin: extents, shape: extents, strides: extents?, end: extents?, "
                                             "elements_of: string?"};
  static constexpr Derivative derivative =
      Linear{[](const Rule& r, int) { return apply(Kind::Pad, {r.bar}, same_block(r, r.x[0].shape())); }, ~0u,
             [](const Rule& r, int, Expr sum) { return is_zeros(sum) ? Expr{} : at_same_block(r, Kind::AddSlice, {sum, r.bar}); }};
  static constexpr Batching batch = &over_rest<>;
  static std::vector<Part> parts(const OpView& v) { return checked_parts(v.op.attributes, v.operand(0).extents); }
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
  static std::optional<Moved> moved_from(const OpView& v, const Integers& indices) {
    const auto begin = constants(v.op.attributes.get<Shape>("begin"));
    const auto strides = constants(strides_of(v.op.attributes, indices.size()));
    if (!begin || !strides) return std::nullopt;
    Moved from{0, indices};
    for (std::size_t axis = 0; axis < indices.size(); ++axis) from.indices[axis] = (*begin)[axis] + indices[axis] * (*strides)[axis];
    return from;
  }
  static Geometry kernel(const OpView& v) { return block_geometry(v, v.operand(0).extents, v.result().extents); }
};

// Row i of `rows` at the place of a block on the first axis.
inline AddedRows rows_at_block(const Rule& r, Expr rows) {
  const Shape n{rows.shape()[0]};
  Builder& b = *rows.builder;
  const auto all = [&](const Extent& extent) { return broadcast(Expr{&b, b.extent_value(extent)}, n); };
  const Expr count{&b, b.append(Kind::Iota, {}, {{"n", n}, {"to", ElementType::i64}})};
  const Extent stride = strides_of(r.attributes, rows.shape().size())[0];
  return {all(r.attributes.get<Shape>("begin")[0]) + count * all(stride), rows};
}
// Whether a block has whole rows.
inline bool has_whole_rows(const Shape& block, const Shape& whole) {
  return !block.empty() && std::equal(block.begin() + 1, block.end(), whole.begin() + 1);
}

// y = zeros of that shape, but y[begin + i strides] = x[i]        x̄ = that block of ȳ
struct Pad {
  static constexpr OpInfo info{.name = "pad", .trait = Trait::kernel,
                               .attributes = "begin: extents, shape: extents, strides: extents?, end: extents?, "
                                             "elements_of: string?"};
  static constexpr Derivative derivative =
      Linear{[](const Rule& r, int) { return apply(Kind::Slice, {r.bar}, same_block(r, r.x[0].shape())); }};
  static constexpr Batching batch = &over_rest<>;
  static std::vector<Part> parts(const OpView& v) { return checked_parts(v.op.attributes, v.result().extents); }
  static std::optional<int> rows_onto(const OpView& v) {
    return has_whole_rows(v.operand(0).extents, v.result().extents) ? std::optional(-1) : std::nullopt;
  }
  static AddedRows rows(const Rule& r) { return rows_at_block(r, r.x[0]); }
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

// What the ops on x and a block u of it share.
struct BlockOp {
  static constexpr Batching batch = &over_rest<>;
  static std::vector<Part> parts(const OpView& v) { return checked_parts(v.op.attributes, v.operand(0).extents); }
  static std::optional<Type> type(const TypeRule& r) {
    if (!same_element(r, r.type(0), r.type(1)) || !check_block(r, r.type(1).extents, r.type(0).extents))
      return std::nullopt;
    return r.type(0);
  }
  static Geometry kernel(const OpView& v) { return block_geometry(v, v.operand(0).extents, v.operand(1).extents); }
};

// y = x, but y[begin + i strides] = u[i]        x̄ = ȳ with zeros in that block        ū = that block of ȳ
struct SetSlice : BlockOp {
  static constexpr OpInfo info{.name = "set_slice", .trait = Trait::kernel, .arity = 2, .in_place = 0,
                               .attributes = "begin: extents, strides: extents?, end: extents?, "
                                             "elements_of: string?"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int i) {
    return i == 0 ? r.again(Kind::SetSlice, {r.bar, zeros_like(r.x[1])})
                  : apply(Kind::Slice, {r.bar}, same_block(r, r.x[1].shape()));
  }};
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.x[0];
    each_in_block(e, y.extents, e.x[1].extents,
                  [&](std::int64_t to, std::int64_t from) { y.copy_element(to, e.x[1], from); });
    return y;
  }
};

// y = x with u[i] added at begin + i strides        x̄ = ȳ        ū = that block of ȳ
struct AddSlice : BlockOp {
  static constexpr OpInfo info{.name = "add_slice", .trait = Trait::kernel, .arity = 2, .in_place = 0,
                               .attributes = "begin: extents, strides: extents?, end: extents?, "
                                             "elements_of: string?"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int i) {
    return i == 0 ? r.bar : apply(Kind::Slice, {r.bar}, same_block(r, r.x[1].shape()));
  }};
  static std::optional<int> rows_onto(const OpView& v) {
    return has_whole_rows(v.operand(1).extents, v.result().extents) ? std::optional(0) : std::nullopt;
  }
  static AddedRows rows(const Rule& r) { return rows_at_block(r, r.x[1]); }
  static std::optional<Type> type(const TypeRule& r) {
    return check_element(r, r.type(0), kFloat | kComplex | kInteger) ? BlockOp::type(r) : std::nullopt;
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.x[0];
    each_in_block(e, y.extents, e.x[1].extents,
                  [&](std::int64_t to, std::int64_t from) { add_to_element(y, to, e.x[1], from); });
    return y;
  }
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

// Calls f(position in the whole, position in the block), for a block at a place that is a value.
template <class F>
void each_in_dynamic_block(const Literal& whole, const Literal& starts, const std::vector<std::int64_t>& box, F f) {
  each_in_block(whole.extents, starts.integers, std::vector<std::int64_t>(box.size(), 1), box, f);
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

// y = the block of that shape of x that begins at the values of `starts`, an IndexError where it isn't in x
//   x̄ = zeros with ȳ there
struct DynamicSlice {
  static constexpr OpInfo info{.name = "dynamic_slice", .cpp = "gradc::dynamic_slice(x, y:integer, shape)",
                               .trait = Trait::kernel, .arity = 2, .may_fail = true, .attributes = "shape: extents"};
  static std::optional<Extent> work(const OpView& v) { return work_on(v, 0, 0); }
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int) {
        return ir::apply(Kind::DynamicUpdateSlice, {zeros_like(r.x[0]), r.bar, r.x[1]});
      },
      0b01, [](const Rule& r, int, Expr sum) {
        return is_zeros(sum) ? Expr{} : ir::apply(Kind::DynamicAddSlice, {sum, r.bar, r.x[1]});
      }};
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

// What the ops on x, a block u of it and its place share.
struct DynamicBlockOp {
  static constexpr Batching batch = &over_dynamic_rest;
  static std::optional<Type> type(const TypeRule& r) {
    if (!same_element(r, r.type(0), r.type(1)) || !check_dynamic_block(r, r.type(2), r.type(1).extents))
      return std::nullopt;
    return r.type(0);
  }
  static Geometry kernel(const OpView& v) { return {{v.operand(0).extents, v.operand(1).extents, SourceLine{}}}; }
};

// y = x with the block u put where dynamic_slice would read it        x̄ = ȳ with zeros there        ū = ȳ there
struct DynamicUpdateSlice : DynamicBlockOp {
  static constexpr OpInfo info{.name = "dynamic_update_slice", .cpp = "gradc::dynamic_update_slice(x, y, z:integer)",
                               .trait = Trait::kernel, .arity = 3, .in_place = 0, .may_fail = true};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int i) {
        return i == 0 ? ir::apply(Kind::DynamicUpdateSlice, {r.bar, zeros_like(r.x[1]), r.x[2]})
                      : ir::apply(Kind::DynamicSlice, {r.bar, r.x[2]}, {{"shape", r.x[1].shape()}});
      },
      0b011};
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.x[0];
    each_in_dynamic_block(y, e.x[2], e.x[1].extents,
                          [&](std::int64_t to, std::int64_t from) { y.copy_element(to, e.x[1], from); });
    return y;
  }
};

// y = x with the block u added where dynamic_slice would read it        x̄ = ȳ        ū = ȳ there
struct DynamicAddSlice : DynamicBlockOp {
  static constexpr OpInfo info{.name = "dynamic_add_slice", .trait = Trait::kernel, .arity = 3, .in_place = 0, .may_fail = true};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int i) {
        return i == 0 ? r.bar : ir::apply(Kind::DynamicSlice, {r.bar, r.x[2]}, {{"shape", r.x[1].shape()}});
      },
      0b011};
  static std::optional<Type> type(const TypeRule& r) {
    return check_element(r, r.type(0), kFloat | kComplex | kInteger) ? DynamicBlockOp::type(r) : std::nullopt;
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.x[0];
    each_in_dynamic_block(y, e.x[2], e.x[1].extents,
                          [&](std::int64_t to, std::int64_t from) { add_to_element(y, to, e.x[1], from); });
    return y;
  }
};

}  // namespace ir::ops
