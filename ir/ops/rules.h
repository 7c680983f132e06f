// What the paragraphs of several families share: type rules for whole classes of ops, and axis arithmetic.
#pragma once

#include <algorithm>
#include <limits>

#include "ir/op.h"

namespace ir::ops {

// Element classes of an op.
inline constexpr unsigned kFloat = 1, kInteger = 2, kBoolean = 4, kComplex = 8;

inline bool in_class(ElementType element, unsigned classes) {
  return (is_float(element) && (classes & kFloat)) || (is_integer(element) && (classes & kInteger)) ||
         (element == ElementType::boolean && (classes & kBoolean)) || (is_complex(element) && (classes & kComplex));
}

inline std::string_view class_text(unsigned classes, ElementType given) {
  if (is_complex(given)) return "it takes no complex values; take gradc::real, gradc::imag or gradc::abs of them";
  switch (classes == kComplex ? classes : classes & ~kComplex) {
    case kComplex: return "it takes complex values";
    case kFloat: return "it takes floating values; convert with gradc::astype<float>";
    case kFloat | kInteger: return "it takes floating and integer values";
    case kInteger: return "it takes integers";
    case kBoolean: return "it takes bool";
    default: return "it takes floating, integer and bool values";
  }
}

// A tensor (not a sequence) of one of the classes.
inline bool check_element(const TypeRule& r, const Type& type, unsigned classes) {
  if (type.is_tensor() && in_class(type.element, classes)) return true;
  r.fail(DiagnosticId::element_type, r.op_name, type.is_tensor() ? name(type.element) : type.text(),
         class_text(classes, type.element));
  return false;
}

inline bool same_element(const TypeRule& r, const Type& a, const Type& b) {
  if (a.element == b.element) return true;
  r.fail(DiagnosticId::element_types_differ, r.op_name, name(a.element), name(b.element));
  return false;
}

// All operands from `first` on have one type of the classes; that is the result's type.
inline std::optional<Type> one_type(const TypeRule& r, unsigned classes, std::size_t first = 0) {
  for (std::size_t i = first; i < r.count(); ++i) {
    if (!check_element(r, r.type(i), classes) || !same_element(r, r.type(first), r.type(i))) return std::nullopt;
    if (!r.same_shape(r.type(first), r.type(i))) return std::nullopt;
  }
  return r.type(first);
}

struct FloatOp {
  static std::optional<Type> type(const TypeRule& r) { return one_type(r, kFloat); }
};
struct NumberOp {
  static std::optional<Type> type(const TypeRule& r) { return one_type(r, kFloat | kInteger); }
};
// Of real and complex numbers.
struct FieldOp {
  static std::optional<Type> type(const TypeRule& r) { return one_type(r, kFloat | kComplex); }
};
struct RingOp {
  static std::optional<Type> type(const TypeRule& r) { return one_type(r, kFloat | kComplex | kInteger); }
};
// What is known of the numbers that an op gives.
struct NotNegative {
  static Range range(const OpView&, std::span<const Range>) { return Range::not_negative(); }
};
struct Positive {
  static Range range(const OpView&, std::span<const Range>) { return Range::positive(); }
};
struct WithinOne {
  static Range range(const OpView&, std::span<const Range>) { return {-1, 1}; }
};
struct SameRange {
  static Range range(const OpView&, std::span<const Range> x) { return x[0]; }
};
// Ends of ranges where derivatives are finite; and what has such a range for the derivative by the second operand alone.
inline constexpr double kBelowOne = 1 - std::numeric_limits<double>::epsilon() / 2, kAboveMinusOne = -kBelowOne,
                        kAboveOne = 1 + std::numeric_limits<double>::epsilon();
inline bool only_of_second(const OpView&, std::span<const Range>, const std::vector<bool>& active) { return active[1]; }
inline constexpr unsigned kEvery = kFloat | kInteger | kBoolean | kComplex;
// (1 - x)(1 + x), which keeps its accuracy near ±1 where 1 - x² does not. The ops are in this order under every compiler,
// which may evaluate operands in any order.
inline Expr one_minus_square(Expr x) {
  const Expr above = 1.0 + x;
  return (1.0 - x) * above;
}
// Each adjoint is Op::part(r, i, r.bar), linear in its last operand, and the tangent the sum of such parts.
template <class Op, class Base = FloatOp>
struct InParts : Base {
  static Expr tangent(const Rule& r) {
    Expr sum;
    for (std::size_t i = 0; i < r.dots.size(); ++i) {
      if (!r.dots[i].valid()) continue;
      const Expr part = Op::part(r, static_cast<int>(i), r.dots[i]);
      sum = sum.valid() ? sum + part : part;
    }
    return sum;
  }
  static constexpr Derivative derivative =
      General{[](const Rule& r, int i) { return Op::part(r, i, r.bar); }, [](const Rule& r) { return tangent(r); }};
};
// Op::vjp and Op::jvp, computed in f32 where the op is of f16 or bf16.
template <class Op, bool kAdjoint = false>
struct InFloat {
  static constexpr Derivative derivative = General{
      .vjp = [](const Rule& r, int i) {
        return in_float([i](const Rule& wide) { return Op::vjp(wide, i); }, r, r.x[static_cast<std::size_t>(i)].type().element);
      },
      .jvp = [](const Rule& r) { return in_float([](const Rule& wide) { return Op::jvp(wide); }, r, r.y.type().element); },
      .adjoint = kAdjoint};
};
// The value is Op::evaluate_in<T>, of real or complex operands.
template <class Op>
struct InNumbers {
  static Literal evaluate(const Evaluation& e) {
    return e.x[0].is_complex() ? Op::template evaluate_in<Number>(e) : Op::template evaluate_in<double>(e);
  }
};
// The attributes of an op on values with a first axis more: its axes count on, its shapes begin with the extent k, and its
// blocks go from end to end of the axis.
Attributes over_rest(const Attributes& attributes, const Extent& k);
// The op, where what is known of extents shows that it is well-typed.
Expr apply_where_typed(const Batch& b, const std::vector<Expr>& x, const Attributes& attributes);
// An op that is done for all of a batch as it is for one; operands that aren't in the mask must be the same for all.
template <unsigned kSpread = ~0u>
Expr over_rest(const Batch& b) {
  std::vector<Expr> x;
  for (std::size_t i = 0; i < b.x.size(); ++i) {
    const bool along = i >= 32 || (kSpread >> i & 1u) != 0;
    if (!along && b.batched[i]) return {};
    x.push_back(along ? b.spread(i) : b.x[i]);
    if (!x.back().valid()) return {};
  }
  return apply_where_typed(b, x, over_rest(b.attributes, b.k));
}
// An op done k times: `one` takes the number of the trip, what was made of `into` so far, and the operands of that trip -
// those of the mask `whole` with their axis - and gives what `into` becomes.
using OneOfBatch = std::function<Expr(Expr trip, Expr into, std::vector<Expr> x)>;
Expr one_by_one(const Batch& b, Expr into, const OneOfBatch& one, unsigned whole = 0);
// The shape of operand i without the axis.
Shape without_axis(const Batch& b, std::size_t i);
// An op whose first axis is of examples that have nothing to do with each other: there are k times as many. The other
// operands must be the same for all.
Expr over_examples(const Batch& b);

// An op that gives its operand back.
struct AliasOp {
  static constexpr Batching batch = &over_rest<>;
  static std::optional<Type> type(const TypeRule& r) { return r.type(0); }
  static Literal evaluate(const Evaluation& e) { return e.x[0]; }
};

// An i64, in the function of another value.
inline Expr whole(Expr beside, std::int64_t value) {
  return {beside.builder, beside.builder->constant_integer(ElementType::i64, value)};
}

inline std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

inline bool contains(const Integers& list, std::int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

// The `axes` attribute, checked: sorted, within the rank, each once.
inline const Integers* checked_axes(const TypeRule& r, int rank) {
  const Integers& axes = r.attributes.get<Integers>("axes");
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] < 0 || axes[i] >= rank) {
      r.fail(DiagnosticId::axis_out_of_range, r.op_name, axes[i], rank);
      return nullptr;
    }
    if (i > 0 && axes[i] <= axes[i - 1]) {
      r.fail(DiagnosticId::axis_repeated, r.op_name, axes[i]);
      return nullptr;
    }
  }
  return &axes;
}

// The shape with those axes dropped, or of extent 1.
inline Shape reduced(const Shape& shape, const Integers& axes, bool keepdims) {
  Shape out;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (!contains(axes, static_cast<std::int64_t>(i)))
      out.push_back(shape[i]);
    else if (keepdims)
      out.push_back(1);
  }
  return out;
}

// Below zero an unsigned integer comes round, and one of fewer bits than an extent is no longer the same.
inline std::optional<Extent> not_wrapped(const OpView& v, Extent extent) {
  const ElementType element = v.result().element;
  if (is_unsigned(element) && bytes(element) < 8 && !extent.never_negative()) return std::nullopt;
  return extent;
}

inline Shape as_shape(const Integers& integers) { return {integers.begin(), integers.end()}; }

// {outer, n, inner}: a row-major tensor seen around one axis.
inline Geometry around_axis(const Shape& shape, std::int64_t axis) {
  const auto middle = shape.begin() + axis;
  return {{product({shape.begin(), middle}), *middle, product({middle + 1, shape.end()})}};
}

// The work of a kernel that does so much with each element of an operand, 0 where it only moves them; of complex ones nothing
// else is said.
inline std::optional<Extent> work_on(const OpView& v, std::size_t operand, std::int64_t each) {
  if (each != 0 && is_complex(v.operand(operand).element)) return std::nullopt;
  return Extent(each) * product(v.operand(operand).extents);
}

}  // namespace ir::ops
