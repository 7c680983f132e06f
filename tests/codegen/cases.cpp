#include "cases.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ir/passes/derivative.h"
#include "ir/passes/pass.h"
#include "ir/text/text.h"
#include "ir/verify.h"

namespace cases {
namespace {

using codegen::CppValue;
using codegen::DerivativeKind;

// The leaves of a parameter that a path names, as places among the function's arguments.
struct Found {
  CppValue value;
  std::vector<int> arguments;
};
Found find(const codegen::Primal& primal, const std::vector<std::string>& path) {
  int argument = 0;
  for (const codegen::Parameter& parameter : primal.parameters) {
    const int count = static_cast<int>(codegen::leaves(parameter.value, "").size());
    if (parameter.name != path[0]) {
      argument += count;
      continue;
    }
    CppValue value = parameter.value;
    for (std::size_t depth = 1; depth < path.size(); ++depth) {
      const auto members = value.members;
      for (const auto& [name, inner, hidden] : members) {
        if (name == path[depth]) {
          value = CppValue(inner);
          break;
        }
        argument += static_cast<int>(codegen::leaves(inner, "").size());
      }
    }
    Found found{value, {}};
    for (std::size_t i = 0; i < codegen::leaves(value, "").size(); ++i)
      found.arguments.push_back(argument + static_cast<int>(i));
    return found;
  }
  ADD_FAILURE() << "no parameter " << path[0];
  return {};
}

int differentiable_leaves(const CppValue& value) {
  int count = 0;
  for (const codegen::Leaf& leaf : codegen::leaves(value, ""))
    count += ir::is_differentiable(leaf.value->leaf.element);
  return count;
}

ir::Module optimised(const ir::Module& module) {
  ir::Diagnostics diagnostics;
  auto out = ir::run_passes(module, "expand,simplify,cse,dce", {}, diagnostics);
  EXPECT_TRUE(out.has_value()) << diagnostics.text();
  return out ? *out : module;
}

}  // namespace

CppValue scalar(const std::string& type, ir::ElementType element) {
  return {CppValue::Form::scalar, type, ir::scalar(element), {}};
}

CppValue tensor(const std::string& element_type, ir::ElementType element, int rank) {
  const std::string type = fmt::format("gradc::Tensor<{}, {}>", element_type, rank);
  return {CppValue::Form::tensor, type, {element, ir::Shape(static_cast<std::size_t>(rank)), 0}, {}};
}

CppValue structure(const std::string& type, std::vector<CppValue::Member> members) {
  return {CppValue::Form::structure, type, {}, std::move(members)};
}

codegen::Parameter parameter(const std::string& name, CppValue value) {
  const bool by_value = value.form == CppValue::Form::scalar;
  const std::string declared = by_value ? value.type : fmt::format("const {}&", value.type);
  return {name, declared, std::move(value)};
}

ir::Module parse(const std::string& text) {
  ir::Diagnostics diagnostics;
  auto module = ir::parse(text, diagnostics);
  EXPECT_TRUE(module.has_value()) << diagnostics.text();
  if (!module) return {};
  EXPECT_TRUE(ir::verify(*module, diagnostics)) << diagnostics.text();
  return *module;
}

namespace {

std::string element_name(ir::ElementType element) {
  return codegen::cpp_element(element);
}

CppValue leaf(const ir::Type& type) {
  CppValue value = type.rank() == 0 ? scalar(element_name(type.element), type.element)
                                    : tensor(element_name(type.element), type.element, type.rank());
  for (int depth = 0; depth < type.sequence_depth; ++depth) {
    CppValue outer;
    outer.form = CppValue::Form::vector;
    outer.type = fmt::format("std::vector<{}>", value.type);
    outer.members = {{"[]", value}};
    value = std::move(outer);
  }
  return value;
}

}  // namespace

codegen::Primal described(const ir::Function& function) {
  codegen::Primal primal;
  primal.name_space = "model";
  primal.name = function.name;
  primal.source = "model.cpp";
  primal.headers = {"\"model.h\""};
  for (ir::ValueId argument : function.arguments())
    primal.parameters.push_back(parameter(function[argument].name, leaf(function[argument].type)));
  if (function.results().size() == 1) {
    primal.result = leaf(function[function.results()[0]].type);
    return primal;
  }
  std::vector<CppValue::Member> members;
  for (std::size_t k = 0; k < function.results().size(); ++k)
    members.push_back({fmt::format("r{}", k), leaf(function[function.results()[k]].type)});
  primal.result = structure(fmt::format("model::{}_results", function.name), std::move(members));
  return primal;
}

std::string described_types(const ir::Module& module) {
  std::string out = "#pragma once\n#include <vector>\n#include <gradc/gradc.h>\nnamespace model {\n";
  for (const ir::Function& function : module.functions) {
    const codegen::Primal primal = described(function);
    if (primal.result.form != CppValue::Form::structure || function.name.find("::") != std::string::npos) continue;
    out += fmt::format("struct {} {{\n", primal.result.type.substr(7));
    for (const auto& [name, value, hidden] : primal.result.members) out += fmt::format("  {} {}{{}};\n", value.type, name);
    out += "};\n";
  }
  return out + "}\n";
}

void Case::add_plain(const std::string& ir) {
  ASSERT_TRUE(module_.functions.empty());
  module_ = parse(ir);
  for (std::size_t f = 0; f < module_.functions.size(); ++f) {
    codegen::Derivative derivative;
    derivative.base = module_.functions[f].name;
    derivative.function = ir::FunctionId{static_cast<std::int32_t>(f)};
    requests_.push_back({described(module_.functions[f]), {derivative}});
  }
}

void Case::add(const Source& source, const std::vector<Wish>& wishes) {
  const ir::Module parsed = parse(source.ir);
  ASSERT_EQ(parsed.functions.size(), 1u);
  // Locations keep their numbers: those of the function come after what is there.
  const auto shift = static_cast<std::int32_t>(module_.locations.size());
  ir::Function function = parsed.functions[0];
  for (ir::Op& op : function.ops)
    if (op.loc.valid()) op.loc.index += shift;
  for (auto& origin : function.extent_origins)
    if (origin.loc.valid()) origin.loc.index += shift;
  for (auto& requirement : function.requirements)
    if (requirement.loc.valid()) requirement.loc.index += shift;
  module_.locations.insert(module_.locations.end(), parsed.locations.begin(), parsed.locations.end());
  const ir::FunctionId id{static_cast<std::int32_t>(module_.functions.size())};
  module_.functions.push_back(function);
  requests_.push_back({source.primal, {}});
  for (const Wish& wish : wishes) {
    codegen::Derivative derivative;
    derivative.kind = wish.kind;
    derivative.base = source.primal.name;
    ir::DerivativeOptions options;
    options.unconnected = ir::Unconnected::zero;
    int next = 0;
    for (const auto& path : wish.wrt) {
      const Found found = find(source.primal, path);
      codegen::WrtItem item{path, found.value, {}, false};
      for (int argument : found.arguments) {
        const ir::ValueId value = module_[id].arguments()[static_cast<std::size_t>(argument)];
        const bool active = ir::is_differentiable(module_[id][value].type.element);
        item.leaf_index.push_back(active ? next++ : -1);
        if (active) options.wrt.push_back(value);
      }
      derivative.wrt.push_back(std::move(item));
    }
    const char* suffix = wish.kind == DerivativeKind::gradient ? "_gradient"
                         : wish.kind == DerivativeKind::vjp    ? "_vjp"
                                                               : "_jvp";
    options.name = module_[id].name + suffix;
    options.unit_seed = wish.kind == DerivativeKind::gradient;
    ir::Diagnostics diagnostics;
    auto derived = wish.kind == DerivativeKind::jvp
                       ? ir::differentiate_forward(module_, id, options, diagnostics)
                       : ir::differentiate_reverse(module_, id, options, diagnostics);
    ASSERT_TRUE(derived.has_value()) << diagnostics.text();
    const std::string name = derived->module[derived->function].name;
    module_ = optimised(derived->module);
    derivative.function = module_.find(name);
    if (wish.kind == DerivativeKind::vjp) {
      const int results = static_cast<int>(codegen::leaves(source.primal.result, "").size());
      auto split =
          ir::split_vjp(module_, derivative.function, differentiable_leaves(source.primal.result), results);
      derivative.forward = split.forward;
      derivative.backward = split.backward;
      module_ = std::move(split.module);
    }
    requests_.back().derivatives.push_back(std::move(derivative));
  }
}

}  // namespace cases
