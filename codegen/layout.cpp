// Sequences that lie in one piece of memory: what a loop of a known number of trips stacks.
#include <algorithm>
#include <set>

#include "codegen/plan.h"
#include "ir/builder.h"

namespace codegen {
namespace {

class Layouts {
 public:
  Layouts(const ir::Function& function, Plan& plan) : function_(function), plan_(plan) {}

  void block(ir::BlockId id) {
    for (ir::OpId op_id : function_[id].ops) {
      const ir::Op& op = function_[op_id];
      if (is_iteration(op)) {
        trips(op);
        continue;
      }
      for (ir::BlockId inner : op.blocks) block(inner);
      if (is_branch(op)) branch(op);
    }
  }

 private:
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
      if (function_[op.results[k]].type.is_tensor()) continue;
      const auto& yes = layout(function_[op.blocks[0]].results[k]);
      const auto& no = layout(function_[op.blocks[1]].results[k]);
      const bool either = is_undefined(op.blocks[0], k) || is_undefined(op.blocks[1], k);
      if ((yes && yes == no) || (either && (yes || no))) layout(op.results[k]) = yes ? yes : no;
    }
  }

  bool is_undefined(ir::BlockId arm, std::size_t k) const {
    const ir::OpId op = function_[root_of(function_, plan_, function_[arm].results[k])].op;
    return op.valid() && function_[op].kind == ir::Kind::Undefined;
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
};

}  // namespace

ir::Extent Layout::size() const { return ir::product(counts) * ir::product(element); }

Layout Layout::of_value() const { return {{counts.begin() + 1, counts.end()}, element}; }

ir::Shape Layout::of_value_shape() const {
  ir::Shape shape(counts.begin() + 1, counts.end());
  shape.insert(shape.end(), element.begin(), element.end());
  return shape;
}

bool is_of_arguments(const ir::Function& function, const ir::Extent& extent) {
  std::set<std::string> symbols;
  extent.collect_symbols(symbols);
  for (ir::ValueId argument : function.arguments()) {
    for (const ir::Extent& e : function[argument].type.extents)
      if (auto symbol = e.as_symbol()) symbols.erase(*symbol);
    symbols.erase("%" + function[argument].name);
  }
  return symbols.empty();
}

void find_layouts(const ir::Function& function, Plan& plan) {
  plan.layouts.assign(function.values.size(), std::nullopt);
  Layouts(function, plan).block(function.body);
}

}  // namespace codegen
