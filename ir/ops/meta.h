// Ops that give their operand back and say something about it.
#pragma once

#include "ir/kind.h"
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

// y = x, which is read only where t is there: what is computed of y again for an adjoint waits for that adjoint, and is
// not taken for what was computed of x before        x̄ = ȳ
struct After : AliasOp {
  static constexpr OpInfo info{.name = "after", .trait = Trait::alias, .arity = 2};
  static constexpr Derivative derivative =
      General{.vjp = [](const Rule& r, int) { return r.bar; },
              .jvp = [](const Rule& r) { return apply(Kind::After, {r.dots[0], r.x[1]}); },
              .operands = 1};
  static constexpr unsigned batched_by = 1;
  static constexpr Batching batch = [](const Batch& b) { return apply(Kind::After, {b.x[0], b.x[1]}); };
};

// y = x, which is another value to passes: what is made of it is not merged with the same made of x        x̄ = ȳ, and ẏ = ẋ,
// behind a barrier of their own
struct OptimizationBarrier : AliasOp {
  static constexpr OpInfo info{.name = "optimization_barrier", .cpp = "gradc::optimization_barrier(x)", .trait = Trait::alias};
  static Expr behind(Expr x) { return apply(Kind::OptimizationBarrier, {x}); }
  static constexpr Derivative derivative =
      General{[](const Rule& r, int) { return behind(r.bar); }, [](const Rule& r) { return behind(r.dots[0]); }};
};

// y = x, whose extents are those of `shape`, a ShapeError where they are not        x̄ = ȳ, with the extents of x
struct RequireExtents {
  static constexpr OpInfo info{.name = "require_extents", .trait = Trait::element, .attributes = "shape: extents"};
  static constexpr Derivative derivative = Linear{
      [](const Rule& r, int) { return apply(Kind::RequireExtents, {r.bar}, {{"shape", r.x[0].shape()}}); }};
  static std::optional<Type> type(const TypeRule& r) {
    const Shape& shape = r.attributes.get<Shape>("shape");
    const Shape& extents = r.type(0).extents;
    if (shape.size() != extents.size())
      return r.fail(DiagnosticId::attribute_value, r.op_name, "shape", "has an extent for each axis");
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      if (r.facts.differ(extents[axis], shape[axis]))
        return r.fail(DiagnosticId::shape_mismatch, r.op_name, r.facts.resolve(extents[axis]).text(),
                      r.facts.resolve(shape[axis]).text(), fmt::format("axis {}", axis));
    return Type{r.type(0).element, shape, 0};
  }
  static constexpr Batching batch = [](const Batch& b) {
    return apply(Kind::RequireExtents, {b.x[0]}, {{"shape", with_axis(b.k, b.attributes.get<Shape>("shape"))}});
  };
  static Literal evaluate(const Evaluation& e) { return e.x[0]; }
};

}  // namespace ir::ops
