#include "ir/passes/memory/min_cut.h"

#include <algorithm>

namespace ir {
namespace {

// What is left of a link after rounding.
constexpr double kNothing = 1e-9;

}  // namespace

int MinCut::node(double weight) {
  const int at = static_cast<int>(links_.size()) / 2;
  links_.resize(links_.size() + 2);
  link(2 * at, 2 * at + 1, weight);
  return at;
}

void MinCut::link(int from, int to, double room) {
  auto& out = links_[static_cast<std::size_t>(from)];
  auto& in = links_[static_cast<std::size_t>(to)];
  out.push_back({to, room, in.size() + (from == to)});
  in.push_back({from, 0, out.size() - 1});
}

bool MinCut::find_levels(int source, int sink) {
  level_.assign(links_.size(), -1);
  level_[static_cast<std::size_t>(source)] = 0;
  std::vector<int> open{source};
  for (std::size_t i = 0; i < open.size(); ++i) {
    const int at = open[i];
    for (const Link& link : links_[static_cast<std::size_t>(at)])
      if (link.room > kNothing && level_[static_cast<std::size_t>(link.to)] < 0) {
        level_[static_cast<std::size_t>(link.to)] = level_[static_cast<std::size_t>(at)] + 1;
        open.push_back(link.to);
      }
  }
  return level_[static_cast<std::size_t>(sink)] >= 0;
}

double MinCut::push(int at, int sink, double most) {
  if (at == sink) return most;
  const auto here = static_cast<std::size_t>(at);
  for (std::size_t& i = next_[here]; i < links_[here].size(); ++i) {
    const Link link = links_[here][i];
    const auto to = static_cast<std::size_t>(link.to);
    if (link.room <= kNothing || level_[to] != level_[here] + 1) continue;
    const double pushed = push(link.to, sink, std::min(most, link.room));
    if (pushed <= kNothing) continue;
    links_[here][i].room -= pushed;
    links_[to][link.back].room += pushed;
    return pushed;
  }
  return 0;
}

std::vector<bool> MinCut::solve() {
  const auto nodes = links_.size() / 2;
  const int source = static_cast<int>(links_.size()), sink = source + 1;
  links_.resize(links_.size() + 2);
  for (int node : sources_) link(source, 2 * node, kAll);
  for (int node : sinks_) link(2 * node + 1, sink, kAll);
  while (find_levels(source, sink)) {
    next_.assign(links_.size(), 0);
    while (push(source, sink, kAll) > kNothing) {
    }
  }
  // What the sinks can still be reached from.
  std::vector<bool> reaches(links_.size());
  reaches[static_cast<std::size_t>(sink)] = true;
  std::vector<int> open{sink};
  for (std::size_t i = 0; i < open.size(); ++i)
    for (const Link& back : links_[static_cast<std::size_t>(open[i])]) {
      const auto from = static_cast<std::size_t>(back.to);
      if (reaches[from] || links_[from][back.back].room <= kNothing) continue;
      reaches[from] = true;
      open.push_back(back.to);
    }
  std::vector<bool> cut(nodes);
  for (std::size_t node = 0; node < nodes; ++node) cut[node] = !reaches[2 * node] && reaches[2 * node + 1];
  return cut;
}

}  // namespace ir
