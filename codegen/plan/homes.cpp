// What is needed, and where it lives; which values other ops must wait for.
#include <algorithm>
#include <map>
#include <set>

#include "codegen/analysis/ranges.h"
#include "codegen/analysis/symbols.h"
#include "codegen/analysis/tables.h"
#include "codegen/plan/planner.h"
#include "ir/kind.h"

namespace codegen {
namespace {

using ir::Trait;

const ir::OpInfo& info(const ir::Op& op) { return ir::definition(op.kind).info; }

bool gives_undefined(const ir::Op& op) {
  return info(op).trait == Trait::constant && !op.attributes.find("value");
}

class Homes {
 public:
  Homes(const ir::Function& function, Plan& plan) : function_(function), plan_(plan) {
    needed_.assign(function.values.size(), false);
  }

  void run() {
    for (ir::ValueId argument : function_.arguments()) home(argument) = Home::argument;
    for (const int taken : plan_.taken_over.arguments)
      if (taken >= 0) home(function_.arguments()[static_cast<std::size_t>(taken)]) = Home::buffer;
    for (std::size_t i = 0; i < plan_.restored.arguments.size(); ++i)
      if (plan_.restored.arguments[i]) home(function_.arguments()[i]) = Home::buffer;
    for (ir::ValueId result : function_.results()) need_whole(result);
    block(function_.body);
  }

 private:
  Home& home(ir::ValueId value) { return plan_.home[value.at()]; }
  const ir::Type& type(ir::ValueId value) const { return function_[value].type; }
  ir::ValueId root(ir::ValueId value) const { return root_of(function_, plan_, value); }
  bool is_needed(ir::ValueId value) const { return needed_[value.at()]; }
  void need(ir::ValueId value) { needed_[root(value).at()] = true; }

  // What has no memory by itself is computed into some: a broadcast, a slice, or what is never read.
  void need_memory(ir::ValueId value) {
    const ir::ValueId r = root(value);
    const ir::OpId op = function_[r].op;
    if (!op.valid() || (type(r).is_scalar() && gives_undefined(function_[op]))) return;
    if (info(function_[op]).trait == Trait::broadcast || function_[op].kind == ir::Kind::Slice || gives_undefined(function_[op]))
      plan_.materialised[r.at()] = true;
  }
  void need_whole(ir::ValueId value) {
    need_memory(value);
    need(value);
  }
  // What a block hands on; nothing is moved where it is undefined.
  void need_result(ir::ValueId value) {
    const ir::OpId op = function_[root(value)].op;
    if (op.valid() && gives_undefined(function_[op]))
      need(value);
    else
      need_whole(value);
  }

  // Backwards, so that all readers of a value are known before the op that yields it.
  void block(ir::BlockId id) {
    const auto& ops = function_[id].ops;
    for (auto op = ops.rbegin(); op != ops.rend(); ++op) visit(*op);
  }

  void visit(ir::OpId id) {
    const ir::Op& op = function_[id];
    const Trait trait = info(op).trait;
    const bool live =
        std::any_of(op.results.begin(), op.results.end(), [&](auto r) { return is_needed(r); });
    if (trait == Trait::alias) {
      // A number of what was done is computed for that alone; an adjoint that nothing reads isn't waited for.
      for (std::size_t i = 1; i < op.operands.size() && is_needed(root(op.results[0])); ++i)
        if (type(op.operands[i]).element == ir::ElementType::i64) need_whole(op.operands[i]);
      return;
    }
    if (!live) return;
    for (ir::ValueId integer : plan_.integers[id.at()]) need_whole(integer);
    if (is_branch(op)) return branch(op);
    if (is_iteration(op)) return trips(op);
    for (ir::ValueId r : op.results) home(r) = home_of(op, r);
    if (home(op.results[0]) == Home::integer || home(op.results[0]) == Home::table) return;
    if (!is_pointwise(op))
      for (ir::ValueId operand : op.operands) need_memory(operand);
    for (const Access& read : reads(function_, plan_, op)) need_whole(read.root);
  }

  Home home_of(const ir::Op& op, ir::ValueId result) const {
    const Trait trait = info(op).trait;
    const bool scalar = is_number(function_, plan_, result);
    if (trait == Trait::constant) return plan_.materialised[result.at()] ? Home::local : Home::literal;
    if (plan_.tables.contains(result)) return Home::table;
    if (trait == Trait::integer || plan_.formulas[result.at()]) return Home::integer;
    if (scalar) return Home::variable;
    return plan_.base[result.at()].valid() ? Home::view : Home::local;
  }

  Home home_between_blocks(ir::ValueId value) const {
    return is_number(function_, plan_, value) ? Home::variable : Home::buffer;
  }

  void branch(const ir::Op& op) {
    for (std::size_t k = 0; k < op.results.size(); ++k) {
      if (!is_needed(op.results[k])) continue;
      home(op.results[k]) = home_between_blocks(op.results[k]);
      for (ir::BlockId arm : op.blocks) need_result(function_[arm].results[k]);
    }
    for (ir::BlockId arm : op.blocks) block(arm);
    need_whole(op.operands[0]);
  }

  // All that goes round is taken to be needed (dce has dropped what is not); what is stacked only where it is read.
  void trips(const ir::Op& op) {
    const Iteration it = iteration(function_, op);
    if (it.counted()) {
      home(it.counter) = Home::variable;
      need_whole(it.trips);
    } else {
      home(it.trips) = Home::variable;
      need_whole(function_[it.condition].results[0]);
    }
    for (const Carried& c : it.carried) {
      if (plan_.passed[c.parameter.at()].valid()) continue;
      home(c.parameter) = home(c.after) = home_between_blocks(c.after);
      need_whole(c.before);
      need_result(c.next);
    }
    for (const PerTrip& stack : it.stacked) {
      if (!is_needed(stack.sequence)) continue;
      home(stack.sequence) = Home::buffer;
      need_result(stack.element);
    }
    block(it.body);
    if (it.condition.valid()) block(it.condition);
    for (const PerTrip& scan : it.scanned) {
      if (!is_needed(scan.element)) continue;
      home(scan.element) = is_number(function_, plan_, scan.element) ? Home::variable : Home::view;
      need_whole(scan.sequence);
    }
  }

  const ir::Function& function_;
  Plan& plan_;
  std::vector<bool> needed_;  // by root
};

// The values whose memory others are a part of.
void find_bases(const ir::Function& function, Plan& plan) {
  plan.base.assign(function.values.size(), {});
  for (const ir::Op& op : function.ops) {
    if (op.results.empty()) continue;
    if (info(op).trait == Trait::element && info(op).in_place < 0 && !is_number(function, plan, op.results[0]))
      plan.base[op.results[0].at()] = op.operands[0];
    // A number is copied out of a sequence.
    if (op.kind == ir::Kind::SequenceAt && !function[op.results[0]].type.is_scalar())
      plan.base[op.results[0].at()] = op.operands[0];
    if (!is_iteration(op)) continue;
    for (const PerTrip& scan : iteration(function, op).scanned)
      if (!is_number(function, plan, scan.element)) plan.base[scan.element.at()] = scan.sequence;
  }
}

// Ops on parts that can't be expressed in an index are those with strides, and those whose bounds are checked where they are
// carried out.
void find_indexed_parts(const ir::Function& function, Plan& plan) {
  plan.is_indexed.assign(function.ops.size(), false);
  std::set<std::string> known;
  for (const Bound& bound : bound_symbols(function)) known.insert(bound.symbol);
  const auto is_known = [&](const ir::Extent& extent) {
    std::set<std::string> symbols;
    extent.collect_symbols(symbols);
    return std::includes(known.begin(), known.end(), symbols.begin(), symbols.end());
  };
  for (std::size_t id = 0; id < function.ops.size(); ++id) {
    const ir::Op& op = function.ops[id];
    if (op.kind != ir::Kind::Slice && !is_part_store(function, plan, op)) continue;
    const ir::Shape& extents = function[op.results[0]].type.extents;
    const bool in_body = plan.nesting.block_of[op.results[0].at()] == function.body;
    // Of such the entry checks the bounds.
    const bool entered = in_body && std::all_of(extents.begin(), extents.end(), is_known);
    const std::vector<ir::Part> parts = ir::definition(op.kind).parts({function, op});
    const bool is_sure = std::all_of(parts.begin(), parts.end(), [&](const ir::Part& part) {
      return is_within(part) || (entered && is_known(part.begin) && is_known(part.end) && is_known(part.extent));
    });
    plan.is_indexed[id] = !op.attributes.find("strides") && is_sure;
    if (op.kind == ir::Kind::Slice) plan.materialised[op.results[0].at()] = !plan.is_indexed[id];
  }
}

// The values by which extents become known, by symbol: elements of sequences, and what varies. Integers are known by
// themselves.
class Binders {
 public:
  explicit Binders(const ir::Function& function) : function_(function) { block(function.body); }

  std::optional<ir::ValueId> of(const std::string& symbol) const {
    if (const auto integer = value_of_symbol(symbol)) return integer;
    const auto found = binders_.find(symbol);
    return found == binders_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  // In the order in which they are evaluated: of two values with a symbol the first one binds it.
  void block(ir::BlockId id) {
    for (ir::OpId op_id : function_[id].ops) {
      const ir::Op& op = function_[op_id];
      if (is_iteration(op)) parameters(op);
      for (ir::BlockId inner : op.blocks) block(inner);
      for (std::size_t k = 0; k < op.results.size(); ++k)
        if (varies(op, k) || op.kind == ir::Kind::SequenceAt) add(op.results[k]);
    }
  }

  void parameters(const ir::Op& op) {
    const Iteration it = iteration(function_, op);
    for (std::size_t k = 0; k < it.carried.size(); ++k)
      if (varies(op, k)) add(it.carried[k].parameter);
    for (const PerTrip& scan : it.scanned) add(scan.element);
  }

  void add(ir::ValueId value) {
    if (!function_[value].type.is_tensor()) return;
    for (const ir::Extent& extent : function_[value].type.extents)
      if (auto symbol = extent.as_symbol(); symbol && !is_of_arguments(function_, extent)) binders_.emplace(*symbol, value);
  }

  const ir::Function& function_;
  std::map<std::string, ir::ValueId> binders_;
};

void collect(const ir::Attributes& attributes, std::set<std::string>& symbols) {
  for (const auto& [name, attribute] : attributes)
    if (const ir::Shape* shape = std::get_if<ir::Shape>(&attribute))
      for (const ir::Extent& extent : *shape) extent.collect_symbols(symbols);
}

// The symbols of the places where slices that an operand may be read through begin.
void collect_begins(const ir::Function& function, ir::ValueId value, std::set<std::string>& symbols) {
  for (ir::OpId id = function[value].op; id.valid(); id = function[function[id].operands[0]].op) {
    const ir::Op& op = function[id];
    const Trait trait = info(op).trait;
    if ((op.kind != ir::Kind::Slice && trait != Trait::alias && trait != Trait::broadcast) || op.operands.empty()) return;
    if (op.kind == ir::Kind::Slice) collect(op.attributes, symbols);
  }
}

// The integers, and the values that make extents known, which the extents of each op's results and attributes, and
// its integers, are made of.
void find_integers(const ir::Function& function, Plan& plan) {
  const Binders binders(function);
  plan.integers.assign(function.ops.size(), {});
  for (std::size_t id = 0; id < function.ops.size(); ++id) {
    const ir::Op& op = function.ops[id];
    std::set<std::string> symbols;
    for (ir::ValueId result : op.results)
      if (function[result].type.is_tensor())
        for (const ir::Extent& extent : function[result].type.extents) extent.collect_symbols(symbols);
    collect(op.attributes, symbols);
    for (ir::ValueId operand : op.operands) {
      collect_begins(function, operand, symbols);
      // An integer operand may be a formula, which stands where it is read.
      const ir::ValueId root = root_of(function, plan, operand);
      const ir::OpId made_by = function[root].op;
      if (plan.formulas[root.at()]) plan.formulas[root.at()]->collect_symbols(symbols);
      if (made_by.valid() && info(function[made_by]).trait == Trait::integer) collect(function[made_by].attributes, symbols);
    }
    for (const std::string& symbol : symbols) {
      const std::optional<ir::ValueId> value = binders.of(symbol);
      const bool own = value && std::find(op.results.begin(), op.results.end(), *value) != op.results.end();
      if (value && !own) plan.integers[id].push_back(*value);
    }
  }
}

// The values that `after` says the operands of each op wait for.
void find_awaited(const ir::Function& function, Plan& plan) {
  plan.awaited.assign(function.ops.size(), {});
  for (std::size_t id = 0; id < function.ops.size(); ++id)
    for (ir::ValueId operand : function.ops[id].operands)
      for (ir::OpId source = function[operand].op; source.valid(); source = function[function[source].operands[0]].op) {
        const Trait trait = info(function[source]).trait;
        if ((trait != Trait::alias && trait != Trait::broadcast) || function[source].operands.empty()) break;
        for (std::size_t i = 1; i < function[source].operands.size(); ++i)
          plan.awaited[id].push_back(root_of(function, plan, function[source].operands[i]));
      }
}

// What the blocks of each control op read from outside of it, the innermost first.
class Captures {
 public:
  Captures(const ir::Function& function, Plan& plan) : function_(function), plan_(plan) {
    plan.captured.assign(function.ops.size(), {});
  }

  void block(ir::BlockId id) {
    for (ir::OpId op_id : function_[id].ops) {
      const ir::Op& op = function_[op_id];
      if (op.blocks.empty() || !is_live(op)) continue;
      std::vector<ir::ValueId> roots;
      for (ir::BlockId inner : op.blocks) {
        block(inner);
        for (ir::OpId each : function_[inner].ops)
          if (is_live(function_[each])) add(roots_read(function_, plan_, each), id, roots);
        std::vector<ir::ValueId> results;
        for (ir::ValueId result : function_[inner].results) results.push_back(root_of(function_, plan_, result));
        add(results, id, roots);
      }
      std::sort(roots.begin(), roots.end());
      roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
      plan_.captured[op_id.at()] = std::move(roots);
    }
  }

 private:
  bool is_live(const ir::Op& op) const {
    return std::any_of(op.results.begin(), op.results.end(),
                       [&](ir::ValueId r) { return plan_.home[r.at()] != Home::nowhere; });
  }

  void add(const std::vector<ir::ValueId>& from, ir::BlockId outside, std::vector<ir::ValueId>& to) const {
    const auto& nesting = plan_.nesting;
    for (ir::ValueId root : from)
      if (nesting.depth[nesting.block_of[root.at()].at()] <= nesting.depth[outside.at()]) to.push_back(root);
  }

  const ir::Function& function_;
  Plan& plan_;
};

}  // namespace

void find_homes(const ir::Function& function, Plan& plan) {
  plan.materialised.assign(function.values.size(), false);
  plan.home.assign(function.values.size(), Home::nowhere);
  if (plan.side == Side::host) plan.tables = tables_of(function, plan.passed);
  find_indexed_parts(function, plan);
  find_bases(function, plan);
  find_integers(function, plan);
  find_awaited(function, plan);
  Homes(function, plan).run();
  Captures(function, plan).block(function.body);
}

}  // namespace codegen
