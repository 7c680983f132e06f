#include "tests/reference/interpreter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/scope.h"
#include "tests/reference/sequences.h"

namespace reference {
namespace {

using ir::Kind;
using ir::Literal;

template <class... Args>
void require(bool condition, fmt::format_string<Args...> text, Args&&... args) {
  if (!condition) throw Violation(fmt::format(text, std::forward<Args>(args)...));
}

// A real as C++ converts it, with a value for what C++ leaves undefined: 0 for NaN, the nearest end of the
// range.
std::int64_t to_integer(double value) {
  if (std::isnan(value)) return 0;
  if (value >= 0x1p63) return INT64_MAX;
  return value < -0x1p63 ? INT64_MIN : static_cast<std::int64_t>(value);
}

void store(Literal& y, std::int64_t i, double value) {
  if (y.is_real())
    y.set(i, value);
  else
    y.set_integer(i, y.element == ir::ElementType::boolean ? value != 0 : to_integer(value));
}

// One scalar function per element: of reals where an operand or the result is real, of integers otherwise.
// An order, which is known, follows the operands.
Literal elementwise(const ir::OpInfo& info, ir::ElementType element, std::span<const Literal> x,
                    const ir::Attributes& attributes) {
  const auto order = static_cast<double>(attributes.get_or<std::int64_t>("order", 0));
  bool real = ir::is_float(element), complex = ir::is_complex(element);
  for (const Literal& operand : x) {
    real = real || operand.is_real();
    complex = complex || operand.is_complex();
    require(operand.extents == x[0].extents, "{}: operands have extents {} and {}", info.name, x[0].extents,
            operand.extents);
  }
  require(complex ? info.complex.evaluate != nullptr
          : real  ? info.scalar.evaluate != nullptr
                  : info.integer.evaluate != nullptr,
          "{} has no scalar function for {}", info.name, ir::name(element));

  Literal y = Literal::zeros(element, x[0].extents);
  for (std::int64_t i = 0; i < y.size(); ++i) {
    auto as_real = [&](std::size_t operand) { return operand < x.size() ? x[operand].at(i) : order; };
    auto as_integer = [&](std::size_t operand) {
      return operand < x.size() ? x[operand].integers[static_cast<std::size_t>(i)] : 0;
    };
    auto as_complex = [&](std::size_t operand) { return operand < x.size() ? x[operand].number(i) : ir::Number(); };
    if (complex) {
      const ir::Number value = info.complex.evaluate(as_complex(0), as_complex(1), as_complex(2));
      if (y.is_complex())
        y.set(i, value);
      else
        store(y, i, value.real());
    } else if (real)
      store(y, i, info.scalar.evaluate(as_real(0), as_real(1), as_real(2)));
    else
      y.set_integer(i, info.integer.evaluate(as_integer(0), as_integer(1), as_integer(2)));
  }
  return y;
}

// A function of what a composite op is expanded into, for operands of these extents.
ir::Module expansion(const ir::Op& op, const ir::OpDefinition& definition, const ir::Type& type,
                     std::span<const Literal> x, const Symbols& symbols) {
  ir::Module module;
  ir::Diagnostics diagnostics;
  ir::Function function = ir::new_function("expansion");
  ir::Builder builder(module, function, diagnostics);
  std::vector<ir::Expr> operands;
  for (const Literal& operand : x)
    operands.push_back({&builder, builder.argument({operand.element, {operand.extents.begin(), operand.extents.end()}, 0}, "")});
  ir::Attributes attributes;
  for (const auto& [name, attribute] : op.attributes) {
    const auto* shape = std::get_if<ir::Shape>(&attribute);
    ir::Shape known;
    for (std::size_t i = 0; shape && i < shape->size(); ++i) known.emplace_back((*shape)[i].evaluate(symbols).value());
    attributes.set(name, shape ? ir::Attribute(known) : attribute);
  }
  const ir::Expr y = ir::expanded(definition, builder, operands, attributes, type.element);
  builder.set_results({y.id});
  module.functions.push_back(std::move(function));
  return module;
}

// A value against its type; a sequence's elements have extents of their own.
template <class What>
void check_form(const Value& value, const ir::Type& type, int depth, What what) {
  if (type.element == ir::ElementType::any && depth == 1) {  // values of any types
    value.sequence();
    return;
  }
  if (depth > 0) {
    for (const Value& element : value.sequence()) check_form(element, type, depth - 1, what);
    return;
  }
  const Literal& tensor = value.tensor();
  if (tensor.element == type.element && tensor.rank() == type.rank()) return;
  require(false, "{} has element type {} and rank {}, not {}", what(), ir::name(tensor.element), tensor.rank(), type.text());
}

// Symbols that stand alone in a type and have no value yet get that of the value's extent; then every extent
// of every type must have the value that its expression says. The values are what an op (of which that is the name) or a
// block has in that role.
void bind_symbols(const ir::Function& function, const std::vector<ir::ValueId>& ids, const std::vector<Value>& values,
                  Symbols& symbols, std::string_view role, std::string_view op = "") {
  const auto what = [&] { return fmt::format("{}{}{}", op, op.empty() ? "" : ": ", role); };
  require(ids.size() == values.size(), "{}: {} values, not {}", what(), values.size(), ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const ir::Type& type = function[ids[i]].type;
    check_form(values[i], type, type.sequence_depth, [&] { return fmt::format("{} {}", what(), i); });
    for (std::size_t axis = 0; type.is_tensor() && axis < type.extents.size(); ++axis)
      if (auto symbol = type.extents[axis].as_symbol())
        symbols.emplace(*symbol, values[i].tensor().extents[axis]);
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const ir::Type& type = function[ids[i]].type;
    for (std::size_t axis = 0; type.is_tensor() && axis < type.extents.size(); ++axis) {
      const auto expected = type.extents[axis].evaluate(symbols);
      if (expected == values[i].tensor().extents[axis]) continue;
      require(false, "{} {}: axis {} has extent {}, not {} = {}", what(), i, axis, values[i].tensor().extents[axis],
              type.extents[axis].text(), expected ? std::to_string(*expected) : "(unbound)");
    }
  }
}

// The indices of an op on elements, its last operands, against the axes of its first.
void check_indices(const ir::Op& op, std::span<const Literal> x) {
  const std::size_t others = op.kind == Kind::Element ? 1 : 2;
  for (std::size_t i = others; i < x.size(); ++i) {
    const std::int64_t index = x[i].integers.at(0), extent = x[0].extents.at(i - others);
    require(index >= 0 && index < extent, "{}: index {} on axis {} of extent {}", ir::definition(op.kind).info.name,
            index, i - others, extent);
  }
}

// The values of integer parameters that are symbols.
void bind_integers(const ir::Function& function, const std::vector<ir::ValueId>& parameters,
                   const std::vector<Value>& values, Symbols& symbols) {
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (const auto symbol = ir::integer_symbol(function, parameters[i]))
      symbols.emplace(*symbol, values[i].tensor().integers.at(0));
}

std::vector<Value> slice(const std::vector<Value>& values, std::size_t begin, std::size_t end) {
  return {values.begin() + static_cast<std::ptrdiff_t>(begin),
          values.begin() + static_cast<std::ptrdiff_t>(end)};
}

void append(std::vector<Value>& values, const std::vector<Value>& more) {
  values.insert(values.end(), more.begin(), more.end());
}

std::size_t attribute(const ir::Op& op, const char* name) {
  return static_cast<std::size_t>(op.attributes.get<std::int64_t>(name));
}

Literal integer(std::int64_t value) {
  Literal literal = Literal::zeros(ir::ElementType::i64, {});
  literal.set_integer(0, value);
  return literal;
}

bool truth(const std::vector<Value>& condition) { return condition.at(0).tensor().integers.at(0) != 0; }

constexpr std::int64_t kMostTrips = 100'000;

// Runs the blocks of one function. A run of a block sees its parameters and its own ops only, and the symbols
// that were bound outside.
class Run {
 public:
  Run(const ir::Module& module, const ir::Function& function) : module_(module), function_(function) {}

  std::vector<Value> block(ir::BlockId id, const std::vector<Value>& arguments, Symbols symbols) const {
    const ir::Block& block = function_[id];
    require(arguments.size() == block.parameters.size(), "a block takes {} values, not {}", block.parameters.size(),
            arguments.size());
    bind_integers(function_, block.parameters, arguments, symbols);
    bind_symbols(function_, block.parameters, arguments, symbols, "parameter");
    std::map<ir::ValueId, Value> values;
    for (std::size_t i = 0; i < arguments.size(); ++i) values.emplace(block.parameters[i], arguments[i]);
    for (ir::OpId op_id : block.ops) {
      const ir::Op& op = function_[op_id];
      std::vector<Value> operands;
      for (ir::ValueId operand : op.operands) operands.push_back(values.at(operand));
      const std::vector<Value> results = run(op, operands, symbols);
      bind_symbols(function_, op.results, results, symbols, "result", ir::definition(op.kind).info.name);
      for (std::size_t i = 0; i < results.size(); ++i) values.emplace(op.results[i], results[i]);
    }
    std::vector<Value> results;
    for (ir::ValueId result : block.results) results.push_back(values.at(result));
    return results;
  }

 private:
  std::vector<Value> run(const ir::Op& op, const std::vector<Value>& x, const Symbols& symbols) const {
    for (const auto& [kind, handler] : kHandlers)
      if (kind == op.kind) return (this->*handler)(op, x, symbols);
    if (ir::definition(op.kind).info.trait == ir::Trait::sequence)
      return {evaluate_sequence(op.kind, x, zeros_of(function_[op.results[0]].type, symbols))};
    // What gives its operand back takes sequences too.
    if (ir::definition(op.kind).info.trait == ir::Trait::alias && !x[0].is_tensor()) return {x[0]};
    std::vector<Literal> tensors;
    for (const Value& operand : x) tensors.push_back(operand.tensor());
    return {evaluate(function_, op, tensors, symbols)};
  }

  // Zeros of a tensor type whose extents are known; of another, nothing that counts.
  static Literal zeros_of(const ir::Type& type, const Symbols& symbols) {
    std::vector<std::int64_t> extents;
    for (const ir::Extent& extent : type.extents) extents.push_back(extent.evaluate(symbols).value_or(0));
    return Literal::zeros(type.element, extents);
  }

  std::vector<Value> run_if(const ir::Op& op, const std::vector<Value>& x, const Symbols& symbols) const {
    return block(op.blocks[truth(x) ? 0 : 1], slice(x, 1, x.size()), symbols);
  }

  // Trips until the condition is false; then the trip count and what was stacked.
  std::vector<Value> run_while(const ir::Op& op, const std::vector<Value>& x, const Symbols& symbols) const {
    const std::size_t carried = attribute(op, "carried");
    const std::vector<Value> invariants = slice(x, carried, x.size());
    std::vector<std::vector<Value>> stacks(function_[op.blocks[1]].results.size() - carried);
    std::vector<Value> state = slice(x, 0, carried);
    std::int64_t trips = 0;
    for (;; ++trips) {
      require(trips < kMostTrips, "while: more than {} trips", kMostTrips);
      std::vector<Value> passed = state;
      append(passed, invariants);
      if (!truth(block(op.blocks[0], passed, symbols))) break;
      const std::vector<Value> results = block(op.blocks[1], passed, symbols);
      state = slice(results, 0, carried);
      for (std::size_t i = 0; i < stacks.size(); ++i) stacks[i].push_back(results[carried + i]);
    }
    state.push_back(integer(trips));
    for (auto& stack : stacks) state.emplace_back(std::move(stack));
    return state;
  }

  // The trips in the order of their numbers or the last first; what is stacked stands at its trip's number.
  std::vector<Value> run_scan(const ir::Op& op, const std::vector<Value>& x, const Symbols& symbols) const {
    const std::size_t carried = attribute(op, "carried"), scanned = attribute(op, "scanned");
    const bool reverse = op.attributes.get_or<bool>("reverse", false);
    const auto trips = static_cast<std::size_t>(std::max<std::int64_t>(0, x[0].tensor().integers[0]));
    const std::size_t first_sequence = 1 + carried, first_invariant = first_sequence + scanned;
    for (std::size_t i = first_sequence; i < first_invariant; ++i)
      require(x[i].sequence().size() == trips, "scan: a sequence of {} for {} trips", x[i].sequence().size(),
              trips);

    std::vector<std::vector<Value>> stacks(function_[op.blocks[0]].results.size() - carried,
                                           std::vector<Value>(trips));
    std::vector<Value> state = slice(x, 1, first_sequence);
    for (std::size_t step = 0; step < trips; ++step) {
      const std::size_t trip = reverse ? trips - 1 - step : step;
      std::vector<Value> passed{integer(static_cast<std::int64_t>(trip))};
      append(passed, state);
      for (std::size_t i = first_sequence; i < first_invariant; ++i) passed.push_back(x[i].sequence()[trip]);
      append(passed, slice(x, first_invariant, x.size()));
      const std::vector<Value> results = block(op.blocks[0], passed, symbols);
      state = slice(results, 0, carried);
      for (std::size_t i = 0; i < stacks.size(); ++i) stacks[i][trip] = results[carried + i];
    }
    for (auto& stack : stacks) state.emplace_back(std::move(stack));
    return state;
  }

  std::vector<Value> run_call(const ir::Op& op, const std::vector<Value>& x, const Symbols&) const {
    return interpret(module_, op.callee, x);
  }

  // The ops that have blocks or a callee.
  using Handler = std::vector<Value> (Run::*)(const ir::Op&, const std::vector<Value>&, const Symbols&) const;
  static const std::pair<Kind, Handler> kHandlers[4];

  const ir::Module& module_;
  const ir::Function& function_;
};

constexpr std::pair<Kind, Run::Handler> Run::kHandlers[4] = {
    {Kind::If, &Run::run_if}, {Kind::While, &Run::run_while}, {Kind::Scan, &Run::run_scan}, {Kind::Call, &Run::run_call}};

}  // namespace

const Literal& Value::tensor() const {
  require(is_tensor(), "a sequence where a tensor is needed");
  return std::get<Literal>(data_);
}
const std::vector<Value>& Value::sequence() const {
  require(!is_tensor(), "a tensor where a sequence is needed");
  return std::get<std::vector<Value>>(data_);
}
Literal& Value::tensor() { return const_cast<Literal&>(std::as_const(*this).tensor()); }
std::vector<Value>& Value::sequence() {
  return const_cast<std::vector<Value>&>(std::as_const(*this).sequence());
}

OpEvaluation::OpEvaluation(const ir::Function& function, const ir::Op& op, std::span<const Literal> operands,
                           const Symbols& symbols)
    : function_(function), op_(op), symbols_(symbols) {
  const ir::OpDefinition& definition = ir::definition(op.kind);
  if (definition.info.trait != ir::Trait::elementwise && definition.expand && !definition.evaluate)
    expansion_ = expansion(op, definition, function[op.results.at(0)].type, operands, symbols);
}

Literal OpEvaluation::operator()(std::span<const Literal> operands) const {
  if (expansion_) return interpret(*expansion_, {0}, {operands.begin(), operands.end()}).at(0).tensor();
  const ir::OpDefinition& definition = ir::definition(op_.kind);
  if (definition.info.trait == ir::Trait::elementwise)
    return elementwise(definition.info, function_[op_.results.at(0)].type.element, operands, op_.attributes);
  require(definition.evaluate != nullptr, "{} can't be evaluated", definition.info.name);
  if (definition.info.trait == ir::Trait::element) check_indices(op_, operands);
  const ir::OpView view{function_, op_};
  Literal y = definition.evaluate({view, operands, symbols_});
  if (op_.kind == Kind::Undefined)  // so that whoever reads it is found out
    for (double& number : y.reals) number = std::numeric_limits<double>::quiet_NaN();
  return y;
}

Literal evaluate(const ir::Function& function, const ir::Op& op, std::span<const Literal> operands,
                 const Symbols& symbols) {
  return OpEvaluation(function, op, operands, symbols)(operands);
}

std::vector<Value> interpret(const ir::Module& module, ir::FunctionId function_id,
                             const std::vector<Value>& arguments) {
  const ir::Function& function = module[function_id];
  require(arguments.size() == function.arguments().size(), "@{} takes {} arguments, not {}", function.name,
          function.arguments().size(), arguments.size());
  Symbols symbols;
  bind_integers(function, function.arguments(), arguments, symbols);
  bind_symbols(function, function.arguments(), arguments, symbols, "argument");
  for (const ir::Requirement& known : function.requirements)
    require(known.left.evaluate(symbols) == known.right.evaluate(symbols), "@{} requires {} = {}",
            function.name, known.left.text(), known.right.text());
  return Run(module, function).block(function.body, arguments, symbols);
}

}  // namespace reference
