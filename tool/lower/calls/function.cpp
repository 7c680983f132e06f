// Static functions: functions of the user that are not inlined (call_plan.h says which). Such a function is lowered once for
// each way in which what its calls reach is shared and known (reached.h). Its arguments are the leaves of that; its results
// what it returns (returned.cpp), and then the leaves that it has written. A tensor whose extents the arguments don't say is in a
// sequence of its own. What can't be a function so is inlined, which also reports what is wrong with it.
#include <clang/Basic/Stack.h>

#include <algorithm>

#include "codegen/interface/program.h"
#include "ir/compact.h"
#include "ir/kind.h"
#include "ir/verify.h"
#include "tool/lower/calls/returned.h"
#include "tool/lower/calls/calls.h"

namespace tool {
namespace {

// Symbols that calls of the function can express: extents that its arguments have alone, and integers among them.
std::set<std::string> symbols_of_arguments(const ir::Function& function, const Reached& reached, const std::vector<ir::ValueId>& arguments,
                                           const ir::Builder& caller) {
  std::set<std::string> symbols;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].valid()) continue;
    const ir::Type& type = function[arguments[i]].type;
    for (const ir::Extent& extent : type.extents)
      if (const auto symbol = extent.as_symbol(); symbol && type.is_tensor()) symbols.insert(*symbol);
    const auto integer = ir::integer_symbol(function, arguments[i]);
    if (integer && caller.extent_of(reached.leaves[i]->value)) symbols.insert(*integer);
  }
  return symbols;
}

// Whether it is one of gradc's own headers, which may be on the include path as the user's are.
bool is_of_gradc(const clang::FunctionDecl* function) {
  const clang::DeclContext* at = function->getDeclContext();
  while (!at->isTranslationUnit() && !at->getParent()->isTranslationUnit()) at = at->getParent();
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(at);
  return space && space->getName() == "gradc";
}

}  // namespace

std::string Calls::own_name(const clang::Expr* call, const clang::FunctionDecl& function) {
  if (function.getOverloadedOperator() == clang::OO_Call) {
    const auto* called = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
    const clang::Expr* object = called && called->getNumArgs() > 0 ? called->getArg(0)->IgnoreParenImpCasts() : nullptr;
    if (const auto* variable = llvm::dyn_cast_or_null<clang::DeclRefExpr>(object)) return variable->getDecl()->getNameAsString();
    if (const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(object)) return member->getMemberDecl()->getNameAsString();
    const auto& method = llvm::cast<clang::CXXMethodDecl>(function);
    return method.getParent()->isLambda() ? "lambda" : method.getParent()->getNameAsString();
  }
  return function.isOverloadedOperator() ? "operator" : function.getNameAsString();
}

ir::CallChoice Calls::choice(const clang::FunctionDecl* definition) {
  if (!functions_->plan) {
    const Frame* outermost = frame_;
    while (outermost->caller) outermost = outermost->caller;
    functions_->plan.emplace(outermost->function, [this](const clang::FunctionDecl* callee) {
      const bool is_users = !has_rule(callee) && !source_.is_installed(callee->getLocation()) && !is_of_gradc(callee) && !callee->isInStdNamespace() &&
                            callee->getBuiltinID() == 0;
      return is_users ? definition_of(callee) : nullptr;
    });
  }
  return (*functions_->plan)[definition];
}

bool Calls::passes_numbers(const Frame& call) {
  const clang::QualType returned = call.function->getReturnType();
  const CppType* type = types_.of(returned);
  const Reached reached = reach(call);
  return !reached.overlaps && !returned->isReferenceType() && (returned->isVoidType() || (type && type->is_leaf() && type->rank == 0)) &&
         std::all_of(reached.leaves.begin(), reached.leaves.end(), [](const Cell* leaf) { return leaf->type && leaf->type->rank == 0; });
}

// Objects that are parts of others at indices known at run time are passed by their values.
std::optional<Frame> Calls::with_places_read(const Frame& call, Parts& read_places) {
  Frame frame = call;
  const auto take = [&](Cell*& object) {
    Cell& at = resolved(*object);
    if (!at.projection) return true;
    Cell value = read(at);
    if (!value.type || is_poisoned(value)) return false;
    object = temporary(std::move(value));
    read_places.emplace_back(object, &at);
    return true;
  };
  for (const clang::ParmVarDecl* parameter : call.function->parameters())
    if (const auto found = frame.variables.find(parameter); found != frame.variables.end() && !take(found->second)) return std::nullopt;
  if (frame.object && !take(frame.object)) return std::nullopt;
  return frame;
}

// Whether what is read into values of their own can be reached in another way, or twice.
bool Calls::are_reached_otherwise(const Parts& parts, const Reached& reached) {
  std::set<const Cell*> held;
  for (const auto& [value, part] : parts) {
    std::vector<Cell*> holding;
    holders(*part, holding);
    for (const Cell* leaf : holding)
      if (reached.mirrored.count(leaf) != 0 || !held.insert(leaf).second) return true;
  }
  return false;
}

void Calls::write_back(const Parts& parts, const Recursive& function, const Reached& reached) {
  for (const auto& [value, part] : parts) {
    std::set<const Cell*> cells;
    collect_cells(*value, cells);
    const bool is_written = std::any_of(function.written.begin(), function.written.end(), [&](std::size_t i) {
      return cells.count(reached.leaves[i]) != 0 && function.kept.count(i) == 0;
    });
    if (is_written) write(*part, *value);
  }
}

std::optional<Recursive> Calls::try_function(const clang::Expr* expr, const Frame& call, Reached& reached, std::vector<Said>& said) {
  Calls inner(*this, request_);
  Frame frame;
  const std::vector<ir::ValueId> arguments = inner.enter_function(*this, expr, call, reached, frame, said);
  std::vector<ir::ValueId> before;
  for (const Cell* leaf : reached.leaves) before.push_back(reached.mirrored[leaf]->value);

  const CppType* result = types_.of(call.function->getReturnType());
  frame.returned = inner.temporary(inner.boolean(false));
  inner.prepare_result(frame);
  clang::runWithSufficientStackSpace([] {}, [&] { inner.statement(call.function->getBody()); });
  if (inner.failed_ || inner.moves_pointers(reached)) return std::nullopt;

  Recursive made;
  Giving giving(reached);
  const std::set<std::string> symbols = symbols_of_arguments(inner.function_, reached, arguments, builder_);
  giving.is_known = [&](const ir::Type& type) {
    std::set<std::string> needed;
    for (const ir::Extent& extent : inner.builder_.facts().resolve(type).extents) extent.collect_symbols(needed);
    return !type.is_tensor() || std::includes(symbols.begin(), symbols.end(), needed.begin(), needed.end());
  };
  if (result) {
    made.given = inner.give_value(*frame.result, giving);
    if (!made.given) return std::nullopt;
  }
  made.returned = giving.returned;
  for (std::size_t i = 0; i < reached.leaves.size(); ++i) {
    const Cell& leaf = *reached.mirrored[reached.leaves[i]];
    const bool was_set = !reached.unset[i];
    if (was_set == (leaf.state == Cell::State::ready) && leaf.value == before[i]) continue;
    const auto number = inner.give_leaf(leaf, giving);
    if (!number) return std::nullopt;
    made.written.push_back(i);
    if (giving.returned[*number].boxed) made.reshaped.insert(i);
  }
  inner.builder_.set_results(giving.results);
  inner.builder_.finish();
  ir::compact(inner.function_);
  inner.function_.name = module_.free_name(own_name(expr, *call.function) + std::string(codegen::kOwnFunction));
  made.id = {static_cast<std::int32_t>(module_.functions.size())};
  made.open = false;
  made.types = reached.types;
  made.known = reached.known;
  module_.functions.push_back(std::move(inner.function_));
  ir::Diagnostics problems;
  if (!ir::verify(module_, module_[made.id], problems)) return std::nullopt;
  result_.places.merge(inner.result_.places);
  return made;
}

std::optional<Recursive> Calls::make_function(const clang::Expr* expr, const Frame& call, Reached reached) {
  const Made before = made_so_far();
  std::vector<Said> said;
  std::optional<Recursive> made = try_function(expr, call, reached, said);
  if (!made) drop_made(before);
  return made;
}

std::optional<Outcome> Calls::call_function_of_user(const clang::Expr* expr, const Frame& call) {
  const clang::FunctionDecl* of = call.function->getCanonicalDecl();
  const clang::QualType returned = call.function->getReturnType();
  const CppType* type = types_.of(returned);
  if (functions_->taken_in.count(of) != 0 || (!returned->isVoidType() && !type)) return std::nullopt;
  // A view that may be assigned is an object of the caller, which results can't say.
  if (returned->isReferenceType() && type->form == CppType::Form::view) return std::nullopt;
  Parts places;
  const std::optional<Frame> with_values = with_places_read(call, places);
  if (!with_values) return std::nullopt;
  Reached reached = reach(*with_values);
  if (reached.overlaps) return std::nullopt;
  for (const auto& [object, is_writable] : reached.marked)
    if (object->type && has_shapes(*object->type)) return std::nullopt;
  for (const Cell* leaf : reached.leaves)
    if (!leaf->type || leaf->state == Cell::State::poison) return std::nullopt;
  if (are_reached_otherwise(places, reached)) return std::nullopt;
  const std::string version = reached.version(builder_, functions_->kept[reached.key]);
  const auto known = functions_->kept[reached.key].find(version);
  std::optional<Recursive> function;
  if (known != functions_->kept[reached.key].end())
    function = known->second;
  else if ((function = make_function(expr, *with_values, reached)))
    functions_->kept[reached.key][version] = *function;
  if (!function) {
    functions_->taken_in.insert(of);
    return std::nullopt;
  }

  std::vector<ir::ValueId> operands;
  for (std::size_t i = 0; i < reached.leaves.size(); ++i)
    if (!reached.unset[i] && !reached.known[i]) operands.push_back(use(reached.leaves[i]->value));
  Outcome outcome = call_made(expr, call, *function, reached, operands, places);
  write_back(places, *function, reached);
  return outcome;
}

}  // namespace tool
