// Which ops run together. Ops are pure, so that only what an op reads bounds how early it may run; taken in order,
// each elementwise op
//   1. joins the latest loop of its shape that yields something it reads, if the rest of what it reads is there
//      by then and it reads the loop's own values at the loop's own index;
//   2. else joins the latest such loop that reads some of the same memory;
//   3. else begins a loop.
// Scalar ops join the latest run of scalar statements that is not before what they read.
#include <algorithm>

#include "codegen/plan.h"

namespace codegen {
namespace {

// More than this many statements in one loop spill registers, and gain nothing.
constexpr std::size_t kMostOps = 48;
// How far back a loop is looked for: keeps scheduling linear.
constexpr std::size_t kMostStepsBack = 64;

class Scheduler {
 public:
  Scheduler(const ir::Function& function, Plan& plan)
      : function_(function), plan_(plan), step_of_(function.values.size(), -1) {}

  void run() {
    for (ir::OpId id : function_[function_.body].ops)
      if (computed(function_[id])) place(id);
    find_escaping();
  }

 private:
  bool computed(const ir::Op& op) const {
    const Home home = plan_.home[op.results[0].at()];
    return home == Home::variable || home == Home::local;
  }

  void place(ir::OpId id) {
    const ir::Op& op = function_[id];
    const std::vector<Access> operands = reads(function_, plan_, op);
    const int step = !is_pointwise(op)                                   ? begin(Step::Form::kernel, {})
                     : plan_.home[op.results[0].at()] == Home::variable ? scalars(operands)
                                                                        : loop(op, operands);
    auto& [form, ops, shape] = plan_.steps[static_cast<std::size_t>(step)];
    ops.push_back(id);
    for (ir::ValueId result : op.results) {
      step_of_[result.at()] = step;
      // Whatever a kernel yields but scalars has memory.
      if (form == Step::Form::kernel && plan_.home[result.at()] == Home::local) plan_.home[result.at()] = Home::buffer;
    }
  }

  int begin(Step::Form form, ir::Shape shape) {
    plan_.steps.push_back({form, {}, std::move(shape)});
    return static_cast<int>(plan_.steps.size()) - 1;
  }

  int latest(const std::vector<Access>& operands) const {
    int step = -1;
    for (const Access& a : operands) step = std::max(step, step_of_[a.root.at()]);
    return step;
  }

  int scalars(const std::vector<Access>& operands) {
    for (int s = static_cast<int>(plan_.steps.size()) - 1; s >= std::max(latest(operands), 0); --s)
      if (plan_.steps[static_cast<std::size_t>(s)].form == Step::Form::scalars) return s;
    return begin(Step::Form::scalars, {});
  }

  int loop(const ir::Op& op, const std::vector<Access>& operands) {
    const ir::Shape& shape = function_[op.results[0]].type.extents;
    int sharing = -1;
    const int newest = static_cast<int>(plan_.steps.size()) - 1;
    const int oldest = std::max({latest(operands), 0, newest - static_cast<int>(kMostStepsBack)});
    for (int s = newest; s >= oldest; --s) {
      const Step& step = plan_.steps[static_cast<std::size_t>(s)];
      if (step.form != Step::Form::loop || step.shape != shape || step.ops.size() >= kMostOps) continue;
      const bool reads_it =
          std::any_of(operands.begin(), operands.end(), [&](const Access& a) { return step_of_[a.root.at()] == s; });
      const bool at_its_index = std::all_of(operands.begin(), operands.end(), [&](const Access& a) {
        return step_of_[a.root.at()] != s || a.flat(shape);
      });
      if (!at_its_index) break;  // it must come after this one
      if (reads_it) return s;
      if (sharing < 0 && shares_memory(step, operands)) sharing = s;
    }
    return sharing >= 0 ? sharing : begin(Step::Form::loop, shape);
  }

  bool shares_memory(const Step& step, const std::vector<Access>& operands) const {
    return std::any_of(step.ops.begin(), step.ops.end(), [&](ir::OpId id) {
      const std::vector<Access> others = reads(function_, plan_, function_[id]);
      return std::any_of(others.begin(), others.end(), [&](const Access& a) {
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
          if (step_of_[a.root.at()] != static_cast<int>(s)) escape(a.root);
  }

  const ir::Function& function_;
  Plan& plan_;
  std::vector<int> step_of_;  // by value; -1 where nothing computes it
};

}  // namespace

void schedule(const ir::Function& function, Plan& plan) { Scheduler(function, plan).run(); }

}  // namespace codegen
