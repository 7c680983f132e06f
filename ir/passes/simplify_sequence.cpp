// Rules of simplify for sequences.
#include <array>

#include "ir/kind.h"
#include "ir/passes/simplify.h"

namespace ir::simplify {
namespace {

bool is_zeros(const Candidate& c, ValueId value) {
  if (c.made_by(value, Kind::SequenceZerosLike)) return true;
  const ValueId number = c.repeated_scalar(value);
  return number.valid() && c.is(number, 0);
}

// s with w added at i, w being zeros with numbers added to them: s with each added where it is, which is less than to add all
// of w. Reads of elements in a loop have adjoints of that form.
ValueId add_at(const Candidate& c) {
  const ValueId s = c.x[0], w = c.x[1], i = c.x[2];
  if (is_zeros(c, w)) return s;
  for (const Kind kind : {Kind::AddElement, Kind::SequenceAddAt, Kind::SequenceAddElement}) {
    const Op* added = c.made_by(w, kind);
    if (!added || !c.type(added->operands[1]).is_scalar()) continue;
    const std::vector<ValueId> of = added->operands;
    const ValueId rest = c.make(Kind::SequenceAddAt, {s, of[0], i});
    if (!rest.valid()) return {};
    std::vector<ValueId> operands{rest, of[1], i};
    operands.insert(operands.end(), of.begin() + 2, of.end());
    return c.make(Kind::SequenceAddElement, operands);
  }
  return {};
}

constexpr std::array kRules{Row{Kind::SequenceAddAt, &add_at}};

}  // namespace

std::span<const Row> sequence_rules() { return kRules; }

}  // namespace ir::simplify
