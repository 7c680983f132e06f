// Iterators as ranges of the elements of one object.
#include "ir/kind.h"
#include "tool/lower/values/values.h"

namespace tool {
namespace {

using Form = CppType::Form;

}  // namespace

// Whether two values are computed alike.
bool Values::equal_values(ir::ValueId a, ir::ValueId b, int depth) const {
  for (ir::ValueId* one : {&a, &b})  // what a block reads of outside is what it is there
    while (one->valid() && regions_.outside(*one).valid()) *one = regions_.outside(*one);
  if (a == b) return a.valid();
  if (!a.valid() || !b.valid() || depth > 8) return false;
  const ir::OpId first = function_[a].op, second = function_[b].op;
  if (!first.valid() || !second.valid()) return false;
  const ir::Op &x = function_[first], &y = function_[second];
  if (x.kind != y.kind || !(x.attributes == y.attributes) || !x.blocks.empty() || !y.blocks.empty() ||
      x.operands.size() != y.operands.size() || x.results.size() != 1 || x.kind == ir::Kind::Call)
    return false;
  for (std::size_t i = 0; i < x.operands.size(); ++i)
    if (!equal_values(x.operands[i], y.operands[i], depth + 1)) return false;
  return true;
}

// The object of which the elements from a pointer on, so many of them, are all; null if there is none.
Cell* Values::covered(const Cell& first, ir::ValueId count) {
  if (!first.type || !first.target || first.depth == 0 || known_integer(first.members[0].value) != 0) return nullptr;
  Cell& at = resolved(*first.target);
  if (at.type && at.type->is_counted()) return nullptr;  // which no value is made of
  std::optional<ir::ValueId> size = size_of(at);
  const CppType* type = at.type;
  for (int depth = 1; size && type->form == Form::array && depth < first.depth; ++depth) {
    type = type->item;
    size = whole_arithmetic(ir::Kind::Multiply, *size, whole(type->count));
  }
  return size && equal_values(*size, count, 0) ? &at : nullptr;
}

// Nothing after a report.
std::optional<Values::Range> Values::range(const clang::Expr* first, const clang::Expr* last) {
  Range found;
  found.first = value(first);
  const Cell end = value(last);
  if (!is_usable(found.first, first) || !is_usable(end, last)) return std::nullopt;
  if (!found.first.target || !same_object(found.first.target, end.target) || found.first.depth != end.depth) {
    refuse(last, Refusal::pointer, "the ends of this range are not in one object; give begin and end of one container");
    return std::nullopt;
  }
  found.count = whole_arithmetic(ir::Kind::Subtract, end.members[0].value, found.first.members[0].value);
  found.all = covered(found.first, found.count);
  return found;
}

// The leaves that hold an object, wherever they are.
void Values::holders(Cell& object, std::vector<Cell*>& leaves) {
  Cell& named = resolved(object);
  Cell& at = &named == &object ? object : whole_object(named);
  if (at.projection) {
    if (at.projection->base) holders(*at.projection->base, leaves);
    for (Cell* option : at.projection->options) holders(*option, leaves);
    return;
  }
  if (!at.type || at.is_leaf()) return leaves.push_back(&at);
  for (Cell& member : at.members) holders(member, leaves);
}

}  // namespace tool
