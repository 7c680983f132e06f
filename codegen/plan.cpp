// Liveness and homes.
#include "codegen/plan.h"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

using ir::Trait;

const ir::OpInfo& info(const ir::Op& op) { return ir::definition(op.kind).info; }

std::optional<std::string> refusal_of(const ir::Type& type, const std::string& what) {
  if (!type.is_tensor()) return fmt::format("{} is a sequence", what);
  if (ir::is_complex(type.element)) return fmt::format("{} is complex", what);
  return std::nullopt;
}

// An op whose every reader is served by memory alone needs its broadcast operand carried out.
void need_memory(const ir::Function& function, Plan& plan, ir::ValueId value) {
  const ir::ValueId root = alias_root(function, value);
  if (trait_of(function, root) == Trait::broadcast) plan.materialised[root.at()] = true;
}

}  // namespace

std::optional<std::string> refusal(const ir::Function& function) {
  for (const ir::Value& value : function.values)
    if (auto why = refusal_of(value.type, value.name.empty() ? "a value" : value.name)) return why;
  for (ir::OpId id : function[function.body].ops) {
    const ir::Op& op = function[id];
    const Trait trait = info(op).trait;
    if (trait == Trait::control || trait == Trait::sequence || trait == Trait::element)
      return fmt::format("{} is not straight-line code", info(op).name);
    if (trait == Trait::constant && !op.attributes.find("value"))
      return fmt::format("{} has no value outside of an arm that is not taken", info(op).name);
  }
  return std::nullopt;
}

bool is_pointwise(const ir::Op& op) {
  return info(op).trait == Trait::elementwise || info(op).trait == Trait::broadcast;
}

std::vector<Access> reads(const ir::Function& function, const Plan& plan, const ir::Op& op) {
  std::vector<Access> out;
  for (ir::ValueId operand : op.operands) {
    if (info(op).trait == Trait::broadcast)
      out.push_back(repeated(function, op.results[0], plan.materialised));
    else if (is_pointwise(op))
      out.push_back(access(function, operand, plan.materialised));
    else
      out.push_back({alias_root(function, operand), {}, {}});
  }
  return out;
}

void find_homes(const ir::Function& function, Plan& plan) {
  plan.materialised.assign(function.values.size(), false);
  plan.home.assign(function.values.size(), Home::nowhere);
  std::vector<bool> needed(function.values.size());
  for (ir::ValueId argument : function.arguments()) plan.home[argument.at()] = Home::argument;
  for (ir::ValueId result : function.results()) {
    need_memory(function, plan, result);
    needed[alias_root(function, result).at()] = true;
  }
  // Backwards, so that all readers of a value are known before the op that yields it.
  const auto& ops = function[function.body].ops;
  for (auto id = ops.rbegin(); id != ops.rend(); ++id) {
    const ir::Op& op = function[*id];
    const Trait trait = info(op).trait;
    const bool live =
        std::any_of(op.results.begin(), op.results.end(), [&](auto r) { return needed[r.at()]; });
    if (!live || trait == Trait::alias) continue;
    const bool variable = function[op.results[0]].type.is_scalar();
    for (ir::ValueId r : op.results)
      plan.home[r.at()] = trait == Trait::constant  ? Home::literal
                          : trait == Trait::integer ? Home::integer
                          : variable                ? Home::variable
                                                    : Home::local;
    if (!is_pointwise(op))
      for (ir::ValueId operand : op.operands) need_memory(function, plan, operand);
    for (const Access& read : reads(function, plan, op)) {
      need_memory(function, plan, read.root);
      needed[read.root.at()] = true;
    }
  }
}

Plan make_plan(const ir::Function& function) {
  Plan plan;
  find_homes(function, plan);
  schedule(function, plan);
  assign_memory(function, plan);
  return plan;
}

}  // namespace codegen
