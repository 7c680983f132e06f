// A function as a graph of its ops: forward, backward, and what loops and branches have in them. Constants are left out.
#pragma once

#include "codegen/report/words.h"

namespace codegen {

Graph graph_of(Words& words);

}  // namespace codegen
