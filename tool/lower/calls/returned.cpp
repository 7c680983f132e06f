// What a static function returns. Numbers and tensors are results of it. An object that a reference, view, pointer or iterator
// leads to is one that the call reaches, a part of one, or one of several; what tells which part (indices, conditions) are
// results, too, so that the caller finds the object among its own. An object of the function's own is given by its value.
#include "tool/lower/calls/returned.h"

#include <clang/AST/StmtCXX.h>

#include "tool/lower/calls/calls.h"
#include "tool/source/walk.h"

namespace tool {
namespace {

using Form = Given::Form;

// The members that lead from one cell to another that it holds.
bool find_path(const Cell& from, const Cell* to, std::vector<std::size_t>& path) {
  if (&from == to) return true;
  for (std::size_t i = 0; i < from.members.size(); ++i) {
    path.push_back(i);
    if (find_path(from.members[i], to, path)) return true;
    path.pop_back();
  }
  return false;
}

// What stands for the items of a container, whichever is taken.
const Cell* item_of(const Cell& container) {
  const Projection* place = container.projection.get();
  const Cell* whole = !place ? &container : place->base ? place->base : &resolved(*place->options.front());
  return container.type->is_plural() && !whole->members.empty() ? &whole->members[0] : whole;
}

// Returns in loops, and variables that loops declare.
class ReturnsInLoops : public Walk {
 public:
  bool chooses_object = false;

 private:
  bool enters(clang::Stmt* stmt) override {
    loops_ += is_loop(stmt);
    return !llvm::isa<clang::LambdaExpr>(stmt);
  }
  void leaves(clang::Stmt* stmt) override { loops_ -= is_loop(stmt); }
  bool sees(clang::Decl* decl) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
    if (variable && loops_ > 0) of_trips_.insert(variable);
    return true;
  }
  bool sees(clang::Stmt* stmt) override {
    const auto* returned = llvm::dyn_cast<clang::ReturnStmt>(stmt);
    const clang::Expr* object = returned ? returned->getRetValue() : nullptr;
    if (loops_ == 0 || !object) return true;
    object = object->IgnoreParenImpCasts();
    while (const auto* member = llvm::dyn_cast<clang::MemberExpr>(object)) object = member->getBase()->IgnoreParenImpCasts();
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(object);
    chooses_object |= named ? of_trips_.count(named->getDecl()) != 0 : !llvm::isa<clang::CXXThisExpr>(object);
    return true;
  }
  static int is_loop(const clang::Stmt* stmt) {
    return llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(stmt) ? 1 : 0;
  }
  int loops_ = 0;
  std::set<const clang::ValueDecl*> of_trips_;
};

}  // namespace

// A reference to the element that a loop has found is a pointer until it is given back: which element it is, is a number.
void Calls::prepare_result(Frame& frame) {
  const CppType* type = types_.of(frame.function->getReturnType());
  if (type && frame.function->getReturnType()->isReferenceType() && type->form != CppType::Form::view) {
    ReturnsInLoops returns;
    returns.through(frame.function->getBody());
    frame.returns_pointer = returns.chooses_object;
  }
  if (frame.returns_pointer) type = types_.pointer_to(type);
  frame.result = temporary(type ? uninitialised(type) : Cell{});
}

// The object itself where the function returns a reference; a view that is returned is a value that leads to one.
Outcome Calls::given_back(const Cell& result, const clang::FunctionDecl* function, const clang::Expr* call) {
  if (!types_.is_reference(function->getReturnType())) return {result, nullptr};
  const CppType* type = types_.of(function->getReturnType());
  if (!type || result.type != types_.pointer_to(type)) return {result, result.alias};
  return {{}, pointee(result, whole(0), call)};
}

bool has_shapes(const CppType& type) {
  return type.form == CppType::Form::shape ||
         std::any_of(type.members.begin(), type.members.end(), [](const auto& member) { return has_shapes(*member.type); });
}

Calls::Giving::Giving(const Reached& reached) {
  for (std::size_t i = 0; i < reached.objects.size(); ++i)
    if (const Cell* inside = reached.mirrored.at(reached.objects[i])) {
      numbers.emplace(inside, i);
      inside_cells.insert(inside);
    }
}

// --- in the function that is being made ---

std::optional<std::size_t> Calls::give_leaf(const Cell& leaf, Giving& giving) {
  if (!leaf.is_leaf() || leaf.state != Cell::State::ready) return std::nullopt;
  const ir::Type type = builder_.type(leaf.value);
  const bool is_boxed = !giving.is_known(type);
  giving.results.push_back(is_boxed ? boxed(leaf.value) : leaf.value);
  giving.returned.push_back({type, is_boxed});
  return giving.results.size() - 1;
}

std::optional<Given> Calls::give_value(Cell& value, Giving& giving) {
  if (!value.type || value.projection) return std::nullopt;
  Given given;
  given.type = value.type;
  if (value.alias) {
    auto object = give_object(*value.alias, giving);
    if (!object) return std::nullopt;
    given.alias.push_back(std::move(*object));
    return given;
  }
  if (value.is_leaf()) {
    const auto number = give_leaf(value, giving);
    if (!number) return std::nullopt;
    given.form = Form::leaf;
    given.number = *number;
    return given;
  }
  if (has_shapes(*value.type)) return std::nullopt;
  for (Cell& member : value.members) {
    auto part = give_value(member, giving);
    if (!part) return std::nullopt;
    given.parts.push_back(std::move(*part));
  }
  given.depth = value.depth;
  if (!value.target) return given;
  // What is pointed into stays one object, and is not copied.
  auto target = is_among(&resolved(*value.target), giving.inside_cells) ? give_object(*value.target, giving) : std::nullopt;
  if (!target) return std::nullopt;
  given.target.push_back(std::move(*target));
  return given;
}

std::optional<Given> Calls::give_object(Cell& object, Giving& giving) {
  Cell& at = resolved(object);
  if (const auto found = giving.numbers.find(&at); found != giving.numbers.end()) {
    Given given;
    given.form = Form::reached;
    given.type = at.type;
    given.number = found->second;
    return given;
  }
  if (at.projection && is_among(&at, giving.inside_cells)) return give_part(at, giving);
  Cell value = read(at);
  return give_value(value, giving);
}

std::optional<Given> Calls::give_part(Cell& part, Giving& giving) {
  const Projection& place = *part.projection;
  if (place.part) return std::nullopt;
  Given given;
  given.type = part.type;
  given.guarded = place.guarded;
  std::vector<Cell*> objects = place.options;
  std::vector<ir::ValueId> indices{place.selector};
  given.form = place.steps.empty() ? Form::one_of : Form::element;
  if (given.form == Form::element) {
    const Projection::Step& step = place.steps.back();
    objects = {step.container};
    indices = step.indices;
    if (!find_path(*item_of(*step.container), place.base ? place.base : place.options.front(), given.path)) return std::nullopt;
  }
  for (Cell* object : objects) {
    auto inner = give_object(*object, giving);
    if (!inner) return std::nullopt;
    given.parts.push_back(std::move(*inner));
  }
  for (ir::ValueId index : indices) {
    const auto one = give_index(index, giving);
    if (!one) return std::nullopt;
    given.indices.push_back(*one);
  }
  return given;
}

std::optional<Given::Index> Calls::give_index(ir::ValueId index, Giving& giving) {
  if (!index.valid() || !regions_.sees(index)) return std::nullopt;
  const ir::Type& type = builder_.type(index);
  if (const auto known = known_integer(index); known && type.element == ir::ElementType::i64) return Given::Index{*known, 0};
  const auto [found, is_new] = giving.indices.emplace(index, giving.results.size());
  if (is_new) {
    giving.results.push_back(index);
    giving.returned.push_back({type, false});
  }
  return Given::Index{std::nullopt, found->second};
}

// --- at the call ---

Cell Calls::take_value(const Given& given, const Taking& taking) {
  if (given.form == Form::leaf) return leaf_cell(given.type, taking.result(given.number));
  Cell cell = fresh(given.type, Cell::State::ready);
  for (std::size_t i = 0; i < given.parts.size(); ++i) cell.members[i] = take_value(given.parts[i], taking);
  if (!given.alias.empty()) cell.alias = take_object(given.alias[0], taking);
  if (!given.target.empty()) cell.target = &resolved(*take_object(given.target[0], taking));
  cell.depth = given.depth;
  return cell;
}

Cell* Calls::take_object(const Given& given, const Taking& taking) {
  std::vector<Cell*> parts;
  std::vector<ir::ValueId> indices;
  if (given.form == Form::element || given.form == Form::one_of) {
    for (const Given& part : given.parts) parts.push_back(&resolved(*take_object(part, taking)));
    for (const Given::Index& index : given.indices) indices.push_back(index.known ? whole(*index.known) : taking.result(index.result));
  }
  switch (given.form) {
    case Form::reached: {
      Cell* object = taking.reached.objects[given.number];
      std::vector<std::size_t> path;
      for (const auto& [value, part] : taking.read_parts)
        if (find_path(*value, object, path)) return part_by_path(part, path);
      return object;
    }
    case Form::element: {
      const bool of_tensor = parts[0]->type && parts[0]->type->is_tensor();
      return part_by_path(of_tensor ? tensor_element(*parts[0], indices) : element_at(*parts[0], indices[0]), given.path);
    }
    case Form::one_of: {
      const bool has_places = std::any_of(parts.begin(), parts.end(), [](const Cell* part) { return part->projection != nullptr; });
      return projected(given.type, {nullptr, {}, std::move(parts), indices[0], given.guarded || has_places});
    }
    default:
      return temporary(take_value(given, taking));
  }
}

Cell* Calls::part_by_path(Cell* object, const std::vector<std::size_t>& path) {
  for (std::size_t i : path) {
    Cell& at = resolved(*object);
    if (!at.type) return &at;
    object = part_of(at, i, at.type->members[i].type);
  }
  return object;
}

}  // namespace tool
