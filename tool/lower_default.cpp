// What objects hold that nobody gave a value: zeros where C++ has zeros; elsewhere no value, and reading it is refused.
// An array or vector is one value of the IR for all its elements, so that it is a zero that is remembered as unwritten: what
// reads an element looks for what was written there on the way back to it.
#include <algorithm>

#include "ir/kind.h"
#include "tool/lowering.h"

namespace tool {
namespace {

using Form = CppType::Form;

}  // namespace

bool is_list_like(const CppType* type) {
  return type->form == Form::pair || type->form == Form::tuple || (type->form == Form::array && !type->packed);
}

// What `T()` is: zeros; a tensor whose extents are not static is empty.
Cell Lowering::zero(const CppType* type) { return blank(type, {}, 0); }

Cell Lowering::uninitialised(const CppType* type, ir::Shape axes) {
  if (type->form == Form::vector) return zero(type);
  if (type->packed) axes.push_back(type->count);
  if (type->is_leaf() && !axes.empty()) return type->is_tensor() ? blank(type, axes, 0) : unwritten(type, axes);
  Cell cell = fresh(type, Cell::State::empty);
  for (std::size_t i = 0; i < cell.members.size() && !type->is_leaf(); ++i)
    cell.members[i] = uninitialised(type->members[i].type, axes);
  return cell;
}

// So many numbers that have no value.
Cell Lowering::unwritten(const CppType* type, const ir::Shape& axes) {
  const Cell cell = leaf_cell(type, forward(at_here().full({type->element, axes, 0}, 0)));
  if (cell.value.valid()) unwritten_.insert(cell.value);
  return cell;
}

// Whether what the indices lead to was certainly never written; without indices, all of the value.
bool Lowering::is_unwritten(ir::ValueId x, const std::vector<ir::ValueId>& indices) const {
  if (unwritten_.empty() || !x.valid()) return false;
  while (!unwritten_.contains(x)) {
    const ir::OpId id = function_[x].op;
    if (!id.valid()) {
      x = regions_.outside(x);
      if (!x.valid()) return false;
      continue;
    }
    const ir::Op& op = function_[id];
    if (op.kind != ir::Kind::SetElement && op.kind != ir::Kind::SequenceSet && op.kind != ir::Kind::SequenceSetElement)
      return false;
    bool elsewhere = false;
    for (std::size_t i = 0; i < indices.size() && i + 2 < op.operands.size(); ++i) {
      const auto mine = known_integer(indices[i]), other = known_integer(op.operands[i + 2]);
      elsewhere |= mine && other && *mine != *other;
    }
    if (!elsewhere) return false;
    x = op.operands[0];
  }
  return true;
}

bool Lowering::has_no_value(const Cell& leaf) const {
  return leaf.state == Cell::State::empty || (leaf.state == Cell::State::ready && is_unwritten(leaf.value, {}));
}

// The object with zeros where it has no value, for a container whose elements are in one value of the IR.
Cell Lowering::with_zeros(const Cell& object) {
  if (object.is_leaf() && !has_no_value(object)) return object;
  if (object.is_leaf() && !object.value.valid()) return zero(object.type);
  if (object.is_leaf()) return leaf_cell(object.type, forward(at_here().full(type_of(object), 0)));
  Cell cell = object;
  for (Cell& member : cell.members) member = with_zeros(member);
  return cell;
}

// What the default constructor of a class makes of its members: the elements of an array are left as they are unless they
// are asked to be zeros, those of a pair or tuple are `T()`.
Cell Lowering::default_made(const CppType* type, const clang::Expr* expr, bool zeroed) {
  if (type->packed) {
    if (type->count == 0) return zero(type);
    const Cell item = default_made(type->item, expr, zeroed);
    return array_of(type, std::vector<Cell>(static_cast<std::size_t>(type->count), item));
  }
  if (is_list_like(type)) {
    zeroed |= type->form != Form::array;
    Cell cell = fresh(type, Cell::State::ready);
    for (std::size_t i = 0; i < cell.members.size(); ++i)
      cell.members[i] = default_made(type->members[i].type, expr, zeroed);
    return cell;
  }
  if (type->form == Form::scalar && !zeroed) return fresh(type, Cell::State::empty);
  if (type->form != Form::structure) return zero(type);
  const auto is_default = [](const clang::CXXConstructorDecl* one) { return one->isDefaultConstructor(); };
  const auto made = std::find_if(type->record->ctor_begin(), type->record->ctor_end(), is_default);
  const bool has_body = made != type->record->ctor_end() && !made->isTrivial();
  // A constructor of the user's gives the members their values or leaves them without.
  Cell* object = temporary(zeroed && !(has_body && made->isUserProvided()) ? zero(type) : uninitialised(type));
  if (has_body) call_body(expr, *made, object, {}, object);
  return *object;
}

// A new element at the end of a vector.
Cell Lowering::default_item(const CppType* type, const clang::Expr* expr) {
  return with_zeros(default_made(type, expr, true));
}

}  // namespace tool
