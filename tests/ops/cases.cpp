#include "tests/ops/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "ir/kind.h"
#include "tests/reference/graph.h"

namespace ops_test {
namespace {

using ir::ElementType;
using reference::Random;

constexpr double kGap = 0.05;  // from zero, where many ops have a kink

// How many reals there are.
std::size_t size_of(const Operand& operand) {
  std::size_t size = is_real(operand) || is_complex(operand) ? 1 : 0;
  if (operand.depth > 0) {
    size = 0;
    for (const Operand& value : operand.values) size += size_of(value);
    return size;
  }
  for (std::int64_t extent : operand.extents) size *= static_cast<std::size_t>(extent);
  return size;
}

// As many numbers of the domain in random order, each in a cell of its own, so that no two are close.
std::vector<double> spread(const ir::Domain& domain, std::size_t count, Random& random) {
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double place =
        (static_cast<double>(i) + reference::uniform(random, 0.3, 0.7)) / static_cast<double>(count);
    const double value = domain.low + (domain.high - domain.low) * place;
    numbers[i] = std::abs(value) < kGap ? std::copysign(kGap, value) : value;
  }
  for (std::size_t i = count; i > 1; --i) std::swap(numbers[i - 1], numbers[random() % i]);
  return numbers;
}

std::vector<reference::Value> sample_values(const ir::OpInfo& info, const std::vector<Operand>& operands,
                                            ElementType real, Random& random) {
  std::size_t total = 0;
  for (const Operand& operand : operands) total += size_of(operand);
  const std::vector<double> numbers = spread(info.domain, total, random);
  auto next = numbers.begin();
  const std::function<reference::Value(const Operand&)> value_of = [&](const Operand& operand) -> reference::Value {
    if (operand.depth > 0) {
      std::vector<reference::Value> sequence;
      for (const Operand& value : operand.values) sequence.push_back(value_of(value));
      return sequence;
    }
    ir::Literal literal = ir::Literal::zeros(type_of(operand, real).element, operand.extents);
    for (std::int64_t i = 0; i < literal.size(); ++i) {
      const auto given = static_cast<std::size_t>(i);
      const double more = on_diagonal(operand, i, std::max(std::abs(info.domain.low), std::abs(info.domain.high)));
      if (is_real(operand))
        literal.set(i, *next++ + more);
      else if (is_complex(operand))
        literal.set(i, ir::Number(*next++ + more, reference::uniform(random, -0.7, 0.7)));
      else if (operand.kind == 'b')
        literal.set_integer(i, static_cast<std::int64_t>(random() % 2));
      else if (given < operand.integers.size())
        literal.set_integer(i, operand.integers[given]);
      else
        literal.set(i, std::floor(reference::uniform(random, info.domain.low, info.domain.high + 1)));
    }
    return literal;
  };
  std::vector<reference::Value> values;
  for (const Operand& operand : operands) values.push_back(value_of(operand));
  return values;
}

// Attributes that say f64 follow the element type of the operands.
ir::Attributes with_element(const ir::Attributes& attributes, ElementType real) {
  ir::Attributes out;
  for (const auto& [name, value] : attributes) {
    const auto* element = std::get_if<ElementType>(&value);
    out.set(name, element && *element == ElementType::f64 ? ir::Attribute(real) : value);
  }
  return out;
}

}  // namespace

ir::Type type_of(const Operand& operand, ElementType real, ElementType integer) {
  ElementType element = is_real(operand) ? real : element_of(operand, integer);
  if (element == ElementType::c128 && real == ElementType::f32) element = ElementType::c64;
  return {element, {operand.extents.begin(), operand.extents.end()}, operand.depth};
}

std::vector<std::int64_t> form_of(const reference::Value& value) {
  if (value.is_tensor()) return value.tensor().extents;
  return {static_cast<std::int64_t>(value.sequence().size())};
}

std::optional<Case> make_case(ir::Kind kind, const std::vector<Operand>& operands,
                              const ir::Attributes& attributes, const Making& making, Random& random,
                              ir::Diagnostics& diagnostics) {
  reference::Graph g;
  g.builder.facts().may_assume = making.symbolic;
  std::vector<ir::ValueId> ids;
  for (const Operand& operand : operands) {
    const std::string name = fmt::format("x{}", ids.size());
    ir::Type type = type_of(operand, making.real);
    for (std::size_t axis = 0; making.symbolic && type.is_tensor() && axis < type.extents.size(); ++axis)
      if (operand.extents[axis] != 1) type.extents[axis] = ir::Extent::symbol(fmt::format("{}.{}", name, axis));
    ids.push_back(g.argument(type, name).id);
  }
  const ir::ValueId y = g.builder.append(kind, ids, with_element(attributes, making.real), "y");
  diagnostics = g.diagnostics;
  if (!y.valid()) return std::nullopt;
  Case made;
  made.module = g.finish({{&g.builder, y}});
  made.function = reference::last(made.module);
  made.text = ir::print(made.module);
  made.x = sample_values(ir::definition(kind).info, operands, making.real, random);
  return made;
}

namespace {

// The samples of reals as ones of complex numbers, where the op takes them.
void add_complex(ir::Kind kind, std::vector<Sample>& rows) {
  const std::function<void(Operand&)> make_complex = [&](Operand& operand) {
    if (is_real(operand)) operand.kind = operand.kind == 'x' ? 'c' : 'z';
    for (Operand& value : operand.values) make_complex(value);
  };
  Random random(1);
  for (std::size_t i = 0, count = rows.size(); i < count; ++i) {
    Sample sample = rows[i];
    for (Operand& operand : sample.operands) make_complex(operand);
    const bool any = std::any_of(sample.operands.begin(), sample.operands.end(), &is_complex);
    ir::Diagnostics refused;
    if (any && make_case(kind, sample.operands, sample.attributes, {}, random, refused)) rows.push_back(sample);
  }
}

}  // namespace

std::vector<Sample> samples_of(ir::Kind kind) {
  const ir::OpInfo& info = ir::definition(kind).info;
  std::vector<Sample> found;
  for (const Sample& row : samples())
    if (row.op == info.name) found.push_back(row);
  if (!found.empty() || info.trait != ir::Trait::elementwise) {
    add_complex(kind, found);
    return found;
  }

  Random random(1);
  const std::string_view kinds = "xibc";
  std::vector<std::size_t> digits(static_cast<std::size_t>(info.arity));
  for (std::size_t code = 0; code < static_cast<std::size_t>(std::pow(kinds.size(), info.arity)); ++code) {
    std::size_t rest = code;
    for (std::size_t& digit : digits) digit = rest % kinds.size(), rest /= kinds.size();
    for (const auto& extents : elementwise_shapes()) {
      std::vector<Operand> operands;
      for (std::size_t digit : digits) operands.push_back({kinds[digit], extents, {}});
      ir::Diagnostics refused;
      if (make_case(kind, operands, {}, {}, random, refused))
        found.push_back({info.name, operands, {}, extents});
    }
  }
  return found;
}

bool accepted(ir::Kind kind, const std::vector<ir::Type>& operands, const ir::Attributes& attributes) {
  reference::Graph g;
  std::vector<ir::ValueId> ids;
  for (const ir::Type& type : operands) ids.push_back(g.argument(type, fmt::format("x{}", ids.size())).id);
  return g.builder.append(kind, ids, attributes).valid();
}

bool is_apart(const ir::OpInfo& info) {
  return info.trait == ir::Trait::control || info.name == ir::definition(ir::Kind::SequencePack).info.name;
}

}  // namespace ops_test
