// A value whose extents are not the same from trip to trip or arm to arm goes from block to block in a sequence that
// holds it alone: types of sequences say nothing of extents.
#pragma once

#include <algorithm>

#include "ir/kind.h"
#include "ir/op.h"

namespace ir {

inline bool varies(const Op& op, std::size_t result) {
  const Integers varying = op.attributes.get_or<Integers>("varying", {});
  return std::find(varying.begin(), varying.end(), static_cast<std::int64_t>(result)) != varying.end();
}

inline Expr boxed(Expr value) {
  Builder& b = *value.builder;
  const ValueId empty = b.empty_sequence(sequence_of(value.type()));
  return apply(Kind::SequencePush, {{&b, empty}, value});
}

inline Expr unboxed(Expr box, Type type) {  // by value: what is appended may move the types of the function
  Builder& b = *box.builder;
  const Expr first{&b, b.constant_integer(ElementType::i64, 0)};
  return apply(Kind::SequenceAt, {box, first}, {{"shape", type.is_tensor() ? type.extents : Shape{}}});
}

}  // namespace ir
