#include "tool/derive/stages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "codegen/interface/kinds.h"
#include "ir/kind.h"
#include "ir/passes/derivative.h"
#include "ir/passes/loops/raisable.h"
#include "tool/derive/analyse.h"
#include "tool/derive/arrange.h"
#include "tool/derive/differentiate.h"
#include "tool/derive/focus.h"
#include "tool/derive/lists.h"
#include "tool/derive/masks.h"

namespace tool {
namespace {

// A stage that looks at each task by itself, and sees no functions but those that it leads to.
template <void (*stage)(ir::Module&, Task&)>
void each(Work& work) {
  for (Task& task : work.tasks) {
    const Focus focus(work.module, task.functions());
    stage(work.module, task);
  }
}

void list(ir::Module& module, Task& task) {
  const auto& kinds = task.items->kinds;
  if (std::any_of(kinds.begin(), kinds.end(), [](const KindRequest& request) { return codegen::kind_row(request.kind).is_of_lists(); }))
    task.listed = with_lists(module, input_of(module, task));
}

void prepare(Work& work) {
  each<take_vectors>(work);
  for (Task& task : work.tasks) {
    const Focus focus(work.module, task.functions());
    if (task.items->safe_where) make_branches_safe(work.module, task);
    // What is computed again is chosen op by op.
    if (task.items->checkpoint.strategy != Checkpoint::Strategy::none) work.run_passes(work.module, "inline(unruled)");
  }
  work.run_passes(work.module, "cse,passed,fixed_size,counted,hoist_reads,promote,cse,dce");
  each<list>(work);
}

// Before they are raised: what is in the way.
void explain_loops(const ir::Function& function, bool same_bits, bool is_scheduled, std::vector<ir::LoopNote>& notes) {
  notes = ir::RaisableLoops(function, same_bits).notes();
  for (ir::LoopNote& note : notes)
    if (is_scheduled) note.why = ir::LoopNote::Why::schedule;
}

// The user's loops that `relaxed` would make kernels.
void note_kept_bits(Work& work) {
  using Why = ir::LoopNote::Why;
  for (Task& task : work.tasks) {
    if (task.items->relaxed || task.items->checkpoint.strategy != Checkpoint::Strategy::none) continue;
    for (const codegen::Derivative& derivative : task.derivatives) {
      const ir::Function& function = work.module[derivative.whole.valid() ? derivative.whole : derivative.function];
      const std::vector<ir::LoopNote> now = ir::RaisableLoops(function, true).notes(), relaxed = ir::RaisableLoops(function, false).notes();
      for (std::size_t i = 0; i < now.size(); ++i) {
        const bool is_for_bits = now[i].why == Why::sum_order || now[i].why == Why::function_bits || now[i].why == Why::compares;
        if (is_for_bits && relaxed[i].why == Why::none && !now[i].derived)
          task.warnings.push_back({DiagnosticId::kept_bits, now[i].loc, text_of(DiagnosticId::kept_bits), true});
      }
    }
  }
}

// The derivatives that nothing divides, whose requests let them be put into one pass over the function: with no schedule, and not the
// halves of a vjp.
std::vector<std::string> undivided(const Work& work, bool (*takes)(const Items&)) {
  std::vector<std::string> names;
  for (const Task& task : work.tasks) {
    if (task.items->checkpoint.strategy != Checkpoint::Strategy::none || !takes(*task.items)) continue;
    for (const codegen::Derivative& derivative : task.derivatives) {
      const ir::FunctionId function = derivative.whole.valid() ? derivative.whole : derivative.function;
      if (derivative.kind != Kind::vjp) names.push_back(work.module[function].name);
    }
  }
  return names;
}

// Adjoints of calls are computed in the calls.
void join(Work& work) {
  const bool calls = std::any_of(work.module.functions.begin(), work.module.functions.end(), [](const ir::Function& function) {
    return std::any_of(function.ops.begin(), function.ops.end(), [](const ir::Op& op) { return op.callee.valid(); });
  });
  const std::vector<std::string> names = undivided(work, [](const Items&) { return true; });
  if (calls && !names.empty()) work.run_passes(work.module, fmt::format("joint({}),prune_calls", fmt::join(names, ",")));
}

// Adjoints go into the loops of the function that stay loops; a device has none.
void fuse(Work& work) {
  const std::vector<std::string> names =
      undivided(work, [](const Items& items) { return !items.relaxed && !(items.targets && items.targets->cuda); });
  if (!names.empty()) work.run_passes(work.module, fmt::format("fuse({}),simplify,cse,dce", fmt::join(names, ",")));
}

// Loops over elements become ops on tensors. Where a request has a schedule it stays what the schedule was made for.
void raise(Work& work) {
  std::vector<std::string> names[2];  // with the same bits, and relaxed
  bool has_loops = false;
  for (Task& task : work.tasks) {
    const bool is_scheduled = !task.items->relaxed && task.items->checkpoint.strategy != Checkpoint::Strategy::none;
    for (codegen::Derivative& derivative : task.derivatives) {
      std::vector<ir::FunctionId> functions{derivative.whole.valid() ? derivative.whole : derivative.function};
      if (derivative.items && derivative.whole.valid()) functions.push_back(derivative.function);
      if (task.explain) explain_loops(work.module[functions[0]], !task.items->relaxed, is_scheduled, derivative.loops);
      if (is_scheduled) continue;
      for (ir::FunctionId id : functions) {
        const ir::Function& function = work.module[id];
        names[task.items->relaxed].push_back(function.name);
        has_loops = has_loops || std::any_of(function.ops.begin(), function.ops.end(), [](const ir::Op& op) { return op.kind == ir::Kind::Scan; });
      }
    }
  }
  if (!has_loops) return;
  for (const bool relaxed : {false, true})
    if (!names[relaxed].empty())
      work.run_passes(work.module, fmt::format("{}({})", relaxed ? "raise" : "raise_same_bits", fmt::join(names[relaxed], ",")));
  work.run_passes(work.module, "simplify,cse,dce");
}

// What one item has in small arrays is numbers in the loop over the items.
void promote(Work& work) {
  std::vector<std::string> names;
  for (const Task& task : work.tasks)
    for (const codegen::Derivative& derivative : task.derivatives)
      if (derivative.items) names.push_back(work.module[derivative.function].name);
  if (!names.empty()) work.run_passes(work.module, fmt::format("promote({}),simplify,cse,dce", fmt::join(names, ",")));
}

void optimise(Work& work) {
  const auto has_blocks = [](const Task& task) { return task.asks_for(Kind::hessian) || task.asks_for(Kind::jacobian); };
  // Blocks begin with unit matrices, which no product is computed with.
  if (std::any_of(work.tasks.begin(), work.tasks.end(), has_blocks)) work.run_passes(work.module, "simplify");
  work.run_passes(work.module, kOptimise);
  promote(work);
  note_kept_bits(work);
  join(work);
  fuse(work);
  raise(work);
}

void split(Work& work) {
  for (Task& task : work.tasks) {
    for (codegen::Derivative& derivative : task.derivatives) {
      if (derivative.kind != Kind::vjp || (derivative.items && !derivative.items->halves)) continue;
      const codegen::Primal& primal = derivative.items ? *derivative.listed : *task.primal;
      const std::vector<codegen::Leaf> results = codegen::leaves(primal.result, "");
      const auto differentiable = std::count_if(results.begin(), results.end(), [](const codegen::Leaf& leaf) {
        return ir::is_differentiable(leaf.value->leaf.element);
      });
      ir::SplitFunctions parts =
          ir::split_vjp(std::move(work.module), derivative.whole.valid() ? derivative.whole : derivative.function,
                        static_cast<int>(differentiable), static_cast<int>(results.size()));
      work.module = std::move(parts.module);
      derivative.forward = parts.forward;
      derivative.backward = parts.backward;
    }
  }
}

void finish(Work& work) { work.run_passes(work.module, kFinish); }

}  // namespace

const std::vector<Stage>& stages() {
  static const std::vector<Stage> table{
      {"analyse", each<analyse>},  {"prepare", prepare}, {"differentiate", each<differentiate>}, {"arrange", each<arrange>},
      {"optimise", optimise},      {"split", split},     {"finish", finish},
  };
  return table;
}

}  // namespace tool
