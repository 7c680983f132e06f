// Derivatives of functions that are written as text, in one line a case.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "ir/passes/derivative.h"
#include "ir/text/text.h"
#include "tests/reference/derivatives.h"
#include "tests/reference/graph.h"

namespace control {

using reference::Value;

inline ir::Module module_of(const std::string& text) {
  ir::Diagnostics diagnostics;
  const auto module = ir::parse(text, diagnostics);
  if (!module) throw std::logic_error(diagnostics.text());
  return *module;
}

// Empty where all derivatives of the last function agree at x: those with respect to every differentiable argument, up
// to that order, in both modes and in each mode of what the other gives.
inline std::string disagreement(const ir::Module& module, const std::vector<Value>& x, int order = 2) {
  if (const std::string fault = reference::check_module(module); !fault.empty()) return fault;
  reference::Random random(7);
  reference::DerivativeCheck check;
  check.order = order;
  check.product = 1e-10;
  const ir::FunctionId f = reference::last(module);
  return reference::check_derivatives(module, f, x, reference::differentiable_arguments(module[f]), random, check);
}
inline std::string disagreement(const std::string& text, const std::vector<Value>& x, int order = 2) {
  return disagreement(module_of(text), x, order);
}

// The last function's adjoint, of all results that have one and with respect to all arguments that can have one.
inline ir::DerivedFunction reverse_of(const ir::Module& module) {
  const ir::FunctionId f = reference::last(module);
  ir::DerivativeOptions options;
  options.unconnected = ir::Unconnected::zero;
  for (int i : reference::differentiable_arguments(module[f]))
    options.wrt.push_back(module[f].arguments()[static_cast<std::size_t>(i)]);
  ir::Diagnostics diagnostics;
  auto derived = ir::differentiate_reverse(module, f, options, diagnostics);
  if (!derived) throw std::logic_error(diagnostics.text());
  if (const std::string fault = reference::check_module(derived->module); !fault.empty())
    throw std::logic_error(fault);
  return *std::move(derived);
}

// The gradients at x with adjoints of ones.
inline std::vector<Value> gradients(const std::string& text, const std::vector<Value>& x) {
  const ir::Module module = module_of(text);
  const auto derived = reverse_of(module);
  const auto y = reference::interpret(module, reference::last(module), x);
  std::vector<Value> arguments = x;
  for (int k : reference::differentiable_results(module.functions.back())) {
    const Value& result = y[static_cast<std::size_t>(k)];
    arguments.push_back(reference::plus(reference::zeros_like(result), 0, result));
    const auto ones = [](auto&& self, Value& value) -> void {
      if (!value.is_tensor())
        for (Value& element : value.sequence()) self(self, element);
      else
        for (double& number : value.tensor().reals) number = 1;
    };
    ones(ones, arguments.back());
  }
  auto results = reference::interpret(derived.module, derived.function, arguments);
  results.erase(results.begin(), results.begin() + static_cast<std::ptrdiff_t>(y.size()));
  return results;
}

inline double number(const Value& value) { return value.tensor().at(0); }

// The types of the results that reverse mode adds to the ops with blocks, those inside others included.
using Types = std::vector<std::string>;
inline Types kept(ir::Module module) {
  for (ir::Op& op : module.functions.back().ops) op.derived = false;  // so that derivatives are functions like others
  const auto derived = reverse_of(module);
  const auto results = [](const ir::Function& f, bool primal) {
    std::multiset<std::string> types;
    for (const ir::Op& op : f.ops)
      for (std::size_t k = 0; !op.blocks.empty() && !(primal && op.derived) && k < op.results.size(); ++k)
        types.insert(f[op.results[k]].type.text());
    return types;
  };
  std::multiset<std::string> now = results(derived.module[derived.function], true);
  for (const std::string& type : results(module.functions.back(), false)) now.erase(now.find(type));
  return {now.begin(), now.end()};
}

}  // namespace control
