// Functions and values in few words, for tests: a function under construction, and literals.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "ir/expr.h"
#include "ir/op.h"
#include "ir/passes/pass.h"
#include "tests/reference/interpreter.h"

namespace reference {

// A module whose last function is under construction.
class Graph {
 public:
  explicit Graph(const std::string& name = "f", ir::Module before = {})
      : module(std::move(before)), function(ir::new_function(name)), builder(module, function, diagnostics) {}
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  ir::Expr argument(const ir::Type& type, const std::string& name) {
    return {&builder, builder.argument(type, name)};
  }
  // A tensor argument of doubles.
  ir::Expr real(const std::string& name, ir::Shape extents = {}) {
    return argument({ir::ElementType::f64, std::move(extents), 0}, name);
  }
  ir::Expr op(ir::Kind kind, const std::vector<ir::Expr>& operands, ir::Attributes attributes = {}) {
    return only(ops(kind, operands, std::move(attributes)));
  }
  // The general form; an exception with the diagnostics where the op is refused.
  std::vector<ir::Expr> ops(ir::Kind kind, const std::vector<ir::Expr>& operands,
                            ir::Attributes attributes = {}, std::vector<ir::BlockId> blocks = {},
                            ir::FunctionId callee = {}) {
    std::vector<ir::ValueId> ids;
    for (ir::Expr operand : operands) ids.push_back(operand.id);
    const std::size_t problems = diagnostics.list().size();
    std::vector<ir::Expr> results;
    for (ir::ValueId id : builder.append_all(kind, ids, std::move(attributes), std::move(blocks), callee))
      results.push_back({&builder, id});
    if (diagnostics.list().size() != problems) throw std::logic_error(diagnostics.text());
    return results;
  }
  ir::Expr number(double value) { return {&builder, builder.constant(ir::ElementType::f64, value)}; }
  ir::Expr integer(std::int64_t value) {
    return {&builder, builder.constant_integer(ir::ElementType::i64, value)};
  }

  // A block made by `body` from its parameters.
  template <class Body>
  ir::BlockId block(const std::vector<ir::Type>& types, Body body) {
    const ir::BlockId id = builder.block(types);
    const ir::BlockId outside = builder.insert_into(id);
    std::vector<ir::Expr> parameters;
    for (ir::ValueId parameter : function[id].parameters) parameters.push_back({&builder, parameter});
    results(body(parameters));
    builder.insert_into(outside);
    return id;
  }

  // Completes the function; its id is that of the last in the module.
  ir::Module finish(const std::vector<ir::Expr>& values) {
    results(values);
    builder.finish();
    module.functions.push_back(function);
    return module;
  }

  ir::Module module;
  ir::Function function;
  ir::Diagnostics diagnostics;
  ir::Builder builder;

 private:
  static ir::Expr only(const std::vector<ir::Expr>& results) {
    if (results.size() != 1) throw std::logic_error("an op of one result is needed");
    return results[0];
  }
  void results(const std::vector<ir::Expr>& values) {
    std::vector<ir::ValueId> ids;
    for (ir::Expr value : values) ids.push_back(value.id);
    builder.set_results(ids);
  }
};

inline ir::FunctionId last(const ir::Module& module) {
  return {static_cast<std::int32_t>(module.functions.size()) - 1};
}

inline ir::Literal reals(std::vector<std::int64_t> extents, const std::vector<double>& values,
                         ir::ElementType element = ir::ElementType::f64) {
  ir::Literal literal = ir::Literal::zeros(element, std::move(extents));
  if (literal.reals.size() != values.size()) throw std::logic_error("as many numbers as elements are needed");
  for (std::size_t i = 0; i < values.size(); ++i) literal.set(static_cast<std::int64_t>(i), values[i]);
  return literal;
}
inline ir::Literal real(double value) { return reals({}, {value}); }

inline ir::Literal integers(std::vector<std::int64_t> extents, const std::vector<std::int64_t>& values,
                            ir::ElementType element = ir::ElementType::i64) {
  ir::Literal literal = ir::Literal::zeros(element, std::move(extents));
  if (literal.integers.size() != values.size())
    throw std::logic_error("as many numbers as elements are needed");
  for (std::size_t i = 0; i < values.size(); ++i)
    literal.set_integer(static_cast<std::int64_t>(i), values[i]);
  return literal;
}
inline ir::Literal integer(std::int64_t value) { return integers({}, {value}); }
inline ir::Literal boolean(bool value) { return integers({}, {value}, ir::ElementType::boolean); }

// What passes make of a module; an exception with their diagnostics where one fails.
inline ir::Module passed(const ir::Module& module, std::string_view pipeline) {
  ir::Diagnostics diagnostics;
  auto now = ir::run_passes(module, pipeline, {.verify_each = true, .after = {}}, diagnostics);
  if (!now) throw std::logic_error(fmt::format("{}: {}", pipeline, diagnostics.text()));
  return *std::move(now);
}

}  // namespace reference
