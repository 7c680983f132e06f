// Recursion: a function that is called while its own body is being taken in becomes a function of the IR, which calls
// itself. Its arguments are the leaves of all that the call can reach, its results those of what it returns (tensors each
// in a sequence of its own, as calls don't know their extents) and then those that it may write. It is made once for each
// way in which its arguments are shaped and share objects.
#include <algorithm>

#include "ir/compact.h"
#include "ir/kind.h"
#include "ir/verify.h"
#include "tool/lowering.h"

namespace tool {

namespace {

bool written_through(clang::QualType type) {
  if (type->isReferenceType() || type->isPointerType()) return !type->getPointeeType().isConstQualified();
  return false;
}

Cell refers_to(const CppType* type, Cell* object) {
  Cell cell = fresh(type, Cell::State::ready);
  cell.alias = object;
  return cell;
}

// Whether the type says the IR types of its leaves, but for extents.
bool says_its_leaves(const CppType& type) {
  return !type.is_plural() && type.form != CppType::Form::pointer && type.form != CppType::Form::view &&
         std::all_of(type.members.begin(), type.members.end(), [](const auto& member) { return says_its_leaves(*member.type); });
}

}  // namespace

// Leaves that the objects hold, each once, in order; what tells one way of sharing from another goes into the key.
struct Lowering::Reached {
  std::vector<Cell*> leaves;
  std::vector<ir::Type> types;            // of the leaves
  std::map<const Cell*, Cell*> mirrored;  // of each object outside the one inside
  std::string key;
  bool overlaps = false;
};

void Lowering::reach(Cell& object, bool by_alias, Reached& reached) {
  Cell& at = resolved(object);
  if (const auto known = reached.mirrored.find(&at); known != reached.mirrored.end()) {
    reached.overlaps |= !by_alias;
    reached.key += fmt::format("={}", std::distance(reached.mirrored.begin(), known));
    return;
  }
  reached.mirrored[&at] = nullptr;
  reached.overlaps |= at.projection != nullptr;
  if (!at.type || at.is_leaf()) {
    reached.leaves.push_back(&at);
    reached.key += at.type ? at.type->name : "?";
    return;
  }
  reached.key += at.type->function ? fmt::format("{{{}", static_cast<const void*>(at.type->function)) : "{";
  for (Cell& member : at.members) reach(member, member.alias != nullptr, reached);
  reached.key += "}";
  if (!at.target) return;
  reached.key += fmt::format(">{}:", at.depth);
  reach(*at.target, true, reached);
}

// The object inside for one outside: leaves are arguments of the function that is being made.
Cell* Lowering::mirror(Cell& object, const std::string& name, Reached& reached, std::vector<ir::ValueId>& arguments) {
  Cell& at = resolved(object);
  if (Cell* known = reached.mirrored[&at]) return known;
  Cell* made = temporary(fresh(at.type, Cell::State::poison));
  const std::function<void(Cell&, Cell&, const std::string&)> fill = [&](Cell& from, Cell& to, const std::string& path) {
    reached.mirrored[&from] = &to;
    if (!from.type || from.is_leaf()) {
      to.state = from.type ? Cell::State::ready : Cell::State::poison;
      if (!from.type) return;
      ir::Type type = reached.types[arguments.size()];
      for (std::size_t axis = 0; axis < type.extents.size() && type.is_tensor(); ++axis)
        if (!type.extents[axis].constant()) type.extents[axis] = ir::Extent::symbol(fmt::format("{}.{}", path, axis));
      to.value = builder_.argument(type, path);
      arguments.push_back(to.value);
      return;
    }
    to.members.resize(from.members.size());
    for (std::size_t i = 0; i < from.members.size(); ++i) {
      const std::string inner = i < from.type->members.size() ? path + "." + from.type->members[i].name : path;
      if (from.members[i].alias)
        to.members[i] = refers_to(from.members[i].type, mirror(from.members[i], inner, reached, arguments));
      else
        fill(from.members[i], to.members[i], inner);
    }
    to.depth = from.depth;
    if (from.target) to.target = mirror(*from.target, path, reached, arguments);
  };
  fill(at, *made, name);
  return made;
}

Recursive Lowering::make_recursive(const clang::Expr* expr, const Frame& call, Reached& reached) {
  Lowering inner(*this, request_);
  Frame frame;
  frame.caller = frame_;
  frame.function = call.function;
  frame.called_at = expr->getExprLoc();
  inner.frame_ = &frame;
  inner.at_ = call.function->getLocation();
  const std::string plain = call.function->getNameAsString();
  inner.function_.name = module_.free_name((call.function->isOverloadedOperator() ? "operator" : plain) + "_recursion");

  Recursive made;
  std::vector<ir::ValueId> arguments;
  std::vector<const Cell*> written;
  const auto take = [&](Cell* object, const std::string& name, bool writes) {
    const std::size_t before = arguments.size();
    Cell* mine = inner.mirror(*object, name, reached, arguments);
    for (std::size_t i = before; writes && i < arguments.size(); ++i) written.push_back(reached.mirrored[reached.leaves[i]]);
    return mine;
  };
  for (const clang::ParmVarDecl* parameter : call.function->parameters()) {
    const auto found = call.variables.find(parameter);
    if (found == call.variables.end()) continue;
    const bool refers = written_through(parameter->getType());
    frame.variables[parameter] = take(found->second, parameter->getNameAsString(), refers);
  }
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(call.function);
  if (call.object) frame.object = take(call.object, "self", !method || !method->isConst() || method->getParent()->isLambda());
  for (const auto& [decl, cell] : call.variables)
    if (!llvm::isa<clang::ParmVarDecl>(decl) || frame.variables.count(decl) == 0)
      frame.variables[decl] = take(cell, decl->getNameAsString(), true);
  for (std::size_t i = 0; i < reached.leaves.size(); ++i) {
    const Cell* mine = reached.mirrored[reached.leaves[i]];
    if (std::find(written.begin(), written.end(), mine) != written.end()) made.written.push_back(i);
  }

  // What calls inside see until the function is complete.
  const CppType* result = types_.of(call.function->getReturnType());
  ir::Function draft = inner.function_;
  {
    ir::Diagnostics none;
    ir::Builder builder(module_, draft, none);
    std::vector<ir::ValueId> results;
    Cell shaped = fresh(result, Cell::State::empty);
    if (result)
      each_leaf(shaped, [&](const Cell& leaf) {
        const ir::Type type{leaf.type->element, ir::Shape(static_cast<std::size_t>(leaf.type->rank)), leaf.type->rank > 0};
        results.push_back(type.is_tensor() ? builder.append(ir::Kind::Undefined, {}, {{"element", type.element}, {"shape", type.extents}})
                                           : builder.empty_sequence(type));
      });
    for (std::size_t i : made.written) results.push_back(reached.mirrored[reached.leaves[i]]->value);
    builder.set_results(results);
  }
  made.id = {static_cast<std::int32_t>(module_.functions.size())};
  module_.functions.push_back(std::move(draft));
  functions_->recursive[reached.key] = made;

  frame.returned = inner.temporary(inner.boolean(false));
  frame.result = inner.temporary(result ? inner.uninitialised(result) : Cell{});
  inner.statement(call.function->getBody());
  std::vector<ir::ValueId> results;
  bool good = !inner.failed_;
  const auto give = [&](const Cell& leaf, ir::ValueId like) {
    good = good && leaf.is_leaf() && leaf.state == Cell::State::ready;
    if (good && like.valid() && !inner.builder_.facts().equal(inner.builder_.type(leaf.value), inner.builder_.type(like))) {
      inner.refuse(inner.at_, {}, Refusal::recursion, plain, "keep the shapes of what it writes");
      good = false;
    }
    results.push_back(leaf.value);
  };
  if (result)
    each_leaf(*frame.result, [&](const Cell& leaf) {
      give(leaf, {});
      if (good && leaf.type->rank > 0) results.back() = inner.boxed(results.back());
    });
  for (std::size_t i : made.written) {
    const Cell* mine = reached.mirrored[reached.leaves[i]];
    give(*mine, arguments[i]);
  }
  if (good) {
    inner.builder_.set_results(results);
    inner.builder_.finish();
    ir::compact(inner.function_);
    module_[made.id] = std::move(inner.function_);
    ir::Diagnostics problems;
    if (!ir::verify(module_, module_[made.id], problems))
      inner.refuse(inner.at_, {}, Refusal::recursion, plain, "take the same shapes in every call");
  } else if (!inner.failed_) {
    inner.refuse(inner.at_, {}, Refusal::recursion, plain, "return a value on every path");
  }
  inner.frame_ = nullptr;
  reported_ = inner.reported_;
  failed_ |= inner.failed_;
  result_.places.merge(inner.result_.places);
  return made;
}

Outcome Lowering::call_recursive(const clang::Expr* expr, Frame& call) {
  const std::string name = call.function->getQualifiedNameAsString();
  const CppType* type = types_.of(call.function->getReturnType());
  if (call.function->getReturnType()->isReferenceType() || llvm::isa<clang::CXXConstructorDecl>(call.function))
    return {refuse(expr, Refusal::recursion, name, "return a value"), nullptr};
  if (type && !says_its_leaves(*type))
    return {refuse(expr, Refusal::recursion, name, "return numbers, tensors or structures of them"), nullptr};
  Reached reached;
  reached.key = fmt::format("{}:", static_cast<const void*>(call.function->getCanonicalDecl()));
  for (const clang::ParmVarDecl* parameter : call.function->parameters())
    if (const auto found = call.variables.find(parameter); found != call.variables.end())
      reach(*found->second, true, reached);
  if (call.object) reach(*call.object, true, reached);
  for (const auto& [decl, cell] : call.variables)
    if (!llvm::isa<clang::ParmVarDecl>(decl)) reach(*cell, true, reached);
  if (reached.overlaps)
    return {refuse(expr, Refusal::recursion, name, "pass objects that are not parts of one another"), nullptr};
  for (const Cell* leaf : reached.leaves) {
    if (!leaf->type || leaf->state == Cell::State::poison) return {};
    const bool ready = leaf->state == Cell::State::ready;
    reached.types.push_back(ready ? builder_.facts().resolve(builder_.type(leaf->value)) : ir::scalar(leaf->type->element));
    for (const ir::Extent& extent : reached.types.back().extents)
      reached.key += extent.constant() ? fmt::format(",{}", *extent.constant()) : ",?";
  }

  const auto known = functions_->recursive.find(reached.key);
  const Recursive function = known != functions_->recursive.end() ? known->second : make_recursive(expr, call, reached);
  if (failed_) return {};
  std::vector<ir::ValueId> operands;
  for (const Cell* leaf : reached.leaves)
    operands.push_back(leaf->state == Cell::State::ready ? use(leaf->value) : undefined({leaf->type->element, {}, 0}));
  Cell result = fresh(type, Cell::State::ready);
  std::vector<Cell*> targets;
  if (type) each_leaf(result, [&](Cell& leaf) { targets.push_back(&leaf); });
  const std::size_t returned = targets.size();
  for (std::size_t i : function.written) targets.push_back(reached.leaves[i]);
  const std::vector<ir::ValueId> got = at_here().append_all(ir::Kind::Call, operands, {}, {}, function.id);
  report_problems_of_ir();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    targets[i]->state = got.empty() ? Cell::State::poison : Cell::State::ready;
    if (got.empty()) continue;
    const bool is_boxed = i < returned && targets[i]->type->rank > 0;
    targets[i]->value = is_boxed ? unboxed(got[i], call.function->getNameAsString()) : got[i];
  }
  return {std::move(result), nullptr};
}

}  // namespace tool
