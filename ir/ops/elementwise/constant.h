// Numbers: constants, and integers that are expressions over extents.
#pragma once

#include "ir/ops/rules.h"

namespace ir::ops {

// y = a number. `value` is a real for floating and complex elements, an integer otherwise.
struct Constant {
  static constexpr OpInfo info{.name = "constant", .trait = Trait::constant, .arity = 0,
                               .attributes = "element: element, value: number"};
  static constexpr Derivative derivative = NoGradient{"a constant"};
  static std::optional<Type> type(const TypeRule& r) {
    const ElementType element = r.attributes.get<ElementType>("element");
    const bool real = std::holds_alternative<double>(*r.attributes.find("value"));
    if (real != is_differentiable(element))
      return r.fail(DiagnosticId::attribute_value, r.op_name, "value", "does not fit the element type");
    return scalar(element);
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    if (is_differentiable(y.element))
      y.set(0, e.attributes().get<double>("value"));
    else
      y.set_integer(0, e.attributes().get<std::int64_t>("value"));
    return y;
  }
  static std::optional<Extent> extent(const OpView& v, std::span<const std::optional<Extent>>) {
    return Extent(v.op.attributes.get<std::int64_t>("value"));
  }
};

// y = the value of an extent expression, as i64.
struct ExtentValue : NotNegative {
  static constexpr OpInfo info{.name = "extent", .trait = Trait::integer, .arity = 0, .attributes = "value: extent"};
  static constexpr Derivative derivative = NoGradient{"an extent is an integer"};
  static std::optional<Type> type(const TypeRule& r) {
    if (r.attributes.get<Shape>("value").size() != 1)
      return r.fail(DiagnosticId::attribute_value, r.op_name, "value", "is one extent");
    return scalar(ElementType::i64);
  }
  static Literal evaluate(const Evaluation& e) {
    Literal y = e.zeros();
    y.set_integer(0, e.value(e.attributes().get<Shape>("value")[0]));
    return y;
  }
  static std::optional<Extent> extent(const OpView& v, std::span<const std::optional<Extent>>) {
    return v.op.attributes.get<Shape>("value")[0];
  }
};

// A value of that type that is never read: what an arm that is not taken gives.
struct Undefined {
  static constexpr OpInfo info{.name = "undefined", .trait = Trait::constant, .arity = 0,
                               .note = "its value is never read", .attributes = "element: element, shape: extents"};
  static constexpr Derivative derivative = NoGradient{"an undefined value"};
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) {
    return Type{r.attributes.get<ElementType>("element"), r.attributes.get<Shape>("shape"), 0};
  }
  static Literal evaluate(const Evaluation& e) { return e.zeros(); }
};

}  // namespace ir::ops
