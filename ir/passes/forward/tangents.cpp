#include "ir/passes/forward/tangents.h"

#include <algorithm>

#include "ir/kind.h"
#include "ir/passes/analysis/boxed.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/calls/called.h"
#include "ir/passes/simplify/checked.h"

namespace ir {
namespace {

Expr add(Expr a, Expr b) { return !a.valid() ? b : !b.valid() ? a : a + b; }

// The tangent of an op's result from those of its operands (absent ones not valid).
Expr tangent(const Op& op, const Rule& rule) {
  const Derivative& derivative = definition(op.kind).derivative;
  const std::size_t count = rule.x.size();
  if (const auto* pointwise = std::get_if<Pointwise>(&derivative)) {
    Expr total;
    for (std::size_t i = 0; i < count; ++i)
      if (rule.dots[i].valid() && pointwise->partials[i])
        total = add(total, pointwise->partials[i](rule) * rule.dots[i]);
    return total;
  }
  if (const auto* linear = std::get_if<Linear>(&derivative)) {
    std::vector<Expr> operands(rule.x.begin(), rule.x.end());
    for (std::size_t i = 0; i < count; ++i)
      if (linear->operands == ~0u || (i < 32 && (linear->operands >> i & 1u) != 0))
        operands[i] = rule.dots[i].valid() ? rule.dots[i] : zeros_like(rule.x[i]);
    return rule.again(op.kind, operands);
  }
  if (std::holds_alternative<Bilinear>(derivative)) {
    Expr total;
    for (std::size_t i = 0; i < count; ++i) {
      if (!rule.dots[i].valid()) continue;
      std::vector<Expr> operands(rule.x.begin(), rule.x.end());
      operands[i] = rule.dots[i];
      total = add(total, rule.again(op.kind, operands));
    }
    return total;
  }
  return std::get<General>(derivative).jvp(rule);
}

}  // namespace

std::optional<std::vector<ValueId>> Tangents::run(const std::vector<int>& targets) {
  for (ValueId argument : from_.arguments())
    primal_.set(argument, builder_.argument(from_[argument].type, from_[argument].name));
  std::vector<Expr> seeds;
  for (ValueId wrt : options_.wrt)
    seeds.push_back({&builder_, builder_.argument(from_[wrt].type, from_[wrt].name + "_dot")});
  // A tangent that enters at a value replaces none that arrives there: they add.
  for (std::size_t i = 0; i < seeds.size(); ++i)
    if (!from_[options_.wrt[i]].op.valid()) enter(options_.wrt[i], seeds[i]);
  for (OpId id : from_[from_.body].ops) {
    step(id);
    for (std::size_t i = 0; i < seeds.size(); ++i)
      if (from_[options_.wrt[i]].op == id) enter(options_.wrt[i], seeds[i]);
  }
  if (!ok_) return std::nullopt;
  std::vector<ValueId> results = primal_(from_.results());
  for (int k : targets) results.push_back(dot_or_zeros(from_.results()[static_cast<std::size_t>(k)]));
  return results;
}

void Tangents::enter(ValueId old, Expr dot) { dots_[old.at()] = add(dots_[old.at()], dot); }

ValueId Tangents::dot_or_zeros(ValueId old) {
  return dot(old).valid() ? dot(old).id : zeros_like({&builder_, primal_(old)}).id;
}

void Tangents::name_dot(ValueId old, ValueId dot) {
  Value& value = builder_.function()[dot];
  if (value.name.empty() && !from_[old].name.empty()) value.name = from_[old].name + "_dot";
}

// --- one op --------------------------------------------------------------------------------------------------

void Tangents::step(OpId id) {
  const Op& op = from_[id];
  bool any = false;
  for (std::size_t i = 0; i < op.operands.size(); ++i) any = any || live(op, i);
  any = any && std::any_of(op.results.begin(), op.results.end(), [&](ValueId r) { return activity_.passes_back(r); });
  if (any && op.kind == Kind::If) return step_if(op);
  if (any && is_loop(op)) return step_loop(op);
  if (any && op.kind == Kind::Call) return step_call(op);
  primal_.op(id);
  if (any) by_rule(op);
}

void Tangents::by_rule(const Op& op) {
  std::vector<Expr> x, dots;
  for (std::size_t i = 0; i < op.operands.size(); ++i) {
    x.push_back({&builder_, primal_(op.operands[i])});
    dots.push_back(live(op, i) ? dot(op.operands[i]) : Expr{});
  }
  builder_.loc = op.loc;
  builder_.derived = true;
  if (const auto* none = std::get_if<NoGradient>(&definition(op.kind).derivative)) return refuse(op, none->why);
  if (const auto* pointwise = std::get_if<Pointwise>(&definition(op.kind).derivative))
    for (std::size_t i = 0; i < dots.size(); ++i)
      if (pointwise->refused[i] && dots[i].valid()) return refuse(op, pointwise->refused[i]);
  const PartOf part(builder_, definition(op.kind).info.name);
  const Rule rule{x, {&builder_, primal_(op.results[0])}, {}, dots, op.attributes};
  const Checked checked(builder_);
  const Expr found = tangent(op, rule);
  if (!found.valid()) return;
  const Expr made = as_type(found, rule.y.type());
  if (!made.valid()) {
    builder_.diagnostics().report(DiagnosticId::rule_result, op.loc, definition(op.kind).info.name, 0,
                                  found.type().text(), rule.y.type().text());
    ok_ = false;
    return;
  }
  name_dot(op.results[0], made.id);
  dots_[op.results[0].at()] = made;
}

void Tangents::refuse(const Op& op, const char* why) {
  Diagnostics& diagnostics = builder_.diagnostics();
  const Attribute* text = op.attributes.find("why");
  Diagnostic& problem = text ? diagnostics.report(DiagnosticId::prevented, op.loc, std::get<std::string>(*text))
                             : diagnostics.report(DiagnosticId::no_derivative, op.loc, definition(op.kind).info.name, why);
  problem.notes.push_back({options_.requested, fmt::format("in the derivative of '{}' requested here", asked_for_)});
  ok_ = false;
}

// --- ops with blocks -----------------------------------------------------------------------------------------

BlockId Tangents::open(const std::vector<Passed>& parameters) {
  std::vector<Type> types;
  std::vector<std::string> names;
  for (const Passed& part : parameters) {
    for (ValueId old : part.olds) {
      types.push_back(from_[old].type);
      names.push_back(from_[old].name);
    }
    for (const auto& [old, box] : part.tangents) {
      types.push_back(box ? sequence_of(from_[old].type) : from_[old].type);
      names.push_back(from_[old].name.empty() ? "" : from_[old].name + "_dot");
    }
  }
  const BlockId block = builder_.block(types, names);
  builder_.insert_into(block);
  const std::vector<ValueId> made = builder_.function()[block].parameters;
  std::size_t next = 0;
  for (const Passed& part : parameters) {
    for (ValueId old : part.olds) primal_.set(old, made[next++]);
    for (const auto& [old, box] : part.tangents) {
      const Expr dot{&builder_, made[next++]};
      dots_[old.at()] = box ? unboxed(dot, from_[old].type) : dot;
    }
  }
  return block;
}

void Tangents::give(std::vector<ValueId>& into, const Passed& values) {
  for (ValueId old : values.olds) into.push_back(primal_(old));
  for (const auto& [old, box] : values.tangents) {
    const ValueId dot = dot_or_zeros(old);
    into.push_back(box ? boxed({&builder_, dot}).id : dot);
  }
}

void Tangents::step_if(const Op& op) {
  Passed in;
  std::vector<std::size_t> dotted, active;
  for (std::size_t i = 1; i < op.operands.size(); ++i) {
    in.olds.push_back(op.operands[i]);
    if (live(op, i)) dotted.push_back(i);
  }
  for (std::size_t i : dotted) in.tangents.push_back({op.operands[i]});
  for (std::size_t k = 0; k < op.results.size(); ++k)
    if (activity_.active(op.results[k])) active.push_back(k);
  std::vector<ValueId> operands{primal_(op.operands[0])};
  give(operands, in);

  std::vector<BlockId> blocks;
  for (BlockId arm : op.blocks) {
    Passed parameters{from_[arm].parameters, {}}, out{from_[arm].results, {}};
    for (std::size_t i : dotted) parameters.tangents.push_back({from_[arm].parameters[i - 1]});
    for (std::size_t k : active) out.tangents.push_back({from_[arm].results[k], varies(op, k)});
    const BlockId outside = builder_.insertion();
    blocks.push_back(open({parameters}));
    for (OpId id : from_[arm].ops) step(id);
    std::vector<ValueId> results;
    give(results, out);
    builder_.set_results(results);
    builder_.insert_into(outside);
  }
  builder_.loc = op.loc;
  builder_.derived = op.derived;
  const std::vector<ValueId> results = builder_.append_all(Kind::If, operands, op.attributes, blocks);
  for (std::size_t k = 0; k < op.results.size(); ++k) {
    primal_.set(op.results[k], results[k]);
    builder_.function()[results[k]].name = from_[op.results[k]].name;
  }
  for (std::size_t a = 0; a < active.size(); ++a) {
    const ValueId old = op.results[active[a]];
    const Expr made{&builder_, results[op.results.size() + a]};
    dots_[old.at()] = varies(op, active[a]) ? unboxed(made, from_[old].type) : made;
    name_dot(old, dots_[old.at()].id);
  }
}

void Tangents::step_ruled_call(const Op& op) {
  primal_.op(from_[op.results[0]].op);
  RuledCall call{op.callee, {}, {}, {}};
  for (std::size_t i = 0; i < op.operands.size(); ++i) {
    call.x.push_back({&builder_, primal_(op.operands[i])});
    call.seeds.push_back(live(op, i) ? dot(op.operands[i]) : Expr{});
  }
  for (ValueId result : op.results) call.y.push_back({&builder_, primal_(result)});
  const Function& callee = builder_.module()[op.callee];
  const std::vector<std::size_t> results = differentiable(callee, callee.results());
  builder_.loc = op.loc;
  builder_.derived = true;
  const std::vector<Expr> given = derivatives_by_rule(builder_, Mode::forward, call, options_, asked_for_);
  ok_ = ok_ && given.size() == results.size();
  for (std::size_t k = 0; k < given.size() && k < results.size(); ++k) {
    const ValueId old = op.results[results[k]];
    if (!activity_.active(old)) continue;
    dots_[old.at()] = given[k];
    name_dot(old, given[k].id);
  }
}

void Tangents::step_call(const Op& op) {
  if (const Function& callee = builder_.module()[op.callee]; callee.has_rule() || callee.foreign) return step_ruled_call(op);
  CallPattern pattern;
  std::vector<ValueId> operands = primal_(op.operands);
  for (std::size_t i = 0; i < op.operands.size(); ++i) {
    if (!live(op, i)) continue;
    pattern.arguments.push_back(static_cast<int>(i));
    operands.push_back(dot(op.operands[i]).id);
  }
  for (std::size_t k = 0; k < op.results.size(); ++k)
    if (activity_.active(op.results[k])) pattern.results.push_back(static_cast<int>(k));
  builder_.loc = op.loc;
  builder_.derived = op.derived;
  const FunctionId callee =
      called_tangent(builder_.module(), op.callee, pattern, options_, asked_for_, builder_.diagnostics());
  const auto results =
      callee.valid() ? builder_.append_all(Kind::Call, operands, op.attributes, {}, callee) : std::vector<ValueId>{};
  if (results.size() != op.results.size() + pattern.results.size()) {
    ok_ = false;
    return primal_.op(from_[op.results[0]].op);
  }
  for (std::size_t k = 0; k < op.results.size(); ++k) {
    primal_.set(op.results[k], results[k]);
    builder_.function()[results[k]].name = from_[op.results[k]].name;
  }
  for (std::size_t t = 0; t < pattern.results.size(); ++t) {
    const ValueId old = op.results[static_cast<std::size_t>(pattern.results[t])];
    dots_[old.at()] = {&builder_, results[op.results.size() + t]};
    name_dot(old, dots_[old.at()].id);
  }
}

void Tangents::step_loop(const Op& op) {
  const Loop loop = loop_of(op);
  const Block& body = from_[loop.body];
  // Four parts: the trip count, loop-carried values, scanned sequences, and invariants.
  const std::size_t ends[] = {loop.first, loop.first_scanned(), loop.first_invariant(), loop.operands};
  std::vector<Passed> outside(4), inside(4), condition(4);
  std::size_t i = 0;
  for (std::size_t part = 0; part < 4; ++part)
    for (; i < ends[part]; ++i) {
      outside[part].olds.push_back(op.operands[i]);
      inside[part].olds.push_back(body.parameters[i]);
      condition[part].olds.push_back(from_[op.blocks[0]].parameters[i]);
      if (part == 1 ? !activity_.active(body.parameters[i]) : part == 0 || !live(op, i)) continue;
      const bool box = part == 1 && varies(op, i - loop.first);
      outside[part].tangents.push_back({op.operands[i], box});
      inside[part].tangents.push_back({body.parameters[i], box});
      condition[part].tangents.push_back({from_[op.blocks[0]].parameters[i], box});
    }
  std::vector<ValueId> operands;
  for (const Passed& part : outside) give(operands, part);

  Passed round{{body.results.begin(), body.results.begin() + static_cast<std::ptrdiff_t>(loop.carried)}, {}};
  Passed stacked{{body.results.begin() + static_cast<std::ptrdiff_t>(loop.carried), body.results.end()}, {}};
  Passed round_results, stack_results;  // of the op
  for (std::size_t j = 0; j < loop.carried; ++j) {
    round_results.olds.push_back(op.results[j]);
    if (!activity_.active(body.parameters[loop.first + j])) continue;
    round.tangents.push_back({body.results[j], varies(op, j)});
    round_results.tangents.push_back({op.results[j], varies(op, j)});
  }
  for (std::size_t k = loop.carried; k < body.results.size(); ++k) {
    const ValueId result = op.results[loop.first_stack + k - loop.carried];
    stack_results.olds.push_back(result);
    if (!activity_.active(result)) continue;
    stacked.tangents.push_back({body.results[k]});
    stack_results.tangents.push_back({result});
  }

  std::vector<BlockId> blocks;
  const BlockId around = builder_.insertion();
  if (!loop.counts) {
    blocks.push_back(open(condition));
    for (OpId id : from_[op.blocks[0]].ops) primal_.op(id);
    builder_.set_results(primal_(from_[op.blocks[0]].results));
    builder_.insert_into(around);
  }
  blocks.push_back(open(inside));
  for (OpId id : body.ops) step(id);
  std::vector<ValueId> results;
  give(results, round);
  give(results, stacked);
  builder_.set_results(results);
  builder_.insert_into(around);

  builder_.loc = op.loc;
  builder_.derived = op.derived;
  Attributes attributes = op.attributes;
  attributes.set("carried", static_cast<std::int64_t>(outside[1].olds.size() + outside[1].tangents.size()));
  if (loop.counts)
    attributes.set("scanned", static_cast<std::int64_t>(outside[2].olds.size() + outside[2].tangents.size()));
  results = builder_.append_all(op.kind, operands, attributes, blocks);
  std::size_t next = 0;
  const auto take = [&](const Passed& values) {
    for (ValueId old : values.olds) {
      primal_.set(old, results.at(next++));
      builder_.function()[primal_(old)].name = from_[old].name;
    }
    for (const auto& [old, box] : values.tangents) {
      const Expr made{&builder_, results.at(next++)};
      dots_[old.at()] = box ? unboxed(made, from_[old].type) : made;
      name_dot(old, dots_[old.at()].id);
    }
  };
  take(round_results);
  if (!loop.counts) take({{op.results[loop.carried]}, {}});
  take(stack_results);
}

}  // namespace ir
