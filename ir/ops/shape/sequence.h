// Sequences: a run-time number of values of one type, tensors with extents of their own or sequences. Values, like
// all others: a push yields a new sequence. An index outside a sequence is an IndexError at run time.
//
// Derivatives: a sequence and its adjoint have the same sizes and extents, so that an adjoint can say how many values
// there were; where values were dropped, those that are left of the operand say what form they had.
#pragma once

#include <algorithm>

#include "ir/kind.h"
#include "ir/ops/shape/element.h"

namespace ir::ops {

// A sequence; false with a diagnostic otherwise.
inline bool is_sequence(const TypeRule& r, const Type& type) {
  if (type.sequence_depth > 0) return true;
  r.fail(DiagnosticId::type_mismatch, r.op_name, fmt::format("it takes a sequence, not {}", type.text()));
  return false;
}

inline bool is_i64(const TypeRule& r, const Type& type) {
  if (type == scalar(ElementType::i64)) return true;
  r.fail(DiagnosticId::type_mismatch, r.op_name, fmt::format("it takes an i64, not {}", type.text()));
  return false;
}

// A sequence, and a value that it may hold.
inline bool holds(const TypeRule& r, const Type& sequence, const Type& value) {
  if (!is_sequence(r, sequence)) return false;
  if (sequence == sequence_of(value)) return true;
  r.fail(DiagnosticId::type_mismatch, r.op_name,
         fmt::format("{} does not hold values of type {}", sequence.text(), value.text()));
  return false;
}

// Two sequences of one type, which is that of the result.
inline std::optional<Type> one_sequence_type(const TypeRule& r) {
  if (!is_sequence(r, r.type(0))) return std::nullopt;
  if (r.type(0) == r.type(1)) return r.type(0);
  return r.fail(DiagnosticId::type_mismatch, r.op_name,
                fmt::format("the operands are {} and {}", r.type(0).text(), r.type(1).text()));
}

// What rules are made of.
inline Expr size_of(Expr s) { return apply(Kind::SequenceSize, {s}); }
inline Expr value_at(Expr s, Expr i, const Shape& shape) { return apply(Kind::SequenceAt, {s, i}, {{"shape", shape}}); }
inline Expr splice(Expr s, Expr t) { return apply(Kind::SequenceSplice, {s, t}); }
// The extents that name those of a value of that type in `sequence_at`.
inline Shape extents_of(Expr value) { return value.type().is_tensor() ? value.shape() : Shape{}; }

// Zeros of the form of the value at an index.
inline Expr zeros_at(Expr s, Expr i) {
  Type type = s.type();
  if (--type.sequence_depth == 0)
    for (Extent& extent : type.extents) extent = Extent::symbol(s.builder->fresh_symbol("at"));
  if (type.is_scalar()) return {s.builder, s.builder->full(type, 0)};
  return zeros_like(value_at(s, i, type.is_tensor() ? type.extents : Shape{}));
}

// s with w added at i. Adjoints of elements are zeros with numbers added to them: of those each is added where it is, not all
// of w for a few.
inline Expr added_at(Expr s, Expr w, Expr i) {
  const Function& f = s.builder->function();
  const auto made_by = [&](ValueId value) { return f[value].op.valid() ? &f[f[value].op] : nullptr; };
  std::vector<std::vector<ValueId>> numbers;  // v, i... of each, the last first
  const Op* op = made_by(w.id);
  for (; op; op = made_by(op->operands[0])) {
    const bool adds = op->kind == Kind::AddElement || op->kind == Kind::SequenceAddAt || op->kind == Kind::SequenceAddElement;
    if (!adds || !f[op->operands[1]].type.is_scalar()) break;
    numbers.emplace_back(op->operands.begin() + 1, op->operands.end());
  }
  const bool zeros = op && (op->kind == Kind::SequenceZerosLike ||
                            (op->kind == Kind::Broadcast && is_zeros({s.builder, op->results[0]})));
  if (!zeros || numbers.empty()) return apply(Kind::SequenceAddAt, {s, w, i});
  std::reverse(numbers.begin(), numbers.end());
  for (const std::vector<ValueId>& at : numbers) {
    std::vector<Expr> x{s, {s.builder, at[0]}, i};
    for (std::size_t k = 1; k < at.size(); ++k) x.push_back({s.builder, at[k]});
    s = ir::apply(Kind::SequenceAddElement, x);
  }
  return s;
}

// A value that a sequence may hold, with nothing in it.
inline Expr nothing_for(Expr s) {
  Type type = s.type();
  if (--type.sequence_depth == 0) {
    type.extents.assign(type.extents.size(), Extent(0));
    return {s.builder, s.builder->full(type, 0)};
  }
  return {s.builder, s.builder->empty_sequence(type)};
}

// The sum of the values of s from an index on, of the form of `like`.
inline Expr sum_from(Expr s, Expr from, Expr like) {
  if (like.type().is_tensor()) return apply(Kind::SequenceSum, {s, from}, {{"shape", like.shape()}});
  // Sequences are added up by a loop: s, the index and the sum go in, trip k adds s[from + k].
  Builder& b = *s.builder;
  const Expr trips = size_of(s) - from;
  const BlockId body = b.block({scalar(ElementType::i64), like.type(), s.type(), scalar(ElementType::i64)},
                               {"trip", "sum", "values", "from"});
  const std::vector<ValueId> p = b.function()[body].parameters;
  const BlockId outside = b.insert_into(body);
  const Expr value = value_at({&b, p[2]}, Expr{&b, p[0]} + Expr{&b, p[3]}, Shape{});
  b.set_results({(Expr{&b, p[1]} + value).id});
  b.insert_into(outside);
  const auto sum = b.append_all(Kind::Scan, {trips.id, zeros_like(like).id, s.id, from.id},
                                {{"carried", std::int64_t{1}}, {"scanned", std::int64_t{0}}}, {body});
  return {&b, sum.at(0)};
}

// y = no values; `element`, `rank` and `depth` are those of a value. `undefined`: it is never read, what an arm that is
// not taken gives
struct SequenceEmpty {
  static constexpr OpInfo info{.name = "sequence_empty", .trait = Trait::sequence, .arity = 0,
                               .note = "yields a sequence",
                               .attributes = "depth: count, element: element, rank: count, undefined: bool?"};
  static constexpr Derivative derivative = NoGradient{"nothing is in it"};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    return Type{r.attributes.get<ElementType>("element"), Shape(at(r.attributes.get<std::int64_t>("rank"))),
                static_cast<int>(r.attributes.get<std::int64_t>("depth")) + 1};
  }
};

// y = s with v more at the end        s̄ = ȳ without its last        v̄ = the last of ȳ
struct SequencePush {
  static constexpr OpInfo info{.name = "sequence_push", .trait = Trait::sequence, .arity = 2, .in_place = 0,
                               .note = "yields a sequence"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int i) {
    if (i == 0) return apply(Kind::SequencePop, {r.bar});
    return value_at(r.bar, size_of(r.bar) - whole(r.bar, 1), extents_of(r.x[1]));
  }};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!holds(r, r.type(0), r.type(1))) return std::nullopt;
    return r.type(0);
  }
};

// y = the value of s at i; of a tensor, `shape` names the extents: what is known is checked, plain symbols that are
// not are bound; of a value of any type, `element`, `rank` and `depth` say which        s̄ = zeros with ȳ at i
struct SequenceAt {
  static constexpr OpInfo info{.name = "sequence_at", .trait = Trait::sequence, .arity = 2,
                               .note = "reads a sequence",
                               .attributes = "depth: count?, element: element?, rank: count?, shape: extents", .binds = "shape"};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int) { return added_at(zeros_like(r.x[0]), r.bar, r.x[1]); }, 0b01,
      [](const Rule& r, int, Expr sum) { return added_at(sum, r.bar, r.x[1]); }};
  static constexpr Batching batch = [](const Batch& b) {
    const bool is_of_any = b.x[0].type().element == ElementType::any;
    const auto depth = is_of_any ? b.attributes.get<std::int64_t>("depth") : b.x[0].type().sequence_depth - 1;
    if (b.batched[1] || depth == 0) return over_rest<0b01>(b);
    // A sequence, whose values have the axis.
    if (!is_of_any) return ir::apply(b.kind, {b.x[0], b.x[1]}, b.attributes);
    Attributes attributes = over_rest(b.attributes, b.k);
    attributes.set("shape", Shape{});
    return ir::apply(b.kind, {b.x[0], b.x[1]}, attributes);
  };
  static std::optional<Type> type(const TypeRule& r) {
    if (!is_sequence(r, r.type(0)) || !is_i64(r, r.type(1))) return std::nullopt;
    Type y = r.type(0);
    --y.sequence_depth;
    if (r.type(0) == sequence_of_any()) {
      if (!r.attributes.find("element") || !r.attributes.find("rank") || !r.attributes.find("depth"))
        return r.fail(DiagnosticId::attribute_value, r.op_name, "element, rank, depth", "are those of the value");
      y = {r.attributes.get<ElementType>("element"), Shape(at(r.attributes.get<std::int64_t>("rank"))),
           static_cast<int>(r.attributes.get<std::int64_t>("depth"))};
    }
    const Shape& shape = r.attributes.get<Shape>("shape");
    if (shape.size() != (y.is_tensor() ? y.extents.size() : 0))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "shape", "has an extent for each axis of a tensor");
    if (y.is_tensor()) y.extents = shape;
    return y;
  }
};

// y = the number of values, as i64
struct SequenceSize {
  static constexpr OpInfo info{.name = "sequence_size", .trait = Trait::sequence, .note = "reads a sequence"};
  static constexpr Derivative derivative = NoGradient{"a size is an integer"};
  static constexpr Batching batch = [](const Batch& b) { return size_of(b.x[0]); };
  static constexpr unsigned batched_by = 0;
  static std::optional<Type> type(const TypeRule& r) {
    if (!is_sequence(r, r.type(0))) return std::nullopt;
    return scalar(ElementType::i64);
  }
};

// y = n times v        v̄ = the sum of ȳ
struct SequenceFill {
  static constexpr OpInfo info{.name = "sequence_fill", .trait = Trait::sequence, .arity = 2,
                               .note = "yields a sequence"};
  static constexpr Derivative derivative =
      Linear{[](const Rule& r, int) { return sum_from(r.bar, whole(r.bar, 0), r.x[1]); }, 0b10};
  static constexpr Batching batch = &over_rest<0b10>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!is_i64(r, r.type(0))) return std::nullopt;
    return sequence_of(r.type(1));
  }
};

// y = s with v at i        s̄ = ȳ with zeros of the old form at i        v̄ = ȳ at i
struct SequenceSet {
  static constexpr OpInfo info{.name = "sequence_set", .trait = Trait::sequence, .arity = 3, .in_place = 0,
                               .note = "yields a sequence"};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int i) {
        if (i == 0) return apply(Kind::SequenceSet, {r.bar, zeros_at(r.x[0], r.x[2]), r.x[2]});
        return value_at(r.bar, r.x[2], extents_of(r.x[1]));
      },
      0b11};
  static constexpr Batching batch = &over_rest<0b011>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!holds(r, r.type(0), r.type(1)) || !is_i64(r, r.type(2))) return std::nullopt;
    return r.type(0);
  }
};

// y = s without its last value, an IndexError where there is none        s̄ = ȳ and zeros of that value's form
struct SequencePop {
  static constexpr OpInfo info{.name = "sequence_pop", .trait = Trait::sequence, .in_place = 0,
                               .note = "yields a sequence"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) {
    // By the size of s, not of ȳ: the extents are found in the forward pass, before s is changed.
    const Expr last = size_of(r.x[0]) - whole(r.x[0], 1);
    return apply(Kind::SequencePush, {r.bar, zeros_at(r.x[0], last)});
  }};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!is_sequence(r, r.type(0))) return std::nullopt;
    return r.type(0);
  }
};

// y = the first n values of s, or s and then as many v as make it n        s̄ = ȳ for the first n, zeros for what
// was dropped        v̄ = the sum of what ȳ has beyond s
struct SequenceResize {
  static constexpr OpInfo info{.name = "sequence_resize", .trait = Trait::sequence, .arity = 3, .in_place = 0,
                               .note = "yields a sequence"};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int i) {
        return i == 0 ? splice(zeros_like(r.x[0]), r.bar) : sum_from(r.bar, size_of(r.x[0]), r.x[2]);
      },
      0b101};
  static constexpr Batching batch = &over_rest<0b101>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!holds(r, r.type(0), r.type(2)) || !is_i64(r, r.type(1))) return std::nullopt;
    return r.type(0);
  }
};

// y = as many values of the same extents, all zeros
struct SequenceZerosLike {
  static constexpr OpInfo info{.name = "sequence_zeros_like", .trait = Trait::sequence, .note = "yields a sequence"};
  static constexpr Derivative derivative = NoGradient{"zeros are constant"};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!is_sequence(r, r.type(0))) return std::nullopt;
    return r.type(0);
  }
};

// y = a + b, value by value; sizes and extents are equal        ā = b̄ = ȳ
struct SequenceAdd {
  static constexpr OpInfo info{.name = "sequence_add", .trait = Trait::sequence, .arity = 2, .in_place = 0,
                               .note = "yields a sequence"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int) { return r.bar; }};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!numbers(r, r.type(0))) return std::nullopt;
    return one_sequence_type(r);
  }
  static bool numbers(const TypeRule& r, const Type& type) {
    if (in_class(type.element, kFloat | kComplex | kInteger)) return true;
    r.fail(DiagnosticId::element_type, r.op_name, type.text(), class_text(kFloat | kComplex | kInteger, type.element));
    return false;
  }
};

// y = s with v added to its value at i, which has v's extents        s̄ = ȳ        v̄ = ȳ at i
struct SequenceAddAt {
  static constexpr OpInfo info{.name = "sequence_add_at", .trait = Trait::sequence, .arity = 3, .in_place = 0,
                               .note = "yields a sequence"};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int i) { return i == 0 ? r.bar : value_at(r.bar, r.x[2], extents_of(r.x[1])); }, 0b11};
  static constexpr Batching batch = &over_rest<0b011>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!SequenceAdd::numbers(r, r.type(0)) || !holds(r, r.type(0), r.type(1)) || !is_i64(r, r.type(2)))
      return std::nullopt;
    return r.type(0);
  }
};

// Numbers of what sequences hold, at an index for each level of sequences and one for each axis: s[i][j](k).
struct OfElements {
  // Of operands s, v, i...: s holds, at so many indices, numbers of v's type.
  static std::optional<Type> type(const TypeRule& r) {
    if (r.count() == 0 || !is_sequence(r, r.type(0))) return std::nullopt;
    const std::size_t indices = levels(r.type(0)) + r.type(0).extents.size();
    if (r.count() != 2 + indices) return r.fail(DiagnosticId::operand_count, r.op_name, 2 + indices, r.count());
    for (std::size_t i = 2; i < r.count(); ++i)
      if (!is_i64(r, r.type(i))) return std::nullopt;
    if (r.type(1) == scalar(r.type(0).element)) return r.type(0);
    return r.fail(DiagnosticId::type_mismatch, r.op_name,
                  fmt::format("{} does not hold numbers of type {}", r.type(0).text(), r.type(1).text()));
  }
  static std::size_t levels(const Type& type) { return static_cast<std::size_t>(type.sequence_depth); }

  static Expr apply_there(const Rule& r, Kind kind, std::vector<Expr> leading) {
    leading.insert(leading.end(), r.x.begin() + 2, r.x.end());
    return ir::apply(kind, leading);
  }
  // That of s where the op's is.
  static Expr at(const Rule& r, Expr s) {
    const std::size_t first = 2 + levels(s.type());
    for (std::size_t i = 2; i < first; ++i) {
      Shape shape(i + 1 < first ? 0 : s.type().extents.size());
      for (Extent& extent : shape) extent = Extent::symbol(s.builder->fresh_symbol("at"));
      s = value_at(s, r.x[i], shape);
    }
    if (first == r.x.size()) return s;
    std::vector<Expr> x{s};
    x.insert(x.end(), r.x.begin() + static_cast<std::ptrdiff_t>(first), r.x.end());
    return ir::apply(Kind::Element, x);
  }
  // The number of each, in place.
  static Expr put_each(const Batch& b) {
    const auto place = static_cast<std::ptrdiff_t>(2 + levels(b.x[0].type()));
    return one_by_one(b, b.spread(0), [&](Expr trip, Expr into, std::vector<Expr> x) {
      x[0] = into;
      x.insert(x.begin() + place, trip);
      return ir::apply(b.kind, x);
    });
  }
};

// y = s with s[i]...(j...) = v        s̄ = ȳ with zero there        v̄ = ȳ[i]...(j...)
struct SequenceSetElement : OfElements {
  static constexpr OpInfo info{.name = "sequence_set_element", .trait = Trait::sequence, .arity = -1, .in_place = 0,
                               .note = "yields a sequence"};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int i) {
        return i == 0 ? apply_there(r, Kind::SequenceSetElement, {r.bar, zeros_like(r.x[1])}) : at(r, r.bar);
      },
      0b11};
  static constexpr Batching batch = &put_each;
};

// y = s with v added to s[i]...(j...)        s̄ = ȳ        v̄ = ȳ[i]...(j...)
struct SequenceAddElement : OfElements {
  static constexpr OpInfo info{.name = "sequence_add_element", .trait = Trait::sequence, .arity = -1, .in_place = 0,
                               .note = "yields a sequence"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int i) { return i == 0 ? r.bar : at(r, r.bar); }, 0b11};
  static constexpr Batching batch = &put_each;
  static std::optional<Type> type(const TypeRule& r) {
    if (r.count() > 0 && !SequenceAdd::numbers(r, r.type(0))) return std::nullopt;
    return OfElements::type(r);
  }
};

// y = the sum of the values of s, tensors of that shape, from an index on (0 or more); zeros where there are none
//     s̄ = zeros up to the index, and ȳ from there on
struct SequenceSum {
  static constexpr OpInfo info{.name = "sequence_sum", .trait = Trait::sequence, .arity = 2,
                               .note = "reads a sequence", .attributes = "shape: extents"};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int) {
        const Expr zeros = apply(Kind::SequenceResize, {zeros_like(r.x[0]), r.x[1], r.bar});
        return splice(apply(Kind::SequenceFill, {size_of(r.x[0]), r.bar}), zeros);
      },
      0b01};
  static constexpr Batching batch = &over_rest<0b01>;
  static std::optional<Type> type(const TypeRule& r) {
    if (!is_sequence(r, r.type(0)) || !is_i64(r, r.type(1)) || !SequenceAdd::numbers(r, r.type(0)))
      return std::nullopt;
    if (r.type(0).sequence_depth > 1)
      return r.fail(DiagnosticId::type_mismatch, r.op_name, "it adds up tensors, not sequences");
    const Shape& shape = r.attributes.get<Shape>("shape");
    if (shape.size() != r.type(0).extents.size())
      return r.fail(DiagnosticId::attribute_value, r.op_name, "shape", "has an extent for each axis of a tensor");
    return Type{r.type(0).element, shape, 0};
  }
};

// y = s with as many of its first values as t has replaced by those of t        s̄ = ȳ with zeros of the old form
// there        t̄ = those values of ȳ, and zeros beyond the size of s
struct SequenceSplice {
  static constexpr OpInfo info{.name = "sequence_splice", .trait = Trait::sequence, .arity = 2, .in_place = 0,
                               .note = "yields a sequence"};
  static constexpr Derivative derivative = Linear{[](const Rule& r, int i) {
    if (i == 1) return splice(zeros_like(r.x[1]), r.bar);
    const Expr n = apply(Kind::Minimum, {size_of(r.x[0]), size_of(r.x[1])});
    return splice(r.bar, apply(Kind::SequenceResize, {zeros_like(r.x[0]), n, nothing_for(r.x[0])}));
  }};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) { return one_sequence_type(r); }
};

// y = the values x..., of any types; differentiated in forward mode alone
struct SequencePack {
  static constexpr OpInfo info{.name = "sequence_pack", .trait = Trait::sequence, .arity = -1, .note = "yields a sequence of any"};
  static constexpr Derivative derivative = General{
      nullptr, [](const Rule& r) {
        std::vector<Expr> dots;
        for (std::size_t i = 0; i < r.x.size(); ++i) dots.push_back(r.dots[i].valid() ? r.dots[i] : zeros_like(r.x[i]));
        return ir::apply(Kind::SequencePack, dots);
      }};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule&) { return sequence_of_any(); }
};

}  // namespace ir::ops
