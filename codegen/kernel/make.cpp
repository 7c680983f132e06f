// Axes are collapsed where every operand runs along them together, so that most kernels have one. A slice is part of an
// index. The same element of the same memory is one load, however many ops read it. It is kept where it is read more than
// once, where it stays the same within the innermost axis, and where a node writes over it before the last one is evaluated.
#include "codegen/kernel/make.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <tuple>

#include "codegen/kernel/verify.h"
#include "ir/kind.h"

namespace codegen {
namespace {

class Maker {
 public:
  Maker(const Planned& planned, const Step& step) : planned_(planned), step_(step) {}

  Kernel make() {
    find_shared();
    for (ir::OpId id : step_.ops) {
      const ir::Op& op = planned_.function[id];
      is_pointwise(op) ? add_node(id) : is_part_store(planned_.function, planned_.plan, op) ? add_part(op) : add_sum(id);
    }
    collapse_axes();
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      kernel_.parts[p].to = elements(parts_[p]);
      kernel_.parts[p].is_first = is_first(p);
    }
    for (std::size_t l = 0; l < accesses_.size(); ++l) kernel_.loads[l].from = elements(accesses_[l]);
    for (std::size_t n = 0; n < kernel_.nodes.size(); ++n) add_store(n);
    for (Load& load : kernel_.loads) load.kept = load.mentions > 1 || is_outer(load) || is_written_over(load);
    return std::move(kernel_);
  }

 private:
  // --- nodes

  void add_node(ir::OpId id) {
    const ir::Op& op = planned_.function[id];
    ScalarOp scalar = scalar_op(planned_.function, op);
    const auto shared = has_part(op) ? shared_.find(part_of(op)) : shared_.end();
    int part = -1;
    if (shared != shared_.end() && shared->second.ops > 1) {
      part = shared->second.node;
      if (part < 0) {
        part = shared->second.node = static_cast<int>(kernel_.nodes.size());
        add_node(op, {op.kind, scalar.working, scalar.working, {}, true, part_text(op).text}, {});
        kernel_.nodes.back().is_part = true;
      }
      scalar.text = part_text(op).with_it;
    }
    node_of_[op.results[0]] = kernel_.nodes.size();
    add_node(op, scalar, planned_.function[op.results[0]].name, part);
  }

  // --- what two ops have in common

  struct Shared {
    int ops = 0;
    int node = -1;  // that computes it
  };
  using Place = std::tuple<ir::ValueId, std::vector<int>, std::vector<std::string>>;
  using Part = std::pair<std::string_view, Place>;

  static const ir::SharedPart& part_text(const ir::Op& op) { return ir::definition(op.kind).info.part; }
  bool has_part(const ir::Op& op) const {
    const ir::ElementType element = planned_.type(op.results[0]).element;
    return !part_text(op).text.empty() && (element == ir::ElementType::f32 || element == ir::ElementType::f64);
  }
  Part part_of(const ir::Op& op) const { return {part_text(op).text, place_of(reads(planned_.function, planned_.plan, op)[0])}; }
  static Place place_of(const Access& access) {
    std::vector<std::string> begin;
    for (const ir::Extent& each : access.begin) begin.push_back(each.text());
    return {access.root, access.axes, begin};
  }
  void find_shared() {
    for (ir::OpId id : step_.ops)
      if (const ir::Op& op = planned_.function[id]; has_part(op)) ++shared_[part_of(op)].ops;
  }

  // `part`: the node that is an operand after those of the op, if any.
  void add_node(const ir::Op& op, const ScalarOp& scalar, const std::string& name, int part = -1) {
    Node node{scalar, {}, op.results[0], name, op.loc};
    const std::vector<Access> operands = reads(planned_.function, planned_.plan, op);
    const std::vector<int> mentions = mentions_of_operands(node.op, operands.size() + (part >= 0 ? 1 : 0));
    for (std::size_t i = 0; i < operands.size(); ++i) node.operands.push_back(operand(operands[i], mentions[i]));
    if (part >= 0) node.operands.push_back(operand(static_cast<std::size_t>(part), mentions.back()));
    kernel_.nodes.push_back(std::move(node));
  }

  void add_sum(ir::OpId id) {
    const ir::Op& op = planned_.function[id];
    std::size_t node = kernel_.nodes.size();
    if (op.kind == ir::Kind::SumOfProducts) {
      const ir::ElementType element = planned_.type(op.operands[0]).element;
      add_node(op, {ir::Kind::Multiply, element, element, {}, true}, {});
    } else {
      node = node_of_.at(reads(planned_.function, planned_.plan, op)[0].root);
    }
    kernel_.sums.push_back({node, op.results[0], op.kind == ir::Kind::Mean});
  }

  void add_part(const ir::Op& op) {
    const ir::ValueId result = op.results[0];
    const Access part = access(planned_.function, planned_.plan.passed, stored_part(op), planned_.plan.materialised);
    // The axes of what is put there: those of the loop, but that extents of 1 may stand elsewhere.
    std::vector<int> axes, moving;
    std::copy_if(part.axes.begin(), part.axes.end(), std::back_inserter(moving), [](int axis) { return axis >= 0; });
    auto next = moving.begin();
    for (const ir::Extent& extent : planned_.type(stored_part(op)).extents) axes.push_back(extent == ir::Extent(1) ? -1 : *next++);
    const ir::ValueId whole = op.kind == ir::Kind::Pad ? result : whole_of_.at(planned_.root(op.operands[0]));
    whole_of_[result] = whole;
    kernel_.parts.push_back({node_of_.at(part.root), {}});
    parts_.push_back({whole, planned_.type(result).extents, axes, op.attributes.get<ir::Shape>("begin")});
  }

  // Whether the part is the first one of its tensor, and what begins nowhere behind the others: blocks run in the order of
  // elements, and the first part of each block before the others.
  bool is_first(std::size_t p) const {
    for (std::size_t q = 0; q < parts_.size(); ++q) {
      if (q == p || parts_[q].root != parts_[p].root) continue;
      if (q < p) return false;
      for (std::size_t d = 0; d < parts_[p].begin.size(); ++d)
        if (!(parts_[p].begin[d] - parts_[q].begin[d]).never_negative()) return false;
    }
    return true;
  }

  Operand operand(std::size_t n, int mentions) {
    kernel_.nodes[n].mentions += mentions;
    kernel_.nodes[n].is_read = true;
    return {Operand::Of::node, n};
  }
  Operand operand(const Access& access, int mentions) {
    if (const auto mine = node_of_.find(access.root); mine != node_of_.end()) return operand(mine->second, mentions);
    if (!planned_.has_memory(access.root)) {
      const auto [number, added] = number_of_.try_emplace(access.root, kernel_.numbers.size());
      if (added) kernel_.numbers.push_back({access.root, planned_.type(access.root).element});
      return {Operand::Of::number, number->second};
    }
    const auto [load, added] = load_of_.try_emplace(place_of(access), kernel_.loads.size());
    if (added) {
      accesses_.push_back(access);
      kernel_.loads.emplace_back();
    }
    kernel_.loads[load->second].mentions += mentions;
    return {Operand::Of::load, load->second};
  }

  // --- axes

  // Two neighbouring axes become one where every load runs with both or with neither, and what lies along them is one
  // piece of memory.
  void collapse_axes() {
    std::vector<Access> all = accesses_;
    all.insert(all.end(), parts_.begin(), parts_.end());
    const auto together = [&](int a, int b) {
      return std::all_of(all.begin(), all.end(), [&](const Access& access) {
        const auto outer = std::find(access.axes.begin(), access.axes.end(), a);
        const auto inner = std::find(access.axes.begin(), access.axes.end(), b);
        if (outer == access.axes.end() || inner == access.axes.end()) return outer == inner;
        return !access.is_part() || is_whole(access, outer - access.axes.begin() + 1, inner - access.axes.begin());
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

  // Whether a part has all of the dimensions from `first` to `last`.
  bool is_whole(const Access& access, std::ptrdiff_t first, std::ptrdiff_t last) const {
    for (auto d = static_cast<std::size_t>(first); d <= static_cast<std::size_t>(last); ++d) {
      const ir::Extent runs = access.axes[d] < 0 ? 1 : step_.shape[static_cast<std::size_t>(access.axes[d])];
      if (access.begin[d] != ir::Extent(0) || access.shape[d] != runs) return false;
    }
    return true;
  }

  // Row-major: an axis passes over the elements of all that stands behind it.
  Elements elements(const Access& access) const {
    Elements out{access.root, planned_.type(access.root).element, ir::product(access.shape), {},
                 planned_.memory_of(access.root), access.is_part()};
    ir::Extent passed = 1;
    for (std::size_t d = access.axes.size(); d-- > 0;) {
      const int axis = axis_of(access.axes[d]);
      const ir::Extent begin = access.is_part() ? access.begin[d] : 0;
      if (axis >= 0 && !out.index.empty() && out.index.back().axis == axis) {  // one piece with what stands behind it
        out.index.back().begin = out.index.back().begin + begin * out.index.back().extent;
        out.index.back().extent = out.index.back().extent * access.shape[d];
      } else if (axis >= 0 || access.shape[d] != ir::Extent(1)) {
        out.index.push_back({axis, passed, access.shape[d], begin});
      }
      passed = passed * access.shape[d];
    }
    std::reverse(out.index.begin(), out.index.end());
    return out;
  }

  // The axis of the kernel that an axis of the step is part of.
  int axis_of(int axis) const {
    if (axis < 0) return -1;
    return static_cast<int>(std::lower_bound(last_axis_.begin(), last_axis_.end(), axis) - last_axis_.begin());
  }

  // --- loads and stores

  void add_store(std::size_t n) {
    const ir::ValueId value = kernel_.nodes[n].value;
    if (kernel_.nodes[n].is_part || planned_.plan.home[value.at()] == Home::local || is_number(planned_.function, planned_.plan, value)) return;  // the latter is a sum
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
  std::map<Place, std::size_t> load_of_;
  std::map<Part, Shared> shared_;
  std::vector<Access> accesses_;  // by load
  std::vector<Access> parts_;     // by part that is stored
  std::map<ir::ValueId, ir::ValueId> whole_of_;  // of the tensors that they are put into, the first one of each
  std::vector<int> last_axis_;    // by axis: the last one of the shape that is part of it
};

}  // namespace

Kernel make_kernel(const Planned& planned, const Step& step) {
  Kernel kernel = Maker(planned, step).make();
  GRADC_CHECK(!broken_rule(kernel));
  return kernel;
}

}  // namespace codegen
