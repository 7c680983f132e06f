#include "tests/reference/derivatives.h"

#include <fmt/format.h>

#include <cmath>

#include "ir/function.h"
#include "ir/op.h"
#include "ir/text/text.h"
#include "ir/verify.h"

namespace reference {
namespace {

using ir::DerivedFunction;

// One function at one point, with everything that its derivatives are compared on.
class Point {
 public:
  Point(const ir::Module& module, ir::FunctionId function, const std::vector<Value>& x,
        const std::vector<int>& wrt, Random& random, const DerivativeCheck& check)
      : module_(module),
        id_(function),
        function_(module[function]),
        x_(x),
        wrt_(wrt),
        random_(random),
        check_(check),
        targets_(differentiable_results(function_)),
        y_(interpret(module, function, x)) {
    options_.unconnected = ir::Unconnected::zero;
    for (int i : wrt) options_.wrt.push_back(function_.arguments()[at(i)]);
    for (const Value& value : x) direction_.push_back(zeros_like(value));
    for (int i : wrt) direction_[at(i)] = random_like(x[at(i)], random);
    for (int i : wrt) x_dot_.push_back(direction_[at(i)]);
    for (int k : targets_) y_bar_.push_back(random_like(y_[at(k)], random));
  }

  std::string run() {
    const auto reverse = derive(&ir::differentiate_reverse, "reverse");
    const auto forward = derive(&ir::differentiate_forward, "forward");
    if (!reverse || !forward) return problem_;
    const std::vector<Value> x_bar = derived_values(*reverse, y_bar_, wrt_.size(), "reverse");
    const std::vector<Value> y_dot = derived_values(*forward, x_dot_, targets_.size(), "forward");
    if (problem_.empty()) compare(x_bar, y_dot);
    if (problem_.empty() && check_.transposition) compare_transposition(y_dot);
    if (problem_.empty() && check_.order > 1) {
      descend(*reverse, y_bar_, "reverse");
      descend(*forward, x_dot_, "forward");
    }
    return problem_;
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  void fail(const std::string& text) {
    if (problem_.empty()) problem_ = fmt::format("@{}: {}", function_.name, text);
  }

  template <class Differentiate>
  std::optional<DerivedFunction> derive(Differentiate differentiate, std::string_view mode) {
    ir::Diagnostics diagnostics;
    auto derived = differentiate(module_, id_, options_, diagnostics);
    if (!derived || !diagnostics.empty()) {
      fail(fmt::format("{}: {}", mode, diagnostics.text()));
      return std::nullopt;
    }
    if (const std::string fault = check_module(derived->module); !fault.empty()) {
      fail(fmt::format("{}: {}", mode, fault));
      return std::nullopt;
    }
    return derived;
  }

  // What a derived function adds to the results, which must be those of the function.
  std::vector<Value> derived_values(const DerivedFunction& derived, const std::vector<Value>& seeds,
                                    std::size_t count, std::string_view mode) {
    std::vector<Value> arguments = x_;
    arguments.insert(arguments.end(), seeds.begin(), seeds.end());
    std::vector<Value> values = interpret(derived.module, derived.function, arguments);
    if (values.size() != y_.size() + count) {
      fail(fmt::format("{}: {} results, not {} and {}", mode, values.size(), y_.size(), count));
      return std::vector<Value>(count);
    }
    for (std::size_t i = 0; i < y_.size(); ++i)
      if (relative_error(values[i], y_[i]) != 0) fail(fmt::format("{}: result {} has changed", mode, i));
    values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(y_.size()));
    return values;
  }

  void compare(const std::vector<Value>& x_bar, const std::vector<Value>& y_dot) {
    double magnitude = 1;
    for (std::size_t i = 0; i < x_bar.size(); ++i)
      magnitude += greatest(x_bar[i]) * static_cast<double>(count_of(x_bar[i]));
    for (std::size_t k = 0; k < y_dot.size(); ++k)
      magnitude += greatest(y_dot[k]) * static_cast<double>(count_of(y_dot[k]));
    const double by_forward = dot(y_bar_, y_dot), by_reverse = dot(x_bar, x_dot_);
    if (!(std::abs(by_forward - by_reverse) <= check_.product * magnitude))
      fail(fmt::format("forward gives {:.17g} and reverse {:.17g}", by_forward, by_reverse));

    const auto differences = directional_differences(module_, id_, x_, direction_, check_.h);
    double along = 0;
    for (std::size_t k = 0; k < targets_.size(); ++k) {
      const Value& expected = differences[at(targets_[k])];
      along += dot(y_bar_[k], expected);
      if (const double error = relative_error(y_dot[k], expected); !(error <= check_.differences))
        fail(fmt::format("forward differs from differences by {:.2g} in result {}", error, targets_[k]));
    }
    if (!(std::abs(by_reverse - along) <= check_.differences * magnitude))
      fail(fmt::format("reverse gives {:.17g} and differences {:.17g}", by_reverse, along));
  }

  void compare_transposition(const std::vector<Value>& y_dot) {
    options_.by_transposition = true;
    const auto derived = derive(&ir::differentiate_forward, "by transposition");
    options_.by_transposition = false;
    if (!derived) return;
    const auto transposed = derived_values(*derived, x_dot_, targets_.size(), "by transposition");
    for (std::size_t k = 0; k < targets_.size(); ++k)
      if (const double error = relative_error(transposed[k], y_dot[k]); !(error <= check_.product * 10))
        fail(fmt::format("by transposition differs from by rule by {:.2g} in result {}", error, targets_[k]));
  }

  // The derived function is a function like any other, of the arguments and of what it is seeded with.
  void descend(const DerivedFunction& derived, const std::vector<Value>& seeds, std::string_view mode) {
    std::vector<Value> x = x_;
    std::vector<int> wrt = wrt_;
    for (const Value& seed : seeds) {
      wrt.push_back(static_cast<int>(x.size()));
      x.push_back(seed);
    }
    DerivativeCheck next = check_;
    --next.order;
    const std::string problem = check_derivatives(derived.module, derived.function, x, wrt, random_, next);
    if (!problem.empty()) fail(fmt::format("of {}: {}", mode, problem));
  }

  const ir::Module& module_;
  ir::FunctionId id_;
  const ir::Function& function_;
  const std::vector<Value>& x_;
  const std::vector<int>& wrt_;
  Random& random_;
  const DerivativeCheck& check_;
  ir::DerivativeOptions options_;
  std::vector<int> targets_;
  std::vector<Value> y_, direction_, x_dot_, y_bar_;
  std::string problem_;
};

}  // namespace

std::string check_derivatives(const ir::Module& module, ir::FunctionId function, const std::vector<Value>& x,
                              const std::vector<int>& wrt, Random& random, const DerivativeCheck& check) {
  try {
    return Point(module, function, x, wrt, random, check).run();
  } catch (const std::exception& problem) {
    return fmt::format("@{}: {}", module[function].name, problem.what());
  }
}

namespace {

// Whether it is an operand that an op says it has no derivative in.
bool is_refused(const ir::Function& function, ir::ValueId value) {
  for (const ir::Op& op : function.ops)
    if (const auto* pointwise = std::get_if<ir::Pointwise>(&ir::definition(op.kind).derivative))
      for (std::size_t i = 0; i < op.operands.size(); ++i)
        if (op.operands[i] == value && pointwise->refused[i]) return true;
  return false;
}

}  // namespace

std::vector<int> differentiable_arguments(const ir::Function& function) {
  std::vector<int> found;
  for (std::size_t i = 0; i < function.arguments().size(); ++i)
    if (ir::is_differentiable(function[function.arguments()[i]].type.element) &&
        !is_refused(function, function.arguments()[i]))
      found.push_back(static_cast<int>(i));
  return found;
}

std::vector<int> differentiable_results(const ir::Function& function) {
  std::vector<int> found;
  for (std::size_t i = 0; i < function.results().size(); ++i)
    if (ir::is_differentiable(function[function.results()[i]].type.element))
      found.push_back(static_cast<int>(i));
  return found;
}

std::string check_module(const ir::Module& module) {
  ir::Diagnostics diagnostics;
  if (!ir::verify(module, diagnostics)) return diagnostics.text();
  const std::string text = ir::print(module);
  const auto read = ir::parse(text, diagnostics);
  if (!read) return fmt::format("{}\n{}", diagnostics.text(), text);
  const std::string again = ir::print(*read);
  return again == text ? "" : fmt::format("read back as\n{}\ninstead of\n{}", again, text);
}

}  // namespace reference
