// Recursion: a function that is called while its own body is being lowered becomes a function of the IR, which calls
// itself. Its arguments are the leaves of all that the call can reach, its results those of what it returns and then those
// that it may write; a tensor whose extents calls can't know is in a sequence of its own. It is made once for each way in
// which its arguments share objects and extents: numbers, and what the call knows to be equal. What else must be equal is
// checked where it meets, because another call may pass other extents.
#include <algorithm>

#include "ir/check.h"
#include "ir/compact.h"
#include "ir/kind.h"
#include "ir/passes/analysis/passed.h"
#include "ir/verify.h"
#include "tool/lower/calls/returned.h"
#include "tool/lower/calls/calls.h"

namespace tool {

namespace {

// Variables that are captured, and parameters beside them, may have one name.
ir::Extent unused_symbol(const std::string& path, std::size_t axis, const Reached& reached) {
  for (int number = 1;; ++number) {
    const std::string name = number == 1 ? path : fmt::format("{}_{}", path, number);
    const ir::Extent symbol = ir::Extent::symbol(fmt::format("{}.{}", name, axis));
    const bool is_used = std::any_of(reached.symbols.begin(), reached.symbols.end(), [&](const auto& one) { return one.second == symbol; });
    if (!is_used) return symbol;
  }
}

Cell refers_to(const CppType* type, Cell* object) { return {type, Cell::State::ready, {}, {}, object, nullptr, nullptr, 0}; }

}  // namespace

bool says_its_leaves(const CppType& type) {
  return type.form != CppType::Form::pointer && type.form != CppType::Form::view &&
         std::all_of(type.members.begin(), type.members.end(), [](const auto& member) { return !member.reference && says_its_leaves(*member.type); });
}

namespace {

// The types of results that are the leaves of what a function returns.
void add_returned(const CppType& type, ir::Shape axes, int depth, std::vector<Recursive::Returned>& to) {
  if (type.is_leaf()) {
    bool known = true;
    for (int axis = 0; axis < type.rank; ++axis) {
      const auto at = static_cast<std::size_t>(axis);
      const std::int64_t extent = at < type.extents.size() ? type.extents[at] : -1;
      known &= extent >= 0;
      axes.push_back(std::max<std::int64_t>(extent, 0));
    }
    const bool boxed = depth == 0 && !known;
    if (boxed || depth > 0) axes.assign(axes.size(), {});
    to.push_back({{type.element, axes, depth + boxed}, boxed});
    return;
  }
  if (type.packed) axes.push_back(type.count);
  for (const CppType::Member& member : type.members)
    add_returned(*member.type, axes, depth + (type.form == CppType::Form::vector), to);
}

}  // namespace

// The object inside for one outside: leaves are arguments of the function that is being made.
Cell* Calls::mirror(Cell& object, const std::string& name, Reached& reached, std::vector<ir::ValueId>& arguments) {
  Cell& at = resolved(object);
  if (Cell* known = reached.mirrored[&at]) return known;
  Cell* made = temporary(fresh(at.type, Cell::State::poison));
  const std::function<void(Cell&, Cell&, const std::string&)> fill = [&](Cell& from, Cell& to, const std::string& path) {
    reached.mirrored[&from] = &to;
    if (!from.type || from.is_leaf()) {
      to.state = from.type ? Cell::State::ready : Cell::State::poison;
      if (!from.type) return;
      const std::size_t leaf = arguments.size();
      GRADC_CHECK(leaf < reached.leaves.size() && reached.leaves[leaf] == &from);
      if (reached.unset[leaf]) to.state = Cell::State::empty;
      if (reached.unset[leaf] || reached.known[leaf]) return arguments.push_back({});
      ir::Type type = reached.types[leaf];
      for (std::size_t axis = 0; axis < type.extents.size() && type.is_tensor(); ++axis) {
        std::set<std::string> symbols;
        type.extents[axis].collect_symbols(symbols);
        for (const std::string& symbol : symbols)
          if (reached.symbols.count(symbol) == 0) reached.symbols.emplace(symbol, unused_symbol(path, axis, reached));
        type.extents[axis] = type.extents[axis].substitute(reached.symbols);
      }
      to.value = builder_.argument(type, path);
      arguments.push_back(to.value);
      return;
    }
    to.members.resize(from.members.size());
    for (std::size_t i = 0; i < from.members.size(); ++i) {
      const std::string inner = i < from.type->members.size() ? path + "." + from.type->members[i].name : path;
      Cell* const alias = from.members[i].alias;
      if (alias && alias->alias)  // a reference to a view
        to.members[i] = refers_to(alias->type, mirror_view(*alias, inner, reached, arguments));
      else if (alias)
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

// The view inside for one outside that the function may make show something else.
Cell* Calls::mirror_view(Cell& view, const std::string& name, Reached& reached, std::vector<ir::ValueId>& arguments) {
  Cell* object = mirror(view, name, reached, arguments);
  Cell*& known = reached.views[&view];
  if (!known) known = temporary(refers_to(view.type, object));
  return known;
}

// What a call can reach, and how.
Reached Calls::reach(const Frame& call) {
  Reached reached;
  reached.key = fmt::format("{}:", static_cast<const void*>(call.function->getCanonicalDecl()));
  const auto add = [&](Cell& object, bool is_writable) {
    reached.add(object);
    reached.mark_writable(object, is_writable);
  };
  for (const clang::ParmVarDecl* parameter : call.function->parameters())
    if (const auto found = call.variables.find(parameter); found != call.variables.end())
      add(*found->second, written_through(parameter->getType()));
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(call.function);
  if (call.object) add(*call.object, !method || !method->isConst());
  // What it captures, which may be parameters of others.
  const auto own = call.function->parameters();
  for (const auto& [decl, cell] : call.variables)
    if (std::find(own.begin(), own.end(), decl) == own.end()) add(*cell, false);
  if (effects_) add(*effects_, true);
  return reached;
}

// The frame of the call inside the function that is being made, and what the function knows before it begins.
std::vector<ir::ValueId> Calls::enter_function(const Calls& outer, const clang::Expr* expr, const Frame& call, Reached& reached,
                                                  Frame& frame, std::vector<Said>& said) {
  builder_.facts().may_require = false;
  held_ = &said;
  frame.caller = outer.frame_;
  frame.function = call.function;
  frame.called_at = expr->getExprLoc();
  frame_ = &frame;
  at_ = call.function->getLocation();
  std::vector<ir::ValueId> arguments;
  const auto take = [&](Cell* object, const std::string& name) {
    return object->alias ? mirror_view(*object, name, reached, arguments) : mirror(*object, name, reached, arguments);
  };
  for (const clang::ParmVarDecl* parameter : call.function->parameters()) {
    const auto found = call.variables.find(parameter);
    if (found == call.variables.end()) continue;
    const std::string name = parameter->getNameAsString();
    Cell* const object = found->second;
    const bool is_own_view = object->alias && !parameter->getType()->isReferenceType();
    frame.variables[parameter] =
        is_own_view ? temporary(refers_to(object->type, mirror(*object, name, reached, arguments))) : take(object, name);
  }
  if (call.object) frame.object = take(call.object, "self");
  for (const auto& [decl, cell] : call.variables)
    if (frame.variables.count(decl) == 0) frame.variables[decl] = take(cell, decl->getNameAsString());
  if (outer.effects_) effects_ = take(outer.effects_, "effects");
  for (std::size_t i = 0; i < reached.leaves.size(); ++i) {
    if (!reached.known[i]) continue;
    const ir::Extent extent = reached.known[i]->substitute(reached.symbols);
    const auto number = extent.constant();
    reached.mirrored[reached.leaves[i]]->value =
        number ? at_here().constant_integer(reached.types[i].element, *number) : at_here().extent_value(extent);
  }
  return arguments;
}

// Whether a pointer or view that is passed to be changed leads elsewhere afterwards, which no result says.
bool Calls::moves_pointers(const Reached& reached) {
  const auto is_other = [&](const Cell& outside, const Cell& inside) { return &resolved(inside) != reached.mirrored.at(&resolved(outside)); };
  const auto moves = [&](const auto& marked) {
    const auto& [object, is_writable] = marked;
    Cell& mine = *reached.mirrored.at(object);
    if (!is_writable) return false;
    for (std::size_t i = 0; i < object->members.size(); ++i)
      if (object->members[i].alias && is_other(object->members[i], mine.members[i])) return true;
    if (mine.alias || mine.depth != object->depth || !mine.target != !object->target) return true;
    return object->target && !same_object(mine.target, reached.mirrored.at(&resolved(*object->target)));
  };
  return std::any_of(reached.marked.begin(), reached.marked.end(), moves) ||
         std::any_of(reached.views.begin(), reached.views.end(), [&](const auto& view) {
           return is_other(*view.first, *view.second);
         });
}

// The call, once there is the function: what it gives becomes what it returns and what the caller's objects hold.
Outcome Calls::call_made(const clang::Expr* expr, const Frame& call, const Recursive& function, const Reached& reached,
                         const std::vector<ir::ValueId>& operands,
                         const Parts& parts) {
  const CppType* type = types_.of(call.function->getReturnType());
  const std::vector<ir::ValueId> got = at_here().append_all(ir::Kind::Call, operands, {}, {}, function.id);
  report_problems_of_ir();
  const auto taken = [&](std::size_t number, bool is_boxed) {
    if (got.empty()) return ir::ValueId{};
    return is_boxed ? unboxed(got[number], call.function->getNameAsString()) : got[number];
  };
  const auto result = [&](std::size_t number) { return taken(number, function.returned[number].boxed); };
  Cell returned;
  // One that writes nothing, and gives back an object that it was passed, has no results.
  const bool is_called = !got.empty() || module_[function.id].results().empty();
  if (function.given && is_called) {
    returned = take_value(*function.given, {reached, parts, result});
  } else {
    returned = fresh(type, got.empty() ? Cell::State::poison : Cell::State::ready);
    std::size_t number = 0;
    if (type && !got.empty()) each_leaf(returned, [&](Cell& leaf) { leaf = leaf_cell(leaf.type, result(number++)); });
  }
  for (std::size_t k = 0; k < function.written.size(); ++k) {
    const std::size_t i = function.written[k];
    if (function.kept.count(i) != 0) continue;
    const ir::ValueId value = taken(function.returned.size() + k, function.reshaped.count(i) != 0);
    reached.leaves[i]->state = value.valid() ? Cell::State::ready : Cell::State::poison;
    reached.leaves[i]->value = value;
  }
  return given_back(returned, call.function, expr);
}

// Which of the tensors that the function writes keep their extents is known only when its body was lowered; what was made on
// the way is made again.
Recursive Calls::make_recursive(const clang::Expr* expr, const Frame& call, const Reached& reached, const std::string& version) {
  const Made before = made_so_far();
  for (std::set<std::size_t> reshaped;;) {
    std::vector<Said> said;
    const std::size_t known = reshaped.size();
    const Recursive made = try_recursive(expr, call, reached, version, reshaped, said);
    if (reshaped.size() == known) {
      say(said);
      return made;
    }
    drop_made(before);
  }
}

Calls::Made Calls::made_so_far() const {
  return {module_.functions.size(), functions_->foreign.size(), functions_->branches.size()};
}

void Calls::drop_made(const Made& before) {
  const auto is_dropped = [&](ir::FunctionId id) { return id.at() >= before.functions; };
  for (auto* all : {&functions_->recursive, &functions_->kept})
    for (auto& [key, versions] : *all)
      for (auto at = versions.begin(); at != versions.end();) at = is_dropped(at->second.id) ? versions.erase(at) : std::next(at);
  for (auto at = functions_->made.begin(); at != functions_->made.end();)
    at = at->second.id && is_dropped(*at->second.id) ? functions_->made.erase(at) : std::next(at);
  module_.functions.resize(before.functions);
  functions_->foreign.resize(before.foreign);
  functions_->branches.resize(before.branches);
}

// What was held back while a function was made.
void Calls::say(std::vector<Said>& said) {
  for (Said& one : said) {
    failed_ = true;
    reported_.emplace(one.cause, one.name);
    if (held_)
      held_->push_back(std::move(one));
    else
      emit(one);
  }
}

Recursive Calls::try_recursive(const clang::Expr* expr, const Frame& call, Reached reached, const std::string& version,
                                  std::set<std::size_t>& reshaped, std::vector<Said>& said) {
  Calls inner(*this, request_);
  Frame frame;
  const std::string plain = own_name(expr, *call.function);
  inner.function_.name = module_.free_name(plain + "_recursion");

  Recursive made;
  const std::vector<ir::ValueId> arguments = inner.enter_function(*this, expr, call, reached, frame, said);
  for (std::size_t i = 0; i < reached.leaves.size(); ++i)
    if (reached.writable.count(reached.leaves[i]) != 0) made.written.push_back(i);

  // What calls inside see until the function is complete.
  const CppType* result = types_.of(call.function->getReturnType());
  if (result) add_returned(*result, {}, 0, made.returned);
  made.reshaped = reshaped;
  made.types = reached.types;
  ir::Function draft = inner.function_;
  {
    ir::Diagnostics none;
    ir::Builder builder(module_, draft, none);
    std::vector<ir::ValueId> results;
    for (const Recursive::Returned& returned : made.returned) {
      const ir::Type& type = returned.type;
      results.push_back(type.is_tensor() ? builder.append(ir::Kind::Undefined, {}, {{"element", type.element}, {"shape", type.extents}})
                                         : builder.empty_sequence(type));
    }
    for (std::size_t i : made.written) {
      const ir::ValueId argument = reached.mirrored[reached.leaves[i]]->value;
      const ir::Type& type = builder.type(argument);
      results.push_back(reshaped.count(i) == 0 ? argument : builder.empty_sequence({type.element, type.extents, 1}));
    }
    builder.set_results(results);
  }
  made.id = {static_cast<std::int32_t>(module_.functions.size())};
  module_.functions.push_back(std::move(draft));
  functions_->recursive[reached.key][version] = made;

  frame.returned = inner.temporary(inner.boolean(false));
  frame.result = inner.temporary(result ? inner.uninitialised(result) : Cell{});
  inner.statement(call.function->getBody());
  std::vector<ir::ValueId> results;
  bool good = !inner.failed_;
  const auto give = [&](const Cell& leaf, bool boxed, const ir::Type& like) {
    good = good && leaf.is_leaf() && leaf.state == Cell::State::ready;
    results.push_back(good && boxed ? inner.boxed(leaf.value) : leaf.value);
    return !good || boxed || inner.builder_.facts().equal(inner.builder_.type(leaf.value), like);
  };
  if (result) each_leaf(*frame.result, [&](const Cell& leaf) {
      if (results.size() >= made.returned.size()) {
        good = false;
        return;
      }
      const auto& [type, boxed] = made.returned[results.size()];
      if (!give(leaf, boxed, type) && type.is_tensor()) results.back() = inner.at_here().require_extents(results.back(), type.extents, plain);
    });
  if (inner.moves_pointers(reached))
    inner.refuse(inner.at_, {}, Refusal::recursion, plain, "leave pointers that it is passed by reference in the object that they point into");
  for (std::size_t i : made.written) {
    const ir::Type type = inner.builder_.type(arguments[i]);
    if (!give(*reached.mirrored[reached.leaves[i]], reshaped.count(i) != 0, type) && type.is_tensor()) reshaped.insert(i);
  }
  if (reshaped.size() != made.reshaped.size()) return made;
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
  if (inner.failed_) good = false;
  if (good) {
    std::set<ir::FunctionId> open;
    for (const auto& [key, versions] : functions_->recursive)
      for (const auto& [other, one] : versions)
        if (one.open && one.id != made.id) open.insert(one.id);
    const ir::Passed passed(module_, made.id, open);
    for (std::size_t k = 0; k < made.written.size(); ++k)
      if (passed.argument(made.id, made.returned.size() + k) == made.written[k]) made.kept.insert(made.written[k]);
  }
  made.open = false;
  functions_->recursive[reached.key][version] = made;
  inner.frame_ = nullptr;
  failed_ |= inner.failed_;
  result_.places.merge(inner.result_.places);
  return made;
}

Outcome Calls::call_recursive(const clang::Expr* expr, Frame& call) {
  const std::string name = call.function->getQualifiedNameAsString();
  const CppType* type = types_.of(call.function->getReturnType());
  if (call.function->getReturnType()->isReferenceType() || llvm::isa<clang::CXXConstructorDecl>(call.function))
    return {refuse(expr, Refusal::recursion, name, "return a value"), nullptr};
  if (type && !says_its_leaves(*type))
    return {refuse(expr, Refusal::recursion, name, "return numbers, tensors or structures of them"), nullptr};
  Parts parts;
  const std::optional<Frame> with_values = with_places_read(call, parts);
  if (!with_values) return {};
  Reached reached = reach(*with_values);
  if (reached.overlaps || are_reached_otherwise(parts, reached))
    return {refuse(expr, Refusal::recursion, name, "pass objects that are not parts of one another"), nullptr};
  for (const Cell* leaf : reached.leaves)
    if (!leaf->type || leaf->state == Cell::State::poison) return {};
  const auto& versions = functions_->recursive[reached.key];
  const std::string version = reached.recursive_version(builder_, versions);
  const auto known = versions.find(version);
  const Recursive function = known != versions.end() ? known->second : make_recursive(expr, *with_values, reached, version);
  if (failed_) return {};
  std::vector<ir::ValueId> operands;
  for (const Cell* leaf : reached.leaves)
    operands.push_back(leaf->state == Cell::State::ready ? use(leaf->value) : undefined({leaf->type->element, {}, 0}));
  Outcome outcome = call_made(expr, call, function, reached, operands, parts);
  write_back(parts, function, reached);
  return outcome;
}

}  // namespace tool
