// Which ops run together. Kernels and control ops run in the order of the block. Elementwise ops and reads of elements are
// pure and cheap, so that they wait until something needs them, and then run together with whatever waits behind them:
//   1. The ops that wait and are read at the loop's own index join it; what is read otherwise (broadcast, regrouped) is
//      computed before.
//   2. They join the latest loop of their shape that yields something they read, or else reads some of the same memory, if
//      all they read is there by then and that loop's own values are read at its own index.
//   3. Else they begin a loop.
// Numbers that they wait for do not keep them from it, where these can be computed before it.
// A sum of all elements that a loop yields is part of that loop, and so are the sums of parts of a tensor that begin with zeros,
// as adjoints of slices are.
// A sum of adjoints to which others are added later does not wait. What is printed or asserted stays between what stands
// before and after it, as far as that may end in an error. Scalar ops do the same with runs of scalar statements. What writes
// into the memory of a value makes those that wait for the value run before.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "codegen/analysis/effects.h"
#include "codegen/plan/planner.h"
#include "codegen/plan/schedule.h"
#include "ir/kind.h"

namespace codegen {
namespace {

// More than this many statements in one loop spill registers, and gain nothing.
constexpr std::size_t kMostOps = 48;
// How far back a loop is looked for: keeps scheduling linear.
constexpr int kMostStepsBack = 64;
// So few numbers are summed, or put into a tensor, faster by a call.
constexpr std::int64_t kFewElements = 16;

// One block; blocks inside of it have schedulers of their own.
class Scheduler {
 public:
  Scheduler(const ir::Function& function, Plan& plan, ir::BlockId block, std::vector<int>& step_of)
      : function_(function), plan_(plan), block_(block), step_of_(step_of) {}

  void run() {
    const std::vector<ir::OpId> ops = order_of(function_, plan_, block_);
    for (ir::OpId id : ops) {
      for (ir::ValueId root : roots_read(function_, plan_, id)) readers_[root].push_back(id);
      for (ir::ValueId result : function_[id].results) step_of_[result.at()] = kNoStep;
    }
    for (ir::OpId id : ops) {
      const ir::Op& op = function_[id];
      if (is_pointwise(op) || is_scalar_read(function_, plan_, op)) {
        step_of_[op.results[0].at()] = kWaiting;
        if (is_running_sum(id)) demand(op.results[0]);
        continue;
      }
      for (ir::ValueId root : roots_read(function_, plan_, id)) demand(root);
      for (ir::ValueId root : plan_.awaited[id.at()]) demand(root);
      if (const int s = std::max(loop_that_sums(id), loop_that_stores(id)); s >= 0) {
        place({id}, s);
        continue;
      }
      const std::vector<ir::ValueId> roots = overwritten(function_, plan_, id);
      for (ir::ValueId root : roots) demand_readers(root, id);
      int oldest = 0;
      for (ir::ValueId root : roots) oldest = std::max(oldest, last_read(root, id));
      if (is_scalar_write(function_, plan_, op)) {
        place({id}, scalars({id}, oldest));
        continue;
      }
      const bool control = !op.blocks.empty(), acts = acts_within(function_, op);
      if (acts) finish_before(ops, id);
      place({id}, begin(control ? Step::Form::control : Step::Form::kernel, {}));
      if (acts) earliest_ = static_cast<int>(steps().size());
      for (ir::BlockId inner : op.blocks) Scheduler(function_, plan_, inner, step_of_).run();
    }
    for (ir::ValueId result : results()) demand(result);
  }

  // Values of a loop that are read outside of it need memory.
  void find_escaping() {
    auto escape = [&](ir::ValueId root) {
      if (plan_.home[root.at()] == Home::local) plan_.home[root.at()] = Home::buffer;
    };
    for (ir::ValueId result : results()) escape(result);
    for (std::size_t s = 0; s < steps().size(); ++s)
      for (ir::OpId id : steps()[s].ops) {
        for (ir::ValueId root : roots_read(function_, plan_, id))
          if (plan_.nesting.block_of[root.at()] != block_ || step_of(root) != static_cast<int>(s)) escape(root);
        for (ir::BlockId inner : function_[id].blocks)
          Scheduler(function_, plan_, inner, step_of_).find_escaping();
      }
  }

 private:
  static constexpr int kNoStep = -1, kWaiting = -2;

  std::vector<Step>& steps() const { return plan_[block_].steps; }
  // In this block; what comes from outside is there from the beginning.
  int step_of(ir::ValueId value) const { return step_of_[value.at()]; }
  const Step& step(int s) const { return steps()[static_cast<std::size_t>(s)]; }
  bool is_mine(ir::ValueId root) const { return plan_.nesting.block_of[root.at()] == block_; }
  bool is_scalar(ir::OpId id) const { return plan_.home[function_[id].results[0].at()] == Home::variable; }

  // What stands before something that is printed or asserted, and may end in an error, comes before it.
  void finish_before(const std::vector<ir::OpId>& ops, ir::OpId acting) {
    for (ir::OpId id : ops) {
      if (id == acting) return;
      const ir::Op& op = function_[id];
      if (is_scalar_read(function_, plan_, op) || ir::may_fail({function_, op})) demand(op.results[0]);
    }
  }

  // What the block hands on, where anything takes it.
  std::vector<ir::ValueId> results() const {
    std::vector<ir::ValueId> out;
    const ir::OpId owner = plan_.nesting.owner[block_.at()];
    const std::vector<ir::ValueId>& all = function_[block_].results;
    for (std::size_t k = 0; k < all.size(); ++k)
      if (!owner.valid() || is_taken(function_, plan_, block_, k)) out.push_back(root_of(function_, plan_, all[k]));
    return out;
  }

  // A sum of adjoints that kernels gave, to which a kernel that runs later adds another: the memory of the summands can be
  // used again at once.
  bool is_running_sum(ir::OpId id) const {
    const auto is_part = [&](ir::OpId other) {
      return function_[other].derived && function_[other].kind == ir::Kind::Add && !is_scalar(other);
    };
    const auto is_of_kernel = [&](ir::ValueId root) {
      const ir::OpId source = function_[root].op;
      return source.valid() && is_mine(root) && !is_pointwise(function_[source]);
    };
    if (!is_part(id)) return false;
    const ir::ValueId sum = function_[id].results[0];
    const auto readers = readers_.find(sum);
    if (readers == readers_.end() || readers->second.size() != 1 || !is_part(readers->second[0])) return false;
    for (ir::ValueId root : roots_read(function_, plan_, readers->second[0]))
      if (root != sum && (!is_of_kernel(root) || step_of(root) != kNoStep)) return false;
    for (ir::ValueId root : roots_read(function_, plan_, id))
      if (!is_of_kernel(root) && !(function_[root].op.valid() && is_mine(root) && is_part(function_[root].op))) return false;
    return true;
  }

  // Sees to it that those before the op that read a value have run.
  void demand_readers(ir::ValueId root, ir::OpId writer) {
    for (ir::OpId reader : readers_[root])
      if (reader != writer) demand(function_[reader].results[0]);
  }
  // From which step on the value is read no more.
  int last_read(ir::ValueId root, ir::OpId writer) {
    int last = 0;
    for (ir::OpId reader : readers_[root])
      if (reader != writer)
        for (ir::ValueId each : function_[reader].results) last = std::max(last, step_of(each));
    return last;
  }

  int begin(Step::Form form, ir::Shape shape) {
    steps().push_back({form, {}, std::move(shape)});
    return static_cast<int>(steps().size()) - 1;
  }

  void place(const std::vector<ir::OpId>& ops, int s) {
    Step& to = steps()[static_cast<std::size_t>(s)];
    for (ir::OpId id : ops) {
      to.ops.push_back(id);
      for (ir::ValueId result : function_[id].results) {
        step_of_[result.at()] = s;
        // Whatever a kernel yields but scalars has memory, and so has what an element is written into.
        Home& home = plan_.home[result.at()];
        const bool is_memory = to.form != Step::Form::loop || is_part_store(function_, plan_, function_[id]);
        if (is_memory && home == Home::local) home = Home::buffer;
      }
    }
  }

  // Sees to it that the value is computed by the last step.
  void demand(ir::ValueId root) {
    if (step_of(root) != kWaiting) return;
    std::vector<ir::OpId> ops = waiting_behind(root);
    for (std::size_t from = 0; from < ops.size(); from += kMostOps) {
      const std::size_t to = std::min(from + kMostOps, ops.size());
      const std::vector<ir::OpId> part(ops.begin() + static_cast<std::ptrdiff_t>(from),
                                       ops.begin() + static_cast<std::ptrdiff_t>(to));
      place(part, is_scalar(part[0]) ? scalars(part, 0) : loop(part));
    }
  }

  // What an op reads, what must be known for the extents that it speaks of, and what it waits for.
  std::vector<Access> inputs_of(ir::OpId id) const {
    std::vector<Access> out = reads(function_, plan_, function_[id]);
    for (ir::ValueId integer : plan_.integers[id.at()]) out.push_back({root_of(function_, plan_, integer), {}, {}});
    for (ir::ValueId root : plan_.awaited[id.at()])
      if (is_mine(root)) out.push_back(access(function_, plan_.passed, root, plan_.materialised));
    return out;
  }

  // The op of the value and those that wait and can share its loop, in order of evaluation. What else they wait for is
  // computed.
  std::vector<ir::OpId> waiting_behind(ir::ValueId root) {
    const bool scalar = is_scalar(function_[root].op);
    const ir::Shape& shape = function_[root].type.extents;
    std::vector<ir::OpId> ops{function_[root].op};
    std::set<ir::OpId> seen{ops[0]};
    std::vector<ir::ValueId> others;
    for (std::size_t next = 0; next < ops.size(); ++next)
      for (const Access& a : inputs_of(ops[next])) {
        if (step_of(a.root) != kWaiting) continue;
        const ir::OpId op = function_[a.root].op;
        const bool joins =
            is_scalar(op) == scalar && (scalar || (function_[a.root].type.extents == shape && a.flat(shape)));
        if (!joins)
          others.push_back(a.root);
        else if (seen.insert(op).second)
          ops.push_back(op);
      }
    std::vector<ir::ValueId> numbers;
    for (ir::ValueId other : others)
      if (!scalar && is_scalar(function_[other].op))
        numbers.push_back(other);
      else
        demand(other);
    if (!numbers.empty()) compute_before_loop(ops, numbers);
    for (ir::ValueId other : numbers) demand(other);
    // Computing those may have taken some of ours along.
    std::erase_if(ops, [&](ir::OpId id) { return step_of(function_[id].results[0]) != kWaiting; });
    std::sort(ops.begin(), ops.end());
    return ops;
  }

  // Numbers that the ops of a loop wait for, before the loop that these may join.
  void compute_before_loop(const std::vector<ir::OpId>& ops, const std::vector<ir::ValueId>& numbers) {
    std::vector<ir::OpId> waiting;
    for (ir::OpId id : ops)
      if (step_of(function_[id].results[0]) == kWaiting) waiting.push_back(id);
    if (waiting.empty()) return;
    int s = loop_for(waiting);
    for (ir::ValueId number : numbers) {
      if (s < 0 || step_of(number) != kWaiting) continue;
      const std::optional<std::vector<ir::OpId>> cone = numbers_behind(number);
      if (!cone) continue;
      const int oldest = std::max(latest(inputs(*cone)), earliest_);
      int to = s - 1;
      while (to >= oldest && step(to).form != Step::Form::scalars) --to;
      if (to < oldest) {
        // What they read is in the loop, or comes after it.
        if (std::any_of(cone->begin(), cone->end(), [&](ir::OpId id) { return !reads_before(id, s); })) continue;
        insert_scalars(to = s++);
      }
      place(*cone, to);
    }
  }

  // The number's op and those that it waits for, where these are arithmetic of numbers that can't fail.
  std::optional<std::vector<ir::OpId>> numbers_behind(ir::ValueId number) const {
    std::vector<ir::OpId> ops{function_[number].op};
    std::set<ir::OpId> seen{ops[0]};
    for (std::size_t next = 0; next < ops.size(); ++next) {
      const ir::Op& op = function_[ops[next]];
      if (!is_pointwise(op) || ir::may_fail({function_, op}) || ops.size() > kMostOps) return std::nullopt;
      for (const Access& a : inputs_of(ops[next])) {
        if (step_of(a.root) != kWaiting) continue;
        const ir::OpId source = function_[a.root].op;
        if (!is_scalar(source)) return std::nullopt;
        if (seen.insert(source).second) ops.push_back(source);
      }
    }
    std::sort(ops.begin(), ops.end());
    return ops;
  }
  bool reads_before(ir::OpId id, int s) const {
    const std::vector<Access> read = inputs_of(id);
    return std::none_of(read.begin(), read.end(), [&](const Access& a) { return is_mine(a.root) && step_of(a.root) >= s; });
  }

  // A run of statements before a step, which is one of the newest.
  void insert_scalars(int at) {
    for (std::size_t s = static_cast<std::size_t>(at); s < steps().size(); ++s)
      for (ir::OpId id : steps()[s].ops)
        for (ir::ValueId result : function_[id].results) ++step_of_[result.at()];
    steps().insert(steps().begin() + at, Step{Step::Form::scalars, {}, {}});
  }

  // What the ops read that is computed already.
  std::vector<Access> inputs(const std::vector<ir::OpId>& ops) const {
    std::vector<Access> out;
    for (ir::OpId id : ops)
      for (Access& a : inputs_of(id))
        if (step_of(a.root) != kWaiting && is_mine(a.root)) out.push_back(std::move(a));
    return out;
  }

  int latest(const std::vector<Access>& operands) const {
    int s = 0;
    for (const Access& a : operands) s = std::max(s, step_of(a.root));
    const int newest = static_cast<int>(steps().size()) - 1;
    return std::max(s, newest - kMostStepsBack);
  }

  // The newest run of statements after all that the ops read, and not before `oldest`.
  int scalars(const std::vector<ir::OpId>& ops, int oldest) {
    oldest = std::max({oldest, latest(inputs(ops)), earliest_});
    for (int s = static_cast<int>(steps().size()) - 1; s >= oldest; --s)
      if (step(s).form == Step::Form::scalars) return s;
    return begin(Step::Form::scalars, {});
  }

  int loop(const std::vector<ir::OpId>& ops) {
    const int s = loop_for(ops);
    return s >= 0 ? s : begin(Step::Form::loop, function_[function_[ops[0]].results[0]].type.extents);
  }

  // The loop that the ops can join, or -1.
  int loop_for(const std::vector<ir::OpId>& ops) const {
    const ir::Shape& shape = function_[function_[ops[0]].results[0]].type.extents;
    const std::vector<Access> operands = inputs(ops);
    int sharing = -1;
    const int oldest = std::max(latest(operands), earliest_);
    for (int s = static_cast<int>(steps().size()) - 1; s >= oldest; --s) {
      if (step(s).form != Step::Form::loop || step(s).shape != shape) continue;
      if (step(s).ops.size() + ops.size() > kMostOps) continue;
      auto reads_it = [&](const Access& a) { return step_of(a.root) == s; };
      auto fits = [&](const Access& a) { return step_of(a.root) != s || a.flat(shape); };
      if (!std::all_of(operands.begin(), operands.end(), fits)) break;  // they must come after this one
      if (std::any_of(operands.begin(), operands.end(), reads_it)) return s;
      if (sharing < 0 && shares_memory(step(s), operands)) sharing = s;
    }
    return sharing;
  }

  // The loop that yields what the op sums, if it can do that; otherwise -1.
  int loop_that_sums(ir::OpId id) const {
    if (!is_whole_sum(function_, plan_, function_[id])) return -1;
    const std::vector<Access> operands = reads(function_, plan_, function_[id]);
    const int s = loop_of(operands);
    return s >= 0 && knows_inputs(s, id) ? s : -1;
  }

  // The same of what the op adds to a part of a tensor. That begins with zeros in the loop, and nothing else reads it before.
  int loop_that_stores(ir::OpId id) {
    const ir::Op& op = function_[id];
    if (!is_part_store(function_, plan_, op) || !plan_.is_indexed[id.at()]) return -1;
    const int s = loop_of({access(function_, plan_.passed, stored_part(op), plan_.materialised)});
    // Nothing of the loop's own shape, that is: what is read of it is there after the loop alone.
    if (s < 0 || !knows_inputs(s, id)) return -1;
    if (without_ones(function_[op.results[0]].type.extents) == without_ones(step(s).shape)) return -1;
    if (op.kind == ir::Kind::Pad) return s;
    const ir::ValueId before = root_of(function_, plan_, op.operands[0]);
    const ir::OpId source = function_[before].op;
    const bool begins_here =
        source.valid() && is_mine(before) && step_of(before) == s && is_part_store(function_, plan_, function_[source]);
    return begins_here && readers_[before].size() == 1 ? s : -1;
  }

  // The last loop that yields one of the operands, if all are read at its own index.
  int loop_of(const std::vector<Access>& operands) const {
    int s = -1;
    for (const Access& a : operands) s = std::max(s, is_mine(a.root) ? step_of(a.root) : -1);
    if (s < earliest_ || step(s).form != Step::Form::loop || step(s).ops.size() >= kMostOps) return -1;
    const ir::Shape& shape = step(s).shape;
    const auto count = ir::product(shape).constant();
    if (count && *count <= kFewElements) return -1;
    const auto at_index = [&](const Access& a) { return a.shape == shape && a.flat(shape); };
    return std::all_of(operands.begin(), operands.end(), at_index) ? s : -1;
  }
  bool knows_inputs(int s, ir::OpId id) const {
    const std::vector<Access> inputs = inputs_of(id);
    return std::none_of(inputs.begin(), inputs.end(),
                        [&](const Access& a) { return is_mine(a.root) && step_of(a.root) > s; });
  }

  bool shares_memory(const Step& other, const std::vector<Access>& operands) const {
    return std::any_of(other.ops.begin(), other.ops.end(), [&](ir::OpId id) {
      const std::vector<Access> theirs = reads(function_, plan_, function_[id]);
      return std::any_of(theirs.begin(), theirs.end(), [&](const Access& a) {
        return !a.fixed() && std::find(operands.begin(), operands.end(), a) != operands.end();
      });
    });
  }

  const ir::Function& function_;
  Plan& plan_;
  ir::BlockId block_;
  std::vector<int>& step_of_;  // by value: the step of its block
  std::map<ir::ValueId, std::vector<ir::OpId>> readers_;
  int earliest_ = 0;  // after what was printed or asserted last
};

// Numbers the steps of a block and those inside of them.
void number(const ir::Function& function, Plan& plan, ir::BlockId block, int& next) {
  plan[block].first = next++;
  for (Step& step : plan[block].steps) {
    step.first = next++;
    for (ir::BlockId inner : step.form == Step::Form::control ? function[step.ops[0]].blocks : std::vector<ir::BlockId>{})
      number(function, plan, inner, next);
    if (step.form == Step::Form::scalars) next += static_cast<int>(step.ops.size()) - 1;
    if (step.form == Step::Form::control) ++next;
    step.last = next - 1;
  }
  plan[block].last = next++;
}

}  // namespace

void schedule(const ir::Function& function, Plan& plan) {
  std::vector<int> step_of(function.values.size(), -1);
  Scheduler scheduler(function, plan, function.body, step_of);
  scheduler.run();
  scheduler.find_escaping();
}

void number_steps(const ir::Function& function, Plan& plan) {
  int next = -1;  // so that the first step is 0
  number(function, plan, function.body, next);
}

}  // namespace codegen
