// Calls give way to their operands where a result is one of the arguments.
//
//  1. Assume of each result of each function that it is no matter what it is.
//  2. Follow the arguments of each function through branches whose arms agree, loops that carry a value and leave it, and
//     calls by what is assumed of their results; a value that two of them reach, or an op makes, is something else. An argument
//     whose element is set is one but for that element, until what was there is set again: what was read there, or, of integers
//     and bools, the constant that a branch around found there.
//  3. Until nothing changes: what is then an argument is one however deep calls are nested.
//
// In: a module that verifies. Out: the same, where operands are read instead of such results; results stay, and go with
// prune_calls where no call reads them. Idempotent.
#include "ir/passes/analysis/passed.h"
#include "ir/passes/simplify/rewriter.h"

namespace ir {
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
