// What objects hold that nobody gave a value: zeros where C++ has zeros; elsewhere no value, and reading it is refused.
// An array or vector is one value of the IR for all its elements, so that it is a zero that is remembered as unwritten: what
// reads an element looks back through the writes.
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "ir/kind.h"
#include "tool/lower/values/values.h"

namespace tool {
namespace {

using Form = CppType::Form;

}  // namespace

bool is_list_like(const CppType* type) {
  return type->form == Form::pair || type->form == Form::tuple || (type->form == Form::array && !type->packed);
}

// What `T()` is: zeros; a tensor whose extents are not static is empty.
Cell Values::zero(const CppType* type) { return blank(type, {}, 0); }

Cell Values::uninitialised(const CppType* type, ir::Shape axes) {
  if (type->form == Form::vector) return zero(type);
  if (type->packed) axes.push_back(type->count);
  if (type->eigen && axes.empty() && !type->is_lazy()) {
    for (std::int64_t extent : type->extents) axes.push_back(std::max<std::int64_t>(extent, 0));
    return unwritten(type, axes);
  }
  if (type->is_leaf() && !axes.empty()) return type->is_tensor() ? blank(type, axes, 0) : unwritten(type, axes);
  Cell cell = fresh(type, Cell::State::empty);
  for (std::size_t i = 0; i < cell.members.size() && !type->is_leaf(); ++i)
    if (!type->members[i].reference) cell.members[i] = uninitialised(type->members[i].type, axes);
  return cell;
}

// So many numbers that have no value.
Cell Values::unwritten(const CppType* type, const ir::Shape& axes) {
  const Cell cell = leaf_cell(type, forward(at_here().full({type->element, axes, 0}, 0)));
  if (cell.value.valid()) unwritten_.insert(cell.value);
  return cell;
}

// Where what the indices lead to was never written since the value was one of these, parameters of trips that are being taken
// in, or, with none, since it was made; else nothing. Without indices it is all of the value. After a branch neither arm has
// written it, after a loop no trip.
std::optional<Values::Parameters> Values::unwritten_since(ir::ValueId x, const std::vector<ir::ValueId>& indices,
                                                              ir::ValueId assumed) const {
  if (unwritten_.empty()) return std::nullopt;
  Parameters begun;
  std::map<ir::ValueId, bool> known{{assumed, true}};
  std::map<ir::BlockId, ir::OpId> through;  // the blocks that are looked through, and their ops
  const auto writes_elsewhere = [&](const ir::Op& op) {
    if (op.kind != ir::Kind::SetElement && op.kind != ir::Kind::SequenceSet && op.kind != ir::Kind::SequenceSetElement) return false;
    bool elsewhere = false;
    for (std::size_t i = 0; i < indices.size() && i + 2 < op.operands.size(); ++i) {
      const auto mine = known_integer(indices[i]), other = known_integer(op.operands[i + 2]);
      elsewhere |= mine && other && *mine != *other;
    }
    return elsewhere;
  };
  // What a parameter is around its block.
  const auto around = [&](ir::ValueId parameter) -> ir::ValueId {
    const auto found = through.find(function_[parameter].block);
    if (found == through.end()) return regions_.outside(parameter);
    const ir::Op& op = function_[found->second];
    const std::vector<ir::ValueId>& parameters = function_[found->first].parameters;
    const auto at = static_cast<std::size_t>(std::find(parameters.begin(), parameters.end(), parameter) - parameters.begin());
    if (op.kind == ir::Kind::If) return op.operands[at + 1];
    const bool is_carried = static_cast<std::int64_t>(at) < op.attributes.get<std::int64_t>("carried");
    return is_carried ? ir::ValueId{} : op.operands[at];
  };
  const std::function<bool(ir::ValueId)> search = [&](ir::ValueId from) {
    ir::ValueId at = from;
    while (at.valid() && !known.contains(at)) {
      if (unwritten_.contains(at)) return known[from] = true;
      if (begun_.contains(at)) {
        begun.insert(at);
        return known[from] = true;
      }
      const ir::OpId id = function_[at].op;
      if (!id.valid()) {
        at = around(at);
        continue;
      }
      const ir::Op& op = function_[id];
      const auto result = static_cast<std::size_t>(std::find(op.results.begin(), op.results.end(), at) - op.results.begin());
      if (op.kind == ir::Kind::Undefined) return known[from] = true;
      if (op.kind == ir::Kind::If) {
        for (ir::BlockId arm : op.blocks) through[arm] = id;
        const auto unwritten_in = [&](ir::BlockId arm) { return search(function_[arm].results[result]); };
        return known[from] = std::all_of(op.blocks.begin(), op.blocks.end(), unwritten_in);
      }
      if (op.kind == ir::Kind::While && static_cast<std::int64_t>(result) < op.attributes.get<std::int64_t>("carried")) {
        const ir::Block& body = function_[op.blocks[1]];
        through[op.blocks[1]] = id;
        known[body.parameters[result]] = true;
        return known[from] = search(op.operands[result]) && search(body.results[result]);
      }
      if (!writes_elsewhere(op)) return known[from] = false;
      at = op.operands[0];
    }
    return known[from] = at.valid() && known[at];
  };
  return x.valid() && search(x) ? std::optional(begun) : std::nullopt;
}

bool Values::is_unwritten(ir::ValueId x, const std::vector<ir::ValueId>& indices) const {
  const auto begun = unwritten_since(x, indices);
  return begun && begun->empty();
}

// In a loop: what it carries may be what it began with.
void Values::note_read(const Cell& place, const clang::Expr* expr, const std::string& name) {
  if (begun_.empty() || unwritten_.empty() || !expr || place.type->form != Form::scalar) return;
  std::vector<ir::ValueId> indices;
  const Cell* whole = &place;
  if (place.projection) {
    whole = place.projection->base;
    for (const Projection::Step& step : place.projection->steps)
      indices.insert(indices.end(), step.indices.begin(), step.indices.end());
  }
  if (!whole || !whole->is_leaf() || whole->state != Cell::State::ready) return;
  const auto begun = unwritten_since(whole->value, indices);
  if (begun && begun->size() == 1)
    unset_reads_.push_back({*begun->begin(), builder_.insertion(), indices, expr->getExprLoc(), expr->getSourceRange(), name});
}

void Values::note_passed_over(std::size_t reads) {
  for (std::size_t i = reads; i < unset_reads_.size(); ++i) unset_reads_[i].block = {};
}

bool Values::has_no_value(const Cell& leaf) const {
  return leaf.state == Cell::State::empty || (leaf.state == Cell::State::ready && is_unwritten(leaf.value, {}));
}

// The object with zeros where it has no value, for a container whose elements are in one value of the IR.
Cell Values::with_zeros(const Cell& object) {
  if (object.is_leaf() && !has_no_value(object)) return object;
  if (object.is_leaf() && !object.value.valid()) return zero(object.type);
  if (object.is_leaf()) return leaf_cell(object.type, forward(at_here().full(type_of(object), 0)));
  Cell cell = object;
  for (Cell& member : cell.members) member = with_zeros(member);
  return cell;
}

// What the default constructor of a class makes of its members: the elements of an array are left as they are unless they
// are asked to be zeros, those of a pair or tuple are `T()`.
namespace {

// What makes an object of nothing: null where nothing does. A template's instance is one that the source uses; unclear where
// several could be meant, or where Clang has not read what its parameters are by default.
std::pair<const clang::CXXConstructorDecl*, bool> default_constructor(const clang::CXXRecordDecl& record) {
  std::vector<const clang::CXXConstructorDecl*> found;
  const auto add = [&](const clang::FunctionDecl* one) {
    const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(one);
    if (constructor && constructor->isDefaultConstructor()) found.push_back(constructor);
  };
  for (const clang::CXXConstructorDecl* one : record.ctors()) add(one);
  bool has_template = false;  // that would be meant where nothing else is
  for (const clang::Decl* decl : record.decls()) {
    const auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(decl);
    if (!pattern || !llvm::isa<clang::CXXConstructorDecl>(pattern->getTemplatedDecl()) || (!found.empty() && !has_template)) continue;
    has_template |= pattern->getTemplatedDecl()->getMinRequiredArguments() == 0;
    for (const clang::FunctionDecl* instance : pattern->specializations()) add(instance);
  }
  if (found.empty()) return {nullptr, has_template};
  const bool is_unread = std::any_of(found[0]->param_begin(), found[0]->param_end(),
                                     [](const clang::ParmVarDecl* parameter) { return parameter->hasUninstantiatedDefaultArg(); });
  return {found[0], found.size() > 1 || is_unread};
}

}  // namespace

Cell Values::default_made(const CppType* type, const clang::Expr* expr, bool zeroed) {
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
  // Complex numbers are classes, whose constructor makes zeros.
  if (type->form == Form::scalar && !zeroed && !ir::is_complex(type->element)) return fresh(type, Cell::State::empty);
  if (type->form != Form::structure) return zero(type);
  const auto [made, unclear] = default_constructor(*type->record);
  if (unclear)
    return refuse(expr, Refusal::unsupported_expression, fmt::format("how a {} is made of nothing", type->name),
                  "give it a constructor without parameters that is no template");
  const bool has_body = made && !made->isTrivial();
  // A constructor of the user's gives the members their values or leaves them without.
  Cell* object = temporary(zeroed && !(has_body && made->isUserProvided()) ? zero(type) : uninitialised(type));
  if (!has_body) return *object;
  std::vector<const clang::Expr*> defaults;
  for (const clang::ParmVarDecl* parameter : made->parameters()) defaults.push_back(parameter->getDefaultArg());
  call_body(expr, made, object, defaults, object);
  return *object;
}

// A new element at the end of a vector. A constructor of the user's may have left parts of it without a value.
Cell Values::default_item(const CppType* type, const clang::Expr* expr) {
  return default_made(type, expr, true);
}

}  // namespace tool
