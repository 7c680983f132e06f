// Programs with one branch.
#pragma once

#include "tests/conformance/control.h"

namespace conformance {

// A program with a predicate.
struct Branch : Control {
  explicit Branch(bool taken, const std::string& functions = "")
      : Control(functions), condition(input("p", reference::boolean(taken))) {}
  Exprs choose(const Exprs& operands, const Body& then, const Body& otherwise) {
    return either(condition, operands, then, otherwise);
  }
  Expr condition;
};

inline const Body kSame = [](const Exprs& v) { return v; };
inline const Body kTwiceProduct = [](const Exprs& v) { return Exprs{2.0 * v[0] * v[1]}; };
inline const Body kTwo = [](const Exprs& v) { return Exprs{ir::like(v[0], 2)}; };
inline Body multiple(double factor) {
  return [=](const Exprs& v) { return Exprs{factor * v[0]}; };
}
// At 1, and its derivatives.
inline const Numbers kCosines{std::cos(1), -std::sin(1), -std::cos(1), std::sin(1), std::cos(1)};

}  // namespace conformance
