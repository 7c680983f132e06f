#include "codegen/plan/liveness.h"

#include <algorithm>

#include "codegen/plan/planner.h"
#include "codegen/plan/schedule.h"
#include "ir/kind.h"

namespace codegen {

Liveness::Liveness(const ir::Function& function, const Plan& plan)
    : function_(function),
      plan_(plan),
      read_at_(function.values.size()),
      itself_(function.values.size()),
      ends_(function.blocks.size()) {
  find_reads(function.body);
  for (auto* all : {&read_at_, &itself_})
    for (auto& numbers : *all) std::sort(numbers.begin(), numbers.end());
}

// Read at that number in that block; by every trip of the loops around it that the value comes into from outside.
void Liveness::read(ir::ValueId value, int number, ir::BlockId block) {
  const ir::ValueId itself = root(value);
  for (ir::ValueId r = itself;; r = root(plan_.base[r.at()])) {
    int at = number;
    for (ir::BlockId b = block; depth(b) > depth(block_of(r)); b = plan_.nesting.parent[b.at()])
      if (plan_.nesting.is_body_of_iteration(function_, b)) at = std::max(at, ends_[b.at()]);
    read_at_[r.at()].push_back(at);
    if (r == itself) itself_[r.at()].push_back(at);
    if (!plan_.base[r.at()].valid()) return;
  }
}

void Liveness::find_reads(ir::BlockId block) {
  const std::vector<Step>& steps = plan_[block].steps;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const Step& step = steps[s];
    const RowSteps* const rows = plan_[block].rows_with(s);
    for (std::size_t i = 0; i < step.ops.size(); ++i) {
      const ir::Op& op = function_[step.ops[i]];
      for (const Access& a : reads(function_, plan_, op)) {
        const bool again = rows && (!rows->widths.contains(a.root) || plan_.base[a.root.at()].valid());  // for the next rows
        read(a.root, again ? steps[rows->end - 1].last : step.number(i), block);
      }
      // What a loop goes over is read by its last trip, too.
      if (is_iteration(op))
        for (const PerTrip& scan : iteration(function_, op).scanned)
          if (plan_.home[scan.element.at()] != Home::nowhere) read(scan.sequence, step.last, block);
      for (ir::BlockId inner : op.blocks) {
        ends_[inner.at()] = step.last;
        find_reads(inner);
      }
    }
  }
  const auto& results = function_[block].results;
  const ir::OpId owner = plan_.nesting.owner[block.at()];
  for (std::size_t k = 0; k < results.size(); ++k)
    if (!owner.valid() || is_taken(function_, plan_, block, k)) read(results[k], read_as_result(block, k), block);
}

int Liveness::read_as_result(ir::BlockId block, std::size_t k) const {
  const ir::OpId owner = plan_.nesting.owner[block.at()];
  if (!owner.valid() || !is_iteration(function_[owner])) return plan_[block].last;
  const Iteration it = iteration(function_, function_[owner]);
  if (block != it.body || k < it.carried.size()) return plan_[block].last;
  const int step = stacked_after(function_, plan_, block, it.stacked[k - it.carried.size()].element);
  const std::vector<Step>& steps = plan_[block].steps;
  if (step < 0) return plan_[block].first;
  return step < static_cast<int>(steps.size()) ? steps[static_cast<std::size_t>(step)].last : plan_[block].last;
}

int Liveness::last_read(ir::ValueId root) const {
  const auto& numbers = read_at_[root.at()];
  return numbers.empty() ? -1 : numbers.back();
}

std::ptrdiff_t Liveness::reads_at(ir::ValueId root, int number) const {
  const auto& numbers = read_at_[root.at()];
  return std::count(numbers.begin(), numbers.end(), number);
}

bool Liveness::is_dead_after(ir::ValueId root, int number, ir::BlockId block) const {
  return none_after(read_at_[root.at()], root, number, block);
}
bool Liveness::is_part_dead_after(ir::ValueId part, ir::ValueId root, int number, ir::BlockId block) const {
  return none_after(itself_[part.at()], root, number, block);
}

bool Liveness::none_after(const std::vector<int>& numbers, ir::ValueId root, int number, ir::BlockId block) const {
  for (auto at = numbers.rbegin(); at != numbers.rend() && *at > number; ++at)
    if (!is_in_other_arm(*at, block, block_of(root))) return false;
  return true;
}

bool Liveness::is_in_other_arm(int number, ir::BlockId block, ir::BlockId outermost) const {
  for (; depth(block) > depth(outermost); block = plan_.nesting.parent[block.at()]) {
    const ir::Op& op = function_[plan_.nesting.owner[block.at()]];
    if (!is_branch(op) || op.blocks[0] != block) continue;
    const BlockPlan& other = plan_[op.blocks[1]];
    if (other.first <= number && number <= other.last) return true;
  }
  return false;
}

int stacked_after(const ir::Function& function, const Plan& plan, ir::BlockId body, ir::ValueId value) {
  const ir::ValueId root = root_of(function, plan, value);
  const std::vector<Step>& steps = plan[body].steps;
  if (plan.nesting.block_of[root.at()] != body || !function[root].op.valid()) return -1;
  const bool is_part = plan.home[root.at()] == Home::view;
  const auto yields = [&](const Step& step) { return is_part && step.ops[0] == function[root].op; };
  return static_cast<int>(std::find_if(steps.begin(), steps.end(), yields) - steps.begin());
}

namespace {

class Keeper {
 public:
  Keeper(const ir::Function& function, Plan& plan) : function_(function), plan_(plan), lives_(function, plan) {
    parts_.resize(function.values.size());
    for (ir::ValueId value{0}; value.at() < function.values.size(); ++value.index)
      for (ir::ValueId whole = value; plan.base[whole.at()].valid();) {
        whole = root(plan.base[whole.at()]);
        parts_[whole.at()].push_back(value);
      }
  }

  void block(ir::BlockId id) {
    for (const Step& step : plan_[id].steps)
      for (std::size_t i = 0; i < step.ops.size(); ++i) {
        const ir::Op& op = function_[step.ops[i]];
        // What an arm of a branch writes into is seen there.
        if (!is_branch(op))
          for (ir::ValueId written : overwritten(function_, plan_, step.ops[i])) keep_parts(written, step.number(i), id);
        for (ir::BlockId inner : op.blocks) block(inner);
      }
  }

  void run() {
    block(function_.body);
    for (ir::ValueId value : kept_) {
      plan_.base[value.at()] = {};
      plan_.home[value.at()] = Home::buffer;
    }
  }

 private:
  ir::ValueId root(ir::ValueId value) const { return root_of(function_, plan_, value); }

  void keep_parts(ir::ValueId written, int number, ir::BlockId block) {
    if (plan_.home[written.at()] != Home::buffer || !lives_.is_part_dead_after(written, written, number, block)) return;
    std::vector<ir::ValueId> taken;
    for (ir::ValueId part : parts_[written.at()]) {
      if (lives_.is_part_dead_after(part, written, number, block)) continue;
      const std::optional<ir::ValueId> value = taken_from(part);
      if (!value) return;
      taken.push_back(*value);
    }
    kept_.insert(kept_.end(), taken.begin(), taken.end());
  }

  // The op that takes it out of a sequence: itself, or what it is a part of.
  std::optional<ir::ValueId> taken_from(ir::ValueId part) const {
    for (; plan_.base[part.at()].valid(); part = root(plan_.base[part.at()])) {
      const ir::OpId op = function_[part].op;
      if (op.valid() && function_[op].kind == ir::Kind::SequenceAt) return part;
    }
    return std::nullopt;
  }

  const ir::Function& function_;
  Plan& plan_;
  Liveness lives_;
  std::vector<std::vector<ir::ValueId>> parts_;  // by value: what is a part of its memory
  std::vector<ir::ValueId> kept_;
};

}  // namespace

void keep_taken(const ir::Function& function, Plan& plan) { Keeper(function, plan).run(); }

}  // namespace codegen
