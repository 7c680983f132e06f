#include "ir/expr.h"

#include "ir/kind.h"
#include "ir/op.h"

namespace ir {

Expr apply(Kind kind, const std::vector<Expr>& operands, Attributes attributes) {
  GRADC_CHECK(!operands.empty());
  std::vector<ValueId> ids;
  for (const Expr& operand : operands) {
    GRADC_CHECK(operand.valid());
    ids.push_back(operand.id);
  }
  Builder& builder = *operands[0].builder;
  const ValueId id = builder.append(kind, std::move(ids), std::move(attributes));
  GRADC_CHECK(id.valid());  // rules build well-typed ops only
  return {&builder, id};
}

Expr like(Expr x, double value) { return {x.builder, x.builder->full(x.type(), value)}; }
Expr zeros_like(Expr x) { return x.type().is_tensor() ? like(x, 0) : apply(Kind::SequenceZerosLike, {x}); }

Expr operator+(Expr a, Expr b) { return apply(a.type().is_tensor() ? Kind::Add : Kind::SequenceAdd, {a, b}); }
Expr operator-(Expr a, Expr b) { return apply(Kind::Subtract, {a, b}); }
Expr operator*(Expr a, Expr b) { return apply(Kind::Multiply, {a, b}); }
Expr operator/(Expr a, Expr b) { return apply(Kind::Divide, {a, b}); }
Expr operator-(Expr a) { return apply(Kind::Negative, {a}); }
Expr operator+(double a, Expr b) { return like(b, a) + b; }
Expr operator-(double a, Expr b) { return like(b, a) - b; }
Expr operator*(double a, Expr b) { return like(b, a) * b; }
Expr operator/(double a, Expr b) { return like(b, a) / b; }
Expr operator-(Expr a, double b) { return a - like(a, b); }
Expr operator<(Expr a, Expr b) { return apply(Kind::Less, {a, b}); }
Expr operator>(Expr a, Expr b) { return apply(Kind::Greater, {a, b}); }
Expr equal(Expr a, Expr b) { return apply(Kind::Equal, {a, b}); }
Expr equal(Expr a, double b) { return equal(a, like(a, b)); }
Expr greater(Expr a, double b) { return a > like(a, b); }
Expr less(Expr a, double b) { return a < like(a, b); }

Expr where(Expr condition, Expr a, Expr b) { return apply(Kind::Where, {condition, a, b}); }
Expr astype(Expr x, ElementType element) {
  return x.type().element == element ? x : apply(Kind::Astype, {x}, {{"to", element}});
}

namespace {
bool has_parts(Expr x) { return is_complex(x.type().element); }
}  // namespace
Expr real(Expr x) { return has_parts(x) ? apply(Kind::Real, {x}) : x; }
Expr imag(Expr x) { return has_parts(x) ? apply(Kind::Imag, {x}) : zeros_like(x); }
Expr conj(Expr x) { return has_parts(x) ? apply(Kind::Conj, {x}) : x; }
Expr complex(Expr re, Expr im) { return apply(Kind::Complex, {re, im}); }

Expr broadcast(Expr x, const Shape& shape) { return {x.builder, x.builder->broadcast(x.id, shape)}; }

Expr reshape(Expr x, const Shape& shape) {
  return x.shape() == shape ? x : apply(Kind::Reshape, {x}, {{"shape", shape}});
}

Expr transpose(Expr x, const Integers& perm) { return apply(Kind::Transpose, {x}, {{"perm", perm}}); }

Expr sum(Expr x, const Integers& axes, bool keepdims) {
  return axes.empty() ? x : apply(Kind::Sum, {x}, {{"axes", axes}, {"keepdims", keepdims}});
}

Expr expand_dims(Expr x, const Integers& axes) {
  return axes.empty() ? x : apply(Kind::ExpandDims, {x}, {{"axes", axes}});
}

Expr expand_reduced(Expr y, Expr x, const Integers& axes, bool keepdims) {
  return broadcast(keepdims ? y : expand_dims(y, axes), x.shape());
}

Expr sum_to(Expr x, const Shape& shape) {
  const std::size_t extra = x.shape().size() - shape.size();
  Integers axes, ones;
  for (std::size_t axis = 0; axis < x.shape().size(); ++axis) {
    const bool leading = axis < extra;
    // Only an extent of 1 is repeated; others are equal, which isn't always known here.
    if (!leading && (x.shape()[axis] == shape[axis - extra] || x.builder->facts().resolve(shape[axis - extra]) != Extent(1))) continue;
    axes.push_back(static_cast<std::int64_t>(axis));
    if (!leading) ones.push_back(static_cast<std::int64_t>(axis - extra));
  }
  // Fewer elements are negated after they are summed.
  const Function& function = x.builder->function();
  if (const OpId made = function[x.id].op; !axes.empty() && made.valid() && function[made].kind == Kind::Negative)
    return -sum_to({x.builder, function[made].operands[0]}, shape);
  return expand_dims(sum(x, axes), ones);
}

}  // namespace ir
