// The order in which the ops of a block are planned: that of the function, but that what reads a value comes before
// the op that writes its successor into the same memory, wherever the reader does not need that op's result.
#include <algorithm>
#include <map>
#include <set>

#include "codegen/schedule.h"

namespace codegen {
namespace {

// Readers further behind than this many ops are not looked at: the value is copied then.
constexpr int kMostVisits = 2000;

class Order {
 public:
  Order(const ir::Function& function, const Plan& plan, ir::BlockId block)
      : function_(function), plan_(plan), ops_(function[block].ops) {
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      if (!is_planned(function, plan, ops_[i])) continue;
      place_[ops_[i]] = i;
      for (ir::ValueId root : roots_read(function, plan, ops_[i])) readers_[root].push_back(ops_[i]);
    }
    done_.assign(ops_.size(), false);
  }

  std::vector<ir::OpId> run() {
    for (ir::OpId op : ops_)
      if (place_.contains(op)) emit(op);
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
      for (ir::ValueId root : roots_read(function_, plan_, op))
        if (const ir::OpId source = function_[root].op; place_.contains(source) && !before.contains(source)) return false;
      before.insert(op);
    }
    return true;
  }

  void emit(ir::OpId op) {
    const std::size_t place = place_.at(op);
    if (done_[place]) return;
    done_[place] = true;
    for (ir::ValueId root : roots_read(function_, plan_, op)) emit_source(root);
    for (ir::ValueId root : overwritten(function_, plan_, op))
      for (ir::OpId reader : readers_[root]) {
        if (reader == op || done_[place_.at(reader)] || place_.at(reader) < place) continue;
        if (!needs(reader, op)) emit(reader);
      }
    out_.push_back(op);
  }

  void emit_source(ir::ValueId root) {
    const ir::OpId source = function_[root].op;
    if (source.valid() && place_.contains(source)) emit(source);
  }

  bool needs(ir::OpId reader, ir::OpId writer) const {
    std::set<ir::OpId> seen{reader};
    std::vector<ir::OpId> stack{reader};
    for (int visits = 0; !stack.empty(); ++visits) {
      const ir::OpId op = stack.back();
      stack.pop_back();
      if (op == writer || visits > kMostVisits) return true;
      for (ir::ValueId root : roots_read(function_, plan_, op)) {
        const ir::OpId source = function_[root].op;
        const auto found = place_.find(source);
        if (found != place_.end() && found->second >= place_.at(writer) && seen.insert(source).second)
          stack.push_back(source);
      }
    }
    return false;
  }

  const ir::Function& function_;
  const Plan& plan_;
  const std::vector<ir::OpId>& ops_;
  std::map<ir::OpId, std::size_t> place_;
  std::map<ir::ValueId, std::vector<ir::OpId>> readers_;
  std::vector<bool> done_;
  std::vector<ir::OpId> out_;
};

}  // namespace

bool is_planned(const ir::Function& function, const Plan& plan, ir::OpId id) {
  const ir::Op& op = function[id];
  return std::any_of(op.results.begin(), op.results.end(), [&](ir::ValueId r) {
    const Home home = plan.home[r.at()];
    return home != Home::nowhere && home != Home::literal && home != Home::integer;
  });
}

std::vector<ir::ValueId> overwritten(const ir::Function& function, const Plan& plan, ir::OpId id) {
  const ir::Op& op = function[id];
  const int in_place = ir::definition(op.kind).info.in_place;
  std::vector<ir::ValueId> out;
  auto add = [&](ir::ValueId value) {
    if (!function[value].type.is_scalar()) out.push_back(root_of(function, plan, value));
  };
  if (in_place >= 0) add(op.operands[static_cast<std::size_t>(in_place)]);
  if (is_branch(op))
    for (ir::ValueId operand : op.operands) add(operand);
  if (is_iteration(op))
    for (const Carried& carried : iteration(function, op).carried)
      if (!plan.passed[carried.parameter.at()].valid()) add(carried.before);
  return out;
}

std::vector<ir::OpId> order_of(const ir::Function& function, const Plan& plan, ir::BlockId block) {
  return Order(function, plan, block).run();
}

}  // namespace codegen
