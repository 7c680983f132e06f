#include "tool/lower/lower.h"

#include <clang/Basic/Stack.h>

#include "ir/compact.h"
#include "ir/kind.h"
#include "tool/lower/entry/lowering.h"
#include "tool/source/acts.h"

namespace tool {

std::optional<LoweredFunction> lower(Source& source, const Request& request, ir::Module& module) {
  return Lowering(source, request, module).run();
}

std::optional<Signature> read_signature(Source& source, const Request& request) {
  ir::Module module;
  Lowering lowering(source, request, module);
  if (!lowering.read_signature()) return std::nullopt;
  lowering.select_signature();
  Signature signature{std::move(lowering.result().primal), {}};
  for (Selection& selected : lowering.result().wrt) signature.wrt.push_back(std::move(selected.item));
  return signature;
}

std::optional<LoweredFunction> Lowering::run() {
  clang::noteBottomOfStack();
  Frame frame;
  frame.function = request_.definition;
  frame_ = &frame;
  at_ = request_.definition->getLocation();
  const bool good = read_signature();
  bind_arguments(frame);
  take_elements(frame);
  const bool has_effects = !has_rule(request_.declaration) && acts(source_, callees_, request_.definition);
  if (has_effects) effects_ = temporary(leaf_cell(types_.scalar(ir::ElementType::i64), whole(0)));
  frame.returned = temporary(boolean(false));
  frame.result = temporary(result_type_ ? uninitialised(result_type_) : Cell{});
  if (has_rule(request_.declaration))
    take_own_rule(frame);
  else
    statement(request_.definition->getBody());
  const bool finished = finish(frame);
  select_wrt();
  frame_ = nullptr;
  if (!good || !finished || failed_) return std::nullopt;
  result_.function = {static_cast<std::int32_t>(module_.functions.size())};
  function_.name = module_.free_name(function_.name);
  module_.functions.push_back(std::move(function_));
  result_.foreign = std::move(functions_->foreign);
  result_.branches = std::move(functions_->branches);
  return std::move(result_);
}

void Lowering::bind_arguments(Frame& frame) {
  for (unsigned i = 0; i < parameters_.size(); ++i) {
    Root& known = parameters_[i];
    const std::string& name = result_.primal.parameters[i].name;
    const clang::ParmVarDecl* parameter = request_.definition->getParamDecl(i);
    Cell* object = temporary(known.type ? argument(known.type, name, known.leaves) : Cell{});
    const bool is_view = known.type && known.type->form == CppType::Form::view;  // which can be assigned another one
    frame.variables[parameter] = is_view ? temporary(read_as(*object, known.type, nullptr)) : object;
  }
}

// The results, once all relations of extents are known; the first of them after the effects.
bool Lowering::finish(Frame& frame) {
  if (throws_ && !failed_) refuse(at_, {}, Refusal::exception, "a throw on every path", "return a value on one of them");
  std::vector<ir::ValueId> results;
  bool good = true;
  for (const Cell& leaf : signature_leaves(read(*frame.result))) {
    if (leaf.state == Cell::State::empty && !failed_) refuse(at_, {}, Refusal::uninitialised, "a part of the result");
    good &= leaf.is_leaf() && leaf.state == Cell::State::ready;
    results.push_back(leaf.value);
  }
  good = good && result_type_ && results.size() == leaf_count(*result_type_);
  // Silence must never pass for success.
  if (!good && !failed_)
    refuse(at_, {}, Refusal::unsupported_expression,
           fmt::format("how '{}' computes its result", request_.function), "end it with a return of a value");
  if (!good || failed_) return false;
  if (effects_) results[0] = append(ir::Kind::After, {results[0], effects_->value});
  builder_.set_results(results);
  builder_.finish();
  drop_attempts();
  describe_signature();
  return true;
}

// Removes abandoned ops; the values that are known by name get their new numbers.
void Lowering::drop_attempts() {
  const std::vector<ir::ValueId> now = ir::compact(function_);
  const auto renumber = [&](ir::ValueId& value) { value = value.valid() ? now[value.at()] : value; };
  for (Root& parameter : parameters_)
    for (ir::ValueId& leaf : parameter.leaves) renumber(leaf);
  for (auto* known : {&labels_, &elements_})
    for (auto& [name, label] : *known)
      for (Cell& leaf : label.leaves) renumber(leaf.value);
}

}  // namespace tool
