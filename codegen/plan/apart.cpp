#include "codegen/plan/apart.h"

#include <algorithm>
#include <set>

#include "codegen/analysis/effects.h"
#include "ir/kind.h"

namespace codegen {
namespace {

constexpr int kTripsInside = 8;

class Trips {
 public:
  Trips(const Planned& planned, const ir::Op& op) : p_(planned), f_(planned.function), op_(op), it_(iteration(f_, op)) {}

  std::optional<TripsApart> apart() {
    if (!it_.counted() || it_.reverse || it_.ends || op_.attributes.find("items") == nullptr || acts_within(f_, it_.body)) return std::nullopt;
    TripsApart out;
    for (const Carried& c : it_.carried) {
      const bool is_sum = is_summed(c);
      if (!is_sum && p_.plan.home[c.after.at()] != Home::nowhere && !is_filled(c)) return std::nullopt;
      out.is_sum.push_back(is_sum);
    }
    const auto is_piece = [&](const PerTrip& stack) { return p_.type(stack.sequence).is_tensor() || p_.plan.layouts[stack.sequence.at()]; };
    if (!std::all_of(it_.stacked.begin(), it_.stacked.end(), is_piece) || !it_.scanned.empty() || !use_own_memory(it_.body)) return std::nullopt;
    out.cost = cost(it_.body);
    return out;
  }

 private:
  // parameter + what does not read it.
  bool is_summed(const Carried& c) const {
    if (!p_.type(c.parameter).is_scalar() || p_.use(p_.root(c.parameter)).mentions != 1) return false;
    const ir::OpId made = f_[p_.root(c.next)].op;
    if (!made.valid() || f_[made].kind != ir::Kind::Add) return false;
    return std::any_of(f_[made].operands.begin(), f_[made].operands.end(), [&](ir::ValueId each) { return p_.root(each) == p_.root(c.parameter); });
  }

  // A tensor in one piece of memory, of which the trip writes elements whose first index is its own, and reads none.
  bool is_filled(const Carried& c) {
    if (!p_.type(c.parameter).is_tensor() || p_.type(c.parameter).is_scalar()) return false;
    const int buffer = p_.plan.buffer_of[p_.root(c.parameter).at()];
    if (buffer < 0 || p_.plan.buffer_of[p_.root(c.before).at()] != buffer || p_.plan.buffer_of[p_.root(c.next).at()] != buffer) return false;
    own_.insert(buffer);
    ir::ValueId at = c.next;
    while (at != c.parameter) {
      const ir::OpId made = f_[at].op;
      if (!made.valid() || f_[made].kind != ir::Kind::SetElement || f_[made].operands.size() < 3) return false;
      if (p_.root(f_[made].operands[2]) != p_.root(it_.counter)) return false;
      writes_.insert(made);
      at = f_[made].operands[0];
    }
    return true;
  }

  bool is_memory_of_others(ir::ValueId value) const {
    const int buffer = p_.plan.buffer_of[value.at()];
    return buffer >= 0 && !own_.contains(buffer);
  }

  // No buffer lives in the block but those that trips fill, and nothing else reads these.
  bool use_own_memory(ir::BlockId id) const {
    const ir::Block& block = f_[id];
    const std::vector<Move>& moves = p_.plan[id].moves;
    if (std::any_of(moves.begin(), moves.end(), [&](const Move& move) { return move.aside >= 0 || !own_.contains(move.to); })) return false;
    if (std::any_of(block.parameters.begin(), block.parameters.end(), [&](ir::ValueId each) { return id != it_.body && is_memory_of_others(each); }))
      return false;
    return std::all_of(block.ops.begin(), block.ops.end(), [&](ir::OpId op) { return uses_own_memory(op); });
  }
  bool uses_own_memory(ir::OpId id) const {
    const ir::Op& op = f_[id];
    if (op.callee.valid()) return false;
    const bool writes = writes_.contains(id);
    for (std::size_t k = writes ? 1 : 0; k < op.operands.size(); ++k)
      if (const int buffer = p_.memory_of(p_.root(op.operands[k])); own_.contains(buffer)) return false;
    const bool has_memory = std::any_of(op.results.begin(), op.results.end(), [&](ir::ValueId result) {
      return !p_.type(result).is_tensor() || is_memory_of_others(result) || (!writes && own_.contains(p_.plan.buffer_of[result.at()]));
    });
    return !has_memory && std::all_of(op.blocks.begin(), op.blocks.end(), [&](ir::BlockId block) { return use_own_memory(block); });
  }

  int cost(ir::BlockId block) const {
    int out = 0;
    for (ir::OpId id : f_[block].ops) {
      out += ir::flops(ir::definition(f_[id].kind).info.scalar.text);
      const int times = is_iteration(f_[id]) ? kTripsInside : 1;
      for (ir::BlockId inside : f_[id].blocks) out += times * cost(inside);
    }
    return std::max(out, 1);
  }

  const Planned& p_;
  const ir::Function& f_;
  const ir::Op& op_;
  const Iteration it_;
  std::set<int> own_;          // buffers that trips fill
  std::set<ir::OpId> writes_;  // that do
};

}  // namespace

std::optional<TripsApart> trips_apart(const Planned& planned, const ir::Op& op) { return Trips(planned, op).apart(); }

}  // namespace codegen
