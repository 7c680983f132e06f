// What one GRADC_DIFFERENTIATE, or one --differentiate, asks for. Plain data without Clang, so that the
// grammar of items (items.h), the lowering and the code generator can share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/interface/program.h"
#include "ir/checkpoint.h"
#include "ir/passes/derivative.h"

namespace tool {

using Kind = codegen::DerivativeKind;  // one of codegen::requested_kinds()
using ir::Aggregation;
using ir::Unconnected;
struct Targets {
  bool cpu = true, cuda = false;
};

// `a`, `b.c` or `b[0].c`: a parameter, a part of one, or a label; an element is its number, {"b", "0", "c"}. `offset` is
// where it starts in the text of the items.
struct Path {
  std::vector<std::string> parts;
  std::size_t offset = 0;
  bool sparse = false;  // `a as sparse`, in wrt

  std::string text() const { return codegen::expression_of(parts); }
};

using ir::Checkpoint;

// `x = n * m` of extent(...): how many elements a pointer parameter points to, over integers by their names, `%n`.
struct PointerExtent {
  std::string name;
  ir::Extent extent;
  std::size_t offset = 0;
};

struct KindRequest {
  Kind kind;
  std::size_t offset;
};

struct Items {
  std::vector<KindRequest> kinds;  // in the order written, each once, at least one where there was no error
  std::string as;                  // replaces the function's name in generated names; empty: none given
  std::optional<std::vector<Path>> wrt;  // absent: every parameter that holds floating or complex values
  std::vector<Path> stop;
  std::vector<Path> each;  // parameters that are the items' own
  std::vector<PointerExtent> extents;
  Unconnected unconnected = Unconnected::error;
  Aggregation aggregation = Aggregation::planner;
  Checkpoint checkpoint;
  std::optional<Targets> targets;  // absent: those that the command line names
  bool safe_where = false;
  bool relaxed = false;  // the last bits of the value may differ from the function's
  std::string text;  // as written, with each run of blanks made one

  bool asks_for(Kind kind) const {
    for (const KindRequest& request : kinds)
      if (request.kind == kind) return true;
    return false;
  }
};

// What one GRADC_LOOP says of the loop after it.
struct LoopItems {
  bool relaxed = false;      // as of a request, for this loop and those inside
  bool independent = false;  // its trips may run in any order
};

}  // namespace tool
