#include "codegen/kernel/verify.h"

#include <fmt/format.h>

#include <algorithm>

namespace codegen {
namespace {

class Verifier {
 public:
  explicit Verifier(const Kernel& kernel) : kernel_(kernel) {}

  std::optional<std::string> run() {
    for (const auto rule : {&Verifier::operands_are_there, &Verifier::ops_find_their_operands, &Verifier::mentions_are_counted,
                            &Verifier::indices_stay_inside, &Verifier::stores_are_complete, &Verifier::nodes_are_used,
                            &Verifier::memory_is_read_before, &Verifier::sums_are_of_floats, &Verifier::parts_are_apart})
      if (std::string broken = (this->*rule)(); !broken.empty()) return broken;
    return std::nullopt;
  }

 private:
  ir::ElementType element_of(const Operand& operand) const {
    switch (operand.of) {
      case Operand::Of::load:
        return kernel_.loads[operand.index].from.element;
      case Operand::Of::number:
        return kernel_.numbers[operand.index].element;
      case Operand::Of::node:
        return kernel_.nodes[operand.index].op.result;
    }
    return {};
  }

  bool reads(std::size_t node, const Operand& wanted) const {
    const auto& operands = kernel_.nodes[node].operands;
    return std::find(operands.begin(), operands.end(), wanted) != operands.end();
  }

  std::string operands_are_there() const {
    for (std::size_t n = 0; n < kernel_.nodes.size(); ++n)
      for (const Operand& operand : kernel_.nodes[n].operands) {
        const std::size_t count = operand.of == Operand::Of::load     ? kernel_.loads.size()
                                  : operand.of == Operand::Of::number ? kernel_.numbers.size()
                                                                      : n;
        if (operand.index >= count) return fmt::format("node {} reads what is not there before it", n);
      }
    return {};
  }

  std::string ops_find_their_operands() const {
    for (std::size_t n = 0; n < kernel_.nodes.size(); ++n) {
      const Node& node = kernel_.nodes[n];
      const int given = static_cast<int>(node.operands.size()) + (node.op.order ? 1 : 0);
      for (std::string_view word : words_of(scalar_expression(node.op)))
        if (operand_index(word) >= given) return fmt::format("node {} lacks operand {}", n, word);
      if (node.operands.empty() || element_of(node.operands.back()) != node.op.working)
        return fmt::format("node {} computes with {}, which its last operand is not", n, ir::name(node.op.working));
    }
    return {};
  }

  std::string mentions_are_counted() const {
    std::vector<int> loads(kernel_.loads.size()), nodes(kernel_.nodes.size());
    std::vector<bool> is_read(kernel_.nodes.size());
    for (const Node& node : kernel_.nodes) {
      const std::vector<int> mentions = mentions_of_operands(node.op, node.operands.size());
      for (std::size_t i = 0; i < node.operands.size(); ++i) {
        const Operand& operand = node.operands[i];
        if (operand.of == Operand::Of::load) loads[operand.index] += mentions[i];
        if (operand.of != Operand::Of::node) continue;
        nodes[operand.index] += mentions[i];
        is_read[operand.index] = true;
      }
    }
    for (std::size_t l = 0; l < loads.size(); ++l)
      if (kernel_.loads[l].mentions != loads[l]) return fmt::format("load {} is mentioned {} times", l, loads[l]);
    for (std::size_t n = 0; n < nodes.size(); ++n)
      if (kernel_.nodes[n].mentions != nodes[n] || kernel_.nodes[n].is_read != is_read[n])
        return fmt::format("node {} is mentioned {} times", n, nodes[n]);
    return {};
  }

  bool stays_inside(const Elements& elements) const {
    ir::Extent passed = 1;
    int inner = static_cast<int>(kernel_.axes.size());
    for (auto term = elements.index.rbegin(); term != elements.index.rend(); ++term) {
      if (term->axis >= inner || term->stride != passed || (!elements.is_part && (term->axis < 0 || term->begin != ir::Extent(0))))
        return false;
      if (term->axis >= 0) inner = term->axis;
      const ir::Extent runs = term->axis < 0 ? 1 : kernel_.axes[static_cast<std::size_t>(term->axis)].extent;
      const auto left = (term->extent - term->begin - runs).constant();
      if (left && (*left < 0 || (*left > 0 && !elements.is_part))) return false;
      passed = passed * term->extent;
    }
    return elements.index.empty() || passed == elements.size;
  }

  // Of two that stay inside.
  static bool is_same_place(const Elements& a, const Elements& b) {
    return std::equal(a.index.begin(), a.index.end(), b.index.begin(), b.index.end(),
                      [](const IndexTerm& x, const IndexTerm& y) { return x.axis == y.axis && x.begin == y.begin; });
  }

  std::string indices_stay_inside() const {
    for (std::size_t l = 0; l < kernel_.loads.size(); ++l)
      if (!stays_inside(kernel_.loads[l].from)) return fmt::format("load {} leaves its tensor", l);
    for (const Store& store : kernel_.stores)
      if (!stays_inside(store.to)) return fmt::format("the store of node {} leaves its tensor", store.node);
    return {};
  }

  std::string stores_are_complete() const {
    std::size_t next = 0;
    for (const Store& store : kernel_.stores) {
      if (store.node >= kernel_.nodes.size()) return fmt::format("there is no node {} to store", store.node);
      if (store.node < next) return fmt::format("the store of node {} comes too late", store.node);
      next = store.node + 1;
      if (store.to.element != kernel_.nodes[store.node].op.result)
        return fmt::format("node {} is stored as {}", store.node, ir::name(store.to.element));
      if (store.to.index.size() != kernel_.axes.size())
        return fmt::format("elements of node {} are stored in one place", store.node);
    }
    return {};
  }

  std::string nodes_are_used() const {
    for (std::size_t n = 0; n < kernel_.nodes.size(); ++n)
      if (!kernel_.nodes[n].is_read && !kernel_.is_given(n)) return fmt::format("nothing uses node {}", n);
    return {};
  }

  std::string memory_is_read_before() const {
    for (const Store& store : kernel_.stores) {
      for (std::size_t l = 0; l < kernel_.loads.size(); ++l) {
        const Elements& from = kernel_.loads[l].from;
        if (from.memory < 0 || from.memory != store.to.memory) continue;
        if (!is_same_place(from, store.to))
          return fmt::format("load {} reads elsewhere in what node {} is stored to", l, store.node);
        for (std::size_t n = store.node + 1; n < kernel_.nodes.size() && !kernel_.loads[l].kept; ++n)
          if (reads(n, {Operand::Of::load, l}))
            return fmt::format("node {} reads load {} after node {} is stored", n, l, store.node);
      }
      for (const Store& other : kernel_.stores)
        if (other.node < store.node && other.to.memory == store.to.memory && store.to.memory >= 0)
          return fmt::format("nodes {} and {} are stored to the same memory", other.node, store.node);
    }
    return {};
  }

  std::string parts_are_apart() const {
    for (const PartStore& part : kernel_.parts) {
      if (part.node >= kernel_.nodes.size()) return fmt::format("there is no node {} to put into a part", part.node);
      const auto moving = std::count_if(part.to.index.begin(), part.to.index.end(),
                                        [](const IndexTerm& term) { return term.axis >= 0; });
      if (static_cast<std::size_t>(moving) != kernel_.axes.size() || !stays_inside(part.to))
        return fmt::format("the part of node {} is in one place, or leaves its tensor", part.node);
      for (const PartStore& other : kernel_.parts) {
        if (&other == &part) break;
        if (part.is_first && other.to.tensor == part.to.tensor)
          return fmt::format("the part of node {} is not the first of its tensor", part.node);
      }
      const auto shares = [&](const Elements& other) { return other.memory >= 0 && other.memory == part.to.memory; };
      if (std::any_of(kernel_.loads.begin(), kernel_.loads.end(), [&](const Load& load) { return shares(load.from); }) ||
          std::any_of(kernel_.stores.begin(), kernel_.stores.end(), [&](const Store& store) { return shares(store.to); }))
        return fmt::format("what node {} is added to is read or stored to", part.node);
    }
    return {};
  }

  std::string sums_are_of_floats() const {
    for (const Sum& sum : kernel_.sums) {
      if (sum.node >= kernel_.nodes.size()) return fmt::format("there is no node {} to sum", sum.node);
      const ir::ElementType element = kernel_.nodes[sum.node].op.result;
      if (element != ir::ElementType::f32 && element != ir::ElementType::f64)
        return fmt::format("node {} is summed as {}", sum.node, ir::name(element));
      if (kernel_.axes.empty()) return fmt::format("node {} is summed over no axis", sum.node);
    }
    return {};
  }

  const Kernel& kernel_;
};

}  // namespace

std::optional<std::string> broken_rule(const Kernel& kernel) { return Verifier(kernel).run(); }

}  // namespace codegen
