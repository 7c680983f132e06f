// Rules for elementwise ops. Above each stands the identity and, where it isn't plain, why it holds for every
// bit.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "ir/kind.h"
#include "ir/passes/simplify/simplify.h"

namespace ir::simplify {
namespace {

// Ops whose value on constants is one IEEE or integer operation, the same on every machine; no library
// function. `gives_bool` says that the result is bool whatever the operands are.
struct Foldable {
  Kind kind;
  bool gives_bool = false;
};
constexpr std::array kFoldable{Foldable{Kind::Negative},
                               Foldable{Kind::Abs},
                               Foldable{Kind::Sign},
                               Foldable{Kind::Square},
                               Foldable{Kind::Reciprocal},
                               Foldable{Kind::Sqrt},
                               Foldable{Kind::Relu},
                               Foldable{Kind::Add},
                               Foldable{Kind::Subtract},
                               Foldable{Kind::Multiply},
                               Foldable{Kind::Divide},
                               Foldable{Kind::Quotient},
                               Foldable{Kind::Modulo},
                               Foldable{Kind::BitAnd},
                               Foldable{Kind::BitOr},
                               Foldable{Kind::BitXor},
                               Foldable{Kind::ShiftLeft},
                               Foldable{Kind::ShiftRight},
                               Foldable{Kind::Maximum},
                               Foldable{Kind::Minimum},
                               Foldable{Kind::Equal, true},
                               Foldable{Kind::NotEqual, true},
                               Foldable{Kind::Less, true},
                               Foldable{Kind::LessEqual, true},
                               Foldable{Kind::Greater, true},
                               Foldable{Kind::GreaterEqual, true},
                               Foldable{Kind::LogicalAnd, true},
                               Foldable{Kind::LogicalOr, true},
                               Foldable{Kind::LogicalNot, true}};

// Up to here every integer is a double.
constexpr std::int64_t kExact = std::int64_t{1} << 53;

bool divides_integers(Kind kind) { return kind == Kind::Quotient || kind == Kind::Modulo; }

ValueId fold_reals(const Candidate& c, bool gives_bool) {
  std::array<double, 3> x{};
  for (std::size_t i = 0; i < c.x.size(); ++i) x[i] = *c.real(c.x[i]);
  const ElementType element = c.type(c.x[0]).element;
  const double y = definition(c.kind).info.scalar.evaluate(x[0], x[1], x[2]);
  if (gives_bool) return c.b.constant_integer(ElementType::boolean, y != 0);
  // The sign of a NaN is the machine's.
  return std::isnan(y) ? ValueId{} : c.b.constant(element, round_to(element, y));
}

ValueId fold_integers(const Candidate& c, bool gives_bool) {
  const ElementType element = c.type(c.x[0]).element;
  std::array<std::int64_t, 3> x{};
  for (std::size_t i = 0; i < c.x.size(); ++i) {
    x[i] = *c.integer(c.x[i]);
    if (element == ElementType::u64 && x[i] < 0) return {};  // above what the evaluation tells apart
  }
  if (divides_integers(c.kind) && x[1] == 0) return {};  // an error at run time
  const std::int64_t y = definition(c.kind).info.integer.evaluate(x[0], x[1], x[2]);
  if (gives_bool) return c.b.constant_integer(ElementType::boolean, y != 0);
  return c.b.constant_integer(element, wrap_to(element, y));
}

// --- sums and products
// -----------------------------------------------------------------------------------------

// x + -0.0 = x, of integers x + 0 = x; in derived ops x + 0.0 = x (simplify.cpp says why); x + -y = x - y;
// (a + ib) + (c + id) = (a + c) + i(b + d)
ValueId add(const Candidate& c) {
  const bool integers = is_integer(c.type(c.x[0]).element);
  for (std::size_t i = 0; i < 2; ++i) {
    const ValueId other = c.x[1 - i];
    if (c.is(c.x[i], -0.0) || ((integers || c.b.derived) && c.is(c.x[i], 0.0))) return other;
  }
  for (std::size_t i = 0; i < 2; ++i)
    if (const Op* negative = c.made_by(c.x[i], Kind::Negative))
      return c.make(Kind::Subtract, {c.x[1 - i], negative->operands[0]});
  const Op *a = c.made_by(c.x[0], Kind::Complex), *b = c.made_by(c.x[1], Kind::Complex);
  if (!a || !b) return {};
  const std::vector<ValueId> x = a->operands, y = b->operands;  // copies: the next op may move them
  const ValueId re = c.make(Kind::Add, {x[0], y[0]});
  return c.make(Kind::Complex, {re, c.make(Kind::Add, {x[1], y[1]})});
}

// x - 0.0 = x; x - -y = x + y
ValueId subtract(const Candidate& c) {
  if (c.is(c.x[1], 0.0)) return c.x[0];
  if (const Op* negative = c.made_by(c.x[1], Kind::Negative))
    return c.make(Kind::Add, {c.x[0], negative->operands[0]});
  return {};
}

// x·1 = x; x·-1 = -x; -x · -y = x·y; -x · c = x · -c for a constant c
ValueId multiply(const Candidate& c) {
  for (std::size_t i = 0; i < 2; ++i) {
    if (c.is(c.x[i], 1)) return c.x[1 - i];
    if (c.is(c.x[i], -1)) return c.make(Kind::Negative, {c.x[1 - i]});
  }
  const Op *a = c.made_by(c.x[0], Kind::Negative), *b = c.made_by(c.x[1], Kind::Negative);
  if (a && b) return c.make(Kind::Multiply, {a->operands[0], b->operands[0]});
  for (std::size_t i = 0; i < 2; ++i)
    if (const Op* negative = i == 0 ? a : b)
      if (const auto number = c.real(c.x[1 - i]); number && !std::isnan(*number)) {
        const ValueId x = negative->operands[0];
        return c.make(Kind::Multiply, {x, c.b.full(c.type(c.x[1 - i]), -*number)});
      }
  return {};
}

// x/1 = x; x/-1 = -x; -x / -y = x/y
ValueId divide(const Candidate& c) {
  if (c.is(c.x[1], 1)) return c.x[0];
  if (c.is(c.x[1], -1)) return c.make(Kind::Negative, {c.x[0]});
  const Op *a = c.made_by(c.x[0], Kind::Negative), *b = c.made_by(c.x[1], Kind::Negative);
  return a && b ? c.make(Kind::Divide, {a->operands[0], b->operands[0]}) : ValueId{};
}

ValueId quotient(const Candidate& c) { return c.is(c.x[1], 1) ? c.x[0] : ValueId{}; }

// --x = x
ValueId negative(const Candidate& c) {
  const Op* inner = c.made_by(c.x[0], Kind::Negative);
  return inner ? inner->operands[0] : ValueId{};
}

// x¹ = x; x² = x·x, where the product is the correctly rounded one
ValueId pow(const Candidate& c) {
  if (c.is(c.x[1], 1)) return c.x[0];
  if (c.is(c.x[1], 2)) return c.make(Kind::Square, {c.x[0]});
  return {};
}

// Integers are whole.
ValueId rounded(const Candidate& c) { return is_integer(c.type(c.x[0]).element) ? c.x[0] : ValueId{}; }

// --- selection and logic
// ---------------------------------------------------------------------------------------

// where(true, a, b) = a; where(c, a, a) = a; where(not c, a, b) = where(c, b, a);
// where(c, where(c, a, ·), b) = where(c, a, b), and so for the other arm
ValueId where(const Candidate& c) {
  if (const auto condition = c.integer(c.x[0])) return c.x[*condition != 0 ? 1 : 2];
  if (c.x[1] == c.x[2]) return c.x[1];
  if (const Op* inverse = c.made_by(c.x[0], Kind::LogicalNot))
    return c.make(Kind::Where, {inverse->operands[0], c.x[2], c.x[1]});
  for (std::size_t arm : {1u, 2u})
    if (const Op* inner = c.made_by(c.x[arm], Kind::Where); inner && inner->operands[0] == c.x[0]) {
      std::vector<ValueId> x = c.x;
      x[arm] = inner->operands[arm];
      return c.make(Kind::Where, x);
    }
  return {};
}

// x == x, x <= x, x >= x are true, x != x, x < x, x > x false; of floats, where x may be NaN, only x < x and x > x
template <bool kAnswer, bool kFloats>
ValueId with_itself(const Candidate& c) {
  Type type = c.type(c.x[0]);
  if (c.x[0] != c.x[1] || (!kFloats && is_differentiable(type.element))) return {};
  type.element = ElementType::boolean;
  return c.b.full(type, kAnswer);
}

// max(n, n) = n for integers
ValueId alike(const Candidate& c) { return c.x[0] == c.x[1] && is_integer(c.type(c.x[0]).element) ? c.x[0] : ValueId{}; }

// not not x = x
ValueId logical_not(const Candidate& c) {
  const Op* inner = c.made_by(c.x[0], Kind::LogicalNot);
  return inner ? inner->operands[0] : ValueId{};
}

// x and true = x; x and false = false; x and x = x; x and not x = false; for `or` the other way round
template <bool kNeutral>
ValueId logical(const Candidate& c) {
  if (c.x[0] == c.x[1]) return c.x[0];
  for (std::size_t i = 0; i < 2; ++i) {
    if (const auto known = c.integer(c.x[i])) return (*known != 0) == kNeutral ? c.x[1 - i] : c.x[i];
    if (const Op* inverse = c.made_by(c.x[i], Kind::LogicalNot); inverse && inverse->operands[0] == c.x[1 - i])
      return c.b.full(c.type(c.x[0]), !kNeutral);
  }
  return {};
}

// --- conversion
// ------------------------------------------------------------------------------------------------

// Bits of magnitude that an element type holds exactly.
int exact_bits(ElementType element) {
  switch (element) {
    case ElementType::f16:
      return 11;
    case ElementType::bf16:
      return 8;
    case ElementType::f32:
      return 24;
    case ElementType::f64:
      return 53;
    case ElementType::boolean:
      return 1;
    default:
      return 8 * bytes(element) - (is_unsigned(element) ? 0 : 1);
  }
}

// Every value of `from` is one of `to`.
bool is_lossless(ElementType from, ElementType to) {
  if (from == to) return true;
  if (is_complex(from) || is_complex(to) || to == ElementType::boolean) return false;
  if (is_float(from)) return to == ElementType::f64 || (to == ElementType::f32 && from != ElementType::f64);
  if (is_unsigned(to) && !is_unsigned(from) && from != ElementType::boolean) return false;
  return exact_bits(from) <= exact_bits(to);
}

ValueId fold_conversion(const Candidate& c, ElementType to) {
  if (is_complex(to)) return {};
  if (const auto x = c.integer(c.x[0])) {
    if (!is_float(to))
      return c.b.constant_integer(to, to == ElementType::boolean ? *x != 0 : wrap_to(to, *x));
    const bool is_huge = *x < 0 && c.type(c.x[0]).element == ElementType::u64;
    const bool exact = *x >= -kExact && *x <= kExact && !is_huge;  // so that it is rounded once
    return exact ? c.b.constant(to, round_to(to, static_cast<double>(*x))) : ValueId{};
  }
  const auto x = c.real(c.x[0]);
  if (!x || std::isnan(*x)) return {};
  if (is_float(to)) return c.b.constant(to, round_to(to, *x));
  if (to == ElementType::boolean) return c.b.constant_integer(to, *x != 0);
  if (!(std::abs(*x) <= static_cast<double>(kExact))) return {};
  const auto whole = static_cast<std::int64_t>(*x);
  return wrap_to(to, whole) == whole && !(is_unsigned(to) && whole < 0) ? c.b.constant_integer(to, whole)
                                                                        : ValueId{};
}

// x as its own type is x; a conversion after one that loses nothing is one from where it started, and so is one of
// integers after one to a type that is as wide: both are modulo a power of 2
ValueId astype(const Candidate& c) {
  const auto to = c.attributes.get<ElementType>("to");
  if (c.type(c.x[0]).element == to) return c.x[0];
  if (c.type(c.x[0]).is_scalar())
    if (const ValueId folded = fold_conversion(c, to); folded.valid()) return folded;
  // Sums, differences and products modulo 2^64 are the same for either sign: what an index is made of is known as an i64.
  if (to == ElementType::i64 && c.type(c.x[0]) == Type{ElementType::u64, {}, 0})
    for (const Kind kind : {Kind::Add, Kind::Subtract, Kind::Multiply})
      if (const Op* op = c.made_by(c.x[0], kind)) {
        const ValueId a = op->operands[0], b = op->operands[1];
        const ValueId signed_a = c.make(Kind::Astype, {a}, c.attributes);
        return c.make(kind, {signed_a, c.make(Kind::Astype, {b}, c.attributes)}, {});
      }
  const Op* inner = c.made_by(c.x[0], Kind::Astype);
  if (!inner) return {};
  const ElementType from = c.type(inner->operands[0]).element, between = c.type(c.x[0]).element;
  const bool modulo = is_integer(from) && is_integer(between) && is_integer(to) && bytes(between) >= bytes(to);
  if (!modulo && !is_lossless(from, between)) return {};
  return c.make(Kind::Astype, {inner->operands[0]}, c.attributes);
}

// The value of an extent that is a number is that number.
ValueId extent_value(const Candidate& c) {
  const auto value = c.attributes.get<Shape>("value")[0].constant();
  return value ? c.b.constant_integer(ElementType::i64, *value) : ValueId{};
}

// --- parts of complex numbers

// conj(conj(x)) = x; the conjugate of what has no imaginary part, in derived ops, is itself: 0 for -0
ValueId conj(const Candidate& c) {
  if (const Op* inner = c.made_by(c.x[0], Kind::Conj)) return inner->operands[0];
  const ValueId scalar = c.repeated_scalar(c.x[0]);
  if (c.b.derived && scalar.valid() && c.made_by(scalar, Kind::Constant)) return c.x[0];
  const Op* widened = c.b.derived ? c.made_by(c.x[0], Kind::Astype) : nullptr;
  return widened && !is_complex(c.type(widened->operands[0]).element) ? c.x[0] : ValueId{};
}

// Re and Im of x + iy are x and y; Re x* = Re x, Im x* = -Im x; Re of what was real is that
template <bool kReal>
ValueId part(const Candidate& c) {
  if (const Op* made = c.made_by(c.x[0], Kind::Complex)) return made->operands[kReal ? 0 : 1];
  if (const Op* inner = c.made_by(c.x[0], Kind::Conj)) {
    const ValueId x = inner->operands[0];
    return kReal ? c.make(Kind::Real, {x}) : c.make(Kind::Negative, {c.make(Kind::Imag, {x})});
  }
  const Op* widened = c.made_by(c.x[0], Kind::Astype);
  if (!kReal || !widened || is_complex(c.type(widened->operands[0]).element)) return {};
  return c.make(Kind::Astype, {widened->operands[0]}, {{"to", real_of(c.type(c.x[0]).element)}});
}

constexpr std::array kElementwiseRules{Row{Kind::Add, &add},
                                       Row{Kind::Subtract, &subtract},
                                       Row{Kind::Multiply, &multiply},
                                       Row{Kind::Divide, &divide},
                                       Row{Kind::Quotient, &quotient},
                                       Row{Kind::Negative, &negative},
                                       Row{Kind::Pow, &pow},
                                       Row{Kind::Floor, &rounded},
                                       Row{Kind::Ceil, &rounded},
                                       Row{Kind::Trunc, &rounded},
                                       Row{Kind::Round, &rounded},
                                       Row{Kind::Equal, &with_itself<true, false>},
                                       Row{Kind::LessEqual, &with_itself<true, false>},
                                       Row{Kind::GreaterEqual, &with_itself<true, false>},
                                       Row{Kind::NotEqual, &with_itself<false, false>},
                                       Row{Kind::Less, &with_itself<false, true>},
                                       Row{Kind::Greater, &with_itself<false, true>},
                                       Row{Kind::Maximum, &alike},
                                       Row{Kind::Minimum, &alike},
                                       Row{Kind::Where, &where},
                                       Row{Kind::LogicalNot, &logical_not},
                                       Row{Kind::LogicalAnd, &logical<true>},
                                       Row{Kind::LogicalOr, &logical<false>},
                                       Row{Kind::Astype, &astype},
                                       Row{Kind::Conj, &conj},
                                       Row{Kind::Real, &part<true>},
                                       Row{Kind::Imag, &part<false>},
                                       Row{Kind::ExtentValue, &extent_value}};

}  // namespace

// f(constants) = a constant, of rank-0 operands
ValueId fold_constants(const Candidate& c) {
  const auto row =
      std::find_if(kFoldable.begin(), kFoldable.end(), [&](const Foldable& f) { return f.kind == c.kind; });
  if (row == kFoldable.end()) return {};
  bool reals = true, integers = true;
  for (ValueId x : c.x) {
    if (!c.type(x).is_scalar()) return {};
    reals = reals && c.real(x).has_value();
    integers = integers && c.integer(x).has_value();
  }
  return reals ? fold_reals(c, row->gives_bool) : integers ? fold_integers(c, row->gives_bool) : ValueId{};
}

// f(broadcast(x), broadcast(y)) = broadcast(f(x, y)) for x and y of one shape: f once for each value that
// there is. Not where f may be an error, since of an empty shape it would be evaluated all the same; nor the user's f of a number
// where it is another function than that of elements.
ValueId hoist_broadcasts(const Candidate& c) {
  if (c.x.empty() || divides_integers(c.kind)) return {};
  const bool has_other_bits = !c.b.derived && calls_vector_function(definition(c.kind).info.scalar.text);
  std::vector<ValueId> sources;
  for (ValueId x : c.x) {
    const Op* repeat = c.made_by(x, Kind::Broadcast);
    if (!repeat) return {};
    sources.push_back(repeat->operands[0]);
    if (!(c.type(sources.back()).extents == c.type(sources[0]).extents)) return {};
    if (has_other_bits && c.type(sources.back()).is_scalar()) return {};
  }
  const Shape shape = c.type(c.x[0]).extents;
  return c.make(Kind::Broadcast, {c.make(c.kind, sources, c.attributes)}, {{"shape", shape}});
}

std::span<const Row> elementwise_rules() { return kElementwiseRules; }

}  // namespace ir::simplify
