#include "ir/passes/calls/call_cost.h"

#include <algorithm>
#include <cstdint>

namespace ir {
namespace {

class Planner {
 public:
  Planner(const std::vector<Callable>& functions, const CallCost& cost) : functions_(functions), cost_(cost), nodes_(functions.size()) {
    for (std::size_t i = 0; i < functions.size(); ++i)
      if (nodes_[i].state == State::unseen) order_from(i);
  }

  std::vector<CallChoice> run() {
    double once = 0;
    for (const Callable& function : functions_) once += function.size;
    for (;;) {
      count();
      double all = 0, most = 0;
      Node* best = nullptr;
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        Node& node = nodes_[i];
        all += functions_[i].size * node.copies;
        const double spared = (node.copies - 1) * (node.whole - cost_.call);
        if (is_once(node) || !functions_[i].may_stay || spared <= most) continue;
        most = spared;
        best = &node;
      }
      if (!best || all <= std::max(2 * once, cost_.free)) break;
      best->stays = true;
    }
    std::vector<CallChoice> choices;
    for (const Node& node : nodes_) choices.push_back({node.stays, node.recursive});
    return choices;
  }

 private:
  enum class State : std::uint8_t { unseen, open, done };
  struct Node {
    State state = State::unseen;
    std::size_t place = 0;  // in the order
    bool called = false, recursive = false, stays = false;
    double copies = 0, whole = 0;  // how often it stands there, and its size with what is taken into it
  };

  bool is_once(const Node& node) const { return node.stays || (node.recursive && cost_.recursive_stay); }

  // Callees first; what is open when it is called again calls itself.
  void order_from(std::size_t at) {
    nodes_[at].state = State::open;
    open_.push_back(at);
    for (const auto& [callee, places] : functions_[at].calls) {
      nodes_[callee].called |= callee != at;
      if (nodes_[callee].state == State::open)
        for (auto open = open_.rbegin(); nodes_[*open].recursive = true, *open != callee;) ++open;
      if (nodes_[callee].state == State::unseen) order_from(callee);
    }
    nodes_[at].state = State::done;
    open_.pop_back();
    nodes_[at].place = order_.size();
    order_.push_back(at);
  }

  void count() {
    for (Node& node : nodes_) node.copies = node.called ? 0 : 1;
    for (auto at = order_.rbegin(); at != order_.rend(); ++at) {
      Node& node = nodes_[*at];
      if (is_once(node))
        node.copies = std::min(node.copies, 1.0);
      else if (node.recursive && node.copies > 0)
        node.copies += 1;
      for (const auto& [callee, places] : functions_[*at].calls)
        if (nodes_[callee].place < node.place) nodes_[callee].copies += node.copies * places;
    }
    for (std::size_t at : order_) {
      Node& node = nodes_[at];
      node.whole = functions_[at].size;
      for (const auto& [callee, places] : functions_[at].calls)
        node.whole += places * (is_once(nodes_[callee]) || nodes_[callee].place >= node.place ? cost_.call : nodes_[callee].whole);
    }
  }

  const std::vector<Callable>& functions_;
  const CallCost cost_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> order_, open_;
};

}  // namespace

std::vector<CallChoice> choose(const std::vector<Callable>& functions, const CallCost& cost) { return Planner(functions, cost).run(); }

}  // namespace ir
