// Expansion of composite ops.
//
//  1. Walk the ops in order; in place of a composite one, append its expansion (ir/op.h), with its location and its name.
//     Of f16 and bf16 it is computed in f32, and its result rounded once.
//  2. An expansion may be made of composite ops in its turn: repeat until there are none.
//
// In: a function that verifies. Out: one that computes the same, without composite ops; one that had none comes back as
// it is.
#include "ir/passes/simplify/expand.h"

#include <algorithm>

#include "ir/op.h"
#include "ir/passes/simplify/checked.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {
namespace {

bool is_composite(const Op& op) { return definition(op.kind).info.trait == Trait::composite; }
bool has_no_batch(const Op& op) { return is_composite(op) && !definition(op.kind).batch; }
bool has_no_rule(const Op& op) { return std::holds_alternative<ByExpansion>(definition(op.kind).derivative); }

using Which = bool (*)(const Op&);

class Expander : public Rewriter {
 public:
  Expander(Module& module, const Function& from, Which which, Diagnostics& diagnostics)
      : Rewriter(module, from, diagnostics), which_(which) {}
  using Rewriter::now;

 private:
  void visit(OpId id) override {
    const Op& op = from_[id];
    if (!which_(op)) return copy(id);
    builder_.loc = op.loc;
    builder_.derived = op.derived;
    std::vector<Expr> x;
    for (ValueId operand : now(op.operands)) x.push_back({&builder_, operand});
    const PartOf part(builder_, definition(op.kind).info.name);
    const Checked checked(builder_);
    const Expr y = as_type(expanded(definition(op.kind), builder_, x, op.attributes, from_[op.results[0]].type.element),
                           from_[op.results[0]].type);
    GRADC_CHECK(y.valid());
    replace(op.results[0], y.id);
  }

  Which which_;
};

Function expand_all(Module& module, Function function, Which which, const std::vector<std::vector<ValueId>*>& followed,
                  Diagnostics& diagnostics) {
  while (std::any_of(function.ops.begin(), function.ops.end(), which)) {
    Expander expander(module, function, which, diagnostics);
    Function next = expander.run();
    for (std::vector<ValueId>* values : followed) *values = expander.now(*values);
    function = std::move(next);
  }
  return function;
}

}  // namespace

Function differentiable_form(Module& module, const Function& from, DerivativeOptions& options,
                             Diagnostics& diagnostics) {
  return expand_all(module, from, &has_no_rule, {&options.wrt, &options.stop}, diagnostics);
}

Function batchable_form(Module& module, const Function& from, Diagnostics& diagnostics) {
  return expand_all(module, from, &has_no_batch, {}, diagnostics);
}

std::optional<Module> run_expand_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  if (!takes_no_arguments("expand", arguments, diagnostics)) return std::nullopt;
  Module out = module;
  for (Function& function : out.functions)
    function = expand_all(out, function, &is_composite, {}, diagnostics);  // a copy: it may call itself
  return out;
}

}  // namespace ir
