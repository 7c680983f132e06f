#include "tool/derive/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "codegen/analysis/effects.h"
#include "codegen/cpp/emit.h"
#include "codegen/interface/kinds.h"
#include "tool/derive/inlined.h"
#include "tool/derive/stages.h"

namespace tool {
namespace {

using Strategy = ir::Checkpoint::Strategy;

struct Trial {
  ir::Module module;
  codegen::Derivative derivative;
  std::optional<ir::Extent> bytes;  // of workspace
  std::string text;                 // of what is emitted

  std::optional<std::int64_t> known_bytes() const { return bytes ? bytes->constant() : std::nullopt; }
};

class Budget {
 public:
  Budget(const ir::Module& module, const DeriveInput& input, const DeriveOne& derive_one)
      : module_(module), input_(input), derive_one_(derive_one), budget_(input.items->checkpoint.budget_bytes) {}

  // Null, with a diagnostic, where there is none.
  std::optional<Trial> run(ir::Diagnostics& diagnostics) {
    auto all = attempt(module_, {}, diagnostics);
    if (!all) return std::nullopt;
    if (const auto bytes = all->known_bytes(); bytes && *bytes <= budget_) return all;
    return all->known_bytes() ? known(*all, diagnostics) : at_run_time(std::move(*all), diagnostics);
  }

 private:
  static constexpr std::int64_t kMostSegments = 4096;

  std::optional<Trial> attempt(const ir::Module& base, const ir::Checkpoint& checkpoint, ir::Diagnostics& problems) const {
    Items items = *input_.items;
    items.checkpoint = checkpoint;
    DeriveInput how = input_;
    how.items = &items;
    Trial trial{base, {}, {}, {}};
    auto derivative = derive_one_(trial.module, how, problems);
    if (!derivative) return std::nullopt;
    trial.derivative = std::move(*derivative);
    const ir::Module finished = with_passes(trial.module, fmt::format("{},{}", kOptimise, kFinish));
    if (!collects_rows(trial.derivative)) trial.bytes = codegen::workspace_of(finished, *input_.primal, trial.derivative);
    ir::Function emitted = finished[trial.derivative.function];
    emitted.name.clear();
    trial.text = ir::print(finished, emitted);
    return trial;
  }

  // Gradients that are given as rows have as many as are found.
  static bool collects_rows(const codegen::Derivative& derivative) {
    return codegen::kind_row(derivative.kind).has_rows &&
           std::any_of(derivative.wrt.begin(), derivative.wrt.end(), [](const codegen::WrtItem& item) { return item.sparse; });
  }

  ir::Checkpoint in_budget(std::int64_t segments) const { return {Strategy::budget, budget_, {}, segments}; }
  static std::int64_t after(std::int64_t segments) {
    return segments < 4 ? segments + 1 : (segments & (segments - 1)) == 0 ? segments / 2 * 3 : segments / 3 * 4;
  }

  // --- sizes that are known

  std::optional<Trial> known(const Trial& all, ir::Diagnostics& diagnostics) {
    least_ = *all.known_bytes();
    std::int64_t idle = 0;  // trials in a row that took no less than those before
    for (std::int64_t segments = 0; segments <= kMostSegments && idle < 3; segments = after(segments)) {
      const auto before = least_;
      if (auto trial = narrowed(segments, diagnostics)) return trial;
      if (!diagnostics.empty()) return std::nullopt;
      idle = least_ == before ? idle + 1 : 0;
    }
    diagnostics.report(ir::DiagnosticId::budget_short, input_.requested, input_.primal->name, budget_, least_);
    return std::nullopt;
  }

  // What is chosen to be kept counts what the adjoint reads; the plan of the code also what it works with. Where that is more
  // than the budget, what is kept must be less by as much.
  std::optional<Trial> narrowed(std::int64_t segments, ir::Diagnostics& diagnostics) {
    constexpr int kMostTries = 12;
    ir::Checkpoint checkpoint = in_budget(segments);
    std::string before;
    for (int i = 0; i < kMostTries && checkpoint.budget_bytes > 0; ++i) {
      auto trial = attempt(module_, checkpoint, diagnostics);
      const auto bytes = trial ? trial->known_bytes() : std::nullopt;
      if (!bytes || trial->text == before) return std::nullopt;
      if (*bytes <= budget_) return trial;
      before = std::move(trial->text);
      least_ = std::min(least_, *bytes);
      // Once what is kept is planned, less than it.
      const auto now = trial->derivative.keep ? static_cast<std::int64_t>(trial->derivative.keep->peak_bytes) : *bytes;
      checkpoint.budget_bytes = std::min(checkpoint.budget_bytes, now) - std::min(*bytes - budget_, now / 4 + 1);
    }
    return std::nullopt;
  }

  // --- sizes that are known when it is called, or as it runs

  std::optional<Trial> at_run_time(Trial all, ir::Diagnostics& diagnostics) {
    const bool formulas = all.bytes.has_value();
    codegen::Derivative::Budget budget{budget_, {{"keep_all", all.derivative.function}}, formulas};
    Trial last = std::move(all);
    for (const auto& [name, checkpoint] :
         {std::pair{"keep_some", ir::Checkpoint{Strategy::automatic, 0, {}}}, {"keep_few", in_budget(1)},
          {"in_8_segments", in_budget(8)}, {"in_64_segments", in_budget(64)}}) {
      auto trial = attempt(last.module, checkpoint, diagnostics);
      if (!trial) return std::nullopt;
      if ((formulas && !trial->bytes) || trial->text == last.text) continue;
      budget.ways.push_back({name, trial->derivative.function});
      last = std::move(*trial);
    }
    if (!formulas && codegen::acts(last.module, last.derivative.function)) budget.ways = {budget.ways.back()};
    last.derivative.budget = std::move(budget);
    return last;
  }

  const ir::Module& module_;
  const DeriveInput& input_;
  const DeriveOne& derive_one_;
  const std::int64_t budget_;
  std::int64_t least_ = 0;
};

}  // namespace

std::optional<codegen::Derivative> derive_in_budget(ir::Module& module, const DeriveInput& input, const DeriveOne& derive_one,
                                                    ir::Diagnostics& diagnostics) {
  auto trial = Budget(module, input, derive_one).run(diagnostics);
  if (!trial) return std::nullopt;
  module = std::move(trial->module);
  return std::move(trial->derivative);
}

}  // namespace tool
