#include "tests/conformance/gradients.h"

#include <algorithm>
#include <limits>

#include "ir/passes/pass.h"
#include "tests/reference/derivatives.h"

namespace conformance {
namespace {

template <class Differentiate>
ir::Module derive(Differentiate differentiate, const ir::Module& module, const std::vector<std::string>& wrt,
                  std::vector<int> targets, bool unit_seed) {
  const ir::Function& function = module.functions.back();
  ir::DerivativeOptions options;
  options.targets = std::move(targets);
  options.unconnected = ir::Unconnected::zero;
  options.unit_seed = unit_seed;
  for (const std::string& name : wrt)
    for (ir::ValueId argument : function.arguments())
      if (function[argument].name == name) options.wrt.push_back(argument);
  if (options.wrt.size() != wrt.size()) throw std::logic_error("no such argument");
  ir::Diagnostics problems;
  const auto derived = differentiate(module, reference::last(module), options, problems);
  if (!derived) throw std::logic_error(problems.text());
  if (const std::string fault = reference::check_module(derived->module); !fault.empty())
    throw std::logic_error(fault);
  return derived->module;
}

}  // namespace

ir::Module reverse_of(const ir::Module& module, const std::vector<std::string>& wrt,
                      std::vector<int> targets) {
  return derive(&ir::differentiate_reverse, module, wrt, std::move(targets), true);
}

ir::Module forward_of(const ir::Module& module, const std::vector<std::string>& wrt,
                      std::vector<int> targets) {
  return derive(&ir::differentiate_forward, module, wrt, std::move(targets), false);
}

std::vector<Value> run(const ir::Module& module, const std::vector<Value>& arguments) {
  return reference::interpret(module, reference::last(module), arguments);
}

ir::Module Program::returning(const std::vector<Expr>& results) {
  ir::Module made = finish(results);
  module.functions.pop_back();  // so that the next request finds the name free
  return made;
}

std::vector<Value> Program::evaluate(const std::vector<Expr>& results) {
  const ir::Module made = returning(results);
  return reference::interpret(made, reference::last(made), values);
}

ir::DerivativeOptions Program::options(const std::vector<Expr>& sources, const Request& request) const {
  ir::DerivativeOptions options;
  for (Expr source : sources) options.wrt.push_back(source.id);
  for (Expr stopped : request.stop) options.stop.push_back(stopped.id);
  options.unconnected = request.unconnected;
  options.aggregation = request.aggregation;
  options.checkpoint = request.checkpoint;
  options.unit_seed = request.seeds.empty();
  options.name = "derived";
  return options;
}

ir::DerivedFunction Program::reverse(const std::vector<Expr>& targets, const std::vector<Expr>& sources,
                                     const Request& request) {
  const ir::Module made = returning(targets);
  ir::Diagnostics problems;
  auto derived = ir::differentiate_reverse(made, reference::last(made), options(sources, request), problems);
  if (!derived) throw std::logic_error(problems.text());
  if (!request.pipeline.empty()) {
    auto passed = ir::run_passes(derived->module, request.pipeline, {}, problems);
    if (!passed) throw std::logic_error(problems.text());
    derived->module = *std::move(passed);
    derived->function = derived->module.find("derived");
  }
  if (const std::string fault = reference::check_module(derived->module); !fault.empty())
    throw std::logic_error(fault);
  return *std::move(derived);
}

std::vector<std::optional<Value>> Program::gradients(const std::vector<Expr>& targets,
                                                     const std::vector<Expr>& sources,
                                                     const Request& request) {
  const ir::DerivedFunction derived = reverse(targets, sources, request);
  std::vector<Value> arguments = values;
  arguments.insert(arguments.end(), request.seeds.begin(), request.seeds.end());
  const auto results = reference::interpret(derived.module, derived.function, arguments);
  std::vector<std::optional<Value>> found;
  std::size_t next = targets.size();
  for (bool connected : derived.connected)
    found.push_back(connected ? std::optional(results.at(next++)) : std::nullopt);
  if (next != results.size()) throw std::logic_error("more gradients than connected sources");
  return found;
}

std::vector<double> Program::numbers(const std::vector<Expr>& targets, const std::vector<Expr>& sources,
                                     const Request& request) {
  std::vector<double> found;
  for (const auto& gradient : gradients(targets, sources, request))
    found.push_back(gradient ? conformance::number(*gradient) : std::numeric_limits<double>::quiet_NaN());
  return found;
}

std::vector<Value> Program::tangents(const std::vector<Expr>& targets, const std::vector<Expr>& sources,
                                     const std::vector<Value>& seeds, const Request& request) {
  const ir::Module made = returning(targets);
  ir::Diagnostics problems;
  ir::DerivativeOptions asked =
      options(sources, request);  // unit seeds are for adjoints: tangents stay arguments
  std::vector<Value> by_rule;
  for (bool by_transposition : {false, true}) {
    asked.by_transposition = by_transposition;
    auto derived = ir::differentiate_forward(made, reference::last(made), asked, problems);
    if (!derived) throw std::logic_error(problems.text());
    if (const std::string fault = reference::check_module(derived->module); !fault.empty())
      throw std::logic_error(fault);
    std::vector<Value> arguments = values;
    arguments.insert(arguments.end(), seeds.begin(), seeds.end());
    auto results = reference::interpret(derived->module, derived->function, arguments);
    results.erase(results.begin(), results.begin() + static_cast<std::ptrdiff_t>(targets.size()));
    for (std::size_t i = 0; by_transposition && i < results.size(); ++i)
      if (!(reference::relative_error(results[i], by_rule.at(i)) < 1e-12))
        throw std::logic_error("the tangent by transposition is another");
    by_rule = std::move(results);
  }
  return by_rule;
}

std::string Program::refusal(const std::vector<Expr>& targets, const std::vector<Expr>& sources,
                             const Request& request) {
  const ir::Module made = returning(targets);
  ir::Diagnostics problems;
  std::string names;
  if (ir::differentiate_reverse(made, reference::last(made), options(sources, request), problems))
    return "none";
  for (const ir::Diagnostic& problem : problems.list()) names += std::string(ir::row(problem.id).name) + " ";
  return names;
}

int derived_count(const ir::Function& function, Kind kind) {
  return static_cast<int>(std::count_if(function.ops.begin(), function.ops.end(),
                                        [&](const ir::Op& op) { return op.derived && op.kind == kind; }));
}

int derived_count(const ir::Function& function) {
  return static_cast<int>(
      std::count_if(function.ops.begin(), function.ops.end(), [](const ir::Op& op) { return op.derived; }));
}

}  // namespace conformance
