#include "codegen/report/picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/report/layout.h"
#include "codegen/report/markup.h"
#include "codegen/text/emitter.h"

namespace codegen {
namespace {

constexpr int kCharacter = 8;  // of a line of text
constexpr std::size_t kLongestLabel = 24;

std::string shortened(const std::string& text) {
  std::size_t end = kLongestLabel - 1;
  if (text.size() <= kLongestLabel) return text;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // between characters
  return text.substr(0, end) + "…";
}

const char* role_name(GraphNode::Role role) {
  switch (role) {
    case GraphNode::Role::argument:
      return "argument";
    case GraphNode::Role::forward:
      return "forward";
    case GraphNode::Role::backward:
      return "backward";
    case GraphNode::Role::result:
      return "result";
  }
  return "";
}

std::string second_line(const GraphNode& node) { return node.op.empty() ? role_name(node.role) : node.op; }

int width_of(const GraphNode& node) {
  const std::size_t characters =
      std::max(std::min(node.name.size(), kLongestLabel), std::min(second_line(node).size(), kLongestLabel));
  return 16 + kCharacter * static_cast<int>(characters);
}

std::string edge(const Box& from, const Box& to) {
  const int x = from.x + from.width / 2, y = from.y + kBoxHeight, x2 = to.x + to.width / 2, y2 = to.y;
  const int middle = (y + y2) / 2;
  return fmt::format("<path class=\"edge\" d=\"M{} {}C{} {} {} {} {} {}\"/>\n", x, y, x, middle, x2, middle, x2, y2);
}

std::string node_picture(const GraphNode& node, const Box& box, const std::string& inner) {
  Emitter out;
  const std::string target = !node.regions.empty() ? inner : node.at.line > 0 ? fmt::format("L{}", node.at.line) : "";
  const std::string what =
      fmt::format("{} {}: {}{}", role_name(node.role), node.name, node.type, node.at.place.empty() ? "" : ", " + node.at.place);
  out(target.empty() ? "<g class=\"$role$\">" : "<a class=\"$role$\" href=\"#$target$\">",
      {{"role", role_name(node.role)}, {"target", target}});
  out(R"(
      <title>$what$</title>
      <rect x="$x$" y="$y$" width="$width$" height="$height$" rx="$rounding$"/>
      <text x="$middle$" y="$first$" class="name">$name$</text>
      <text x="$middle$" y="$second$">$op$</text>
      )",
      {{"what", escaped_html(what)},
       {"x", fmt::to_string(box.x)},
       {"y", fmt::to_string(box.y)},
       {"width", fmt::to_string(box.width)},
       {"height", fmt::to_string(kBoxHeight)},
       {"rounding", node.op.empty() ? "19" : "3"},
       {"middle", fmt::to_string(box.x + box.width / 2)},
       {"first", fmt::to_string(box.y + 16)},
       {"second", fmt::to_string(box.y + 31)},
       {"name", escaped_html(shortened(node.name))},
       {"op", escaped_html(shortened(second_line(node)))}});
  out(target.empty() ? "</g>" : "</a>");
  return out.text();
}

// A picture with a name, in a box that scrolls where it is wider than the page.
std::string framed(const std::string& id, const std::string& title, int width, int height, const std::string& content,
                   bool has_links) {
  Emitter out;
  // What has links is no mere picture for those who listen.
  out(R"(
      <div class="scroll" role="region" tabindex="0" aria-label="$title$">
      <svg role="$role$" aria-labelledby="$id$t" width="$width$" height="$height$" viewBox="0 0 $width$ $height$" xmlns="http://www.w3.org/2000/svg">
      <title id="$id$t">$title$</title>
      $content$
      </svg>
      </div>
      )",
      {{"id", id},
       {"title", escaped_html(title)},
       {"role", has_links ? "group" : "img"},
       {"width", fmt::to_string(width)},
       {"height", fmt::to_string(height)},
       {"content", content}});
  return out.text();
}

}  // namespace

std::string graph_picture(const Graph& graph, const std::string& id, const std::string& title) {
  std::vector<int> widths;
  for (const GraphNode& node : graph.nodes) widths.push_back(width_of(node));
  const Layout2d layout = layout_of(graph, widths);
  std::string content;
  bool has_links = false;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    for (std::size_t input : graph.nodes[i].inputs) content += edge(layout.boxes[input], layout.boxes[i]);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphNode& node = graph.nodes[i];
    has_links = has_links || node.at.line > 0 || !node.regions.empty();
    content += node_picture(node, layout.boxes[i], fmt::format("{}n{}b0", id, i));
  }
  return framed(id, title, layout.width, layout.height, content, has_links);
}

std::string timeline_picture(const Memory& memory, const std::string& id, const std::string& title) {
  constexpr int kLabels = 16 + kCharacter * static_cast<int>(kLongestLabel), kPlot = 560, kRow = 22, kTop = 26;
  const double step = static_cast<double>(kPlot) / (memory.steps + 1);
  const auto at = [&](int number) { return kLabels + static_cast<int>(number * step); };
  const int height = kTop + kRow * static_cast<int>(memory.buffers.size()) + 6;
  std::string content;
  const int every = std::max(1, memory.steps / 10);
  for (int number = 0; number <= memory.steps; number += every)
    content += fmt::format("<path class=\"tick\" d=\"M{0} {1}V{2}\"/>\n<text x=\"{0}\" y=\"16\">{3}</text>\n", at(number), kTop - 4,
                           height, number);
  for (std::size_t i = 0; i < memory.buffers.size(); ++i) {
    const BufferRow& buffer = memory.buffers[i];
    const int y = kTop + kRow * static_cast<int>(i);
    const char* kind = buffer.where == BufferRow::Where::slot     ? "slot"
                       : buffer.where == BufferRow::Where::result ? "result"
                                                                  : "grown";
    Emitter out;
    out(R"(
        <g class="$kind$">
        <title>$what$</title>
        <text x="$end$" y="$base$" class="label">$name$</text>
        <rect x="$x$" y="$y$" width="$width$" height="16" rx="2"/>
        </g>
        )",
        {{"kind", kind},
         {"what",
          escaped_html(fmt::format("{}: {} bytes, steps {} to {}", buffer.values, buffer.bytes.text, buffer.first, buffer.last))},
         {"end", fmt::to_string(kLabels - 8)},
         {"base", fmt::to_string(y + 13)},
         {"name", escaped_html(shortened(buffer.values))},
         {"x", fmt::to_string(at(buffer.first))},
         {"y", fmt::to_string(y)},
         {"width", fmt::to_string(std::max(3, at(buffer.last + 1) - at(buffer.first) - 1))}});
    content += out.text();
  }
  return framed(id, title, kLabels + kPlot + 8, height, content, false);
}

}  // namespace codegen
