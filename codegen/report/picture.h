// Graphs and timelines as SVG that stands in a page. Colours and strokes are the page's (style.h).
#pragma once

#include <string>

#include "codegen/report/report.h"

namespace codegen {

// Pictures of more nodes or rows say less than their tables.
inline constexpr std::size_t kMostNodes = 60, kMostRows = 80;

// `id`: of the picture; those of nodes with regions lead to `<id>n<node>b0`.
std::string graph_picture(const Graph& graph, const std::string& id, const std::string& title);
std::string timeline_picture(const Memory& memory, const std::string& id, const std::string& title);

}  // namespace codegen
