// Dead code: ops are pure, so that what no result depends on can go.
//
//  1. Find out what is live (liveness.h).
//  2. Rebuild the function from the live ops. Of an op with blocks, the results, carried and stacked values, parameters
//     and operands that are not live go as well, in all of its blocks.
//
// In: a function that verifies. Out: the same function without the others; idempotent. Arguments and results of
// functions, and functions that nobody calls, stay.
#include "ir/op.h"
#include "ir/passes/liveness.h"
#include "ir/passes/loop.h"
#include "ir/passes/rewriter.h"

namespace ir {
namespace {

class Sweeper : public Rewriter {
 public:
  Sweeper(Module& module, const Function& from, Diagnostics& diagnostics)
      : Rewriter(module, from, diagnostics), live_(from) {}

 private:
  void visit(OpId id) override {
    if (!live_.has(id)) return;
    if (from_[id].blocks.empty()) return copy(id);
    if (is_loop(from_[id]))
      sweep_loop(from_[id]);
    else
      sweep_if(from_[id]);
  }

  void sweep_if(const Op& op) {
    std::vector<ValueId> operands{op.operands[0]}, results;
    const std::vector<ValueId>& parameters = from_[op.blocks[0]].parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      if (live_.has(parameters[i])) operands.push_back(op.operands[i + 1]);
    for (ValueId result : op.results)
      if (live_.has(result)) results.push_back(result);
    std::vector<BlockId> blocks;
    for (BlockId arm : op.blocks) {
      std::vector<ValueId> given;
      for (std::size_t i = 0; i < op.results.size(); ++i)
        if (live_.has(op.results[i])) given.push_back(from_[arm].results[i]);
      blocks.push_back(block(arm, live(from_[arm].parameters), given));
    }
    append(op, op.attributes, operands, blocks, results);
  }

  void sweep_loop(const Op& op) {
    const Loop loop = loop_of(op);
    const Block& body = from_[loop.body];
    std::vector<ValueId> operands, given, results;
    std::int64_t carried = 0, scanned = 0;
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      if (!live_.has(body.parameters[i])) continue;
      operands.push_back(op.operands[i]);
      if (i < loop.first) continue;
      carried += i < loop.first_scanned();
      scanned += i >= loop.first_scanned() && i < loop.first_invariant();
    }
    for (std::size_t i = 0; i < body.results.size(); ++i) {
      const std::size_t stack = loop.first_stack + i - loop.carried;
      const ValueId result = op.results[i < loop.carried ? i : stack];
      if (i == loop.carried && !loop.counts) results.push_back(loop.trips);
      if (!live_.has(result)) continue;
      given.push_back(body.results[i]);
      results.push_back(result);
    }
    if (body.results.size() == loop.carried && !loop.counts) results.push_back(loop.trips);
    std::vector<BlockId> blocks;
    for (BlockId inner : op.blocks)
      blocks.push_back(block(inner, live(from_[inner].parameters), inner == loop.body ? given : from_[inner].results));
    Attributes attributes = op.attributes;
    attributes.set("carried", carried);
    if (loop.counts) attributes.set("scanned", scanned);
    append(op, std::move(attributes), operands, blocks, results);
  }

  std::vector<ValueId> live(const std::vector<ValueId>& values) const {
    std::vector<ValueId> left;
    for (ValueId value : values)
      if (live_.has(value)) left.push_back(value);
    return left;
  }

  // The op with the results that are left.
  void append(const Op& op, Attributes attributes, const std::vector<ValueId>& operands,
              const std::vector<BlockId>& blocks, const std::vector<ValueId>& results) {
    rebuild(op, varying_of(from_, op, std::move(attributes), results), operands, blocks, results);
  }

  Liveness live_;
};

}  // namespace

Function without_dead_ops(Module& module, const Function& function, Diagnostics& diagnostics) {
  return Sweeper(module, function, diagnostics).run();
}

std::optional<Module> run_dce_pass(const Module& module, const PassArguments& arguments,
                                   Diagnostics& diagnostics) {
  if (!takes_no_arguments("dce", arguments, diagnostics)) return std::nullopt;
  return rewrite_functions<Sweeper>(module, diagnostics);
}

}  // namespace ir
