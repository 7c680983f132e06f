// Where the nodes of a graph stand in a picture: in layers from top to bottom, each below all that it reads, in the order of
// where that stands, which keeps edges from crossing too often. K. Sugiyama et al., "Methods for Visual Understanding of
// Hierarchical System Structures" (1981), of whose steps these are the first and one sweep of the second.
#pragma once

#include "codegen/report/report.h"

namespace codegen {

struct Box {
  int x = 0, y = 0, width = 0;
};
inline constexpr int kBoxHeight = 38;

struct Layout2d {
  std::vector<Box> boxes;  // by node
  int width = 0, height = 0;
};
// `widths`: by node.
Layout2d layout_of(const Graph& graph, const std::vector<int>& widths);

}  // namespace codegen
