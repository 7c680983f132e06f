// What a function does with what its parameters lead to: whether that is an input, an output or both, and how far pointers reach.
//
//  1. The function is lowered with everything that it may write as an input and an output, and each pointer to a tensor of an
//     extent of its own. Simplified, it says how far each reaches (ir/passes/pointers/reach.h).
//  2. An output that is its input is none. An input on which nothing depends any more, once loops that set all elements are
//     known to do so, is none.
#include <algorithm>

#include "ir/passes/pointers/overwritten.h"
#include "ir/passes/pointers/reach.h"
#include "ir/passes/pass.h"
#include "tool/lower/entry/lowering.h"

namespace tool {
namespace {

ir::Module with_passes(const ir::Module& module, std::string_view passes) {
  ir::Diagnostics none;
  auto made = ir::run_passes(module, passes, {}, none);
  GRADC_CHECK(made.has_value());
  return *std::move(made);
}

// Whether anything depends on an argument, or on its extents.
bool is_used(const ir::Function& function, ir::ValueId argument) {
  std::set<std::string> own;
  for (const ir::Extent& extent : function[argument].type.extents)
    if (const auto symbol = extent.as_symbol(); symbol && !symbol->starts_with('%')) own.insert(*symbol);
  const auto mentions = [&](const ir::Shape& shape) {
    std::set<std::string> symbols;
    for (const ir::Extent& extent : shape) extent.collect_symbols(symbols);
    return std::any_of(symbols.begin(), symbols.end(), [&](const std::string& symbol) { return own.contains(symbol); });
  };
  for (std::size_t i = 0; i < function.values.size(); ++i)
    if (static_cast<std::int32_t>(i) != argument.index && mentions(function.values[i].type.extents)) return true;
  const auto has = [&](const std::vector<ir::ValueId>& values) { return std::find(values.begin(), values.end(), argument) != values.end(); };
  for (const ir::Op& op : function.ops) {
    if (has(op.operands)) return true;
    for (const auto& [name, attribute] : op.attributes)
      if (const ir::Shape* shape = std::get_if<ir::Shape>(&attribute); shape && mentions(*shape)) return true;
  }
  return std::any_of(function.requirements.begin(), function.requirements.end(), [&](const ir::Requirement& one) { return mentions({one.left, one.right}); }) ||
         std::any_of(function.blocks.begin(), function.blocks.end(), [&](const ir::Block& block) { return has(block.results); });
}

// The extent as requests spell it.
std::string spelled(const ir::Extent& extent) {
  return extent.words([](const std::string& symbol) { return symbol.substr(symbol.starts_with('%')); });
}

}  // namespace

bool Lowering::must_know_uses() {
  for (unsigned i = 0; i < request_.declaration->getNumParams(); ++i) {
    const clang::ParmVarDecl* parameter = request_.declaration->getParamDecl(i);
    if (may_be_written(parameter) || (parameter->getType()->isPointerType() && !use_of(parameter, i).extent)) return true;
  }
  return false;
}

// Of each parameter whether it is a pointer to what the function sets before it reads it.
std::vector<bool> Lowering::overwritten_outputs(const ir::Function& function) const {
  std::vector<bool> overwritten;
  std::size_t argument = 0, result = 0;
  for (const Root& parameter : parameters_) {
    const std::size_t count = leaf_count(*parameter.type);
    bool is_set = (parameter.is_pointer || parameter.is_to_several) && parameter.use.is_output;
    for (std::size_t k = 0; k < count && is_set; ++k) is_set = ir::is_overwritten(function, argument + k, result + k);
    overwritten.push_back(is_set);
    argument += count;
    if (parameter.use.is_output) result += count;
  }
  return overwritten;
}

std::optional<std::vector<ParameterUse>> Lowering::find_uses(const LoweredFunction& lowered) {
  ir::Module simplified = with_passes(module_, "inline(unruled),passed,fixed_size,counted,simplify,cse,dce");
  ir::Function& function = simplified[simplified.find(module_[lowered.function].name)];
  std::vector<ParameterUse> uses;
  std::map<std::string, ir::Extent> known;
  for (const Root& parameter : parameters_) {
    ParameterUse use = parameter.use;
    const clang::ParmVarDecl* declared = request_.declaration->getParamDecl(parameter.index);
    const std::string name = request_.parameter_name(parameter.index);
    if ((parameter.is_pointer || parameter.is_to_several) && !use.extent) {
      const ir::PointerReach reach = ir::reach_of(function, name + ".0");
      if (!reach.extent) {
        refuse(declared->getLocation(), {}, Refusal::pointer_extent, name, reach.why, name, reach.proposal ? spelled(*reach.proposal) : "n");
        const auto place = lowered.places.find(reach.at);
        if (place != lowered.places.end()) note(place->second, "it is used here");
      } else {
        known.emplace(name + ".0", *reach.extent);
      }
      use.extent = reach.extent;
    }
    uses.push_back(use);
  }
  if (failed_) return std::nullopt;
  ir::replace_extents(function, [&](const ir::Extent& extent) { return extent.substitute(known); });
  const std::vector<bool> overwritten = overwritten_outputs(function);
  simplified = with_passes(simplified, "hoist_reads,promote,simplify,set_once,simplify,cse,dce");
  const ir::Function& last = simplified[simplified.find(module_[lowered.function].name)];
  std::size_t argument = 0, result = 0;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const std::size_t count = leaf_count(*parameters_[i].type);
    if (uses[i].is_output) {
      bool is_same = true, is_read = false;
      for (std::size_t k = 0; k < count; ++k) {
        const ir::ValueId given = last.arguments()[argument + k];
        is_same = is_same && last.results()[result + k] == given;
        is_read = is_read || is_used(last, given);
      }
      result += count;
      uses[i].is_output = !is_same;
      uses[i].is_input = is_same || (is_read && !overwritten[i]);
    }
    argument += count;
  }
  return uses;
}

}  // namespace tool
