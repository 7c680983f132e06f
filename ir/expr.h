// Operator sugar over Builder, so that derivative rules read as mathematics. An Expr is a value and the builder
// that appends to its function. Operands of binary operators have equal shapes (rules never broadcast), except
// that a number takes the element type and shape of the other operand.
#pragma once

#include "ir/builder.h"

namespace ir {

struct Expr {
  Builder* builder = nullptr;
  ValueId id;

  bool valid() const { return builder != nullptr && id.valid(); }
  // Copies: the next op appended may move the function's values.
  Type type() const { return builder->type(id); }
  Shape shape() const { return type().extents; }
  int rank() const { return type().rank(); }
};

// One op on operands that share a builder.
Expr apply(Kind kind, const std::vector<Expr>& operands, Attributes attributes = {});

Expr operator+(Expr a, Expr b);  // of sequences: element by element
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);
Expr operator/(Expr a, Expr b);
Expr operator-(Expr a);
Expr operator+(double a, Expr b);
Expr operator-(double a, Expr b);
Expr operator*(double a, Expr b);
Expr operator/(double a, Expr b);
Expr operator-(Expr a, double b);
Expr operator<(Expr a, Expr b);
Expr operator>(Expr a, Expr b);
Expr equal(Expr a, Expr b);
Expr equal(Expr a, double b);
Expr greater(Expr a, double b);
Expr less(Expr a, double b);

// A number of the type of x.
Expr like(Expr x, double value);
Expr zeros_like(Expr x);  // of a sequence: zeros of the same sizes and extents
Expr where(Expr condition, Expr a, Expr b);
Expr astype(Expr x, ElementType element);

// Of real values: x, zeros, x.
Expr real(Expr x);
Expr imag(Expr x);
Expr conj(Expr x);
Expr complex(Expr re, Expr im);

Expr broadcast(Expr x, const Shape& shape);
Expr reshape(Expr x, const Shape& shape);
Expr transpose(Expr x, const Integers& perm);
Expr sum(Expr x, const Integers& axes, bool keepdims = false);
Expr expand_dims(Expr x, const Integers& axes);
// The reduced result y, repeated to the shape of x: the transpose of a sum over those axes.
Expr expand_reduced(Expr y, Expr x, const Integers& axes, bool keepdims);
// x summed down to a shape that broadcasts to x's: the transpose of broadcast.
Expr sum_to(Expr x, const Shape& shape);

}  // namespace ir
