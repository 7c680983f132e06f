// A function of one op at a point, made from a row of the samples.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/ops/samples/samples.h"
#include "tests/reference/differences.h"

namespace ops_test {

struct Case {
  std::string text;  // the function, for messages
  ir::Module module;
  ir::FunctionId function;
  std::vector<reference::Value> x;
};

ir::Type type_of(const Operand& operand, ir::ElementType real, ir::ElementType integer = ir::ElementType::i64);
// The extents of a tensor, the size of a sequence.
std::vector<std::int64_t> form_of(const reference::Value& value);

struct Making {
  ir::ElementType real = ir::ElementType::f64;  // of the operands called x, and of attributes that say f64
  bool symbolic = false;  // every extent but 1 a symbol of its own, assumed to be what the op needs
};

// The function op(operands), operands being its arguments; null where the op is refused, with diagnostics.
std::optional<Case> make_case(ir::Kind kind, const std::vector<Operand>& operands,
                              const ir::Attributes& attributes, const Making& making,
                              reference::Random& random, ir::Diagnostics& diagnostics);

// All samples of an op: the rows that it has or, for an elementwise op, every combination of element classes
// that its type rule accepts at every elementwise shape.
std::vector<Sample> samples_of(ir::Kind kind);
// Whether other tests than the table's are about the op: control, and what passes alone make of calls.
bool is_apart(const ir::OpInfo& info);

// Whether a function of that op with those operands, at extents of 2, is accepted.
bool accepted(ir::Kind kind, const std::vector<ir::Type>& operands, const ir::Attributes& attributes);

}  // namespace ops_test
