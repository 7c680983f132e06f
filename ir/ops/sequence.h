// Sequences: a run-time number of values of one type, each tensor with extents of its own. Values, like all
// others: a push yields a new sequence.
#pragma once

#include "ir/ops/rules.h"

namespace ir::ops {

struct SequenceOp {
  static constexpr Derivative derivative = NoGradient{"sequences are not differentiated by a rule", false};
};

// y = no values; `element`, `rank` and `depth` are those of a value
struct SequenceEmpty : SequenceOp {
  static constexpr OpInfo info{.name = "sequence_empty", .trait = Trait::sequence, .arity = 0,
                               .note = "yields a sequence",
                               .attributes = "depth: count, element: element, rank: count"};
  static std::optional<Type> type(const TypeRule& r) {
    return Type{r.attributes.get<ElementType>("element"), Shape(at(r.attributes.get<std::int64_t>("rank"))),
                static_cast<int>(r.attributes.get<std::int64_t>("depth")) + 1};
  }
};

// y = x with one value more at the end
struct SequencePush : SequenceOp {
  static constexpr OpInfo info{.name = "sequence_push", .trait = Trait::sequence, .arity = 2,
                               .note = "yields a sequence"};
  static std::optional<Type> type(const TypeRule& r) {
    if (!(r.type(0) == sequence_of(r.type(1))))
      return r.fail(DiagnosticId::type_mismatch, r.op_name,
                    fmt::format("{} does not hold values of type {}", r.type(0).text(), r.type(1).text()));
    return r.type(0);
  }
};

// y = the value at an index; `shape` names the extents that it has
struct SequenceAt : SequenceOp {
  static constexpr OpInfo info{.name = "sequence_at", .trait = Trait::sequence, .arity = 2,
                               .note = "reads a sequence", .attributes = "shape: extents"};
  static std::optional<Type> type(const TypeRule& r) {
    Type y = r.type(0);
    const Shape& shape = r.attributes.get<Shape>("shape");
    if (y.sequence_depth == 0 || !(r.type(1) == scalar(ElementType::i64)))
      return r.fail(DiagnosticId::type_mismatch, r.op_name, "it takes a sequence and an i64");
    if (shape.size() != y.extents.size())
      return r.fail(DiagnosticId::attribute_value, r.op_name, "shape", "has an extent for each axis of a value");
    --y.sequence_depth;
    if (y.is_tensor()) y.extents = shape;
    return y;
  }
};

// y = the number of values, as i64
struct SequenceSize : SequenceOp {
  static constexpr OpInfo info{.name = "sequence_size", .trait = Trait::sequence, .note = "reads a sequence"};
  static std::optional<Type> type(const TypeRule& r) {
    if (r.type(0).sequence_depth == 0)
      return r.fail(DiagnosticId::type_mismatch, r.op_name, "it takes a sequence");
    return scalar(ElementType::i64);
  }
};

}  // namespace ir::ops
