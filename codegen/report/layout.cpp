#include "codegen/report/layout.h"

#include <algorithm>
#include <numeric>

namespace codegen {
namespace {

constexpr int kBetween = 16, kBetweenLayers = 36, kMargin = 8;

}  // namespace

Layout2d layout_of(const Graph& graph, const std::vector<int>& widths) {
  const std::size_t count = graph.nodes.size();
  std::vector<std::size_t> layer(count);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t input : graph.nodes[i].inputs) layer[i] = std::max(layer[i], layer[input] + 1);
  std::vector<std::vector<std::size_t>> layers;
  for (std::size_t i = 0; i < count; ++i) {
    layers.resize(std::max(layers.size(), layer[i] + 1));
    layers[layer[i]].push_back(i);
  }
  Layout2d out;
  out.boxes.resize(count);
  int y = kMargin;
  for (std::vector<std::size_t>& nodes : layers) {
    std::vector<double> wish(count);
    for (std::size_t i : nodes) {
      const std::vector<std::size_t>& inputs = graph.nodes[i].inputs;
      for (std::size_t input : inputs)
        wish[i] += (out.boxes[input].x + out.boxes[input].width / 2.0) / static_cast<double>(inputs.size());
    }
    std::stable_sort(nodes.begin(), nodes.end(), [&](std::size_t a, std::size_t b) { return wish[a] < wish[b]; });
    int x = kMargin;
    for (std::size_t i : nodes) {
      // Below what it reads, where there is room.
      const int centred = static_cast<int>(wish[i]) - widths[i] / 2;
      out.boxes[i] = {std::max(x, centred), y, widths[i]};
      x = out.boxes[i].x + widths[i] + kBetween;
    }
    out.width = std::max(out.width, x - kBetween + kMargin);
    y += kBoxHeight + kBetweenLayers;
  }
  out.height = std::max(y - kBetweenLayers + kMargin, 2 * kMargin);
  return out;
}

}  // namespace codegen
