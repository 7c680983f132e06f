// Calls give way to their operands where a result is one of the arguments.
//
//  1. Assume of each result of each function that it is no matter what it is.
//  2. Follow the arguments of each function through branches whose arms agree, loops that carry a value and leave it, and
//     calls by what is assumed of their results; a value that two of them reach, or an op makes, is something else.
//  3. Until nothing changes: what is then an argument is one however deep calls are nested.
//
// In: a module that verifies. Out: the same, where operands are read instead of such results; results stay, and go with
// prune_calls where no call reads them. Idempotent.
#include "ir/passes/calls/passed.h"

#include "ir/kind.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {

Passed::Source Passed::meet(const Source& a, const Source& b) {
  if (a.kind == Source::Kind::unknown || a == b) return b;
  if (b.kind == Source::Kind::unknown) return a;
  return {Source::Kind::other, 0};
}

Passed::Source Passed::of_result(const Function& function, const Op& op, std::size_t index, const Sources& sources) const {
  if (op.kind == Kind::Call) {
    const Source& inside = results_[op.callee.at()][index];
    return inside.kind == Source::Kind::argument ? sources[op.operands[inside.index].at()] : inside;
  }
  const auto given = [&](BlockId block) { return sources[function[block].results[index].at()]; };
  if (op.blocks.empty()) return {Source::Kind::other, 0};
  if (!is_loop(op)) return meet(given(op.blocks[0]), given(op.blocks[1]));
  const Loop loop = loop_of(op);
  if (index >= loop.carried) return {Source::Kind::other, 0};
  return sources[function[loop.body].parameters[loop.first + index].at()];
}

// Of a block of an op.
Passed::Source Passed::of_parameter(const Function& function, const Op& op, std::size_t index, const Sources& sources) {
  if (!is_loop(op)) return sources[op.operands[index + 1].at()];
  const Loop loop = loop_of(op);
  if (index < loop.first || (index >= loop.first_scanned() && index < loop.first_invariant())) return {Source::Kind::other, 0};
  const Source before = sources[op.operands[index].at()];
  if (index >= loop.first_scanned()) return before;
  return meet(before, sources[function[loop.body].results[index - loop.first].at()]);
}

Passed::Sources Passed::sources_of(const Function& function) const {
  Sources sources(function.values.size());
  for (std::size_t i = 0; i < function.arguments().size(); ++i) sources[function.arguments()[i].at()] = {Source::Kind::argument, i};
  for (bool changed = true; changed;) {
    changed = false;
    const auto lower = [&](ValueId value, const Source& to) {
      const Source met = meet(sources[value.at()], to);
      changed |= met != sources[value.at()];
      sources[value.at()] = met;
    };
    for (const Op& op : function.ops) {
      for (BlockId block : op.blocks) {
        const std::vector<ValueId>& parameters = function[block].parameters;
        for (std::size_t i = 0; i < parameters.size(); ++i) lower(parameters[i], of_parameter(function, op, i, sources));
      }
      for (std::size_t k = 0; k < op.results.size(); ++k) lower(op.results[k], of_result(function, op, k, sources));
    }
  }
  return sources;
}

Passed::Passed(const Module& module, const std::set<FunctionId>& open) {
  const auto is_closed = [&](std::size_t i) {
    const Function& function = module.functions[i];
    return function.foreign || function.has_rule() || open.count({static_cast<std::int32_t>(i)}) != 0;
  };
  for (std::size_t i = 0; i < module.functions.size(); ++i)
    results_.emplace_back(module.functions[i].results().size(), Source{is_closed(i) ? Source::Kind::other : Source::Kind::unknown, 0});
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < module.functions.size(); ++i) {
      if (is_closed(i)) continue;
      const Function& function = module.functions[i];
      const Sources sources = sources_of(function);
      for (std::size_t k = 0; k < results_[i].size(); ++k) {
        Source source = sources[function.results()[k].at()];
        if (source.kind == Source::Kind::argument && !(function[function.arguments()[source.index]].type == function[function.results()[k]].type))
          source = {Source::Kind::other, 0};
        source = meet(results_[i][k], source);
        changed |= source != results_[i][k];
        results_[i][k] = source;
      }
    }
  }
}

std::optional<std::size_t> Passed::argument(FunctionId function, std::size_t result) const {
  const Source& source = results_[function.at()][result];
  if (source.kind != Source::Kind::argument) return std::nullopt;
  return source.index;
}

namespace {

class Forwarder : public Rewriter {
 public:
  Forwarder(Module& module, const Function& from, const Passed& passed, Diagnostics& diagnostics)
      : Rewriter(module, from, diagnostics), passed_(passed) {}

 private:
  void visit(OpId id) override {
    copy(id);
    const Op& op = from_[id];
    for (std::size_t k = 0; op.callee.valid() && k < op.results.size(); ++k) {
      const auto argument = passed_.argument(op.callee, k);
      if (!argument || !(to_[now(op.results[k])].type == to_[now(op.operands[*argument])].type)) continue;
      replace(op.results[k], now(op.operands[*argument]));
    }
  }

  const Passed& passed_;
};

}  // namespace

std::optional<Module> run_passed_pass(const Module& module, const PassArguments& arguments, Diagnostics& diagnostics) {
  if (!takes_no_arguments("passed", arguments, diagnostics)) return std::nullopt;
  const Passed passed(module);
  Module out = module;
  for (std::size_t i = 0; i < module.functions.size(); ++i)
    out.functions[i] = Forwarder(out, module.functions[i], passed, diagnostics).run();
  return out;
}

}  // namespace ir
