// Axes are collapsed where every operand runs along them together, so that most kernels have one. The same element of the
// same memory is one load, however many ops read it. It is kept where it is read more than once, where it stays the same
// within the innermost axis, and where a node writes over it before the last one is evaluated.
#include "codegen/kernel/make.h"

#include <algorithm>
#include <map>

#include "codegen/kernel/verify.h"

namespace codegen {
namespace {

class Maker {
 public:
  Maker(const Planned& planned, const Step& step) : planned_(planned), step_(step) {}

  Kernel make() {
    for (ir::OpId id : step_.ops) add_node(id);
    collapse_axes();
    for (std::size_t l = 0; l < accesses_.size(); ++l) kernel_.loads[l].from = elements(accesses_[l]);
    for (std::size_t n = 0; n < kernel_.nodes.size(); ++n) add_store(n);
    for (Load& load : kernel_.loads) load.kept = load.mentions > 1 || is_outer(load) || is_written_over(load);
    return std::move(kernel_);
  }

 private:
  // --- nodes

  void add_node(ir::OpId id) {
    const ir::Op& op = planned_.function[id];
    Node node;
    node.op = scalar_op(planned_.function, op);
    const std::vector<Access> operands = reads(planned_.function, planned_.plan, op);
    const std::vector<int> mentions = mentions_of_operands(node.op, operands.size());
    for (std::size_t i = 0; i < operands.size(); ++i) node.operands.push_back(operand(operands[i], mentions[i]));
    node.value = op.results[0];
    node.name = planned_.function[node.value].name;
    node.loc = op.loc;
    node_of_[node.value] = kernel_.nodes.size();
    kernel_.nodes.push_back(std::move(node));
  }

  Operand operand(const Access& access, int mentions) {
    if (const auto mine = node_of_.find(access.root); mine != node_of_.end()) {
      Node& node = kernel_.nodes[mine->second];
      node.mentions += mentions;
      node.is_read = true;
      return {Operand::Of::node, mine->second};
    }
    if (!planned_.has_memory(access.root)) {
      const auto [number, added] = number_of_.try_emplace(access.root, kernel_.numbers.size());
      if (added) kernel_.numbers.push_back({access.root, planned_.type(access.root).element});
      return {Operand::Of::number, number->second};
    }
    const auto [load, added] = load_of_.try_emplace({access.root, access.axes}, kernel_.loads.size());
    if (added) {
      accesses_.push_back(access);
      kernel_.loads.emplace_back();
    }
    kernel_.loads[load->second].mentions += mentions;
    return {Operand::Of::load, load->second};
  }

  // --- axes

  // Two neighbouring axes become one where every load runs with both or with neither.
  void collapse_axes() {
    const auto together = [&](int a, int b) {
      return std::all_of(accesses_.begin(), accesses_.end(), [&](const Access& access) {
        const auto& axes = access.axes;
        return std::count(axes.begin(), axes.end(), a) == std::count(axes.begin(), axes.end(), b);
      });
    };
    for (std::size_t d = 0; d < step_.shape.size(); ++d) {
      const int axis = static_cast<int>(d);
      if (step_.shape[d] == ir::Extent(1)) continue;
      if (!kernel_.axes.empty() && together(last_axis_.back(), axis)) {
        last_axis_.back() = axis;
        kernel_.axes.back().extent = kernel_.axes.back().extent * step_.shape[d];
      } else {
        last_axis_.push_back(axis);
        kernel_.axes.push_back({step_.shape[d]});
      }
    }
  }

  // Row-major: an axis passes over the elements of all that stands behind it.
  Elements elements(const Access& access) const {
    Elements out{access.root, planned_.type(access.root).element, ir::product(access.shape), {}, planned_.memory_of(access.root)};
    for (std::size_t a = 0; a < last_axis_.size(); ++a) {
      const auto last = std::find(access.axes.begin(), access.axes.end(), last_axis_[a]);
      if (last == access.axes.end()) continue;
      const auto dimension = last - access.axes.begin();
      out.index.push_back(
          {static_cast<int>(a), ir::product({access.shape.begin() + dimension + 1, access.shape.end()}), extent_along(access, a)});
    }
    return out;
  }

  ir::Extent extent_along(const Access& access, std::size_t a) const {
    ir::Extent out = 1;
    for (std::size_t d = 0; d < access.axes.size(); ++d)
      if (access.axes[d] <= last_axis_[a] && access.axes[d] > (a == 0 ? -1 : last_axis_[a - 1])) out = out * access.shape[d];
    return out;
  }

  // --- loads and stores

  void add_store(std::size_t n) {
    const ir::ValueId value = kernel_.nodes[n].value;
    if (planned_.plan.home[value.at()] == Home::local) return;
    std::vector<int> axes;
    for (std::size_t d = 0; d < step_.shape.size(); ++d)
      axes.push_back(step_.shape[d] == ir::Extent(1) ? -1 : static_cast<int>(d));
    kernel_.stores.push_back({n, elements({value, step_.shape, axes})});
  }

  bool is_outer(const Load& load) const { return load.level() + 1 < static_cast<int>(kernel_.axes.size()); }

  // By a node that isn't the last.
  bool is_written_over(const Load& load) const {
    return load.from.memory != kForeign &&
           std::any_of(kernel_.stores.begin(), kernel_.stores.end(), [&](const Store& store) {
             return store.to.memory == load.from.memory && store.node + 1 < kernel_.nodes.size();
           });
  }

  const Planned& planned_;
  const Step& step_;
  Kernel kernel_;
  std::map<ir::ValueId, std::size_t> node_of_, number_of_;
  std::map<std::pair<ir::ValueId, std::vector<int>>, std::size_t> load_of_;
  std::vector<Access> accesses_;  // by load
  std::vector<int> last_axis_;    // by axis: the last one of the shape that is part of it
};

}  // namespace

Kernel make_kernel(const Planned& planned, const Step& step) {
  Kernel kernel = Maker(planned, step).make();
  GRADC_CHECK(!broken_rule(kernel));
  return kernel;
}

}  // namespace codegen
