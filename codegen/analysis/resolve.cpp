#include "codegen/analysis/resolve.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "codegen/analysis/nesting.h"
#include "codegen/analysis/passed.h"
#include "codegen/analysis/symbols.h"
#include "ir/kind.h"

namespace codegen {
namespace {

using Known = std::map<std::string, ir::Extent>;

class Resolver {
 public:
  explicit Resolver(const ir::Function& function)
      : from_(function), to_(function), passed_(passed(function)), integers_(function.values.size()) {}

  ir::Function run() {
    Known known;
    for (ir::ValueId argument : from_.arguments()) {
      const ir::Value& value = from_[argument];
      for (const ir::Extent& extent : value.type.extents)
        if (auto symbol = extent.as_symbol(); symbol && value.type.is_tensor()) know(*symbol, known);
      if (is_integer(value.type)) {
        know("%" + value.name, known);
        integers_[argument.at()] = ir::Extent::symbol("%" + value.name);
      }
    }
    block(from_.body, known);
    return std::move(to_);
  }

 private:
  static bool is_integer(const ir::Type& type) { return type.is_scalar() && ir::is_integer(type.element); }

  void know(const std::string& symbol, Known& known) {
    known.emplace(symbol, ir::Extent::symbol(symbol));
    used_.insert(symbol);
  }

  // A symbol that is bound here, by a name that nothing else in the function has.
  void bind(const std::string& symbol, Known& known) {
    std::string name = symbol;
    for (int i = 2; !used_.insert(name).second; ++i) name = fmt::format("{}.{}", symbol, i);
    known[symbol] = ir::Extent::symbol(name);
  }

  static ir::Shape resolve(ir::Shape shape, const Known& known) {
    for (ir::Extent& extent : shape) extent = extent.substitute(known);
    return shape;
  }
  void resolve(ir::ValueId value, const Known& known) {
    if (from_[value].type.is_tensor()) to_[value].type.extents = resolve(from_[value].type.extents, known);
  }

  void block(ir::BlockId id, Known known) {
    for (ir::ValueId parameter : from_[id].parameters) resolve(parameter, known);
    for (ir::OpId op : from_[id].ops) this->op(op, known);
  }

  void op(ir::OpId id, Known& known) {
    const ir::Op& op = from_[id];
    for (ir::BlockId inner : op.blocks) block(inner, inside(op, inner, known));
    // Plain symbols that nothing has bound before are bound by what the op yields.
    for (ir::ValueId result : op.results)
      if (from_[result].type.is_tensor())
        for (const ir::Extent& extent : from_[result].type.extents)
          if (auto symbol = extent.as_symbol(); symbol && !known.contains(*symbol)) bind(*symbol, known);
    ir::Attributes attributes;
    for (const auto& [name, attribute] : op.attributes) {
      const ir::Shape* shape = std::get_if<ir::Shape>(&attribute);
      attributes.set(name, shape ? ir::Attribute(resolve(*shape, known)) : attribute);
    }
    to_[id].attributes = std::move(attributes);
    for (ir::ValueId result : op.results) resolve(result, known);
    if (shows_number_as_tensor(op)) repeat(id);
    if (op.results.size() == 1 && is_integer(from_[op.results[0]].type)) integers_[op.results[0].at()] = formula(id);
  }

  bool shows_number_as_tensor(const ir::Op& op) const {
    return ir::definition(op.kind).info.trait == ir::Trait::alias && from_[op.operands[0]].type.is_scalar() &&
           !from_[op.results[0]].type.is_scalar();
  }
  void repeat(ir::OpId id) {
    ir::Attributes attributes;
    attributes.set("shape", to_[to_[id].results[0]].type.extents);
    to_[id].kind = ir::Kind::Broadcast;
    to_[id].attributes = std::move(attributes);
  }

  std::optional<ir::Extent> formula(ir::OpId id) const {
    const ir::OpDefinition& definition = ir::definition(from_[id].kind);
    if (!definition.extent || definition.info.trait == ir::Trait::control) return std::nullopt;
    std::vector<std::optional<ir::Extent>> operands;
    for (ir::ValueId operand : from_[id].operands)
      operands.push_back(integers_[alias_root(from_, passed_, operand).at()]);
    if (definition.info.trait == ir::Trait::constant && !from_[id].attributes.find("value")) return std::nullopt;
    return definition.extent({to_, to_[id]}, operands);
  }

  // What is known in a block of the op: the symbols of what is the same in every trip are what is passed; others the
  // block binds.
  Known inside(const ir::Op& op, ir::BlockId block, const Known& outside) {
    Known known = outside;
    const auto& parameters = from_[block].parameters;
    const std::size_t skipped = is_branch(op) ? 1 : 0;  // the predicate
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const ir::Value& parameter = from_[parameters[i]];
      const ir::ValueId operand = op.operands[i + skipped];
      const bool same_extents = has_extents_of(op, i, operand);
      for (std::size_t axis = 0; parameter.type.is_tensor() && axis < parameter.type.extents.size(); ++axis) {
        const auto symbol = parameter.type.extents[axis].as_symbol();
        if (!symbol || known.contains(*symbol)) continue;
        if (same_extents && !is_free(op, i, axis, outside))
          known.emplace(*symbol, to_[operand].type.extents[axis]);
        else
          bind(*symbol, known);
      }
      if (is_integer(parameter.type)) integer(op, parameters[i], known);
    }
    return known;
  }

  void integer(const ir::Op& op, ir::ValueId parameter, Known& known) {
    const ir::ValueId root = alias_root(from_, passed_, parameter);
    const bool counter = is_iteration(op) && iteration(from_, op).counter == root;
    auto& formula = integers_[root.at()];
    if (!formula && (counter || root == parameter))
      formula = ir::Extent::symbol(symbol_of(from_, root, counter));
    const std::string& name = from_[parameter].name;
    if (!name.empty()) known["%" + name] = formula ? *formula : ir::Extent::symbol(symbol_of(from_, root, false));
  }

  // Elements of sequences, and the trip's number, are not what the operand at their place is.
  bool has_extents_of(const ir::Op& op, std::size_t parameter, ir::ValueId operand) const {
    if (!is_iteration(op)) return true;
    const Iteration it = iteration(from_, op);
    const std::size_t first = it.carried.size() + 1;
    const bool scanned = it.counted() && parameter >= first && parameter < first + it.scanned.size();
    return !scanned && from_[operand].type.is_tensor();
  }

  // Whether an axis of a value that goes round may change.
  bool is_free(const ir::Op& op, std::size_t parameter, std::size_t axis, const Known& outside) const {
    if (!is_iteration(op) || !op.attributes.find("varying")) return false;
    const std::size_t first = iteration(from_, op).counted() ? 1 : 0;
    if (parameter < first) return false;
    std::size_t at = 0;
    for (std::int64_t result : op.attributes.get<ir::Integers>("varying")) {
      const auto k = static_cast<std::size_t>(result);
      const std::size_t rank = from_[op.results[k]].type.extents.size();
      if (k == parameter - first) {
        const auto symbol = op.attributes.get<ir::Shape>("shapes")[at + axis].as_symbol();
        return symbol && !outside.contains(*symbol);
      }
      at += rank;
    }
    return false;
  }

  const ir::Function& from_;
  ir::Function to_;
  Passed passed_;
  std::vector<std::optional<ir::Extent>> integers_;  // by root
  std::set<std::string> used_;
};

}  // namespace

ir::Function resolved(const ir::Function& function) { return Resolver(function).run(); }

}  // namespace codegen
