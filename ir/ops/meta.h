// Ops that give their operand back and say something about it.
#pragma once

#include "ir/ops/rules.h"

namespace ir::ops {

// y = x, held constant in every derivative
struct StopGradient : AliasOp {
  static constexpr OpInfo info{.name = "stop_gradient", .cpp = "gradc::stop_gradient(x)", .trait = Trait::alias};
  static constexpr Derivative derivative = NoGradient{"the value is held constant"};
};

// y = x; differentiating through it is an error with the text of `why`
struct PreventGradient : AliasOp {
  static constexpr OpInfo info{.name = "prevent_gradient", .cpp = "gradc::prevent_gradient(x, why)",
                               .trait = Trait::alias, .note = "its derivative is an error by purpose",
                               .attributes = "why: string"};
  static constexpr Derivative derivative = NoGradient{"the source prevents it", false};
};

// y = x under a name, for wrt(...), stop(...) and checkpoint(...)        x̄ = ȳ
struct Label : AliasOp {
  static constexpr OpInfo info{.name = "label", .cpp = "gradc::label(label, x)", .trait = Trait::alias,
                               .attributes = "label: string"};
  static constexpr Derivative derivative =
      General{[](const Rule& r, int) { return r.bar; }, [](const Rule& r) { return r.dots[0]; }};
};

// y = x, marked to be kept under checkpoint(marked)        x̄ = ȳ
struct Checkpoint : AliasOp {
  static constexpr OpInfo info{.name = "checkpoint", .cpp = "gradc::checkpoint(x)", .trait = Trait::alias};
  static constexpr Derivative derivative =
      General{[](const Rule& r, int) { return r.bar; }, [](const Rule& r) { return r.dots[0]; }};
};

}  // namespace ir::ops
