#include "tool/lower/lower.h"

#include <clang/Basic/Stack.h>

#include "ir/compact.h"
#include "ir/kind.h"
#include "tool/lower/entry/lowering.h"
#include "tool/source/acts.h"

namespace tool {

namespace {

// What the body says of the parameters; nothing where it needn't be asked.
struct KnownUses {
  bool good = true;
  std::optional<std::vector<ParameterUse>> uses = {};
};
KnownUses uses_of(Source& source, const Request& request) {
  for (std::set<unsigned> several;;) {
    ir::Module module;
    Lowering first(source, request, module);
    first.set_several(several);
    if (!first.must_know_uses()) return {};
    std::vector<Said> said;
    first.hold(&said);
    const auto lowered = first.run();
    first.hold(nullptr);
    const std::size_t before = several.size();
    several.insert(first.indexed().begin(), first.indexed().end());
    if (several.size() > before) continue;  // what was taken for one object is several
    first.say(said);
    auto uses = lowered ? first.find_uses(*lowered) : std::nullopt;
    const bool good = uses.has_value();
    return {good, std::move(uses)};
  }
}

}  // namespace

std::optional<LoweredFunction> lower(Source& source, const Request& request, ir::Module& module) {
  KnownUses known = uses_of(source, request);
  if (!known.good) return std::nullopt;
  Lowering lowering(source, request, module);
  lowering.set_uses(std::move(known.uses));
  return lowering.run();
}

// What is wrong with the body is said when that is lowered.
std::optional<Signature> read_signature(Source& source, const Request& request) {
  const Source::Mark mark = source.mark();
  KnownUses known = uses_of(source, request);
  if (!known.good) source.rewind(mark);
  ir::Module module;
  Lowering lowering(source, request, module);
  lowering.set_uses(std::move(known.uses));
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
  bind_outputs(frame);
  take_elements(frame);
  const bool has_effects = !has_rule(request_.declaration) && acts(source_, callees_, request_.definition);
  if (has_effects) effects_ = temporary(leaf_cell(types_.scalar(ir::ElementType::i64), whole(0)));
  frame.returned = temporary(boolean(false));
  frame.result = temporary(returned_type_ ? uninitialised(returned_type_) : Cell{});
  if (has_rule(request_.declaration))
    take_own_rule(frame);
  else
    statement(request_.definition->getBody());
  if (!functions_->outside.empty() && !functions_->read_outside.empty())
    refuse(functions_->outside_at, {}, Refusal::outside_call, functions_->outside, functions_->read_outside);
  const bool finished = finish(frame);
  select_wrt();
  frame_ = nullptr;
  if (!good || !finished || failed_) return std::nullopt;
  result_.function = {static_cast<std::int32_t>(module_.functions.size())};
  function_.name = module_.free_name(function_.name);
  module_.functions.push_back(std::move(function_));
  result_.foreign = std::move(functions_->foreign);
  result_.branches = std::move(functions_->branches);
  result_.remarks = std::move(functions_->remarks);
  return std::move(result_);
}

// Of what a pointer to numbers leads to.
ir::Shape Lowering::extents_of(const Root& pointer, const ir::Extent& unknown) const {
  ir::Shape extents{pointer.use.extent.value_or(unknown)};
  for (const CppType* row = pointer.rows ? pointer.rows->item : nullptr; row && row->form == CppType::Form::array; row = row->item) extents.push_back(row->count);
  return extents;
}

Cell Lowering::numbers_of(const Root& pointer, ir::ValueId tensor) {
  if (!pointer.rows) return leaf_cell(pointer.type, tensor);
  Cell rows = uninitialised(pointer.rows);
  each_leaf(rows, [&](Cell& leaf) {
    leaf.state = Cell::State::ready;
    leaf.value = tensor;
  });
  return rows;
}

Cell Lowering::objects_of(Root& pointer, const std::string& name) {
  Cell all = fresh(pointer.type, Cell::State::ready);
  const MakeLeaf make = [&](const ir::Type& leaf, const std::string& path) {
    pointer.leaves.push_back(builder_.argument(leaf, path));
    return pointer.leaves.back();
  };
  all.members[0] = value_tree(pointer.type->item, name, make, 0, {extent_of_pointer(pointer)});
  return all;
}

void Lowering::bind_arguments(Frame& frame) {
  for (unsigned i = 0; i < parameters_.size(); ++i) {
    Root& known = parameters_[i];
    const std::string& name = result_.primal.parameters[i].name;
    const clang::ParmVarDecl* parameter = request_.definition->getParamDecl(known.index);
    Cell* object = temporary({});
    if (known.type && known.is_to_several) {
      *object = objects_of(known, name);
      if (parameter->getType()->getPointeeType().isConstQualified()) constant_.insert(object);
    } else if (known.type && known.is_pointer) {
      known.leaves.push_back(builder_.argument({known.type->element, extents_of(known, ir::Extent::symbol(name + ".0")), 0}, name));
      *object = numbers_of(known, known.leaves[0]);
      if (parameter->getType()->getPointeeType().isConstQualified()) constant_.insert(object);
    } else if (known.type) {
      *object = argument(known.type, name, known.leaves);
    }
    const bool is_view = known.type && known.type->form == CppType::Form::view;  // which can be assigned another one
    frame.variables[parameter] = is_view ? temporary(read_as(*object, known.type, nullptr)) : object;
  }
}

// What outputs lead to, which begins as zeros where nothing reads that; and pointers to it, once there are all arguments.
void Lowering::bind_outputs(Frame& frame) {
  for (const Root& output : outputs_) {
    if (output.use.is_input || !output.type) continue;
    Cell* object = temporary({});
    if (output.is_to_several) {
      *object = fresh(output.type, Cell::State::ready);
      object->members[0] = blank(output.type->item, {output.use.extent.value_or(0)}, 0);
    } else if (!output.is_pointer)
      *object = zero(output.type);
    else
      *object = numbers_of(output, forward(at_here().full({output.type->element, extents_of(output, 0), 0}, 0)));
    name_values(*object, request_.parameter_name(output.index));
    frame.variables[request_.definition->getParamDecl(output.index)] = object;
  }
  for (const Root& output : outputs_) written_.push_back(frame.variables.at(request_.definition->getParamDecl(output.index)));
  const auto point = [&](const Root& parameter) {
    if ((!parameter.is_pointer && !parameter.is_to_object && !parameter.is_to_several) || !parameter.type) return;
    Cell*& variable = frame.variables.at(request_.definition->getParamDecl(parameter.index));
    if (parameter.is_to_object) single_[variable] = parameter.index;
    variable = temporary(parameter.is_to_object ? address_of(*variable) : first_of(*variable));
  };
  for (const Root& parameter : parameters_) point(parameter);
  for (const Root& output : outputs_)
    if (!output.use.is_input) point(output);
}

// Outputs in the order of the parameters, and what is returned.
std::vector<Cell> Lowering::result_leaves(const Frame& frame) {
  std::vector<Cell> leaves;
  const auto add = [&](Cell& object) {
    for (Cell& leaf : signature_leaves(read(object))) leaves.push_back(std::move(leaf));
  };
  for (std::size_t i = 0; i < written_.size(); ++i)
    if (outputs_[i].rows)
      each_leaf(*written_[i], [&](const Cell& leaf) { leaves.push_back(leaf_cell(outputs_[i].type, leaf.value)); });
    else
      add(*written_[i]);
  if (returned_type_) add(*frame.result);
  return leaves;
}

// The results, once all relations of extents are known; the first of them after the effects.
bool Lowering::finish(Frame& frame) {
  if (throws_ && !failed_) refuse(at_, {}, Refusal::exception, "a throw on every path", "return a value on one of them");
  std::vector<ir::ValueId> results;
  bool good = true;
  for (const Cell& leaf : result_leaves(frame)) {
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
