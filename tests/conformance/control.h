// Programs with branches, loops and calls, written by what their blocks compute.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "ir/kind.h"
#include "tests/conformance/gradients.h"
#include "tests/control/derivatives_of.h"

namespace conformance {

using Exprs = std::vector<Expr>;
using Numbers = std::vector<double>;
// What a block gives of what it takes; of a loop: the carried values and then the invariants.
using Body = std::function<Exprs(const Exprs&)>;
using Condition = std::function<Expr(const Exprs&)>;

inline const double kAbsent = std::nan("");

class Control : public Program {
 public:
  // `functions`: text of those that are called.
  explicit Control(const std::string& functions = "") : Control(control::module_of(functions)) {}
  explicit Control(ir::Module before) : Program(std::move(before)) {}

  Exprs either(Expr condition, const Exprs& operands, const Body& then, const Body& otherwise);
  // The carried values, the number of trips, the stacks.
  Exprs loop(const Exprs& carried, const Exprs& invariants, const Condition& more, const Body& body);
  // n trips; the body takes the trip's number after all others. The carried values, the stacks.
  Exprs times(Expr n, const Exprs& carried, const Exprs& invariants, const Body& body);
  Exprs times(int n, const Exprs& carried, const Exprs& invariants, const Body& body) {
    return times(integer(n), carried, invariants, body);
  }
  // A vector of what the body, which takes an element and then the invariants, gives of each of n elements.
  Expr map(Expr x, int n, const Exprs& invariants, const Condition& element);
  Exprs call(const std::string& function, const Exprs& operands);

  Expr square(Expr x) { return op(Kind::Square, {x}); }
  Expr cube(Expr x) { return op(Kind::Pow, {x, ir::like(x, 3)}); }
  Expr cos(Expr x) { return op(Kind::Cos, {x}); }
  Expr stop(Expr x) { return op(Kind::StopGradient, {x}); }
  Expr boolean(bool value) {
    return op(Kind::Constant, {}, {{"element", ir::ElementType::boolean}, {"value", std::int64_t{value}}});
  }
  // x[i], and the rows of x with those numbers.
  Expr element(Expr x, Expr i) { return op(Kind::Element, {x, i}); }
  Expr rows(Expr x, const std::vector<std::int64_t>& numbers, ir::ElementType type = ir::ElementType::i64);
  Expr total(Expr x);

  // A sequence of numbers without elements, one with x at the end, and the sum of one.
  Expr empty();
  Expr push(Expr s, Expr x) { return op(Kind::SequencePush, {s, x}); }
  Expr sum_of(Expr s) {
    return op(Kind::SequenceSum, {s, integer(0)}, {{"shape", ir::Shape{}}});
  }

  // The gradients of the targets' sum are those numbers, one after the other, as they are made and after the
  // passes; and the derivatives of both modes agree with differences to that order.
  void expect(const Exprs& targets, const Exprs& sources, const Numbers& gradients, int order = 2);
  // The derivatives of both modes, by all arguments, agree with differences.
  void agree(const Exprs& targets, int order = 2);
  void expect_values(const Exprs& targets, const Numbers& values);
  // y and its derivatives by x, in both modes.
  void expect_orders(Expr y, const std::string& x, const Numbers& derivatives);

 private:
  std::vector<ir::ValueId> agreed_;  // the targets of the last time

  Numbers gradients_of(const Exprs& targets, const Exprs& sources, std::string_view pipeline);
};

// How many ops of that kind a function has, those in blocks included; made by differentiation, or not.
int count(const ir::DerivedFunction& derived, Kind kind, bool made);

}  // namespace conformance
