// Programs with loops on one value.
#pragma once

#include "tests/conformance/branch.h"

namespace conformance {

inline Condition below(double limit) {
  return [=](const Exprs& v) { return ir::less(v[0], limit); };
}
inline const Body kSquare = [](const Exprs& v) { return Exprs{v[0] * v[0]}; };
inline const Body kProduct = [](const Exprs& v) { return Exprs{v[0] * v[1]}; };

// The last function of the text and its gradient by x, `f_vjp`, which gives the results of f and then the
// gradient.
inline ir::Module with_gradient(const std::string& text, const std::string& x) {
  return reverse_of(control::module_of(text), {x});
}

}  // namespace conformance
