#include "ir/passes/analysis/dependence.h"

#include <algorithm>
#include <deque>
#include <set>

#include "ir/kind.h"
#include "ir/passes/analysis/activity.h"

namespace ir {
namespace {

std::set<FunctionId> callees_of(const Function& function) {
  std::set<FunctionId> callees;
  for (const Op& op : function.ops)
    if (op.kind == Kind::Call) callees.insert(op.callee);
  return callees;
}

}  // namespace

Dependence::Dependence(const Module& module, const Function& caller) {
  std::map<FunctionId, std::vector<FunctionId>> callers;
  std::deque<FunctionId> work;
  const auto find = [&](const std::set<FunctionId>& callees) {
    for (FunctionId callee : callees)
      if (rows_.try_emplace(callee).second) work.push_back(callee);
  };
  find(callees_of(caller));
  for (std::size_t next = 0; next < work.size(); ++next) {
    const FunctionId id = work[next];
    const Function& function = module[id];
    rows_[id].assign(function.arguments().size(), std::vector<bool>(function.results().size()));
    const auto callees = callees_of(function);
    for (FunctionId callee : callees) callers[callee].push_back(id);
    find(callees);
  }
  // Callees come after those that call them, mostly: the last first.
  while (!work.empty()) {
    const FunctionId id = work.back();
    work.pop_back();
    if (!update(module[id], rows_[id])) continue;
    for (FunctionId by : callers[id])
      if (std::find(work.begin(), work.end(), by) == work.end()) work.push_front(by);
  }
}

bool Dependence::update(const Function& function, std::vector<std::vector<bool>>& rows) const {
  bool changed = false;
  if (function.has_rule() || function.foreign) {  // what its rule does, it says nowhere
    for (std::size_t i : differentiable(function, function.arguments()))
      for (std::size_t k : differentiable(function, function.results())) {
        changed |= !rows[i][k];
        rows[i][k] = true;
      }
    return changed;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Activity activity(function, {function.arguments()[i]}, {}, *this);
    for (std::size_t k = 0; k < rows[i].size(); ++k) {
      if (rows[i][k] || !activity.active(function.results()[k])) continue;
      rows[i][k] = changed = true;
    }
  }
  return changed;
}

bool Dependence::flows(FunctionId callee, std::size_t argument, std::size_t result) const {
  return rows_.at(callee)[argument][result];
}

bool Dependence::flows(FunctionId callee, std::size_t argument) const {
  const std::vector<bool>& row = rows_.at(callee)[argument];
  return std::find(row.begin(), row.end(), true) != row.end();
}

}  // namespace ir
