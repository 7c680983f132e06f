// Simplification by exact algebra.
//
//  1. Walk the ops in order; of each, ask the rules of its kind (simplify_elementwise.cpp, simplify_shape.cpp) for a
//     value that is the same bit for bit, NaN, infinities and the sign of zero included. What rules make is
//     simplified in its turn.
//  2. Ops with blocks have rules of their own (simplify_control.h).
//  3. Drop what nothing reads any more, and repeat until no rule has anything to say, at most ten times.
//
// In: a function that verifies. Out: one that computes the same; a function that no rule touches and that has
// no dead ops comes back as it is. Arguments are never merged; stop_gradient, prevent_gradient, label and
// checkpoint stay.
//
// One liberty is taken: in ops that differentiation made, x + 0.0 becomes x, though -0.0 + 0.0 is 0.0.
// Adjoints are sums that start from zeros, and no one can tell the sign of a zero there.
#include "ir/passes/simplify/simplify.h"

#include <cmath>

#include "ir/kind.h"
#include "ir/passes/simplify/simplify_control.h"
#include "ir/passes/simplify/tidy.h"

namespace ir {
namespace simplify {
namespace {

constexpr int kDeepest = 16;

ValueId simplified(const Candidate& c) {
  if (c.depth > kDeepest) return {};
  if (definition(c.kind).info.trait == Trait::elementwise)
    for (Rule rule : {&fold_constants, &hoist_broadcasts})
      if (const ValueId value = rule(c); value.valid()) return value;
  for (const auto rows : {elementwise_rules(), shape_rules()})
    for (const Row& row : rows)
      if (row.kind == c.kind)
        if (const ValueId value = row.rule(c); value.valid()) return value;
  return {};
}

}  // namespace

namespace {
std::optional<Types> types_of(const Candidate& c) {
  Diagnostics none;
  return definition(c.kind).type(TypeRule{c.b.module(), c.b.function(), definition(c.kind).info.name, c.x, c.attributes, {}, {},
                                          c.b.loc, none, c.b.facts(), c.b.scope(), c.b.insertion()});
}
}  // namespace

bool Candidate::is_typed() const { return types_of(*this).has_value(); }

Type Candidate::result() const {
  const auto types = types_of(*this);
  GRADC_CHECK(types && types->size() == 1);
  return (*types)[0];
}

const Op* Candidate::made_by(ValueId value, Kind by) const {
  const OpId id = b.function()[value].op;
  if (!id.valid() || b.function()[id].kind != by) return nullptr;
  return &b.function()[id];
}

ValueId Candidate::repeated_scalar(ValueId value) const {
  if (type(value).is_scalar()) return value;
  const Op* repeat = made_by(value, Kind::Broadcast);
  return repeat && type(repeat->operands[0]).is_scalar() ? repeat->operands[0] : ValueId{};
}

std::optional<double> Candidate::real(ValueId value) const {
  const ValueId scalar = repeated_scalar(value);
  const Op* constant = scalar.valid() ? made_by(scalar, Kind::Constant) : nullptr;
  if (!constant || !is_float(type(scalar).element)) return std::nullopt;
  return round_to(type(scalar).element, constant->attributes.get<double>("value"));
}

std::optional<std::int64_t> Candidate::integer(ValueId value) const {
  const ValueId scalar = repeated_scalar(value);
  const Op* constant = scalar.valid() ? made_by(scalar, Kind::Constant) : nullptr;
  if (!constant || is_differentiable(type(scalar).element)) return std::nullopt;
  return wrap_to(type(scalar).element, constant->attributes.get<std::int64_t>("value"));
}

bool Candidate::is(ValueId value, double number) const {
  if (const auto i = integer(value)) return static_cast<double>(*i) == number;
  const ValueId scalar = repeated_scalar(value);
  const Op* constant = scalar.valid() ? made_by(scalar, Kind::Constant) : nullptr;
  if (constant && is_complex(type(scalar).element)) {
    const double found = constant->attributes.get<double>("value");
    // -0 with an imaginary part of 0 is no neutral element.
    return found == number && (number != 0 || !(std::signbit(found) || std::signbit(number)));
  }
  const auto r = real(value);
  return r && *r == number && std::signbit(*r) == std::signbit(number);
}

ValueId Candidate::make(Kind made, const std::vector<ValueId>& operands, const Attributes& with) const {
  const Candidate next{b, made, operands, with, depth + 1};
  if (const ValueId value = simplified(next); value.valid()) return value;
  const ValueId value = b.append(made, operands, with);
  GRADC_CHECK(value.valid());  // rules build well-typed ops only
  return value;
}

}  // namespace simplify

namespace {

class Simplifier : public ControlSimplifier {
 public:
  using ControlSimplifier::ControlSimplifier;

 private:
  void visit(OpId id) override {
    const Op& op = from_[id];
    if (!op.blocks.empty()) return visit_control(id);
    const std::vector<ValueId> operands = now(op.operands);
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    const ValueId value =
        op.results.size() == 1
            ? simplify::simplified(simplify::Candidate{builder_, op.kind, operands, op.attributes})
            : ValueId{};
    // Extents that are equal may be written otherwise; but calls know those of results as they are written.
    if (!value.valid() || !(to_[value].type == from_[op.results[0]].type)) return copy(id);
    changed_ = true;
    replace(op.results[0], value);
  }
};

constexpr int kRounds = 10;

}  // namespace

Function simplified(Module& module, Function function, Diagnostics& diagnostics) {
  for (int round = 0; round < kRounds; ++round) {
    Simplifier simplifier(module, function, diagnostics);
    Function next = without_dead_ops(module, simplifier.run(), diagnostics);
    const bool changed = simplifier.changed();
    function = std::move(next);
    if (!changed) break;
  }
  return function;
}

std::optional<Module> run_simplify_pass(const Module& module, const PassArguments& arguments,
                                        Diagnostics& diagnostics) {
  if (!takes_no_arguments("simplify", arguments, diagnostics)) return std::nullopt;
  Module out = module;
  for (Function& function : out.functions) function = simplified(out, function, diagnostics);
  return out;
}

}  // namespace ir
