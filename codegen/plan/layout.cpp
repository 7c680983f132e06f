// Sequences that lie in one piece of memory: what a loop of a known number of trips stacks, and only loops and reads
// of elements read. Numbers may be read by all else too, which sees them as a sequence of borrowed memory.
#include <algorithm>

#include "codegen/analysis/symbols.h"
#include "codegen/plan/planner.h"
#include "ir/builder.h"
#include "ir/kind.h"

namespace codegen {
namespace {

class Layouts {
 public:
  Layouts(const ir::Function& function, Plan& plan)
      : function_(function), plan_(plan), handled_(function.values.size()) {}

  void run() {
    for (ir::ValueId result : function_.results()) handle(result);
    find_handled(function_.body);
    block(function_.body);
  }

 private:

  // Read by something that wants a sequence.
  void handle(ir::ValueId value) {
    if (!function_[value].type.is_tensor()) handled_[root_of(function_, plan_, value).at()] = true;
  }

  // The last first, so that what wants the result of a branch is known before its arms.
  void find_handled(ir::BlockId id) {
    const auto& ops = function_[id].ops;
    for (auto op_id = ops.rbegin(); op_id != ops.rend(); ++op_id) {
      const ir::Op& op = function_[*op_id];
      if (is_branch(op)) {
        for (std::size_t k = 0; k < op.results.size(); ++k)
          for (ir::BlockId arm : op.blocks)
            if (handled_[op.results[k].at()] || !may_be_undefined(op, k)) handle(function_[arm].results[k]);
      } else if (is_iteration(op)) {
        const Iteration it = iteration(function_, op);
        for (const Carried& c : it.carried) {
          if (plan_.passed[c.parameter.at()].valid()) continue;
          handle(c.before);
          handle(c.next);
        }
        const bool in_one_piece = it.counted() && known(it.trips);
        for (const PerTrip& stack : it.stacked)
          if (!in_one_piece || !may_lie(stack.sequence)) handle(stack.element);
      } else if (op.kind != ir::Kind::SequenceSize && op.kind != ir::Kind::SequenceAt) {
        if (ir::definition(op.kind).info.trait != ir::Trait::alias)
          for (ir::ValueId operand : op.operands) handle(operand);
      }
      for (auto inner = op.blocks.rbegin(); inner != op.blocks.rend(); ++inner) find_handled(*inner);
    }
  }

  // Whether a sequence with that type of value may lie in one piece.
  bool may_lie(ir::ValueId sequence) const {
    const ir::Type& type = function_[sequence].type;
    return !handled_[sequence.at()] || (type.sequence_depth == 1 && type.rank() == 0);
  }

  void block(ir::BlockId id) {
    for (ir::OpId op_id : function_[id].ops) {
      const ir::Op& op = function_[op_id];
      if (op.kind == ir::Kind::SequenceAt && layout(op.operands[0]) && !function_[op.results[0]].type.is_tensor())
        layout(op.results[0]) = layout(op.operands[0])->of_value();
      if (is_iteration(op)) {
        trips(op);
        continue;
      }
      for (ir::BlockId inner : op.blocks) block(inner);
      if (is_branch(op)) branch(op);
    }
  }

  std::optional<Layout>& layout(ir::ValueId value) { return plan_.layouts[root_of(function_, plan_, value).at()]; }

  void trips(const ir::Op& op) {
    const Iteration it = iteration(function_, op);
    for (const PerTrip& scan : it.scanned)
      if (layout(scan.sequence) && !function_[scan.element].type.is_tensor())
        layout(scan.element) = layout(scan.sequence)->of_value();
    for (ir::BlockId inner : op.blocks) block(inner);
    const auto count = it.counted() ? known(it.trips) : std::nullopt;
    if (!count) return;
    for (const PerTrip& stack : it.stacked) {
      if (!may_lie(stack.sequence)) continue;
      const ir::Type& type = function_[stack.element].type;
      auto fixed = [&](const ir::Extent& extent) { return is_of_arguments(function_, extent); };
      if (type.is_tensor() && std::all_of(type.extents.begin(), type.extents.end(), fixed)) {
        layout(stack.sequence) = Layout{{*count}, type.extents};
      } else if (!type.is_tensor() && layout(stack.element)) {
        Layout outer = *layout(stack.element);
        outer.counts.insert(outer.counts.begin(), *count);
        layout(stack.sequence) = std::move(outer);
        make_part(stack, it.body);
      }
    }
  }

  // What an inner loop stacks is made where the outer one stacks it.
  void make_part(const PerTrip& stack, ir::BlockId body) {
    const ir::ValueId inner = root_of(function_, plan_, stack.element);
    const ir::OpId op = function_[inner].op;
    Home& home = plan_.home[inner.at()];
    if (home != Home::buffer || plan_.home[stack.sequence.at()] != Home::buffer) return;
    if (plan_.nesting.block_of[inner.at()] != body || !op.valid() || !is_iteration(function_[op])) return;
    home = Home::view;
    plan_.base[inner.at()] = stack.sequence;
  }

  void branch(const ir::Op& op) {
    for (std::size_t k = 0; k < op.results.size(); ++k) {
      if (function_[op.results[k]].type.is_tensor() || handled_[op.results[k].at()]) continue;
      const auto& yes = layout(function_[op.blocks[0]].results[k]);
      const auto& no = layout(function_[op.blocks[1]].results[k]);
      if (may_be_undefined(op, k)) layout(op.results[k]) = yes ? yes : no;
    }
  }

  // Whether an arm gives nothing for a result, so that what the other gives says how it lies.
  bool may_be_undefined(const ir::Op& op, std::size_t k) const {
    return std::any_of(op.blocks.begin(), op.blocks.end(), [&](ir::BlockId arm) {
      return is_undefined(function_, root_of(function_, plan_, function_[arm].results[k]));
    });
  }

  // A number of trips, where it is known when the function is entered.
  std::optional<ir::Extent> known(ir::ValueId trips) const {
    const ir::ValueId root = root_of(function_, plan_, trips);
    std::optional<ir::Extent> count = plan_.formulas[root.at()];
    if (!count) count = ir::extent_of(function_, root);
    if (!count || !is_of_arguments(function_, *count)) return std::nullopt;
    return count->never_negative() ? *count : ir::Extent::max(*count, 0);
  }

  const ir::Function& function_;
  Plan& plan_;
  std::vector<bool> handled_;  // by root
};

}  // namespace

ir::Extent Layout::size() const { return ir::product(counts) * ir::product(element); }

Layout Layout::of_value() const { return {{counts.begin() + 1, counts.end()}, element}; }

ir::Shape Layout::of_value_shape() const {
  ir::Shape shape(counts.begin() + 1, counts.end());
  shape.insert(shape.end(), element.begin(), element.end());
  return shape;
}

void find_layouts(const ir::Function& function, Plan& plan) {
  plan.layouts.assign(function.values.size(), std::nullopt);
  Layouts(function, plan).run();
}

}  // namespace codegen
