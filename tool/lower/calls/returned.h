// What a static function returns: made out of its results (frame.h, Given).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "tool/lower/calls/calls.h"

namespace tool {

// Whether shapes are among it, whose parts come and go.
bool has_shapes(const CppType& type);

// What a function that is being made gives.
struct Calls::Giving {
  explicit Giving(const Reached& reached);

  std::function<bool(const ir::Type&)> is_known;  // whether its calls know the extents
  std::map<const Cell*, std::size_t> numbers;     // of the objects that calls reach, by those inside
  std::set<const Cell*> inside_cells;             // all of them
  std::vector<ir::ValueId> results;
  std::vector<Recursive::Returned> returned;      // of the results
  std::map<ir::ValueId, std::size_t> indices;     // among the results
};

// What a call makes it of.
struct Calls::Taking {
  const Reached& reached;
  const Parts& read_parts;
  std::function<ir::ValueId(std::size_t)> result;
};

}  // namespace tool
