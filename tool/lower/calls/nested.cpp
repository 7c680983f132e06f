// Calls of derivatives: `f_gradient(args)` in a function that is differentiated itself is a call of the derivative's
// function in the IR, whose derivative is that of f of one order more.
#include "ir/kind.h"
#include "tool/lower/calls/calls.h"
#include "tool/request/nested.h"

namespace tool {
namespace {

// The leaves of an object by what reaches them, as signatures name places.
void name_leaves(const CppType& type, const std::string& name, Cell& cell, std::map<std::string, Cell*>& named) {
  std::vector<Cell*> cells;
  each_leaf(cell, [&](Cell& leaf) { cells.push_back(&leaf); });
  const codegen::CppValue described = describe(type, std::vector<ir::Type>(leaf_count(type)));
  std::size_t next = 0;
  for (const codegen::Leaf& leaf : codegen::leaves(described, name)) {
    std::string way = leaf.expression;
    for (const std::string& inside : leaf.elements) way += "|" + inside;
    if (next < cells.size()) named[way] = cells[next++];
  }
}

Cell* named_cell(const std::map<std::string, Cell*>& named, const codegen::Place& place) {
  std::string way = place.expression;
  for (const std::string& inside : place.elements) way += "|" + inside;
  const auto found = named.find(way);
  return found == named.end() ? nullptr : found->second;
}

// Whether the function, or one that it calls, does something beside computing.
bool has_effects(const ir::Module& module, ir::FunctionId function) {
  std::vector<ir::FunctionId> open{function};
  std::set<ir::FunctionId> seen{function};
  while (!open.empty()) {
    const ir::Function& at = module[open.back()];
    open.pop_back();
    for (const ir::Op& op : at.ops) {
      if (ir::definition(op.kind).info.acts) return true;
      if (op.callee.valid() && seen.insert(op.callee).second) open.push_back(op.callee);
    }
  }
  return false;
}

}  // namespace

// Pointers become tensors of what the derivative reads there, as much as it says of its other arguments.
bool Calls::copy_pointed(const clang::CallExpr* expr, const NestedDerivative& derivative, std::map<std::string, Cell*>& given) {
  const ir::Function& callee = module_[derivative.function];
  const std::vector<codegen::Place>& places = derivative.signature.arguments;
  std::map<std::string, ir::Extent> known;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const ir::Value& argument = callee[callee.arguments()[i]];
    Cell* leaf = named_cell(given, places[i]);
    if (!leaf || places[i].form == codegen::CppValue::Form::pointer || leaf->state != Cell::State::ready) continue;
    if (argument.type.is_scalar() && ir::is_integer(argument.type.element))
      if (const auto extent = extent_of(*leaf, true)) known.emplace("%" + argument.name, *extent);
    for (std::size_t axis = 0; argument.type.is_tensor() && axis < argument.type.extents.size(); ++axis)
      if (const auto symbol = argument.type.extents[axis].as_symbol()) known.emplace(*symbol, type_of(*leaf).extents[axis]);
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    Cell* pointer = places[i].form == codegen::CppValue::Form::pointer ? named_cell(given, places[i]) : nullptr;
    if (!pointer) continue;
    const ir::Extent extent = callee[callee.arguments()[i]].type.extents.at(0).substitute(known);
    const ir::ValueId count = forward(at_here().extent_value(extent));
    if (!is_usable(*pointer, expr) || !count.valid()) return false;
    *pointer = tensor_of_range({*pointer, count}, types_.tensor(pointer->type->item->element, 1), expr);
    if (is_poisoned(*pointer)) return false;
  }
  return true;
}

std::optional<Outcome> Calls::call_derivative(const clang::CallExpr* expr, const clang::FunctionDecl* function) {
  if (!source_.derivatives) return std::nullopt;
  auto derivative = source_.derivatives->find(function, module_);
  const CppType* type = types_.of(function->getReturnType());
  if (!derivative || !type) return std::nullopt;
  if (has_effects(module_, derivative->function))
    return Outcome{refuse(expr, Refusal::effect, function->getQualifiedNameAsString(), "in a derivative that a function calls"), nullptr};
  const codegen::Signature& signature = derivative->signature;
  const auto is_stacked = [](const codegen::Place& place) { return place.stacked; };
  if (std::any_of(signature.arguments.begin(), signature.arguments.end(), is_stacked) ||
      std::any_of(signature.results.begin(), signature.results.end(), is_stacked))
    return Outcome{refuse(expr, Refusal::unsupported_expression,
                          fmt::format("a call of '{}', whose items are structures in a std::vector,", signature.name),
                          "let each(...) name numbers and tensors, or loop over the items"),
                   nullptr};
  result_.places.merge(derivative->places);
  std::vector<codegen::Foreign>& foreign = functions_->foreign;
  if (!derivative->foreign.empty() && functions_->read_outside.empty()) functions_->read_outside = function->getQualifiedNameAsString();
  foreign.insert(foreign.end(), derivative->foreign.begin(), derivative->foreign.end());

  const std::vector<const clang::Expr*> arguments(expr->arg_begin(), expr->arg_end());
  if (!passes_known_types(expr, function, arguments)) return Outcome{};
  Frame frame;
  std::map<std::string, Cell*> given;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const clang::ParmVarDecl* parameter = function->getParamDecl(i);
    bind(frame, parameter, arguments[i]);
    Cell& cell = resolved(*frame.variables.at(parameter));
    if (!cell.type) return Outcome{};
    Cell* whole = temporary(load(cell, arguments[i]));
    if (!whole->type || is_poisoned(*whole)) return Outcome{};
    if (whole->type->form == CppType::Form::pointer)
      given[signature.parameters[i].name] = whole;
    else
      name_leaves(*whole->type, signature.parameters[i].name, *whole, given);
  }
  if (!copy_pointed(expr, *derivative, given)) return Outcome{};
  std::vector<ir::ValueId> operands;
  for (const codegen::Place& place : signature.arguments) {
    const Cell* leaf = named_cell(given, place);
    if (!leaf || leaf->state != Cell::State::ready) return std::nullopt;
    operands.push_back(use(leaf->value));
  }
  Cell result = fresh(type, Cell::State::empty);
  std::map<std::string, Cell*> results;
  name_leaves(*type, signature.out, result, results);
  for (const codegen::Place& place : signature.results)
    if (!named_cell(results, place)) return std::nullopt;
  const std::vector<ir::ValueId> got = at_here().append_all(ir::Kind::Call, operands, {}, {}, derivative->function);
  report_problems_of_ir();
  if (got.empty()) return Outcome{fresh(type, Cell::State::poison), nullptr};
  for (std::size_t i = 0; i < got.size(); ++i) {
    Cell& leaf = *named_cell(results, signature.results[i]);
    leaf.value = got[i];
    leaf.state = Cell::State::ready;
  }
  // What has no derivative is zero, or empty.
  each_leaf(result, [&](Cell& leaf) {
    if (leaf.state == Cell::State::ready) return;
    const ir::Shape nothing(static_cast<std::size_t>(leaf.type->rank), ir::Extent(0));
    leaf.value = forward(at_here().full({leaf.type->element, nothing, 0}, 0));
    leaf.state = Cell::State::ready;
  });
  return Outcome{std::move(result), nullptr};
}

}  // namespace tool
