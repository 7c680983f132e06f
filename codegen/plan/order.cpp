// The order in which the ops of a block are planned: that of the function, but that what reads a value comes before
// the op that writes its successor into the same memory, wherever the reader does not need that op's result.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "codegen/plan/schedule.h"

namespace codegen {
namespace {

// Readers further behind than this many ops are not looked at: the value is copied then.
constexpr std::size_t kFarthest = 2000;

class Order {
 public:
  Order(const ir::Function& function, const Plan& plan, ir::BlockId block)
      : function_(function), plan_(plan), ops_(function[block].ops) {
    read_.resize(ops_.size());
    done_.assign(ops_.size(), false);
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      if (!is_planned(function, plan, ops_[i])) continue;
      place_[ops_[i]] = i;
      read_[i] = roots_read(function, plan, ops_[i]);
      for (ir::ValueId root : read_[i]) readers_[root].push_back(i);
    }
  }

  std::vector<ir::OpId> run() {
    for (std::size_t i = 0; i < ops_.size(); ++i)
      if (place_.contains(ops_[i])) emit(i);
    return is_ordered() ? std::move(out_) : planned();
  }

 private:

  std::vector<ir::OpId> planned() const {
    std::vector<ir::OpId> out;
    std::copy_if(ops_.begin(), ops_.end(), std::back_inserter(out), [&](ir::OpId op) { return place_.contains(op); });
    return out;
  }

  // What comes before one writer may need another; then nothing is brought forward.
  bool is_ordered() const {
    std::set<ir::OpId> before;
    for (ir::OpId op : out_) {
      for (ir::ValueId root : read_[place_.at(op)])
        if (const ir::OpId source = function_[root].op; place_.contains(source) && !before.contains(source)) return false;
      before.insert(op);
    }
    return true;
  }

  void emit(std::size_t at) {
    if (done_[at]) return;
    done_[at] = true;
    for (ir::ValueId root : read_[at])
      if (const auto source = source_of(root)) emit(*source);
    std::set<std::size_t> needing;
    for (ir::ValueId root : overwritten(function_, plan_, ops_[at]))
      for (std::size_t reader : readers_[root]) {
        if (done_[reader] || reader < at || reader > at + kFarthest) continue;
        if (needing.empty()) needing = what_needs(at);
        if (!needing.contains(reader)) emit(reader);
      }
    out_.push_back(ops_[at]);
  }

  std::optional<std::size_t> source_of(ir::ValueId root) const {
    const auto found = place_.find(function_[root].op);
    return found == place_.end() ? std::nullopt : std::optional(found->second);
  }

  // The ops not far behind one that need its result, and itself.
  std::set<std::size_t> what_needs(std::size_t writer) const {
    std::set<std::size_t> needing{writer};
    for (std::size_t i = writer + 1; i < ops_.size() && i <= writer + kFarthest; ++i)
      for (ir::ValueId root : read_[i])
        if (const auto source = source_of(root); source && needing.contains(*source)) needing.insert(i);
    return needing;
  }

  const ir::Function& function_;
  const Plan& plan_;
  const std::vector<ir::OpId>& ops_;
  std::map<ir::OpId, std::size_t> place_;
  std::vector<std::vector<ir::ValueId>> read_;              // by place: roots
  std::map<ir::ValueId, std::vector<std::size_t>> readers_;  // places
  std::vector<bool> done_;
  std::vector<ir::OpId> out_;
};

}  // namespace

std::vector<ir::ValueId> overwritten(const ir::Function& function, const Plan& plan, ir::OpId id) {
  const ir::Op& op = function[id];
  const int in_place = ir::definition(op.kind).info.in_place;
  std::vector<ir::ValueId> out;
  auto add = [&](ir::ValueId value) {
    if (!function[value].type.is_scalar()) out.push_back(root_of(function, plan, value));
  };
  if (in_place >= 0) add(op.operands[static_cast<std::size_t>(in_place)]);
  for (std::size_t k = 0; op.callee.valid() && k < op.results.size(); ++k)
    if (const int taken = plan.taken_over.operand(op, k); taken >= 0) add(op.operands[static_cast<std::size_t>(taken)]);
  // An arm writes into what it makes a result of.
  const auto becomes = [&](ir::ValueId operand) {
    return std::any_of(op.results.begin(), op.results.end(), [&](ir::ValueId result) {
      const ir::Type &from = function[operand].type, &to = function[result].type;
      return from.element == to.element && from.rank() == to.rank() && from.sequence_depth == to.sequence_depth;
    });
  };
  if (is_branch(op))
    for (ir::ValueId operand : op.operands)
      if (becomes(operand)) add(operand);
  if (is_iteration(op))
    for (const Carried& carried : iteration(function, op).carried)
      if (!plan.passed[carried.parameter.at()].valid()) add(carried.before);
  return out;
}

std::vector<ir::OpId> order_of(const ir::Function& function, const Plan& plan, ir::BlockId block) {
  return Order(function, plan, block).run();
}

}  // namespace codegen
