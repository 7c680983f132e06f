#include "tests/reference/sequences.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/kind.h"
#include "ir/op.h"

namespace reference {
namespace {

using ir::Kind;
using ir::Literal;
using Operands = std::vector<Value>;

std::int64_t integer(const Value& value) { return value.tensor().integers.at(0); }
std::int64_t size_of(const Value& sequence) { return static_cast<std::int64_t>(sequence.sequence().size()); }

[[noreturn]] void violation(Kind kind, const std::string& text) {
  throw Violation(fmt::format("{}: {}", ir::definition(kind).info.name, text));
}

std::size_t checked(Kind kind, std::int64_t index, const Value& sequence) {
  if (index < 0 || index >= size_of(sequence))
    violation(kind, fmt::format("index {} in a sequence of {}", index, size_of(sequence)));
  return static_cast<std::size_t>(index);
}

std::size_t count(Kind kind, const Value& n) {
  if (integer(n) < 0) violation(kind, fmt::format("{} values", integer(n)));
  return static_cast<std::size_t>(integer(n));
}

Value zeros_of(const Value& like) {
  if (like.is_tensor()) return Literal::zeros(like.tensor().element, like.tensor().extents);
  Operands zeros;
  for (const Value& value : like.sequence()) zeros.push_back(zeros_of(value));
  return zeros;
}

// a + b, of one form.
Value sum_of(Kind kind, const Value& a, const Value& b) {
  if (a.is_tensor()) {
    Literal sum = a.tensor();
    const Literal& more = b.tensor();
    if (sum.extents != more.extents) violation(kind, "the extents of two values differ");
    for (std::int64_t i = 0; i < sum.size(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (ir::is_differentiable(sum.element))
        sum.set(i, sum.number(i) + more.number(i));
      else
        sum.set_integer(i, static_cast<std::int64_t>(static_cast<std::uint64_t>(sum.integers[k]) +
                                                     static_cast<std::uint64_t>(more.integers[k])));
    }
    return sum;
  }
  if (size_of(a) != size_of(b)) violation(kind, fmt::format("sequences of {} and {}", size_of(a), size_of(b)));
  Operands sum;
  for (std::size_t i = 0; i < a.sequence().size(); ++i)
    sum.push_back(sum_of(kind, a.sequence()[i], b.sequence()[i]));
  return sum;
}

Value empty(const Operands&, const Literal&) { return Operands{}; }

Value pack(const Operands& x, const Literal&) { return x; }

Value push(const Operands& x, const Literal&) {
  Operands y = x[0].sequence();
  y.push_back(x[1]);
  return y;
}

Value at(const Operands& x, const Literal&) {
  return x[0].sequence()[checked(Kind::SequenceAt, integer(x[1]), x[0])];
}

Value size(const Operands& x, const Literal&) {
  Literal n = Literal::zeros(ir::ElementType::i64, {});
  n.set_integer(0, size_of(x[0]));
  return n;
}

Value fill(const Operands& x, const Literal&) { return Operands(count(Kind::SequenceFill, x[0]), x[1]); }

Value set(const Operands& x, const Literal&) {
  Operands y = x[0].sequence();
  y[checked(Kind::SequenceSet, integer(x[2]), x[0])] = x[1];
  return y;
}

Value pop(const Operands& x, const Literal&) {
  Operands y = x[0].sequence();
  if (y.empty()) violation(Kind::SequencePop, "of an empty sequence");
  y.pop_back();
  return y;
}

Value resize(const Operands& x, const Literal&) {
  Operands y = x[0].sequence();
  y.resize(count(Kind::SequenceResize, x[1]), x[2]);
  return y;
}

Value zeros(const Operands& x, const Literal&) { return zeros_of(x[0]); }

Value add(const Operands& x, const Literal&) { return sum_of(Kind::SequenceAdd, x[0], x[1]); }

Value add_at(const Operands& x, const Literal&) {
  Operands y = x[0].sequence();
  Value& value = y[checked(Kind::SequenceAddAt, integer(x[2]), x[0])];
  value = sum_of(Kind::SequenceAddAt, value, x[1]);
  return y;
}

// x[0] with x[1] in the place of the number at the indices from x[next] on, or added to it.
Value with_number(Kind kind, const Value& of, const Operands& x, std::size_t next) {
  if (!of.is_tensor()) {
    Operands y = of.sequence();
    Value& value = y[checked(kind, integer(x[next]), of)];
    value = with_number(kind, value, x, next + 1);
    return y;
  }
  Literal y = of.tensor();
  std::int64_t place = 0;
  for (std::size_t axis = 0; axis < y.extents.size(); ++axis) {
    const std::int64_t index = integer(x[next + axis]), extent = y.extents[axis];
    if (index < 0 || index >= extent) violation(kind, fmt::format("index {} on an axis of {}", index, extent));
    place = place * extent + index;
  }
  Literal old = Literal::zeros(y.element, {});
  old.copy_element(0, y, place);
  const Value now = kind == Kind::SequenceAddElement ? sum_of(kind, old, x[1]) : x[1];
  y.copy_element(place, now.tensor(), 0);
  return y;
}
Value set_element(const Operands& x, const Literal&) { return with_number(Kind::SequenceSetElement, x[0], x, 2); }
Value add_element(const Operands& x, const Literal&) { return with_number(Kind::SequenceAddElement, x[0], x, 2); }

Value sum(const Operands& x, const Literal& zeros) {
  Value total = zeros;
  const Operands& values = x[0].sequence();
  for (std::size_t i = count(Kind::SequenceSum, x[1]); i < values.size(); ++i)
    total = sum_of(Kind::SequenceSum, total, values[i]);
  return total;
}

Value splice(const Operands& x, const Literal&) {
  Operands y = x[0].sequence();
  const Operands& first = x[1].sequence();
  std::copy_n(first.begin(), std::min(y.size(), first.size()), y.begin());
  return y;
}

constexpr std::pair<Kind, Value (*)(const Operands&, const Literal&)> kOps[] = {
    {Kind::SequenceEmpty, empty},   {Kind::SequencePush, push},       {Kind::SequenceAt, at},
    {Kind::SequenceSize, size},     {Kind::SequenceFill, fill},       {Kind::SequenceSet, set},
    {Kind::SequencePop, pop},       {Kind::SequenceResize, resize},   {Kind::SequenceZerosLike, zeros},
    {Kind::SequenceAdd, add},       {Kind::SequenceAddAt, add_at},    {Kind::SequenceSum, sum},
    {Kind::SequencePack, pack}, {Kind::SequenceSplice, splice}, {Kind::SequenceSetElement, set_element}, {Kind::SequenceAddElement, add_element},
};

}  // namespace

Value evaluate_sequence(Kind kind, const std::vector<Value>& operands, const Literal& zeros) {
  for (const auto& [known, value] : kOps)
    if (known == kind) return value(operands, zeros);
  violation(kind, "is no op on sequences");
}

}  // namespace reference
