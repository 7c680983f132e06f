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

// What is done beside computing: each takes how many such things were done before, and gives one more. So they are done in
// order, and each once; the result of a function stands `after` the last, so that none is dropped. What is computed again for
// a derivative has no need of the number, and does nothing of the kind again.
struct EffectOp {
  static constexpr Derivative derivative = NoGradient{"nothing is computed from what was done"};
  static constexpr unsigned batched_by = 0;  // of many at once it is done once
  // How many things were done before: of the first one, if there is one.
  static Expr before(const Batch& b) {
    const Expr done = b.x.back();
    return b.batched.back() ? sum(apply(Kind::Slice, {done}, {{"begin", Shape{0}}, {"shape", Shape{Extent::min(1, b.k)}}}), {0}) : done;
  }
  static constexpr Batching batch = [](const Batch& b) { return apply(b.kind, {b.x[0], before(b)}, b.attributes); };
  static std::optional<Type> type(const TypeRule& r) {
    const Type& before = r.type(1);
    if (before.element != ElementType::i64)
      return r.fail(DiagnosticId::element_type, r.op_name, name(before.element), "it counts what was done before in i64");
    if (before.rank() != 0) return r.fail(DiagnosticId::rank, r.op_name, "the number of what was done before", before.rank());
    return scalar(ElementType::i64);
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    y.set_integer(0, e.x[1].integers[0] + 1);
    return y;
  }
};

// x is printed, after `text` where there is one; derivatives take it as it is, and are not printed
struct Print : EffectOp {
  static constexpr OpInfo info{.name = "print", .cpp = "gradc::print(x, effects); gradc::print(text, x, effects)",
                               .trait = Trait::kernel, .arity = 2, .acts = true, .attributes = "text: string?"};
  static Geometry kernel(const OpView& v) {
    Geometry g{{v.operand(0).extents}};
    if (v.op.attributes.find("text")) g.fields.emplace_back(v.op.attributes.get<std::string>("text"));
    return g;
  }
};

// a DomainError that says `text` where x, of bools, isn't true everywhere
struct AssertTrue : EffectOp {
  static constexpr OpInfo info{.name = "assert_true", .cpp = "gradc::assert_(x, text, effects)", .trait = Trait::kernel,
                               .arity = 2, .may_fail = true, .acts = true, .attributes = "text: string"};
  static std::optional<Type> type(const TypeRule& r) {
    return check_element(r, r.type(0), kBoolean) ? EffectOp::type(r) : std::nullopt;
  }
  static Geometry kernel(const OpView& v) {
    return {{v.operand(0).extents, v.op.attributes.get<std::string>("text"), SourceLine{}}};
  }
};

// What is written as a statement, and takes numbers before how many things were done.
struct StatementOp {
  static constexpr Derivative derivative = NoGradient{"nothing is computed from what was done"};
  static constexpr unsigned batched_by = 0;  // of many each is done, until one throws
  static constexpr Batching batch = [](const Batch& b) {
    const Expr before = EffectOp::before(b);
    const Expr all = one_by_one(b, before, [&](Expr, Expr done, std::vector<Expr> x) {
      x.back() = done;
      return apply(b.kind, x, b.attributes);
    });
    return apply(Kind::After, {before + whole(before, 1), all});
  };
  static std::optional<Type> type(const TypeRule& r) {
    for (std::size_t i = 0; i < r.operands.size(); ++i)
      if (r.type(i).rank() != 0) return r.fail(DiagnosticId::rank, r.op_name, "an operand", r.type(i).rank());
    const Type& before = r.type(r.operands.size() - 1);
    if (before.element != ElementType::i64)
      return r.fail(DiagnosticId::element_type, r.op_name, name(before.element), "it counts what was done before in i64");
    return scalar(ElementType::i64);
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    y.set_integer(0, e.x.back().integers[0] + 1);
    return y;
  }
};

// An exception of C++, where x is true; what is computed again for a derivative throws none. Operands: x, numbers that the text
// mentions, and how many things were done before. `exception` is the class, "std::domain_error", or empty for a DomainError;
// `text` says {} for each number as a stream writes it, {f} for one as std::to_string does, and {{ and }} for braces. Without it
// the exception is made of nothing.
struct ThrowIf : StatementOp {
  static constexpr OpInfo info{.name = "throw_if", .trait = Trait::kernel, .arity = -1, .may_fail = true, .acts = true,
                               .attributes = "exception: string, text: string?"};
  static std::optional<Type> type(const TypeRule& r) {
    if (r.operands.size() < 2) return r.fail(DiagnosticId::operand_count, r.op_name, r.operands.size(), "at least 2");
    return check_element(r, r.type(0), kBoolean) ? StatementOp::type(r) : std::nullopt;
  }
  static Geometry kernel(const OpView& v) { return {{v.op.attributes.get<std::string>("exception")}}; }
};

// A statement of C++ that computes nothing: a call of what is defined elsewhere, or what is written to a stream; what is computed
// again for a derivative does it no second time. Operands: numbers, and how many things were done before. `text` says {} for each
// number, and {{ and }} for braces; nothing follows where it `ends` the program.
struct Perform : StatementOp {
  static constexpr OpInfo info{.name = "perform", .trait = Trait::kernel, .arity = -1, .may_fail = true, .acts = true,
                               .attributes = "ends: bool?, text: string"};
  static std::optional<Type> type(const TypeRule& r) {
    if (r.operands.empty()) return r.fail(DiagnosticId::operand_count, r.op_name, 0, "at least 1");
    return StatementOp::type(r);
  }
  static Geometry kernel(const OpView& v) { return {{v.op.attributes.get<std::string>("text")}}; }
};

}  // namespace ir::ops
