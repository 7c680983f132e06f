// Which ops run together. Kernels run in the order of the function. Elementwise ops are pure and cheap, so
// that they wait until something needs them, and then run together with whatever waits behind them:
//   1. The ops that wait and are read at the loop's own index join it; what is read otherwise (broadcast,
//   regrouped)
//      is computed before.
//   2. They join the latest loop of their shape that yields something they read, or else reads some of the
//   same
//      memory, if all they read is there by then and that loop's own values are read at its own index.
//   3. Else they begin a loop.
// Scalar ops do the same with runs of scalar statements.
#include <algorithm>
#include <set>

#include "codegen/plan.h"

namespace codegen {
namespace {

// More than this many statements in one loop spill registers, and gain nothing.
constexpr std::size_t kMostOps = 48;
// How far back a loop is looked for: keeps scheduling linear.
constexpr int kMostStepsBack = 64;

class Scheduler {
 public:
  Scheduler(const ir::Function& function, Plan& plan)
      : function_(function), plan_(plan), step_of_(function.values.size(), kNoStep) {}

  void run() {
    for (ir::OpId id : function_[function_.body].ops) {
      const ir::Op& op = function_[id];
      const Home home = plan_.home[op.results[0].at()];
      if (home != Home::variable && home != Home::local) continue;
      if (is_pointwise(op)) {
        step_of_[op.results[0].at()] = kWaiting;
        continue;
      }
      for (const Access& a : reads(function_, plan_, op)) demand(a.root);
      place({id}, begin(Step::Form::kernel, {}));
    }
    for (ir::ValueId result : function_.results()) demand(alias_root(function_, result));
    find_escaping();
  }

 private:
  static constexpr int kNoStep = -1, kWaiting = -2;

  int step_of(ir::ValueId value) const { return step_of_[value.at()]; }
  const Step& step(int s) const { return plan_.steps[static_cast<std::size_t>(s)]; }
  bool is_scalar(ir::OpId id) const { return plan_.home[function_[id].results[0].at()] == Home::variable; }

  int begin(Step::Form form, ir::Shape shape) {
    plan_.steps.push_back({form, {}, std::move(shape)});
    return static_cast<int>(plan_.steps.size()) - 1;
  }

  void place(const std::vector<ir::OpId>& ops, int s) {
    Step& to = plan_.steps[static_cast<std::size_t>(s)];
    for (ir::OpId id : ops) {
      to.ops.push_back(id);
      for (ir::ValueId result : function_[id].results) {
        step_of_[result.at()] = s;
        // Whatever a kernel yields but scalars has memory.
        Home& home = plan_.home[result.at()];
        if (to.form == Step::Form::kernel && home == Home::local) home = Home::buffer;
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
      place(part, is_scalar(part[0]) ? scalars(part) : loop(part));
    }
  }

  // The op of the value and those that wait and can share its loop, in order of evaluation. What else they
  // wait for is computed.
  std::vector<ir::OpId> waiting_behind(ir::ValueId root) {
    const bool scalar = is_scalar(function_[root].op);
    const ir::Shape& shape = function_[root].type.extents;
    std::vector<ir::OpId> ops{function_[root].op};
    std::set<ir::OpId> seen{ops[0]};
    std::vector<ir::ValueId> others;
    for (std::size_t next = 0; next < ops.size(); ++next)
      for (const Access& a : reads(function_, plan_, function_[ops[next]])) {
        if (step_of(a.root) != kWaiting) continue;
        const ir::OpId op = function_[a.root].op;
        const bool joins =
            is_scalar(op) == scalar && (scalar || (function_[a.root].type.extents == shape && a.flat(shape)));
        if (!joins)
          others.push_back(a.root);
        else if (seen.insert(op).second)
          ops.push_back(op);
      }
    for (ir::ValueId other : others) demand(other);
    // Computing those may have taken some of ours along.
    std::erase_if(ops, [&](ir::OpId id) { return step_of(function_[id].results[0]) != kWaiting; });
    std::sort(ops.begin(), ops.end());
    return ops;
  }

  // What the ops read that is computed already.
  std::vector<Access> inputs(const std::vector<ir::OpId>& ops) const {
    std::vector<Access> out;
    for (ir::OpId id : ops)
      for (Access& a : reads(function_, plan_, function_[id]))
        if (step_of(a.root) != kWaiting) out.push_back(std::move(a));
    return out;
  }

  int latest(const std::vector<Access>& operands) const {
    int s = 0;
    for (const Access& a : operands) s = std::max(s, step_of(a.root));
    const int newest = static_cast<int>(plan_.steps.size()) - 1;
    return std::max(s, newest - kMostStepsBack);
  }

  int scalars(const std::vector<ir::OpId>& ops) {
    const int oldest = latest(inputs(ops));
    for (int s = static_cast<int>(plan_.steps.size()) - 1; s >= oldest; --s)
      if (step(s).form == Step::Form::scalars) return s;
    return begin(Step::Form::scalars, {});
  }

  int loop(const std::vector<ir::OpId>& ops) {
    const ir::Shape& shape = function_[function_[ops[0]].results[0]].type.extents;
    const std::vector<Access> operands = inputs(ops);
    int sharing = -1;
    const int oldest = latest(operands);
    for (int s = static_cast<int>(plan_.steps.size()) - 1; s >= oldest; --s) {
      if (step(s).form != Step::Form::loop || step(s).shape != shape) continue;
      if (step(s).ops.size() + ops.size() > kMostOps) continue;
      auto reads_it = [&](const Access& a) { return step_of(a.root) == s; };
      auto fits = [&](const Access& a) { return step_of(a.root) != s || a.flat(shape); };
      if (!std::all_of(operands.begin(), operands.end(), fits)) break;  // they must come after this one
      if (std::any_of(operands.begin(), operands.end(), reads_it)) return s;
      if (sharing < 0 && shares_memory(step(s), operands)) sharing = s;
    }
    return sharing >= 0 ? sharing : begin(Step::Form::loop, shape);
  }

  bool shares_memory(const Step& other, const std::vector<Access>& operands) const {
    return std::any_of(other.ops.begin(), other.ops.end(), [&](ir::OpId id) {
      const std::vector<Access> theirs = reads(function_, plan_, function_[id]);
      return std::any_of(theirs.begin(), theirs.end(), [&](const Access& a) {
        return !a.fixed() && std::find(operands.begin(), operands.end(), a) != operands.end();
      });
    });
  }

  // Values of a loop that are read outside of it need memory.
  void find_escaping() {
    auto escape = [&](ir::ValueId root) {
      if (plan_.home[root.at()] == Home::local) plan_.home[root.at()] = Home::buffer;
    };
    for (ir::ValueId result : function_.results()) escape(alias_root(function_, result));
    for (std::size_t s = 0; s < plan_.steps.size(); ++s)
      for (ir::OpId id : plan_.steps[s].ops)
        for (const Access& a : reads(function_, plan_, function_[id]))
          if (step_of(a.root) != static_cast<int>(s)) escape(a.root);
  }

  const ir::Function& function_;
  Plan& plan_;
  std::vector<int> step_of_;  // by value
};

}  // namespace

void schedule(const ir::Function& function, Plan& plan) { Scheduler(function, plan).run(); }

}  // namespace codegen
