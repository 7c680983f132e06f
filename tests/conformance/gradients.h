// Derivatives of small programs in few words: values come with the expressions, and what is asked for is
// values.
#pragma once

#include <optional>

#include "ir/kind.h"
#include "ir/passes/derivative.h"
#include "tests/reference/graph.h"

namespace conformance {

using ir::Expr;
using ir::Kind;
using reference::Value;

struct Request {
  std::vector<Value> seeds = {};  // one for each target of differentiable type; none: ones
  std::vector<Expr> stop = {};
  ir::Unconnected unconnected = ir::Unconnected::none;
  ir::Aggregation aggregation = ir::Aggregation::planner;
  ir::Checkpoint checkpoint = {};
  std::string_view pipeline = "";  // passes over the derived module before it runs
};

// A function whose arguments have values.
class Program : public reference::Graph {
 public:
  explicit Program(ir::Module before = {}) : Graph("f", std::move(before)) {}
  Expr input(const std::string& name, const ir::Literal& value) {
    values.emplace_back(value);
    return argument({value.element, {value.extents.begin(), value.extents.end()}, 0}, name);
  }
  Expr input(const std::string& name, double value) { return input(name, reference::real(value)); }

  // The module whose last function has those results.
  ir::Module returning(const std::vector<Expr>& results);
  std::vector<Value> evaluate(const std::vector<Expr>& results);

  // What reverse mode makes, for a look at its ops.
  ir::DerivedFunction reverse(const std::vector<Expr>& targets, const std::vector<Expr>& sources,
                              const Request& request = {});
  // Gradients of the targets' sum, weighed by the seeds; null where a source is not connected.
  std::vector<std::optional<Value>> gradients(const std::vector<Expr>& targets,
                                              const std::vector<Expr>& sources, const Request& request = {});
  // The same of a scalar each, NaN where absent.
  std::vector<double> numbers(const std::vector<Expr>& targets, const std::vector<Expr>& sources,
                              const Request& request = {});
  // Tangents of the targets.
  std::vector<Value> tangents(const std::vector<Expr>& targets, const std::vector<Expr>& sources,
                              const std::vector<Value>& seeds, const Request& request = {});
  // The names of the diagnostics of a gradient that can't be had.
  std::string refusal(const std::vector<Expr>& targets, const std::vector<Expr>& sources,
                      const Request& request = {});

  std::vector<Value> values;

 private:
  ir::DerivativeOptions options(const std::vector<Expr>& sources, const Request& request) const;
};

// Derivatives of the last function of a module with respect to arguments by name, with adjoints of ones; the
// results of those indices are differentiated, and what does not depend has zeros. The derived function is
// the last.
ir::Module reverse_of(const ir::Module& module, const std::vector<std::string>& wrt,
                      std::vector<int> targets = {});
// Likewise; the derived function takes the tangents, named like the arguments with `_dot`.
ir::Module forward_of(const ir::Module& module, const std::vector<std::string>& wrt,
                      std::vector<int> targets = {});
// All results of the last function.
std::vector<Value> run(const ir::Module& module, const std::vector<Value>& arguments);

// How many ops of that kind differentiation made in a function.
int derived_count(const ir::Function& function, Kind kind);
int derived_count(const ir::Function& function);

inline double number(const Value& value) {
  const ir::Literal& tensor = value.tensor();
  if (tensor.size() != 1) throw std::logic_error("one number is needed");
  return tensor.at(0);
}
inline std::vector<double> numbers_of(const Value& value) { return value.tensor().reals; }

}  // namespace conformance
