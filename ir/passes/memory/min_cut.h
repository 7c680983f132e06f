// A minimum cut of a graph whose nodes have weights.
#pragma once

#include <vector>

namespace ir {

class MinCut {
 public:
  int node(double weight);
  void edge(int from, int to) { link(2 * from + 1, 2 * to, kAll); }
  void from_source(int node) { sources_.push_back(node); }
  void to_sink(int node) { sinks_.push_back(node); }

  // By node: whether it is cut. No way from a source to a sink is left, and the weights of the nodes that are cut are
  // least; of several such cuts the one nearest to the sinks. By shortest ways: E. Dinic, "Algorithm for
  // solution of a problem of maximum flow in networks with power estimation" (1970).
  std::vector<bool> solve();

 private:
  static constexpr double kAll = 1e300;

  struct Link {
    int to;
    double room;
    std::size_t back;  // among the links of `to`
  };
  void link(int from, int to, double room);
  bool find_levels(int source, int sink);
  double push(int at, int sink, double most);

  std::vector<std::vector<Link>> links_;  // two for each node, its way in and its way out; then source and sink
  std::vector<int> level_;
  std::vector<std::size_t> next_;
  std::vector<int> sources_, sinks_;
};

}  // namespace ir
